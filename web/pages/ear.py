"""A seat for people who do not see the table: one large area that speaks, and takes a swipe, a tap and a hold."""

from flask import Blueprint, abort, render_template

from table.games.game import PUBLIC
from table.saying import say
from web.access import phones
from web.context import Table
from web.delivery.shown import shown


def blueprint(table: Table) -> Blueprint:
    """Return the page. A phone that does not hold the seat gets the public view, and is offered the seat."""
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
