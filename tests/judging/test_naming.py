"""What do I hold? A card that touches the own pad while the button is down is named to that seat alone."""

from typing import Any

import pytest

from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    Fact,
    GameStarted,
    Placement,
    ReaderLost,
    TimePassed,
    micros,
)
from table.judging.session import Session, dump
from table.values import to_json

PADS: dict[str, Placement] = {f"seat.{seat}": "tap" for seat in (1, 2, 3)}
SENT = ("seq", "t")
CARDS = {"mito": "spider4.1", "mytho": "7h", "nur_mut": "nm07"}


BASES = {
    "mito": {"discard": "number1.1"},
    "mytho": {"visible": "5h"},
    "nur_mut": {"pile.1": "nm01", "pile.2": "nm02", "pile.3": "nm03"},
    "mythology_go": {},
}


def begun(game: str, **more: Any) -> Session:
    """Begin a game, and turn up its first cards: it is Ana's turn."""
    session = Session(GameStarted(0, game, ["Ana", "Ben", "Cleo"], placement=PADS, **more))
    for n, (zone, card) in enumerate(BASES[game].items()):
        session.take(CardArrived(micros(n / 10), zone, card))
    session.take(TimePassed(micros(1)))
    return session


def namings(session: Session, *facts: Fact) -> list[tuple[str, dict[str, Any]]]:
    """Take facts; return what was told, with its audience."""
    lines = sorted((line for fact in facts for line in session.take(fact)), key=lambda line: (line.t, line.audience))
    return [(line.audience, {name: what for name, what in dump(line).items() if name not in SENT}) for line in lines]


def asked(seat: int, card: str, at: float) -> list[Fact]:
    """Press, touch the pad with a card, let go."""
    down, touch, up = micros(at), micros(at + 0.3), micros(at + 1.5)
    return [
        ButtonDown(down, seat),
        CardArrived(touch, f"seat.{seat}", card),
        ButtonUp(up, seat),
        TimePassed(up + 10**6),
    ]


@pytest.mark.parametrize("game", CARDS)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_card_is_named_to_whoever_asks_and_nothing_else_happens(game: str, seat: int) -> None:
    session, named = begun(game), {"event": "held_card_named", "seat": seat, "card": CARDS[game]}
    before = to_json(session.view("public"))

    assert namings(session, *asked(seat, CARDS[game], 2)) == [("sealed", named), (f"seat:{seat}", named)]
    assert to_json(session.view("public")) == before
    assert before["turn"] == 1


def test_one_press_is_enough_for_a_whole_hand_and_the_next_one_means_what_it_always_does() -> None:
    session = begun("mito")
    cards = ["ant5.1", "moth2.1", "number3.1"]
    touches = [CardArrived(micros(2.5 + n), "seat.2", card) for n, card in enumerate(cards)]

    lines = namings(session, ButtonDown(micros(2), 2), *touches, ButtonUp(micros(9), 2), TimePassed(micros(11)))

    assert [event["card"] for audience, event in lines if audience == "seat:2"] == cards
    assert {audience for audience, _ in lines} == {"seat:2", "sealed"}
    assert "hands_due" in str(namings(session, ButtonDown(micros(12), 2), TimePassed(micros(13))))  # "my hand is empty"


def test_a_card_that_comes_before_the_press_or_after_a_hold_is_not_named() -> None:
    session = begun("mytho")
    early = [CardArrived(micros(1.5), "seat.2", "7h"), ButtonDown(micros(2), 2), ButtonUp(micros(2.1), 2)]
    late = [ButtonDown(micros(4), 2), CardArrived(micros(4.7), "seat.2", "7h"), ButtonUp(micros(5), 2)]

    assert namings(session, *early, *late) == []


def test_nobody_is_told_what_another_touches() -> None:
    session = begun("mytho")

    assert (
        namings(session, ButtonDown(micros(2), 1), CardArrived(micros(2.2), "seat.2", "7h"), ButtonUp(micros(3), 1))
        == []
    )


def test_a_robots_card_is_named_to_nobody() -> None:
    session = begun("mytho", options={"hand_size": 1}, robots={"2": "easy"}, rows=True)
    session.take(CardArrived(micros(1.5), "seat.2", "7h"))
    assert session.rows == {2: ("7h",)}

    lines = namings(session, ButtonDown(micros(2), 1), CardArrived(micros(2.2), "seat.1", "7h"))

    assert "held_card_named" not in str(lines)


def test_where_cards_are_laid_on_pads_the_button_closes_them() -> None:
    session = begun("mythology_go")

    assert "held_card_named" not in str(namings(session, *asked(1, "harpy.1", 2)))


def test_a_hand_that_is_counted_is_counted() -> None:
    session = begun("mito")
    namings(session, ButtonDown(micros(5), 1), ButtonUp(micros(6), 1), TimePassed(micros(8)))
    assert session.counted == (2, 3)

    lines = namings(session, ButtonDown(micros(9), 2), CardArrived(micros(9.1), "seat.2", "ant5.1"))

    assert "held_card_named" not in str(lines)


def test_a_press_that_was_for_a_card_keeps_no_contest_open() -> None:
    session = begun("mytho")
    namings(session, CardArrived(micros(2), "hidden", "6h"))

    lines = namings(session, *asked(3, "qh", 2.5), TimePassed(micros(60)))

    assert "contest_made" not in str(lines)
    assert "turn_started" in str(lines)


def test_a_pad_that_the_game_has_no_use_for_stops_nothing() -> None:
    session = begun("nur_mut")
    before = to_json(session.view("public"))["prompt"]

    lines = namings(session, CardArrived(micros(2), "seat.2", "nm07"), CardLeft(micros(2.5), "seat.2", "nm07"))

    assert lines == []
    session.take(ReaderLost(micros(3), "seat.2"))
    assert to_json(session.view("public"))["prompt"] == before
