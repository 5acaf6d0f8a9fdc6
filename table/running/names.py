"""Checks people's names: they must be visible, distinguishable, and short enough for a phone.

An invalid name is refused with one sentence; names are never silently truncated. Names in table scripts and recorded
games are not checked.
"""

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import confusable_homoglyphs

from table.complaints import BadInput
from table.saying import say

ROBOTS = ("Bolt", "Cog", "Dot", "Echo", "Gizmo", "Nut", "Pixel", "Rivet", "Servo", "Twig")  # the names of robots
LONGEST = 20  # characters, as many as fit on a scoreboard on a phone
_MOST_MARKS = 4  # combining marks on one letter: no language stacks more, and more would overlap other lines
# Control and format characters, such as zero-width and bidi ones; surrogates, private and unassigned ones; line ends.
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Characters that are rendered as nothing: grapheme joiners, Hangul fillers, Khmer vowels, the empty Braille cell,
# variation selectors (Unicode, DerivedCoreProperties: Default_Ignorable_Code_Point).
_BLANK = frozenset(
    map(chr, [0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0])
) | frozenset(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))


def checked(name: str) -> str:
    """Return a name as shown, in NFC and without extra spaces. Raise BadInput with one sentence if it is invalid."""
    shown = unicodedata.normalize("NFC", name.strip(" "))
    if not shown:
        raise BadInput(say("say your name"))
    if len(shown) > LONGEST:
        raise BadInput(
            say("a name has at most {longest} letters, and this one has {shown}", longest=LONGEST, shown=len(shown))
        )
    if any(unicodedata.category(letter) in _UNSEEN or letter in _BLANK for letter in shown):
        raise BadInput(say("a name cannot have invisible letters"))
    shown = " ".join(shown.split())
    if not shown or unicodedata.category(shown[0])[0] == "M":
        raise BadInput(say("a name has to begin with a visible letter"))
    if _marks(shown) > _MOST_MARKS:
        raise BadInput(say("a letter of a name has at most {_most_marks} marks", _most_marks=_MOST_MARKS))
    return shown


def check_apart(name: str, others: Iterable[str]) -> None:
    """Raise BadInput if a name looks like another player's."""
    skeletons = _skeletons(name)
    for other in others:
        if name == other:
            raise BadInput(say("somebody else is called {other}: choose another name", other=other))
        if skeletons & _skeletons(other):
            raise BadInput(say("{name} and {other} look alike: choose another name", name=name, other=other))


def of_robot(others: Iterable[str | None], now: str | None) -> str:
    """Return a robot's name: its current one (`now`), or the first free one."""
    taken = frozenset().union(*(_skeletons(other) for other in others if other is not None))
    wanted = (now, *ROBOTS) if now in ROBOTS else ROBOTS
    free = (name for name in wanted if name is not None and not taken & _skeletons(name))
    return next(free, f"Robot {len(taken)}")


def check_all(players: Sequence[str | None]) -> tuple[str | None, ...]:
    """Check the names of a new game, by seat (None: empty). Raise BadInput, naming the seat, if one is invalid.

    The game itself refuses identical names, as in scripts.
    """
    names = [None if name is None else _at(seat, name) for seat, name in enumerate(players, start=1)]
    for seat, name in enumerate(names):
        if name is not None:
            check_apart(name, [other for other in names[:seat] if other is not None and other != name])
    return tuple(names)


def _at(seat: int, name: str) -> str:
    try:
        return checked(name)
    except BadInput as error:
        raise BadInput(say("the name at seat {seat}: {error}", seat=seat, error=error.text)) from None


def _marks(text: str) -> int:
    """Return the largest number of combining marks in a row."""
    most = here = 0
    for letter in text:
        here = here + 1 if unicodedata.category(letter)[0] == "M" else 0
        most = max(most, here)
    return most


def _skeletons(name: str) -> frozenset[str]:
    r"""Return a name's skeletons in lower and upper case; names that share a skeleton look alike.

    >>> cyrillic = "\N{CYRILLIC CAPITAL LETTER A}da"
    >>> [bool(_skeletons("Ada") & _skeletons(other)) for other in ("ada", cyrillic, "Ida")]
    [True, True, False]
    """
    plain = unicodedata.normalize("NFKC", name).replace(" ", "")
    folded = plain.casefold()
    return frozenset({folded, _skeleton(folded), _skeleton(plain).casefold(), _skeleton(plain.upper()).casefold()})


def _skeleton(text: str) -> str:
    """Replace each letter by the prototype of the letters that look like it (Unicode TS 39, section 4).

    Only single letters are replaced: Marna and Mama may share a table, although `rn` looks like `m`.
    """
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_prototypes().get(letter, letter) for letter in decomposed))


@cache
def _prototypes() -> Mapping[str, str]:
    """Return the prototype of each letter. `confusable_homoglyphs` lists all letters that look like a given one.

    The list is read directly, because the package's own reader would import an HTTP client.
    """
    known = json.loads(Path(confusable_homoglyphs.__file__).with_name("confusables.json").read_text(encoding="utf-8"))
    alike = {letter: [one["c"].strip("\u200e") for one in found] for letter, found in known.items() if len(letter) == 1}
    single = {letter: found[0] for letter, found in alike.items() if len(found) == 1 and len(found[0]) == 1}
    return {letter: other for letter, other in single.items() if len(alike.get(other, ())) > 1 or other < letter}
