"""`cardtable play` as users start it, with a stopwatch attached.

`python -m cardtable_lab.bench.stamped_table 8000 FOLDER`.

It runs until SIGTERM, then writes its stamps to `FOLDER/stamps.json`. With a third argument, a table.toml, it runs
`cardtable run` with Mito for five, and its hands obey standard input: `press 2`, `release 2`,
`touch number1.1 discard`. The product does not know about the stopwatch, which wraps methods of one table's controller,
board, lights and buttons. Stamps are in ns of CLOCK_MONOTONIC, which all processes on a computer share.
"""

import json
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from time import monotonic_ns
from typing import Any

from hardware.observations import ButtonEdge
from table import languages
from table.board import Snapshot
from table.cli.playing.play import play
from table.cli.playing.run import run
from table.cli.playing.sitting import Bound
from table.cli.playing.starting import Recovery
from table.emulated.people import Attached
from table.emulated.tabletop import Tabletop
from table.games.game import PUBLIC
from table.listeners import Listener
from table.network.home_wifi import HomeWifi
from table.running.live import LiveTable
from table.running.messages import Message, Observed
from table.values import Value, asdict
from table.wiring.finding.session import Session
from web.server.serve import WaitressServer

STAMPS = "stamps.json"
PEOPLE = "Ana,Ben,Cleo,Dan,Eva"


class Shown(Value):
    """A snapshot caused by a source's report: when the report was posted and handled, and when the snapshot was posted.

    `event_count` is the number of public events by then.
    """

    posted_ns: int
    taken_ns: int
    shown_ns: int
    event_count: int


class Slap(Value):
    """A press: when the pin changed, how the press was stamped, and when the table had judged it."""

    moved_ns: int
    stamped_ns: int
    judged_ns: int


class Lit(Value):
    """A snapshot: when it was posted, and when all lights showed it."""

    shown_ns: int
    lit_ns: int


class Stopwatch:
    def __init__(self, table: LiveTable, attached: Attached | None = None) -> None:
        self.shown: list[Shown] = []
        self.slaps: list[Slap] = []
        self.lit: list[Lit] = []
        self._moved_ns: dict[int, deque[int]] = {}
        self._dark: dict[int, int] = {}  # snapshots that the lights do not show yet, and when they were posted
        self._posted_ns: dict[int, int] = {}
        self._times = (0, 0)
        self._hang_on(table)
        self._hang_on_lights(table)
        for seat, button in () if attached is None else attached.tabletop._buttons.items():
            self._hang_on_button(seat, button)

    def _hang_on(self, table: LiveTable) -> None:
        controller, board = table.controller, table.board
        post, take, put = controller.post, controller.take, board.put

        def stamped_post(message: Message) -> object:
            self._posted_ns[id(message)] = monotonic_ns()
            return post(message)

        def stamped_take(message: Message) -> None:
            taken_ns = monotonic_ns()
            self._times = (self._posted_ns.pop(id(message), taken_ns), taken_ns)
            take(message)
            self._judged(message)

        def stamped_put(snapshot: Snapshot) -> None:
            shown_ns = monotonic_ns()
            put(snapshot)
            self.shown.append(Shown(*self._times, shown_ns, len(snapshot.game.events.get(PUBLIC, ()))))
            self._dark[snapshot.number] = shown_ns

        _hang(controller, "post", stamped_post)
        _hang(controller._owner, "_take", stamped_take)  # the step of the controller's thread, as it was passed in
        _hang(board, "put", stamped_put)

    def _hang_on_lights(self, table: LiveTable) -> None:
        beat = table.beat

        def stamped_beat() -> None:
            beat()
            lit_ns, showing = monotonic_ns(), table._shown
            for number in [number for number in self._dark if number <= showing]:
                self.lit.append(Lit(self._dark.pop(number), lit_ns))

        _hang(table, "beat", stamped_beat)

    def _hang_on_button(self, seat: int, button: Any) -> None:
        """Record the first contact of each press of a button, before the contact bounces."""
        press, moved_ns = button.press, self._moved_ns.setdefault(seat, deque())

        def stamped_press(**timed: int | None) -> int | None:
            before = button.changed
            begun_ns: int | None = press(**timed)
            moved_ns.extend(level.at_ns for level in button.history(before)[:1])
            return begun_ns

        _hang(button, "press", stamped_press)

    def _judged(self, message: Message) -> None:
        for item in message.items if isinstance(message, Observed) else ():
            if isinstance(item, ButtonEdge) and item.down and self._moved_ns.get(item.button):
                moved_ns = self._moved_ns[item.button].popleft()
                self.slaps.append(Slap(moved_ns, item.at_us * 1_000, monotonic_ns()))


def _hang(thing: object, name: str, stamped: Callable[..., object]) -> None:
    """Replace a method of `thing` with `stamped`."""
    setattr(thing, name, stamped)


class StampedServer:
    """The server of `cardtable play`, with a stopwatch attached to its table."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def bind(self, port: int) -> Bound:
        """Bind a port."""
        return _StampedPort(WaitressServer().bind(port), self._folder)


class _StampedPort:
    def __init__(self, bound: Bound, folder: Path) -> None:
        self._bound = bound
        self._folder = folder

    def run(
        self,
        table: LiveTable,
        database: Path,
        attached: Attached | None = None,
        setup: Session | None = None,
        home_wifi: HomeWifi | None = None,
        language: str = languages.USUAL,
        listeners: Sequence[Listener] = (),
        came_up: Callable[[], None] = lambda: None,
    ) -> None:
        stopwatch = Stopwatch(table, attached)
        if attached is not None and attached.people is None:
            Thread(target=_obey, args=(attached.tabletop,), daemon=True).start()
        self._bound.run(table, database, attached, language=language, listeners=listeners, came_up=came_up)
        kinds: dict[str, list[Any]] = {"shown": stopwatch.shown, "slaps": stopwatch.slaps, "lit": stopwatch.lit}
        stamps = {kind: [asdict(one) for one in stamped] for kind, stamped in kinds.items()}
        (self._folder / STAMPS).write_text(json.dumps(stamps))

    def recover(self, recovery: Recovery, language: str = languages.USUAL) -> None:
        self._bound.recover(recovery, language)

    def close(self) -> None:
        self._bound.close()


def _obey(tabletop: Tabletop) -> None:
    for line in sys.stdin:
        match line.split():
            case ["press", seat]:
                tabletop.press(int(seat))
            case ["release", seat]:
                tabletop.release(int(seat))
            case ["touch", card, zone]:
                tabletop.touch(card, zone)


def main(port: int, folder: Path, config: Path | None = None) -> None:
    server, at = StampedServer(folder), ["--port", f"{port}"]
    if config is None:
        play.main([*at, "--database", str(folder / "table.db")], obj=server, standalone_mode=False)
    else:
        run.main([*at, "--config", str(config), "--players", PEOPLE, "mito"], obj=server, standalone_mode=False)


if __name__ == "__main__":
    main(int(sys.argv[1]), *map(Path, sys.argv[2:]))
