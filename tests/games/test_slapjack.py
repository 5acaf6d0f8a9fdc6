"""Slapjack: its scripts on piles and on pads, what is rare, what it says, and a whole game of robots."""

import json
from typing import Any

import pytest

from table import facts
from table.facts import CardArrived, GameStarted, Press, TimePassed, micros
from table.games.game import prepare
from table.games.kit.races import CloseSlap, Recent, Slap
from table.games.kit.slapped import Lay, Phase
from table.judging.session import Session
from table.values import replace, to_json

slapjack = pytest.importorskip("slapjack")
GAME, BOOK, State = slapjack.SLAPJACK, slapjack.rules.BOOK, slapjack.rules.State


def replayed(*lines: dict[str, Any], **started: Any) -> Any:
    first = {"t": 0, "fact": "game_started", "game": "slapjack", "players": ["Ana", "Ben"], **started}
    session, _ = Session.replay([facts.parse(json.dumps(line)) for line in (first, *lines)])
    return to_json(session.view("public"))


def card(t: float, code: str, fact: str = "card_arrived") -> dict[str, Any]:
    return {"t": t, "fact": fact, "zone": "discard", "card": code}


def slap(t: float, seat: int, error_ms: float = 1) -> tuple[dict[str, Any], dict[str, Any]]:
    down = {"t": t, "fact": "button_down", "seat": seat, "error_ms": error_ms}
    return down, {"t": t + 0.05, "fact": "button_up", "seat": seat}


def hands(view: Any) -> list[int]:
    return [seat["hand"] for seat in view["seats"]]


def passes(t: float) -> dict[str, Any]:
    return {"t": t, "fact": "time_passed"}


def test_the_first_of_two_hands_takes_the_pile() -> None:
    view = replayed(card(1, "5h"), card(2, "jh"), *slap(2.3, 2), *slap(2.4, 1))

    assert hands(view) == [25, 27]
    assert (view["turn"], view["race"], view["piles"]["discard"]["count"]) == (1, None, 0)


def test_a_race_waits_half_a_second_for_stamps_that_come_late() -> None:
    one = (card(1, "5h"), card(2, "jh"), *slap(2.3, 2))

    assert replayed(*one, passes(2.7), players=["Ana", "Ben", "Cleo"])["race"] is not None
    assert replayed(*one, passes(2.9), players=["Ana", "Ben", "Cleo"])["race"] is None


def test_a_press_shortly_before_the_tag_is_read_is_a_slap_and_an_earlier_one_is_false() -> None:
    assert hands(replayed(card(1, "5h"), *slap(1.7, 2), card(2, "jh"), *slap(2.2, 1), passes(3))) == [25, 27]
    assert hands(replayed(card(1, "5h"), *slap(1.5, 2), card(2, "jh"), *slap(2.2, 1), passes(3))) == [28, 24]


def test_who_gives_for_a_slap_at_the_own_card() -> None:
    view = replayed(card(1, "5h"), *slap(2, 1), passes(3), players=["Ana", "Ben", "Cleo"])

    assert hands(view) == [16, 18, 17], "18, 17, 17 were dealt"


def test_a_jack_on_which_a_card_lies_is_lost() -> None:
    view = replayed(card(1, "5h"), card(2, "jh"), card(3, "6h"), *slap(3.2, 1), passes(5))

    assert view["piles"]["discard"] == {"top": "6h", "count": 3}
    assert hands(view) == [24, 25], "who slaps just then is only late"


def test_a_card_in_an_open_race_comes_off() -> None:
    view = replayed(card(1, "5h"), card(2, "jh"), *slap(2.3, 1), card(2.4, "6h"), passes(4))

    assert view["correction"] == {"zone": "discard", "cards": ["6h"]}
    assert hands(view) == [27, 25]


def test_an_undo_takes_back_a_race_with_its_jack() -> None:
    undo = {"t": 4, "fact": "choice_made", "seat": 0, "choice": "undo"}
    view = replayed(card(1, "5h"), card(2, "jh"), *slap(2.3, 2), *slap(2.4, 1), undo)

    assert hands(view) == [25, 26]
    assert view["turn"] == 2
    assert view["correction"] == {"zone": "discard", "cards": ["jh"]}


def state(**changed: Any) -> Any:
    started = GameStarted(0, "slapjack", ["Ana", "Ben", "Cleo"], changed.pop("options", {}))
    begun: Any = GAME.start(prepare(GAME, started))[0].round
    fields = {name: getattr(begun, name) for name in State.__struct_fields__}
    return State(**{**fields, "phase": Phase.PLAYING, "totals": {1: 0, 2: 0, 3: 0}, **changed})


