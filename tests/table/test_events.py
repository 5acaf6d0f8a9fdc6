"""Events: who may know them by their class, and which of them several games share."""

import re
from pathlib import Path
from typing import Any

import pytest

from table import events, games, moves
from table.event import Event, HostEvent, PublicEvent, dump
from table.games.game import may_know
from tests.own import OWN_GAMES

ROOT = Path(__file__).parents[2]
GAMES = {path.parent for path in (ROOT / "table/games").glob("*/rules.py")}
CODE = {path: path.read_text() for path in (ROOT / "table").rglob("*.py") if path.name != "events.py"}
SHARED = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]

# One game of ours tells these, and every page shows them: how a race went, that somebody drew.
SHOWN_FOR_ANY_GAME = {"RaceOpened", "RaceClosed", "CardDrawn"}


class Whispered(Event):
    """An event of which nobody has said who may know it."""


def own_of(game: str, kind: str) -> type[Event]:
    """A kind of event that one game has."""
    return next(one for one in games.events_of(game).values() if one.__name__ == kind)


@pytest.mark.parametrize(
    ("event", "knowing"),
    [
        (Whispered(), {"sealed"}),
        (events.TagUnknown("pile", "04"), {"sealed", "host"}),
        (events.TurnStarted(1), {"sealed", "host", "public", "seat:1"}),
    ],
)
def test_an_event_s_class_says_who_may_know_it(event: Event, knowing: set[str]) -> None:
    assert {audience for audience in ("sealed", "host", "public", "seat:1") if may_know(event, audience)} == knowing


@pytest.mark.parametrize("game", OWN_GAMES)
def test_no_game_gives_the_name_of_a_shared_event_another_meaning(game: str) -> None:
    shared = games.events_of(None)
    own = games.find(game).events

    assert {name for name in own.keys() & shared.keys() if not issubclass(own[name], shared[name])} == set()


@pytest.mark.parametrize(
    ("game", "kind", "name"),
    [
        (None, events.CardPlayed, "card_played"),
        (None, events.TagUnread, "tag_unread"),
        (None, Whispered, "whispered"),
        ("mito", own_of("mito", "RaceClosed"), "race_closed"),
        ("nur_mut", own_of("nur_mut", "FacePlayed"), "card_played"),
        ("mythology_go", own_of("mythology_go", "DeityDealt"), "deity_dealt"),
    ],
)
def test_an_event_is_told_by_the_name_of_its_class_or_of_the_one_that_it_is_a_form_of(
    game: str | None, kind: type[Event], name: str
) -> None:
    assert kind.name == name
    assert kind is Whispered or games.events_of(game)[name] is kind


def test_another_form_of_an_event_says_only_what_differs() -> None:
    face_played = own_of("nur_mut", "FacePlayed")

    assert face_played.blur == {"seat", "face"}
    assert face_played.plays_on
    assert events.CardPlayed.blur == {"seat"}
    assert not any(hasattr(kind, "name") for kind in (Event, PublicEvent, HostEvent))


def test_an_audience_that_may_not_know_a_card_is_told_of_none() -> None:
    assert dump(events.CardPlayed(None, "pile", None)) == {"event": "card_played", "seat": None, "zone": "pile"}


@pytest.mark.parametrize(
    ("game", "event", "move"),
    [
        (None, {"event": "card_drawn", "seat": 2, "count": 1}, moves.Draw(2, 1)),
        (None, {"event": "draw_owed", "seat": 2, "count": 3}, moves.Draw(2, 3)),
        ("mito", {"event": "card_put_back", "seat": 2}, moves.PutBack(2)),
        (None, {"event": "gift_owed", "giver": 1, "receiver": None, "count": 1}, moves.Give(1, None, 1)),
        (None, {"event": "gift_owed", "giver": None, "receiver": 2, "count": 1}, None),
        (None, {"event": "card_played", "seat": 1, "zone": "hidden"}, moves.Settle("hidden", None, 1)),
        (None, {"event": "play_refused", "seat": 1, "zone": "hidden", "reason": "x"}, moves.TakeOff("hidden", None, 1)),
        (None, {"event": "play_refused", "seat": 1, "zone": "hidden", "reason": "already_played"}, None),
        (None, {"event": "pile_reshuffled", "zone": "discard"}, moves.ShuffleIn("discard")),
        (None, {"event": "undone", "to_seq": 7}, moves.TakeBack(7)),
        (None, {"event": "turn_passed", "seat": 1, "how": "under"}, None),
        ("nur_mut", {"event": "turn_passed", "seat": 1, "how": "under"}, moves.PutUnder(1)),
        ("nur_mut", {"event": "turn_passed", "seat": 1, "how": "pass"}, None),
        ("nur_mut", {"event": "card_played", "zone": "pile.1", "card": "nm01"}, moves.Settle("pile.1", "nm01")),
        ("nur_mut", {"event": "courage_declared", "seat": 3}, moves.TurnOver(3)),
        ("nur_mut", {"event": "pile_taken", "seat": 3, "zone": None}, moves.TakePile(3, None)),
        ("nur_mut", {"event": "pile_refilled", "zone": "pile.2", "card": "nm07"}, moves.Refill("pile.2", "nm07")),
    ],
)
def test_an_event_says_what_hands_do_when_people_are_told_of_it(
    game: str | None, event: dict[str, Any], move: moves.Move | None
) -> None:
    assert games.events_of(game)[event["event"]].from_json(event).hands() == move


def _room(path: Path) -> Path:
    return next((game for game in GAMES if game in path.parents), path.parent)


@pytest.mark.parametrize("kind", [kind for kind in SHARED if hasattr(kind, "name")])
def test_a_shared_event_serves_more_than_one_game(kind: type[Event]) -> None:
    made = re.compile(rf"\b{kind.__name__}\(")
    tellers = {_room(path) for path, code in CODE.items() if made.search(code)}

    assert len(GAMES) > 3
    assert tellers, "somebody tells it"
    assert tellers - GAMES or len(tellers) > 1 or kind.__name__ in SHOWN_FOR_ANY_GAME
