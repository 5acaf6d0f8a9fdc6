"""Queries on a hub's database that return JSON objects: finished games, their events, people, open questions."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, Row, RowMapping, Select, and_, func, or_, select

from cardtable_club.hub import people
from cardtable_club.hub.database import Database
from cardtable_club.hub.people import Known, Question, folded
from cardtable_club.hub.schema import EVENTS, GAMES, NAMES, PARTS, SEATED, STANDINGS
from cardtable_club.publishing.address import Place
from table.complaints import BadInput
from table.saying import say

MOST = 100  # entries on a page
_AT_ONCE = 100  # events read per query


def games(
    db: Connection,
    *,
    limit: int,
    before: str | None = None,
    game: str | None = None,
    player: str | None = None,
    place: tuple[str, str] | None = None,
    kind: str | None = None,
) -> list[dict[str, Any]]:
    """Return finished games played by people, real or simulated, latest first.

    With `before`, a game's UUID, return only games that ended earlier. Raise BadInput if the history has no such game.
    """
    wanted = select(GAMES).where(GAMES.c.listed)
    if kind is not None:
        wanted = wanted.where(GAMES.c.kind == kind)
    if game is not None:
        wanted = wanted.where(GAMES.c.game == game)
    if player is not None:
        wanted = wanted.where(GAMES.c.uuid.in_(_games_of(player)))
    if place is not None:
        wanted = wanted.where(GAMES.c.club == place[0], GAMES.c.tablename == place[1])
    if before is not None:
        wanted = _after(wanted, db.execute(select(GAMES).where(GAMES.c.uuid == before)).first())
    found = db.execute(wanted.order_by(GAMES.c.ended_ms.desc(), GAMES.c.uuid.desc()).limit(limit))
    return [_game(row._mapping) for row in found]


def _after(wanted: Select[Any], last: Row[Any] | None) -> Select[Any]:
    if last is None or last.ended_ms is None:
        raise BadInput(say("before: expected the UUID of a game in the history"))
    same = and_(GAMES.c.ended_ms == last.ended_ms, GAMES.c.uuid < last.uuid)
    return wanted.where(or_(GAMES.c.ended_ms < last.ended_ms, same))


def _games_of(player: str) -> Select[Any]:
    return select(SEATED.c.uuid).where(SEATED.c.folded == folded(player))


def game(db: Connection, uuid: str) -> dict[str, Any] | None:
    """Return a finished game with its ratings and its number of stored events, or None if there is no such game."""
    row = db.execute(select(GAMES).where(GAMES.c.uuid == uuid, GAMES.c.summary.is_not(None))).first()
    if row is None:
        return None
    parts = db.execute(select(PARTS, NAMES.c.person).join(NAMES).where(PARTS.c.uuid == uuid).order_by(PARTS.c.seat))
    ratings = {str(part.seat): {**_rating(part), "person": part.person} for part in parts}
    return _game(row._mapping) | {"kept": row.told, "ratings": ratings}


def has(db: Connection, uuid: str) -> bool:
    """Return whether the hub has a game, finished or not."""
    return db.execute(select(GAMES.c.uuid).where(GAMES.c.uuid == uuid)).first() is not None


def events(database: Database, uuid: str, *, limit: int | None = None, before: int | None = None) -> Iterator[str]:
    """Yield a game's public events, as published, in pieces of one JSON array.

    Yields all events, or only those `before` a number, or only the latest `limit` of them. Each piece is read once the
    client has taken the previous one, so a slow client ties up neither memory nor the database.
    """
    first, between = 0 if limit is None else _first(database, uuid, limit, before), "["
    while True:
        wanted = _events(uuid, before).where(EVENTS.c.seq >= first).order_by(EVENTS.c.seq).limit(_AT_ONCE)
        with database.reading() as db:
            found = db.execute(wanted).all()
        if not found:
            break
        yield between + ",".join(row.body for row in found)
        first, between = found[-1].seq + 1, ","
    yield "]" if between == "," else "[]"


def _first(database: Database, uuid: str, limit: int, before: int | None) -> int:
    """Return the number of the first of the latest `limit` events, or 0 if there are no events."""
    latest = _events(uuid, before).order_by(EVENTS.c.seq.desc()).limit(limit).subquery()
    with database.reading() as db:
        return db.execute(select(func.min(latest.c.seq))).scalar() or 0


def _events(uuid: str, before: int | None) -> Select[Any]:
    wanted = select(EVENTS).where(EVENTS.c.game == uuid)
    return wanted if before is None else wanted.where(EVENTS.c.seq < before)


def going_on(db: Connection, place: Place) -> list[dict[str, Any]]:
    """Return up to `MOST` unfinished games of a table, with their stored and total event counts."""
    of_table = GAMES.c.club == place.club, GAMES.c.tablename == place.table, GAMES.c.summary.is_(None)
    found = db.execute(select(GAMES).where(*of_table).order_by(GAMES.c.told.desc(), GAMES.c.uuid).limit(MOST))
    return [{"id": row.uuid, "kept": row.told, "events": row.latest} for row in found]


def _game(row: RowMapping) -> dict[str, Any]:
    said = json.loads(row["summary"])
    return {**said, "club": row["club"], "table": row["tablename"]}


# -- people


def everybody(
    db: Connection, *, limit: int, before: int | None = None, game: str | None = None, search: str | None = None
) -> list[dict[str, Any]]:
    """Return people who have finished a game, most recent players first; for one `game`, highest ratings first.

    `before` is the number of the last person on the previous page.
    """
    chosen = select(STANDINGS.c.person)
    if game is None:
        order: Any = func.max(STANDINGS.c.last_ms)
    else:
        order = func.max(STANDINGS.c.mu - 3 * STANDINGS.c.sigma)
        chosen = chosen.where(STANDINGS.c.game == game)
    if search:
        alike = select(NAMES.c.person).where(NAMES.c.folded.contains(folded(search), autoescape=True))
        chosen = chosen.where(STANDINGS.c.person.in_(alike))
    chosen = (
        chosen.where(STANDINGS.c.games > 0)
        .group_by(STANDINGS.c.person)
        .order_by(order.desc(), STANDINGS.c.person.desc())
    )
    found = [number for (number,) in db.execute(chosen if before is not None else chosen.limit(limit))]
    if before is not None:
        found = found[found.index(before) + 1 :][:limit] if before in found else []
    return [person(db, number) for number in found]


def person(db: Connection, number: int) -> dict[str, Any]:
    """Return a person: their names at tables, and their results by game."""
    names = db.execute(select(NAMES).where(NAMES.c.person == number).order_by(NAMES.c.id)).fetchall()
    standings = db.execute(select(STANDINGS).where(STANDINGS.c.person == number).order_by(STANDINGS.c.game))
    return {
        "id": number,
        "name": next((row.name for row in names if row.id == number), names[0].name if names else ""),
        "tables": [{"club": row.club, "table": row.tablename, "name": row.name} for row in names],
        "games": {row.game: _standing(row) for row in standings},
    }


def whole_person(db: Connection, number: int) -> dict[str, Any]:
    """Return a person with their rating after each game, oldest first."""
    parts = db.execute(
        select(PARTS).join(NAMES).where(NAMES.c.person == number).order_by(PARTS.c.ended_ms, PARTS.c.uuid)
    )
    found = person(db, number)
    for one in found["games"].values():
        one["ratings"] = []
    for part in parts:
        rating = {"id": part.uuid, **_rating(part), "won": part.won}
        found["games"][part.game]["ratings"].append(rating)
    return found


def called(db: Connection, name: str) -> list[int]:
    """Return the numbers of the people called `name`, the person with the most games first."""
    count = func.coalesce(func.sum(STANDINGS.c.games), 0)
    wanted = select(NAMES.c.person, count).join(STANDINGS, STANDINGS.c.person == NAMES.c.person, isouter=True)
    found = db.execute(wanted.where(NAMES.c.folded == folded(name)).group_by(NAMES.c.person))
    return [number for number, _ in sorted(found.fetchall(), key=lambda one: (-one[1], one[0]))]


def _standing(row: Row[Any]) -> dict[str, Any]:
    return {"games": row.games, "wins": row.wins, "points": row.points, "rating": _rating(row)}


def _rating(row: Row[Any]) -> dict[str, float]:
    return {"mu": round(row.mu, 4), "sigma": round(row.sigma, 4)}


def kinds(db: Connection) -> list[str]:
    """Return the kinds of games that people have finished."""
    chosen = select(STANDINGS.c.game).where(STANDINGS.c.games > 0).distinct().order_by(STANDINGS.c.game)
    return [game for (game,) in db.execute(chosen)]


def knows(db: Connection, game: str) -> bool:
    """Return whether the hub has finished games of this kind, even if the game itself is not installed."""
    return db.execute(select(GAMES.c.uuid).where(GAMES.c.game == game).limit(1)).first() is not None


def questions(db: Connection, most: int = MOST) -> list[dict[str, Any]]:
    """Return the open questions about names."""
    return [_question(one) for one in people.questions(db, most)]


def _question(of: Question) -> dict[str, Any]:
    return {"one": _known(of.one), "other": _known(of.other)}


def _known(of: Known) -> Mapping[str, Any]:
    return {"id": of.id, "name": of.name, "club": of.place.club, "table": of.place.table}
