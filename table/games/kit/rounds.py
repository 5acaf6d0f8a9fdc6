"""How rounds begin and end, who opens the next one, and who wins. Pure, and independent of any game.

A game derives its state from `Round`. Its phases are those of `Phase`, or of its own Enum if it needs more. Modules in
this package refer to phases by name.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Generic, TypeVar

from table import events
from table.cards import Card
from table.complaints import BadInput
from table.event import Event
from table.games.game import IllegalAction, Options, Outcome, Setup
from table.games.kit.actions import GiveTurn, NextRound
from table.games.kit.rulebook import Rule, corrected
from table.games.ordering import fewest
from table.games.words import refusal, unless
from table.saying import Text, say
from table.values import Value, field, replace

O = TypeVar("O", bound=Options)  # noqa: E741 - the options
C = TypeVar("C", bound=Card)


class Phase(Enum):
    """What a round is waiting for, in games that need no further phases."""

    SET_UP = "set up"  # the first card to be turned up
    PLAYING = "playing"
    BETWEEN = "between"  # the next round
    OVER = "over"


NOWHERE: frozenset[str] = frozenset()


class Round(Value, Generic[O, C], uncompared={"setup"}):
    """One round, plus the results of earlier rounds.

    `totals` holds each player's points, and `lots` counts the tie-breaks drawn so far. The phase is read on every move,
    so the code uses `_name_`, which is faster than `name`.
    """

    setup: Setup  # the same in all worlds
    phase: Enum
    round: int
    starter: int
    turn: int | None = None
    totals: Mapping[int, int] = field(default_factory=dict)
    lots: int = 0

    @property
    def options(self) -> O:
        """The agreed options."""
        agreed: O = self.setup.options
        return agreed

    def card(self, code: str) -> C:
        """Return a card by its code."""
        card: C = self.setup.cards[code]
        return card

    def label(self, code: str) -> str:
        """Return the name of a card."""
        return self.card(code).label

    @property
    def rounds(self) -> int:
        """The number of rounds in the game."""
        number: int = self.setup.options.rounds
        return number

    @property
    def over(self) -> bool:
        return self.phase._name_ == "OVER"

    @property
    def between(self) -> bool:
        """Whether the table is waiting for the next round to be opened."""
        return self.phase._name_ == "BETWEEN"

    @property
    def playing(self) -> bool:
        """Whether a player's turn is in progress."""
        return self.phase._name_ == "PLAYING"

    # -- misplaced cards: none, in a game that does not detect them

    @property
    def corrections(self) -> frozenset[str]:
        """The piles that must be corrected."""
        return NOWHERE

    def wrong_on(self, zone: str) -> tuple[str, ...]:
        """Return the misplaced cards on a pile."""
        return ()

    @property
    def wrong_first(self) -> str | None:
        """The pile to correct first, or None if no cards are misplaced."""
        return min(self.corrections, default=None)

    @property
    def misplaced(self) -> bool:
        """Whether any card is misplaced."""
        return any(self.wrong_on(zone) for zone in self.corrections)

    @property
    def mislaid_by(self) -> int | None:
        """The seat that laid a misplaced card, in games that record it, otherwise the seat whose turn it is."""
        return self.turn

    def how_to_put_right(self) -> str:
        """Return instructions for correcting the misplaced cards, without the player's name or a full stop."""
        raise NotImplementedError

    def pending(self) -> IllegalAction | None:
        """Return a refusal saying that the misplaced cards must be corrected first, or None if there are none."""
        return refusal(self._first_put_right, "correction_pending") if self.corrections else None

    def _first_put_right(self) -> Text:
        return say("first {what}", what=self.how_to_put_right())

    def why_not_begin(self, begun: str) -> IllegalAction | None:
        """Return why no card can be turned up to begin a pile, or None if one can.

        The pile may have begun already, for which `begun` is the refusal text, or cards may be misplaced.
        """
        return self.pending() if self.phase._name_ == "SET_UP" else refusal(begun)

    def why_not_on_turn(self, seat: int) -> IllegalAction | None:
        """Return why a seat cannot act now, or None if it can: it must be its turn, and no card may be misplaced."""
        return self.pending() if self.playing and seat == self.turn else refusal("it is not your turn")


R = TypeVar("R", bound=Round[Any, Any])


def left_of_starter(state: Round[Any, Any]) -> int:
    """Return the seat to the left of this round's starter. That seat opens the next round."""
    return state.setup.left_of(state.starter)


