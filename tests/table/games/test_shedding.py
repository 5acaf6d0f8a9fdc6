"""What games share in which people lay a hand on one pile: `table.games.kit.shedding`, with the smallest such game."""

from enum import Enum
from typing import Any, ClassVar

import pytest

from table import events
from table.cards import shipped_deck
from table.complaints import BadInput
from table.games.game import Options, Setup
from table.games.kit import rounds, shedding
from table.games.kit.actions import GiveTurn, PutRight, Reshuffle
from table.games.kit.corrections import refused_play
from table.games.kit.shedding import PILE, Give, Lay, ShedRound, TakeUp
from table.games.kit.standard52 import PlayingCard
from table.games.words import refusal
from table.saying import say
from table.values import replace

Phase = Enum("Phase", "EXCHANGE PLAYING BETWEEN OVER")
CARDS = {str(card["code"]): PlayingCard(**card) for card in shipped_deck("standard52")}


class Agreed(Options):
    rounds: int = 1


class Closed(ShedRound[Options, PlayingCard]):
    face_down: ClassVar[bool] = True


def _lay(state: Any, action: Lay) -> Any:
    after, delivered = state.laid(action)
    return replace(after, laying=(*state.laying, action.card)), delivered


ROUNDS = rounds.Rounds[Any](lambda setup, *_: began(setup=setup), opening=shedding.round_started)
BOOK = shedding.book(
    ROUNDS,
    lambda state, action: state.why_not_now(action.seat),
    {Lay: _lay},
    by_host={**shedding.GIVE_TURN, **shedding.RESHUFFLE},
)


def set_up(cards: int = 52, placement: Any = "pile") -> Setup:
    kept = dict(list(CARDS.items())[:cards])
    return Setup("snip", ("Ana", "Ben", "Cleo"), Agreed(), kept, 1, {PILE: placement}, {})


def began(kind: Any = ShedRound, setup: Setup | None = None) -> Any:
    return replace(shedding.begun(kind, Phase.PLAYING, setup or set_up(), 1, 1), totals={1: 0, 2: 0, 3: 0})


def after(state: Any, *actions: Any) -> Any:
    for action in actions:
        state, _ = BOOK.apply(state, action)
    return state


def test_all_are_dealt_as_many_and_the_rest_is_left() -> None:
    state = began()

    assert (state.hands, state.draw, state.turn) == ({1: 17, 2: 17, 3: 17}, 1, 1)
    with pytest.raises(BadInput):
        began(setup=set_up(cards=2))


def test_a_card_is_laid_and_taken_up_again_by_the_seat_in_turn_alone() -> None:
    state, delivered = BOOK.apply(began(), Lay(1, "as"))
    assert delivered == (events.CardPlayed(1, PILE, "as"),)
    assert (state.hands[1], state.on(PILE)) == (16, {"as"})
    assert BOOK.why_not(state, TakeUp(2, "as")) is not None

    back = after(state, TakeUp(1, "as"))
    assert (back.hands[1], back.pile, back.laying) == (17, (), ())
    assert [TakeUp(1, "as") in BOOK.actions(one, 1, ()) for one in (state, back)] == [True, False]


def test_a_card_that_was_refused_may_lie_once_it_is_laid_again() -> None:
    refused, _ = refused_play(began(), Lay(2, "as"), refusal("not now"), 2)
    assert BOOK.why_not(refused, Lay(1, "2s")).reason == "correction_pending"  # type: ignore[union-attr]

    _, delivered = refused.laid(Lay(1, "as"))
    assert delivered == (events.CorrectionClosed(PILE), events.CardPlayed(1, PILE, "as"))
    assert after(refused, PutRight("as")).wrong == {}
    assert shedding.standing(refused, None) == (Lay(2, "as"),)
    assert shedding.standing(replace(refused, laying=("2s",)), None) == ()


def test_the_first_turn_begins_once_all_that_is_owed_was_given() -> None:
    owing = replace(began(), phase=Phase.EXCHANGE, debts=((3, 1), (3, 1), (1, 3)))
    gifts = [one for one in shedding.round_started(owing) if isinstance(one, events.GiftOwed)]
    assert gifts == [events.GiftOwed(3, 1, 2), events.GiftOwed(1, 3, 1)]
    assert str(BOOK.why_not(owing, Lay(1, "as")).text) == "First exchange cards."  # type: ignore[union-attr]
    assert BOOK.why_not(owing, Give(2, 1)) is not None
    assert [(one.to, one.count) for one in shedding.owes(owing, 3)] == [(1, 2)]

    assert after(owing, Give(3, 1), Give(3, 1)).phase is Phase.EXCHANGE
    given = after(owing, *owing.means("as", None))
    assert (given.phase, given.turn, given.pile) == (Phase.PLAYING, 1, ("as",)), "who lays a card has got all"


def test_the_host_shuffles_all_but_the_top_card_and_gives_the_turn() -> None:
    state = after(began(), Lay(1, "as"), Lay(1, "2s"))
    shuffled = after(state, Reshuffle())

    assert (shuffled.draw, shuffled.pile) == (2, ("2s",))
    assert BOOK.why_not(shuffled, Reshuffle()) is not None
    assert after(state, GiveTurn(3)).turn == 3


def test_face_down_nobody_is_told_which_card_it_is() -> None:
    played = events.CardPlayed(1, PILE, "as")
    shown = [shedding.show(played, audience) for audience in ("seat:1", "public", "sealed")]
    assert [getattr(one, "card", "") for one in shown] == [None, None, "as"]

    wrong, _ = refused_play(began(Closed), Lay(2, "as"), refusal("not now"), 2)
    hidden = shedding.shared(wrong, ROUNDS, best=say("most win"), own=lambda _: "")
    assert hidden["correction"].cards == ()
    assert (hidden["piles"][PILE].top, hidden["piles"][PILE].wrong) == (None, 1)
    assert str(wrong.how_to_put_right()) == "take the last card off the pile again"
    assert "ace" not in str(replace(wrong, setup=set_up(placement="tap")).how_to_put_right())


def test_people_are_told_how_to_deal_and_how_many_all_hold() -> None:
    shown = [shedding.shared(began(), ROUNDS, best="", own=lambda _: "Lay.", deals=deals) for deals in (True, False)]

    assert [list(map(str, one["sentences"])) for one in shown] == [
        ["Deal 17 cards each. Put 1 card aside, unseen.", "Lay."],
        ["Lay."],
    ]
    assert [one.hand for one in shown[0]["seats"]] == [17, 17, 17]


def test_cards_of_an_earlier_pile_are_not_taken_for_wrong_after_an_undo() -> None:
    before, lying = began(), {PILE: frozenset({"as", "2s"})}
    now = after(before, Lay(1, "as"))

    assert shedding.restored_but_for_taken(before, now, lying)[0].wrong == {"as": PILE}
