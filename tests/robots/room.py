"""A table in virtual time with robots at it, and a person who plays through the API, doing the least."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from math import inf
from random import Random
from typing import Any
from unittest.mock import patch

from cardtable_lab.simulated.comparing import Finding
from table.board import GameSnapshot
from table.emulated.holdings import Holdings
from table.emulated.tabletop import Finger, Touch
from table.keeping.journal import Journal
from table.robots.group import RobotGroup
from table.robots.reach import ByHand
from table.running.messages import Choose, Message, Remark
from table.saying import Text
from table.wiring.emulated import skip_idle
from tests.emulated import MS, TableInTime
from tests.robots.counted import differences
from tests.robots.witnessed import Witnessed
from tests.web.conftest import Shown, phone, served

LONGEST_S = 3600


@contextmanager
def luck(seed: int) -> Iterator[None]:
    """Let cards be shuffled, and games begin, as a seed says."""
    chance = Random(seed)  # noqa: S311
    with patch("table.emulated.handling.SOURCE", chance), patch("secrets.randbits", chance.getrandbits):
        yield


def late(refused: Mapping[str, Any]) -> bool:
    return str(refused["text"]).startswith("Too late")


class Heard(Shown):
    """A table as pages see it, where somebody hears what is said on phones."""

    def __init__(self, table: TableInTime, room: "Room") -> None:
        super().__init__(table)
        self._room = room

    def ask(self, message: Message) -> Future[None]:
        if isinstance(message, Choose):
            self._room.hears(message)
        return super().ask(message)


class Room:
    """The table, its robots, and the API."""

    def __init__(self, journal: Journal, game: str, *, seats: int, seed: int = 1) -> None:
        self.table = TableInTime(journal, game=game, seats=seats, shared=True)
        self.clock = self.table.clock
        self.table.people.changed = self.table.controller.board.stir
        self.table.hardware.tabletop.watched.append(self._sees)
        self.phone = phone(served(Heard(self.table, self)))
        self._seed = seed
        self.group: RobotGroup | None = None
        self.witnessed: Witnessed | None = None
        self.differing: list[str] = []  # where hands were not what the table counts, with what was told last
        self._before: list[tuple[Touch | Finger, Holdings]] = []  # what hands did before the game was shown
        self._shown = -1
        self.runs(300)  # what lies on a pad when polling begins does not touch it

    @property
    def view(self) -> dict[str, Any]:
        """What everybody sees."""
        return self.table.view

    @property
    def is_to_deal(self) -> bool:
        """Whether the phones offer to deal."""
        return self.table.people.is_to_deal(self.table.controller.board.snapshot.game)

    @property
    def events(self) -> list[Mapping[str, Any]]:
        """What everybody was told."""
        return [one.json for one in self.table.controller.board.snapshot.game.events["public"]]

    @property
    def robots_refused(self) -> list[Mapping[str, Any]]:
        """What robots laid or pressed that the table refused, but for slips, and cards that came too late in a race."""
        refused = ("play_refused", "press_refused")
        robots = self.table.controller.board.snapshot.game.robots
        found = [one for one in self.events if one["event"] in refused and one["seat"] in robots and not late(one)]
        return [one for one in found if one.get("card") not in self.slips]

    @property
    def slips(self) -> list[str]:
        """The cards that robots laid where they do not fit, as people do."""
        robots = {} if self.group is None else self.group.robots
        return [slip.card for robot in robots.values() for slip in robot.slips]

    @property
    def findings(self) -> list[Finding]:
        """What the table told otherwise than hands did, and what it should not have told."""
        assert self.witnessed is not None, "a game has begun"
        return self.witnessed.findings()

    def runs(self, ms: float) -> None:
        """Let time pass: readers are polled, robots act."""
        until, controller = self.clock.now_ns() + round(ms * MS), self.table.controller
        while self.clock.now_ns() < until:
            self._looks()
            for look in self.table.live.sources.values():
                controller.take(look())
            if controller.board.snapshot.number == self._shown:
                due_us = controller.due_us
                skip_idle(self.table.hardware, min(until, inf if due_us is None else due_us * 1000))
        self._looks()  # hands have done what was told last, before anybody else acts

    def _looks(self) -> None:
        snapshot = self.table.controller.board.snapshot
        if snapshot.number == self._shown:
            return
        self._shown = snapshot.number
        now_ns = self.clock.now_ns()
        if snapshot.game.started is not None:
            self._witness(snapshot.game, now_ns).hears(snapshot.game)
        self.table.people.follow(snapshot)
        for difference in differences(self.table):
            self.differing.append(f"{difference} after {self.events[-1]}")
        snapshot = self.table.controller.board.snapshot
        if self.witnessed is not None:
            self.witnessed.looks(snapshot.game, self.table.people.held, now_ns)
        if snapshot.game.with_robots and (self.group is None or self.group.game_id != snapshot.game.game_id):
            reach = ByHand(self.table.people, self.table.hardware.tabletop)
            self.group = RobotGroup(
                snapshot.game, reach, self._say, now_ns=now_ns, seed=self._seed, tell_host=self._tell_host
            )
            self.clock.agenda = self.group.environment.env
        if self.group is not None:
            self.group.see(snapshot.game, now_ns)

    def _witness(self, game: GameSnapshot, now_ns: int) -> Witnessed:
        if self.witnessed is None:
            self.witnessed = Witnessed(game, now_ns=now_ns)
            for done, held in self._before:
                self.witnessed.sees(done, held)
        return self.witnessed

    def _sees(self, done: Touch | Finger) -> None:
        if self.witnessed is None:
            self._before.append((done, self.table.people.held))
        else:
            self.witnessed.sees(done, self.table.people.held)

    def hears(self, said: Choose) -> None:
        """Hear what somebody says on a phone."""
        if self.witnessed is not None:
            self.witnessed.says(said.seat, said.choice, said.value, self.clock.now_ns())

    def _tell_host(self, said: Text) -> None:
        self.table.controller.take(Remark("robots", said, of_game=True))

    def _say(self, seat: int, choice: str, value: Any) -> None:
        self.hears(Choose(seat, choice, value))
        self.table.controller.take(Choose(seat, choice, value))