def fewest_points(state: Round[Any, Any]) -> tuple[int, ...]:
    """Return the players with the fewest points, who win the game. Several players can tie."""
    return fewest(state.totals)


def most_points(state: Round[Any, Any]) -> tuple[int, ...]:
    """Return the players with the most points, who win the game. Several players can tie."""
    return tuple(seat for seat, points in state.totals.items() if points == max(state.totals.values()))


def round_started(state: Round[Any, Any]) -> tuple[Event, ...]:
    """Return the events for the start of a round."""
    return (events.RoundStarted(state.round, state.starter),)


class Rounds(Value, Generic[R]):
    """How a game moves from one round to the next.

    `begin` creates a round from the set-up, the number of the round, its starter and the previous round. `opening`
    returns the events delivered when the round starts. `termination` describes in words how a game ends.
    """

    begin: Callable[[Setup, int, int, R | None], R]
    next_starter: Callable[[R], int] = left_of_starter
    winners: Callable[[R], tuple[int, ...]] = fewest_points
    opening: Callable[[R], tuple[Event, ...]] = round_started
    termination: str = "all rounds played"

    def start(self, setup: Setup, starter: int) -> tuple[R, tuple[Event, ...]]:
        """Begin a game."""
        state = replace(self.begin(setup, 1, starter, None), totals=dict.fromkeys(setup.seats, 0))
        return state, (events.GameStarted(setup.game, setup.players), *self.opening(state))

    def end(
        self, state: R, swept: R, scores: Mapping[int, int], out: int | None, *more: Event
    ) -> tuple[R, tuple[Event, ...]]:
        """End a round and add its `scores` to the totals.

        `swept` is the round with everything unfinished removed, and `out` is the player who is out, if any. The events
        in `more` follow `RoundEnded`.
        """
        totals = {seat: points + scores[seat] for seat, points in state.totals.items()}
        over = state.round >= state.rounds
        after = replace(swept, phase=type(state.phase)["OVER" if over else "BETWEEN"], turn=None, totals=totals)
        delivered = (*corrected(state, after), events.RoundEnded(state.round, scores, out), *more)
        return after, (*delivered, events.GameEnded(totals, self.winners(after))) if over else delivered

    def _why_not_next(self, state: R, action: NextRound) -> IllegalAction | None:
        """Return why a seat cannot open the next round now."""
        if not state.between:
            return refusal("the game is over") if state.over else refusal("the round is not over")
        opener = self.next_starter(state)
        return unless(action.seat in (0, opener), say("{who} opens the next round", who=state.setup.name(opener)))

    def _open_next(self, state: R, action: NextRound) -> tuple[R, tuple[Event, ...]]:
        begun = self.begin(state.setup, state.round + 1, self.next_starter(state), state)
        after = replace(begun, totals=dict(state.totals), lots=state.lots)
        return after, self.opening(after)

    @property
    def rule(self) -> Rule[R]:
        """The rule for opening the next round."""
        return Rule(self._why_not_next, self._open_next, when=("BETWEEN",))

    def outcome(self, state: R) -> Outcome | None:
        """Return the outcome of the game, or None while it is running."""
        return Outcome(self.termination, self.winners(state)) if state.over else None


def named_first(setup: Setup, option: str = "first_player") -> int:
    """Return the starter of round 1: the seat set by `option` or, if unset, the first occupied seat.

    Raise BadInput if the chosen seat is empty.
    """
    first: int = getattr(setup.options, option) or setup.seats[0]
    if first not in setup.seats:
        raise BadInput(say("options.{option}: nobody sits at seat {seat}", option=option, seat=first))
    return first


def check_hands(setup: Setup, turned_up: int) -> None:
    """Raise BadInput if there are not enough cards to deal `hand_size` to everybody and turn up `turned_up` more."""
    needed = setup.options.hand_size * len(setup.seats) + turned_up
    if needed > len(setup.cards):
        counts = {"players": len(setup.seats), "needed": needed, "there": len(setup.cards)}
        raise BadInput(say("options.hand_size: {players} players need {needed} cards, of {there}", **counts))


def why_not_give_turn(state: Round[Any, Any], action: GiveTurn) -> IllegalAction | None:
    """Return why the host cannot give a seat the turn, or None if the host can."""
    if not state.playing:
        return refusal("nobody has a turn now")
    return unless(action.seat in state.setup.seats and action.seat != state.turn, "it is that seat's turn already")
