"""Readings of facts, the public view, and the rules behind each event.

The view is an allow-list: it shows how many cards each player holds and what was said, but no cards on the pile.
"""

from typing import Any

from cheat.rules import ROUNDS, Call, Claim, Name, State
from table.facts import ChoiceMade, Pressed, Tapped
from table.games.game import Reading, Says
from table.games.kit import shedding
from table.games.kit.fingers import Fingers
from table.games.kit.reading import chooses, does
from table.games.kit.reasons import READ, because, usual
from table.games.kit.standard52 import of_rank
from table.games.moment import Answers
from table.games.words import joined, many, say
from table.saying import NOTHING, Text
from table.view import TakeBackView, View

Play = Fingers[State]
Readings = tuple[Reading[Play, Any], ...]
show = shedding.show


def _pressed(play: Play, fact: Pressed) -> Readings:
    """Interpret a press as a call as soon as the button goes down, so that the first press counts (CH-08)."""
    claim, seat = play.round.claim, fact.press.seat
    return does(play, Call(seat), says=Says("call", say("Cheat!"))) if claim is not None and seat != claim.seat else ()


def _tapped(play: Play, fact: Tapped) -> Readings:
    """Interpret a tap by the seat whose turn it is as naming the usual rank for the cards just laid (CH-06)."""
    state, seat = play.round, fact.press.seat
    if not state.laying or seat != state.turn:
        return ()
    says = say("{count} x {rank}", count=len(state.laying), rank=of_rank(state.ranks[0]))
    return does(play, Name(seat, state.ranks[0]), says=Says("claim", says))


READERS = {**shedding.READERS, Pressed: _pressed, Tapped: _tapped, ChoiceMade: chooses({"claim": Name})}


class CheatView(View, kw_only=True):
    """The public view: the `claim` that may be doubted, and how many cards the current player is `laying`.

    `rank` is the last rank named; `ranks` may be named next, the usual one first.
    """

    claim: Claim | None = None
    laying: int = 0
    rank: int | None = None
    ranks: tuple[int, ...] = ()


def view(state: State) -> CheatView:
    """Return the public view."""
    claim, headline = state.claim, NOTHING
    if claim is not None:
        who, rank = state.setup.name(claim.seat), of_rank(claim.rank)
        headline = say("{who}: {count} x {rank}", who=who, count=claim.count, rank=rank)
    waiting = [seat for seat in state.setup.seats if claim is not None and seat != claim.seat]
    best, deals = say("the fewest cards win"), not state.pile and state.taker is None
    return CheatView(
        **shedding.shared(state, ROUNDS, best=best, own=_prompt, headline=headline, deals=deals, waiting=waiting),
        take_back=TakeBackView(seat=state.turn, zone=shedding.PILE) if state.laying else None,
        claim=claim,
        laying=len(state.laying),
        rank=state.rank,
        ranks=state.ranks,
    )


def _prompt(state: State) -> Text:
    """Return the prompt, which says who has to do what."""
    claim, near, who = state.claim, state.options.ranks == "near", state.setup.name(state.turn or 0)
    given = {"who": who, "count": len(state.laying), "rank": of_rank(state.ranks[0])}
    if state.laying and near:
        return say("{who}: tap for “{count} x {rank}”, name another rank on your phone, or lay more.", **given)
    if state.laying:
        return say("{who}: tap for “{count} x {rank}”, or lay more.", **given)
    if claim is not None and not state.hands[claim.seat]:  # CH-14
        return say("{who}: it was the last card! Tap to call “Cheat!”, or lay a card.", who=who)
    taker = NOTHING if state.taker is None else say("{who}: take the pile.", who=state.setup.name(state.taker))
    rank = NOTHING if near else say("The next rank: {rank}.", rank=given["rank"])
    lay = many("{who}: lay a card face down.", "{who}: lay 1 to {count} cards.", state.options.most_cards, who=who)
    doubt = NOTHING if claim is None else say("Do you doubt the last ones? Tap to call “Cheat!”")
    return joined([taker, lay, rank, doubt])


_DOUBTED = {
    honest: because("CH-09", "CH-08", rule, seen="{who} pressed first. The table had read {cards}.")
    for honest, rule in ((True, "CH-11"), (False, "CH-10"))
}
ANSWERS: Answers = {
    **usual(started=("CH-01", "CH-02"), over=("CH-15",), wrong=("CH-13",), play=("CH-03", "CH-04"), press=("CH-08",)),
    "round_started": because("CH-03", "CH-15", seen="{starter} begins the round."),
    "turn_started": because("CH-03", "CH-12", seen="{who} goes on."),
    "card_played": because("CH-04", "CH-07", seen=READ),
    "claim_made": because("CH-05", "CH-06", seen="{who}’s button was tapped, or a rank was chosen on a phone."),
    "claim_doubted": lambda moment: _DOUBTED[moment.event.truthful](moment),
    "pile_taken": because("CH-10", "CH-11", seen="{who} has lost the call."),
    "round_ended": because("CH-14", seen="{out} has no card left, and the last claim stands."),
}
