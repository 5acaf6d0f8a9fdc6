"""A new game is a separate package: the example is found, refereed and shown, and the table's code names no game."""

import importlib
import json
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from table import facts, games
from table.games.kit import corrections
from table.judging.session import Session
from table.values import to_json
from tests.own import OWN_GAMES
from tests.playing import COMMAND, Phone, Playing, running

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs/examples/higher_or_lower"
SCRIPT = EXAMPLE / "scripts/first-guesses.jsonl"
GAME = "higher_or_lower"


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which Python finds the example installed; our own environment stays unchanged."""
    groups = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]["entry-points"]
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in found.items())
        for group, found in groups.items()
    ]
    info = tmp_path / "site/higher_or_lower-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: higher-or-lower\nVersion: 1\n")
    (info / "entry_points.txt").write_text("\n".join(lines))
    path = [str(info.parent), str(EXAMPLE), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


def printed(environment: dict[str, str], *arguments: str) -> str:
    command = [COMMAND, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout


def test_a_package_brings_a_game(installed: dict[str, str]) -> None:
    found = {game["name"]: game for game in json.loads(printed(installed, "games", "--json"))}

    assert found[GAME]["seats"] == [2, 6]
    assert found[GAME]["zones"] == ["pile"]
    assert len(found) > 1, "those that were there before"


def test_a_script_of_a_new_game_gives_its_events(installed: dict[str, str]) -> None:
    events = [json.loads(line) for line in printed(installed, "replay", str(SCRIPT)).splitlines()]
    wanted = [json.loads(line) for line in SCRIPT.with_suffix(".expect.jsonl").read_text().splitlines()]

    assert events == wanted


@pytest.fixture
def table(installed: dict[str, str], tmp_path: Path) -> Iterator[Playing]:
    arguments = ("play", GAME, "--players", "2", "--database", str(tmp_path / "table.db"))
    with running(*arguments, environment=installed, command=[COMMAND]) as table:
        yield table


def page(phone: Phone, path: str) -> str:
    with phone.opens(f"{phone.url}{path}") as answer:
        text: str = answer.read().decode()
        return text


def says(table: Playing, seat: int, guess: str) -> None:
    """Guess higher with a tap, or lower by holding the button until the table has noticed."""
    table.presses(seat)
    if guess == "higher":
        table.releases(seat)
    table.waits_until(lambda view: bool(view["guess"] == guess))
    if guess == "lower":
        table.releases(seat)


@pytest.mark.long
def test_a_new_game_is_played_and_shown(table: Playing) -> None:
    table.touches("n7.1", "pile")
    table.shows("n7.1")
    says(table, 1, "higher")
    table.touches("n9.1", "pile")
    table.shows("n9.1")
    says(table, 2, "lower")
    table.touches("n12.1", "pile")
    picture = table.shows("n12.1")

    assert [seat["score"] for seat in picture["seats"]] == [1, 0]
    assert picture["turn"] == 1
    news = [one["said"] for one in picture["news"]]
    assert news[:2] == ["Ben was wrong.", "Ben plays a number 12."]
    phone = table.phone()
    assert "Will the next card be higher or lower?" in page(phone, f"/rules/{GAME}")
    assert "export function Card" in page(phone, f"/games/{GAME}/parts.mjs")
    why = phone.gets("events/7/why")
    assert why["said"] == "Ana was right."
    assert [rule["id"] for rule in why["rules"]] == ["HL-06", "HL-05"]


@pytest.mark.long
def test_only_static_files_of_a_game_are_served(table: Playing) -> None:
    for path in ("rules.en.html", "../rules.en.html", "..%2frules.en.html", "%2e%2e/__init__.py"):
        with pytest.raises(HTTPError) as refused:
            page(table.phone(), f"/games/{GAME}/{path}")

        refused.value.close()
        assert refused.value.code == 404, path


# -- the rules of the example


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example game, found as if it were installed."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    found = importlib.import_module(GAME).HIGHER_OR_LOWER
    monkeypatch.setattr(games, "find", lambda _: found)
    return found


def replayed(*lines: dict[str, Any], **started: Any) -> Session:
    first = {"t": 0, "fact": "game_started", "game": GAME, "players": ["Ana", "Ben"], **started}
    return Session.replay([facts.parse(json.dumps(line)) for line in (first, *lines)])[0]


def card(t: float, code: str, fact: str = "card_arrived") -> dict[str, Any]:
    return {"t": t, "fact": fact, "zone": "pile", "card": code}


def tap(t: float, seat: int) -> list[dict[str, Any]]:
    return [{"t": t, "fact": "button_down", "seat": seat}, {"t": t + 0.1, "fact": "button_up", "seat": seat}]


def test_a_card_that_is_laid_before_anything_was_said_comes_off_again(game: Any) -> None:
    too_soon = [card(1, "n7.1"), card(2, "n8.1")]
    assert to_json(replayed(*too_soon).view("public"))["correction"] == {"zone": "pile", "cards": ["n8.1"]}
    assert to_json(replayed(*too_soon, *tap(3, 1)).view("public"))["guess"] is None

    right = to_json(replayed(*too_soon, card(3, "n8.1", "card_left"), *tap(4, 1), card(5, "n9.1")).view("public"))
    assert right["correction"] is None
    assert right["seats"][0]["score"] == 1


def test_an_equal_card_is_no_point(game: Any) -> None:
    view = to_json(replayed(card(1, "n7.1"), *tap(2, 1), card(3, "n7.2")).view("public"))

    assert [seat["score"] for seat in view["seats"]] == [0, 0]


def test_only_who_has_the_turn_guesses(game: Any) -> None:
    view = to_json(replayed(card(1, "n7.1"), *tap(2, 2)).view("public"))

    assert view["guess"] is None
    assert view["last"]["text"] == "It is Ana’s turn to guess."


def test_after_an_undo_the_card_that_still_lies_there_comes_off(game: Any) -> None:
    undo = {"t": 4, "fact": "choice_made", "seat": 0, "choice": "undo"}
    view = to_json(replayed(card(1, "n7.1"), *tap(2, 1), card(3, "n9.1"), undo).view("public"))

    assert view["correction"] == {"zone": "pile", "cards": ["n9.1"]}
    assert (view["turn"], view["guess"]) == (1, "higher")


def test_a_game_may_have_a_refused_card_touch_its_pad_again(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit reads that as a take-back, because pads report no departures; the example itself does not ask for it."""
    refuse = "higher_or_lower.rules.refuse"
    monkeypatch.setattr(refuse, lambda state, lay, _why: corrections.lies_wrong(state, lay.card, "pile"))
    too_soon = [card(1, "n7.1"), card(2, "n8.1")]

    for placement, once_more in (("tap", None), ("pile", {"zone": "pile", "cards": ["n8.1"]})):
        started = {"placement": {"pile": placement}}
        assert to_json(replayed(*too_soon, **started).view("public"))["correction"] == {
            "zone": "pile",
            "cards": ["n8.1"],
        }
        assert to_json(replayed(*too_soon, card(3, "n8.1"), **started).view("public"))["correction"] == once_more


