"""docs/proof.md as a page: what is promised, how far it was tried and what is not known, then a chapter for each.

Chapters that are not written anew stay as they are, with the commit that they were written at.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardtable_lab.bench.proving.promises import PROMISES, Promise

_HEAD = """# What was proved, and how to prove it again
Nobody here has the hardware, so nothing is taken on trust: simulated people with real hands of cards play on emulated
chips, tags and buttons under the same drivers, programs are killed, disks torn, and what the table told is held against
what really happened. `make prove` writes this page, each figure with the command that gives it again.

## In one look
{table}
*As it should be* says whether every count was what it has to be, at the commit in the last column; a chapter is tried
again when what it is about has changed.

## What is not known
{unknown}

Every figure is of one machine, of models of chips and air, and of simulated people. What driver and emulator both got
wrong no test here can see: both were held against datasheets and other drivers ([decisions](decisions/README.md)),
and [`tests/hardware`](../tests/hardware) runs on real chips with `pytest --table table.toml`.
"""
_COMMIT = re.compile(r"^Commit `(\w+)")
_FAR = re.compile(r"^\*\*How far:\*\* (.+)$", re.MULTILINE)


def chapters(page: Path) -> dict[str, str]:
    """Return the chapters that a page has, by title."""
    _, *parts = page.read_text().split("\n## ") if page.exists() else [""]
    found = {part.splitlines()[0]: part.partition("\n")[2] for part in parts}
    return {title: text for title, text in found.items() if title in PROMISES}


def written(texts: Mapping[str, str], titles: Sequence[str]) -> str:
    """Return the page with these chapters, in this order."""
    there = [title for title in titles if title in texts]
    table = "".join(_row(title, texts[title]) for title in there)
    head = "| what is promised | how far it was tried | as it should be | commit |\n| --- | --- | --- | --- |\n"
    unknown = "".join(f"- **{title}.** {PROMISES[title].unknown}\n" for title in _once(there))
    return _HEAD.format(table=head + table, unknown=unknown) + "".join(f"\n## {one}\n{texts[one]}" for one in there)


def opened(title: str) -> str:
    """Return how a chapter begins: what is promised, and how it was tried."""
    promise: Promise = PROMISES[title]
    return f"\n{promise.promised} It was tried by {promise.tried}.\n"


def _once(titles: Sequence[str]) -> list[str]:
    """Leave out who says what another one has said."""
    said: dict[str, str] = {}
    for title in titles:
        said.setdefault(PROMISES[title].unknown, title)
    return [*said.values()]


def _row(title: str, text: str) -> str:
    commit = found[1] if (found := _COMMIT.match(text)) else "?"
    sound = "yes" if is_sound(text) else "**no**"
    return f"| [{PROMISES[title].promised}](#{_anchor(title)}) | {how_far(text)} | {sound} | `{commit}` |\n"


def is_sound(text: str) -> bool:
    """Tell whether a chapter says of nothing that it is not as it should be.

    >>> is_sound("| 3 | yes |"), is_sound("| 3 | NO: misread |")
    (True, False)
    """
    return re.search(r"\bNO\b", text) is None


def how_far(text: str) -> str:
    """Say how far something was tried: as a chapter says, or how many games its tables have.

    >>> how_far("**How far:** 300 kills")
    '300 kills'
    >>> how_far(chr(10).join(["| games | cards played |", "| --- | --- |", "| 200 | 7 |", "| 40 | 2 |"]))
    '240 games, 9 cards played'
    """
    if said := _FAR.search(text):
        return said[1]
    counted: dict[str, int] = {"games": 0, "cards played": 0}
    head: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not head or not cells:
            head = cells
        elif set(cells) != {"---"}:
            for name, cell in zip(head, cells, strict=False):
                if name in counted:
                    counted[name] += int(cell)
    return ", ".join(f"{number:,} {name}" for name, number in counted.items() if number)


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
