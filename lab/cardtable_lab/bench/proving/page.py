"""The text of docs/proof.md: each promise with its coverage and result, then a chapter for each.

Chapters that are not rerun stay unchanged, with the commit at which they were measured.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from table.values import Value

# -- What docs/proof.md promises, how each promise is tested, and what remains unknown


class Promise(Value):
    """A chapter in a few sentences.

    `tested` completes the sentence "Tested with ..."; `unknown` is a sentence of its own. `by_air` replaces `promised`
    where the promise depends on the air.
    """

    promised: str
    tested: str
    unknown: str
    by_air: Mapping[str, str] = {}


# In the order of cardtable_lab.simulation.batches.FORBIDDEN, which lists what must not happen in each kind of air.
_BY_AIR = {
    "clean": "every card, verdict, race and total is right, and no secret leaks",
    "typical": "no card is misread or missed unnoticed, verdicts and totals are right, and no secret leaks",
    "harsh": "no card is misread or missed unnoticed, totals are right, and no secret leaks",
}


def _of(game: str) -> Promise:
    return Promise(
        f"The table records what people do in {game}.",
        "simulated people who play whole games on emulated chips in three kinds of air, with known ground truth",
        "How real air, antennas and people differ from the models (`hardware/emulator/physics.py`).",
        _BY_AIR,
    )


PROMISES: dict[str, Promise] = {
    "Mito": _of("Mito"),
    "Mytho": _of("Mytho"),
    "Mythology GO": _of("Mythology GO"),
    "Nur Mut": _of("Nur Mut"),
    "Slapjack": _of("Slapjack"),
    "Egyptian Ratscrew": _of("Egyptian Ratscrew"),
    "More test cases": Promise(
        "What tests show with a few examples holds for many.",
        "the longest tests, and tests whose number of cases can be set",
        "Examples that were not sampled.",
    ),
    "A thousand games each": Promise(
        "The same holds for a thousand games of each kind, in clean and typical air, while workers are killed.",
        "a cluster of local workers, one of which is killed from time to time",
        "What a cluster of many machines adds: slow networks, other processors.",
    ),
    "By the rules alone": Promise(
        "Every sequence of legal moves ends with the points and winners that the rules give.",
        "random games with every possible number of players, in which a second program scores every round again",
        "Mistakes that both programs share, because the same people wrote them from the same rule books.",
    ),
    "Every state of tiny decks": Promise(
        "Nobody gets stuck: each visited state has a legal move, the prompt names a player who can make it, and the "
        "game can end.",
        "a search of every state that a handful of cards can lead to",
        "Whole decks have too many states to visit; only random games cover situations with many cards.",
    ),
    "Picos": Promise(
        "A Pico stamps presses precisely enough for the order to be right, or else a tie is called.",
        "races over cables that hiccup, with clocks that drift, and games with the Pico's own program",
        "No real Pico was used; the timing of MicroPython and USB is estimated.",
    ),
    "Phones as buttons": Promise(
        "Whatever the network does, the order of presses on phones is right, or else a tie is called.",
        "races of eight phones over simulated networks, with clocks that drift and a phone that sleeps",
        "What real phones, browsers and access points add; a touch screen detects a finger 8 to 16 ms late.",
    ),
    "Readers on USB": Promise(
        "With USB readers, which detect one card at a time, the table records what people did.",
        "simulated people who play whole games on readers that are emulated below both kinds of drivers",
        "How fast commercial readers detect a card, and how they handle two at once.",
    ),
    "Buttons on bad wires": Promise(
        "A spike on a wire never counts as a press; a lost edge neither leaves a button pressed nor swallows a press.",
        "whole games with both faults, and the same pin changes passed to a plain debouncer",
        "How often real wires pick up spikes, and how often real kernels lose edges.",
    ),
    "Robots with a person": Promise(
        "Robots play by the rules, in time, and know no more than a person in their seat would.",
        "whole games of one person and robots, compared with what a witness saw",
        "Whether people like playing with them.",
    ),
    "Robots against robots": Promise(
        "Keen robots beat easy ones, and never think longer than 2 s on a Pi 4.",
        "hundreds of games of each kind of robot against every kind",
        "How well they do against people. We assume that a Pi 4 is no slower than the slow core.",
    ),
    "Cheating as a game": Promise(
        "In Mito, people and robots catch some cheats, and rarely accuse anybody who plays honestly.",
        "games by the rules alone: one person who follows a rule of thumb, and two keen robots that see hands move",
        "How well people see such a movement on a phone.",
    ),
    "Kills, clocks and damaged files": Promise(
        "Every announced event survives a kill unchanged; a damaged disk is reported, and the rest is saved.",
        "tables in separate processes, killed at any moment, with jumping clocks and damaged files",
        "An SD card that lies about what it has written.",
    ),
    "A real kernel": Promise(
        "On a real kernel's SPI and GPIO devices, the drivers behave as they do on stand-ins.",
        "Linux in user mode, built from Debian's source: emulated chips behind its devices, whole games, power cuts",
        "The air, the analogue side, and the Pi's own controllers, such as RP1.",
    ),
    "A tenth of a core": Promise(
        "With a tenth of a core, every card and press still arrives at a phone.",
        "a table on a real kernel, which limits its processor time, and a phone that records when it hears of what",
        "A Pi's memory, caches and buses.",
    ),
    "Many faults at once": Promise(
        "When many parts fail at once, no announced event is lost, totals are right, and no secret leaks.",
        "whole evenings with kills, full disks, torn writes, clock jumps, dead readers, babbling Picos, stuck buttons",
        "Faults caused by electrical coupling between two parts.",
    ),
    "Bug reports": Promise(
        "A fault at a table can be reproduced elsewhere, from a single file that contains no names.",
        "faults in drivers, links, rules, storage and pages, each reproduced from its report alone",
        "Faults that depend on what nobody recorded: temperature, a loose wire.",
    ),
    "A club": Promise(
        "Whatever is killed, a hub gets every public event of every game exactly once and in order, and it keeps up.",
        "kills of tables, broker, hub and database, and many simulated tables that lay a card every four seconds",
        "Networks that lose half of all packets; more than one club on one hub.",
    ),
    "A soak test": Promise(
        "Nothing keeps growing at a table that is left on: not memory, threads, files, logs or disk use.",
        "a day of play at high speed, while thousands of phones come and go",
        "Runs of several weeks; phones that never close a connection.",
    ),
    "A disruptive guest": Promise(
        "Whatever a stranger sends, nobody's press waits longer than half a second, and the game is unharmed.",
        "a guest with sixty connections, alongside four phones that play",
        "Guests on many computers; a Pi's processor, which is a fifth as fast.",
    ),
    "Surviving mutants": Promise(
        "If a line is wrong, a test probably catches it.",
        "one broken expression at a time, and the tests of `make test` that execute it",
        "Mutants that were not sampled.",
    ),
    "Test coverage": Promise(
        "Tests execute every package, and take most branches in both directions.",
        "a measured run of `make test`, including the processes that it starts",
        "Whether the executed code is right; mutants test that.",
    ),
}


_HEAD = """# Proof
We do not have the hardware, so we test every promise in simulation. Simulated people with real hands of cards play on
emulated chips, tags and buttons, with the real drivers; programs are killed and disks damaged. What the table reported
is then compared with what really happened. `make prove` writes this page, and each chapter ends with the command that
reproduces it.

