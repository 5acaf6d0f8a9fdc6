"""Why an event happened: the verdict, what the table saw and when, and the rule in words.

It is made for one audience, only from what that audience was told.
"""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from table import events, games
from table.board import GameSnapshot
from table.event import Delivered, Event
from table.facts import GameStarted
from table.games.game import HOST, PUBLIC, Audience, Setup, Why, prepare
from table.saying import say
from table.sentences import Narrator
from web.access import phones
from web.context import Table
from web.delivery import rule_pages
from web.delivery.shown import opening_card

_MOST_DIGITS = 18


def blueprint(table: Table) -> Blueprint:
    routes = Blueprint("why", __name__)

    @routes.get("/api/v1/events/<seq>/why")
    def why(seq: str) -> Response:
        return jsonify(answer(table.board.snapshot.game, PUBLIC, event_number(seq)))

    @routes.get("/api/v1/seats/<int:seat>/events/<seq>/why")
    def why_seat(seat: int, seq: str) -> Response:
        phones.require_seat(seat)
        return jsonify(answer(table.board.snapshot.game, f"seat:{seat}", event_number(seq)))

    @routes.get("/api/v1/host/events/<seq>/why")
    def why_host(seq: str) -> Response:
        phones.require_host()
        return jsonify(answer(table.board.snapshot.game, HOST, event_number(seq)))

    return routes


def event_number(given: str) -> int:
    """Return the number of an event; abort with 404 if it is not a number."""
    if not given.isascii() or not given.isdigit() or len(given) > _MOST_DIGITS:
        abort(404, description=say("Expected the number of an event."))
    return int(given)


def answer(snapshot: GameSnapshot, audience: Audience, seq: int, language: str | None = None) -> dict[str, Any]:
    """Return why an audience was told event `seq`, with the rules in a language, or in the request's.

    It has `said`, `t` (seconds of play), `seen`, `rules`: [{`id`, `text`, `also`: further IDs of the same text}],
    `link` to the first of them, `language` of the rules, and for a finished race its `times`. Abort with 404 if the
    current game has no such event for this audience, or if `?game_id=` names another game.
    """
    told = _delivered(snapshot, audience, seq)
    assert snapshot.started is not None, "who was told something sat down to a game"  # noqa: S101 - an invariant
    game = games.find(snapshot.started.game)
    setup = prepare(game, snapshot.started)
    found = game.why(seq, setup, snapshot.delivered(audience))
    language = language or rule_pages.preferred(game.name)
    return {
        "said": _said(snapshot, told.event),
        "t": told.t / 1e6,
        "seen": found.seen,
        "language": language,
        **_quoted(snapshot.started, game.name, language, found),
        **_times(told, setup, snapshot, snapshot.delivered(audience)),
    }


def _delivered(snapshot: GameSnapshot, audience: Audience, seq: int) -> Delivered:
    asked = request.args.get("game_id", type=int)
    told = snapshot.delivered(audience)
    if asked not in (None, snapshot.game_id) or not 1 <= seq <= len(told):
        abort(404, description=say("This game has no event with that number."))
    return told[seq - 1]


def _said(snapshot: GameSnapshot, event: Event) -> str:
    """Return an event in words, even one that the scoreboard leaves out."""
    narrator = Narrator.of(snapshot)
    match event:
        case events.TurnStarted(seat=seat):
            return say("It is {who}’s turn.", who=narrator.names.who(seat))
        case events.CorrectionOpened():
            return say("Something lies where it must not.")
        case events.QuestionAsked():
            return say("The table asks a question.")
        case events.QuestionSettled(label=None):
            return say("The question is settled.")
        case _:
            return narrator.say_if_asked(event) or say("The table has noted that.")


def _quoted(started: GameStarted, game: str, language: str | None, found: Why) -> dict[str, Any]:
    """Return the rules quoted from their page; IDs with the same words are joined."""
    page = {} if language is None else rule_pages.passages(started, game, language)
    by_text: dict[str, dict[str, Any]] = {}
    anchors: list[str] = []
    for rule in found.rules:
        if rule in page:
            passage = page[rule]
            quoted = by_text.setdefault(passage.text, {"id": rule, "text": passage.text, "also": []})
            anchors.append(passage.anchor)
            quoted["also"] += [rule] if quoted["id"] != rule else []
    anchor = "".join(f"#{anchor}" for anchor in anchors[:1])
    return {"rules": list(by_text.values()), "link": None if language is None else f"/rules/{game}{anchor}"}


def _times(one: Delivered, setup: Setup, snapshot: GameSnapshot, told: Sequence[Delivered]) -> dict[str, Any]:
    """Return each player's time in a finished race, null if missing, for drawing a photo finish."""
    if not isinstance(event := one.event, events.RaceClosed):
        return {}
    there = [{**placing.given, "name": setup.name(placing.seat)} for placing in event.order or ()]
    missing = [{"seat": seat, "at_ms": None, "name": setup.name(seat)} for seat in event.missing or ()]
    card = opening_card(told, one.seq)
    named = None if card is None else snapshot.labels.get(card, card)
    return {"times": [*there, *missing], "card": named, "last": event.last, "ties": event.ties, "lot": event.lot}
