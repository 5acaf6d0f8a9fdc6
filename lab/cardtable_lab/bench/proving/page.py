"""docs/proof.md as a page: each promise with how far it was tested and the result, then a chapter for each.

Chapters that are not run again stay as they are, with the commit that they were measured at.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cardtable_lab.bench.proving.promises import PROMISES, Promise

_HEAD = """# Proof
Nobody here has the hardware, so every promise is tested: simulated people with real hands of cards play on emulated
chips, tags and buttons under the same drivers; programs are killed and disks damaged; and what the table said is
compared with what really happened. `make prove` writes this page. Each chapter ends with the command that repeats it.

{table}
*Commit* is what was measured. A chapter is run again when the code that it covers changes. *Air* is how well emulated
tags and chips work ([three sets of numbers](hardware.md#the-emulated-bench)), and
[simulation](simulation.md#what-is-counted) explains the counts.

Every figure comes from one machine, from models of chips and air, and from simulated people. If driver and emulator
share a mistake, no test here can see it: both were checked against datasheets and other drivers
([decisions](decisions/README.md)). [`tests/hardware`](../tests/hardware) runs on real chips with
`pytest --table table.toml`.
"""
_TABLE = "| promise | tested with | result | commit |\n| --- | --- | --- | --- |\n"
_COMMIT = re.compile(r"^Commit `([\w-]+)")
_FAR = re.compile(r"^\*\*How far:\*\* (.+)$", re.MULTILINE)
_NO = re.compile(r"\bNO\b")


def chapters(page: Path) -> dict[str, str]:
    """Return the chapters that a page has, by title."""
    _, *parts = page.read_text().split("\n## ") if page.exists() else [""]
    found = {part.splitlines()[0]: part.partition("\n")[2] for part in parts}
    return {title: text for title, text in found.items() if title in PROMISES}


def written(texts: Mapping[str, str], titles: Sequence[str]) -> str:
    """Return the page with these chapters, in this order."""
    there = [title for title in titles if title in texts]
    table = _TABLE + "".join(line for title in there for line in _summary(title, texts[title]))
    return _HEAD.format(table=table) + "".join(f"\n## {title}\n{texts[title]}" for title in there)


def opened(title: str) -> str:
    """Return how a chapter begins: how its promise is tested, and what stays unknown."""
    promise: Promise = PROMISES[title]
    return f"Tested with {promise.tested}.\n**Not known:** {promise.unknown}\n"


def _summary(title: str, text: str) -> Iterator[str]:
    """Yield the lines on a chapter in the table on top: one, or one for each air that it was tested in."""
    promise, anchor = PROMISES[title], f"(#{_anchor(title)})"
    if not promise.by_air:
        yield _line(f"[{promise.promised}]{anchor}", how_far(text), text, sound=is_sound(text))
    outside = "\n".join(line for line in text.splitlines() if not line.startswith("|"))
    for air, promised in promise.by_air.items():
        rows = [row for row in _rows(text) if row.get("air") == air]
        sound = is_sound(outside) and not any(_NO.search(cell) for row in rows for cell in row.values())
        yield _line(f"[{title}, {air} air]{anchor}: {promised}", _far_in(rows), text, sound=sound)


def _line(promised: str, far: str, text: str, *, sound: bool) -> str:
    commit = found[1] if (found := _COMMIT.match(text)) else "?"
    return f"| {promised} | {far} | {'passed' if sound else '**failed**'} | `{commit}` |\n"


def is_sound(text: str) -> bool:
    """Return whether a chapter reports no failure.

    >>> is_sound("| 3 | yes |"), is_sound("| 3 | NO: misread |")
    (True, False)
    """
    return _NO.search(text) is None


def how_far(text: str) -> str:
    """Return how far something was tested: as its chapter says, or how many games its tables have.

    >>> how_far("**How far:** 300 kills")
    '300 kills'
    >>> how_far(chr(10).join(["| games | cards played |", "| --- | --- |", "| 200 | 7 |", "| 40 | 2 |"]))
    '240 games, 9 cards played'
    """
    if said := _FAR.search(text):
        return said[1]
    return _far_in([*_rows(text)])


def _far_in(rows: Sequence[Mapping[str, str]]) -> str:
    """Return how many games and cards some rows have, and what went wrong in them."""
    counted, wrong = Counter[str](), Counter[str]()
    for row in rows:
        counted.update({name: int(row[name]) for name in ("games", "cards played") if name in row})
        found = row.get("went wrong", "nothing")
        wrong.update({kind: int(count) for kind, count in (one.split(": ") for one in found.split(", ") if ":" in one)})
    far = ", ".join(f"{number:,} {name}" for name, number in counted.items() if number)
    return "; ".join((far, ", ".join(f"{kind}: {count}" for kind, count in wrong.items()))).removesuffix("; ")


def _rows(text: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of all tables, each by the heads of its columns."""
    head: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not head or not cells:
            head = cells
        elif set(cells) != {"---"}:
            yield dict(zip(head, cells, strict=False))


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
