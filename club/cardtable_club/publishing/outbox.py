"""What a table has published at each broker, in two small files next to its journal.

The first file lists the games being published. It is overwritten in place, mostly without a sync: this survives a
killed process and does not wear out the memory card. After a power cut the file may be outdated or damaged; events are
then resent, and receivers recognise them by their numbers. The second file gets a line for each fully published game.
Such a game is resent only if a hub requests it, with the same times.

Neither file keeps a table from starting. A first file that cannot be read is set aside before it is replaced; in the
second file, lines that cannot be read are skipped.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardtable_club.publishing.times import Anchor
from table.complaints import BadInput
from table.files import OWNER_ONLY, parsed_json, set_aside, tighten, write_atomically
from table.log import logger
from table.values import Value, field

_BLOCK = 1024
_SPARE = 100  # lines of deleted games, or superseded lines, before the file is rewritten
_UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, OverflowError)
_log = logger()


class Position(Value):
    """How much of a game has been published: how many events are `acknowledged`, and whether the summary is.

    The wall-clock times of the first `placed` events are fixed.
    """

    acknowledged: int = 0
    finished: bool = False
    anchors: tuple[Anchor, ...] = ()
    placed: int = 0


class Published(Value):
    """What has been published at one broker: positions by game number, and the number of the first game to publish."""

    first: int
    games: Mapping[int, Position] = field(default_factory=dict)


class Outbox:
    """The two files that belong to a journal. Not thread-safe."""

    def __init__(self, database: Path) -> None:
        self.path = path_of(database)
        self._is_damaged = False
        self._noted = self._read()
        self._done = _Done(self.path.with_name(f"{self.path.name}.done"))
        self._synced: frozenset[tuple[str, int]] = frozenset()

    def read(self, whose: str) -> Published | None:
        """Return what has been published at a broker, or None if the table has never published there.

        If the file cannot be read, this is logged, nothing counts as published, and everything is resent.
        """
        if self._noted is None:
            return Published(1)
        noted = self._noted.get(whose)
        if noted is None:
            return None
        try:
            games = {int(game): _position(one) for game, one in noted["games"].items()}
            return Published(int(noted["first"]), {**self._done.read(whose), **games})
        except _UNREADABLE as error:
            self._complain(repr(error))
            return Published(1)

    def write(self, whose: str, published: Published) -> None:
        """Save what has been published at a broker. If that fails, log it: some events will be resent later."""
        done = self._done.write(whose, published.games)
        games = {str(game): _noted(position) for game, position in published.games.items() if game not in done}
        noted = {**(self._noted or {}), whose: {"first": published.first, "games": games}}
        if noted == self._noted:
            return
        self._noted = noted
        body = json.dumps(noted, separators=(",", ":")).encode()
        body = body.ljust(len(body) + -len(body) % _BLOCK)  # so that the file's length seldom changes
        known = frozenset((game, len(position["anchors"])) for game, position in games.items())
        try:
            if self._is_damaged:
                set_aside(self.path)
                self._is_damaged = False
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
            _complain_of_writing(self.path, error)

    def _read(self) -> dict[str, Any] | None:
        """Return the contents of the first file, or None if it cannot be read."""
        try:
            tighten(self.path)
            noted = parsed_json(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            self._complain(str(error))
            return None
        if not isinstance(noted, dict):
            self._complain("it is not a JSON object")
            return None
        return noted

    def _complain(self, error: str) -> None:
        self._is_damaged = True
        _log.warning("the outbox cannot be read: everything is published again", file=str(self.path), error=error)


class _Done:
    """The second file: lines `[broker, game, position]` for fully published games. A game's last line counts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._games: dict[str, dict[int, Position]] = {}
        self._lines = 0
        try:
            tighten(path)
            lines = path.read_bytes().splitlines()
        except OSError:
            return
        for line in lines:
            self._lines += 1
            try:
                whose, game, position = parsed_json(line)
                self._games.setdefault(str(whose), {})[int(game)] = _position(position)
            except _UNREADABLE:  # a damaged line: that game is sent again
                continue

    def read(self, whose: str) -> Mapping[int, Position]:
        """Return the positions of the games fully published at a broker."""
        return self._games.get(whose, {})

    def write(self, whose: str, games: Mapping[int, Position]) -> frozenset[int]:
        """Add fully published games, and return the numbers of those that are now in the file."""
        known = self._games.setdefault(whose, {})
        done = {game: position for game, position in games.items() if position.finished}
        changed = [game for game, position in done.items() if known.get(game) is not position]
        new = {game: done[game] for game in changed if known.get(game) != done[game]}
        try:
            if new:
                self._add(whose, new, done)
        except (OSError, BadInput) as error:
            _complain_of_writing(self._path, error)
            return frozenset(done.keys() - new.keys())
        return frozenset(done)

    def _add(self, whose: str, new: Mapping[int, Position], done: Mapping[int, Position]) -> None:
        others = sum(len(games) for broker, games in self._games.items() if broker != whose)
        if self._lines > len(done) + others + _SPARE:
            games = {**self._games, whose: dict(done)}
            lines = [_line(broker, game, one) for broker, of in games.items() for game, one in of.items()]
            write_atomically(self._path, b"".join(lines))
            self._games, self._lines = games, len(lines)
            return
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, OWNER_ONLY)
        try:
            os.write(file, b"".join(_line(whose, game, one) for game, one in new.items()))
            os.fsync(file)
        finally:
            os.close(file)
        self._games[whose].update(new)
        self._lines += len(new)


def path_of(database: Path) -> Path:
    """Return the path of the outbox that belongs to a journal."""
    real = database.resolve()
    return real.with_name(f"{real.name}.club")


def _line(whose: str, game: int, position: Position) -> bytes:
    """Return a line preceded by a line break, because a power cut may have truncated the previous line."""
    return b"\n" + json.dumps([whose, game, _noted(position)], separators=(",", ":")).encode()


def _noted(position: Position) -> dict[str, Any]:
    anchors = [_numbers(one) for one in position.anchors]
    noted = {"acknowledged": position.acknowledged, "finished": position.finished, "anchors": anchors}
    return noted | ({"placed": position.placed} if position.placed != position.acknowledged else {})


def _numbers(anchor: Anchor) -> list[float]:
    line = [] if (anchor.t, anchor.rate) == (0, 1) else [anchor.t, anchor.rate]
    return [anchor.seq, anchor.at_s, *line]


def _position(noted: Mapping[str, Any]) -> Position:
    anchors = tuple(Anchor(int(seq), *map(float, line)) for seq, *line in noted["anchors"])
    acknowledged = int(noted["acknowledged"])
    return Position(acknowledged, bool(noted["finished"]), anchors, int(noted.get("placed", acknowledged)))


def _complain_of_writing(path: Path, error: Exception) -> None:
    why = getattr(error, "strerror", None) or str(error)
    _log.warning("the outbox cannot be written", file=str(path), error=why)
