"""The return of this process's free memory to the operating system."""

import ctypes
from contextlib import suppress

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # of malloc.h
_MAPPED, _TRIMMED = 4_000_000, 16_000_000  # bytes


def map_large_blocks() -> None:
    """Let large blocks, such as uploaded files, have pages of their own, which go back as soon as they are freed.

    By default glibc takes blocks of up to 32 MB from its heap once one of that size was freed; between what is still in
    use there, most of the heap then stays empty and grows by some megabytes a minute. No effect on other systems. See
    https://man7.org/linux/man-pages/man3/mallopt.3.html.
    """
    with suppress(OSError, AttributeError):
        libc = ctypes.CDLL("libc.so.6")
        libc.mallopt(_M_MMAP_THRESHOLD, _MAPPED)
        libc.mallopt(_M_TRIM_THRESHOLD, _TRIMMED)
