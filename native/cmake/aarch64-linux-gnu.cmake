# Cross-compiles for AArch64 with the GNU tools of a Debian-like host, and runs the tests under qemu-user.
#
# qemu-aarch64 reads the environment variable QEMU_CPU when a test starts, so that one build can be tried as several
# cores (neoverse-n1 has LSE atomics, cortex-a72 has none, a64fx has lines of 256 bytes). No -cpu is fixed here: it
# would override the variable.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)

# Libraries and headers come from the cross root only, programs from the host only.
set(palloc_cross_root /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH ${palloc_cross_root})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${palloc_cross_root})
