"""Sets as the bits of a whole number, and luck, for compiled functions; needs numba, so only kernels import it."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from mousehole.compiled.compiler import compiled


@intrinsic
def lowest(typing, mask):
    """The number of the lowest set bit."""

    def made(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), made


@intrinsic
def count(typing, mask):
    """Count the set bits."""

    def made(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), made


@compiled(inline="always", cache=False)
def below(rng, n):
    """Draw a whole number from 0 to n - 1 (xorshift64)."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@compiled(inline="always", cache=False)
def spread(bits, out, at, size):
    """Write the lowest bits of a set from a place on, a byte each; the place after them."""
    for n in range(size):
        out[at + n] = bits >> n & 1
    return at + size


@compiled(inline="always", cache=False)
def one_of(where, out, at, size):
    """Write zeros and a one at a place, or none for -1; the place after them."""
    for n in range(size):
        out[at + n] = n == where
    return at + size
