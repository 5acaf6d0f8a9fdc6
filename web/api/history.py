"""Finished games as everybody saw them: results, events, the view after any event, and explanations."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta

from table import games
from table.board import GameSnapshot, labels_of
from table.complaints import BadInput
from table.events import RoundEnded, standing
from table.games.game import PUBLIC, prepare
from table.history.archive import Archive, Kept
from table.history.counting import Kind, highlights
from table.history.described import Deeds, PastGame, counts, described
from table.history.moments import Moments
from table.history.record import Record
from table.history.tallies import MOST
from table.saying import capital, say
from table.sentences import Narrator
from table.values import Json, Value, asdict
from table.view import Seat
from web.api.why import answer, event_number
from web.context import Table
from web.delivery.shown import shown

MOST_PICTURES = 5  # in one response, because the largest take as long as the start page each
_MOMENTS = 4  # games whose moments are cached, because a replay asks for many moments of one game


class RoundPlayed(Value):
    """A round that was played to its end: the number of its last event, and the game time at that point, in s."""

    seq: int
    t: float
    round: int
    scores: Annotated[Mapping[int, int], Meta(description="By seat.")]
    out: Seat | None


class ToldHighlight(Value):
    """A highlight of a game: the number of its event, its game time in s, and a sentence."""

    kind: Kind
    seq: int
    t: float
    ms: Annotated[
        float | None,
        Meta(description="For a race: time between the last two presses, in milliseconds; otherwise null."),
    ]
    said: str | None


class WholeGame(PastGame, kw_only=True):
    """A finished game, with its rounds, statistics and highlights."""

    title: str
    events: Annotated[int, Meta(description="Number of public events.")]
    rounds_played: tuple[RoundPlayed, ...]
    counts: Annotated[Mapping[int, Deeds], Meta(description="By seat.")]
    highlights: tuple[ToldHighlight, ...]
    can_replay: Annotated[
        bool,
        Meta(description="Whether the pictures can be drawn again; false if the rules have changed since the game."),
    ]


def blueprint(table: Table) -> Blueprint:
    routes = Blueprint("history_api", __name__)
    looked_at = _LookedAt(table)

    @routes.get("/api/v1/history")
    def history() -> Response:
        return jsonify([*page(table)])

    @routes.get("/api/v1/history/<int:number>")
    def game(number: int) -> Response:
        with opened(table) as archive:
            return jsonify(whole(archive, found(archive, number)))

    @routes.get("/api/v1/history/<int:number>/events")
    def events(number: int) -> Response:
        with opened(table) as archive:
            found(archive, number)
            return jsonify(asked_for(archive.record(number).events))

    @routes.get("/api/v1/history/<int:number>/events/<seq>/why")
    def why(number: int, seq: str) -> Response:
        with opened(table) as archive:
            found(archive, number)
            return jsonify(answer(remembered(number, archive.record(number)), PUBLIC, event_number(seq)))

    @routes.get("/api/v1/history/<int:number>/pictures")
    def pictures(number: int) -> Response:
        return jsonify(drawn(looked_at.moments(number), *_stretch()))

    @routes.get("/api/v1/history/<int:number>/pictures/<seq>")
    def picture(number: int, seq: str) -> Response:
        at = event_number(seq)
        return jsonify(drawn(looked_at.moments(number), at, at)[0])

    return routes


def drawn(moments: Moments, first: int, last: int) -> list[Mapping[str, Json]]:
    """Return the public views after events `first` to `last`, or to the game's last event if that comes first.

    Abort with 404 if the game has no event `first`, and with 409 if its views cannot be computed.
    """
    if not 1 <= first <= moments.last:
        abort(404, description=say("This game has events 1 to {last}.", last=moments.last))
    try:
        return [shown(moments.snapshot(seq), PUBLIC) for seq in range(first, min(last, moments.last) + 1)]
    except BadInput as error:
        abort(409, description=say("{complaint}.", complaint=capital(error.text)))


def asked_for(events: Sequence[Mapping[str, Json]]) -> Sequence[Mapping[str, Json]]:
    """Return the events that the request asks for, in order: all, or the latest `limit` before event `before`."""
    limit, before = limits(most=max(1, len(events)))
    return events[: len(events) if before is None else max(0, before - 1)][-limit:]  # events are numbered from 1


def _stretch() -> tuple[int, int]:
    """Return the numbers of the first and last event that the request asks for. Raise BadInput if they are invalid."""
    first, last = _number("from"), _number("to")
    if first is None or last is None:
        raise BadInput(say("{what}: expected the number of an event", what="from" if first is None else "to"))
    if not first <= last < first + MOST_PICTURES:
        raise BadInput(
            say(
                "to: expected {first} to {first_2}, not {last}",
                first=first,
                first_2=first + MOST_PICTURES - 1,
                last=last,
            )
        )
    return first, last


def opened(table: Table) -> Archive:
    """Return the archive of a table; abort with 404 if it has none."""
    if table.database is None:
        abort(404, description=say("This table keeps no history."))
    return Archive(table.database)


def found(archive: Archive, game_id: int) -> Kept:
    """Return a game that people may look up; abort with 404 if no such game has that number."""
    try:
        kept = archive.find(game_id)
    except BadInput:
        kept = None
    if kept is None or not kept.listed:
        abort(404, description=say("There is no game {game_id} in the history.", game_id=game_id))
    return kept


def limits(most: int) -> tuple[int, int | None]:
    """Return the request's `limit`, or `most` without one, and its `before`. Raise BadInput if one is invalid."""
    limit, before = _number("limit"), _number("before")
    if limit is not None and not 1 <= limit <= MOST:
        raise BadInput(say("limit: expected 1 to {most}, not {limit}", most=MOST, limit=limit))
    return limit or most, before


