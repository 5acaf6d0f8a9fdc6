"""A table's games, limited to what a club may see: public events and results.

A game that is running, or has just ended, is in the journal; older games played by people are in the history. Games
that the host chose not to keep are not published.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import inf
from pathlib import Path
from typing import Literal, NamedTuple
from uuid import UUID, uuid5

from cardtable_club.publishing.address import Place
from cardtable_club.publishing.outbox import Outbox, Published
from table import games
from table.complaints import BadInput
from table.event import Delivered
from table.files import parsed_json
from table.history.archive import Archive, Kept
from table.history.described import described
from table.history.record import Record
from table.history.recorder import recorded
from table.history.summary import had_people, summarized
from table.history.wishes import is_wanted
from table.keeping.records import Records
from table.values import Json, to_json

_OURS = UUID("7d1b4f0c-54a5-5c0e-9f3c-2d0c7b1f6a11")  # the namespace of our games

# Only games of `people` count towards statistics.
Kind = Literal["people", "robots", "simulated", "practice"]


class Played(NamedTuple):
    """A game at this table: its number here, and when it began and ended, in ISO 8601."""

    game_id: int
    started_at: str
    ended_at: str | None

    @property
    def began_s(self) -> float:
        """When the game began, in s since 1970."""
        return datetime.fromisoformat(self.started_at).timestamp()

    @property
    def latest_s(self) -> float:
        """An upper bound for the times of the game's events, in s since 1970."""
        return inf if self.ended_at is None else datetime.fromisoformat(self.ended_at).timestamp() + 1


class Games:
    """The games in a journal and its history. Thread-safe, because it keeps no files open."""

    def __init__(self, database: Path, place: Place) -> None:
        self._database = database
        self._place = place

    def uuid(self, game: Played) -> str:
        """Return a game's UUID, which is unique across all tables and never changes."""
        return str(uuid5(_OURS, f"{self._place}/{game.game_id}/{game.started_at}"))

    def next_id(self) -> int:
        """Return the number of the running game, or of the next game if none is running."""
        with Archive(self._database) as archive, Records.read(self._database) as journal:
            running = journal.running()
            return max(journal.last_id(), archive.last_id()) + 1 if running is None else running.game_id

    def since(self, first: int) -> dict[int, Played]:
        """Return the games from number `first` on, keyed by number, except those that the host chose not to keep."""
        with Archive(self._database) as archive, Records.read(self._database) as journal:
            found = {game_id: Played(game_id, *times) for game_id, *times in archive.played(first)}
            for game_id in sorted(journal.known()):
                if game_id >= first:
                    one = journal.game(game_id)
                    found[game_id] = Played(game_id, one.started_at, one.ended_at)
            return {game_id: one for game_id, one in sorted(found.items()) if is_wanted(archive, game_id)}

    def events(self, game: Played) -> Sequence[Delivered]:
        """Return a game's public events in order, or none if the game is gone. Game-specific events are `Unknown`."""
        found = self._record(game)
        shared = games.events_of(None)  # the game's package may no longer be installed
        return () if found is None else tuple(Delivered.read(one, shared) for one in found[0].events)

    def summary(self, game: Played) -> Mapping[str, Json]:
        """Return a game's summary. Raise BadInput if the game is gone or still running."""
        found = self._record(game)
        if found is None or game.ended_at is None:
            raise BadInput(f"game {game.game_id} is not there, or goes on")
        record, rules_version = found
        short = summarized(record)
        kept = Kept(game.game_id, rules_version, game.started_at, game.ended_at, False, short.is_whole, short)
        of = {**to_json(described(kept)), "id": self.uuid(game), "kind": kind_of(record)}
        return {**{name: value for name, value in of.items() if name != "imported"}, "events": len(record.events)}

    def is_current(self, game: Played, summary: bytes) -> bool:
        """Return whether a published summary is still correct: a name may have been forgotten since."""
        try:
            said = parsed_json(summary)
            ending = said["ended_at"], said["players"]
        except (ValueError, TypeError, KeyError):
            return False
        with Archive(self._database) as archive:
            if archive.has([game.game_id]):
                players: list[str | None] | None = [*described(archive.find(game.game_id)).players]
            else:
                found = self._record(game)
                players = None if found is None else [*found[0].started.players]
        return ending == (game.ended_at, players)

    def _record(self, game: Played) -> tuple[Record, str] | None:
        with Archive(self._database) as archive, Records.read(self._database) as journal:
            if game.game_id in journal.known() and journal.game(game.game_id).started_at == game.started_at:
                return recorded(journal, game.game_id), journal.game(game.game_id).rules_version
            if archive.has([game.game_id]) and archive.find(game.game_id).started_at == game.started_at:
                return archive.record(game.game_id), archive.find(game.game_id).rules_version
        return None


def kind_of(record: Record) -> Kind:
    """Return whether a game was played by people, robots or simulated people, or as practice."""
    started = record.started
    if started.auto:
        return "simulated"
    if started.instead_of is not None:
        return "practice"
    return "people" if had_people(record) else "robots"


def joined(outbox: Outbox, database: Path, account: str, place: Place) -> Published:
    """Return what a table has published at a broker. If that is nothing, start with the running or next game."""
    published = outbox.read(account)
    if published is None:
        published = Published(Games(database, place).next_id())
        outbox.write(account, published)
    return published
