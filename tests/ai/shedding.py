"""A small game of somebody else, for robots: lay the colour or the number of the top card, or draw; eights always fit.

Its AI says no `effort`, and its habit is what people do who do not think: the first card that fits.
"""

import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar

from pydantic import Field

from table.ai.known import Known, World, dealt_out
from table.ai.policy import ByTheBook
from table.cards import Card, Deck
from table.event import Event
from table.events import CardDrawn, CardPlayed, TurnPassed, TurnStarted
from table.games.game import IllegalAction, Options, Setup
from table.games.kit.actions import Action, BySeat, SeatsCard
from table.games.kit.corrections import CorrectableRound
from table.games.kit.rounds import Phase, Rounds
from table.games.kit.rulebook import Rule, Rulebook
from table.games.kit.usual import CardGame
from table.games.kit.views import seat, shared
from table.games.words import refusal
from table.saying import say
from table.values import replace
from table.view import PileView, SeatView, View

NUMBERS, COLOURS, HAND, WILD = range(1, 9), ("red", "green", "blue", "grey"), 6, 8
Step = tuple["State", tuple[Event, ...]]


class Coloured(Card):
    """A card with a colour and a number."""

    colour: str
    number: int

    @property
    def label(self) -> str:
        return f"{self.colour} {self.number}"


class Agreed(Options):
    """The options."""

    hand_size: int = Field(HAND, description="How many cards everybody is dealt.")


class State(CorrectableRound[Agreed, Coloured]):
    """A round: what lies on the pile, how many cards everybody holds, how many can be drawn, who passed in a row."""

    laid: tuple[str, ...] = ()
    hands: Any = None
    draw: int = 0
    passed: int = 0
    rounds: ClassVar[int] = 1

    def on(self, zone: str) -> frozenset[str]:
        return frozenset(self.laid)

    def fits(self, code: str) -> bool:
        card, top = self.card(code), self.card(self.laid[-1]) if self.laid else None
        return top is None or card.number in (WILD, top.number) or card.colour == top.colour


class Lay(SeatsCard):
    """A seat lays a card."""


class Draw(BySeat):
    """A seat draws a card, or passes where there is none, and its turn is over."""


def _begin(setup: Setup, number: int, starter: int, _before: State | None) -> State:
    hands = dict.fromkeys(setup.seats, setup.options.hand_size)
    draw = len(setup.cards) - sum(hands.values())
    return State(setup, Phase.PLAYING, number, starter, turn=starter, hands=hands, draw=draw)


ROUNDS = Rounds(_begin)


def start(setup: Setup) -> Step:
    return ROUNDS.start(setup, setup.seats[0])


def forbidden(state: State, action: Any) -> IllegalAction | None:
    if state.turn != action.seat:
        return refusal("it is not your turn")
    return None if isinstance(action, Draw) or state.fits(action.card) else refusal("it does not fit")


def _next(state: State, event: Event) -> Step:
    """Pass the turn; the round is over when a hand is empty, or nobody can do anything."""
    if min(state.hands.values()) == 0 or state.passed == len(state.hands):
        out = next((one for one, left in state.hands.items() if not left), None)
        after, more = ROUNDS.end(state, state, state.hands, out)
        return after, (event, *more)
    turn = state.setup.left_of(state.turn)
    return replace(state, turn=turn), (event, TurnStarted(turn))


def _lay(state: State, action: Lay) -> Step:
    hands = {**state.hands, action.seat: state.hands[action.seat] - 1}
    after = replace(state, laid=(*state.laid, action.card), hands=hands, passed=0)
    return _next(after, CardPlayed(action.seat, "pile", action.card))


def _draw(state: State, action: Draw) -> Step:
    if not state.draw:
        return _next(replace(state, passed=state.passed + 1), TurnPassed(action.seat, "pass"))
    hands = {**state.hands, action.seat: state.hands[action.seat] + 1}
    return _next(replace(state, hands=hands, draw=state.draw - 1), CardDrawn(action.seat, 1))


def _conceivable(state: State, number: int, hand: Sequence[str]) -> Iterator[Action]:
    yield from (Lay(number, card) for card in hand)
    yield Draw(number)


BOOK = Rulebook(
    {kind: Rule(forbidden, does, when=("PLAYING",)) for kind, does in ((Lay, _lay), (Draw, _draw))},
    _conceivable,
    marked=(Lay, Draw),
    while_paused=(),
)
actions = BOOK.actions


class SheddingView(View, kw_only=True):
    laid: tuple[str, ...]
    draw: int
    passed: int


def view(state: State) -> SheddingView:
    piles = {"pile": PileView(top=state.laid[-1] if state.laid else None, count=len(state.laid))}
    seats = [SeatView(**seat(state, one), hand=state.hands[one]) for one in state.setup.seats]
    drawn = shared(state, ROUNDS, piles=piles, seats=seats, headline=say("Shed"), sentences=[])
    return SheddingView(**drawn, laid=state.laid, draw=state.draw, passed=state.passed)


class Shedding(CardGame[Any, Action]):
    """The game to the rest of the table."""

    rules, rounds, views = sys.modules[__name__], sys.modules[__name__], sys.modules[__name__]
    readers: ClassVar[Any] = {}
    answers: ClassVar[Any] = {}
    name, title, rules_version = "shedding", "Shedding", "1"
    fewest_seats, most_seats = 2, 4
    options, card = Agreed, Coloured
    events: ClassVar[Any] = {}
    piles = ("pile",)

    def deck(self, options: Any) -> Deck:
        return [{"code": f"{colour}{n}", "colour": colour, "number": n} for colour in COLOURS for n in NUMBERS]


SHEDDING = Shedding()


class SheddingAI(ByTheBook[State]):
    """How robots think about it: with the effort that is usual."""

    box, rules = SHEDDING, sys.modules[__name__]

    def imagines(self, known: Known, chance: Random) -> World[State]:
        seen, own = SheddingView.of(known.view), set(known.hand)
        hands = {one.seat: one.hand or 0 for one in seen.seats}
        unseen = [card for card in known.setup.cards if card not in own and card not in seen.laid]
        dealt, draw = dealt_out(unseen, {one: size for one, size in hands.items() if one != known.seat}, chance)
        state = State(
            known.setup, Phase.PLAYING, 1, known.setup.seats[0], turn=seen.turn, laid=seen.laid,
            totals=dict.fromkeys(hands, 0), hands=hands, draw=seen.draw, passed=seen.passed,
        )  # fmt: skip
        return World(state, {**dealt, known.seat: known.hand}, draw)

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        fitting = [card for card in world.hands[seat] if world.state.fits(card)]
        return Lay(seat, chance.choice(fitting)) if fitting else Draw(seat)
