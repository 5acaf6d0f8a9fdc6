"""Values are what frozen dataclasses of the standard library are: hypothesis holds one against the other."""

import copy
import pickle
import weakref
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, asdict, astuple, dataclass, field, fields, is_dataclass
from dataclasses import replace as slowly_replaced
from functools import cached_property
from inspect import signature
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.values import replace, value

T = TypeVar("T")
Maker = Callable[[type[Any]], type[Any]]
NAMES = ("a", "b", "self", "cls", "field", "name")
VALUES = st.none() | st.integers(0, 2) | st.booleans() | st.text("xy", max_size=1) | st.tuples(st.integers(0, 1))


class Said(NamedTuple):
    """What a class says of one of its fields."""

    name: str
    default: Any
    made: bool
    kw_only: bool
    compare: bool
    hash: bool | None
    repr: bool
    init: bool

    def field(self) -> Any:
        extra = {"default_factory": list} if self.made else {} if self.default is MISSING else {"default": self.default}
        return field(
            kw_only=self.kw_only, compare=self.compare, hash=self.hash, repr=self.repr, init=self.init, **extra
        )


def a_field(name: str) -> st.SearchStrategy[Said]:
    return st.builds(
        Said,
        name=st.just(name),
        default=st.just(MISSING) | VALUES,
        made=st.booleans(),
        kw_only=st.booleans(),
        compare=st.booleans(),
        hash=st.sampled_from((None, None, True, False)),
        repr=st.booleans(),
        init=st.just(True) | st.booleans(),
    ).filter(lambda said: said.init or said.made or said.default is not MISSING)


CLASSES = st.lists(st.sampled_from(NAMES), unique=True, max_size=4).flatmap(
    lambda names: st.tuples(*(a_field(name) for name in names))
)


def made_by(maker: Maker, said: tuple[Said, ...], base: type[Any] = object) -> type[Any]:
    held: dict[str, Any] = {one.name: one.field() for one in said}
    return maker(
        type("Told", (base,), held | {"__annotations__": {one.name: object for one in said}, "__doc__": "Told."})
    )


def over(maker: Maker, *levels: tuple[Said, ...]) -> type[Any] | type[TypeError]:
    """Return a class over its base; TypeError if a field without a default comes after one with a default."""
    kind: type[Any] = object
    for said in levels:
        try:
            kind = made_by(maker, said, kind)
        except TypeError:
            return TypeError
    return kind


def outcome(work: Callable[[], Any]) -> Any:
    """Return what comes of it: a result, or the kind of error and, of one about fields, its words."""
    try:
        return work()
    except FrozenInstanceError as error:
        return (type(error), str(error))
    except (TypeError, AttributeError) as error:
        return type(error)


def told_of(one: Field[Any]) -> tuple[Any, ...]:
    return (
        one.name,
        one.type,
        one.default,
        one.default_factory,
        one.init,
        one.repr,
        one.compare,
        one.hash,
        one.kw_only,
    )


@pytest.mark.long
@given(CLASSES, CLASSES, st.data())
def test_a_value_does_what_a_frozen_dataclass_does(base: Any, derived: Any, data: st.DataObject) -> None:
    ours, theirs = over(value, base, derived), over(dataclass(frozen=True), base, derived)
    if TypeError in (ours, theirs):
        assert ours is theirs
        return

    assert [told_of(one) for one in fields(ours)] == [told_of(one) for one in fields(theirs)]
    assert [getattr(ours, name, MISSING) for name in NAMES] == [getattr(theirs, name, MISSING) for name in NAMES]
    assert ours.__match_args__ == theirs.__match_args__
    assert [*signature(ours).parameters] == [*signature(theirs).parameters]
    taken = [one.name for one in fields(ours) if one.init]
    said = st.fixed_dictionaries({}, optional=dict.fromkeys(taken or ["a"], VALUES))
    one, other = (data.draw(said) for _ in range(2))
    mine, its = outcome(lambda: ours(**one)), outcome(lambda: theirs(**one))
    if TypeError in (mine, its):  # something is missing, or not known
        assert mine is its
        return
    is_like(mine, its)
    if outcome(lambda: ours(**other)) is not TypeError:
        assert (mine == ours(**other)) is (its == theirs(**other))


def is_like(ours: Any, theirs: Any) -> None:
    assert repr(ours) == repr(theirs)
    assert outcome(lambda: hash(ours)) == outcome(lambda: hash(theirs))
    assert vars(ours) == vars(theirs)
    assert asdict(ours) == asdict(theirs)
    assert astuple(ours) == astuple(theirs)
    for name in ("a", "unheard_of"):
        assert outcome(lambda: setattr(ours, name, 1)) == outcome(lambda: setattr(theirs, name, 1))  # noqa: B023
        assert outcome(lambda: delattr(ours, name)) == outcome(lambda: delattr(theirs, name))  # noqa: B023
    copied = copy.copy(ours)
    assert (copied == ours, vars(copied)) == (True, vars(ours))
    assert ours != theirs


