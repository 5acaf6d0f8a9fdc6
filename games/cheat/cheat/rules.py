"""The rules, the options and the events: no time, no chance, no readers. The rule page has the words of the IDs."""

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from table import events, moves
from table.complaints import BadInput
from table.event import Event, PublicEvent, Statistic
from table.games.game import Dealing, IllegalAction, Options, Rounds, Setup
from table.games.kit import corrections, rounds
from table.games.kit.actions import BySeat, NextRound, OfCard, PutRight, SeatsCard
from table.games.kit.corrections import PUT_RIGHT, Lies, Lying
from table.games.kit.events import Sentence
from table.games.kit.rulebook import ByKind, Rule, Rulebook, only_if, sure, telling
from table.games.kit.standard52 import RANKS, PlayingCard, of_number
from table.games.words import message, say, unless
from table.saying import Text, both
from table.values import Value, replace
from table.wording import Names, taking_back

PILE = "discard"


def called(rank: int) -> Text:
    """Return what people call a rank."""
    return of_number(RANKS[rank - 1])


class Agreed(Options):
    """The options; the descriptions are what `cardtable options cheat` prints."""

    ranks: Literal["rising", "falling", "near"] = Field(
        "rising", description="The rank named next: one higher, one lower, or near (the same or a neighbour, at will)."
    )
    most_cards: int = Field(4, ge=1, le=13, description="How many cards may be laid in a turn.")
    after_call: Literal["left", "winner"] = Field(
        "left", description="Who goes on after a call: who sits left of the accused, or the winner of the call."
    )
    rounds: Rounds = Field(1, description="How many rounds are played.")


# -- what only this game tells


class ClaimMade(PublicEvent):
    """A player has said that the `count` cards just laid have this rank, from 1 (ace) to 13 (king)."""

    seat: int
    rank: int
    count: int

    def said(self, names: Names) -> Text:
        return say("{who} says: {count} x {rank}.", who=names.who(self.seat), count=self.count, rank=called(self.rank))


class ClaimDoubted(PublicEvent, opens_secrets=True):
    """A player called Cheat: the `cards` of the last claim are shown, and whether it was true."""

    seat: int
    accused: int
    truthful: bool
    cards: tuple[str, ...]

    def said(self, names: Names) -> Text:
        cards = both([say("{card:the}", card=names.card(card)) for card in self.cards])
        given = {"who": names.who(self.seat), "player": names.who(self.accused), "cards": cards}
        if self.truthful:
            return say("{who} calls “Cheat!”, but {player} was honest: {cards}.", **given)
        return say("{who} calls “Cheat!”, and {player} lied: {cards}.", **given)

    def statistics(self, before: Sequence[Event]) -> tuple[Statistic, ...]:
        """Count the call for its caller, and the doubt for its player."""
        call = Statistic(self.seat, "call_wrong" if self.truthful else "call_right")
        lies = () if self.truthful else ("bluff_told", "bluff_found_out")
        return (call, *(Statistic(self.accused, what) for what in ("bluff_doubted", *lies)))


class PileTaken(Sentence, says="{who} takes the pile."):
    """A player has lost a call, and takes the whole pile into the hand: `count` cards."""

    seat: int
    zone: str
    count: int

    def hands(self) -> moves.Move:
        return moves.TakePile(self.seat, self.zone)


# -- the state, and what may be done

Step = tuple["State", tuple[Event, ...]]


class Claim(Value):
    """What a seat said of the `cards` it laid: that all of them have this rank."""

    seat: int
    rank: int
    cards: tuple[str, ...]


