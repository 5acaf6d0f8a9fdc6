"""What is printed on the cards of a box: what the table assumes, and corrections by the owner of the box.

The owner's file of corrections can be downloaded and uploaded. It is next to the database, and may be edited by hand.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify
from pydantic import Field

from table.cards import lines_of
from table.tagging.desk import CorrectCard, Correction, LeaveCard, ReplaceCorrections
from table.tagging.tagged_decks import Deck
from web.access import phones
from web.api.decks import deck_of
from web.bodies import Body, Word, read
from web.context import Config, Table

_MOST_FIELDS, _LONGEST_FILE = 32, 60_000


class Line(Body):
    """A card's line: its `code`, how many `copies` the box has, and what is printed on it, in the game's terms."""

    card: Annotated[dict[Word, Any], Field(max_length=_MOST_FIELDS)]
    anew: bool = False


class Leave(Body):
    """Drop the correction of a card."""

    code: Word


class Corrections(Body):
    """All corrections: an owner's file, as TOML."""

    toml: Annotated[str, Field(max_length=_LONGEST_FILE)]


def blueprint(table: Table, config: Config) -> Blueprint:
    routes = Blueprint("corrections", __name__)

    def ask(correction: Correction) -> Response:
        table.ask(correction).result(config.answer_s)
        return jsonify(done=True)

    @routes.get("/api/v1/decks/<deck>/cards")
    def cards(deck: str) -> Response:
        return jsonify(cards=list(_lines(deck_of(table, deck))))

    @routes.post("/api/v1/decks/<deck>/cards")
    def correct(deck: str) -> Response:
        phones.require_host()
        wanted = read(Line)
        return ask(CorrectCard(deck_of(table, deck).name, wanted.card, wanted.anew))

    @routes.post("/api/v1/decks/<deck>/cards/leave")
    def leave(deck: str) -> Response:
        phones.require_host()
        return ask(LeaveCard(deck_of(table, deck).name, read(Leave).code))

    @routes.get("/api/v1/decks/<deck>/corrections")
    def save(deck: str) -> Response:
        phones.require_host()
        found = deck_of(table, deck)
        response = Response(found.corrections, mimetype="application/toml")
        response.headers["Content-Disposition"] = f'attachment; filename="{found.name}.toml"'
        return response

    @routes.put("/api/v1/decks/<deck>/corrections")
    def replace(deck: str) -> Response:
        phones.require_host()
        return ask(ReplaceCorrections(deck_of(table, deck).name, read(Corrections).toml))

    return routes


def _lines(deck: Deck) -> Iterator[Mapping[str, object]]:
    """Yield the corrected lines of a deck; a card that is missing from this box has 0 `copies`."""
    shipped = {line["code"]: line for line in lines_of(deck.shipped)}
    single = {card["code"] for card in deck.shipped}
    here = {line["code"]: line for line in lines_of(deck.shipped if deck.problem else deck.printed)}
    for code in {**shipped, **here}:
        line = here.get(code, {**shipped.get(code, {}), "copies": 0})
        yield {"card": line, "corrected": line != shipped.get(code), "shipped": code in shipped or code in single}
