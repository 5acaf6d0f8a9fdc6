"""Player statistics at a hub: games, ratings and standings.

Games from all tables are rated in the order in which they ended. A game that arrives late because its table was offline
changes all later ratings for the same kind of game. So does a ruling by the director that two names belong to the same
person.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, RowMapping, and_, func, or_, select, tuple_, update

from cardtable_club.hub import people
from cardtable_club.hub.database import put
from cardtable_club.hub.heard import GameOver
from cardtable_club.hub.schema import NAMES, PARTS, STANDINGS
from cardtable_club.publishing.address import Place
from table.history.standings import Rating, rated

_AT_ONCE = 500  # games read and rated at a time


class Recount:
    """Keeps track of which games and people to recount as games are added and dropped, within one transaction."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._since: dict[str, tuple[int, str]] = {}
        self._people: set[int] = set()
        self._dropped: set[int] = set()

    def add(self, place: Place, over: GameOver, ended_ms: int) -> None:
        """Add a finished game to the statistics if it counts. `ended_ms` is when the game ended, in ms since 1970."""
        if not over.counts:
            return
        known, ranks = people.named(self._db, place, over.people.values()), over.places
        for seat, name in over.people.items():
            row = {
                "uuid": over.id, "seat": seat, "name": known[name].id, "game": over.game, "ended_ms": ended_ms,
                "completed": over.termination == "completed", "won": seat in over.winners,
                "points": over.totals.get(str(seat), 0), "place": ranks[seat], "mu": 0.0, "sigma": 0.0,
            }  # fmt: skip
            put(self._db, PARTS, row)
        self._note(over.game, ended_ms, over.id)

    def drop(self, uuid: str) -> None:
        """Remove a game from the statistics."""
        gone = select(PARTS.c.game, PARTS.c.ended_ms, PARTS.c.name, NAMES.c.person)
        for game, ended_ms, name, person in self._db.execute(gone.join(NAMES).where(PARTS.c.uuid == uuid)).fetchall():
            self._note(game, ended_ms, uuid)
            self._people.add(person)
            self._dropped.add(name)
        self._db.execute(PARTS.delete().where(PARTS.c.uuid == uuid))

    def regroup(self, changed: Iterable[int]) -> None:
        """Schedule a recount for these people, whose names have been joined or separated."""
        wanted = [*changed]
        self._people |= {*wanted}
        first = select(PARTS.c.game, func.min(PARTS.c.ended_ms)).join(NAMES).where(NAMES.c.person.in_(wanted))
        for game, ended_ms in self._db.execute(first.group_by(PARTS.c.game)).fetchall():
            self._note(game, ended_ms, "")

    def finish(self) -> None:
        """Update the ratings and standings that have changed, and delete dropped names that no game uses any more."""
        unused = people.unused(self._db, self._dropped)
        if unused:
            self._db.execute(STANDINGS.delete().where(STANDINGS.c.person.in_(unused)))
            self.regroup(people.drop(self._db, unused))
        for game, since in sorted(self._since.items()):
            self._people |= _rate_again(self._db, game, since)
        for person in sorted(self._people):
            _sum_up(self._db, person)

    def _note(self, game: str, ended_ms: int, uuid: str) -> None:
        self._since[game] = min(self._since.get(game, (ended_ms, uuid)), (ended_ms, uuid))


def _rate_again(db: Connection, game: str, since: tuple[int, str]) -> set[int]:
    """Re-rate all games of kind `game` from `since` on, and return the people who played in them."""
    ratings: dict[int, Rating] = {}
    while games := _games_after(db, game, since):
        for uuid, parts in games.items():
            for part in parts:
                if part["person"] not in ratings:
                    ratings[part["person"]] = _before(db, part["person"], game, part["ended_ms"], uuid)
            _rate(db, parts, ratings)
        last = [*games.items()][-1]
        since = last[1][0]["ended_ms"], f"{last[0]}~"  # just after the last game
    return {*ratings}


def _games_after(db: Connection, game: str, since: tuple[int, str]) -> dict[str, list[RowMapping]]:
    """Return the next games of kind `game` from `since` on, oldest first: for each game's UUID, its players' rows."""
    key = tuple_(PARTS.c.ended_ms, PARTS.c.uuid)
    chosen = select(PARTS.c.uuid).where(PARTS.c.game == game, PARTS.c.ended_ms >= since[0], key >= since)
    chosen = chosen.group_by(PARTS.c.ended_ms, PARTS.c.uuid).order_by(PARTS.c.ended_ms, PARTS.c.uuid).limit(_AT_ONCE)
    wanted = [uuid for (uuid,) in db.execute(chosen)]
    found: dict[str, list[RowMapping]] = {uuid: [] for uuid in wanted}
    parts = select(PARTS, NAMES.c.person).join(NAMES).where(PARTS.c.uuid.in_(wanted)).order_by(PARTS.c.seat)
    for row in db.execute(parts):
        found[row.uuid].append(row._mapping)
    return found


def _before(db: Connection, person: int, game: str, ended_ms: int, uuid: str) -> Rating:
    earlier = or_(PARTS.c.ended_ms < ended_ms, and_(PARTS.c.ended_ms == ended_ms, PARTS.c.uuid < uuid))
    found = db.execute(
        select(PARTS.c.mu, PARTS.c.sigma)
        .join(NAMES)
        .where(NAMES.c.person == person, PARTS.c.game == game, earlier)
        .order_by(PARTS.c.ended_ms.desc(), PARTS.c.uuid.desc())
        .limit(1)
    ).first()
    return Rating() if found is None else Rating(found.mu, found.sigma)


def _rate(db: Connection, parts: list[RowMapping], ratings: dict[int, Rating]) -> None:
    """Rate a game. If a person mistakenly holds two seats, only the first one counts."""
    before = [ratings[part["person"]] for part in parts]
    after = rated(before, [part["place"] for part in parts]) if parts[0]["completed"] else before
    for part, now in zip(reversed(parts), reversed(after), strict=True):
        ratings[part["person"]] = now
        if (part["mu"], part["sigma"]) != tuple(now):
            this = and_(PARTS.c.uuid == part["uuid"], PARTS.c.seat == part["seat"])
            db.execute(update(PARTS).where(this).values(mu=now.mu, sigma=now.sigma))


def _sum_up(db: Connection, person: int) -> None:
    """Total a person's games, or remove their standings if they have no games."""
    db.execute(STANDINGS.delete().where(STANDINGS.c.person == person))
    of_person = select(PARTS).join(NAMES).where(NAMES.c.person == person).order_by(PARTS.c.ended_ms, PARTS.c.uuid)
    sums: dict[str, dict[str, Any]] = {}
    for part in db.execute(of_person):
        row = sums.setdefault(part.game, {"person": person, "game": part.game, "games": 0, "wins": 0, "points": 0})
        if part.completed:
            row["games"], row["wins"], row["points"] = (
                row["games"] + 1,
                row["wins"] + part.won,
                row["points"] + part.points,
            )
        row["mu"], row["sigma"], row["last_ms"] = part.mu, part.sigma, part.ended_ms
    if sums:
        db.execute(STANDINGS.insert(), [*sums.values()])
