"""What phones get as `picture`: an audience's view, and fields derived from its events."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from table import events, games
from table.board import GameSnapshot, Gathering, Snapshot
from table.event import Delivered
from table.games.game import HOST, Audience
from table.running import absence
from table.saying import in_brief, to_you
from table.sentences import Narrator
from table.values import Value, replace, to_json
from table.view import AskedView, JsonObject, RaceView, Seat, Seats, View
from table.wording import zone_name

NEWS = 8  # sentences in a picture, latest first


class NewsItem(Value, kw_only=True):
    """An event that has a sentence."""

    seq: int
    t: float
    event: str
    said: str
    seat: Seat | None


class RoundResult(Value, kw_only=True):
    """A round that is over."""

    round: int
    scores: Mapping[str, int]
    out: Seat | None


class Finish(Value, kw_only=True):
    """When a player pressed in a race, measured from the card that opened it, and the error bound of that time."""

    seat: Seat
    at_ms: float
    error_ms: float | UnsetType = UNSET


class RaceResult(Value, kw_only=True):
    """A race that is over; fields that are not known yet are null."""

    seq: int
    race: str
    order: tuple[Finish, ...] | None
    last: Seat | None
    ties: tuple[Seats, ...] | None
    missing: Seats | None
    lot: bool | None
    card: Annotated[
        str | None, Meta(description="Code of the card that opened the race; null if this audience may not know it.")
    ]


class Waiting(Value, kw_only=True):
    """The game that people are waiting for, and how many players it still needs."""

    game: str
    missing: int


class Extras(Value, kw_only=True):
    """Fields that phones get in addition to a view: facts about the game, and what follows from the events."""

    title: Annotated[str | None, Meta(description="Title of the game; null if there is none.")]
    game_id: int | None
    auto: Annotated[bool, Meta(description="Whether robots play by themselves, until somebody takes a seat.")]
    gathering: Annotated[Waiting | None, Meta(description="Game that waits for more players; null if there is none.")]
    asked: Annotated[
        tuple[AskedView, ...],
        Meta(description="Cards that robots ask people to lay for them."),
    ]
    left: Annotated[
        Seats, Meta(description="Seats whose players have left the current game, and where nobody has taken over.")
    ]
    zones: Annotated[Mapping[str, str], Meta(description="Names of the piles, by zone.")]
    labels: Annotated[Mapping[str, str], Meta(description="Names of the cards that this picture mentions, by code.")]
    news: Annotated[tuple[NewsItem, ...], Meta(description="Recent events that have a sentence, the latest first.")]
    begun: Annotated[bool, Meta(description="Whether play has begun, so that nobody can join this game any more.")]
    rounds_played: tuple[RoundResult, ...]
    result: Annotated[RaceResult | None, Meta(description="Result of the last race; null once play has continued.")]
    brief: Annotated[
        str, Meta(description="Short form of `prompt`, for a phone that lays cards and shows gestures as buttons.")
    ]
    undo: Annotated[
        tuple[str, ...] | UnsetType | None,
        Meta(description="What an undo would take back, in sentences; null if nothing. Only for the host."),
    ] = UNSET
    health: Annotated[JsonObject | UnsetType, Meta(description="State of the hardware. Only for the host.")] = UNSET


def shown(snapshot: Snapshot, audience: Audience) -> dict[str, Any]:
    """Return the JSON object that an audience gets: its view and its extras."""
    game = snapshot.game
    view, delivered = game.view(audience), game.delivered(audience)
    standing = events.standing(delivered)
    narrator = Narrator.of(game)
    result = _result(standing)
    holder = _holder(audience, view)
    extras = Extras(
        title=_title(snapshot),
        game_id=game.game_id,
        auto=game.auto,
        gathering=_gathering(snapshot.table.gathering),
        asked=game.asked,
        left=tuple(sorted(game.left)),
        zones={zone: zone_name(zone) for zone in view.piles},
        labels={code: game.labels.get(code, code) for code in _cards_in_sight(view, result)},
        news=tuple(islice(_news(narrator, delivered, holder), NEWS)),
        begun=any(one.event.plays_on and not isinstance(one.event, events.RoundStarted) for one in standing),
        rounds_played=tuple(_round(one.event) for one in standing if isinstance(one.event, events.RoundEnded)),
        result=result,
        brief=_to_holder(in_brief(view.prompt), holder),
        undo=_undo(narrator, view, standing) if audience == HOST else UNSET,
        health=snapshot.host.health if audience == HOST else UNSET,
    )
    view = replace(
        view,
        headline=view.headline if view.headline in (UNSET, None) else _to_holder(view.headline, holder),
        prompt=_to_holder(view.prompt, holder),
        seats=tuple(replace(seat, robot=game.robots.get(seat.seat)) for seat in view.seats),
        notice=_notice(view, game),
        race=_with_its_time(view.race, game.t),
    )
    return {**to_json(view), **to_json(extras)}


def _to_holder(text: str, holder: str | None) -> str:
    """Return a text with the holder's name replaced by "you"."""
    return text if holder is None else to_you(text, holder)


