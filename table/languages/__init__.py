"""The languages of the table, each in a folder named after its code. English is in the program itself.

A folder has `language.toml` with the language's name and grammar, and `*.po` with its sentences. `make languages` makes
`said.json` from them, which the program reads. docs/translating.md says how to add a language.
"""

import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

from table.complaints import BadInput, short
from table.languages.language import ByHand, English, Language, Signed, Translated

USUAL = "en"
SIGNED = "xx"  # English between signs: text without them was never marked for translation
MORE = "CARDTABLE_LANGUAGES"  # a folder with further languages
_HERE = Path(__file__).parent


@cache
def folders() -> Mapping[str, Path]:
    """Return the folders of languages that have one, by the language's code."""
    places = [_HERE, *(Path(more) for more in (os.environ.get(MORE),) if more)]
    found = (file.parent for place in places for file in sorted(place.glob("*/language.toml")))
    return {folder.name: folder for folder in found}


def codes() -> list[str]:
    """Return the codes of the languages that people may choose, English first."""
    return [USUAL, *sorted(folders())]


@cache
def find(code: str, said: str = "language") -> Language:
    """Return a language. Raise BadInput for an unknown code; the message begins with `said`."""
    if code == USUAL:
        return English()
    if code == SIGNED:
        return Signed()
    if code not in folders():
        raise BadInput(f"{said}: expected one of {', '.join(codes())}, not {short(code)}")
    return Translated.read(folders()[code])


@cache
def find_by_hand(code: str) -> Language:
    """Return a language, worded for a table without pads. Raise BadInput for an unknown code."""
    return ByHand(find(code))


def bring(folder: Path) -> None:
    """Add the translations of a package of games: gettext files `<code>.mo` in a folder."""
    for file in sorted(folder.glob("*.mo")):
        if file.stem in folders() and isinstance(language := find(file.stem), Translated):
            with file.open("rb") as translations:
                language.take(GNUTranslations(translations))


def known(code: str) -> bool:
    """Return whether there is a language with this code, including the one for tests."""
    return code in (USUAL, SIGNED) or code in folders()
