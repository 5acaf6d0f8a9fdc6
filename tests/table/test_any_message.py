"""Any of the table's messages with any JSON in any field: the table lives, and the game's facts are unharmed.

Values are drawn by a seed, for as many seconds as ANY_MESSAGE_S says; a failure names the seed.
"""

import math
import os
import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import fields as struct_fields
from structlog.testing import capture_logs

from hardware.observations import Observation
from table import games
from table.complaints import BadInput
from table.judging.session import Session, dump
from table.keeping.journal import Journal
from table.running.messages import Choose, Message, Observed, StartGame
from table.values import fields
from tests.emulated import TableInTime
from tests.own import OWN_GAMES
from tests.replayed import printed

pytestmark = pytest.mark.long

SECONDS = float(os.environ.get("ANY_MESSAGE_S", "4"))
SEED = int(os.environ.get("ANY_MESSAGE_SEED", "1"))
A_GAME = 150  # messages, then its journal is looked at

PLAYERS = ("Ana", "Ben", "Cleo")
MESSAGES: tuple[type, ...] = get_args(Message)
OFTEN = [6 if kind in (Observed, StartGame, Choose) else 1 for kind in MESSAGES]
ITEMS: tuple[type, ...] = get_args(Observation)
WORDS = (
    "",
    "mito",
    "mytho",
    "discard",
    "readers",
    "number2.1",
    "settle",
    "undo",
    "abort",
    "rule",
    "é\u202e",
    "\ud800",
    "\0",
    "a.b",
    "x" * 300,
)
NUMBERS = (0, 1, 2, 3, -1, 17, 2**31, 2**63, 10**304, 10**5000, 0.5, -0.0, math.inf, math.nan, True, False)


class Anything:
    """Any JSON, and what is near to what a field takes."""

    def __init__(self, rng: random.Random, table: TableInTime) -> None:
        self._rng = rng
        self._table = table

    def value(self, depth: int = 0) -> Any:
        kind = self._rng.randrange(7 if depth < 3 else 4)
        match kind:
            case 0:
                return None
            case 1:
                return self._rng.choice(NUMBERS)
            case 2 | 3:
                return self._rng.choice(WORDS)
            case 4:
                return [self.value(depth + 1) for _ in range(self._rng.randrange(4))]
            case 5:
                return {self._rng.choice(WORDS): self.value(depth + 1) for _ in range(self._rng.randrange(4))}
            case _:
                return tuple(self._rng.choice(PLAYERS) for _ in range(self._rng.randrange(6)))

    def made(self, kind: type) -> Any:
        """Make a message of a kind: most of its fields are as they should be, or none is."""
        wild = self._rng.choice((0.0, 0.0, 0.1, 0.4, 1.0))
        given = {name: self._field(kind, name, wild) for name in fields(kind)}
        needed = {field.name for field in struct_fields(kind) if field.required}
        missing = {name: self.value() for name, value in given.items() if value is ... and name in needed}
        return kind(**{name: value for name, value in given.items() if value is not ...} | missing)

    def _field(self, kind: type, name: str, wild: float) -> Any:
        if self._rng.random() < wild:
            return self.value()
        near: dict[str, Callable[[], Any]] = {
            "source": lambda: self._rng.choice(tuple(self._table.live.sources)),
            "items": lambda: [self.made(self._rng.choice(ITEMS)) for _ in range(self._rng.randrange(4))],
            "watermark_us": self._soon,
            "at_us": self._soon,
            "reader": lambda: self._rng.choice(tuple(self._table.hardware.antennas)),
            "error": lambda: OSError("the bus is gone"),
            "players": lambda: PLAYERS,
            "uid": lambda: (
                "ff0000" if kind not in ITEMS else self._rng.choice(tuple(self._table.hardware.emulated_tags))
            ),
            "tags": lambda: {b"\4\1\2\3": "number2.1"},
            "line": lambda: {"code": "number2.1", "kind": "number", "number": self._rng.randrange(7)},
            "choice": self._choice,
            "game": lambda: self._rng.choice(("mito", "mito", "mito", *OWN_GAMES)),
            "seat": lambda: self._rng.choice((0, 0, 0, 1, 2, 3, 4)),
            "value": lambda: self._rng.choice((None, None, 2, "number2.1")),
            "card": lambda: "number2.1",
            "code": lambda: "number2.1",
            "name": lambda: "Zoe",
            "label": lambda: "2",
            "seed": lambda: self._rng.choice((5, 2**40, -1, 2**63)),
            "options": self._options,
            "catalogue": lambda: self._rng.choice(
                (None, None, [{"code": "a.1", "kind": "moth", "number": 1}] * 2, [{}])
            ),
            "text": lambda: self._rng.choice(("", 'remove = ["number2.1"]', "cards = [{}]", "a = " + "[" * 5_000)),
            "down": lambda: self._rng.random() < 0.5,
            "present": lambda: self._rng.random() < 0.5,
            "alive": lambda: self._rng.random() < 0.8,
            "why": lambda: "it does not answer",
            "error_us": lambda: self._rng.choice((0, 5_000, 10**30)),
        }
        return near[name]() if name in near else ...

    def _soon(self) -> int:
        return self._table.clock.now_ns() // 1000 + self._rng.randrange(-(10**6), 10**6)

    def _options(self) -> dict[str, Any]:
        """Agree on something that Mito knows, within its bounds or not."""
        known = list(games.find("mito").options.model_fields)
        return {self._rng.choice(known): self.value() for _ in range(self._rng.randrange(3))}

    def _choice(self) -> str:
        return self._rng.choice(
            [choice.name for choice in games.find("mito").choices] + ["undo", "rule", "pause", "resume"]
        )


