"""Rule pages: in the reader's language, with what is agreed on at this table."""

import re

import pytest
from flask.testing import FlaskClient

from table.games.mito.options import MitoOptions
from tests.emulated import TableInTime

OTHERWISE = {
    "guard_rotation": "guard",
    "empty_draw": "none",
    "mosquito_penalty": "draw",
    "cockroach_next_turn": "left",
    "gift_last_card": "kept",
    "last_card_action": "works",
    "rounds": 1,
}
# The preset sets others, and who is the first guard is told with the names of people.
TOLD = [name for name in MitoOptions.model_fields if name not in ("preset", "first_guard")]


def page(client: FlaskClient, language: str) -> str:
    return client.get(f"/rules/mito?lang={language}").get_data(as_text=True)


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


def test_both_languages_tell_the_same_rules(client: FlaskClient) -> None:
    told = [sorted(re.findall(r"MITO-[EFT]-\d\d", page(client, language))) for language in ("en", "fr")]

    assert told[0] == told[1]
    assert len(told[0]) > 50


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/mito?lang=de"])
def test_rules_that_there_are_not_are_named(client: FlaskClient, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert answer.get_json()["error"].startswith(("There is no game 'chess'", "These rules are not written in 'de'"))
