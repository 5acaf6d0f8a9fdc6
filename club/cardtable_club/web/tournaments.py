"""Routes for a hub's tournaments: the director's decisions, standings, and pairings."""

from collections.abc import Callable
from secrets import randbits
from typing import Annotated, Any, Literal, TypeVar

from flask import Blueprint, Response, abort, jsonify, render_template
from pydantic import Field, TypeAdapter

from cardtable_club.hub import reading, tournaments
from cardtable_club.publishing.address import NAME
from cardtable_club.tournament.entries import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_SEATS,
    At,
    Begun,
    Corrected,
    Ended,
    Joined,
    Name,
    Number,
    Reason,
    Withdrew,
)
from cardtable_club.web import director
from cardtable_club.web.context import Club
from table import games
from table.complaints import BadInput, short
from table.saying import say
from web.bodies import Body, Nothing, read, read_one_of

T = TypeVar("T")


class NewTournament(Body):
    """Begin a tournament. Games at `tables` (CLUB/TABLE) count automatically; a `seed` makes pairings repeatable."""

    title: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]*$")]
    players: Annotated[list[Name], Field(max_length=MOST_PLAYERS)]
    game: Annotated[str, Field(max_length=40)] | None = None
    most: Annotated[int, Field(ge=2, le=MOST_SEATS)] = 2
    fewest: Annotated[int, Field(ge=2, le=MOST_SEATS)] = 2
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 5
    tables: Annotated[list[Annotated[str, Field(max_length=81)]], Field(max_length=MOST_PLAYERS)] = Field(
        default_factory=list
    )
    seed: Annotated[int, Field(ge=0, lt=2**32)] | None = None


class Join(Body):
    """Add a player after the tournament has begun, or readmit one who left."""

    do: Literal["join"]
    name: Name


class Leave(Body):
    """Withdraw a player from all further rounds."""

    do: Literal["leave"]
    name: Name


class Correct(Body):
    """Correct a table's result, with a reason. Players without a place were absent; if none has one, nobody played."""

    do: Literal["correct"]
    round: Number
    table: Number
    places: dict[Name, Number]
    reason: Reason


class End(Body):
    do: Literal["end"]


_CHANGE: TypeAdapter[Join | Leave | Correct | End] = TypeAdapter(
    Annotated[Join | Leave | Correct | End, Field(discriminator="do")]
)


def blueprint(club: Club) -> Blueprint:
    routes = Blueprint("hub_tournaments", __name__)
    _add_api(routes, club)
    _add_pages(routes, club)
    return routes


def _add_api(routes: Blueprint, club: Club) -> None:
    @routes.get("/api/v1/tournaments")
    def everything() -> Response:
        with club.database.reading() as db:
            return jsonify(tournaments.everything(db))

    @routes.post("/api/v1/tournaments")
    def begin() -> Response:
        director.require()
        return jsonify(id=tournaments.begin(club.database, _agreed(read(NewTournament))))

    @routes.get("/api/v1/tournaments/<int:number>")
    def one(number: int) -> Response:
        return jsonify(described(club, number))

    @routes.post("/api/v1/tournaments/<int:number>")
    def change(number: int) -> Response:
        director.require()
        _found(lambda: tournaments.change(club.database, number, lambda _: _entry()))
        return jsonify(done=True)

    @routes.post("/api/v1/tournaments/<int:number>/rounds")
    def pair(number: int) -> Response:
        director.require()
        read(Nothing)
        of = _found(lambda: tournaments.pair(club.database, number))
        return jsonify(round=len(of.rounds))


def _add_pages(routes: Blueprint, club: Club) -> None:
    @routes.get("/tournaments")
    def all_of_them() -> str:
        with club.database.reading() as db:
            found, people = tournaments.everything(db), reading.everybody(db, limit=100)
        known = [f"{one.place}" for one in club.hub.wall.tables()]
        return render_template(
            "hub_tournaments.html", found=found, known=known, people=people, kinds=_kinds(), here="/tournaments"
        )

    @routes.get("/tournaments/<int:number>")
    def tournament(number: int) -> str:
        return render_template("hub_tournament.html", one=described(club, number), here="/tournaments")

    @routes.get("/tournaments/<int:number>/board")
    def board(number: int) -> str:
        return render_template("hub_board.html", one=described(club, number), here="/tournaments")


def described(club: Club, number: int) -> dict[str, Any]:
    """Return a tournament as a JSON object, or abort with 404 if it does not exist."""
    with club.database.reading() as db:
        return _found(lambda: tournaments.described(db, number))


def _found(poll: Callable[[], T]) -> T:
    try:
        return poll()
    except LookupError:
        abort(404, description=say("There is no such tournament."))


def _kinds() -> dict[str, str]:
    return {name: games.find(name).title for name in games.names()}


def _agreed(wanted: NewTournament) -> Begun:
    if wanted.game is not None:
        games.find(wanted.game)
    said = wanted.model_dump(exclude={"title", "tables", "seed", "players"})
    return Begun(
        **said,
        title=_readable("title", wanted.title),
        players=tuple(_readable("players", name) for name in wanted.players),
        tables=tuple(_at(one) for one in wanted.tables),
        seed=randbits(32) if wanted.seed is None else wanted.seed,
    )


def _readable(field: str, text: str) -> str:
    """Strip a field's text and return it. Raise BadInput if nothing is left."""
    if not text.strip():
        raise BadInput(say("{field}: expected more than spaces", field=field))
    return text.strip()


def _at(text: str) -> At:
    """Parse a table written as `CLUB/TABLE`. Raise BadInput if the text is invalid."""
    of, _, table = text.strip().partition("/")
    if not (NAME.fullmatch(of) and NAME.fullmatch(table)):
        given = short(text)
        raise BadInput(
            say("tables: expected CLUB/TABLE, each of 1 to 40 letters a-z, digits, _ or -, not {given}", given=given)
        )
    return At(club=of, table=table)


def _entry() -> Joined | Withdrew | Corrected | Ended:
    match read_one_of(_CHANGE):
        case Join(name=name):
            return Joined(name=_readable("name", name))
        case Leave(name=name):
            return Withdrew(name=_readable("name", name))
        case Correct() as said:
            reason = _readable("reason", said.reason)
            return Corrected(round=said.round, table=said.table, places=said.places, reason=reason)
    return Ended()
