"""Pages for a player: a seat's console, the virtual table, and a seat that plays by ear."""

from typing import Annotated, Any, Literal

from flask import Blueprint, Response, abort, jsonify, render_template
from pydantic import Field, TypeAdapter

from table.emulated.people import People
from table.emulated.tabletop import Tabletop
from table.games.game import PUBLIC
from table.saying import say
from web.access import permissions, phones
from web.access.presses import Presses
from web.api.new_game import known
from web.api.practice import games_with_lessons
from web.bodies import WHEN_USED, Body, Seat, Word, read_one_of
from web.context import Config, Table
from web.delivery.room import Around, persons_room, room
from web.delivery.shown import shown
from web.pages import results
from web.pages.guests import address

# -- A seat's console: it shows what its player may know, and takes answers to the table's questions


def console(table: Table) -> Blueprint:
    """Return the page's route. A phone that does not hold the seat gets the public view and an offer to take it."""
    pages = Blueprint("seat", __name__)

    @pages.get("/seat/<int:seat>")
    def console(seat: int) -> str:
        if seat not in table.seats:
            abort(404, description=say("This table has no seat {seat}.", seat=seat))
        snapshot, mine = table.board.snapshot, seat in phones.seats()
        drawn = persons_room if mine else room
        return render_template(
            "seat.html",
            picture=shown(snapshot, f"seat:{seat}" if mine else PUBLIC),
            room=drawn(
                table.people,
                snapshot,
                seat if mine else None,
                Around(phones.holders(), table.coming, buttons=table.phones),
            ),
            setting={
                "seat": seat,
                "mine": mine,
                "emulated": table.people is not None,
                "phone": table.phones is not None and seat in table.phones.seats,
                "games": known(),
            },
        )

    return pages


# -- A seat for people who cannot see the table: one large area that speaks, for a swipe, a tap and a hold


def ear(table: Table) -> Blueprint:
    """Return the page's route. A phone that does not hold the seat gets the public view and an offer to take it."""
    pages = Blueprint("ear", __name__)

    @pages.get("/ear/<int:seat>")
    def ear(seat: int) -> str:
        if seat not in table.seats:
            abort(404, description=say("This table has no seat {seat}.", seat=seat))
        mine = seat in phones.seats()
        return render_template(
            "ear.html",
            picture=shown(table.board.snapshot, f"seat:{seat}" if mine else PUBLIC),
            setting={"seat": seat, "mine": mine},
        )

    return pages


# -- The virtual table: people lay emulated cards on pads and press emulated buttons
#
# The results come back through the board, as at a real table; these routes do not know the rules.

_NO_SEAT = say("Take a seat to lay more cards.")
_TOO_FAST = say("Cards come too often: wait a second.")


class Touch(Body):
    """Let a card touch a pad and leave it again."""

    do: Literal["touch"]
    card: Word
    zone: Word


class Put(Body):
    """Put a card on a pad."""

    do: Literal["put"]
    card: Word
    zone: Word


class Lift(Body):
    """Lift a card."""

    do: Literal["lift"]
    card: Word


class Press(Body):
    """Press a button until it is released; or tap it, hold it or press it twice, as timed by the phone.

    With `stays`, the button stays down after a hold until it is released. With `contests`, the press is only meant to
    contest a card; with `means`, to make this choice.
    """

    do: Literal["press"]
    seat: Seat
    contests: bool = False
    gesture: Literal["tap", "hold", "double"] | None = None
    stays: bool = False
    means: Word | None = None


class Release(Body):
    """Release a button."""

    do: Literal["release"]
    seat: Seat


NOBODY = 0  # counts as the seat of all phones without a seat

Move = Annotated[Touch | Put | Lift | Press | Release, Field(discriminator="do")]
MOVE: TypeAdapter[Touch | Put | Lift | Press | Release] = TypeAdapter(Move, config=WHEN_USED)


def virtual(table: Table, tabletop: Tabletop, people: People, config: Config) -> Blueprint:
    """Return the routes of the page and of its API."""
    pages = Blueprint("virtual", __name__)
    presses = Presses(config.now_ns)
    touches = Presses(config.now_ns, _NO_SEAT, _TOO_FAST)

    @pages.get("/virtual")
    def virtual() -> str:
        snapshot = table.board.snapshot
        return render_template(
            "virtual.html",
            picture=shown(snapshot, PUBLIC),
            room=room(people, snapshot, None, Around(phones.holders(), table.coming)),
            me={"host": phones.host(), "seats": sorted(phones.seats()), "held": sorted(phones.holders())},
            setting={
                "seats": tabletop.seats,
                "address": address(),
                "lessons": games_with_lessons(),
                "games": known(),
                "counted": results.counted(),
            },
        )

    @pages.post("/api/v1/tabletop")
    def move() -> Response:
        wanted = read_one_of(MOVE)
        permissions.require_people(table)
        if isinstance(wanted, Press | Release) and wanted.seat in phones.holders() - phones.seats():
            abort(
                403,
                description=say("Another phone holds seat {seat}: only it can press that button.", seat=wanted.seat),
            )
        if isinstance(wanted, Press | Release) and wanted.seat in table.board.snapshot.game.robots:
            abort(403, description=say("A robot plays there: only it presses that button."))
        if isinstance(wanted, Touch | Put | Lift):
            permissions.require_may_handle(table)
            if people.is_bound(wanted.card, table.board.snapshot.game):
                abort(403, description=say("Only its player may move that card: it does not lie open."))
            if not phones.seats():
                touches.count(NOBODY, table.board.snapshot.game.game_id, held=False)
        if isinstance(wanted, Press):
            _require_meant(table, wanted)
            presses.count(wanted.seat, table.board.snapshot.game.game_id, held=wanted.seat in phones.seats())
        _do(tabletop, wanted)
        return jsonify(done=True)

    return pages


def _require_meant(table: Table, press: Press) -> None:
    """Abort with 409 if a press no longer has its intended effect."""
    if press.contests and not _is_contested(table):
        abort(409, description=say("Too late: the contest is over."))
    if not _still_means(table, press):
        abort(409, description=say("That has just changed: look again."))


def _is_contested(table: Table) -> bool:
    race = table.board.snapshot.game.view().race
    return race is not None and race.race == "contest"


def _still_means(table: Table, press: Press) -> bool:
    """Return whether a gesture still makes the choice it was meant to make; True if no choice was specified."""
    if press.means is None:
        return True
    view = table.board.snapshot.game.views.get(f"seat:{press.seat}")
    said = None if view is None or press.gesture is None else view.says(press.gesture)
    return said is not None and said.choice == press.means


def _do(tabletop: Tabletop, wanted: Any) -> None:
    match wanted:
        case Touch():
            tabletop.touch(wanted.card, wanted.zone)
        case Put():
            tabletop.put(wanted.card, wanted.zone)
        case Lift():
            tabletop.lift(wanted.card)
        case Press(gesture=None):
            tabletop.press(wanted.seat)
        case Press():
            gesture = str(wanted.gesture)
            tabletop.gesture(wanted.seat, gesture, stays=wanted.stays and gesture == "hold")
        case Release():
            tabletop.release(wanted.seat)
