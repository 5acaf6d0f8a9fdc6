"""A faulty package of another author fails alone: the table names it and the reason, and works without it."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from table import ai, games, packages
from table.complaints import BadInput
from table.games.mito import MITO
from table.history.archive import Archive
from tests.history.test_archive import record
from tests.own import OWN_GAMES
from tests.packaged import EXAMPLE, environment, forget_packages, found_here, install
from tests.playing import run, running
from web.delivery import ui

# Entry points by package and group. Each package is named after what is wrong with it.
POINTS = {
    "typed": {"games": {"typed": "nicely:GAEM"}},
    "gone": {"games": {"gone": "nowhere:GAME"}},
    "unfinished": {"games": {"unfinished": "half_done:GAME"}, "ui": {"unfinished": "half_done"}},
    "deckless": {"games": {"deckless": "deckless:GAME"}},
    "leaving": {"games": {"leaving": "leaving:GAME"}},
    "greedy": {"games": {"mito": "nicely:GAME"}},
    "other-cards": {"games": {"other_cards": "other_cards:GAME"}},
    "plain": {"games": {"plain": "nicely:PLAIN"}, "ui": {"plain": "nicely.lokos"}, "ai": {"plain": "nicely:NO"}},
}
MODULES = {
    "nicely": """
        from higher_or_lower import HigherOrLower
        class Plain(HigherOrLower):
            name = "plain"
            title = "Plain"
        PLAIN = Plain()
        """,
    "half_done": "import a_library_that_nobody_has",
    "deckless": """
        from higher_or_lower import HigherOrLower
        class Deckless(HigherOrLower):
            name = "deckless"
            box = ("forgotten", "higher_or_lower")
        GAME = Deckless()
        """,
    "leaving": "raise SystemExit(3)",
    "other_cards": """
        from higher_or_lower import HigherOrLower
        from table.cards import PhysicalDeck
        class Other(HigherOrLower):
            name = "other_cards"
            def decks(self):
                return (PhysicalDeck("mito", "Not Mito", self.deck(None)),)
        GAME = Other()
        """,
}
REASONS = {
    "typed": ["AttributeError", "'GAEM'"],
    "gone": ["ModuleNotFoundError: No module named 'nowhere'"],
    "unfinished": ["No module named 'a_library_that_nobody_has' (half_done.py:1)"],
    "deckless": ["forgotten.toml"],
    "leaving": ["SystemExit: 3"],
    "mito": ["cardtable"],
    "other_cards": ["deck mito: mito and other_cards mean different cards by it"],
}
SCRIPT = Path(__file__).parent / "scripts/mito/a-game.jsonl"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with all of these packages."""
    folder = tmp_path / "site"
    for package, points in POINTS.items():
        install(folder, package, points)
    install(folder, "libraries", {}, **MODULES)
    return folder


