"""Rule pages: in the reader's language, with what is agreed on at this table."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from table.games.mito.options import MitoOptions
from table.games.mytho.options import MythoOptions
from table.games.mythology_go.options import MgoOptions
from table.games.nur_mut.options import NurMutOptions
from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.own import OWN_GAMES
from tests.web.conftest import Shown, phone, served
from web.delivery import rule_pages, ui

LANGUAGES = ["en", "de", "fr"]
LEDGER_ID = r"\b[A-Z]+-(?:[A-Z]-)?\d{2,3}\b"
OTHERWISE = {
    "guard_rotation": "guard",
    "empty_draw": "none",
    "mosquito_penalty": "draw",
    "cockroach_next_turn": "left",
    "gift_last_card": "kept",
    "last_card_action": "works",
    "watchfulness": "plainly",
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


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Cheating is allowed"), ("de", "Mogeln ist erlaubt"), ("fr", "Tricher est permis")],
)
def test_rules_are_told_in_the_language_of_the_browser_or_as_asked(
    client: FlaskClient, language: str, words: str
) -> None:
    preferred = client.get("/rules/mito", headers={"Accept-Language": f"{language}-CH, ja;q=0.5"})

    assert words in preferred.get_data(as_text=True)
    assert f'<html lang="{language}" ' in preferred.get_data(as_text=True)
    assert words in page(client, language)


def test_whoever_reads_none_of_them_gets_english(client: FlaskClient) -> None:
    answer = client.get("/rules/mito", headers={"Accept-Language": "ja"})

    assert "Cheating is allowed" in answer.get_data(as_text=True)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", TOLD)
def test_every_option_in_force_changes_what_is_told(
    client: FlaskClient, table: TableInTime, option: str, language: str
) -> None:
    before = page(client, language)
    default = MitoOptions.model_fields[option].default
    table.starts("mito", "Ana", "Ben", "Cleo", **{option: OTHERWISE.get(option, not default)})

    assert page(client, language) != before


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", [name for name in MythoOptions.model_fields if name != "preset"])
def test_every_option_of_mytho_changes_what_is_told(tmp_path: Path, option: str, language: str) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal, game="mytho") as table:
        client = phone(served(Shown(table)))
        table.starts("mytho", "Ana", "Ben", "Cleo")
        before = page(client, language, "mytho")
        assert "{" not in before
        table.starts("mytho", "Ana", "Ben", "Cleo", **{option: IN_MYTHO[option]})

        assert page(client, language, "mytho") != before


@pytest.mark.parametrize(
    ("language", "words"), [("en", "“english rounds”"), ("de", "„englisch mit Runden“"), ("fr", "anglais avec manches")]
)
def test_a_preset_is_called_as_people_chose_it(
    client: FlaskClient, table: TableInTime, language: str, words: str
) -> None:
    table.starts("mito", "Ana", "Ben", "Cleo", preset="english_rounds")

    assert words in page(client, language)


@pytest.mark.long
@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_language_tells_the_same_rules_in_the_same_order(client: FlaskClient, game: str) -> None:
    marks = [re.findall(r' data-(?:rules|card)="([^"]*)"', page(client, language, game)) for language in LANGUAGES]

    assert marks[1:] == marks[:1] * 2
    assert len(set(re.findall(LEDGER_ID, " ".join(marks[0])))) > 35


@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_language_asks_for_the_same_options(game: str) -> None:
    folder = ui.folder(game)
    assert folder is not None
    asked = [set(re.findall(r"\bo\.(\w+)", (folder / f"rules.{language}.html").read_text())) for language in LANGUAGES]

    assert asked[1:] == asked[:1] * 2


@pytest.mark.long
@pytest.mark.parametrize("game", OWN_GAMES)
def test_the_page_offers_every_language(client: FlaskClient, game: str) -> None:
    offered = re.findall(
        r'<a href="\?lang=(\w+)" lang="\w+" hreflang="\w+"(?: aria-current="page")?>(.*?)</a>', page(client, "de", game)
    )

    assert dict(offered) == {"en": "English", "de": "Deutsch", "fr": "Français"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OWN_GAMES)
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
    "leviathan_scope": "own",
}


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", [name for name in MgoOptions.model_fields if name != "preset"])
def test_every_option_of_mythology_go_changes_what_is_told(tmp_path: Path, option: str, language: str) -> None:
    with Journal(tmp_path / "other.db") as journal, TableInTime(journal, game="mythology_go") as table:
        client = phone(served(Shown(table)))
        before = page(client, language, "mythology_go")
        table.starts("mythology_go", "Ana", "Ben", **{option: IN_MYTHOLOGY_GO.get(option, 1)})

        assert page(client, language, "mythology_go") != before


IN_NUR_MUT = {"hand_size": 7, "first_player": 2, "min_number": 0, "rounds": 3}


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", [name for name in NurMutOptions.model_fields if name != "preset"])
def test_every_option_of_nur_mut_changes_what_is_told(tmp_path: Path, option: str, language: str) -> None:
    with Journal(tmp_path / "other.db") as journal, TableInTime(journal, game="nur_mut") as table:
        client = phone(served(Shown(table)))
        before = page(client, language, "nur_mut")
        default = NurMutOptions.model_fields[option].default
        table.starts("nur_mut", "Ana", "Ben", **{option: IN_NUR_MUT.get(option, not default)})

        assert page(client, language, "nur_mut") != before


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_rule_is_quoted_in_whole_sentences(client: FlaskClient, game: str, language: str) -> None:
    with client.application.test_request_context():
        passages = rule_pages.passages(None, game, language)

    assert passages
    cells = {
        rule for rule, passage in passages.items() if re.fullmatch(r"\w+ [^.,]* \W\d", passage.text)
    }  # rows of a table
    assert [passage.text for rule, passage in passages.items() if rule not in cells and passage.text[0].islower()] == []
    assert [passage.text for rule, passage in passages.items() if rule not in cells and passage.text[-1] in ",;"] == []


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/mito?lang=it"])
def test_rules_that_there_are_not_are_named(client: FlaskClient, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert answer.get_json()["error"].startswith(("There is no game 'chess'", "The table does not speak 'it'"))


@pytest.mark.parametrize(
    ("language", "words"), [("en", "the table says so"), ("de", "sagt es der Tisch"), ("fr", "la table le dit")]
)
def test_the_table_itself_tells_of_a_reshuffle_at_mito(client: FlaskClient, language: str, words: str) -> None:
    rule = page(client, language).partition('id="MITO-T-02"')[2].partition("</li>")[0]

    assert words in rule
