package dev.palloc.platform;

/** The two ways to touch raw memory, as one table, so that each test runs on both. */
enum RawAccess {
    SEGMENT {
        @Override
        byte getByte(long address) {
            return RawMemory.getByte(address);
        }

        @Override
        void putByte(long address, byte value) {
            RawMemory.putByte(address, value);
        }

        @Override
        int getInt(long address) {
            return RawMemory.getInt(address);
        }

        @Override
        void putInt(long address, int value) {
            RawMemory.putInt(address, value);
        }

        @Override
        long getLong(long address) {
            return RawMemory.getLong(address);
        }

        @Override
        void putLong(long address, long value) {
            RawMemory.putLong(address, value);
        }

        @Override
        void copy(long from, long to, long bytes) {
            RawMemory.copy(from, to, bytes);
        }

        @Override
        void fill(long address, long bytes, byte value) {
            RawMemory.fill(address, bytes, value);
        }

        @Override
        int getIntAcquire(long address) {
            return RawMemory.getIntAcquire(address);
        }

        @Override
        void putIntRelease(long address, int value) {
            RawMemory.putIntRelease(address, value);
        }

        @Override
        long getLongAcquire(long address) {
            return RawMemory.getLongAcquire(address);
        }

        @Override
        void putLongRelease(long address, long value) {
            RawMemory.putLongRelease(address, value);
        }

        @Override
        boolean compareAndSetInt(long address, int expected, int desired) {
            return RawMemory.compareAndSetInt(address, expected, desired);
        }

        @Override
        int compareAndExchangeInt(long address, int expected, int desired) {
            return RawMemory.compareAndExchangeInt(address, expected, desired);
        }

        @Override
        long compareAndExchangeLong(long address, long expected, long desired) {
            return RawMemory.compareAndExchangeLong(address, expected, desired);
        }
    },
    UNSAFE {
        @Override
        byte getByte(long address) {
            return UnsafeMemory.getByte(address);
        }

        @Override
        void putByte(long address, byte value) {
            UnsafeMemory.putByte(address, value);
        }

        @Override
        int getInt(long address) {
            return UnsafeMemory.getInt(address);
        }

        @Override
        void putInt(long address, int value) {
            UnsafeMemory.putInt(address, value);
        }

        @Override
        long getLong(long address) {
            return UnsafeMemory.getLong(address);
        }

        @Override
        void putLong(long address, long value) {
            UnsafeMemory.putLong(address, value);
        }

        @Override
        void copy(long from, long to, long bytes) {
            UnsafeMemory.copy(from, to, bytes);
        }

        @Override
        void fill(long address, long bytes, byte value) {
            UnsafeMemory.fill(address, bytes, value);
        }

        @Override
        int getIntAcquire(long address) {
            return UnsafeMemory.getIntVolatile(address);
        }

        @Override
        void putIntRelease(long address, int value) {
            UnsafeMemory.putIntVolatile(address, value);
        }

        @Override
        long getLongAcquire(long address) {
            return UnsafeMemory.getLongVolatile(address);
        }

        @Override
        void putLongRelease(long address, long value) {
            UnsafeMemory.putLongVolatile(address, value);
        }

        @Override
        boolean compareAndSetInt(long address, int expected, int desired) {
            return UnsafeMemory.compareAndSetInt(address, expected, desired);
        }

        @Override
        int compareAndExchangeInt(long address, int expected, int desired) {
            return UnsafeMemory.compareAndExchangeInt(address, expected, desired);
        }

        @Override
        long compareAndExchangeLong(long address, long expected, long desired) {
            return UnsafeMemory.compareAndExchangeLong(address, expected, desired);
        }
    };

    abstract byte getByte(long address);

    abstract void putByte(long address, byte value);

    abstract int getInt(long address);

    abstract void putInt(long address, int value);

    abstract long getLong(long address);

    abstract void putLong(long address, long value);

    abstract void copy(long from, long to, long bytes);

    abstract void fill(long address, long bytes, byte value);

    abstract int getIntAcquire(long address);

    abstract void putIntRelease(long address, int value);

    abstract long getLongAcquire(long address);

    abstract void putLongRelease(long address, long value);

    abstract boolean compareAndSetInt(long address, int expected, int desired);

    abstract int compareAndExchangeInt(long address, int expected, int desired);

    abstract long compareAndExchangeLong(long address, long expected, long desired);
}
