"""Values: compared by their fields but those left out, frozen, copied, pickled, matched by field."""

import copy
import pickle
from functools import cached_property
from typing import Any, Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.values import Value, asdict, field, fields, replace

T = TypeVar("T")


class Square(Value, Generic[T], dict=True, uncompared={"said"}):
    said: T
    side: int
    marks: dict[str, int] = field(default_factory=dict)

    @cached_property
    def area(self) -> int:
        return self.side**2


class Solid(Square[str], kw_only=True, uncompared={"seen"}):
    height: int
    seen: int = 0


class Point(Value):
    x: int
    y: int = 0


POINTS = st.builds(Point, st.integers(0, 2), st.integers(0, 2))


@given(POINTS, POINTS)
def test_values_are_equal_if_their_fields_are(one: Point, other: Point) -> None:
    same = asdict(one) == asdict(other)
    assert (one == other) is same
    assert (len({one, other}) == 1) is same
    assert one.__eq__((one.x, one.y)) is NotImplemented


@given(st.text(), st.integers(), st.integers(), st.integers())
def test_fields_that_are_left_out_make_no_difference(said: str, side: int, height: int, seen: int) -> None:
    solid = Solid(said, side, height=height, seen=seen)
    assert solid == replace(solid, said="else", seen=seen + 1)
    assert solid != replace(solid, side=side + 1)
    assert solid != replace(solid, height=height + 1)
    assert solid != Square(said, side)
    assert repr(solid) == f"Solid(side={side}, marks={{}}, height={height})"
    assert Solid.uncompared == {"said", "seen"}
    assert Square.uncompared == {"said"}


def test_they_are_hashed_without_what_is_left_out() -> None:
    assert hash(Solid("a", 2, (), height=1)) == hash(Solid("b", 2, (), height=1, seen=3))  # type: ignore[arg-type]


def test_what_was_worked_out_is_not_carried_over_to_a_copy() -> None:
    square = Square("a", 2)
    assert (square.area, replace(square, side=3).area, square.area) == (4, 9, 4)


def test_nothing_of_them_can_be_changed() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Point(1).x = 2
    with pytest.raises(AttributeError, match="immutable"):
        del Point(1).x


@pytest.mark.parametrize("one", [Point(1), Solid("a", 2, height=3)])
def test_they_survive_being_copied_and_pickled(one: Any) -> None:
    assert copy.deepcopy(one) == copy.copy(one) == pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own


def test_they_tell_their_fields_in_order_to_whoever_matches_them() -> None:
    assert fields(Solid) == ("said", "side", "marks", "height", "seen")
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


def test_an_unknown_keyword_of_a_class_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="uncomparred"):

        class Wrong(Value, uncomparred={"x"}):
            x: int


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="z"):
        replace(Point(1), z=1)  # type: ignore[call-arg]
