package dev.palloc.bench.peers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.foreign.MemorySegment;

/** Direct buffers of one of Netty's allocators. */
final class NettyHeap implements ObjectHeap<ByteBuf> {
    private final ByteBufAllocator allocator;

    NettyHeap(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public ByteBuf allocate(long size) {
        return allocator.directBuffer((int) size);
    }

    @Override
    public void free(ByteBuf buffer) {
        buffer.release();
    }

    @Override
    public ByteBuf reallocate(ByteBuf buffer, long size) {
        return buffer.capacity((int) size);
    }

    @Override
    public void putLong(ByteBuf buffer, long offset, long value) {
        buffer.setLongLE((int) offset, value);
    }

    @Override
    public long getLong(ByteBuf buffer, long offset) {
        return buffer.getLongLE((int) offset);
    }

    @Override
    public long address(ByteBuf buffer) {
        return buffer.hasMemoryAddress()
                ? buffer.memoryAddress()
                : MemorySegment.ofBuffer(buffer.internalNioBuffer(0, buffer.capacity()))
                        .address();
    }
}
