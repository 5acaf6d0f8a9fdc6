"""What robots see of others' hands: that several cards were laid as one, now and then, and nothing of the cards."""

from types import SimpleNamespace
from typing import Any

import pytest

from table.emulated.tabletop import Finger, Touch
from table.keeping.journal import Journal
from table.minds.reacting import SEES
from table.robots import attention
from table.robots.attention import Attention
from tests.minds.positions import luck
from tests.robots.persons import Person
from tests.robots.room import Room

S = 1_000_000_000
TWO = ("number1.1", "moth2.1")


def looking(*done: Touch | Finger, seed: int = 1) -> Attention:
    tabletop: Any = SimpleNamespace(watched=[])
    eyes = Attention(tabletop, luck(seed))
    for one in done:
        for look in tabletop.watched:
            look(one)
    return eyes


def test_of_two_cards_laid_as_one_somebody_sees_now_and_then_whose_hand_it_was() -> None:
    saw = [looking(Touch(TWO, "discard", 1, 0), seed=seed).saw(2, S) for seed in range(1000)]

    assert set(saw) == {(), (1,)}
    assert saw.count((1,)) / len(saw) == pytest.approx(SEES, abs=0.05)


def test_who_has_looked_elsewhere_does_not_see_it_later() -> None:
    eyes = looking(Touch(TWO, "discard", 1, 0))

    assert len({eyes.saw(2, S + n) for n in range(100)}) == 1


@pytest.mark.parametrize(
    ("done", "seat", "now_ns"),
    [
        (Touch(TWO, "discard", 2, 0), 2, S),
        (Touch(TWO, "discard", None, 0), 2, S),
        (Touch(TWO[:1], "discard", 1, 0), 2, S),
        (Touch(TWO, "seat.1", 1, 0), 2, S),
        (Touch(TWO, "discard", 1, 2 * S), 2, S),
        (Touch(TWO, "discard", 1, 0), 2, 7 * S),
        (Finger(1, True, 0), 2, S),
    ],
    ids=["own hands", "nobody knows whose", "one card", "own pad", "not yet", "long ago", "a finger"],
)
def test_what_is_not_to_be_seen(done: Any, seat: int, now_ns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attention, "SEES", 1.0)

    assert looking(done).saw(seat, now_ns) == ()


def test_the_next_card_ends_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attention, "SEES", 1.0)
    both = Touch(TWO, "discard", 1, 0)

    assert looking(both).saw(2, S) == (1,)
    assert looking(both, Touch(("ant1.1",), "discard", 3, S)).saw(2, 2 * S) == ()


def test_robots_look_at_what_people_lay(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attention, "SEES", 1.0)
    room = Room(journal, "mito", seats=3)
    answer = room.phone.asks("quick", game="mito", robots=2, kind="easy", name="Ana")
    person = Person(room, room.phone, answer.get_json()["seats"][0])
    room.runs(600)
    assert room.band is not None

    person.does("lay", cards=list(person.hand[:2]), zone="discard")
    room.runs(600)

    assert room.band.sees(2).saw == (1,)