@pytest.fixture
def here(site: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """All of these packages, installed for this process."""
    found_here(monkeypatch, site, EXAMPLE)
    yield
    monkeypatch.undo()
    forget_packages()


def test_what_fails_is_left_out_and_the_rest_is_there(here: Any) -> None:
    assert {*games.names()} >= {*OWN_GAMES, "plain"}
    assert not {*games.names()} & ({*REASONS} - {*OWN_GAMES})
    assert games.find("mito") is MITO
    assert set(games.decks()) >= {"mito", "plain"}


@pytest.mark.parametrize("game", REASONS)
def test_it_is_said_of_which_package_and_why(here: Any, game: str) -> None:
    (broken,) = [one for one in packages.broken() if one.game == game]

    for part in REASONS[game]:
        assert part in broken.reason
        assert part in broken.text
    says = (
        "The package greedy brings mito, as cardtable does"
        if game == "mito"
        else f": the package {broken.package} fails: "
    )
    assert says in broken.text


@pytest.mark.parametrize("game", sorted(REASONS.keys() - {"mito"}))
def test_whoever_asks_for_it_is_told_in_one_sentence(here: Any, game: str) -> None:
    with pytest.raises(BadInput) as refused:
        games.find(game)

    assert refused.value.text.startswith(f"game: {game.capitalize()} cannot be played: the package ")
    assert "\n" not in refused.value.text


def test_a_game_whose_looks_fail_is_played_with_plain_cards(here: Any) -> None:
    said = [str(one.text) for one in packages.broken() if one.game == "plain"]

    assert ui.folder("plain") is None
    assert ui.part("plain", "parts.mjs") is None
    assert said[0].startswith("Plain is played with plain cards: the package plain fails: ModuleNotFoundError")
    assert said[1].startswith("Robots cannot play plain: the package plain fails: AttributeError")
    with pytest.raises(BadInput, match="Robots cannot play plain"):
        ai.find("plain")


def test_what_fails_is_tried_once(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = packages.broken()
    monkeypatch.setattr(packages, "entry_points", None)
    monkeypatch.setattr(packages, "within", None)

    assert packages.broken() == before


def test_a_package_that_hangs_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(forget_packages)
    install(tmp_path / "site", "hanging", {"games": {"hanging": "hanging:GAME"}}, hanging="while True: pass")
    with monkeypatch.context() as patched:
        patched.setattr(packages, "LONGEST_S", 0.05)
        found_here(patched, tmp_path / "site")

        (broken,) = packages.broken()
        assert broken.reason.removesuffix(" (hanging.py:1)") == "TookTooLong: it did not return within 0.05 s"
        assert "hanging" not in games.names()


def test_a_start_can_leave_all_others_out(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "plain" in games.names()
    monkeypatch.setattr(packages, "_without_others", False)

    packages.leave_out_others()

    assert games.names() == [*OWN_GAMES]
    with pytest.raises(BadInput, match="Plain cannot be played: the package plain is left out at this start"):
        games.find("plain")
    assert {one.game for one in packages.broken()} >= {*REASONS, "plain"}


def test_pages_name_what_they_draw_a_game_with_as_far_as_it_brings_that(here: Any, site: Path) -> None:
    assert ui.soon("mito") == {"modules": ["/games/mito/parts.mjs"], "styles": ["/games/mito/ui.css"]}
    assert ui.soon("plain") == {"modules": [], "styles": []}
    assert ui.soon(None) == {"modules": [], "styles": []}


# -- by the commands


def test_commands_go_on_without_what_fails(site: Path) -> None:
    theirs = environment(site, EXAMPLE)
    listed = run("games", "--json", environment=theirs)
    found = {(one["name"], one.get("package")): one for one in json.loads(listed.stdout)}

    assert (listed.returncode, listed.stderr) == (0, "")
    for game, parts in REASONS.items():
        (broken,) = [one for (name, package), one in found.items() if name == game and package]
        assert set(broken) == {"name", "package", "broken"}
        assert all(part in broken["broken"] for part in parts)
    assert found["plain", "plain"]["title"] == "Plain"
    assert "plain cards: ModuleNotFoundError" in found["plain", "plain"]["broken"]
    assert found["mito", None]["title"] == "Mito"


@pytest.mark.long
def test_each_command_says_it_in_one_line(site: Path) -> None:
    theirs = environment(site, EXAMPLE)

    people = run("games", environment=theirs)
    assert "Typed cannot be played: the package typed fails: AttributeError" in people.stdout
    for command in (["play", "typed"], ["options", "typed"], ["simulate", "typed"]):
        done = run(*command, environment=theirs, folder=site)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(
            "cardtable: game: Typed cannot be played: the package typed fails: AttributeError"
        )
        assert done.stderr.count("\n") == 1
    assert run("replay", str(SCRIPT), environment=theirs).returncode == 0
    script = site / "typed.jsonl"
    script.write_text('{"t": 0, "fact": "game_started", "game": "typed", "players": ["Ana", "Ben"]}\n')
    done = run("replay", str(script), environment=theirs)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{script}:1: game: Typed cannot be played: the package typed fails" in done.stderr


@pytest.mark.long
def test_a_table_is_served_and_its_host_is_told(site: Path, tmp_path: Path) -> None:
    theirs = environment(site, EXAMPLE)
    arguments = ("play", "plain", "--players", "2", "--database", str(tmp_path / "table.db"))
    with running(*arguments, environment=theirs) as table:
        phone = table.host()
        answer = phone.watches("host/events", lambda _: True)

        assert "plain" in [game["game"] for game in phone.gets("games")["games"]]
        said = " ".join(answer["health"]["errors"])
        assert "Typed cannot be played: the package typed fails: AttributeError" in said
        assert "Plain is played with plain cards: the package plain fails" in said


def test_games_that_were_played_stay_listed_when_their_package_is_gone(tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    with Archive(database) as archive:
        archive.adopt(record(1), "1", above=1, now=datetime.now(UTC))
        archive._file.db.execute("UPDATE games SET summary = replace(summary, 'mytho', 'once_here')")
        archive._file.db.commit()

    listed = run("history", "--database", database)

    assert "once_here" in listed.stdout, listed.stderr