def poked(table: TableInTime, message: Any) -> None:
    """Hand a message over; it may be refused in a sentence, and nothing else may come of it."""
    with suppress(BadInput):
        table.controller.take(message)


def played(table: TableInTime, rng: random.Random) -> None:
    """Let people do something sensible between two messages."""
    match rng.randrange(4):
        case 0:
            table._hands.touch(f"number{rng.randrange(1, 6)}.{rng.randrange(1, 4)}", "discard")
        case 1:
            table._hands.press(rng.randrange(1, 4))
        case 2:
            table._hands.release(rng.randrange(1, 4))
    table.runs(rng.choice((20, 100, 700)))


def replays(journal: Journal, game_id: int) -> None:
    """Hold what was told against what follows from the facts."""
    session, brought = Session.replay(journal.facts(game_id))
    for audience in session.audiences:
        again = [dump(line) for lines in brought for line in lines if line.audience == audience]
        assert journal.events(game_id, audience) == again, f"game {game_id}, {audience}"


def evening(folder: Path, rng: random.Random) -> None:
    """Play one game among any messages, then look at its journal, and go on with what is in it."""
    with Journal(folder / "table.db") as journal, TableInTime(journal) as table:
        table.starts("mito", *PLAYERS)
        anything = Anything(rng, table)
        for _ in range(A_GAME):
            poked(table, anything.made(rng.choices(MESSAGES, OFTEN)[0]) if rng.random() < 0.97 else anything.value())
            if rng.random() < 0.1:
                played(table, rng)
        table.runs(50)
        last = journal._connection.execute("SELECT max(id) FROM games").fetchone()[0]
        aside = [one.error for game in range(1, last + 1) for one in journal.set_aside(game)]
        assert [error for error in aside if not error.startswith("BadInput")] == []  # that one no table could see
        for game_id in range(1, last + 1):
            replays(journal, game_id)
        before = table.controller.board.snapshot.game
    with Journal(folder / "table.db") as journal, TableInTime(journal) as table:
        running = journal.running()
        if running is not None:
            table.controller.resume(running)
            after = table.controller.board.snapshot.game
            assert after.game_id == before.game_id
            assert printed(after) == printed(before)
        table.controller.take(StartGame("mito", PLAYERS, {}, 5))
        table.runs(250)
        table.card("number2.1").touches("discard")
        assert table.view["piles"]["discard"]["count"] == 1


def test_any_message_leaves_the_table_alive_and_its_facts_unharmed(tmp_path: Path) -> None:
    began_s, seed = time.monotonic(), SEED
    while seed == SEED or time.monotonic() - began_s < SECONDS:
        folder = tmp_path / str(seed)
        folder.mkdir()
        with capture_logs():
            try:
                evening(folder, random.Random(seed))  # noqa: S311 - not for secrets
            except Exception as error:
                raise AssertionError(f"ANY_MESSAGE_SEED={seed} shows it again") from error
        seed += 1
