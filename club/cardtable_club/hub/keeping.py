"""Stores what tables publish, one transaction per batch: each event once, the latest summaries, and statuses.

Duplicates change nothing. A game belongs to the table that published it first: no other table can add to it.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select, update

from cardtable_club.hub.counting import Recount
from cardtable_club.hub.database import add_new, put
from cardtable_club.hub.heard import EventHeard, GameOver, Said, Status, StatusHeard, SummaryHeard
from cardtable_club.hub.people import folded
from cardtable_club.hub.schema import EVENTS, GAMES, PARTS, PLACES, SEATED
from cardtable_club.publishing.address import Place

MOST_EXPECTED = 1_000  # games per table known only from its status, with no events yet; a status lists about fifty

RETIRED = "retired"  # the state of a table that is no longer in the club

# Called, within the transaction that stores the change, for each game that has ended, resumed or got a new result.
OnGameOver = Callable[[Connection, Place, str, GameOver | None], None]


@dataclass
class Kept:
    """Each game's progress after a batch, and message counts. `foreign` counts messages about another table's game."""

    games: dict[str, tuple[Place, int, int]] = field(default_factory=dict)
    events: int = 0
    repeated: int = 0
    foreign: int = 0
    finished: int = 0


def keep(db: Connection, said: Sequence[Said], on_game_over: OnGameOver) -> Kept:
    """Store messages from tables, in order of arrival."""
    return _Batch(db, on_game_over).keep(said)


class _Batch:
    def __init__(self, db: Connection, on_game_over: OnGameOver) -> None:
        self._db = db
        self._on_game_over = on_game_over
        self._kept = Kept()
        self._games: dict[str, Row[Any]] = {}
        self._recount = Recount(db)
        self._now_ms = int(time.time() * 1000)

    def keep(self, said: Sequence[Said]) -> Kept:
        statuses = {one.place: one.status for one in said if isinstance(one, StatusHeard)}
        self._find({one.game: one.place for one in reversed(said) if not isinstance(one, StatusHeard)})
        for place, status in statuses.items():
            self._expect(place, status)
        self._events([one for one in said if isinstance(one, EventHeard) and self._is_its_own(one.place, one.game)])
        retired = self._retired(statuses)
        latest = {
            entry.game: entry
            for entry in said
            if isinstance(entry, SummaryHeard) and not (entry.over is None and entry.place in retired)
        }
        self._summaries([one for one in latest.values() if self._is_its_own(one.place, one.game)])
        for place, status in statuses.items():
            self._status(place, status)
        self._recount.finish()
        return self._kept

    def _retired(self, statuses: Mapping[Place, Status | None]) -> frozenset[Place]:
        """Return the retired tables, whose summaries were cleared although no game's end was taken back."""
        chosen = select(PLACES.c.club, PLACES.c.tablename).where(PLACES.c.state == RETIRED)
        before = {Place(row.club, row.tablename) for row in self._db.execute(chosen)}
        now = {place for place, status in statuses.items() if status is None}
        return frozenset((before | now) - {place for place, status in statuses.items() if status is not None})

    def _expect(self, place: Place, status: Status | None) -> None:
        """Find the games that a status lists. Create missing ones: only the latest, up to `MOST_EXPECTED`."""
        named = () if status is None else [game for game in status.games if game not in self._games]
        self._read(named)
        fresh = [game for game in named if game not in self._games]
        if fresh:
            of_table = GAMES.c.club == place.club, GAMES.c.tablename == place.table
            nothing = GAMES.c.told == 0, GAMES.c.latest > 0, GAMES.c.summary.is_(None)
            expected = select(func.count()).select_from(GAMES).where(*of_table, *nothing)
            room = max(0, MOST_EXPECTED - self._db.execute(expected).scalar_one())
            self._find(dict.fromkeys(fresh[max(0, len(fresh) - room) :], place))

    def _find(self, about: Mapping[str, Place]) -> None:
        """Read games by UUID, creating new ones for the tables that published them first."""
        self._read(about)
        fresh = {game: place for game, place in about.items() if game not in self._games}
        if fresh:
            row = {"told": 0, "latest": 0, "listed": False}
            rows = [row | {"uuid": game, "club": at.club, "tablename": at.table} for game, at in fresh.items()]
            add_new(self._db, GAMES, rows)
            self._read(fresh)

    def _read(self, games: Iterable[str]) -> None:
        for row in self._db.execute(select(GAMES).where(GAMES.c.uuid.in_([*games]))):
            self._games[row.uuid] = row

    def _is_its_own(self, place: Place, game: str) -> bool:
        row = self._games[game]
        own = (row.club, row.tablename) == (place.club, place.table)
        self._kept.foreign += not own
        return own

    # -- events

    def _events(self, said: Sequence[EventHeard]) -> None:
        by_game: dict[str, dict[int, str]] = {}
        for one in said:
            by_game.setdefault(one.game, {}).setdefault(one.seq, one.body)
        for game, bodies in by_game.items():
            known = self._known(game, bodies)
            fresh = [{"game": game, "seq": seq, "body": body} for seq, body in bodies.items() if seq not in known]
            if fresh:
                self._db.execute(EVENTS.insert(), fresh)
            self._kept.events += len(fresh)
            self._advance(game, max(bodies))
        self._kept.repeated += len(said) - self._kept.events

    def _known(self, game: str, bodies: Mapping[int, str]) -> frozenset[int]:
        seqs = select(EVENTS.c.seq).where(EVENTS.c.game == game, EVENTS.c.seq.in_([*bodies]))
        return frozenset(seq for (seq,) in self._db.execute(seqs))

    def _advance(self, game: str, latest: int) -> None:
        """Record how many events of a game are stored without a gap, and the highest known event number."""
        row = self._games[game]
        if row.told == row.latest >= latest:
            self._note(game)
            return
        complete_to = row.told
        beyond = select(EVENTS.c.seq).where(EVENTS.c.game == game, EVENTS.c.seq > complete_to).order_by(EVENTS.c.seq)
        for (seq,) in self._db.execute(beyond):
            if seq != complete_to + 1:
                break
            complete_to = seq
        if (complete_to, max(latest, row.latest)) != (row.told, row.latest):
            at = {"told": complete_to, "latest": max(latest, row.latest)}
            self._db.execute(update(GAMES).where(GAMES.c.uuid == game).values(at))
            self._read([game])
        self._note(game)

    def _note(self, game: str) -> None:
        row = self._games[game]
        self._kept.games[game] = (Place(row.club, row.tablename), row.told, row.latest)

    # -- summaries of games

    def _summaries(self, said: Sequence[SummaryHeard]) -> None:
        for entry in said:
            body = self._games[entry.game].summary
            if entry.body != body:
                before = None if body is None else GameOver.model_validate_json(body)
                if before is not None:
                    self._recount.drop(entry.game)
                self._replace(entry, before)
                if before is None or entry.over is None or entry.over.outcome != before.outcome:
                    self._on_game_over(self._db, entry.place, entry.game, entry.over)
            if entry.over is not None:
                self._advance(entry.game, entry.over.events)

    def _replace(self, summary_heard: SummaryHeard, before: GameOver | None) -> None:
        over = summary_heard.over
        row: dict[str, Any] = {
            "summary": summary_heard.body,
            "listed": False,
            "kind": None,
            "game": None,
            "ended_ms": None,
        }
        ended_ms = 0
        if over is not None:
            known = before is not None and before.ended_at == over.ended_at
            latest_ms = self._games[summary_heard.game].ended_ms if known else self._now_ms
            ended_ms = min(over.ended_ms, latest_ms)  # not in the future, whatever the table's clock says
            row |= {"listed": over.is_listed, "kind": over.kind, "game": over.game, "ended_ms": ended_ms}
            if before is not None and before.players != over.players:
                # A name was forgotten: drop the game's events, and ask the table for their current form.
                self._db.execute(delete(EVENTS).where(EVENTS.c.game == summary_heard.game))
                row["told"] = 0
            self._kept.finished += 1
        self._db.execute(update(GAMES).where(GAMES.c.uuid == summary_heard.game).values(row))
        self._read([summary_heard.game])
        self._seat(summary_heard.game, over)
        if over is not None:
            self._recount.add(summary_heard.place, over, ended_ms)

    def _seat(self, game: str, over: GameOver | None) -> None:
        """Store the names under which a game can be found."""
        self._db.execute(delete(SEATED).where(SEATED.c.uuid == game))
        if over is not None and over.is_listed:
            names = {folded(name) for name in over.people.values()}
            self._db.execute(SEATED.insert(), [{"folded": name, "uuid": game} for name in sorted(names)])

    # -- which tables are online

    def _status(self, place: Place, status: Status | None) -> None:
        where = {"club": place.club, "tablename": place.table}
        if status is None:
            retire(self._db, place)
            return
        row = {**where, "state": status.state, "version": status.version, "since": status.since}
        if self._db.execute(select(PLACES.c.club).filter_by(**row)).first() is None:
            put(self._db, PLACES, row)
        for game, seq in status.games.items():
            if game in self._games and self._is_its_own(place, game):
                self._advance(game, seq)


