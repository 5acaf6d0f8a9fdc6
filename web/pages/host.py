"""The host's page: becoming host, what to decide now, a new game, and the health of the hardware."""

from flask import Blueprint, render_template

from table.games.game import HOST, PUBLIC
from web.access import phones
from web.context import Table
from web.delivery.shown import shown
from web.pages import score


def blueprint(table: Table) -> Blueprint:
    """Return the page. Whoever is not host yet gets the public view."""
    pages = Blueprint("host", __name__)

    @pages.get("/host")
    def host() -> str:
        is_host = phones.host()
        return render_template(
            "host.html",
            picture=shown(table.board.snapshot, HOST if is_host else PUBLIC),
            me={"host": is_host, "seats": sorted(phones.seats()), "held": sorted(phones.holders())},
            setting={
                "emulated": table.people is not None,
                "counted": score.counted(),
                "sets_up": table.setup is not None,
            },
        )

    return pages