# -- the table names no game

NAMES = re.compile(r"\b(mito|mytho|nur[_ ]mut|mythology|higher[_ ]or[_ ]lower)\b", re.IGNORECASE)
OF_A_GAME = re.compile(r"(table/games|table/ai|web/games)/\w+/|table/ai/(mytho|nur_mut)\.py|web/static/vendor/")
NEUTRAL = [
    path
    for folder in ("table", "web")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".mjs", ".css", ".html") and not OF_A_GAME.match(path.relative_to(ROOT).as_posix())
]


def test_referee_sensing_journal_and_web_name_no_game() -> None:
    """The only exception is the line that names the default game."""
    named = [
        (str(path.relative_to(ROOT)), line.split(" = ")[0])
        for path in NEUTRAL
        for line in path.read_text().splitlines()
        if NAMES.search(line)
    ]

    assert len(NEUTRAL) > 100
    assert named == [("table/games/__init__.py", "USUAL")]


WORDS = {"deities", "terrain", "courage", "joker", "contest", "slap", "vu"}  # besides the words on cards
EVERYDAY = {"number", "guard"}  # also on cards

# Known exceptions. Pages know kinds of races because a press may be meant for one only, which the API says.
KNOWN = {
    ("web/pages/seats.py", "contest"), ("web/static/button.mjs", "contest"), ("web/static/felt.mjs", "slap"),
    ("web/static/felt.mjs", "terrain"), ("table/robots/seated.py", "slap"),
    ("table/history/described.py", "slap"), ("web/static/people.mjs", "slap"),
    ("web/static/person.mjs", "slap"), ("web/static/page.mjs", "contest"), ("web/delivery/offers.py", "contest"),
    ("web/static/ear.mjs", "slap"), ("table/view.py", "contest"), ("table/view.py", "slap"),
    ("table/judging/worlds.py", "belief"),
    ("web/static/network.mjs", "vu"),  # the code of a country
    ("table/ai/slapping.py", "slap"), ("web/static/slapped.mjs", "slap"),  # serves all games of slaps
}  # fmt: skip


def on_cards() -> set[str]:
    """Return the kinds and names of cards, such as cockroach, deity and djinn."""
    every = (card for game in OWN_GAMES for card in games.find(game).deck(None))
    return {str(card[key]) for card in every for key in ("kind", "name") if key in card} - EVERYDAY


@pytest.mark.long
def test_nor_do_they_name_what_only_one_game_has() -> None:
    words = WORDS | on_cards()
    game_words = re.compile(rf"(?<![a-z])({'|'.join(sorted(words))})(?:e?s|ed)?(?![a-z])", re.IGNORECASE)
    named = {
        (path.relative_to(ROOT).as_posix(), word.lower())
        for path in NEUTRAL
        for word in game_words.findall(path.read_text())
    }

    assert {"moth", "deity", "mosquito"} < words
    assert named - KNOWN == set()


def test_every_rule_of_the_example_has_a_line_and_words() -> None:
    ledger = re.compile(r"\bHL-\d\d\b")
    package = EXAMPLE / GAME
    code = {rule for path in package.rglob("*.py") for rule in ledger.findall(path.read_text())}
    page = set(ledger.findall((package / "ui/rules.en.html").read_text()))

    assert code == page
