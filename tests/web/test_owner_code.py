"""Codes that are written down and typed again by people."""

import pytest

from mousehole.web.rights.access import SIGNS, Keys, read_code, stored_name

CODE = Keys(b"k" * 32).code("0123456789abcdef")
PLAIN = CODE.replace("-", "")


def test_a_code_has_five_short_groups_of_95_bits_and_a_check():
    assert [len(group) for group in CODE.split("-")] == [4] * 5
    assert set(PLAIN) <= set(SIGNS)
    assert len({Keys(b"k" * 32).code(f"{n}") for n in range(1000)}) == 1000
    assert Keys(b"k" * 32).code("0123456789abcdef", 1) != CODE != Keys(b"j" * 32).code("0123456789abcdef")


@pytest.mark.parametrize(
    "typed",
    [CODE, PLAIN, CODE.lower(), CODE.replace("-", " "), f"  {CODE} ", PLAIN.replace("0", "O").replace("1", "l")],
)
def test_a_code_is_read_as_people_type_it(typed):
    assert read_code(typed) == PLAIN
    assert stored_name(typed) == stored_name(CODE)
    assert PLAIN not in stored_name(CODE)


@pytest.mark.parametrize("typed", ["", "é", CODE[:-1], CODE + "0", "U" * 20, "0" * 19 + "1", "x" * 10_000])
def test_what_cannot_be_a_code_is_not_read(typed):
    assert read_code(typed) == ""


def test_every_wrong_sign_is_noticed():
    for place, sign in enumerate(PLAIN):
        for other in set(SIGNS) - {sign}:
            assert not read_code(PLAIN[:place] + other + PLAIN[place + 1 :])


def test_swapped_neighbours_are_noticed():
    for n in range(200):
        plain = Keys(b"k" * 32).code(f"{n}").replace("-", "")
        for place in range(len(plain) - 1):
            one, two = plain[place : place + 2]
            if one != two and {one, two} != {"0", "Z"}:  # the one pair that this check cannot tell
                assert not read_code(plain[:place] + two + one + plain[place + 2 :])
