"""The rules: no time, no chance, no readers. A line that carries a rule out names it; the rule page has the words."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from higher_or_lower.events import GuessMade, GuessSettled
from table.complaints import BadInput
from table.events import (
    CardPlayed,
    CorrectionClosed,
    Event,
    GameEnded,
    GameStarted,
    PileStarted,
    RoundStarted,
    TurnStarted,
)
from table.games.game import IllegalAction, Setup
from table.games.words import refusal

PILE = "pile"
Guess = Literal["higher", "lower"]
Step = tuple["State", tuple[Event, ...]]


@dataclass(frozen=True)
class State:
    """One game. `laid` are the cards on the pile, `wrong` those that lie there and must not."""

    setup: Setup
    turn: int
    points: Mapping[int, int]
    laid: tuple[str, ...] = ()
    guess: Guess | None = None
    wrong: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether all cards are played: the first one was nobody's guess (HL-07)."""
        return len(self.laid) > int(self.setup.options.cards)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the most points; a tie is shared (HL-08)."""
        return tuple(seat for seat, points in self.points.items() if points == max(self.points.values()))


@dataclass(frozen=True)
class Say:
    """A seat says what the next card will be."""

    seat: int
    guess: Guess


@dataclass(frozen=True)
class Lay:
    """A card is laid on the pile."""

    card: str


@dataclass(frozen=True)
class PutRight:
    """A card that lay where it must not is gone from there."""

    card: str


Action = Say | Lay | PutRight


def start(setup: Setup) -> Step:
    """Begin: nobody has a point, and the first seat guesses first (HL-03)."""
    if setup.options.cards >= len(setup.cards):
        raise BadInput(f"options.cards: expected less than the {len(setup.cards)} cards of the deck")
    first = setup.seats[0]
    told = GameStarted(setup.game, setup.players), RoundStarted(1, first)
    return State(setup, first, dict.fromkeys(setup.seats, 0)), told


def forbidden(state: State, action: Action) -> IllegalAction | None:
    """Say why an action is against the rules; None if it is not."""
    name = state.setup.name(state.turn)
    match action:
        case PutRight():
            return None
        case _ if state.over:
            return refusal("the game is over")
        case _ if state.wrong:  # HL-09
            return refusal("first take the card off the pile that must not lie there", "correction_pending")
        case Say() if not state.laid:  # HL-02
            return refusal("first turn a card up")
        case Say(seat=seat) if seat != state.turn:  # HL-03
            return refusal(f"it is {name}’s turn to guess")
        case Say() if state.guess is not None:  # HL-04
            return refusal(f"{name} has said {state.guess} already")
        case Lay() if state.laid and state.guess is None:  # HL-05
            return refusal(f"{name} has to say higher or lower first")
    return None


def apply(state: State, action: Action) -> Step:
    """Carry an action out, or raise IllegalAction."""
    why = forbidden(state, action)
    if why is not None:
        raise why
    match action:
        case Say(seat=seat, guess=guess):
            return replace(state, guess=guess), (GuessMade(seat, guess),)
        case Lay(card=card) if not state.laid:  # HL-02
            return replace(state, laid=(card,)), (PileStarted(PILE, card), TurnStarted(state.turn))
        case Lay(card=card):
            return _settle(state, card)
        case PutRight(card=card):
            wrong = tuple(other for other in state.wrong if other != card)
            return replace(state, wrong=wrong), () if wrong else (CorrectionClosed(PILE),)


def is_right(state: State, card: str) -> bool:
    """Tell whether a card is what was said of it: an equal one is neither higher nor lower (HL-06)."""
    cards = state.setup.cards
    before, now = cards[state.laid[-1]].number, cards[card].number
    return bool(now > before if state.guess == "higher" else now < before)


def _settle(state: State, card: str) -> Step:
    seat, right = state.turn, is_right(state, card)
    points = {**state.points, seat: state.points[seat] + right}
    after = replace(state, laid=(*state.laid, card), guess=None, points=points, turn=state.setup.left_of(seat))
    told = CardPlayed(seat, PILE, card), GuessSettled(seat, right, points[seat])
    return after, (*told, GameEnded(points, after.winners) if after.over else TurnStarted(after.turn))
