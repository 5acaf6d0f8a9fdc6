"""How far a table has published, in a small file beside its journal, by broker: what it sends on from after a pause.

The file is overwritten in place in the system's cache: that survives a killed process, and wears no memory card. After
a power cut it may be older than the truth, or torn: then events are sent again, which everybody tells by their number.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from table.files import OWNER_ONLY, tighten
from table.log import logger
from table.values import value

_MOST_ANCHORS = 20
_BLOCK = 1024
_log = logger()


@value
class Anchor:
    """From event `seq` of a game on, its time 0 is at `at_s` of the wall clock (s since 1970)."""

    seq: int
    at_s: float


@value
class Position:
    """How far a game is published: `acknowledged` events, and whether its end is told, too."""

    acknowledged: int = 0
    finished: bool = False
    anchors: tuple[Anchor, ...] = ()

    def anchored(self, anchor: Anchor) -> tuple[Anchor, ...]:
        """Return the anchors with one more; the oldest go when there are many."""
        before = tuple(one for one in self.anchors if one.seq < anchor.seq)
        return (*before, anchor)[-_MOST_ANCHORS:]


@value
class Published:
    """What is published at one broker: positions by the number of the game, and the number of the first game."""

    first: int
    games: Mapping[int, Position] = field(default_factory=dict)


class Outbox:
    """The file. It belongs to one thread at a time."""

    def __init__(self, database: Path) -> None:
        self.path = path_of(database)
        self._noted = self._read()
        self._synced: frozenset[str] = frozenset()

    def read(self, whose: str) -> Published | None:
        """Return what is published at a broker; None if the table has never been there.

        What cannot be read was perhaps published: all of it counts as not published, and that is logged.
        """
        if self._noted is None:
            return Published(1)
        noted = self._noted.get(whose)
        if noted is None:
            return None
        try:
            games = {int(game): _position(one) for game, one in noted["games"].items()}
            return Published(int(noted["first"]), games)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self._complain(repr(error))
            return Published(1)

    def write(self, whose: str, published: Published) -> None:
        """Note what is published at a broker. A failure is logged: then it is sent again some day."""
        games = {str(game): _noted(position) for game, position in published.games.items()}
        noted = {**(self._noted or {}), whose: {"first": published.first, "games": games}}
        if noted == self._noted:
            return
        self._noted = noted
        body = json.dumps(noted, separators=(",", ":")).encode()
        body = body.ljust(len(body) + -len(body) % _BLOCK)  # so that its length seldom changes
        known = frozenset(game for game, position in games.items() if position["finished"]) | {*games}
        try:
            file = os.open(self.path, os.O_WRONLY | os.O_CREAT, OWNER_ONLY)
            try:
                os.pwrite(file, body, 0)
                os.ftruncate(file, len(body))
                if known != self._synced:
                    os.fsync(file)
                    self._synced = known
            finally:
                os.close(file)
        except OSError as error:
            _log.warning("what is published cannot be noted", file=str(self.path), error=error.strerror or str(error))

    def _read(self) -> dict[str, Any] | None:
        """Return all that is noted; None if that cannot be read."""
        try:
            tighten(self.path)
            noted = json.loads(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            self._complain(str(error))
            return None
        if not isinstance(noted, dict):
            self._complain("it is no object")
            return None
        return noted

    def _complain(self, error: str) -> None:
        _log.warning("what was published is not known: it is sent again", file=str(self.path), error=error)


def path_of(database: Path) -> Path:
    """Return the path of the outbox that belongs to a journal."""
    real = database.resolve()
    return real.with_name(f"{real.name}.club")


def _noted(position: Position) -> dict[str, Any]:
    anchors = [[one.seq, round(one.at_s, 3)] for one in position.anchors]
    return {"acknowledged": position.acknowledged, "finished": position.finished, "anchors": anchors}


def _position(noted: Mapping[str, Any]) -> Position:
    anchors = tuple(Anchor(int(seq), float(at_s)) for seq, at_s in noted["anchors"])
    return Position(int(noted["acknowledged"]), bool(noted["finished"]), anchors)
