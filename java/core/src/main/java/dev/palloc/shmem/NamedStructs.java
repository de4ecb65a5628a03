package dev.palloc.shmem;

import dev.palloc.atomic.SpinLock;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds named structures or places them: ShmemInitStruct of PostgreSQL (storage/ipc/shmem.c). Takes the locks; throws
 * nothing while it holds one.
 */
final class NamedStructs {
    private final long lock;
    private final StructIndex index;
    private final BumpAllocator allocator;

    NamedStructs(long base, StructIndex index, BumpAllocator allocator) {
        this.lock = base + SegmentHeader.INDEX_LOCK_OFFSET;
        this.index = index;
        this.allocator = allocator;
    }

    /** The structure as it is in the index, be the size the same or not; null if it is new and there is no room. */
    Placement findOrPlace(StructName name, long size, long alignment) {
        SpinLock.acquire(lock);
        try {
            long entry = index.find(name);
            if (entry != 0) {
                return new Placement(index.location(entry), index.size(entry), index.allocatedSize(entry), true);
            }
            return place(name, size, alignment);
        } finally {
            SpinLock.release(lock);
        }
    }

    private Placement place(StructName name, long size, long alignment) {
        AlignmentPolicy policy = allocator.policy();
        long allocatedSize;
        long growth = index.growthBytes();
        long piece = 0;
        long start;
        // The index's piece and the structure are taken together or not at all, and nobody takes space in between.
        allocator.lock();
        try {
            long free = allocator.freeOffset();
            if (growth > 0) {
                piece = allocator.fit(free, growth, 1);
                if (piece == BumpAllocator.NO_ROOM) {
                    return null;
                }
                free = piece + policy.allocatedSize(growth);
            }
            start = allocator.fit(free, size, alignment);
            if (start == BumpAllocator.NO_ROOM) {
                return null;
            }
            allocatedSize = policy.allocatedSize(size);
            allocator.advance(start + allocatedSize);
        } finally {
            allocator.unlock();
        }
        if (growth > 0) {
            index.grow(piece);
        }
        index.add(name, start, size, allocatedSize);
        return new Placement(start, size, allocatedSize, false);
    }

    AllocationsView view() {
        long[] entries;
        long freeOffset;
        SpinLock.acquire(lock);
        try {
            entries = index.entries();
            // Named space grows only under the index lock; what grows without it is anonymous, so the sum holds.
            freeOffset = allocator.freeOffset();
        } finally {
            SpinLock.release(lock);
        }
        List<Allocation> named = new ArrayList<>(entries.length);
        for (long entry : entries) {
            named.add(index.allocation(entry));
        }
        return AllocationsView.of(named, freeOffset, allocator.totalSize());
    }
}
