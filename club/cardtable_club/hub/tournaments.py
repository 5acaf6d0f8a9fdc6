"""A club's tournaments, stored as logs in the database; results come from the games that tables publish."""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from cardtable_club.hub import people
from cardtable_club.hub.counting import Recount
from cardtable_club.hub.database import Database
from cardtable_club.hub.heard import GameOver
from cardtable_club.hub.schema import ENTRIES, GREATEST, TOURNAMENTS
from cardtable_club.publishing.address import Place
from cardtable_club.tournament.entries import AnyEntry, At, Begun, Ended, Resulted, TakenBack, parsed
from cardtable_club.tournament.standings import points_at, standings
from cardtable_club.tournament.state import Seated, Tournament
from cardtable_club.tournament.swiss import next_round
from table.complaints import BadInput
from table.log import logger
from table.saying import say

MOST_ON = 50  # running tournaments
MOST_RESULTS = 10  # per table and round; any further results are ignored, and the director has to correct the last one
MOST_SHOWN = 100  # tournaments in a list; listing one reads its whole log
_log = logger()


def now_ms() -> int:
    """Return the wall-clock time, in ms since 1970."""
    return int(time.time() * 1000)


def begin(database: Database, agreed: Begun) -> int:
    """Begin a tournament and return its number. Raise BadInput if it is inconsistent or if too many are running."""
    Tournament.of([agreed])
    with database.writing() as db:
        on = db.execute(select(func.count()).select_from(TOURNAMENTS).where(TOURNAMENTS.c.is_on)).scalar_one()
        if on >= MOST_ON:
            raise BadInput(say("{most} tournaments are on already: end one first", most=MOST_ON))
        made = db.execute(TOURNAMENTS.insert().values(is_on=True)).inserted_primary_key
        assert made is not None  # noqa: S101 - it was inserted
        _add(db, made[0], 1, agreed)
    return int(made[0])


def log(db: Connection, number: int) -> list[AnyEntry]:
    """Return the log of a tournament. Raise LookupError if there is no such tournament."""
    return [parsed(row.body) for row in _rows(db, number)]


def _rows(db: Connection, number: int) -> Sequence[Row[Any]]:
    """Return the stored rows of a tournament's log, in order. Raise LookupError if there is no such tournament."""
    asked = min(number, GREATEST)  # larger numbers do not fit into an Integer
    found = db.execute(select(ENTRIES).where(ENTRIES.c.tournament == asked).order_by(ENTRIES.c.number)).fetchall()
    if not found:
        raise LookupError(number)
    return found


def find(db: Connection, number: int) -> Tournament:
    """Return the state of a tournament. Raise LookupError if there is no such tournament."""
    return Tournament.of(log(db, number))


def change(database: Database, number: int, decide: Callable[[Tournament], AnyEntry]) -> Tournament:
    """Append the entry returned by `decide` to a tournament's log, and return the new state.

    Raise LookupError if there is no such tournament, and BadInput if the entry is not possible now.
    """
    with database.writing() as db:
        entries = log(db, number)
        before = Tournament.of(entries)
        entry = decide(before)
        after = before.after(entry)
        _add(db, number, len(entries) + 1, entry)
        if isinstance(entry, Ended):
            db.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == number).values(is_on=False))
    return after


def pair(database: Database, number: int) -> Tournament:
    """Pair the next round of a tournament and return the new state. Raise the same errors as `change`."""
    return change(database, number, lambda before: next_round(before, now_ms()))


def take(db: Connection, place: Place, game: str, over: GameOver | None) -> None:
    """Add a finished game's result to the tournaments it counts for, or retract the result if the game has resumed."""
    at = At(club=place.club, table=place.table)
    for (number,) in db.execute(select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.is_on)).fetchall():
        entries = log(db, number)
        for entry in _meant(Tournament.of(entries), at, game, over):
            if isinstance(entry, Resulted) and _results_of(entries, entry) >= MOST_RESULTS:
                _log.warning("a table tells ever other results: the director decides", at=str(place), tournament=number)
                break
            entries.append(entry)
            _add(db, number, len(entries), entry)
            if isinstance(entry, Resulted):
                _unite(db, Tournament.of(entries), entry.places)


