package dev.palloc.memory;

import dev.palloc.platform.Platform;

/**
 * The manager under test with what watches it from below. Either as programs have it, with a source that counts and
 * refuses; or within a digest, which has a source of its own, and then nothing is refused.
 */
final class ModelMemory implements AutoCloseable {
    /** Chunks with a larger alignment lie elsewhere in their block on every run; see {@link ParityDigest}. */
    private static final long LARGEST_STABLE_ALIGNMENT = 64 * 1024;

    final MemoryManager manager;
    private final ModelBlocks blocks;
    private final ParityDigest digest;

    private ModelMemory(MemoryManager manager, ModelBlocks blocks, ParityDigest digest) {
        this.manager = manager;
        this.blocks = blocks;
        this.digest = digest;
    }

    static ModelMemory counted(Platform platform) {
        ModelBlocks blocks = new ModelBlocks(new BlockCache(platform));
        return new ModelMemory(new MemoryManager(blocks), blocks, null);
    }

    static ModelMemory digested(Platform platform) {
        ParityDigest digest = new ParityDigest(platform);
        return new ModelMemory(digest.manager(), null, digest);
    }

    /** Bytes of all blocks that the manager has. */
    long bytes() {
        return digest != null ? ((BlockRegister) manager.blocks()).bytes() : blocks.bytes();
    }

    boolean holds(long address, long size) {
        return digest != null || blocks.holds(address, size);
    }

    void refuseAbove(long size) {
        if (blocks != null) {
            blocks.refuseAbove(size);
        }
    }

    void refuseNothing() {
        refuseAbove(ModelBlocks.LARGEST);
    }

    /** Takes the outcome of a call into the digest. */
    void saw(long pointer, long alignment) {
        if (digest != null) {
            if (pointer == 0 || alignment <= LARGEST_STABLE_ALIGNMENT) {
                digest.pointer(pointer);
            } else {
                digest.number(alignment);
            }
        }
    }

    void image() {
        if (digest != null) {
            digest.image();
        }
    }

    String digest() {
        return digest.hex();
    }

    @Override
    public void close() {
        manager.close();
    }
}
