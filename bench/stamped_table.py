"""`cardtable play` as people start it, with a stopwatch attached: `python -m bench.stamped_table 8000 FOLDER`.

It runs until SIGTERM, then writes its stamps to `FOLDER/stamps.json`. The product knows nothing of the stopwatch, which
wraps methods of one table's controller and board. Stamps are in ns of CLOCK_MONOTONIC, which all processes of a machine
share.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic_ns

from table.board import Picture
from table.cli.playing.play import play_command
from table.cli.playing.sitting import Bound
from table.emulated.attached import Attached
from table.games.game import PUBLIC
from table.running.live import LiveTable
from table.running.messages import Message
from web.server.serve import WaitressServer

STAMPS = "stamps.json"


@dataclass(frozen=True)
class Shown:
    """A picture that followed from a source's report: when that was posted, taken up, and shown.

    `told` is the number of public events by then.
    """

    posted_ns: int
    taken_ns: int
    shown_ns: int
    told: int


class Stopwatch:
    """Stamps what one table does from now on."""

    def __init__(self, table: LiveTable) -> None:
        self.shown: list[Shown] = []
        self._posted_ns: dict[int, int] = {}
        self._times = (0, 0)
        self._hang_on(table)

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

        def stamped_put(picture: Picture) -> None:
            shown_ns = monotonic_ns()
            put(picture)
            self.shown.append(Shown(*self._times, shown_ns, len(picture.events.get(PUBLIC, ()))))

        _hang(controller, "post", stamped_post)
        _hang(controller._owner, "_take", stamped_take)  # the step of its thread, as it was passed in
        _hang(board, "put", stamped_put)


def _hang(thing: object, name: str, stamped: Callable[..., object]) -> None:
    """Replace an object's method by a stamped one."""
    setattr(thing, name, stamped)


class StampedServer:
    """The server of `cardtable play`, with a stopwatch attached to its table."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def bind(self, port: int) -> Bound:
        """Take a port."""
        return _StampedPort(WaitressServer().bind(port), self._folder)


class _StampedPort:
    def __init__(self, bound: Bound, folder: Path) -> None:
        self._bound = bound
        self._folder = folder

    def run(self, table: LiveTable, database: Path, attached: Attached | None = None) -> None:
        stopwatch = Stopwatch(table)
        self._bound.run(table, database, attached)
        stamps = [asdict(one) for one in stopwatch.shown]
        (self._folder / STAMPS).write_text(json.dumps(stamps))

    def close(self) -> None:
        self._bound.close()


def main(port: int, folder: Path) -> None:
    play_command(StampedServer(folder))(port=port, database=folder / "table.db")


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
