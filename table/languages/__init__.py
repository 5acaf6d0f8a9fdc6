"""The table's languages, each in a folder named after its code. English is built into the program.

Each folder has a `language.toml` with the language's name and grammar, and `*.po` files with its messages. `make
languages` compiles them into `said.json`, which the program reads. docs/translating.md says how to add a language.
"""

import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

from table.complaints import BadInput, none_of
from table.languages.language import ByHand, English, Language, Signed, Translated

USUAL = "en"
SIGNED = "xx"  # English in brackets; text without brackets was never marked for translation
MORE = "CARDTABLE_LANGUAGES"  # a folder with additional languages
_HERE = Path(__file__).parent


@cache
def folders() -> Mapping[str, Path]:
    """Map the code of each language that has a folder to that folder."""
    places = [_HERE, *(Path(more) for more in (os.environ.get(MORE),) if more)]
    found = (file.parent for place in places for file in sorted(place.glob("*/language.toml")))
    return {folder.name: folder for folder in found}


def codes() -> list[str]:
    """Return the codes of the languages that users may choose, English first."""
    return [USUAL, *sorted(folders())]


@cache
def find(code: str, said: str = "language") -> Language:
    """Return the language with this code. If there is none, raise BadInput with a message that begins with `said`."""
    if code == USUAL:
        return English()
    if code == SIGNED:
        return Signed()
    if code not in folders():
        raise BadInput(none_of(said, codes(), code))
    return Translated.read(folders()[code])


@cache
def find_by_hand(code: str) -> Language:
    """Return the language with this code, worded for a table without pads. Raise BadInput if there is none."""
    return ByHand(find(code))


def bring(folder: Path) -> None:
    """Add a game package's translations, which are gettext files called `<code>.mo` in a folder."""
    for file in sorted(folder.glob("*.mo")):
        if file.stem in folders() and isinstance(language := find(file.stem), Translated):
            with file.open("rb") as translations:
                language.take(GNUTranslations(translations))


def known(code: str) -> bool:
    """Return whether this is the code of a language, including the test language."""
    return code in (USUAL, SIGNED) or code in folders()
