"""Secrets are found wherever they are told."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from cardtable_lab.simulation.leaks import Leaks
from table.board import GameSnapshot
from table.event import Delivered
from table.values import replace
from table.view import PileView, SeatView, View

HIDDEN = {"moth4.1": 3.0}


@dataclass
class Gathered:
    """People who share a secret, of whom nobody may know how many cards they hold."""

    people: Any
    secrets: dict[str, float]
    owners: dict[str, int] = field(default_factory=dict)


PEOPLE = SimpleNamespace(revealing=("card_played",), opening=("log_opened",), counts_hands=False)
GATHERING: Any = Gathered(PEOPLE, HIDDEN)
VIEW = View(running=True, seats=(SeatView(seat=1),))


def picture(*payloads: dict[str, Any], audience: str = "public", **view: Any) -> GameSnapshot:
    events = tuple(Delivered.read({"seq": n, "t": 5.0, **event}, {}) for n, event in enumerate(payloads, start=1))
    return GameSnapshot(events={audience: events}, views={"public": replace(VIEW, **view)})


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        (picture({"event": "card_played", "card": "number3.1"}), 0),
        (picture({"event": "turn_started", "hint": "moth4.1"}), 1),
        (picture({"event": "turn_started", "hint": "moth4.1"}, audience="seat:2"), 1),
        (picture({"event": "turn_started", "hint": "moth4.1"}, audience="sealed"), 0),
        (picture({"event": "play_taken_back", "card": "moth4.1", "t": 2.0}), 0),
        (picture({"event": "log_opened", "slipped": ["moth4.1"]}), 0),
        (picture({"event": "turn_started", "seq": 7}), 1),
        (picture(piles={"discard": PileView(top="moth4.1")}), 1),
        (picture(seats=(SeatView(seat=1, hand=5),)), 1),
        (picture(piles={"discard": PileView(top="moth4.1")}, running=False), 0),
    ],
    ids=[
        "another card", "everybody", "a seat", "sealed", "before it was secret", "when all is opened", "a gap",
        "a picture", "a hand's size", "no round is on",
    ],
)  # fmt: skip
def test_what_may_not_be_told_is_found(seen: GameSnapshot, found: int) -> None:
    leaks = Leaks(GATHERING)
    leaks.poll(seen, 5.0)

    assert [finding.kind for finding in leaks.found] == ["secrets_leaked"] * found


def test_of_two_dropped_as_one_either_may_be_named() -> None:
    leaks = Leaks(GATHERING)
    leaks.poll(picture({"event": "card_played", "card": "moth4.1"}, piles={"discard": PileView(top="moth4.1")}), 5.0)

    assert leaks.found == []


def test_a_card_that_everybody_has_read_already_may_go_on_standing_there_when_it_vanishes() -> None:
    gathering: Any = Gathered(PEOPLE, dict(HIDDEN))
    leaks, played = Leaks(gathering), {"event": "card_played", "card": "moth4.1"}
    stands: Any = {"piles": {"discard": PileView(top="moth4.1")}}
    leaks.poll(picture(played, **stands), 5.0)
    gathering.secrets = {}  # it was taken back; the table takes it for the one that lies there
    leaks.poll(picture(played, **stands), 6.0)
    gathering.secrets = {"moth4.1": 7.0}
    leaks.poll(picture(played, **stands), 7.0)
    assert leaks.found == []

    leaks.poll(picture(played, {"event": "turn_started", "t": 8.0, "hint": "moth1.1"}, **stands), 8.0)
    gathering.secrets |= {"moth1.1": 7.5}
    leaks.poll(picture(played, piles={"discard": PileView(top="moth1.1")}), 9.0)
    assert [finding.t for finding in leaks.found] == [9.0]


def test_an_event_is_read_once() -> None:
    leaks = Leaks(GATHERING)
    seen = picture({"event": "turn_started", "hint": "moth4.1"})
    leaks.poll(seen, 5.0)
    leaks.poll(seen, 6.0)

    assert len(leaks.found) == 1


def test_where_hands_are_counted_openly_their_sizes_are_no_secret() -> None:
    open_hands: Any = Gathered(SimpleNamespace(revealing=(), opening=(), counts_hands=True), HIDDEN)
    leaks = Leaks(open_hands)
    leaks.poll(picture(seats=(SeatView(seat=1, hand=5),)), 5.0)

    assert leaks.found == []


def test_a_card_may_be_named_by_what_turns_it_over_and_by_nothing_else() -> None:
    face_down: Any = Gathered(SimpleNamespace(revealing=("contest_settled",), opening=(), counts_hands=True), HIDDEN)
    both = Leaks(face_down), Leaks(face_down)
    both[0].poll(picture({"event": "card_played", "card": "moth4.1"}), 5.0)
    both[1].poll(picture({"event": "contest_settled", "card": "moth4.1"}), 5.0)

    assert [len(leaks.found) for leaks in both] == [1, 0]


def test_who_owns_a_secret_may_read_it_and_nobody_else() -> None:
    gathering: Any = Gathered(PEOPLE, HIDDEN, {"moth4.1": 2})
    hint = {"event": "turn_started", "hint": "moth4.1"}
    leaks = Leaks(gathering)
    leaks.poll(picture(hint, audience="seat:2"), 5.0)
    assert leaks.found == []
    leaks.poll(picture(hint, audience="seat:3"), 6.0)
    assert [finding.kind for finding in leaks.found] == ["secrets_leaked"]
