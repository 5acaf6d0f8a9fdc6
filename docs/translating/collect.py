"""Update the language files from the program: `python -m docs.translating.collect [LANGUAGE ...]`.

New messages are added without a translation, and messages that are no longer used are removed. Then the command writes
`said.json`, which the program reads, and prints the messages that still lack a translation. Installed packages below
games/ get gettext files with only the messages that the table does not have.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from docs.translating.sources import GENDER, NOUN, ROOT, Found, Message, found, found_in_packages
from table.languages.language import CONTEXT

LANGUAGES = ROOT / "table" / "languages"
GENDERED = (NOUN, "any")
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # so that the same messages give the same files
_WIDTH = 0  # never break lines: editors wrap them


def main(wanted: list[str]) -> None:
    """Update the `wanted` languages, or all languages if the list is empty."""
    messages = found()
    for folder in sorted(file.parent for file in LANGUAGES.glob("*/language.toml")):
        if not wanted or folder.name in wanted:
            lacking = bring_up_to_date(folder, messages)
            for package, its in found_in_packages().items():
                lacking += bring_package(package / "languages", folder.name, own(its, messages))
            sys.stdout.write(
                f"{folder.name}: {len(lacking)} of {len({one.message for one in messages})} still to be translated\n"
            )
            for one in lacking:
                sys.stdout.write(f"  {one.domain}: {one.message.one}\n")


def bring_up_to_date(folder: Path, messages: list[Found]) -> list[Found]:
    """Rewrite a language's files; return the messages that have no translation."""
    catalogs = {domain: catalog(folder, domain, messages) for domain in sorted({one.domain for one in messages})}
    for domain, made in catalogs.items():
        (folder / f"{domain}.po").write_bytes(written(made))
    for one in divergent(catalogs, messages):
        sys.stdout.write(f"{folder.name}: translated in two ways, of which one is shown: {one}\n")
    lacking = [one for one in first(messages) if not translation(catalogs[one.domain], one.message)]
    (folder / "said.json").write_text(said(catalogs, messages, lacking), "utf-8")
    return lacking


def own(messages: Iterable[Found], tables: Iterable[Found]) -> list[Found]:
    """Return the messages of a package that the table does not have."""
    said = {one.message for one in tables if not one.pages}
    return [one for one in messages if one.message not in said]


def bring_package(folder: Path, language: str, messages: list[Found]) -> list[Found]:
    """Rewrite a package's file for one language; return the messages that have no translation."""
    folder.mkdir(exist_ok=True)
    made = catalog_of(folder / f"{language}.po", language, messages)
    (folder / f"{language}.po").write_bytes(written(made))
    with (folder / f"{language}.mo").open("wb") as file:
        write_mo(file, made)
    return [one for one in first(messages) if not translation(made, one.message)]


def catalog(folder: Path, domain: str, messages: Iterable[Found]) -> Catalog:
    """Return a language's catalogue for one domain of the table."""
    return catalog_of(folder / f"{domain}.po", folder.name, [one for one in messages if one.domain == domain])


def catalog_of(file: Path, language: str, messages: Iterable[Found]) -> Catalog:
    """Return a language's catalogue for one file: the current messages, with their translations from that file."""
    before = read_po(BytesIO(file.read_bytes()), locale=language) if file.exists() else Catalog(locale=language)
    made = Catalog(locale=language, fuzzy=False, charset="utf-8", creation_date=_NO_DATE, revision_date=_NO_DATE)
    for message in messages:
        add(made, before, message, message.message)
        if message.message.context in GENDERED:
            add(made, before, message, Message(message.message.one, context=GENDER))
    return made


def add(made: Catalog, before: Catalog, found: Found, message: Message) -> None:
    """Add a message, with its previous translation if there is one."""
    key = message.one if message.several is None else (message.one, message.several)
    known = before.get(message.one, context=message.context or None)
    string = known.string if known is not None and isinstance(known.string, str) == (message.several is None) else None
    path = found.where.rpartition(":")[0]
    made.add(key, string, locations=[(path, 0)], context=message.context or None)


def written(made: Catalog) -> bytes:
    """Return the contents of a catalogue file, without a date or the name of a tool."""
    head = (
        f'msgid ""\nmsgstr ""\n"Language: {made.locale_identifier}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    )
    plural = f'"Plural-Forms: {made.plural_forms}\\n"\n\n'
    out = BytesIO()
    write_po(out, made, width=_WIDTH, omit_header=True, include_lineno=False, sort_by_file=False)
    return (head + plural).encode() + out.getvalue()


def first(messages: Iterable[Found]) -> list[Found]:
    """Return each message of each domain once."""
    return list({(one.domain, one.message): one for one in messages}.values())


def translation(made: Catalog, message: Message) -> Any:
    """Return the translation of a message: a string, or a list of plural forms; empty if missing or incomplete."""
    known = made.get(message.one, context=message.context or None)
    string = None if known is None else known.string
    if isinstance(string, tuple):
        return list(string) if all(string) else ""
    return string or ""


def divergent(catalogs: Mapping[str, Catalog], messages: list[Found]) -> list[str]:
    """Return the messages whose translations differ between files; those of pages are compared only with each other."""
    ways: dict[tuple[bool, Message], dict[str, None]] = {}
    for one in messages:
        ways.setdefault((one.pages, one.message), {})[str(translation(catalogs[one.domain], one.message))] = None
    return [f"{message.one}: {' / '.join(way)}" for (_, message), way in ways.items() if len(way) > 1]


def said(catalogs: Mapping[str, Catalog], messages: list[Found], lacking: list[Found]) -> str:
    """Return the JSON for the program: its own translations, those for pages, and the share of translated messages."""
    parts: dict[bool, dict[str, Any]] = {False: {}, True: {}}
    for message in messages:
        made = catalogs[message.domain]
        key = (
            f"{message.message.context}{CONTEXT}{message.message.one}"
            if message.message.context
            else message.message.one
        )
        if string := translation(made, message.message):
            parts[message.pages][key] = string
        if message.message.context in GENDERED and (
            gender := translation(made, Message(message.message.one, context=GENDER))
        ):
            parts[message.pages][f"{GENDER}{CONTEXT}{message.message.one}"] = gender
    all_of_them = first(messages)
    complete = round(1 - len(lacking) / len(all_of_them), 3) if all_of_them else 1.0
    whole = {
        "complete": complete,
        "pages": dict(sorted(parts[True].items())),
        "table": dict(sorted(parts[False].items())),
    }
    return json.dumps(whole, ensure_ascii=False, indent=0) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
