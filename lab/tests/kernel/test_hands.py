"""The hands that do what `pytest --table` asks for: each sentence that a person is told is understood."""

from collections.abc import Callable

import pytest

from cardtable_lab.kernel.inside.hands import Hands, Parts
from hardware.emulator.tag import Tag
from table.settings.model import Settings
from table.testing.hands import CARDS, Person

SETTINGS = Settings.model_validate(
    {
        "table": {"seats": 3, "database": "unused.db"},
        "pico": [{"name": "left"}],
        "reader": [
            {"zone": "discard", "backend": "spidev"},
            {"zone": "seat.1", "backend": "pico", "pico": "left", "channel": 0},
        ],
    }
)
DISCARD, SEAT = SETTINGS.readers


class Seen:
    """Parts that note what is done to them, in words."""

    def __init__(self, name: str, deeds: list[str]) -> None:
        self._name = name
        self._deeds = deeds

    def put(self, tag: Tag, *, spot: int = 0) -> None:
        self._deeds.append(f"{chr(tag.uid[-1])} on {self._name}, spot {spot}")

    def lift(self, tag: Tag) -> None:
        self._deeds.append(f"{chr(tag.uid[-1])} off {self._name}")

    def press(self) -> None:
        self._deeds.append(f"{self._name} down")

    def release(self) -> None:
        self._deeds.append(f"{self._name} up")

    def plug(self) -> None:
        self._deeds.append(f"{self._name} in")

    def unplug(self) -> None:
        self._deeds.append(f"{self._name} out")

    def powers(self, *, on: bool) -> None:
        self._deeds.append(f"{self._name} {'on' if on else 'off'}")


@pytest.fixture
def deeds() -> list[str]:
    return []


@pytest.fixture
def person(deeds: list[str]) -> Person:
    """Whoever is asked by the tests of a table; the light of seat 2 alone is on."""
    names = {reader.title: reader.served[0] for reader in (DISCARD, SEAT)}
    parts = Parts(
        pads={title: Seen(zone, deeds) for title, zone in names.items()},
        supplies={title: Seen(zone, deeds).powers for title, zone in names.items()},
        buttons={seat: Seen(str(seat), deeds) for seat in (1, 2, 3)},
        lights={1: lambda: False, 2: lambda: True},
        plugs={"left": Seen("left", deeds)},
    )
    return Person(Hands(parts, sleep=lambda seconds: deeds.append("long") if seconds >= 1 else None).do)


@pytest.mark.parametrize(
    ("asks", "done"),
    [
        (lambda one: one.lay(("A",), DISCARD), ["A on discard, spot 0"]),
        (lambda one: one.lay(("A", "B"), SEAT), ["A on seat.1, spot 0", "B on seat.1, spot 1"]),
        (lambda one: one.cut(SEAT), ["seat.1 off"]),
        (lambda one: one.mend(SEAT), ["seat.1 on"]),
        (lambda one: one.press((2,), 100), ["2 down", "2 up"]),
        (lambda one: one.press((2,), 1000), ["2 down", "long", "2 up"]),
        (lambda one: one.press((3, 1), 100, 40), ["3 down", "3 up", "1 down", "1 up"]),
        (lambda one: one.agree(2, "the light of seat 2 is on"), ["2 down", "2 up"]),
        (lambda one: one.agree(2, "the light of seat 2 is off"), []),
        (lambda one: one.agree(1, "the light of seat 1 is off"), ["1 down", "1 up"]),
        (lambda one: one.unplug("left"), ["left out"]),
        (lambda one: one.replug("left"), ["left in"]),
    ],
)
def test_a_wish_is_done(asks: Callable[[Person], None], done: list[str], person: Person, deeds: list[str]) -> None:
    asks(person)

    assert deeds == done


def test_a_card_lies_on_one_reader_at_a_time(person: Person, deeds: list[str]) -> None:
    person.lay(("A", "B"), DISCARD)
    person.lay(("B",), SEAT)
    person.clear(DISCARD)
    person.lift(CARDS, SEAT)

    laid = ["A on discard, spot 0", "B on discard, spot 1"]
    assert deeds == [*laid, "B off discard", "B on seat.1, spot 0", "A off discard", "B off seat.1"]


def test_what_nobody_asks_for_is_refused() -> None:
    hands = Hands(Parts(pads={}, supplies={}, buttons={}, lights={}, plugs={}))

    with pytest.raises(ValueError, match=r"^nobody knows how to do this: Shuffle the cards\.$"):
        hands.do("Shuffle the cards.")
    with pytest.raises(KeyError):
        hands.do("Tap the button of seat 9.")