{table}
*Commit* is the version that was tested. A chapter is rerun when the code that it covers changes. *Air* is how well
emulated tags and chips work ([three sets of numbers](hardware.md#the-emulated-bench)), and
[simulation](simulation.md#what-is-counted) explains the counts.

Every figure comes from one computer, from models of chips and air, and from simulated people. If driver and emulator
share a mistake, no test here can detect it, so both were checked against datasheets and other drivers
([decisions](decisions/README.md)). To run [`tests/hardware`](../tests/hardware) on real chips, use
`pytest --table table.toml`.
"""
_TABLE = "| promise | tested with | result | commit |\n| --- | --- | --- | --- |\n"
_COMMIT = re.compile(r"^Commit `([\w-]+)")
_FAR = re.compile(r"^\*\*Coverage:\*\* (.+)$", re.MULTILINE)
_NO = re.compile(r"\bNO\b")


def chapters(page: Path) -> dict[str, str]:
    """Return the texts of the page's chapters, by title."""
    _, *parts = page.read_text().split("\n## ") if page.exists() else [""]
    found = {part.splitlines()[0]: part.partition("\n")[2] for part in parts}
    return {title: text for title, text in found.items() if title in PROMISES}


def written(texts: Mapping[str, str], titles: Sequence[str]) -> str:
    """Return the page with these chapters, in this order."""
    there = [title for title in titles if title in texts]
    table = _TABLE + "".join(line for title in there for line in _summary(title, texts[title]))
    return _HEAD.format(table=table) + "".join(f"\n## {title}\n{texts[title]}" for title in there)


def opened(title: str) -> str:
    """Return the beginning of a chapter: how its promise is tested, and what remains unknown."""
    promise: Promise = PROMISES[title]
    return f"Tested with {promise.tested}.\n**Unknown:** {promise.unknown}\n"


def _summary(title: str, text: str) -> Iterator[str]:
    """Yield a chapter's lines in the table at the top: a single line, or one for each air in which it was tested."""
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
    """Return whether a chapter reports no failures.

    >>> is_sound("| 3 | yes |"), is_sound("| 3 | NO: misread |")
    (True, False)
    """
    return _NO.search(text) is None


def how_far(text: str) -> str:
    """Return the coverage that a chapter states or, failing that, the number of games in its tables.

    >>> how_far("**Coverage:** 300 kills")
    '300 kills'
    >>> how_far(chr(10).join(["| games | cards played |", "| --- | --- |", "| 200 | 7 |", "| 40 | 2 |"]))
    '240 games, 9 cards played'
    """
    if said := _FAR.search(text):
        return said[1]
    return _far_in([*_rows(text)])


def _far_in(rows: Sequence[Mapping[str, str]]) -> str:
    """Return the number of games and cards in these rows, and what went wrong in them."""
    counted, wrong = Counter[str](), Counter[str]()
    for row in rows:
        counted.update({name: int(row[name]) for name in ("games", "cards played") if name in row})
        found = row.get("went wrong", "nothing")
        wrong.update({kind: int(count) for kind, count in (one.split(": ") for one in found.split(", ") if ":" in one)})
    far = ", ".join(f"{number:,} {name}" for name, number in counted.items() if number)
    return "; ".join((far, ", ".join(f"{kind}: {count}" for kind, count in wrong.items()))).removesuffix("; ")


def _rows(text: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of all tables, each as a mapping from column heads to cells."""
    head: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not head or not cells:
            head = cells
        elif set(cells) != {"---"}:
            yield dict(zip(head, cells, strict=False))


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
