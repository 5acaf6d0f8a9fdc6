"""What the packages below games/ say is said in every language of the table."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import read_mo

from docs.translating import collect
from docs.translating.sources import Found, found, found_in_packages, words_of_pages
from table import languages
from table.languages.language import Translated
from tests.languages import test_catalogues

PACKAGES = found_in_packages()
packages = pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: folder.name)
spoken = pytest.mark.parametrize("language", sorted(languages.folders()))


def strings(catalog: Any) -> dict[Any, Any]:
    return {(one.context, *forms(one.id)): forms(one.string) for one in catalog if one.id}


def forms(said: Any) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


@pytest.fixture(scope="module")
def tables() -> list[Found]:
    return found()


@packages
@spoken
def test_everything_is_translated(folder: Path, language: str, tables: list[Found]) -> None:
    messages = collect.own(PACKAGES[folder], tables)
    made: Any = collect.catalog_of(folder / f"languages/{language}.po", language, messages)
    file = BytesIO((folder / f"languages/{language}.mo").read_bytes())

    assert [one.message for one in messages if not collect.translation(made, one.message)] == []
    assert strings(read_mo(file)) == strings(made), "run `make languages`"
    catalogs = dict.fromkeys({one.domain for one in messages}, made)
    table = languages.folders()[language]
    test_catalogues.test_words_in_braces_are_those_of_the_sentence(catalogs, messages)
    test_catalogues.test_words_take_forms_that_the_language_has(table, catalogs, messages)
    test_catalogues.test_french_marks_keep_to_their_words(catalogs, messages, table)


@packages
@spoken
def test_pages_use_words_of_the_table(folder: Path, language: str) -> None:
    found = languages.find(language)
    assert isinstance(found, Translated)
    texts = (path.read_text("utf-8") for path in folder.rglob("*.mjs"))

    assert [said.one for text in texts for said, _ in words_of_pages(text) if said.one not in found.pages] == []