class State(Lying[Agreed, PlayingCard], kw_only=True):
    """One round. `pile` are all cards on it; `laying` those that the seat in turn has laid and said nothing of.

    `hands` counts what each seat holds, `rank` was named last, `claim` can be doubted now. `taker` has lost the last
    call, until somebody lays a card.
    """

    hands: Mapping[int, int]
    pile: tuple[str, ...] = ()
    laying: tuple[str, ...] = ()
    rank: int | None = None
    claim: Claim | None = None
    taker: int | None = None

    def on(self, zone: str) -> frozenset[str]:
        """Return the cards that lie rightly on the pile."""
        return frozenset(self.pile)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that may be named next, the usual one first (CH-05)."""
        if self.rank is None:
            return tuple(range(1, 14)) if self.options.ranks == "near" else (1,)
        higher, lower = self.rank % 13 + 1, (self.rank - 2) % 13 + 1
        return {"rising": (higher,), "falling": (lower,), "near": (self.rank, higher, lower)}[self.options.ranks]

    def how_to_put_right(self) -> Text:
        """Return how people put right a card that lies wrong, but not which it is (CH-13)."""
        if self.setup.placement[PILE] == "tap":
            touched = say("touch the pad with the last card again and take it back")
            return taking_back(touched, say("the last card"))
        return say("take the last card off the pile again")


class Lay(SeatsCard):
    """A seat lays a card face down."""

    zone: str = PILE


class TakeUp(OfCard):
    """The seat in turn takes back a card that it has laid and said nothing of."""


class Name(BySeat):
    """A seat says that it has laid all its cards, and which rank they have."""

    rank: int


class Call(BySeat):
    """A seat calls Cheat."""


# -- how it begins and ends


def dealing(setup: Setup) -> Dealing:
    """Deal evenly; the few cards left over are put aside, unseen (CH-02)."""
    return Dealing(len(setup.cards) // len(setup.seats))


def start(setup: Setup) -> Step:
    """Begin: the first seat lays first (CH-03). Raise BadInput if there are fewer cards than players."""
    if not dealing(setup).hand:
        raise BadInput(say("catalogue: {count} cards are too few", count=len(setup.cards)))
    return ROUNDS.start(setup, setup.seats[0])


def _begin(setup: Setup, number: int, starter: int, _: State | None) -> State:
    hands = dict.fromkeys(setup.seats, dealing(setup).hand)
    return State(setup, rounds.Phase.PLAYING, number, starter, turn=starter, hands=hands)


ROUNDS = rounds.Rounds(  # CH-15: each card left is a point, and the fewest points win
    _begin, told=lambda state: (events.RoundStarted(state.round, state.starter), events.TurnStarted(state.starter))
)


def _end(state: State, out: int) -> Step:
    """End the round: a seat has no card left, and its last claim stands (CH-14)."""
    return ROUNDS.end(state, replace(state, claim=None, wrong={}, refused=()), dict(state.hands), out)


# -- a turn


def _why_not_lay(state: State, action: Lay) -> IllegalAction | None:
    room = len(state.laying) < state.options.most_cards and action.card not in state.pile  # CH-04; CH-07: any card
    return state.why_not_on_turn(action.seat) or unless(room, "no more cards fit in this turn: tap your button")


def _lay(state: State, action: Lay) -> Step:
    """Lay a card; from then on the claim before it stands (CH-08), and a last one wins (CH-14)."""
    if state.claim is not None and not state.hands[state.claim.seat]:
        return _end(state, state.claim.seat)
    after = _moved(replace(state, claim=None, taker=None), action.seat, (*state.laying, action.card))
    return after, (events.CardPlayed(action.seat, PILE, action.card),)


def _take_up(state: State, action: TakeUp) -> Step:
    """Take a card back before anything is said of it (CH-13)."""
    seat, kept = sure(state.turn), tuple(card for card in state.laying if card != action.card)
    return _moved(state, seat, kept), (events.PlayTakenBack(seat, PILE, action.card),)


def _moved(state: State, seat: int, laying: tuple[str, ...]) -> State:
    """Return the state when a seat has laid these cards in its turn."""
    under, more = state.pile[: len(state.pile) - len(state.laying)], len(laying) - len(state.laying)
    hands = {**state.hands, seat: max(0, state.hands[seat] - more)}
    return replace(corrections.finalised(state), hands=hands, pile=(*under, *laying), laying=laying)


def _why_not_name(state: State, action: Name) -> IllegalAction | None:
    allowed = bool(state.laying) and action.rank in state.ranks
    return state.why_not_on_turn(action.seat) or unless(allowed, "first lay cards, then name a rank that comes next")


def _name(state: State, action: Name) -> Step:
    """Name a rank (CH-05), which ends the turn (CH-06)."""
    claim, follower = Claim(action.seat, action.rank, state.laying), state.setup.left_of(action.seat)
    after = replace(state, claim=claim, rank=action.rank, laying=(), turn=follower)
    return after, (ClaimMade(action.seat, action.rank, len(claim.cards)), events.TurnStarted(follower))


def _why_not_call(state: State, action: Call) -> IllegalAction | None:
    others = state.claim is not None and state.claim.seat != action.seat  # CH-08
    return state.pending() or unless(others, "there is nothing for you to doubt now")


def _call(state: State, action: Call) -> Step:
    """Show the cards of the claim (CH-09): the liar takes the pile (CH-10), or else who called (CH-11)."""
    claim, count = sure(state.claim), len(state.pile)
    honest = all(state.card(card).rank == claim.rank for card in claim.cards)
    right, taker = (claim.seat, action.seat) if honest else (action.seat, claim.seat)
    told = (ClaimDoubted(action.seat, claim.seat, honest, claim.cards), PileTaken(taker, PILE, count))
    turn = right if state.options.after_call == "winner" else sure(state.turn)  # CH-12
    rank = None if state.options.ranks == "near" else state.rank
    hands = {**state.hands, taker: state.hands[taker] + count}
    after = replace(state, hands=hands, pile=(), claim=None, taker=taker, turn=turn, rank=rank)
    return telling(told, (after, (events.TurnStarted(turn),)) if after.hands[right] else _end(after, right))


# The host takes back cards, claims and calls; while paused, cards only come off.
BOOK = Rulebook(
    {
        Lay: Rule(_why_not_lay, _lay, when=("PLAYING",)),
        TakeUp: only_if(lambda state, up: up.card in state.laying, message("it was not just laid"), _take_up),
        Name: Rule(_why_not_name, _name, when=("PLAYING",)),
        Call: Rule(_why_not_call, _call, when=("PLAYING",)),
        PutRight: PUT_RIGHT,
        NextRound: ROUNDS.rule,
    },
    ByKind(
        {
            Lay: lambda _, seat, hand: [(seat, card) for card in hand],
            TakeUp: lambda state, *_: [(card,) for card in state.laying],
            Name: lambda state, seat, _: [(seat, rank) for rank in state.ranks],
            PutRight: lambda state, *_: [(card,) for card in sorted(state.wrong)],
        }
    ),
    marked=(Lay, Name, Call),
    while_paused=(TakeUp, PutRight),
    unsaid=(TakeUp,),
)


def restored(before: State, now: State, lying: Lies) -> Step:
    """Go back to `before`; cards of a pile that was taken may still seem to lie there."""
    known = now.on(PILE) | now.wrong.keys() | before.wrong.keys()
    return corrections.restored(before, now, {zone: cards & known for zone, cards in lying.items()})
