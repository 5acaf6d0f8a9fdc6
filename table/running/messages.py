"""What the owner of the table can be told or asked: by sources, by people at phones, and by whoever begins a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from table.board import Picture
from table.complaints import BadInput
from table.facts import Agreed, GameStarted, Placement
from table.sensing.intake import Item
from table.sensing.zones import Served
from table.tagging.desk import DeckMessage, IgnoreTag, NameTag

NOTHING_PLAYED = "no game has been played yet: say which one, and who plays"


@dataclass(frozen=True)
class Observed:
    """A source saw something, and has got so far."""

    source: str
    items: Sequence[Item]
    watermark_us: int


@dataclass(frozen=True)
class Failed:
    """A source broke: the table goes on without it, until it is heard of again."""

    source: str
    error: Exception


@dataclass(frozen=True)
class StartGame:
    """People want to begin a game; one that runs is given up. `placement` is said where it differs from the table's.

    With `household` simulated people want to; they never take a table from people. Where it `waits` and people are too
    few, it begins when enough have said their names. With `said` the host has named them: they are there.
    """

    game: str
    players: tuple[str | None, ...]
    options: Mapping[str, Any]
    seed: int
    placement: Mapping[str, Placement] = field(default_factory=dict)
    catalogue: Sequence[Mapping[str, Any]] | None = None
    instead_of: Agreed | None = None
    household: bool = False
    waits: bool = False
    said: bool = False

    @classmethod
    def again(cls, first: GameStarted, seed: int) -> "StartGame":
        """Ask for another game of the same people, after practice or a household's game for the real one."""
        real = first.instead_of or Agreed(first.options, first.catalogue)
        players = first.players if real.players is None else real.players
        return cls(first.game, tuple(players), real.options, seed, catalogue=real.catalogue)

    @classmethod
    def next(cls, picture: Picture, seed: int) -> "StartGame":
        """Ask for the game that those wait for whom a picture shows, or for another one of those who are still there.

        Raise BadInput if no game has been played yet.
        """
        if picture.gathering is not None:
            for_it = picture.gathering
            return cls(for_it.game, for_it.players, for_it.options, seed, catalogue=for_it.catalogue, waits=True)
        if picture.started is None:
            raise BadInput(NOTHING_PLAYED)
        return replace(cls.again(picture.started, seed).without(*picture.left), waits=True)

    def for_household(self, seed: int) -> "StartGame":
        """Ask for a game that simulated people play, by the rules and with the cards that they know.

        They leave no names behind: the game that follows it is that of those who come.
        """
        cards = None if self.catalogue is None else [dict(card) for card in self.catalogue]
        real = Agreed(dict(self.options), cards, players=[])
        return replace(self, options={}, catalogue=None, seed=seed, instead_of=real, household=True)

    def without(self, *seats: int) -> "StartGame":
        """Ask for it without whoever was at these seats."""
        return replace(self, players=tuple(None if n in seats else one for n, one in enumerate(self.players, start=1)))

    def seating(self, names: Mapping[int, str]) -> "StartGame":
        """Ask for it with these names at these seats, which may have been empty."""
        seats = range(1, max((len(self.players), *names)) + 1)
        players = dict(enumerate(self.players, start=1)) | dict(names)
        return replace(self, players=tuple(players.get(seat) for seat in seats))

    def fact(self, served: Served) -> GameStarted:
        """Make the first fact of that game at a table with those readers."""
        players, options, placement = list(self.players), dict(self.options), {**served.placement, **self.placement}
        cards = None if self.catalogue is None else [dict(card) for card in self.catalogue]
        shared = dict(served.shared) or None
        household = self.household or None
        return GameStarted(
            0, self.game, players, options, cards, self.seed, placement, shared, self.instead_of, household
        )


@dataclass(frozen=True)
class PeopleCome:
    """Somebody takes a seat: if a household plays, its people leave, and the table waits for enough to say their names.

    Whoever comes to a `seat` that somebody has left plays on there.
    """

    seed: int
    seat: int | None = None


@dataclass(frozen=True)
class LeaveSeat:
    """Whoever said a name at a seat goes: as long as nobody has begun to play the game does without, then the next."""

    seat: int
    seed: int


@dataclass(frozen=True)
class CallSeat:
    """Somebody at a seat has said a name: the game begins anew with it, as long as nobody has begun to play."""

    seat: int
    name: str
    seed: int


class UnderWay(BadInput):
    """Who plays is settled, for the game is under way."""


@dataclass(frozen=True)
class Choose:
    """Somebody chooses what no card and no button can say; seat 0 is the host."""

    seat: int
    choice: str
    value: Any = None


@dataclass(frozen=True)
class Stalled:
    """A source has not answered for long: nothing can be told any more until it does."""

    source: str


Message = (
    Observed | Failed | Stalled | StartGame | PeopleCome | CallSeat | LeaveSeat | Choose | NameTag | IgnoreTag
    | DeckMessage
)  # fmt: skip
KINDS: tuple[type, ...] = get_args(Message)
