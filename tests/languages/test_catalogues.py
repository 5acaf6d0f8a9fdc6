"""The languages' files: every sentence of the program, with its words, and nothing that the program does not say."""

import ast
import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from docs.translating import sources
from docs.translating.collect import LANGUAGES, catalog, divergent, first, said, translation
from docs.translating.sources import Found, found
from table import languages
from table.languages.language import Translated

FOLDERS = sorted(file.parent for file in LANGUAGES.glob("*/language.toml"))
ENGLISH_FORMS = {"a", "the"}


@pytest.fixture(scope="module")
def messages() -> list[Found]:
    return found()


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture(scope="module")
def catalogs(folder: Path, messages: list[Found]) -> dict[str, Any]:
    return {domain: catalog(folder, domain, messages) for domain in sorted({one.domain for one in messages})}


def fields(text: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None}


@pytest.mark.long
def test_every_sentence_is_translated(catalogs: dict[str, Any], messages: list[Found]) -> None:
    lacking = [one for one in first(messages) if not translation(catalogs[one.domain], one.message)]

    assert [f"{one.where}: {one.message.one}" for one in lacking] == []


def test_what_the_program_reads_is_made_of_the_files(
    folder: Path, catalogs: dict[str, Any], messages: list[Found]
) -> None:
    made = said(catalogs, messages, [])

    assert json.loads((folder / "said.json").read_text("utf-8")) == json.loads(made), "run `make languages`"


@pytest.mark.long
def test_who_is_called_by_name_is_called_at_the_beginning(catalogs: dict[str, Any], messages: list[Found]) -> None:
    """On their own phone the name is left out, and what follows it begins the sentence."""
    calls = [one for one in first(messages) if one.message.one.startswith("{who}: ")]
    assert len(calls) > 20
    given = [translation(catalogs[one.domain], one.message) for one in calls]
    forms = [form for one in given for form in (one if isinstance(one, list) else [one])]

    assert [form for form in forms if not re.match(r"\{who\}\s?: \S", form)] == []


def test_a_sentence_is_the_same_in_every_file(catalogs: dict[str, Any], messages: list[Found]) -> None:
    """The program knows it by its English alone: of two translations one would never be seen."""
    assert divergent(catalogs, messages) == []


def test_words_in_braces_are_those_of_the_sentence(catalogs: dict[str, Any], messages: list[Found]) -> None:
    wrong = []
    for message in first(messages):
        given = translation(catalogs[message.domain], message.message)
        wanted = {name for name, _ in fields(message.message.several or message.message.one)}
        for form in given if isinstance(given, list) else [given]:
            names = {name for name, _ in fields(form)}
            if names - wanted or (not isinstance(given, list) and wanted - names):
                wrong.append(f"{message.message.one!r}: {form!r}")
    assert wrong == []


def test_words_take_forms_that_the_language_has(folder: Path, catalogs: dict[str, Any], messages: list[Found]) -> None:
    language = languages.find(folder.name)
    assert isinstance(language, Translated)
    for message in first(messages):
        given = translation(catalogs[message.domain], message.message)
        for form in given if isinstance(given, list) else [given]:
            for _, spec in fields(form):
                assert not spec or spec in language.forms or re.fullmatch(r"\.\df", spec), form
                assert spec not in ENGLISH_FORMS, form


def test_french_marks_keep_to_their_words(catalogs: dict[str, Any], messages: list[Found], folder: Path) -> None:
    """A narrow space that no line breaks at stands before : ; ! ? and », and after «."""
    given = [translation(catalogs[one.domain], one.message) for one in first(messages)] if folder.name == "fr" else []
    forms = [form for one in given for form in (one if isinstance(one, list) else [one])]

    assert [form for form in forms if re.search(r" [:;!?»]|« ", form)] == []


@pytest.mark.long
def test_pages_take_plain_words(catalogs: dict[str, Any], messages: list[Found]) -> None:
    for message in first(messages):
        if message.pages:
            given = translation(catalogs[message.domain], message.message)
            for form in given if isinstance(given, list) else [given]:
                assert not any(spec for _, spec in fields(form)), form


def test_languages_say_how_much_of_all_is_said_in_them() -> None:
    assert {code: languages.find(code).complete for code in languages.codes()} == {"en": 1.0, "de": 1.0, "fr": 1.0}


@pytest.mark.parametrize("put_together", ['"yes" if right else "no"', 'f"{who} plays"', '"one " + "two"'])
def test_a_sentence_that_is_put_together_is_no_message(put_together: str) -> None:
    """Otherwise nobody would see that its parts are translated nowhere."""
    with pytest.raises(ValueError, match="has to stand in one piece"):
        list(sources._messages(ast.parse(f"refusal({put_together})", mode="eval").body))


# A person at a table meets what these refuse; other rooms complain of files and of programs, in English.
MET = ("table/emulated", "table/robots", "table/running/seating.py", "table/games/game.py")


@pytest.mark.long
@pytest.mark.parametrize("where", MET)
def test_what_a_person_at_a_table_cannot_do_is_said_in_every_language(where: str) -> None:
    at = sources.ROOT / where
    plain = [
        f"{path.name}:{node.lineno}"
        for path in (sorted(at.glob("*.py")) if at.is_dir() else [at])
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BadInput"
        if isinstance(node.args[0], ast.Constant)
    ]
    assert plain == []


def test_no_sentence_makes_a_plural_by_an_s(messages: list[Found]) -> None:
    """Several of what a name stands for have a form of their own, or the sentence counts cards."""
    texts = [text for one in messages for text in (one.message.one, one.message.several or "")]

    assert [text for text in texts if re.search(r"\}s\b", text)] == []


_FIELD = re.compile(r"^(?:[\w.{}!-]+: )+")  # whose complaint it is: places in JSON or a file, in no language
_FRENCH_SPACE = "\u202f"


def test_french_has_its_own_space_before_a_colon() -> None:
    spoken = json.loads((LANGUAGES / "fr" / "said.json").read_text("utf-8"))
    texts = [text for said in (spoken["table"], spoken["pages"]) for one in said.values() for text in _forms(one)]
    bare = [re.sub(r"\{[^}]*\}", "x", _FIELD.sub("", text)) for text in texts]

    assert [text for text in bare if re.search(rf"[^{_FRENCH_SPACE}]([;!?»](?!\w)|:(?=[\s<]|$))", text)] == []


def _forms(said: str | list[str]) -> list[str]:
    return [said] if isinstance(said, str) else said


@pytest.mark.parametrize("path", sorted(sources.ROOT.glob("web/templates/*.html")), ids=lambda path: path.name)
def test_no_page_puts_a_colon_behind_a_sentence(path: Path) -> None:
    """What stands before a colon differs from language to language: it belongs in the sentence."""
    assert re.findall(r"(?:say\([^}]*\}\}|</a>)\s*:", path.read_text("utf-8")) == []
