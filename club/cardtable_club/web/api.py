"""The API of a hub: tables, finished games, people, health."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import Field
from sqlalchemy import Connection

from cardtable_club.hub import keeping, people, reading
from cardtable_club.hub.counting import Recount
from cardtable_club.hub.database import DatabaseAway
from cardtable_club.hub.schema import GREATEST
from cardtable_club.hub.wall import Seen
from cardtable_club.publishing.address import Place
from cardtable_club.web import asked, director, measured
from cardtable_club.web.context import Club
from table import games
from table.saying import say
from web.bodies import Body, read


class Same(Body):
    """Answer whether names at two tables belong to the same person. A null answer removes the previous one."""

    one: int = Field(ge=1, le=GREATEST)
    other: int = Field(ge=1, le=GREATEST)
    same: bool | None


def blueprint(club: Club) -> Blueprint:
    routes = Blueprint("hub_api", __name__)
    _add_tables(routes, club)
    _add_history(routes, club)
    _add_people(routes, club)

    @routes.get("/metrics")
    def metrics() -> Response:
        return measured.answer(request.headers.get("Accept", ""), state(club), club.hub)

    @routes.get("/health")
    @routes.get("/api/v1/health")
    def health() -> tuple[Response, int]:
        said = state(club)
        return jsonify(said), 200 if said["database"]["ok"] else 503

    return routes


def _add_tables(routes: Blueprint, club: Club) -> None:
    @routes.get("/api/v1/tables")
    def tables() -> Response:
        return jsonify([one.tile for one in club.hub.wall.tables()])

    @routes.get("/api/v1/tables/<of>/<table>")
    def table(of: str, table: str) -> Response:
        seen = found(club, of, table)
        with club.database.reading() as db:
            return jsonify(seen.tile | {"picture": seen.picture, "going_on": reading.going_on(db, seen.place)})


def _add_history(routes: Blueprint, club: Club) -> None:
    @routes.get("/api/v1/history")
    def history() -> Response:
        return jsonify(page(club))

    @routes.get("/api/v1/history/<uuid>")
    def game(uuid: str) -> Response:
        return jsonify(one_game(club, uuid))

    @routes.get("/api/v1/history/<uuid>/events")
    def events(uuid: str) -> Response:
        limit, before = asked.limit() if asked.number("limit") is not None else None, asked.number("before")
        with club.database.reading() as db:
            known = "\0" not in uuid and reading.has(db, uuid)
        if not known:
            abort(404, description=say("There is no game {game_id} in the history.", game_id=uuid[:40]))
        return Response(reading.events(club.database, uuid, limit=limit, before=before), mimetype="application/json")


def _add_people(routes: Blueprint, club: Club) -> None:
    @routes.get("/api/v1/people")
    def everybody() -> Response:
        return jsonify(people_page(club))

    @routes.get("/api/v1/people/<path:name>")
    def somebody(name: str) -> Response:
        return jsonify(person(club, name))

    @routes.get("/api/v1/questions")
    def questions() -> Response:
        with club.database.reading() as db:
            return jsonify(reading.questions(db, asked.limit()))

    @routes.post("/api/v1/questions")
    def answer() -> Response:
        director.require()
        given = read(Same)
        with club.database.writing() as db:
            recount = Recount(db)
            recount.regroup(people.answer(db, given.one, given.other, same=given.same))
            recount.finish()
        return jsonify(done=True)


def found(club: Club, of: str, table: str) -> Seen:
    """Return a table on the wall, or abort with 404 if it is unknown."""
    seen = club.hub.wall.find(Place(of, table))
    if seen is None:
        abort(404, description=say("No table {table} of {club} was heard.", table=table[:40], club=of[:40]))
    return seen


def page(club: Club, most: int = reading.MOST) -> list[dict[str, Any]]:
    """Return the finished games that match the request, latest first."""
    table, of = asked.word("table"), asked.word("club")
    with club.database.reading() as db:
        return reading.games(
            db,
            limit=asked.limit(most),
            before=asked.word("before"),
            game=_game(db),
            player=asked.word("player"),
            place=None if table is None or of is None else (of, table),
            kind=asked.word("kind"),
        )


def _game(db: Connection) -> str | None:
    """Return the kind of game that is requested, or None for all kinds. Raise BadInput if the kind is unknown."""
    game = asked.word("game")
    if game is not None and not reading.knows(db, game):
        games.find(game)
    return game


def one_game(club: Club, uuid: str) -> dict[str, Any]:
    """Return a finished game, or abort with 404 if it is not in the history."""
    with club.database.reading() as db:
        shown = reading.game(db, uuid) if "\0" not in uuid else None
    if shown is None:
        abort(404, description=say("There is no game {game_id} in the history.", game_id=uuid[:40]))
    return shown


def people_page(club: Club, most: int = reading.MOST) -> list[dict[str, Any]]:
    """Return the people who match the request."""
    with club.database.reading() as db:
        return reading.everybody(
            db,
            limit=asked.limit(most),
            before=asked.number("before"),
            game=_game(db),
            search=asked.word("search"),
        )


def person(club: Club, name: str) -> dict[str, Any]:
    """Return the person with this name.

    If several people share the name, the query parameter `id` selects one, and `others` lists the IDs of the rest.
    Abort with 404 if nobody with that name has played.
    """
    which = asked.number("id")
    with club.database.reading() as db:
        numbers = reading.called(db, name) if "\0" not in name else []
        if not numbers or (which is not None and which not in numbers):
            abort(404, description=say("Nobody called {name} has played in this club.", name=repr(name[:100])))
        meant = numbers[0] if which is None else which
        return reading.whole_person(db, meant) | {"others": [one for one in numbers if one != meant]}


def state(club: Club) -> dict[str, Any]:
    """Return the hub's state: broker, database, tables, and missing events."""
    hub, wall = club.hub, club.hub.wall
    try:
        with club.database.reading() as db:
            kept, why = keeping.numbers(db), None
    except DatabaseAway as away:
        kept, why = {}, away.text
    tables = wall.tables()
    return {
        "kind": "hub",
        "ok": hub.is_connected and why is None and not hub.is_behind,
        "broker": {"ok": hub.is_connected, "at": str(hub.broker), "why": wall.away},
        "database": {"ok": why is None and not hub.is_behind, "why": why or hub.database_away, **kept},
        "tables": {"known": len(tables), "online": sum(one.is_there for one in tables)},
        "lacking": hub.lacking,
        "counts": dict(sorted(hub.counts.items())),
    }
