"""Messages to the owner of the table, from sources, phones and commands."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar, get_args

from hardware.observations import Observation
from table.board import Snapshot
from table.complaints import BadInput
from table.facts import Agreed, GameStarted, Placement, RobotKind
from table.running import names
from table.saying import Text, say
from table.sensing.zones import Served
from table.tagging.desk import DeckMessage, NameTag
from table.values import Value, field, replace

_Kept = TypeVar("_Kept")
NOTHING_PLAYED = say("no game has been played yet: say which one, and who plays")


class Observed(Value):
    """A source saw these items up to its watermark."""

    source: str
    items: Sequence[Observation]
    watermark_us: int


class Failed(Value):
    """A source failed; the table runs without it until it answers again."""

    source: str
    error: Exception


class StartGame(Value):
    """Begin a game, and abandon the current one. `placement` has the zones whose placement differs from the table's.

    `auto` means that robots play by themselves, unless people are at the table. `waits` means that the game begins when
    enough people have given their names. `said` means that the host has named the players, so they are present.
    `robots` maps the seats of the robots among the players to their kinds. With `spares`, the message is refused while
    a game is running.
    """

    game: str
    players: tuple[str | None, ...]
    options: Mapping[str, Any]
    seed: int
    placement: Mapping[str, Placement] = field(default_factory=dict)
    catalogue: Sequence[Mapping[str, Any]] | None = None
    instead_of: Agreed | None = None
    auto: bool = False
    waits: bool = False
    said: bool = False
    robots: Mapping[int, RobotKind] = field(default_factory=dict)
    spares: bool = False

    @classmethod
    def again(cls, first: GameStarted, seed: int) -> "StartGame":
        """Return another game for the same people; after practice or a robots-only game, the real game."""
        real = first.instead_of or Agreed(first.options, first.catalogue)
        players = first.players if real.players is None else real.players
        return cls(first.game, tuple(players), real.options, seed, catalogue=real.catalogue)

    @classmethod
    def next(cls, snapshot: Snapshot, seed: int) -> "StartGame":
        """Return the game that people are waiting for, or another game for the people who are still there.

        Raise BadInput if no game has been played yet.
        """
        game = snapshot.game
        if (for_it := snapshot.table.gathering) is not None:
            after = cls(for_it.game, for_it.players, for_it.options, seed, catalogue=for_it.catalogue, waits=True)
        elif game.started is None:
            raise BadInput(NOTHING_PLAYED)
        else:
            after = replace(cls.again(game.started, seed), waits=True)
            after = after.seating(game.renamed).without(*game.left)
        return after if game.auto else after.with_robots(game.robots)

    def for_robots(self, seed: int) -> "StartGame":
        """Return this game with a robot in place of each player, until people come; their own game follows."""
        cards = None if self.catalogue is None else [dict(card) for card in self.catalogue]
        real = Agreed(dict(self.options), cards, players=[])
        seats: Mapping[int, RobotKind] = {seat: "easy" for seat, name in enumerate(self.players, start=1) if name}
        return replace(self, seed=seed, instead_of=real, auto=True).with_robots(seats)

    def without(self, *seats: int) -> "StartGame":
        """Return this game without the players at these seats."""
        players = tuple(None if n in seats else one for n, one in enumerate(self.players, start=1))
        return replace(self, players=players, robots=_but(self.robots, seats))

    def of(self, players: Sequence[str | None]) -> "StartGame":
        """Return this game with the players named by the host; robots whose seats keep their names stay."""
        named = dict(enumerate(players, start=1))
        before = dict(enumerate(self.players, start=1))
        gone = [seat for seat in self.robots if named.get(seat) != before[seat]]
        return replace(self, players=tuple(players), waits=False, said=True, robots=_but(self.robots, gone))

    def in_order(self, order: Sequence[int]) -> "StartGame":
        """Return this game reseated: whoever is in the first seat listed in `order` moves to seat 1, and so on."""
        names, players = dict(enumerate(self.players, start=1)), [*self.players]
        players += [None] * (len(order) - len(players))
        players[: len(order)] = [names.get(before) for before in order]
        while players and players[-1] is None:
            players.pop()
        return replace(self, players=tuple(players), robots=moved(self.robots, order))

    def with_robots(self, robots: Mapping[int, RobotKind]) -> "StartGame":
        """Return this game with these robots and no others; each gets a robot's name."""
        after = self.without(*(seat for seat in self.robots if seat not in robots))
        for seat, kind in robots.items():
            now = after.players[seat - 1] if seat <= len(after.players) else None
            name = names.of_robot([one for one in after.players if one not in (None, now)], now)
            after = replace(after.seating({seat: name}), robots={**after.robots, seat: kind})
        return after

    def seating(self, called: Mapping[int, str]) -> "StartGame":
        """Return this game with people at these seats, by name; the seats may have been empty or a robot's."""
        seats = range(1, max((len(self.players), *called)) + 1)
        players = dict(enumerate(self.players, start=1)) | dict(called)
        after = tuple(players.get(seat) for seat in seats)
        return replace(self, players=after, robots=_but(self.robots, called))

    def fact(self, served: Served, *, rows: bool = False) -> GameStarted:
        """Return this game's first fact at a table with these readers; `rows` means people lay the robots' cards."""
        players, options, placement = list(self.players), dict(self.options), {**served.placement, **self.placement}
        cards = None if self.catalogue is None else [dict(card) for card in self.catalogue]
        shared = dict(served.shared) or None
        auto = self.auto or None
        there = {} if self.instead_of and not auto else self.robots  # a practice game has no robots
        robots = {str(seat): kind for seat, kind in sorted(there.items())} or None
        return GameStarted(
            0, self.game, players, options, cards, self.seed, placement, shared, self.instead_of, auto,
            robots, (rows and bool(robots)) or None,
        )  # fmt: skip


