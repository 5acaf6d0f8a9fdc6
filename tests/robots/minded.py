"""A game package whose AIs fail in several ways."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.packaged import EXAMPLE, forget_packages, found_here, install

GAME = "minded"
LINES = {"Raises": "return 1 // 0", "Hangs": "n += 1", "Leaves": "raise SystemExit(3)"}
_RULES = """
    from higher_or_lower import HigherOrLower
    class Minded(HigherOrLower):
        name = "minded"
        title = "Minded"
    GAME = Minded()
    """
_AI = """
    from higher_or_lower import rules
    from minded.game import GAME
    from table.ai.policy import ByTheBook
    class Raises(ByTheBook):
        box, rules = GAME, rules
        def movers(self, world):
            return 1 // 0
    class Hangs(Raises):
        def movers(self, world):
            n = 0
            while True:
                n += 1
    class Leaves(Raises):
        def movers(self, world):
            raise SystemExit(3)
    """


@contextmanager
def minded(folder: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> Iterator[None]:
    """Let this process find the game with one of its AIs, until the block ends."""
    install_minded(folder, fault)
    with monkeypatch.context() as patch:
        found_here(patch, folder, EXAMPLE)
        yield
    for name in [name for name in sys.modules if name.partition(".")[0] == GAME]:
        del sys.modules[name]
    forget_packages()


def install_minded(folder: Path, fault: str) -> None:
    """Install the game with one of its AIs."""
    points = {"games": {GAME: "minded.game:GAME"}, "ai": {GAME: f"minded.ai:{fault}"}}
    install(folder, GAME, points, minded__game=_RULES, minded__ai=_AI)


def line_of(fault: str) -> int:
    """Return the line of `ai.py` in which an AI fails."""
    return next(n for n, line in enumerate(_AI.splitlines(), start=1) if LINES[fault] in line)
