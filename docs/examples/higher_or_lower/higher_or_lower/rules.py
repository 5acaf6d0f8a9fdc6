"""The rules, without time, chance or readers. A line that implements a rule names its ID; the rule page explains it."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from higher_or_lower.box import Agreed, NumberCard
from higher_or_lower.events import GuessMade, GuessSettled
from table.complaints import BadInput
from table.event import Event
from table.events import CardPlayed, GameEnded, PileStarted, PlayRefused, TurnStarted
from table.games.game import IllegalAction, Setup
from table.games.kit import corrections
from table.games.kit.actions import Action, BySeat, OfCard, PutRight
from table.games.kit.corrections import PUT_RIGHT, CorrectableRound
from table.games.kit.rounds import Phase, Rounds, most_points
from table.games.kit.rulebook import Rule, Rulebook
from table.games.words import refusal, say
from table.values import replace

PILE = "pile"
Step = tuple["State", tuple[Event, ...]]


class State(CorrectableRound[Agreed, NumberCard], kw_only=True):
    """The state of a game. `laid` holds the cards on the pile; `guess` is the guess about the next card."""

    turn: int
    laid: tuple[str, ...] = ()
    guess: Literal["higher", "lower"] | None = None
    rounds: ClassVar[int] = 1

    def on(self, zone: str) -> frozenset[str]:
        """Return the cards that were legally played on the pile."""
        return frozenset(self.laid)


class Say(BySeat):
    """A seat says what the next card will be."""

    guess: Literal["higher", "lower"]


class Lay(OfCard):
    """A card is laid on the pile."""


# -- how it begins and ends


def start(setup: Setup) -> Step:
    """Start a game; the first seat guesses first (HL-03). Raise BadInput if the deck is too small for the options."""
    if setup.options.cards >= len(setup.cards):
        raise BadInput(say("options.cards: expected less than the {number} cards of the deck", number=len(setup.cards)))
    return ROUNDS.start(setup, setup.seats[0])


ROUNDS = Rounds(
    lambda setup, number, starter, _: State(setup, Phase.SET_UP, number, starter, turn=starter),
    winners=most_points,  # HL-08
    termination="all cards played",
)


# -- which actions are allowed, and what they do


def forbidden(state: State, action: Action) -> IllegalAction | None:
    """Return the reason an action is against the rules, or None if it is allowed."""
    who = state.setup.name(state.turn)
    match action:
        case _ if state.over:
            return refusal("the game is over")
        case _ if state.wrong:  # HL-09
            return refusal("first take the card off the pile that must not lie there", "correction_pending")
        case Say() if not state.laid:  # HL-02
            return refusal("first turn a card up")
        case Say(seat=seat) if seat != state.turn:  # HL-03
            return refusal(say("it is {who}’s turn to guess", who=who))
        case Say() if state.guess == "higher":  # HL-04
            return refusal(say("{who} has said higher already", who=who))
        case Say() if state.guess == "lower":
            return refusal(say("{who} has said lower already", who=who))
        case Lay() if state.laid and state.guess is None:  # HL-05
            return refusal(say("{who} has to say higher or lower first", who=who))
    return None


def _say(state: State, action: Say) -> Step:
    return replace(state, guess=action.guess), (GuessMade(action.seat, action.guess),)


def _lay(state: State, action: Lay) -> Step:
    seat, card = state.turn, action.card
    if not state.laid:  # HL-02
        return replace(state, phase=Phase.PLAYING, laid=(card,)), (PileStarted(PILE, card), TurnStarted(seat))
    before, now = state.card(state.laid[-1]).number, state.card(card).number
    right = now > before if state.guess == "higher" else now < before  # HL-06: equal is neither higher nor lower
    points = {**state.totals, seat: state.totals[seat] + right}
    laid, follower = (*state.laid, card), state.setup.left_of(seat)
    over = len(laid) > state.options.cards  # HL-07: nobody guessed the first card
    phase = Phase.OVER if over else Phase.PLAYING
    after = replace(state, phase=phase, laid=laid, guess=None, totals=points, turn=follower)
    delivered = CardPlayed(seat, PILE, card), GuessSettled(seat, right, points[seat])
    return after, (*delivered, GameEnded(points, most_points(after)) if over else TurnStarted(follower))


def _conceivable(state: State, seat: int, hand: Sequence[str]) -> Iterator[Action]:
    yield from (Say(seat, "higher"), Say(seat, "lower"))
    yield from (Lay(card) for card in hand if seat == state.turn)


# The host can take back each card (its guess stays) and each guess; during a pause, only wrong cards can be taken off.
BOOK = Rulebook(
    {Say: Rule(forbidden, _say), Lay: Rule(forbidden, _lay), PutRight: PUT_RIGHT},
    _conceivable,
    marked=(Say, Lay),
    while_paused=(PutRight,),
)


def refuse(state: State, action: Action, why: IllegalAction) -> Step:
    """Report that an action was refused; a wrong card left on the pile must be removed (HL-09)."""
    if not isinstance(action, Lay):
        return BOOK.refuse(state, action, why)
    refused = PlayRefused(state.turn, PILE, action.card, why.reason, why.text)
    if state.over or state.setup.placement[PILE] == "tap":  # a card that only touches a pad does not stay there
        return state, (refused,)
    return corrections.lies_wrong(state, action.card, PILE, refused)
