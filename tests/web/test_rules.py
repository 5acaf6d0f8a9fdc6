"""Rule pages: in the reader's language, with what is agreed on at this table."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from table import games
from table.board import Picture
from table.games.mito.options import MitoOptions
from table.games.mytho.options import MythoOptions
from table.games.mythology_go.options import MgoOptions
from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.web.conftest import Shown, phone, served
from web.telling import rule_pages

LEDGER_ID = r"\b[A-Z]+-(?:[A-Z]-)?\d{2,3}\b"
OTHERWISE = {
    "guard_rotation": "guard",
    "empty_draw": "none",
    "mosquito_penalty": "draw",
    "cockroach_next_turn": "left",
    "gift_last_card": "kept",
    "last_card_action": "works",
    "rounds": 1,
    "tie_break": "out",
}
# The preset sets others, and who is the first guard is told with the names of people.
TOLD = [name for name in MitoOptions.model_fields if name not in ("preset", "first_guard")]
IN_MYTHO = {
    "deck": "colours",
    "colour_means": "red_black",
    "hand_size": 7,
    "first_player": 2,
    "direction": "counterclockwise",
    "draw_per_turn": 2,
    "plays_per_turn": 2,
    "turn_order": "either",
    "allow_pass": True,
    "contest_window_s": 8,
    "after_contest": "challenger",
    "empty_draw": "none",
    "rounds": 3,
}


def page(client: FlaskClient, language: str, game: str = "mito") -> str:
    return client.get(f"/rules/{game}?lang={language}").get_data(as_text=True)


@pytest.mark.parametrize(("language", "words"), [("en", "Cheating is allowed"), ("fr", "Tricher est permis")])
def test_rules_are_told_in_the_language_of_the_browser_or_as_asked(
    client: FlaskClient, language: str, words: str
) -> None:
    preferred = client.get("/rules/mito", headers={"Accept-Language": f"{language}-CH, de;q=0.5"})

    assert words in preferred.get_data(as_text=True)
    assert f'<html lang="{language}">' in preferred.get_data(as_text=True)
    assert words in page(client, language)


def test_whoever_reads_neither_gets_english(client: FlaskClient) -> None:
    answer = client.get("/rules/mito", headers={"Accept-Language": "ja"})

    assert "Cheating is allowed" in answer.get_data(as_text=True)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("option", TOLD)
def test_every_option_in_force_changes_what_is_told(
    client: FlaskClient, table: TableInTime, option: str, language: str
) -> None:
    before = page(client, language)
    default = MitoOptions.model_fields[option].default
    table.starts("mito", "Ana", "Ben", "Cleo", **{option: OTHERWISE.get(option, not default)})

    assert page(client, language) != before


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("option", [name for name in MythoOptions.model_fields if name != "preset"])
def test_every_option_of_mytho_changes_what_is_told(tmp_path: Path, option: str, language: str) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal, game="mytho") as table:
        client = phone(served(Shown(table)))
        table.starts("mytho", "Ana", "Ben", "Cleo")
        before = page(client, language, "mytho")
        assert "{" not in before
        table.starts("mytho", "Ana", "Ben", "Cleo", **{option: IN_MYTHO[option]})

        assert page(client, language, "mytho") != before


@pytest.mark.parametrize("game", games.names())
def test_both_languages_tell_the_same_rules(client: FlaskClient, game: str) -> None:
    told = [sorted(re.findall(LEDGER_ID, page(client, language, game))) for language in ("en", "fr")]

    assert told[0] == told[1]
    assert len(set(told[0])) > 35


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", games.names())
def test_every_rule_stands_at_an_anchor_of_its_own(client: FlaskClient, game: str, language: str) -> None:
    text = page(client, language, game)
    anchors = re.findall(r' id="([A-Z-]+[0-9]+)" data-rules="([^"]*)"', text)

    assert len({anchor for anchor, _ in anchors}) == len(anchors) == text.count("data-rules=")
    assert [anchor for anchor, rules in anchors if rules.split()[0] != anchor] == []


IN_MYTHOLOGY_GO = {
    "fusion_effect": "each",
    "fusion_copies": "one",
    "unique_own_copies": "hindering",
    "strong_weak_order": "weak",
    "strong_weak_counted": "before_doubling",
    "strong_weak_multi": "one",
    "grey_rule": "any",
    "hidden_limit_check": "card",
    "low_tie_starter": "lot",
    "final_tie": "shared",
    "spell_counts_as_play": False,
    "final_turns": 0,
    "identification_mandatory": False,
    "deity_per_round": False,
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("option", [name for name in MgoOptions.model_fields if name != "preset"])
def test_every_option_of_mythology_go_changes_what_is_told(tmp_path: Path, option: str, language: str) -> None:
    with Journal(tmp_path / "other.db") as journal, TableInTime(journal, game="mythology_go") as table:
        client = phone(served(Shown(table)))
        before = page(client, language, "mythology_go")
        table.starts("mythology_go", "Ana", "Ben", **{option: IN_MYTHOLOGY_GO.get(option, 1)})

        assert page(client, language, "mythology_go") != before


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", games.names())
def test_a_rule_is_quoted_in_whole_sentences(client: FlaskClient, game: str, language: str) -> None:
    with client.application.test_request_context():
        told = rule_pages.passages(Picture(), game, language)

    assert told
    cells = {
        rule for rule, passage in told.items() if re.fullmatch(r"\w+ [^.,]* \W\d", passage.text)
    }  # rows of a table
    assert [passage.text for rule, passage in told.items() if rule not in cells and passage.text[0].islower()] == []
    assert [passage.text for rule, passage in told.items() if rule not in cells and passage.text[-1] in ",;"] == []


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/mito?lang=de"])
def test_rules_that_there_are_not_are_named(client: FlaskClient, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert answer.get_json()["error"].startswith(("There is no game 'chess'", "These rules are not written in 'de'"))