def _holder(audience: Audience, view: View) -> str | None:
    """Return the name of the player whose seat the audience is; None for any other audience."""
    return next((one.name for one in view.seats if f"seat:{one.seat}" == audience), None)


def _title(snapshot: Snapshot) -> str | None:
    """Return the title of the current game, or of the one that people are waiting to play."""
    waits = snapshot.table.gathering
    game = snapshot.game.view().game if waits is None else waits.game
    return None if game is None else games.find(game).title


def _notice(view: View, game: GameSnapshot) -> str | None:
    """Return the notice to show: the view's own, or one saying who has left, unless the prompt already says so."""
    gone = absence.notice(game)
    return view.notice or (None if gone is None or gone in str(view.prompt) else gone)


def _gathering(waits: Gathering | None) -> Waiting | None:
    """Return the game that people are waiting to play, and how many players are missing."""
    return None if waits is None else Waiting(game=waits.game, missing=waits.missing)


def _cards_in_sight(view: View, result: RaceResult | None) -> list[str]:
    """Return the cards that a view and a race mention, so that pages get their names."""
    tops = [card for pile in view.piles.values() for card in pile.in_sight]
    opened = [result.card] if result is not None and result.card is not None else []
    return [*tops, *(() if view.correction is None else view.correction.named), *opened]


def _undo(narrator: Narrator, view: View, standing: Sequence[Delivered]) -> tuple[str, ...] | None:
    """Return sentences about the events that an undo would take back, or None if there is nothing to undo."""
    if view.undo_to is None or isinstance(view.undo_to, UnsetType):
        return None
    gone = [narrator.say(one.event) for one in standing if one.seq > view.undo_to]
    return tuple(said for said in gone if said is not None)


def _news(narrator: Narrator, delivered: Sequence[Delivered], holder: str | None) -> Iterator[NewsItem]:
    """Yield what happened, latest first, in words for the holder of the phone."""
    for one in reversed(delivered):
        said = narrator.say(one.event)
        if said is not None:
            seat = getattr(one.event, "seat", None)
            yield NewsItem(seq=one.seq, t=one.t / 1e6, event=one.event.name, said=_to_holder(said, holder), seat=seat)


def _round(event: events.RoundEnded) -> RoundResult:
    return RoundResult(
        round=event.round, scores={str(seat): points for seat, points in event.scores.items()}, out=event.out
    )


def _with_its_time(race: RaceView | None, now: float) -> RaceView | None:
    """Return a race with the time left, because phones do not know the table's clock."""
    if race is None or race.closes_at is None:
        return race
    return replace(race, left_s=round(max(0.0, race.closes_at - now), 3))


def _result(standing: Sequence[Delivered]) -> RaceResult | None:
    """Return the result of the last race, or None once play has continued."""
    for one in reversed(standing):
        if one.event.plays_on:
            return None
        if isinstance(event := one.event, events.RaceClosed):
            return RaceResult(
                seq=one.seq, race=event.race, last=event.last, ties=event.ties, missing=event.missing, lot=event.lot,
                order=None if event.order is None else tuple(map(_finish, event.order)),
                card=opening_card(standing, one.seq),
            )  # fmt: skip
    return None


def _finish(placing: events.Placing) -> Finish:
    error_ms = UNSET if placing.error_ms is None else placing.error_ms
    return Finish(seat=placing.seat, at_ms=placing.at_ms, error_ms=error_ms)


def opening_card(delivered: Sequence[Delivered], closed: int) -> str | None:
    """Return the card that opened the race ended by event `closed`, or None if this audience may not know it."""
    before = (one.event for one in reversed(delivered) if one.seq < closed)
    opened = any(isinstance(event, events.RaceOpened) for event in before)  # consumes `before` up to that event
    played = next((event for event in before if isinstance(event, (events.CardPlayed, events.PileStarted))), None)
    return played.card if opened and played is not None else None
