"""One evening: people play one game after another while faults come and go, and the table must keep its invariants.

One thread does everything in virtual time: it polls, lets people and faults act when they are due, kills the table and
restarts it.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from simpy import Environment, Event

from cardtable_lab import simulated
from cardtable_lab.bench.torture import faults, ruins
from cardtable_lab.bench.torture.crowd import Crowd
from cardtable_lab.bench.torture.disk import Disk
from cardtable_lab.bench.torture.mortal import NOW, Killed, MortalTable
from cardtable_lab.bench.torture.people import Players
from cardtable_lab.bench.torture.report import Report
from cardtable_lab.bench.torture.standing import Hands, StandingRoom
from cardtable_lab.bench.torture.waiting import Both
from cardtable_lab.bench.torture.wall import Wall
from table import games
from table.complaints import BadInput
from table.games.game import HOST, PUBLIC
from table.robots.environment import SECOND_NS
from table.running.messages import Choose, StartGame
from table.values import Value
from table.view import View
from table.wiring.emulated import shared_clock

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
_BEGINS_NS = 5_000_000_000
_TICK_S = 0.2
_TOLD_S, _BACK_S = 15.0, 25.0  # how long a report and a recovery may take without other faults
_GONE_S = (0.5, 8.0)  # how long a killed table stays down
_NOTICED_S, _GOES_ON_S = (0.3, 1.5), (0.5, 1.5)  # how soon people stop at a fault, and continue after it
_PATIENCE_S = 300.0  # how long people wait for a table to recover

Doing = Generator[Event, Any, Any]


class Plan(Value):
    """A plan for an evening: the games, the number of people, the hardware, the air, and the number of phones.

    Faults strike `haste` times as often as usual.
    """

    seed: int
    games: tuple[str, ...]
    seats: int
    hardware: str
    noise: str
    phones: int
    haste: float = 1.0


def planned(seed: int, number: int = 4, phones: tuple[int, int] = (100, 300)) -> Plan:
    chance = Random(f"plan {seed}")  # noqa: S311 - chance, no secret
    chosen = tuple(chance.choice(simulated.own()) for _ in range(number))
    known = [games.find(name) for name in chosen]
    fewest, most = max(game.fewest_seats for game in known), min(game.most_seats for game in known)
    return Plan(
        seed=seed,
        games=chosen,
        seats=chance.randint(fewest, min(most, len(NAMES))),
        hardware=chance.choice(("pico", "pico", "pi")),
        noise=chance.choice(("clean", "typical", "typical")),
        phones=chance.randint(*phones),
    )


class _OutOfOrderError(Exception):
    """Raised when the table does not recover in time."""


class Evening:
    """One evening, with its disk and its wall clock. `counts` counts what was done; `report` adds what went wrong."""

    def __init__(self, plan: Plan, disk: Disk, wall: Wall) -> None:
        self.report = Report()
        self.counts: Counter[str] = self.report.counts
        self.chance = Random(f"torture {plan.seed}")  # noqa: S311 - chance, no secret
        self.disk, self.wall, self.plan = disk, wall, plan
        self.seats = range(1, plan.seats + 1)
        self.clock = shared_clock(_BEGINS_NS)
        self.env = Environment(initial_time=_BEGINS_NS)
        self._agenda = self.clock.agenda = Both(self.env)
        self.room = StandingRoom(self.clock, plan.noise, plan.seed)
        died = self._died
        self.table = MortalTable(disk, self.room, self.clock, plan.games, plan.seats, plan.hardware, died)
        self.crowd = Crowd(Random(f"phones {plan.seed}"), plan.seats)  # noqa: S311 - chance, no secret
        self.cables = Busy()
        self._hands: Hands | None = None
        self._players: Players | None = None
        self._reasons: Counter[str] = Counter()  # why people wait, in addition to what the table shows
        self._jammed_ns: dict[int, float] = {}
        self._said: list[tuple[int, str, Any]] = []
        self._to_do: list[Callable[[], None]] = []
        self._back_ns = 0.0
        self._shown: tuple[int, int] | None = None
        self._given_up: str | None = None
        self._stopping = False

    # -- the whole evening

    def run(self, after_each: Callable[[], None] = lambda: None) -> Report:
        """Play all games and call `after_each` after each one. A table that does not recover ends the evening."""
        self._starts()
        self.crowd.grows(self.plan.phones)
        for fault in faults.EVERY:
            self.env.process(self._is_struck(fault))
        try:
            for name in self.plan.games:
                self._plays(name)
                after_each()
            self._lasts_until(lambda: self.table.is_up)
        except _OutOfOrderError as why:
            self.violates("not back", str(why))
        self.table.goes_home()
        self.counts["evenings"] += 1
        self.counts["seconds at the table"] += (self.clock.now_ns() - _BEGINS_NS) // SECOND_NS
        self.counts["events sent to phones"] += self.crowd.heard
        return self.report

    def _is_struck(self, fault: str) -> Doing:
        """Inject a fault at random intervals."""
        mean_s, strikes = faults.EVERY[fault]
        while True:
            yield self.waits(1 + self.chance.expovariate(self.plan.haste / mean_s))
            yield from strikes(self)

    def _plays(self, name: str) -> None:
        """Wait until the table works, then play one game."""
        self._lasts_until(self._is_well)
        players = self._players = self._sit_down(name)
        while players.game_id is None:
            self._lasts_until(self._is_well)
            self.table.takes(StartGame(name, NAMES[: self.plan.seats], {}, players.seed))
            game = self.table.snapshot.game
            begun = game.started
            players.game_id = game.game_id if begun is not None and begun.seed == players.seed else None
        while not players.over and self._given_up is None:
            self._lasts_until(lambda: not players.time.is_held or self._given_up is not None)
            self._turns()
        self._lasts_until(lambda: self.table.is_up)
        if self._given_up is None:
            self._is_over(players)
        else:
            self.counts[f"games abandoned ({self._given_up})"] += 1
        self._get_up(players)

    def _sit_down(self, name: str) -> Players:
        assert self.table.hands is not None, "it was up"  # noqa: S101
        self._hands = Hands(self.table.hands, self.clock.now_ns)
        players = Players(name, self.seats, self._hands, self.says, self.clock, self.chance)
        self._agenda.people = players.time
        return players

    def _is_over(self, players: Players) -> None:
        """Compare the journal of a finished game with what people did and what phones received."""
        assert players.game_id is not None  # noqa: S101
        assert self.table.journal is not None  # noqa: S101
        written = self.table.journal.delivered(players.game_id)
        for finding in players.findings(written.get(PUBLIC, [])):
            kind = "secrets" if finding.kind == "secrets_leaked" else "scores"
            self.violates(kind, f"{players.name}: {finding}")
        for aside in self.table.journal.set_aside(players.game_id):
            self.violates("died", f"{players.name}: a fact could not be judged: {aside}")
        self.check_announced(players.game_id, written)
        self.counts["games"] += 1
        self.counts["cards laid"] += players.plays
        self.counts["events announced"] += len(written.get(PUBLIC, ()))

    @property
    def game_id(self) -> int | None:
        """The table's number for the game that people play."""
        return None if self._players is None else self._players.game_id

    def check_announced(self, game_id: int, written: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        """Compare what phones received with the journal."""
        self.crowd.check_written(game_id, written)
        for kind, text in self.crowd.wrong:
            self.violates(kind, text)
        self.crowd.wrong.clear()

    def _get_up(self, players: Players) -> None:
        """End these people's game, with all hands off the table."""
        assert self._hands is not None  # noqa: S101
        self._hands.clear()
        self._players = self._agenda.people = self._given_up = None
        self._said.clear()
        self._reasons.clear()

    # -- the flow of time

    def _lasts_until(self, right: Callable[[], bool]) -> None:
        """Run until a condition holds, or raise an error if that takes too long."""
        ends_ns = self.clock.now_ns() + _PATIENCE_S * SECOND_NS
        while not right():
            if self.clock.now_ns() > ends_ns:
                raise _OutOfOrderError(f"people have waited for {_PATIENCE_S} s: {dict(self.table.lost)}")
            self._turns()

    def _turns(self) -> None:
        """Advance by one poll, or by a moment if the table is down."""
        while self._to_do:
            self._to_do.pop(0)()
        if not self.table.is_up:
            self.room.passes(self.clock)
            if self.clock.now_ns() >= self._back_ns:
                self._starts()
        else:
            self._polls()
        self._notices()

    def _polls(self) -> None:
        try:
            if self.table.doomed == NOW:
                raise Killed
            self._says_what_was_said()
            self.table.looks()
            self._sees()
        except Killed:
            self._dies()

    def _sees(self) -> None:
        """Show new snapshots to phones and people."""
        if self._players is not None:
            self._players.hears(self.table.game_s)
        snapshot = self.table.snapshot
        if (self.table.life, snapshot.number) != self._shown:
            self._shown = self.table.life, snapshot.number
            self.crowd.looks(snapshot)
            if self._players is not None:
                self._players.sees(snapshot.game)

    def _says_what_was_said(self) -> None:
        """Send people's choices to the table and repeat them until it has saved them."""
        while self._said and not self.table.is_halted:
            commits = self.table.commits
            try:
                kept = self.table.takes(Choose(*self._said[0]))
            except Killed:
                self._said = self._said[self.table.commits > commits :]
                raise
            self._said = self._said[kept:]

    def _notices(self) -> None:
        """Pause people shortly after they can see a fault, and let them continue shortly after its end."""
        if self._players is None or self._stopping:
            return
        held = self._players.time.is_held
        if self._is_wrong != held:
            self._stopping = True
            self.env.process(self._stops_or_goes_on(self._players))

    def _stops_or_goes_on(self, players: Players) -> Doing:
        wrong = self._is_wrong
        yield self.waits(*(_NOTICED_S if wrong else _GOES_ON_S))
        while wrong and self._hands is not None and not self._hands.at_rest:  # nobody stops between two presses
            yield self.waits(_TICK_S / 2)
        self._stopping = False
        if wrong == self._is_wrong:
            players.time.hold() if wrong else players.time.go_on()

    @property
    def _is_wrong(self) -> bool:
        """Whether people see that they cannot continue."""
        down = not self.table.is_up or self.table.is_halted or bool(self.table.lost)
        return down or self._reasons.total() > 0

    def _is_well(self) -> bool:
        """Return whether a game may begin."""
        return not self._is_wrong and not self.disk.is_full

    # -- start and death

    def _starts(self) -> None:
        """Start the table. If it cannot start, check that it reports a full disk, and free the disk."""
        try:
            self.table.starts()
        except BadInput as error:
            self._is_refused(str(error))
            return
        if self.table.life:
            self.crowd.asks_anew(self.table.snapshot)

    def _is_refused(self, message: str) -> None:
        if not self.disk.is_full:
            self.violates("died", f"a table does not start: {message}")
        elif "\n" in message or "the disk is full" not in message:
            self.violates("untold", f"the disk is full, and a start says: {message}")
        self.counts["starts refused by a full disk"] += 1
        self.disk.frees(None)

    def _dies(self) -> None:
        """Handle a kill of the table: check the files, and perhaps damage them."""
        self.counts["tables killed"] += 1
        self.counts["killed at a commit"] += self.table.doomed != NOW
        self.table.dies()
        self.crowd.scatters()
        self._back_ns = self.clock.now_ns() + self.chance.uniform(*_GONE_S) * SECOND_NS
        for why in ruins.left(self):
            self.gives_up(why)

    # -- for faults

    def waits(self, least_s: float, most_s: float | None = None) -> Event:
        """Return an event that happens after `least_s`, or after a random time between `least_s` and `most_s`."""
        seconds = least_s if most_s is None else self.chance.uniform(least_s, most_s)
        return self.env.timeout(round(seconds * SECOND_NS))

    def until(
        self,
        right: Callable[[], bool],
        patience_s: float,
        *,
        despite_cables: bool = False,
        despite_disk: bool = False,
    ) -> Doing:
        """Wait up to `patience_s`, not counting time with other faults; return whether a condition came to hold."""
        left_s = patience_s
        while not right():
            if left_s <= 0:
                return False
            yield self.waits(_TICK_S)
            clear = self.table.is_up and (despite_disk or not (self.table.is_halted or self.disk.is_full))
            left_s -= _TICK_S if clear and (despite_cables or not self.cables.are_busy) else 0
        return True

    def hears_more(self, before: int, patience_s: float) -> Doing:
        """Wait until the host has received more than `before` events; return whether that happened in time."""
        return (yield from self.until(lambda: len(self.delivered(HOST)) > before, patience_s))

    def is_told(self, what: str, right: Callable[[], bool], *, despite_cables: bool = False) -> Doing:
        """Wait until the table reports a fault; if it does not, record a violation."""
        if not (yield from self.until(right, _TOLD_S, despite_cables=despite_cables)):
            self.violates("untold", f"{what}, and the table does not report it")

    def comes_back(self, after: str, right: Callable[[], bool]) -> Doing:
        """Wait until a repaired part works again; if it does not, record a violation."""
        if not (yield from self.until(lambda: self.table.is_up and right(), _BACK_S)):
            self.violates("not back", f"{after}, but it does not work: {self.table.lost}")

    def does(self, act: Callable[[], None]) -> None:
        """Call `act` between two polls, because a Pico's program runs during a poll and must not lose power there."""
        self._to_do.append(act)

    def is_at_rest(self) -> bool:
        """Return whether a seat has the turn, no hand is moving, and no deadline is pending."""
        if self._players is None or self._hands is None or self._is_wrong or not self.table.is_up:
            return False
        pads = all(field.is_silent for field in self.room.fields.values())
        return (
            self._hands.at_rest and pads and self.table.controller.due_us is None and self.view(PUBLIC).turn is not None
        )

    @contextmanager
    def waiting(self, why: str) -> Iterator[None]:
        """Make people wait until the block ends."""
        self._reasons[why] += 1
        if self._players is not None:
            self._players.time.hold()
        try:
            yield
        finally:
            self._reasons -= Counter([why])

    def jam(self, seat: int) -> None:
        """Jam a button down."""
        assert self._hands is not None  # noqa: S101
        self._jammed_ns[seat] = self.env.now
        self._hands.jam(seat)

    def pressed_ns(self, seat: int) -> float:
        """Return when a button was jammed, in ns."""
        return self._jammed_ns[seat]

    def free(self, seat: int) -> None:
        """Release a jammed button."""
        assert self._hands is not None  # noqa: S101
        self._hands.free(seat)

    @property
    def held(self) -> Mapping[int, int]:
        """The buttons that the table reports as held for a long time."""
        return self.table.snapshot.table.held if self.table.is_up else {}

    def delivered(self, audience: str) -> Sequence[Mapping[str, Any]]:
        """Return the events that an audience has received in this game."""
        return [one.json for one in self.table.snapshot.game.delivered(audience)] if self.table.is_up else ()

    def view(self, audience: str) -> View:
        """Return an audience's view, or an empty view if the table is down."""
        return self.table.snapshot.game.view(audience) if self.table.is_up else View()

    def says(self, seat: int, choice: str, value: Any) -> None:
        """Add a choice on a phone to those that will be sent to the table."""
        self._said.append((seat, choice, value))

    def gives_up(self, why: str) -> None:
        """Abandon this game, because the table's record no longer matches what people did."""
        if self._players is not None:
            self._given_up = why

    def violates(self, kind: str, text: str) -> None:
        """Record a violation."""
        self.report.violates(kind, self.plan.seed, text)

    def _died(self, text: str) -> None:
        self.violates("died", text)


class Busy:
    """Counts its users, as a context manager. `alone` says whether the latest user was the only one when it began."""

    def __init__(self) -> None:
        self._times = 0
        self.alone = True

    @property
    def are_busy(self) -> bool:
        """Whether there are any users."""
        return self._times > 0

    def __enter__(self) -> None:
        self.alone = self._times == 0
        self._times += 1

    def __exit__(self, *_: object) -> None:
        self._times -= 1