def names(delivered: tuple[Any, ...]) -> list[str]:
    return [event.name for event in delivered]


def test_who_has_no_card_slaps_at_the_next_jack_and_only_at_that() -> None:
    before = state(hands={1: 3, 2: 1, 3: 0}, turn=1, laid=("2c", "3c", "4c"), by=3)

    racing, _ = BOOK.apply(before, Lay(1, "jc"))
    lost, delivered = BOOK.apply(BOOK.apply(racing, Slap(2))[0], CloseSlap())
    assert (lost.out, lost.hands) == (frozenset({3}), {1: 2, 2: 5, 3: 0})
    assert names(delivered) == ["race_closed", "pile_won", "player_out", "turn_started"]
    back, _ = BOOK.apply(BOOK.apply(racing, Slap(3))[0], CloseSlap())
    assert (back.out, back.hands[3]) == (frozenset(), 4)


def test_a_last_card_that_is_a_jack_is_not_the_last_chance() -> None:
    before = state(hands={1: 1, 2: 5, 3: 5}, turn=1, laid=("2c",), by=3)

    racing, _ = BOOK.apply(before, Lay(1, "jc"))
    assert BOOK.apply(BOOK.apply(racing, Slap(2))[0], CloseSlap())[0].out == frozenset()


def test_without_a_last_chance_who_has_no_card_is_out() -> None:
    after, _ = BOOK.apply(state(hands={1: 1, 2: 5, 3: 5}, turn=1, options={"last_chance": False}), Lay(1, "2c"))

    assert after.out == {1}


def test_whoever_has_all_cards_has_won() -> None:
    racing, _ = BOOK.apply(state(hands={1: 50, 2: 1, 3: 0}, turn=2, laid=("2c",), by=1), Lay(2, "jc"))
    after, delivered = BOOK.apply(BOOK.apply(racing, Slap(1))[0], CloseSlap())

    assert after.over
    assert (names(delivered)[-1], getattr(delivered[-1], "winners", None)) == ("game_ended", (1,))


def test_the_pile_goes_to_whoever_laid_the_very_last_card() -> None:
    after, delivered = BOOK.apply(state(hands={1: 1, 2: 0, 3: 0}, turn=1), Lay(1, "2c"))

    assert names(delivered) == ["card_played", "pile_won", "game_ended"]
    assert (after.over, getattr(delivered[-1], "winners", None)) == (True, (1,))


def test_who_comes_back_has_the_turn_if_it_is_theirs_by_place() -> None:
    racing, _ = BOOK.apply(state(hands={1: 0, 2: 5, 3: 3}, turn=3, laid=("2c",), by=2), Lay(3, "jc"))
    assert racing.turn == 2, "unless somebody slaps"

    assert BOOK.apply(BOOK.apply(racing, Slap(1))[0], CloseSlap())[0].turn == 1
    assert BOOK.apply(BOOK.apply(racing, Slap(2))[0], CloseSlap())[0].turn == 2


@pytest.mark.parametrize(("at", "under", "wrong"), [(2.5, 0, True), (3, 1, False)])
def test_a_card_that_comes_just_after_a_false_slap_is_not_its_price(at: float, under: int, wrong: bool) -> None:
    """Whoever has the turn laid it before the slap was known to be false."""
    options = {"false_slap": "under_pile"}
    view = replayed(card(1, "5h"), *slap(2, 1), card(at, "6h"), options=options)

    assert (view["correction"] is not None, view["piles"]["discard"]["count"]) == (wrong, 1 + under)
    assert hands(view) == [25 - under, 26]


def test_a_card_that_comes_just_after_a_false_slap_is_of_whoever_had_the_turn() -> None:
    """The last card of seat 1 goes to seat 2, while seat 1 lays it; then it is seat 2's turn."""
    begun = GAME.play(state(hands={1: 1, 2: 5, 3: 3}, turn=1, laid=("2c",), by=3))
    (wrong,) = GAME.readings(replace(begun, recent=(Recent(Press(1, micros(1)), 1),)), TimePassed(micros(1.5)))
    after = replace(wrong.noted, round=BOOK.apply(begun.round, *wrong.actions)[0])

    assert after.round.turn == 2
    assert GAME.readings(after, CardArrived(micros(1.6), "discard", "5h"))[0].actions == (Lay(1, "5h"),)
    assert GAME.readings(after, CardArrived(micros(2.1), "discard", "5h"))[0].actions == (Lay(2, "5h"),)
