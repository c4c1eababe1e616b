"""Small numbers side by side in words of 64 bits, as a graphics card reads them."""

from collections.abc import Sequence


def in_bytes(numbers: Sequence[int], words: int = 1) -> tuple[int, ...]:
    """Small numbers, a byte each, as so many words."""
    packed = bytes(numbers).ljust(8 * words, b"\0")
    return tuple(int.from_bytes(packed[n : n + 8], "little") for n in range(0, 8 * words, 8))


def joined(parts: Sequence[tuple[int, int]]) -> int:
    """Numbers side by side in one word: each with its width in bits, the lowest first."""
    word = at = 0
    for number, bits in parts:
        if not 0 <= number < 1 << bits:
            raise ValueError(f"{number} does not fit into {bits} bits")
        word, at = word | number << at, at + bits
    return word


def cut(word: int, widths: Sequence[int]) -> tuple[int, ...]:
    """The numbers that stand side by side in a word, by their widths in bits, the lowest first."""
    found = []
    for bits in widths:
        found.append(word & (1 << bits) - 1)
        word >>= bits
    return tuple(found)
