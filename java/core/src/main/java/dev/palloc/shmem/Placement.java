package dev.palloc.shmem;

/** Where a named structure lies, as the index has it; offsets and sizes in bytes. */
record Placement(long offset, long size, long allocatedSize, boolean found) {}
