"""A picture of the table as phones get it: an audience's view, and what follows from the events it was told."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from table import events, games
from table.board import Picture
from table.event import Kinds
from table.games.game import HOST, PUBLIC, Audience
from table.running import absence
from table.saying import in_brief, to_you
from table.sentences import Narrator

NEWS = 8  # sentences in a picture, the latest first

Event = Mapping[str, Any]


def shown(picture: Picture, audience: Audience) -> Mapping[str, Any]:
    """Return an audience's view with the game's number, its news in sentences, its rounds, and its last race."""
    view = seen(picture, audience)
    told = picture.told(audience)
    standing = events.standing(told)
    narrator = Narrator.of(picture)
    result = _result(standing, narrator.kinds)
    return {
        **view,
        **_said_to(audience, view),
        "seats": [{**seat, "robot": picture.robots.get(seat["seat"])} for seat in view["seats"]],
        "asked": list(picture.asked),
        "left": sorted(picture.left),
        "title": _title(picture),
        "notice": _notice(view, picture),
        "gathering": _gathering(picture),
        "labels": {code: picture.labels.get(code, code) for code in _cards_in_sight(view, result)},
        "game_id": picture.game_id,
        "household": picture.household,
        "race": _with_its_time(view.get("race"), picture.t),
        "news": list(islice(_news(narrator, told, _holder(audience, view)), NEWS)),
        "rounds_played": [_round(event) for event in standing if event["event"] == "round_ended"],
        "result": result,
        **(_of_the_host(picture, view, standing) if audience == HOST else {}),
    }


def _said_to(audience: Audience, view: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the headline and the prompt as they are said to a seat: whoever sits there is not called by name.

    `brief` is the prompt for phones that lay cards and show as buttons what buttons say.
    """
    name, said = _holder(audience, view), {"brief": in_brief(view["prompt"])}
    if name is None:
        return said
    said |= {part: view[part] for part in ("headline", "prompt")}
    return {part: to_you(text, name) for part, text in said.items()}


def _holder(audience: Audience, view: Mapping[str, Any]) -> str | None:
    """Return the name of whoever holds a seat's phone."""
    return next((one["name"] for one in view["seats"] if f"seat:{one['seat']}" == audience), None)


def _title(picture: Picture) -> str | None:
    """Return the title of the current game, or of the one that people wait for."""
    game = picture.gathering.game if picture.gathering is not None else picture.views[PUBLIC]["game"]
    return None if game is None else games.find(game).title


def _notice(view: Mapping[str, Any], picture: Picture) -> str | None:
    """Return the notice to show; who has left, unless the prompt is about that."""
    gone = absence.told(picture)
    return view["notice"] or (None if gone is None or gone in str(view["prompt"]) else gone)


def _gathering(picture: Picture) -> Mapping[str, Any] | None:
    """Return which game people wait for, and how many are missing."""
    return None if picture.gathering is None else {"game": picture.gathering.game, "missing": picture.gathering.missing}


def seen(picture: Picture, audience: Audience) -> Mapping[str, Any]:
    """Return an audience's view: the public one at a seat that is not in this game; the host's has the hardware."""
    view = picture.views.get(audience, picture.views[PUBLIC])
    return {**view, "health": picture.health} if audience == HOST else view


def _cards_in_sight(view: Mapping[str, Any], result: Event | None) -> list[str]:
    """Return the cards that a view shows, so that pages get their names."""
    piles = view["piles"].values()
    tops = [card for pile in piles for card in (pile["top"], pile.get("shows")) if card is not None]
    opened = [result["card"]] if result is not None and result["card"] is not None else []
    return [*tops, *(view["correction"] or {}).get("cards", ()), *opened]


def _of_the_host(picture: Picture, view: Mapping[str, Any], standing: Sequence[Event]) -> Mapping[str, Any]:
    """Return what an undo would take back, without what was taken back before."""
    to_seq = view.get("undo_to")
    gone = [] if to_seq is None else [event for event in standing if event["seq"] > to_seq]
    said = [event["said"] for event in map(Narrator.of(picture).told, gone) if event["said"] is not None]
    return {"undo": None if to_seq is None else said}


def _news(narrator: Narrator, told: Sequence[Event], holder: str | None) -> Iterator[Event]:
    """Say what happened, the latest first, to whoever holds the phone."""
    for event in map(narrator.told, reversed(told)):
        said = event["said"]
        if said is not None:
            yours = said if holder is None else to_you(said, holder)
            brief = in_brief(yours)
            yield {
                **{name: event[name] for name in ("seq", "t", "event")},
                "said": yours,
                **({} if brief == yours else {"brief": brief}),
                "seat": event.get("seat"),
            }


def _round(event: Event) -> Event:
    return {name: event[name] for name in ("round", "scores", "out")}


def _with_its_time(race: Mapping[str, Any] | None, now: float) -> Mapping[str, Any] | None:
    """Return a race with the time left, for phones do not know the table's clock."""
    if race is None or race.get("closes_at") is None:
        return race
    return {**race, "left_s": round(max(0.0, race["closes_at"] - now), 3)}


def _result(standing: Sequence[Event], kinds: Kinds) -> Event | None:
    """Return the last race, while play has not gone on."""
    for event in reversed(standing):
        kind = kinds.get(event["event"])
        if kind is not None and kind.plays_on:
            return None
        if event["event"] == "race_closed":
            names = ("seq", "race", "order", "last", "ties", "missing", "lot")
            return {name: event[name] for name in names} | {"card": opening_card(standing, event["seq"])}
    return None


def opening_card(told: Sequence[Event], closed: int) -> str | None:
    """Return the card that opened the race ended by event `closed`; None if this audience may not know it."""
    before = (event for event in reversed(told) if event["seq"] < closed)
    opened = any(event["event"] == "race_opened" for event in before)  # continues from there
    played = next((event for event in before if event["event"] in ("card_played", "pile_started")), None)
    return played.get("card") if opened and played is not None else None
