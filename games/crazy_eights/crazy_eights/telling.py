"""Readings of facts, the public view, and the rules behind each event."""

from crazy_eights.rules import OF_SUIT, ROUNDS, GoOn, NameSuit, Phase, State, dealing
from table.facts import ChoiceMade, Tapped
from table.games.game import Reading, Says
from table.games.kit import shedding
from table.games.kit.fingers import Fingers
from table.games.kit.reading import chooses, does
from table.games.kit.reasons import READ, because, usual
from table.games.words import many, say
from table.saying import Text, or_brief
from table.view import View

DRAW, PASS, ALL = Says("draw", say("Draw")), Says("pass", say("Pass")), Says("counted", say("That is all"))


class CrazyEightsView(View, kw_only=True):
    """The public view: the `suit` called with an eight, and the number of cards in the draw pile (`draw`)."""

    phase: str | None = None
    draw: int | None = None
    suit: str | None = None


def _tapped(play: Fingers[State], fact: Tapped) -> tuple[Reading[Fingers[State], object], ...]:
    state, seat = play.round, fact.press.seat
    if state.between or state.over:
        return ()
    if state.phase is Phase.NAMING:
        return does(play, NameSuit(seat, state.top.colour), says=Says("suit", OF_SUIT[state.top.colour]))
    return does(play, GoOn(seat), says=ALL if state.phase is Phase.COUNTING else DRAW if state.may_draw else PASS)


READERS = {**shedding.READERS, Tapped: _tapped, ChoiceMade: chooses({"suit": NameSuit})}


def view(state: State) -> CrazyEightsView:
    """Return the public view."""
    best, running = say("the most points win"), ("PLAYING", "NAMING", "COUNTING")
    waiting = [state.turn or 0] if state.phase in (Phase.NAMING, Phase.COUNTING) else ()
    fields = shedding.shared(state, ROUNDS, best=best, own=_prompt, running=running, waiting=waiting)
    return CrazyEightsView(**fields, phase=state.phase.name, draw=state.draw, suit=state.suit)


def _prompt(state: State) -> Text | str:
    who, phase = state.setup.name(state.turn or state.starter), state.phase.name
    if phase == "SET_UP":
        return many(
            "Deal {count} card each, and turn the next one up.",
            "Deal {count} cards each, and turn the next one up.",
            dealing(state.setup).hand,
        )
    if phase == "NAMING":
        return say("{who}: choose a suit on your phone, or tap for {suit:a}.", who=who, suit=OF_SUIT[state.top.colour])
    if phase == "COUNTING":
        return say("{who}: lay down all cards of your hand, then tap.", who=who)
    fits = state.what_fits()
    draw = say("{who}: play {fits}, or tap to draw.", who=who, fits=fits)
    end = say("{who}: play {fits}, or tap to pass.", who=who, fits=fits)
    return or_brief(draw if state.may_draw else end, say("{who}: play {fits}.", who=who, fits=fits))


ANSWERS = {
    **usual(
        started=("CE-01", "CE-02"), over=("CE-14",), wrong=("CE-15",), play=("CE-05", "CE-04"), press=("CE-04", "CE-06")
    ),
    **dict.fromkeys(("round_started", "turn_started"), because("CE-04", seen="The turn goes clockwise.")),
    "pile_started": because("CE-03", seen=READ),
    "card_played": because("CE-05", "CE-06", seen=READ),
    "suit_named": because("CE-06", seen="{who} has laid an eight."),
    "card_drawn": because("CE-07", seen="{who}’s button was tapped."),
    "turn_passed": because("CE-08", seen="{who}’s button was tapped."),
    "pile_reshuffled": because("CE-09", seen="The host said that it was shuffled."),
    "card_counted": because("CE-10", "CE-12", seen=READ),
    "hand_counted": because("CE-10", "CE-12", seen="What {who} still held was laid down."),
    "round_ended": because("CE-11", "CE-13", seen="All hands were counted."),
}
