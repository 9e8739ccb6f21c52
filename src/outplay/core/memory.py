"""Single bytes of memory that kernels are given by its address: one for each position of an endgame table.

Compiled code reads and writes them directly. The caller keeps the memory alive, and long enough.
"""

import ctypes

from outplay.core.arrays import Ints


def byte_at(address: int, number: int) -> int:
    """The byte at a place of the memory that begins at an address, 0 to 255."""
    return ctypes.c_uint8.from_address(address + number).value


def set_byte(address: int, number: int, value: int) -> int:
    """Writes a byte, 0 to 255, to a place of the memory that begins at an address; returns it."""
    ctypes.c_uint8.from_address(address + number).value = value
    return value


def prefetch(array: Ints, number: int) -> int:
    """Tells the processor that an element of an array will be read soon; returns its number."""
    return number