def moved(by_seat: Mapping[int, _Kept], order: Sequence[int]) -> dict[int, _Kept]:
    """Rearrange a mapping by seat: the value of the first seat in `order` moves to seat 1, and so on."""
    after = {before: seat for seat, before in enumerate(order, start=1)}
    return {after.get(seat, seat): kept for seat, kept in by_seat.items()}


def _but(robots: Mapping[int, RobotKind], seats: Collection[int]) -> Mapping[int, RobotKind]:
    return {seat: kind for seat, kind in robots.items() if seat not in seats}


class PeopleCome(Value):
    """A person takes a seat. If robots are playing by themselves, they leave, and the table waits for people's names.

    A person who takes a vacated `seat`, or a robot's seat, continues playing that seat's cards; at a robot's seat,
    under their own `name`.
    """

    seed: int
    seat: int | None = None
    name: str | None = None


class LeaveSeat(Value):
    """The person at a seat leaves. Before play, the game restarts without them; later, others decide who takes over.

    The others are the people at `seats`, by default all other people playing. If there are none, the game is abandoned,
    unless the seat is only `freed` for somebody else because its phone is lost.
    """

    seat: int
    seed: int
    seats: tuple[int, ...] | None = None
    freed: bool = False


class CallSeat(Value):
    """The person at a seat has given a name. Before people start playing, the game restarts with that name.

    During a game the name is for the next one, unless the person has just taken a robot's seat.
    """

    seat: int
    name: str
    seed: int


class SeatRobot(Value):
    """Seat a robot at a free seat or, during a game, at one whose player has left.

    `instead` means the host replaces the person who sits there.
    """

    seat: int
    kind: RobotKind
    seed: int
    instead: bool = False


class SendRobotAway(Value):
    """The robot at a seat leaves; during a game, the people at `seats` decide who takes over, as in LeaveSeat."""

    seat: int
    seed: int
    seats: tuple[int, ...] | None = None


class AskFor(Value):
    """A robot asks people to lay a card from its row on a zone; without a card, it withdraws its request."""

    seat: int
    card: str | None = None
    zone: str | None = None


class RobotPresses(Value):
    """A robot's button goes down or up, at a time in us of the table's clock."""

    seat: int
    at_us: int
    down: bool


class ChangeSeats(Value):
    """People and robots change places: whoever is in the first seat listed in `order` moves to seat 1, and so on."""

    order: tuple[int, ...]
    seed: int


class EndGame(Value):
    """The player at a seat, or the host (0), wants to end the current game; a player needs the consent of `seats`."""

    seat: int
    seats: tuple[int, ...]
    seed: int


class UnderWay(BadInput):
    """A request is refused because a game is running, and its players cannot change now."""


class Choose(Value):
    """Somebody makes a choice that neither a card nor a button can express; seat 0 is the host."""

    seat: int
    choice: str
    value: Any = None


class ChooseZone(Value):
    """A player chooses the zone of the next touch, at a reader shared by several zones; None withdraws the choice."""

    seat: int
    zone: str | None = None


class Stalled(Value):
    """A source has not answered for too long; the table waits until it does."""

    source: str


class AreYouThere(Value):
    """A check that the owner is still handling messages; it has no effect."""


COMPUTER = "computer"  # the name of the remark that says what has to be done about this computer


class Remark(Value):
    """A remark for the host about `of`, something outside the game; without a sentence the remark is removed.

    With `of_game` it is an error of the current game, and is removed when another one begins.
    """

    of: str
    said: Text | None = None
    of_game: bool = False


class ForgetPerson(Value):
    """Forget a name everywhere; only while no game is running."""

    name: str


Message = (
    Observed | Failed | Stalled | StartGame | PeopleCome | CallSeat | LeaveSeat | SeatRobot | SendRobotAway | AskFor
    | EndGame | RobotPresses | ChangeSeats | Choose | ChooseZone | NameTag | DeckMessage
    | AreYouThere | ForgetPerson | Remark
)  # fmt: skip
KINDS: tuple[type, ...] = get_args(Message)

# The handler of each type of message; it returns whether there is something new to show.
Handlers = Mapping[type, Callable[[Any], bool]]
