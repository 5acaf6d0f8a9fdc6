"""Hands that move: all seats see the same, nobody else sees any of it, and no message says what a hand did."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from table import games
from table.emulated.people import Stack
from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.replayed import printed
from tests.web.conftest import Phone, Shown, phone, served
from tests.web.test_stream import Message, messages

HAND = ("number3.1", "number5.1", "moth2.1", "moth3.1", "moth4.1", "moth5.1", "ant1.1", "ant5.1")
# By what a hand does: the request, of seat 2, which is not the guard.
KINDS: dict[str, dict[str, Any]] = {
    "lay": {"do": "lay", "cards": ["number3.1"], "zone": "discard"},
    "as one": {"do": "lay", "cards": ["number5.1", "moth4.1"], "zone": "discard"},
    "vanish": {"do": "vanish", "card": "moth5.1"},
    "sort": {"do": "sort"},
}


@pytest.fixture
def phones(table: TableInTime) -> dict[str, Phone]:
    """Three players and a host. Seat 1 is the guard, seat 2 holds `HAND`."""
    app = served(Shown(table), most_streams=9)
    table.live.beat()
    found = {seat: phone(app) for seat in ("1", "2", "3", "host")}
    for seat in "123":
        found[seat].takes(int(seat))
    found["host"].becomes_host()
    table.live.beat()
    table.people.changed = table.controller.board.stir
    table.people.deal(Stack(2, HAND, ("number2.1",)))
    table.runs(1000)
    table.live.beat()
    return found


@contextmanager
def stream_of(phone: Phone, path: str) -> Iterator[Callable[[], list[Message]]]:
    """Follow a stream; what is given returns all that was told since."""
    with phone.get(f"/api/v1/{path}") as answer:
        pieces = iter(answer.iter_encoded())
        yield lambda: list(messages([next(pieces)]))


def does(phones: dict[str, Phone], what: str, seat: int = 2) -> Any:
    return phones[str(seat)].asks("hands", seat=seat, **KINDS[what])


def test_all_seats_see_a_hand_move_nobody_else_does_and_nobody_what_it_does(
    phones: dict[str, Phone], table: TableInTime
) -> None:
    paths = [*((seat, f"seats/{seat}/events") for seat in "123"), ("host", "events"), ("host", "host/events")]
    with ExitStack() as streams:
        hear = [streams.enter_context(stream_of(phones[who], path)) for who, path in paths]
        for one in hear:
            one()
        for what in KINDS:
            before = table.controller.board.snapshot.game

            assert does(phones, what).status_code == 200

            seen = [[one for one in now() if one[1] == "hand_moved"] for now in hear[:3]]
            after = table.controller.board.snapshot.game
            [(number, _, data)] = seen[0]
            assert seen == [seen[0]] * 3
            assert number is None, "it is no event"
            assert data == {"seat": 2, "for_ms": data["for_ms"]}
            assert 300 <= data["for_ms"] <= 1500
            assert (printed(before), before.views) == (printed(after), after.views)
            table.runs(1500)
            table.live.beat()
        phones["host"].asks("choices", choice="pause")
        table.live.beat()
        for now in hear[3:]:  # which were told of the cards
            assert "hand_moved" not in [name for _, name, _ in now()]


@pytest.mark.parametrize("game", games.names())
def test_hands_move_in_every_game(game: str, journal: Journal) -> None:
    with TableInTime(journal, game=game, seats=4) as table:
        table.starts(game, "Ana", "Ben", "Cleo", "Dan")
        table.people.follow(table.controller.board.snapshot)
        table.people.deal()
        table.runs(1500)
        table.people.follow(table.controller.board.snapshot)
        people, before = table.people, table.people.movements.number
        zone = next(zone for zone in games.find(game).zones(4) if not zone.startswith("seat."))

        people.lay(2, [people.held.hand(2)[0]], zone)
        table.runs(1500)
        people.sort(3)

        moved = people.movements.since(before)
        assert [one.seat for one in moved] == [2, 3]
        assert all(300 <= one.for_ms <= 1500 for one in moved)


def test_it_is_kept_nowhere(phones: dict[str, Phone], table: TableInTime, tmp_path: Path) -> None:
    for what in KINDS:
        does(phones, what)
        table.runs(1500)
        table.live.beat()

    with stream_of(phones["3"], "seats/3/events") as hear:
        assert "hand_moved" not in [name for _, name, _ in hear()]
    assert "moved" not in json.dumps(printed(table.controller.board.snapshot.game))
    assert "for_ms" not in json.dumps(phones["1"].gets("table"))
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert files
    assert not any(b"moved" in file.read_bytes() for file in files)


def refused(phones: dict[str, Phone], what: str = "vanish", seat: int = 2) -> str:
    answer = does(phones, what, seat)
    assert answer.status_code == 400, answer.get_data(as_text=True)
    return str(answer.get_json()["error"])


def may_vanish(phone: Phone, seat: int) -> bool:
    with phone.get(f"/api/v1/seats/{seat}/events") as answer:
        room = next(seen for _, name, seen in messages(answer.iter_encoded()) if name == "room")
    return bool(room["mine"]["may_vanish"])


def test_the_guard_lets_nothing_vanish(phones: dict[str, Phone], table: TableInTime) -> None:
    card = table.people.held.hand(1)[0]

    answer = phones["1"].asks("hands", do="vanish", seat=1, card=card)

    assert (answer.status_code, answer.get_json()["error"]) == (400, "The guard does not cheat.")
    assert table.people.movements.number == 0
    assert [may_vanish(phones[seat], int(seat)) for seat in "123"] == [False, True, True]


def test_a_last_card_does_not_vanish(phones: dict[str, Phone], table: TableInTime) -> None:
    for card in HAND[:7]:
        table.people.give(2, card, 3)

    assert not may_vanish(phones["2"], 2)
    answer = phones["2"].asks("hands", do="vanish", seat=2, card=HAND[7])
    assert answer.get_json()["error"] == "Your last card may not vanish: lay it."
    assert table.people.held.hand(2) == HAND[7:]


def test_nothing_vanishes_while_a_call_is_open(phones: dict[str, Phone], table: TableInTime) -> None:
    table.seat(1).taps()  # she draws
    table.runs(1500)
    table.seat(1).taps()
    table.live.beat()
    assert table.view["call"] is not None

    assert refused(phones) == "Nobody cheats while somebody is being checked."
    assert not may_vanish(phones["2"], 2)


def test_nothing_vanishes_while_hands_are_counted(phones: dict[str, Phone], table: TableInTime) -> None:
    table.seat(1).holds()
    table.runs(800)
    table.live.beat()
    assert [one["counting"] for one in table.view["seats"]] == [None, 0, 0]

    assert refused(phones) == "Hands are being counted: every card counts."


def test_one_card_vanishes_at_a_time(phones: dict[str, Phone], table: TableInTime) -> None:
    assert does(phones, "vanish").status_code == 200
    again = {"do": "vanish", "seat": 2, "card": "moth3.1"}
    answer = phones["2"].asks("hands", **again)
    assert (answer.status_code, answer.get_json()["error"]) == (
        400, "One card at a time: your hand is still moving.",
    )  # fmt: skip
    assert refused(phones, "sort") == "Your hand is still moving."

    table.runs(1500)

    assert phones["2"].asks("hands", **again).status_code == 200