@value
class Laid:
    """A card that was laid."""

    many: ClassVar[int] = 2

    card: str
    seat: int = 1
    under: "Laid | None" = None
    tags: list[str] = field(default_factory=list, compare=False)

    @cached_property
    def said(self) -> str:
        return f"{self.card} by {self.seat}"


def test_a_value_is_a_dataclass() -> None:
    laid = Laid("owl", 2, under=Laid("fox"))

    assert is_dataclass(Laid)
    assert [one.name for one in fields(Laid)] == ["card", "seat", "under", "tags"]
    assert repr(laid.under) == "Laid(card='fox', seat=1, under=None, tags=[])"
    assert slowly_replaced(laid, seat=3) == replace(laid, seat=3) == Laid("owl", 3, laid.under)
    assert len({laid, copy.deepcopy(laid), pickle.loads(pickle.dumps(laid))}) == 1  # noqa: S301
    assert laid.tags is not Laid("owl").tags
    assert weakref.ref(laid)() is laid
    match laid:
        case Laid(card, seat):
            assert (card, seat) == ("owl", 2)


@pytest.mark.parametrize("copied", [replace, slowly_replaced])
def test_a_copy_forgets_what_a_cached_property_has_kept(copied: Any) -> None:
    @value
    class Square:
        side: int

        @cached_property
        def area(self) -> int:
            return self.side**2

    small = Square(2)

    assert (small.area, copied(small, side=3).area) == (4, 9)


def test_what_is_worked_out_of_a_value_is_no_part_of_it() -> None:
    laid = Laid("owl")

    assert laid.said == "owl by 1"
    assert laid == Laid("owl")
    assert hash(laid) == hash(("owl", 1, None))


def test_a_value_cannot_be_changed() -> None:
    laid: Any = Laid("owl")

    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'seat'"):
        laid.seat = 2
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'colour'"):
        laid.colour = "red"
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'seat'"):
        del laid.seat
    assert laid == Laid("owl")


def test_a_value_within_itself_can_be_shown() -> None:
    laid = Laid("owl")
    laid.tags.append(laid)  # type: ignore[arg-type]

    assert repr(laid) == "Laid(card='owl', seat=1, under=None, tags=[...])"


@pytest.mark.parametrize("first", [value, dataclass(frozen=True)])
@pytest.mark.parametrize("second", [value, dataclass(frozen=True)])
def test_values_and_frozen_dataclasses_derive_from_each_other(first: Maker, second: Maker) -> None:
    @first
    class Known:
        card: str

    @second
    class Placed(Known):
        zone: str = "discard"

        def __post_init__(self) -> None:
            object.__setattr__(self, "card", self.card.upper())

    placed: Any = Placed("owl")  # type: ignore[call-arg]

    assert repr(placed).endswith("Placed(card='OWL', zone='discard')")
    assert (placed == Placed("owl"), placed == Known("OWL")) == (True, False)  # type: ignore[call-arg]
    assert hash(placed) == hash(("OWL", "discard"))
    with pytest.raises(FrozenInstanceError):
        placed.card = "fox"


def test_a_value_derives_from_nothing_that_changes() -> None:
    @dataclass
    class Changing:
        card: str

    with pytest.raises(TypeError, match="cannot inherit frozen dataclass from a non-frozen one"):
        value(type("Placed", (Changing,), {}))
    with pytest.raises(TypeError, match="cannot inherit non-frozen dataclass from a frozen one"):
        dataclass(type("Changing", (Laid,), {}))


def test_what_an_undecorated_class_adds_can_be_changed() -> None:
    class Watched(Laid):
        seen = 0

    watched = Watched("owl")
    watched.seen += 1

    assert (watched.seen, watched == Watched("owl"), watched == Laid("owl")) == (1, True, False)
    with pytest.raises(FrozenInstanceError):
        watched.seat = 2  # type: ignore[misc]
    del watched.seen
    assert watched.seen == 0


def test_a_value_keeps_the_methods_that_its_class_has() -> None:
    @value
    class Counted:
        number: int

        def __init__(self, number: int) -> None:
            object.__setattr__(self, "number", number % 10)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, int) and other == self.number

        def __repr__(self) -> str:
            return f"#{self.number}"

    assert (Counted(12) == 2, repr(Counted(12)), hash(Counted(12))) == (True, "#2", hash((2,)))


def test_a_value_may_be_of_any_type() -> None:
    @value
    class Of(Generic[T]):
        what: T

    assert Of[int](1) == Of(1)


def test_methods_are_compiled_when_they_are_first_asked_for() -> None:
    kind = made_by(value, (Said("a", 1, False, False, True, None, True, True),))
    before = {name: vars(kind)[name] for name in ("__init__", "__eq__", "__hash__")}

    assert kind() == kind()

    assert vars(kind)["__init__"] is kind.__init__ is not before["__init__"]
    assert vars(kind)["__eq__"] is kind.__eq__ is not before["__eq__"]
    assert vars(kind)["__hash__"] is before["__hash__"]
