"""Rules and their events. Each line that implements a rule cites its ID, which the rule page explains."""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

from pydantic import Field

from table import events
from table.event import Event, PublicEvent
from table.games.game import AnyCards, Dealing, IllegalAction, Options, Rounds, Setup
from table.games.kit import rounds, shedding
from table.games.kit.actions import Action, BySeat
from table.games.kit.rulebook import telling
from table.games.kit.shedding import PILE, CardCounted, Lay
from table.games.kit.standard52 import PlayingCard, of_number
from table.games.ordering import fewest
from table.games.words import either, refusal, say
from table.saying import Text, noun
from table.values import field, replace
from table.wording import Names

EIGHT = 8
OF_SUIT = {"clubs": noun("club"), "diamonds": noun("diamond"), "hearts": noun("heart"), "spades": noun("spade")}
Phase = Enum("Phase", "SET_UP PLAYING NAMING COUNTING BETWEEN OVER")  # naming a suit; counting the cards left in hands
Step = tuple["State", tuple[Event, ...]]


class Agreed(Options):
    """The options; `cardtable options crazy_eights` prints their descriptions."""

    hand_size: Annotated[int, Field(ge=0, le=10)] = Field(
        0, description="How many cards everybody is dealt; 0: five, or seven if two play."
    )
    draw_most: AnyCards = Field(0, description="How many cards may be drawn in a turn; 0: as many as there are.")
    rounds: Rounds = Field(3, description="How many rounds are played.")


class State(shedding.ShedRound[Agreed, PlayingCard], kw_only=True):
    """One round: `suit` is the suit called with an eight; `drawn` counts this turn's draws, `passed` passes in a row.

    At the end, `counted` holds the points of the hands counted so far; `out` is None if the round ended in a block.
    """

    suit: str | None = None
    drawn: int = 0
    passed: int = 0
    out: int | None = None
    counted: Mapping[int, int] = field(default_factory=dict)

    @property
    def top(self) -> PlayingCard:
        return self.card(self.pile[-1])

    @property
    def may_draw(self) -> bool:
        return self.draw > 0 and not 0 < self.options.draw_most <= self.drawn  # CE-07

    def turn_of(self, seat: int) -> Step:
        return replace(self, phase=Phase.PLAYING, turn=seat, drawn=0), (events.TurnStarted(seat),)

    def reshuffled(self) -> "State":
        return replace(super().reshuffled(), passed=0)

    def points(self, code: str) -> int:
        """Return the points for a card left in a hand (CE-12)."""
        number = self.card(code).number
        return {EIGHT: 50, "ace": 1}.get(number, number if isinstance(number, int) else 10)

    def fits(self, code: str) -> bool:
        """Return whether a card has the required suit or rank (CE-05) or is an eight (CE-06)."""
        card = self.card(code)
        return card.number in (EIGHT, self.top.number) or card.colour == (self.suit or self.top.colour)

    def what_fits(self) -> Text:
        number = [] if self.top.number == EIGHT else [say("{number:a}", number=of_number(self.top.number))]
        return either([*number, say("{suit:a}", suit=OF_SUIT[self.suit or self.top.colour]), say("an eight")])

    def misfit(self, code: str) -> Text:
        card, top, fits = self.label(code), self.top.label, self.what_fits()
        return say("{card:the} does not fit on {top:the}: play {fits}", card=card, top=top, fits=fits)


class NameSuit(BySeat):
    """A seat names the suit that has to follow its eight."""

    suit: str


class GoOn(BySeat):
    """A seat draws, or passes if it cannot. During the count, it reports that its whole hand is laid down."""


class SuitNamed(PublicEvent):
    """The player who laid an eight has named a suit."""

    seat: int
    suit: str

    def said(self, names: Names) -> Text:
        return say("{who} asks for {suit:a}.", who=names.who(self.seat), suit=OF_SUIT[self.suit])


def dealing(setup: Setup) -> Dealing:
    """Return the deal (CE-02); an eight that is turned up goes back into the draw pile (CE-03)."""
    eights: frozenset[Any] = frozenset((code, None) for code, card in setup.cards.items() if card.number == EIGHT)
    hand = setup.options.hand_size or (7 if len(setup.seats) == 2 else 5)
    return Dealing(hand, turn_up=(PILE,), never_up=eights)