def _unite(db: Connection, of: Tournament, names: Iterable[str]) -> None:
    """Record that each name is the same person at all of a tournament's tables, because its names are unique."""
    recount = Recount(db)
    for name in names:
        played = [one for each in of.rounds for one in each.tables if one.game is not None and name in one.players]
        places = {Place(one.at.club, one.at.table) for one in played if one.at is not None}
        recount.regroup(people.unite(db, name, places))
    recount.finish()


def _results_of(entries: Sequence[AnyEntry], resulted: Resulted) -> int:
    """Return how many results a table has had in a round, including those that were taken back."""
    reported = [(entry.round, entry.table) for entry in entries if isinstance(entry, Resulted)]
    return reported.count((resulted.round, resulted.table))


def _meant(of: Tournament, at: At, game: str, over: GameOver | None) -> list[AnyEntry]:
    """Return a game's entries for a tournament: one to retract its earlier result, and one to add the new result."""
    found: list[AnyEntry] = []
    if any(table.game == game for one in of.rounds for table in one.tables):
        found.append(TakenBack(game=game))
        of = of.after(found[0])
    result = None if over is None else _result(of, at, over)
    return found if result is None else [*found, result]


def _result(of: Tournament, at: At, over: GameOver) -> Resulted | None:
    if not over.counts or over.termination != "completed":
        return None
    named = {name: over.places[seat] for seat, name in over.people.items()}
    if len(named) < len(over.people):
        return None  # two players have the same name
    return of.result_of(at, over.ended_ms, over.game, named, over.id)


def _add(db: Connection, tournament: int, number: int, entry: AnyEntry) -> None:
    row = {"tournament": tournament, "number": number, "at_ms": now_ms(), "body": entry.model_dump_json()}
    db.execute(ENTRIES.insert().values(**row))


# -- as JSON objects


def everything(db: Connection) -> list[dict[str, Any]]:
    """Return summaries of the latest tournaments, newest first."""
    latest = select(TOURNAMENTS.c.id).order_by(TOURNAMENTS.c.id.desc()).limit(MOST_SHOWN)
    return [_short(number, find(db, number)) for (number,) in db.execute(latest).fetchall()]


def described(db: Connection, number: int) -> dict[str, Any]:
    """Return a tournament with its rounds, standings and log. Raise LookupError if there is no such tournament."""
    rows = _rows(db, number)
    of = Tournament.of([parsed(row.body) for row in rows])
    return _short(number, of) | {
        "players": list(of.players),
        "left": sorted(of.left),
        "rounds_paired": [
            {
                "round": n,
                "tables": [_table(at, table) for at, table in enumerate(paired.tables, start=1)],
                "byes": list(paired.byes),
                "over": paired.is_over,
            }
            for n, paired in enumerate(of.rounds, start=1)
        ],
        "standings": [
            {
                "rank": one.rank, "name": one.name, "points": _number(one.points), "buchholz": _number(one.buchholz),
                "sonneborn": _number(one.sonneborn), "wins": one.wins, "played": one.played, "left": one.has_left,
            }
            for one in standings(of)
        ],
        "log": [{"at_ms": row.at_ms, **json.loads(row.body)} for row in rows],
    }  # fmt: skip


def _short(number: int, of: Tournament) -> dict[str, Any]:
    agreed = of.agreed
    return {
        "id": number, "title": agreed.title, "game": agreed.game, "most": agreed.most, "fewest": agreed.fewest,
        "rounds": agreed.rounds, "paired": len(of.rounds), "waits": bool(of.rounds) and not of.rounds[-1].is_over,
        "active": len(of.active), "over": of.is_over, "seed": agreed.seed,
        "leader": standings(of)[0].name if of.players and of.rounds else None,
    }  # fmt: skip


def _table(number: int, of: Seated) -> dict[str, Any]:
    return {
        "table": number,
        "at": None if of.at is None else {"club": of.at.club, "table": of.at.table},
        "players": list(of.players),
        "places": None if of.places is None else dict(of.places),
        "points": {name: _number(share) for name, share in points_at(of).items()} if of.places is not None else None,
        "game": of.game,
        "reason": of.reason,
    }


def _number(of: Any) -> float:
    return round(float(of), 3)
