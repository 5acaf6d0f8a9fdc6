"""The robots of one game, by seat, and their shared time. Not thread-safe."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from table import ai, events, games
from table.ai import known
from table.ai.gestures import FIDGETS_S
from table.ai.search import Clock
from table.board import GameSnapshot
from table.emulated.sight import Moved, Movements
from table.event import Delivered
from table.games.game import prepare
from table.robots.environment import Doing, Environment, Say
from table.robots.mind import Mind
from table.robots.reach import Reach
from table.robots.seated import Robot, Seen
from table.saying import Text
from table.values import replace
from table.view import View

# -- What robots see of other hands at an emulated table, as phones do: whose hand moved, and for how long

RESTS_NS = 900_000_000  # after this time a hand is usually at rest, and a card that it laid has been reported
FRESH_NS = 6_000_000_000  # after this time it is too late for a call


class Attention:
    """The movements that the robots at a table see. `delivered_count` returns how many events a seat has received."""

    def __init__(self, movements: Movements | None, delivered_count: Callable[[int], int]) -> None:
        self._movements, self._delivered_count = movements, delivered_count
        self._number = 0 if movements is None else movements.number
        self._seen: list[tuple[Moved, dict[int, int]]] = []  # with the number of events each robot's seat had received

    @property
    def watches_hands(self) -> bool:
        """Whether robots watch hands in this game."""
        return self._movements is not None

    def looks(self, seats: tuple[int, ...]) -> bool:
        """Record new hand movements for the robots at these seats; return whether there are any."""
        new = () if self._movements is None else self._movements.since(self._number)
        for moved in new:
            self._number = moved.number
            self._seen.append((moved, {seat: self._delivered_count(seat) for seat in seats}))
        return bool(new)

    def saw(self, seat: int, now_ns: int) -> tuple[known.Moved, ...]:
        """Return the movements that a seat has seen, in order."""
        return tuple(self._of(seat, now_ns))

    def _of(self, seat: int, now_ns: int) -> Iterator[known.Moved]:
        for moved, counts in self._seen:
            if seat in counts:
                rests = moved.at_ns + RESTS_NS <= now_ns < moved.at_ns + FRESH_NS
                yield known.Moved(moved.seat, moved.for_ms, counts[seat], rests)

    def forgets(self) -> None:
        """Forget all movements, because a new round is beginning."""
        self._seen.clear()


# Events that are not part of play.
_BESIDES = frozenset({"robot_asks", "robot_waits", "card_not_asked_for", "held_card_named", "tag_unread", "zone_asked"})


class RobotGroup:
    """The robots in a game. `say` makes a choice on a phone; all randomness comes from `seed`.

    A `clock`, in s, limits how long they think. `tell_host` is called if the game's AI fails, once.
    """

    def __init__(
        self,
        game: GameSnapshot,
        reach: Reach,
        say: Say,
        *,
        now_ns: int,
        seed: int,
        clock: Clock | None = None,
        tell_host: Callable[[Text], object] = lambda _: None,
    ) -> None:
        assert game.started is not None, "a game with robots has begun"  # noqa: S101
        self.game_id, self._clock = game.game_id, clock
        self._reach = reach
        self._game = games.find(game.started.game)
        self._mind = Mind(partial(ai.find, game.started.game), self._game, tell_host)
        self._setup = replace(prepare(self._game, game.started), seed=0)
        seats = range(1, len(game.started.players) + 1)
        self.environment = Environment(reach.buttons, say, Random(seed), now_ns=now_ns, seats=seats)  # noqa: S311
        watched = reach.movements if self._game.hands.sleights else None
        self._attention = Attention(watched, lambda seat: len(self._heard(f"seat:{seat}")))
        self.robots: dict[int, Robot] = {}
        self._delivered: dict[str, tuple[int, list[Delivered]]] = {}
        self._round: int | None = None

    def see(self, game: GameSnapshot, now_ns: int) -> None:
        """Process a snapshot of the game: seat new robots, remove those that left, and run what is due."""
        for seat in [seat for seat, robot in self.robots.items() if game.robots.get(seat) != robot.kind]:
            self.robots.pop(seat).leaves()
        self.environment.game = game
        for seat, kind in game.robots.items():
            if seat not in self.robots:
                self._seat(seat, kind)
        self.environment.see(game, now_ns)
        if game.view().round != self._round:
            self._round = game.view().round
            self._attention.forgets()
        if self._attention.looks(tuple(self.robots)):
            self.environment.env.process(self._waits_for_rest())

    def _waits_for_rest(self) -> Doing:
        """Wake the robots when a moving hand comes to rest."""
        yield self.environment.env.timeout(RESTS_NS)
        self.environment.stir()

    def leaves(self) -> None:
        """Release all buttons and stop."""
        for robot in self.robots.values():
            robot.leaves()
        self._reach.buttons.withdraw()

    def _seat(self, seat: int, kind: str) -> None:
        seed = self.environment.chance.getrandbits(32)
        robot = Robot(
            seat, kind, self._mind, self._setup, self.environment,
            eyes=self.sees, reach=self._reach, seed=seed, clock=self._clock,
        )  # fmt: skip
        self.robots[seat] = robot
        self.environment.env.process(robot.lives())
        if self._attention.watches_hands:
            self.environment.env.process(robot.fidgets(FIDGETS_S))

    def sees(self, seat: int) -> Seen:
        """Return what a seat sees: its view, its events, its own cards, and whether its robot has to deal."""
        game = self.environment.game
        audience = f"seat:{seat}"
        view = game.views.get(audience, View())
        delivered = self._heard(audience)
        undealt = self._reach.is_to_deal(game) and not _has_begun(delivered)
        held = self._reach.held(game, seat)
        return Seen(
            view,
            delivered,
            held or (),
            to_deal=undealt and seat == min(self.robots, default=seat),
            dealt=held is not None and not undealt,
            awaits=self._reach.awaits(seat),
            mislaid=self._reach.mislaid(game, seat),
            up=self._reach.sides(seat),
            moves=self._attention.saw(seat, int(self.environment.env.now)),
            counted=seat in game.counted,
            people=len(self.robots) < len(self._setup.seats),
        )

    def _heard(self, audience: str) -> Sequence[Delivered]:
        """Return an audience's events, without robots' requests and unread cards."""
        delivered = self.environment.game.delivered(audience)
        known, heard = self._delivered.get(audience, (0, []))
        heard += [one for one in delivered[known:] if one.event.name not in _BESIDES]
        self._delivered[audience] = len(delivered), heard
        return tuple(heard)


def _has_begun(delivered: Sequence[Delivered]) -> bool:
    """Return whether anybody has played in this round, in which case the cards must not be dealt again."""
    kinds = (events.CardPlayed, events.RoundStarted)
    last = next((one.event for one in reversed(delivered) if isinstance(one.event, kinds)), None)
    return isinstance(last, events.CardPlayed)