def _number(name: str) -> int | None:
    given = request.args.get(name)
    if given is None or given == "":
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 18:
        raise BadInput(say("{name}: expected a number", name=name))
    return int(given)


def page(table: Table, *, most: int = MOST) -> list[PastGame]:
    """Return the games that the request asks for, newest first; at most `most` unless it sets a limit."""
    limit, before = limits(most)
    game, player = request.args.get("game") or None, request.args.get("player") or None
    if game is not None:
        games.find(game)
    with opened(table) as archive:
        return [described(kept) for kept in archive.page(game=game, player=player, limit=limit, before=before)]


def whole(archive: Archive, kept: Kept) -> WholeGame:
    """Return a game with its rounds, each player's statistics, and highlights in sentences."""
    record = archive.record(kept.id)
    snapshot = remembered(kept.id, record)
    narrator = Narrator.of(snapshot)
    delivered = {one.seq: one for one in snapshot.delivered(PUBLIC)}
    return WholeGame(
        **asdict(described(kept)),
        title=games.find(kept.summary.game).title,
        events=len(record.events),
        rounds_played=tuple(
            RoundPlayed(one.seq, one.t / 1e6, one.event.round, one.event.scores, one.event.out)
            for one in standing(delivered.values())
            if isinstance(one.event, RoundEnded)
        ),
        counts=counts(archive.tallies.counts(kept.id)),
        highlights=tuple(
            ToldHighlight(
                one.kind, one.seq, delivered[one.seq].t / 1e6, one.ms, narrator.say_if_asked(delivered[one.seq].event)
            )
            for one in highlights(record)
        ),
        can_replay=not record.kept and games.find(kept.summary.game).rules_version == kept.rules_version,
    )


def remembered(game_id: int, record: Record) -> GameSnapshot:
    """Return the snapshot of a finished game, made from its public events only."""
    started = record.started
    labels = labels_of(prepare(games.find(started.game), started))
    return GameSnapshot(game_id=game_id, started=started, labels=labels, events={PUBLIC: record.delivered})


class _LookedAt:
    """A cache of the moments of games that people have looked at recently. Thread-safe."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = Lock()
        self._moments: OrderedDict[int, Moments] = OrderedDict()

    def moments(self, game_id: int) -> Moments:
        """Return the moments of a game; abort with 404 if there is no such game."""
        with opened(self._table) as archive:
            found(archive, game_id)
            record = archive.record(game_id)
        with self._lock:
            moments = self._moments.pop(game_id, None)
            if moments is None or moments.record != record:  # a forgotten name changes the record
                moments = Moments(game_id, record)
            self._moments[game_id] = moments
            while len(self._moments) > _MOMENTS:
                self._moments.popitem(last=False)
            return moments
