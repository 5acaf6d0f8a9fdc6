"""What a table publishes is as `/asyncapi.json` says, Home Assistant understands it, and nothing secret is in it."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jinja2.sandbox import SandboxedEnvironment
from jsonschema import Draft202012Validator

from cardtable_club.publishing import described as asyncapi
from cardtable_club.publishing import payloads
from cardtable_club.publishing.address import Place
from cardtable_club.publishing.device import device
from cardtable_club.publishing.played import Games, Played
from cardtable_club.publishing.topics import Topics
from club.tests.publishing.broker import Ears
from club.tests.publishing.conftest import Publishing
from club.tests.publishing.evening import all_came, ends, plays
from table.board import Snapshot, drawn
from table.games.game import PUBLIC
from table.judging.session import Session
from table.running.messages import Choose
from tests.emulated import TableInTime
from tests.rounds import plays_a_round
from tests.table.test_secrets import DECK, Evening, evenings, fitted, seen
from web.delivery.shown import shown

TOPICS = Topics(Place("riverside", "kitchen"))
NOW = datetime(2026, 11, 25, 20, tzinfo=UTC)
CHANNELS = {"status": "status", "picture": "picture", "events": "event", "games": "game"} | {
    name: name for name in ("health", "turn")
}


@pytest.fixture
def evening(table: TableInTime, publishing: Publishing, ears: Ears) -> Ears:
    """All that a table says in which a round is played, its end taken back, and the game ended."""
    table.starts("mito", "Dan", "Eva", "Finn", rounds=1)
    with publishing():
        plays_a_round(table)
        ears.waits_until(lambda ears: ears.of("games"))
        table.controller.take(Choose(0, "undo"))
        ears.waits_until(lambda ears: len(ears.of("games")) > 1)  # it is withdrawn before the game ends again
        plays(table, "number3.1")
        ends(table)
        ears.waits_until(lambda ears: all_came(table, ears) and len(ears.of("games")) > 2)
    return ears


@pytest.mark.long
def test_all_that_is_published_is_as_described(evening: Ears) -> None:
    tried = set()
    for message in evening.messages:
        prefix, *rest = message.topic.split("/")
        channel = "device" if prefix == "homeassistant" else CHANNELS[rest[2]]
        if message.payload:  # an end that was taken back has none
            Draft202012Validator(asyncapi.schema_of(channel)).validate(message.said)
            tried.add(channel)

    assert tried == {"device", *CHANNELS.values()}


def test_what_a_hub_asks_is_as_described() -> None:
    asked = {"game": "2c3d", "from": 7}
    Draft202012Validator(asyncapi.schema_of("ask")).validate(asked)

    assert payloads.asked(json.dumps(asked).encode()) == ("2c3d", 7)


@pytest.mark.parametrize("retained", [b"", b"[]", b"\xff", b"[" * 100_000, b'{"ended_at": 1e999, "players": []}'])
def test_a_retained_summary_that_is_none_is_not_current(retained: bytes, tmp_path: Path) -> None:
    games = Games(tmp_path / "table.db", Place("riverside", "kitchen"))

    assert not games.is_current(Played(1, "2026-01-02T03:00:00+00:00", None), retained)


def test_the_description_names_every_topic_and_all_that_it_refers_to() -> None:
    described = asyncapi.described()
    of = {"club": "riverside", "table": "kitchen", "game": "1-2"}
    addresses = {name: channel["address"].format(**of) for name, channel in described["channels"].items()}
    names = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described))

    assert addresses == {
        "status": TOPICS.status, "ask": TOPICS.ask, "picture": TOPICS.picture, "event": TOPICS.events("1-2"),
        "game": TOPICS.game("1-2"), "device": TOPICS.discovery, "health": TOPICS.health, "turn": TOPICS.turn,
    }  # fmt: skip
    assert set(names) <= described["components"]["schemas"].keys()


# -- Home Assistant


def rendered(part: str, payload: Any) -> str:
    """What a part of the device shows when a payload comes, as Home Assistant renders templates."""
    template = device(TOPICS, "Kitchen")["components"][part]["value_template"]
    known = {"now": lambda: NOW, "as_timestamp": lambda at: datetime.fromisoformat(str(at)).timestamp()}
    return SandboxedEnvironment().from_string(template, known).render(value_json=payload)


def test_home_assistant_shows_who_plays(table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    picture = json.loads(json.dumps(shown(table.controller.board.snapshot, PUBLIC), default=str))

    assert rendered("game", picture) == "Mito"
    assert rendered("turn", picture) == "Ana"
    assert rendered("scores", picture) == "Ana 0, Ben 0, Cleo 0"
    assert rendered("prompt", picture) == picture["prompt"]


def test_home_assistant_shows_a_table_at_which_nobody_plays() -> None:
    picture = {"game": None, "turn": None, "seats": [], "prompt": ""}

    assert [rendered(part, picture) for part in ("game", "turn", "scores", "prompt")] == ["none", "nobody", "none", ""]


def test_home_assistant_learns_whose_turn_begins() -> None:
    rung = json.loads(rendered("turn_started", {"seat": 2, "name": "Ben"}))

    assert rung == {"event_type": "turn_started", "seat": 2, "name": "Ben"}


def test_home_assistant_knows_what_is_lost_and_where_the_pages_are() -> None:
    assert [rendered("problem", {"lost": lost}) for lost in ([], ["discard"])] == ["OFF", "ON"]
    assert device(TOPICS, "Kitchen", "http://10.0.0.7:8000/")["device"]["configuration_url"] == "http://10.0.0.7:8000/"
    assert "configuration_url" not in device(TOPICS, "Kitchen")["device"]


@pytest.mark.parametrize("state", ["online", "offline"])
def test_home_assistant_sees_whether_the_table_is_there(state: str) -> None:
    assert rendered("online", {"state": state}) == ("ON" if state == "online" else "OFF")


# -- secrets


def published(evening: Evening, second: str | None) -> list[bytes]:
    """All that goes to the broker, with its time: the events, and a picture after each fact but the swapped one."""
    started, *facts = evening.facts(second)
    session, game = Session(started), Played(1, "2026-01-01T20:00:00+00:00", None)  # type: ignore[arg-type]
    delivered = [line for line in session.opening if line.audience == PUBLIC]
    sent = [payloads.event(line, game, ()) for line in delivered]
    for fact in facts:
        lines = session.take(fact)
        if any(line.event.name == "log_opened" for line in lines):
            break  # the round is over, and nothing is secret
        new = [line for line in lines if line.audience == PUBLIC]
        delivered += new
        sent += [payloads.event(line, game, ()) for line in new]
        if getattr(fact, "card", None) != second or second is None:
            sent.append(payloads.packed(shown(Snapshot(game=drawn(session, 1, {PUBLIC: tuple(delivered)})), PUBLIC)))
    return sent


@settings(max_examples=8)
@given(evenings(), st.data())
def test_what_lies_second_in_a_drop_changes_nothing_that_is_published(evening: Evening, data: st.DataObject) -> None:
    others = sorted(DECK.keys() - {*evening.played, evening.answer})
    second = data.draw(st.sampled_from(others))
    assume(fitted(seen(evening, None), evening))

    assert published(evening, second) == published(evening, None)
