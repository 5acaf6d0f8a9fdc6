"""Robots: seating one, sending it away, and a whole game with robots at once, from the start page."""

import secrets
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import Field
from werkzeug.exceptions import Conflict

from table import games, minds
from table.complaints import BadInput
from table.emulated.people import People
from table.facts import MOST_SEATS, RobotKind
from table.games.game import PUBLIC
from table.running.messages import SeatRobot, SendRobotAway, StartGame
from web.access import household, phones
from web.api.new_game import Name, is_running
from web.bodies import Body, Nothing, Seat, Word, read
from web.given import Config, Table

USUAL: RobotKind = "easy"
GUEST = "Guest"


class Seated(Body):
    """Seat a robot."""

    seat: Seat
    kind: RobotKind = USUAL


class Quick(Body):
    """Begin a game with robots at once; without a number of them as many as it needs. `name` is the asker's."""

    game: Word
    robots: Annotated[int, Field(ge=0, le=MOST_SEATS)] | None = None
    kind: RobotKind = USUAL
    name: Name | None = None


def blueprint(table: Table, people: People, config: Config) -> Blueprint:
    """Return the routes for one emulated table."""
    routes = Blueprint("robots", __name__)

    @routes.post("/api/v1/robots")
    def seat_robot() -> Response:
        wanted = read(Seated)
        _require_office(table)
        household.leave(table, config)
        picture = table.board.picture
        now = picture.gathering or picture.started
        if now is not None:
            minds.find(now.game)
        if wanted.seat in phones.holders() and not phones.host():
            abort(409, description=f"Somebody sits at seat {wanted.seat}.")
        asked = SeatRobot(wanted.seat, wanted.kind, secrets.randbits(32), instead=phones.host())
        table.ask(asked).result(config.answer_s)
        phones.free_seat(wanted.seat)
        table.board.stir()
        return jsonify(done=True)

    @routes.delete("/api/v1/robots/<int:seat>")
    def send_away(seat: int) -> Response:
        if request.content_length:
            read(Nothing)
        _require_office(table)
        table.ask(SendRobotAway(seat, secrets.randbits(32))).result(config.answer_s)
        return jsonify(done=True)

    @routes.post("/api/v1/quick")
    def quick() -> Response:
        wanted = read(Quick)
        game, _ = games.find(wanted.game), minds.find(wanted.game)
        if is_running(table.board.picture) and phones.holders() - phones.seats():
            phones.require_host()
        household.leave(table, config)
        with_names = _people(table, wanted.name)
        robots = _robots(wanted, list(with_names), game.fewest_seats, game.most_seats)
        _ask_for(table, config, StartGame(wanted.game, (), {}, secrets.randbits(32), said=True), with_names, robots)
        people.follow(table.board.picture)
        people.deal()
        return jsonify(done=True, seats=sorted(phones.seats()))

    return routes


def _require_office(table: Table) -> None:
    """Abort unless the host asks, or, until cards are dealt, somebody at a seat."""
    if table.board.picture.under_way or not phones.seats():
        phones.require_host()


def _people(table: Table, name: str | None) -> Mapping[int, str]:
    """Say who sits where: the asker, who takes a seat if he has none, and whoever else holds one."""
    if not phones.seats():
        free = (seat for seat in table.seats if seat not in phones.holders() and phones.take_seat(seat))
        if next(free, None) is None:
            abort(409, description="Every seat is taken.")
    called = {one["seat"]: one["name"] for one in table.board.picture.views[PUBLIC]["seats"]}
    own, robots = phones.seats(), table.board.picture.robots
    names: dict[int, str] = {}
    for seat in sorted(phones.holders()):
        known = table.coming.pop(seat, None) or (None if seat in robots else called.get(seat))
        mine = name if seat == min(own) else None
        names[seat] = mine or known or (GUEST if GUEST not in names.values() else f"{GUEST} {seat}")
    return names


def _robots(wanted: Quick, people: list[int], fewest: int, most: int) -> Mapping[int, RobotKind]:
    """Put robots on the first free seats. Raise BadInput if they are too many or too few."""
    number = max(fewest - len(people), 0) if wanted.robots is None else wanted.robots
    if not fewest <= len(people) + number <= most:
        least, at_most = max(fewest - len(people), 0), max(most - len(people), 0)
        raise BadInput(f"robots: expected {least} to {at_most} for this game, not {number}")
    return dict.fromkeys(islice(_free(people), number), wanted.kind)


def _free(taken: list[int]) -> Iterator[int]:
    return (seat for seat in range(1, MOST_SEATS + 1) if seat not in taken)


def _ask_for(
    table: Table, config: Config, wanted: StartGame, people: Mapping[int, str], robots: Mapping[int, RobotKind]
) -> None:
    if max((*people, *robots)) > len(table.seats):
        raise Conflict("There are not enough seats.")
    table.ask(wanted.seating(people).with_robots(robots)).result(config.answer_s)
    table.board.stir()