ROUNDS = rounds.Rounds[State](  # CE-04, CE-14
    lambda setup, number, starter, _: shedding.begun(State, Phase.SET_UP, setup, number, starter, dealing),
    winners=rounds.most_points,
)


def _count_next(state: State) -> Step:
    """Count the next hand (CE-10); after the last, score for the seat that is out (CE-11) or the best hands (CE-13)."""
    seat, counted = state.setup.left_of(state.turn or 0), state.counted
    if seat not in counted:
        return replace(state, phase=Phase.COUNTING, turn=seat, counted={**counted, seat: 0}), ()
    best = fewest(counted) if state.out is None else (state.out,)
    paid = (sum(counted.values()) - len(counted) * counted[best[0]]) // len(best)
    scores = {seat: paid if seat in best else 0 for seat in counted}
    return ROUNDS.end(state, replace(state, wrong={}, refused=()), scores, state.out)


def forbidden(state: State, action: Action) -> IllegalAction | None:
    """Return why a seat's action is illegal, or None if it is legal."""
    match state.phase.name, action:
        case _ if state.wrong:  # CE-15
            return state.pending()
        case "SET_UP", Lay(card=card):
            eight = state.card(card).number == EIGHT  # CE-03
            return refusal("an eight cannot begin: turn up another card", "not_in_play") if eight else None
        case "SET_UP" | "BETWEEN" | "OVER", _:
            return refusal("no round is on")
        case _, BySeat(seat=seat) if seat != state.turn:  # CE-04
            return refusal("it is not your turn")
        case "PLAYING", Lay(card=card) if not state.fits(card):
            return refusal(lambda: state.misfit(card), "no_match")
        case "PLAYING" | "COUNTING", Lay() | GoOn():
            return None
        case "NAMING", NameSuit(suit=suit) if suit in OF_SUIT:
            return None
    return refusal("first choose a suit") if state.phase is Phase.NAMING else refusal("no suit can be chosen now")


def _lay(state: State, action: Lay) -> Step:
    seat, card, counting = action.seat, action.card, state.phase is Phase.COUNTING
    if state.phase is Phase.SET_UP:
        begun = replace(state, pile=(card,), draw=state.draw - 1, wrong={}, refused=())
        return telling((events.PileStarted(PILE, card),), begun.turn_of(state.starter))
    state, delivered = state.laid(action)
    state = replace(state, turn=seat, suit=None, passed=0)
    if counting:
        points, shown = state.counted.get(seat, 0) + state.points(card), (CardCounted(seat, PILE, card),)
        state = replace(state, counted={**state.counted, seat: points})
        return (state, shown) if state.hands[seat] else telling(shown, _go_on(state, GoOn(seat)))
    if not state.hands[seat]:
        return telling(delivered, _count_next(replace(state, out=seat, counted={seat: 0})))
    if state.card(card).number == EIGHT:
        return replace(state, phase=Phase.NAMING), delivered
    return telling(delivered, state.turn_of(state.setup.left_of(seat)))


def _name_suit(state: State, action: NameSuit) -> Step:
    after = replace(state, suit=action.suit)
    return telling((SuitNamed(action.seat, action.suit),), after.turn_of(state.setup.left_of(action.seat)))


def _go_on(state: State, action: GoOn) -> Step:
    seat = action.seat
    if state.phase is Phase.COUNTING:
        return telling((events.HandCounted(seat, state.counted.get(seat, 0)),), _count_next(state))
    if state.may_draw:
        after = replace(state.with_hand(seat, 1), draw=state.draw - 1, drawn=state.drawn + 1)
        return after, (events.CardDrawn(seat, 1),)
    state = replace(state, passed=0 if state.draw else state.passed + 1)  # CE-08
    blocked = state.passed == len(state.setup.seats)  # CE-13
    step = _count_next(state) if blocked else state.turn_of(state.setup.left_of(seat))
    return telling((events.TurnPassed(seat, "pass"),), step)


BOOK = shedding.book(
    ROUNDS,
    forbidden,
    {Lay: _lay, NameSuit: _name_suit, GoOn: _go_on},
    {NameSuit: lambda _state, seat, _hand: [(seat, suit) for suit in OF_SUIT]},
    {**shedding.RESHUFFLE, **shedding.GIVE_TURN},  # CE-09
)
standing = shedding.standing  # CE-16