def retire(db: Connection, place: Place) -> None:
    """Remove a table from the club. Its games are kept, but no more events are expected from it."""
    where = PLACES.c.club == place.club, PLACES.c.tablename == place.table
    db.execute(update(PLACES).where(*where).values(state=RETIRED))
    lacking = GAMES.c.club == place.club, GAMES.c.tablename == place.table, GAMES.c.told < GAMES.c.latest
    db.execute(update(GAMES).where(*lacking).values(latest=GAMES.c.told))


def lack_something(db: Connection) -> list[Place]:
    """Return the tables whose games have missing events."""
    chosen = select(GAMES.c.club, GAMES.c.tablename).where(GAMES.c.told < GAMES.c.latest).distinct()
    return [Place(row.club, row.tablename) for row in db.execute(chosen)]


def lacking(db: Connection, place: Place, most: int) -> dict[str, tuple[int, int]]:
    """Return a table's incomplete games with stored and total event counts. Games with no stored events come last."""
    of_table = GAMES.c.club == place.club, GAMES.c.tablename == place.table, GAMES.c.told < GAMES.c.latest
    chosen = select(GAMES).where(*of_table).order_by((GAMES.c.told == 0), GAMES.c.uuid).limit(most)
    return {row.uuid: (row.told, row.latest) for row in db.execute(chosen)}


def there(db: Connection) -> dict[Place, Status]:
    """Return each table in the club with its latest status, but without its games."""
    return {
        Place(row.club, row.tablename): Status(state=row.state, version=row.version, since=row.since, games={})
        for row in db.execute(select(PLACES).where(PLACES.c.state != RETIRED))
    }


def numbers(db: Connection) -> dict[str, int]:
    """Count the stored events, games, listed finished games, and rows for players in games."""
    found = {
        name: select(func.count()).select_from(table)
        for name, table in (("events", EVENTS), ("games", GAMES), ("parts", PARTS))
    }
    found["listed"] = select(func.count()).select_from(GAMES).where(GAMES.c.listed)
    return {name: int(db.execute(one).scalar_one()) for name, one in found.items()}
