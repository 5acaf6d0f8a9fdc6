"""The people who have played at this table, its records, and tournaments."""

from collections.abc import Collection
from datetime import UTC, datetime
from threading import Lock
from typing import Annotated, Literal

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import Field, StringConstraints

from table import games
from table.facts import MOST_SEATS
from table.history import tournaments
from table.history.described import PersonStanding, WholePerson, person, records, whole_person
from table.history.tallies import MOST
from table.saying import say
from web.access import naming, phones
from web.api.history import limits, opened
from web.bodies import Body, Nothing, Word, read
from web.context import Table

MOST_EACH = 3  # tournaments that one address may begin; the host has no limit
_ONE_AT_A_TIME = Lock()  # held while a tournament is begun or removed


class NewTournament(Body):
    """Begin a tournament between `players`, perhaps in teams of two; all games count if `games` names none."""

    kind: Literal["best_of", "ladder"]
    players: Annotated[list[Word], Field(min_length=2, max_length=MOST_SEATS)]
    title: Annotated[str, StringConstraints(max_length=40)] | None = None
    games: Annotated[list[Word], Field(max_length=MOST_SEATS)] = Field(default_factory=list)
    best_of: Annotated[int, Field(ge=1, le=99)] = 3
    teams: Annotated[list[Annotated[list[Word], Field(min_length=2, max_length=2)]], Field(max_length=MOST_SEATS)] = (
        Field(default_factory=list)
    )


def blueprint(table: Table) -> Blueprint:
    routes = Blueprint("people_api", __name__)

    @routes.get("/api/v1/people")
    def people() -> Response:
        return jsonify(page(table, robots="robots" in request.args))

    @routes.get("/api/v1/people/<path:name>")
    def one(name: str) -> Response:
        return jsonify(somebody(table, name))

    @routes.get("/api/v1/records")
    def held() -> Response:
        with opened(table) as archive:
            return jsonify(records(archive.tallies.standings()))

    _add_tournaments(routes, table)
    return routes


class _Makers:
    """Counts the tournaments that each address has begun since the table started, so that nobody begins too many."""

    def __init__(self) -> None:
        self._by: dict[int, str] = {}

    def check(self, address: str, there: Collection[int]) -> None:
        """Abort with 409 if an address has begun as many tournaments as it may; removed ones do not count."""
        self._by = {number: by for number, by in self._by.items() if number in there}
        if not phones.host() and list(self._by.values()).count(address) >= MOST_EACH:
            abort(
                409,
                description=say("This phone has begun {most} tournaments: take one of them out first.", most=MOST_EACH),
            )

    def note(self, address: str, number: int) -> None:
        """Note that an address has begun a tournament; the host may begin any number."""
        if not phones.host():
            self._by[number] = address


def _add_tournaments(routes: Blueprint, table: Table) -> None:
    makers = _Makers()

    @routes.get("/api/v1/tournaments")
    def all_of_them() -> Response:
        return jsonify(standing(table))

    @routes.post("/api/v1/tournaments")
    def begin() -> Response:
        phones.require_person()
        new = _tournament(read(NewTournament))
        with _ONE_AT_A_TIME, opened(table) as archive:
            makers.check(request.remote_addr or "", [one.id for one in tournaments.known(archive)])
            begun = tournaments.begin(archive, new)
            makers.note(request.remote_addr or "", begun.id)
        phones.remember_tournament(_mark(begun))
        return jsonify(id=begun.id)

    @routes.delete("/api/v1/tournaments/<int:tournament>")
    def end(tournament: int) -> Response:
        if request.content_length:
            read(Nothing)
        with _ONE_AT_A_TIME, opened(table) as archive:
            if not {_mark(one) for one in tournaments.known(archive) if one.id == tournament} & phones.tournaments():
                phones.require_host()
            tournaments.end(archive, tournament)
        return jsonify(done=True)


def _mark(tournament: tournaments.Tournament) -> str:
    """Return the mark by which the phone that began a tournament remembers it; its number may be reused later."""
    return f"{tournament.id} {tournament.begun_at}"


def standing(table: Table) -> list[tournaments.DescribedTournament]:
    """Return all tournaments with their standings, latest first."""
    with opened(table) as archive:
        known = tournaments.known(archive)
        games = tournaments.games_since(archive, min((one.since for one in known), default=0)) if known else []
        return [tournaments.described(one, tournaments.stand(one, games)) for one in known]


def _tournament(wanted: NewTournament) -> tournaments.Tournament:
    for name in wanted.games:
        games.find(name)
    return tournaments.Tournament(
        id=0,
        kind=wanted.kind,
        players=tuple(naming.well_formed(name, "players") for name in wanted.players),
        since=0,
        begun_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        title=(wanted.title or "").strip() or None,
        games=tuple(wanted.games),
        best_of=wanted.best_of,
        teams=tuple(tuple(naming.well_formed(name, "teams") for name in team) for team in wanted.teams),
    )


def page(table: Table, *, robots: bool, most: int = MOST) -> list[PersonStanding]:
    """Return the people who have finished a game, latest first, within the request's limits; or robots, by kind."""
    limit, before = limits(most)
    with opened(table) as archive:
        found = archive.tallies.people(limit=limit, before=before, robots=robots, finished=True)
        return [person(name, archive.tallies.person(name, robot=robots), place) for name, place in found.items()]


def somebody(table: Table, name: str) -> WholePerson:
    """Return everything about one person; abort with 404 if nobody with that name has played."""
    with opened(table) as archive:
        standings = archive.tallies.person(name)
        if not standings:
            abort(404, description=say("Nobody called {name} has played at this table.", name=repr(name[:100])))
        return whole_person(archive, name, standings)
