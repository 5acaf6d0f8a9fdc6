"""Turns and rounds of Mythology GO: set-up, whose turn it is, when a round ends, and who opens the next."""

from collections.abc import Mapping

from table import events
from table.event import Event
from table.games.game import Dealing, IllegalAction, Setup
from table.games.kit import rounds
from table.games.kit.actions import GiveTurn
from table.games.kit.rounds import Rounds, named_first
from table.games.kit.rulebook import corrected, sure
from table.games.mythology_go import ranking
from table.games.mythology_go.actions import Believe, Deal, EndTurn
from table.games.mythology_go.due import owed
from table.games.mythology_go.events import BeliefChosen, CardsRevealed, CountOpened, DeityDealt
from table.games.mythology_go.plays import Step, fused, plays, spells_of_turn, unless_hides_too_much
from table.games.mythology_go.state import Phase, State
from table.games.mythology_go.words import has_to_go, missing_ones, revealed
from table.games.words import capital, joined, refusal, say, unless
from table.saying import message
from table.values import replace


def dealing(setup: Setup) -> Dealing:
    """Return the deal: a Deity and a Belief each (MGO-92), but no hand, because a turn begins with drawing (MGO-09)."""
    groups = tuple(
        tuple(code for code, card in setup.cards.items() if card.kind == kind) for kind in ("deity", "belief")
    )
    return Dealing(0, besides=groups, laid_before=True)


def start(setup: Setup) -> Step:
    """Begin a game. Raise BadInput if the first player's seat is empty."""
    return ROUNDS.start(setup, named_first(setup))


def _begin(setup: Setup, number: int, starter: int, before: State | None) -> State:
    """Begin a round with empty terrains: all cards are back in the draw pile (MGO-24)."""
    kept = before.deities if before is not None and not setup.options.deity_per_round else {}
    results = () if before is None else before.results
    rows: Mapping[int, tuple[()]] = dict.fromkeys(setup.seats, ())
    return State(setup, Phase.PLAYING, number, starter, starter, rows=rows, deities=kept, results=results)


def _begun(state: State) -> tuple[Event, ...]:
    return (events.RoundStarted(state.round, state.starter), events.TurnStarted(state.starter))


def _next_starter(state: State) -> int:
    """Return the seat that opens the next round (MGO-25)."""
    return sure(state.opener)


def _winners(state: State) -> tuple[int, ...]:
    """Return the seats that have won, after all rounds (MGO-03, MGO-57)."""
    return ranking.ranking(state.results, state.options.final_tie)[0]


PLAY_FIRST = message("play a card first")
ROUNDS = Rounds(_begin, _next_starter, _winners, _begun)

# -- Deities and Beliefs


def why_not_deal(state: State, action: Deal) -> IllegalAction | None:
    """Return why a seat cannot be given a Deity now. The reason does not name the Deity, which is secret (MGO-93)."""
    if state.phase is not Phase.PLAYING:
        return refusal("no Deity is dealt now")
    if action.seat not in state.rows:
        return refusal("nobody sits there")
    return unless(action.seat not in state.deities, "you have a Deity already")


def deal(state: State, action: Deal) -> Step:
    """Record the Deity that a seat was dealt (MGO-92, MGO-95)."""
    others = {seat: code for seat, code in state.deities.items() if code != action.card}  # it had touched the wrong pad
    return replace(state, deities={**others, action.seat: action.card}), (
        DeityDealt(action.seat, action.card, say("{who} has a Deity.", who=state.setup.name(action.seat))),
    )


def why_not_believe(state: State, action: Believe) -> IllegalAction | None:
    """Return why a seat cannot choose a Belief now."""
    if state.phase is not Phase.PLAYING:
        return refusal("no Belief is chosen now")
    if action.seat not in state.rows:
        return refusal("nobody sits there")
    if action.card in state.beliefs.values():
        return refusal(lambda: say("somebody has {card:the}", card=state.label(action.card)))
    return unless(action.seat not in state.beliefs, "you have a Belief already")


def believe(state: State, action: Believe) -> Step:
    """Record the Belief that a seat has chosen, visible to all (MGO-99, MGO-101)."""
    after = replace(state, beliefs={**state.beliefs, action.seat: action.card})
    who, belief = state.setup.name(action.seat), state.label(action.card)
    text = say("{who} chooses the Belief {belief}.", who=who, belief=belief)
    return after, (BeliefChosen(action.seat, action.card, text),)


