"""A seat's console: what its player may know, and answers to the table's questions."""

from flask import Blueprint, abort, render_template

from table.games.game import PUBLIC
from table.saying import say
from web.access import phones
from web.api.new_game import known
from web.context import Table
from web.delivery.room import Around, persons_room, room
from web.delivery.shown import shown


def blueprint(table: Table) -> Blueprint:
    """Return the page. A phone that does not hold the seat gets the public view, and is offered the seat."""
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
            room=drawn(table.people, snapshot, seat if mine else None, Around(phones.holders(), table.coming)),
            setting={"seat": seat, "mine": mine, "emulated": table.people is not None, "games": known()},
        )

    return pages
