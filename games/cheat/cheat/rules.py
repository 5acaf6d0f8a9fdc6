"""Rules, options and events, independent of time, chance and readers. The rule page explains the rule IDs."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from table.event import Event, PublicEvent, Statistic
from table.games.game import IllegalAction, Options, Rounds
from table.games.kit import rounds, shedding
from table.games.kit.actions import Action, BySeat
from table.games.kit.rulebook import sure, telling
from table.games.kit.shedding import PILE, Lay, PileTaken
from table.games.kit.standard52 import PlayingCard, of_rank
from table.games.words import unless
from table.saying import Text, both, say
from table.values import Value, replace
from table.wording import Names


class Agreed(Options):
    """The options; `cardtable options cheat` prints their descriptions."""

    ranks: Literal["rising", "falling", "near"] = Field(
        "rising", description="The rank named next: one higher, one lower, or near (the same or a neighbour, at will)."
    )
    most_cards: int = Field(4, ge=1, le=13, description="How many cards may be laid in a turn.")
    after_call: Literal["left", "winner"] = Field(
        "left",
        description="Who goes on after a call: the player to the left of the accused, or the winner of the call.",
    )
    rounds: Rounds = Field(1, description="How many rounds are played.")


class Claim(Value):
    """A seat's claim that the last `count` cards of the pile all have this rank, from 1 (ace) to 13 (king)."""

    seat: int
    rank: int
    count: int


class ClaimMade(PublicEvent):
    """A player has claimed that the `count` cards just laid have this rank."""

    seat: int
    rank: int
    count: int

    def said(self, names: Names) -> Text:
        return say("{who} says: {count} x {rank}.", who=names.who(self.seat), count=self.count, rank=of_rank(self.rank))


class ClaimDoubted(PublicEvent, opens_secrets=True):
    """A player called Cheat, so the last claim's `cards` are shown; `truthful` means that the claim was true."""

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
        """Record the call in the caller's statistics, and that the claim was doubted in the accused player's."""
        call = Statistic(self.seat, "call_wrong" if self.truthful else "call_right")
        lies = () if self.truthful else ("bluff_told", "bluff_found_out")
        return (call, *(Statistic(self.accused, what) for what in ("bluff_doubted", *lies)))


class State(shedding.ShedRound[Agreed, PlayingCard], kw_only=True):
    """One round: `rank` is the last rank named, `claim` the one open to doubt, `taker` the seat that took the pile."""

    face_down: ClassVar[bool] = True
    rank: int | None = None
    claim: Claim | None = None
    taker: int | None = None

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that may be named next, the usual one first (CH-05)."""
        if self.rank is None:
            return tuple(range(1, 14)) if self.options.ranks == "near" else (1,)
        higher, lower = self.rank % 13 + 1, (self.rank - 2) % 13 + 1
        return {"rising": (higher,), "falling": (lower,), "near": (self.rank, higher, lower)}[self.options.ranks]


class Name(BySeat):
    """A seat declares that it has laid all its cards for this turn, and names their rank."""

    rank: int


class Call(BySeat):
    """A seat calls Cheat."""


Step = tuple[State, tuple[Event, ...]]
ROUNDS = rounds.Rounds[State](  # CH-03; CH-15: each card left is a point, and the fewest points win
    lambda setup, number, starter, _: shedding.begun(State, rounds.Phase.PLAYING, setup, number, starter),
    opening=shedding.round_started,
)


def forbidden(state: State, action: Action) -> IllegalAction | None:
    """Return why a seat's action is illegal, or None if it is legal."""
    match action:
        case Call(seat=seat):
            others = state.claim is not None and state.claim.seat != seat  # CH-08
            return state.pending() or unless(others, "there is nothing for you to doubt now")
        case Lay(seat=seat, card=card):
            room = len(state.laying) < state.options.most_cards and card not in state.pile  # CH-04; CH-07: any card
            return state.why_not_on_turn(seat) or unless(room, "no more cards fit in this turn: tap your button")
        case Name(seat=seat, rank=rank):
            allowed = bool(state.laying) and rank in state.ranks
            return state.why_not_on_turn(seat) or unless(allowed, "first lay cards, then name a rank that comes next")
    return None


def _end(state: State, out: int) -> Step:
    """End the round: seat `out` has no cards left, and its last claim stands (CH-14)."""
    return ROUNDS.end(state, replace(state, claim=None, wrong={}, refused=()), dict(state.hands), out)


def _lay(state: State, action: Lay) -> Step:
    """Lay a card, which lets the last claim stand (CH-08) and ends the round if the claimant has no cards (CH-14)."""
    if state.claim is not None and not state.hands[state.claim.seat]:
        return _end(state, state.claim.seat)
    after, delivered = state.laid(action)
    return replace(after, claim=None, taker=None, laying=(*state.laying, action.card)), delivered


def _name(state: State, action: Name) -> Step:
    """Name a rank (CH-05), which ends the turn (CH-06)."""
    claim, follower = Claim(action.seat, action.rank, len(state.laying)), state.setup.left_of(action.seat)
    after = replace(state, claim=claim, rank=action.rank)
    return telling((ClaimMade(action.seat, action.rank, claim.count),), after.turn_of(follower))


def _call(state: State, action: Call) -> Step:
    """Show the claimed cards (CH-09). If it was a lie, the accused takes the pile (CH-10), else the caller (CH-11)."""
    claim, count = sure(state.claim), len(state.pile)
    cards = state.pile[count - claim.count :]
    honest = all(state.card(card).rank == claim.rank for card in cards)
    right, taker = (claim.seat, action.seat) if honest else (action.seat, claim.seat)
    delivered = (ClaimDoubted(action.seat, claim.seat, honest, cards), PileTaken(taker, PILE, count))
    turn = right if state.options.after_call == "winner" else sure(state.turn)  # CH-12
    rank = None if state.options.ranks == "near" else state.rank
    after = replace(state.with_hand(taker, count), pile=(), claim=None, taker=taker, turn=turn, rank=rank)
    return telling(delivered, after.turn_of(turn) if after.hands[right] else _end(after, right))


BOOK = shedding.book(
    ROUNDS,
    forbidden,
    {Lay: _lay, Name: _name, Call: _call},
    {Name: lambda state, seat, _: [(seat, rank) for rank in state.ranks]},
)
dealing, restored = shedding.dealing, shedding.restored_but_for_taken  # CH-02; CH-13
