"""Several numbers side by side in one register, for compiled code: `+`, `*`, `high`, and arrays in rows of lanes."""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model

from mousehole.compiled.compiler import compiled

LANES = 16
FAST = {"fastmath": {"contract", "nsz"}}


class Row(types.Type):
    """A row of numbers of one kind."""

    def __init__(self, kind: types.Float):
        self.kind = kind
        super().__init__(name=f"Row({kind})")


@register_model(Row)
class RowModel(models.PrimitiveModel):
    """A row is a vector of the processor."""

    def __init__(self, manager: Any, row: Row):
        number = ir.FloatType() if row.kind == types.float32 else ir.DoubleType()
        super().__init__(manager, row, ir.VectorType(number, LANES))


def _place(context: Any, builder: Any, array: tuple[Any, Any], at: Any) -> Any:
    """Point to the row that begins at a number of the array."""
    kind, value = array
    data = context.make_array(kind)(context, builder, value).data
    vector = context.get_data_type(Row(kind.dtype))
    return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())


@intrinsic
def load(typing, array, at):
    """Read the row of an array that begins at `at`, without a bounds check."""
    row = Row(array.dtype)

    def code(context, builder, signature, args):
        read = builder.load(_place(context, builder, (array, args[0]), args[1]))
        read.align = array.dtype.bitwidth // 8
        return read

    return row(array, types.intp), code


@intrinsic
def save(typing, array, at, row):
    """Write a row to where it begins in an array."""

    def code(context, builder, signature, args):
        written = builder.store(args[2], _place(context, builder, (array, args[0]), args[1]))
        written.align = array.dtype.bitwidth // 8
        return context.get_dummy_value()

    return types.none(array, types.intp, row), code


@intrinsic
def spread(typing, like, number):
    """Fill a row, of the same kind as another one, with one number."""

    def code(context, builder, signature, args):
        one = context.cast(builder, args[1], number, like.kind)
        vector = context.get_data_type(like)
        first = builder.insert_element(ir.Constant(vector, ir.Undefined), one, ir.Constant(ir.IntType(32), 0))
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
        return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), mask)

    return like(like, number), code


@intrinsic
def high(typing, one, other):
    """Take the higher number of each lane."""

    def code(context, builder, signature, args):
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[0], args[1])

    return one(one, one), code


@intrinsic
def kept(typing, test, one, other):
    """Take one row where the test is not below zero, the other elsewhere."""

    def code(context, builder, signature, args):
        zero = ir.Constant(context.get_data_type(test), None)
        return builder.select(builder.fcmp_ordered(">=", args[0], zero), args[1], args[2])

    return test(test, test, test), code


@intrinsic
def _plus(typing, one, other):
    def code(context, builder, signature, args):
        return builder.fadd(args[0], args[1], flags=("contract",))

    return one(one, one), code


@intrinsic
def _times(typing, one, other):
    def code(context, builder, signature, args):
        return builder.fmul(args[0], args[1], flags=("contract",))

    return one(one, one), code


@overload(operator.iadd)
@overload(operator.add)
def _add(one, other):
    if isinstance(one, Row) and isinstance(other, Row):
        return lambda one, other: _plus(one, other)  # noqa: PLW0108 numba compiles it
    return None


@overload(operator.mul)
def _mul(one, other):
    if isinstance(one, Row) and isinstance(other, Row):
        return lambda one, other: _times(one, other)  # noqa: PLW0108 numba compiles it
    if isinstance(one, Row):
        return lambda one, other: _times(one, spread(one, other))
    return None


@compiled(**FAST)
def part(array, first, count):
    """Take some rows out of an array."""
    return array[first * LANES : (first + count) * LANES]


@compiled(**FAST)
def get(array, row):
    """Read a row of an array."""
    return load(array, row * LANES)


@compiled(**FAST)
def put(array, row, numbers):
    """Write a row of an array."""
    save(array, row * LANES, numbers)


@compiled(**FAST)
def lift(array, row, numbers):
    """Keep the higher numbers in a row of an array."""
    put(array, row, high(get(array, row), numbers))
