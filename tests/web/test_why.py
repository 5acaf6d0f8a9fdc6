"""Asking why: the verdict, what was seen, and the rule in the words of its page."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from table import facts
from table.board import Board, GameSnapshot, Snapshot
from table.facts import ButtonDown, ButtonUp, CardArrived, Fact, GameStarted, TimePassed, micros
from table.judging.session import Session
from table.running.messages import Message
from tests.emulated import TableInTime
from tests.own import OWN_GAMES
from tests.replayed import delivered, plain
from web.context import Asked
from web.server.app import create_app

SCRIPTS = Path(__file__).parents[1] / "scripts/mito"
ALL = sorted(path for path in SCRIPTS.glob("*.jsonl") if ".expect" not in path.name)


@dataclass
class StubTable:
    """A table that has told what follows from a script, and does nothing else."""

    board: Board
    tabletop: None = None
    setup: None = None
    home_wifi: None = None
    people: None = None
    seats: tuple[int, ...] = (1, 2, 3)
    coming: dict[int, str] = field(default_factory=dict)
    following: tuple[()] = ()

    def ask(self, message: Message) -> Asked:
        raise NotImplementedError

    @classmethod
    def of(cls, played: list[Fact], audience: str = "public") -> "StubTable":
        session, by_fact = Session.replay(played)
        lines = [line for some in by_fact for line in some if line.audience == audience]
        labels = {code: card.label for code, card in session.setup.cards.items()}
        views = {audience: session.view(audience)}
        events = {audience: tuple(delivered(session.game.name, plain(lines)))}
        return cls(Board(Snapshot(1, GameSnapshot(1, views, events, labels, session.started))))

    def client(self) -> FlaskClient:
        return create_app(self).test_client()

    @property
    def count(self) -> int:
        return len(self.board.snapshot.game.events["public"])


def played(name: str) -> list[Fact]:
    return [facts.parse(line) for line in (SCRIPTS / f"{name}.jsonl").read_text().splitlines()]


def why(client: FlaskClient, table: TableInTime, event: str, query: str = "?lang=en") -> dict[str, Any]:
    """Ask why of the latest event of a name."""
    seq = [number for number, name in enumerate(table.event_names(), start=1) if name == event][-1]
    answer: dict[str, Any] = client.get(f"/api/v1/events/{seq}/why{query}").get_json()
    return answer


def test_a_refusal_is_answered_with_its_rule(client: FlaskClient, table: TableInTime) -> None:
    table.card("number5.1").touches("discard")
    table.card("number2.1").touches("discard")

    answer = why(client, table, "play_refused")

    assert answer["said"] == "A 2 does not fit on a 5: play a 1 or a 4."
    assert answer["seen"] == "The table read the 2 on top of the 5."
    assert answer["rules"][0] == {
        "id": "MITO-E-18",
        "text": "On a 5 you may lay a 4 or a 1, and on a 1 a 5 or a 2.",
        "also": [],
    }
    assert answer["rules"][1]["also"] == ["MITO-E-15"]
    assert answer["t"] > 0
    page = client.get(answer["link"]).get_data(as_text=True)
    assert f'id="{answer["link"].partition("#")[2]}"' in page


def test_rules_come_in_the_language_that_is_asked_for(client: FlaskClient, table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    table.seat(1).taps()

    answer = why(client, table, "draw_owed", "?lang=fr")

    assert answer["language"] == "fr"
    assert answer["rules"][0]["text"].startswith("Tu ne peux pas jouer, ou tu ne veux pas\N{NARROW NO-BREAK SPACE}?")
    assert why(client, table, "draw_owed", "?lang=en")["rules"][0]["text"].startswith("Cannot or will not play?")


def test_rules_are_told_with_what_is_agreed_on(client: FlaskClient, table: TableInTime) -> None:
    table.starts("mito", "Ana", "Ben", "Cleo", wrap=False)
    table.card("number5.1").touches("discard")
    table.card("number1.1").touches("discard")

    texts = [rule["text"] for rule in why(client, table, "play_refused")["rules"]]

    assert len(texts) == 1
    assert texts[0].endswith("; 5 and 1 are not neighbours.")


@pytest.mark.long
@pytest.mark.parametrize("path", ["999/why", "0/why", "-1/why", "x/why", "1/why?game_id=77", f"{'9' * 30}/why"])
def test_what_was_not_told_is_not_answered(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/api/v1/events/{path}")

    assert answer.status_code == 404
    assert re.fullmatch(r"[A-Z][^\n]*\.", answer.get_json()["error"])


def test_an_event_of_an_earlier_game_is_not_answered(client: FlaskClient, table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    table.card("number3.1").touches("discard")
    last = len(table.event_names())
    assert client.get(f"/api/v1/events/{last}/why").status_code == 200
    table.starts("mito", "Dan", "Eva", "Finn")

    assert client.get(f"/api/v1/events/{last}/why").status_code == 404


@pytest.fixture(scope="module")
def kinds() -> dict[tuple[str, tuple[str, ...]], tuple[Board, int]]:
    """An event for each set of rules that any script brings under its options, and the board that tells it."""
    found: dict[tuple[str, tuple[str, ...]], tuple[Board, int]] = {}
    for path in ALL:
        seen = played(path.stem)
        session, table = Session(seen[0]), StubTable.of(seen)  # type: ignore[arg-type]
        got = table.board.snapshot.game.events["public"]
        for one in got:
            rules = session.game.why(one.seq, session.setup, got).rules
            found.setdefault((str(session.started.options), rules), (table.board, one.seq))
    return found


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_rule_that_is_named_has_its_words(
    kinds: dict[tuple[str, tuple[str, ...]], tuple[Board, int]], language: str
) -> None:
    assert len(kinds) > 50
    table = StubTable(Board(Snapshot()))
    client = table.client()
    for (_, named), (board, seq) in kinds.items():
        table.board = board
        answer = client.get(f"/api/v1/events/{seq}/why?lang={language}").get_json()
        quoted = [rule for one in answer["rules"] for rule in (one["id"], *one["also"])]
        assert sorted(quoted) == sorted(named)
        assert all(rule["text"] for rule in answer["rules"])
        assert answer["said"]


def test_a_race_brings_every_time_along() -> None:
    table = StubTable.of(played("mosquito-and-two-missing"))
    seq = next(one.seq for one in table.board.snapshot.game.events["public"] if one.event.name == "race_closed")

    answer = table.client().get(f"/api/v1/events/{seq}/why").get_json()

    assert [(one["name"], one["at_ms"]) for one in answer["times"]] == [("Cleo", 300.0), ("Ana", None), ("Ben", None)]
    assert answer["last"] in (1, 2)
    assert answer["lot"]
    assert answer["card"].startswith("mosquito")
    assert table.client().get("/api/v1/table").get_json()["result"]["card"].startswith("mosquito")


def test_the_last_race_is_shown_until_play_goes_on_be_it_by_what_only_this_game_tells() -> None:
    """The guard, at seat 1, calls: a double press."""
    presses: list[Fact] = [
        press(micros(at), 1) for at, press in ((12, ButtonDown), (12.1, ButtonUp), (12.3, ButtonDown), (12.4, ButtonUp))
    ]
    called = StubTable.of([*played("mosquito-and-two-missing"), *presses, TimePassed(micros(13))])

    assert "call_made" in [one.event.name for one in called.board.snapshot.game.events["public"]]
    assert called.client().get("/api/v1/table").get_json()["result"] is None


def answers(*second: str) -> list[bytes]:
    """Ask why of everything that follows when Ana lays a 3, with or without another card beneath it."""
    placed = [(1.0, "number2.1"), (2.0, "number3.1"), *((2.1, card) for card in second), (4.0, "number3.2")]
    arrived = [CardArrived(micros(at), "discard", card) for at, card in placed]
    table = StubTable.of([GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], seed=5), *arrived, TimePassed(micros(6))])
    client = table.client()
    return [client.get(f"/api/v1/events/{seq}/why").data for seq in range(1, table.count + 1)]


@pytest.mark.long
@pytest.mark.parametrize("second", ["number1.1", "moth4.1", "mosquito5.1", "spider3.1"])
def test_what_lies_under_a_card_changes_no_byte(second: str) -> None:
    """Two cards dropped as one are answered like one, whatever the second is."""
    assert answers(second) == answers()


class Anchors(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.of: list[tuple[str | None, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "data-rules" in given:
            self.of.append((given.get("id"), (given["data-rules"] or "").split()))


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_rule_on_a_page_has_an_anchor(client: FlaskClient, game: str, language: str) -> None:
    anchors = Anchors()
    anchors.feed(client.get(f"/rules/{game}?lang={language}").get_data(as_text=True))
    ids = [anchor for anchor, _ in anchors.of]

    assert ids
    assert len(set(ids)) == len(ids)
    assert all(anchor in rules for anchor, rules in anchors.of)
