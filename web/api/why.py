"""Why an event happened: the verdict, what the table saw and when, and the rule in words.

An explanation is made for one audience, using only the events delivered to that audience.
"""

from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, request
from msgspec import UNSET, Meta, UnsetType

from table import events, games
from table.board import GameSnapshot
from table.event import Delivered, Event
from table.games.game import HOST, PUBLIC, Audience, Setup, Why, prepare
from table.saying import say
from table.sentences import Narrator
from table.values import Value, replace
from table.view import Seat, Seats
from web.access import phones
from web.context import Table
from web.delivery import rule_pages
from web.delivery.shown import opening_card

_MOST_DIGITS = 18


class Quote(Value):
    """A rule in words; `also` are further rule IDs with the same text."""

    id: str
    text: str
    also: Annotated[tuple[str, ...], Meta(description="IDs of further rules with the same text.")]


class RaceTime(Value, kw_only=True):
    """When a player pressed in a race."""

    seat: Seat
    at_ms: Annotated[
        float | None,
        Meta(
            description="Time since the card that opened the race, in milliseconds; null if the player did not press."
        ),
    ]
    error_ms: Annotated[float | UnsetType, Meta(description="Error bound of `at_ms`, in milliseconds.")] = UNSET
    name: str


class Explanation(Value, kw_only=True):
    """Why an event happened."""

    said: str
    t: Annotated[float, Meta(description="Game time of the event, in seconds.")]
    seen: Annotated[str, Meta(description="What the table saw, in a sentence.")]
    language: Annotated[
        str | None, Meta(description="Language of `rules`; null if the table has no written rules of the game.")
    ]
    rules: tuple[Quote, ...]
    link: Annotated[
        str | None,
        Meta(description="Link to the first of `rules` on the page of rules; null if there is no such page."),
    ]
    times: Annotated[
        tuple[RaceTime, ...] | UnsetType, Meta(description="Times of the players. Only for a finished race.")
    ] = UNSET
    card: Annotated[
        str | UnsetType | None,
        Meta(description="Name of the card that opened the race; null if unknown. Only for a finished race."),
    ] = UNSET
    last: Seat | UnsetType | None = UNSET
    ties: Annotated[tuple[Seats, ...] | UnsetType | None, Meta(description="Groups of seats that tied.")] = UNSET
    lot: Annotated[
        bool | UnsetType | None, Meta(description="Whether the table drew by lot who was last, to break a tie.")
    ] = UNSET


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


def answer(snapshot: GameSnapshot, audience: Audience, seq: int, language: str | None = None) -> Explanation:
    """Return why an audience got event `seq`, with the rules in `language`, or in the request's language.

    Abort with 404 if the current game has no such event for this audience, or if `?game_id=` names another game.
    """
    delivered = _delivered(snapshot, audience, seq)
    assert snapshot.started is not None, "events are delivered only in a game"  # noqa: S101 - an invariant
    game = games.find(snapshot.started.game)
    setup = prepare(game, snapshot.started)
    found = game.why(seq, setup, snapshot.delivered(audience))
    language = language or rule_pages.preferred(game.name)
    rules, link = _quoted(snapshot, game.name, language, found)
    explained = Explanation(
        said=_said(snapshot, delivered.event),
        t=delivered.t / 1e6,
        seen=found.seen,
        language=language,
        rules=rules,
        link=link,
    )
    if isinstance(delivered.event, events.RaceClosed):
        return _with_times(explained, delivered.event, setup, snapshot, opening_card(snapshot.delivered(audience), seq))
    return explained


def _delivered(snapshot: GameSnapshot, audience: Audience, seq: int) -> Delivered:
    asked = request.args.get("game_id", type=int)
    delivered = snapshot.delivered(audience)
    if asked not in (None, snapshot.game_id) or not 1 <= seq <= len(delivered):
        abort(404, description=say("This game has no event with that number."))
    return delivered[seq - 1]


def _said(snapshot: GameSnapshot, event: Event) -> str:
    """Return the sentence for an event, even for one that the scoreboard leaves out."""
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


def _quoted(
    snapshot: GameSnapshot, game: str, language: str | None, found: Why
) -> tuple[tuple[Quote, ...], str | None]:
    """Return the rules quoted from their page, one quote for all with the same text, and the link to the first rule."""
    page = {} if language is None else rule_pages.passages(snapshot.started, game, language)
    quoted = [(rule, page[rule]) for rule in found.rules if rule in page]
    by_text: dict[str, list[str]] = {}
    for rule, passage in quoted:
        by_text.setdefault(passage.text, []).append(rule)
    anchor = "".join(f"#{passage.anchor}" for _, passage in quoted[:1])
    quotes = tuple(
        Quote(first, text, tuple(rule for rule in others if rule != first))
        for text, (first, *others) in by_text.items()
    )
    return quotes, None if language is None else f"/rules/{game}{anchor}"


def _with_times(
    explained: Explanation, race: events.RaceClosed, setup: Setup, snapshot: GameSnapshot, card: str | None
) -> Explanation:
    """Return an explanation with each player's time in a finished race, for drawing a photo finish."""
    there = (
        RaceTime(
            seat=placing.seat,
            at_ms=placing.at_ms,
            error_ms=UNSET if placing.error_ms is None else placing.error_ms,
            name=setup.name(placing.seat),
        )
        for placing in race.order or ()
    )
    missing = (RaceTime(seat=seat, at_ms=None, name=setup.name(seat)) for seat in race.missing or ())
    return replace(
        explained,
        times=(*there, *missing),
        card=None if card is None else snapshot.labels.get(card, card),
        last=race.last,
        ties=race.ties,
        lot=race.lot,
    )