# -- a turn


def why_not_end_turn(state: State, action: EndTurn) -> IllegalAction | None:
    """Return why a turn cannot end.

    Possible reasons: no card was played (MGO-18), too many lie face down (MGO-16), or a card still has to be destroyed.
    """
    if (forbidden := state.why_not_on_turn(action.seat)) is not None:
        return forbidden
    if plays(state) == 0:
        return refusal(PLAY_FIRST)
    if (first := owed(state)) is not None:  # MGO-T-07
        return refusal(has_to_go(state, first))
    return unless_hides_too_much(state, action.seat)


def end_turn(state: State, action: EndTurn) -> Step:
    """Pass the turn on (MGO-13); in the last turns, the player has one fewer left (MGO-21)."""
    seat, left = action.seat, state.left
    state, delivered = _close_turn(state, seat)
    if left is not None:
        state = replace(state, left={**left, seat: left[seat] - 1})
    state, more = _go_on(state, seat)
    return state, (*delivered, *more)


def _close_turn(state: State, seat: int) -> Step:
    """Report the face-up cards of a turn; once a terrain is full, the others have their last turns (MGO-21)."""
    zone, row = f"seat.{seat}", state.rows[seat]
    untold = [one.card for one in row if not one.public]
    spells = [code for code in spells_of_turn(state) if code in state.laid]
    brought = [code for code in state.laid if code in untold or code in spells]
    delivered = tuple(events.CardPlayed(seat, "discard" if code in spells else zone, code) for code in brought)
    merged = tuple(fused(state, seat, pair) for pair in state.fused)
    left = state.left
    if left is None and state.is_full(seat):
        left = dict.fromkeys(state.setup.seats, state.options.final_turns)
    state = state.with_row(seat, tuple(replace(one, public=True) for one in row))
    state = replace(state, laid=(), drawn=0, fused=(), named=None, searches=0, gone=frozenset(), left=left)
    state = replace(state, due=(), struck=frozenset())
    return state, (*delivered, *merged)


def _go_on(state: State, seat: int) -> Step:
    """Start the turn of the next seat with room and turns left; if there is none, end the round (MGO-19)."""
    other = state.setup.left_of(seat)
    for _ in state.setup.seats:
        if not state.is_full(other) and (state.left is None or state.left[other] > 0):
            return replace(state, turn=other), (events.TurnStarted(other),)
        other = state.setup.left_of(other)
    return reveal(state)


def reveal(state: State) -> Step:
    """Turn up all cards (MGO-22). A card that was not allowed to be face down is removed, and does not count."""
    opened = joined((say("All cards are turned up."), *missing_ones(state)))
    delivered: list[Event] = [CountOpened(state.setup.seats, opened)]
    for seat in state.setup.seats:
        closed = [one for one in state.rows[seat] if one.closed]
        if closed:
            codes = tuple(one.card for one in closed)
            delivered.append(CardsRevealed(seat, codes, revealed(state, seat, codes)))
        for card in closed:
            if card.forbidden is not None:
                text = say(
                    "{card:the} was not allowed to lie closed there: it does not count.",
                    card=state.label(card.card),
                )
                delivered.append(
                    events.PlayRefused(seat, f"seat.{seat}", card.card, card.forbidden.reason, capital(text))
                )
        row = tuple(replace(one, closed=False) for one in state.rows[seat] if one.forbidden is None)
        state = state.with_row(seat, row)
    after = replace(state, phase=Phase.COUNTING, turn=None, wrong={}, closed=frozenset(), refused=())
    return after, (*corrected(state, after), *delivered)


def why_not_give_turn(state: State, action: GiveTurn) -> IllegalAction | None:
    """Return why a seat cannot be given the turn."""
    full = state.phase is Phase.PLAYING and action.seat in state.rows and state.is_full(action.seat)
    return refusal("that terrain is full") if full else rounds.why_not_give_turn(state, action)


def give_turn(state: State, action: GiveTurn) -> Step:
    """End the current turn, report its face-up cards, and start the turn of the seat chosen by the host."""
    state, delivered = _close_turn(state, sure(state.turn))
    return replace(state, turn=action.seat), (*delivered, events.TurnStarted(action.seat))
