"""How cheating works out in Mito: one person, who cheats at times and calls out suspects, plays against keen robots.

The games are played by the rules alone, without a table; players see how long each movement of a hand takes.
`CHEATS=200 python -m cardtable_lab.bench.cheats` prints the results.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardtable_lab.bench.proving import SCALE
from cardtable_lab.bench.proving.programs import again, far, grid, prose
from table.ai import search
from table.ai.known import Known, World
from table.ai.policy import Action
from table.events import CardPlayed
from table.games.hands import Movement
from table.games.mito.actions import MakeCall, Plead
from table.games.mito.state import Phase
from table.games.mito.views import MitoView
from table.robots.duel import Duel, Table
from table.values import replace

GAMES = int(os.environ.get("CHEATS", 40 * SCALE))
PERSON = 1
KINDS = ("easy", "keen", "keen")  # seat 1 is the person's
LONG_MS = {"laid": 900, "nothing laid": 760}  # the person suspects a cheat if a movement takes this long
CALLS = 0.5  # the chance that the person then calls it out
RARELY = 0.05  # at most this share of honest plays may be called out
HEAD = [
    "mover", "guard", "cheats", "caught", "cards laid honestly", "accused", "hands sorted", "accused", "passed",
]  # fmt: skip
_Key = tuple[str, str]


@dataclass
class Caught:
    """Counts of hand movements, by who moved, who was the guard (`person` or `robot`), and what the hand did.

    `called` counts the movements after which the guard called. A call counts as catching a cheat even if the cheat was
    an earlier movement.
    """

    duel: Duel = field(default_factory=lambda: Duel(KINDS))
    moved: Counter[tuple[_Key, Movement]] = field(default_factory=Counter)
    called: Counter[tuple[_Key, Movement]] = field(default_factory=Counter)

    @property
    def pairs(self) -> tuple[_Key, ...]:
        """Each combination of who moved and who was the guard."""
        return ("robot", "person"), ("person", "robot"), ("robot", "robot")

    def is_sound(self, pair: _Key) -> bool:
        """Return whether some but not all cheats are caught, and honest plays are rarely accused."""
        rarely = self.called[pair, "lay"] <= RARELY * self.moved[pair, "lay"]
        return 0 < self.called[pair, "cheat"] < self.moved[pair, "cheat"] and rarely and not self.duel.illegal

    def cells(self, pair: _Key) -> list[object]:
        """Return a combination's counts, as a row of the table with the heading `HEAD`."""
        counted: list[object] = []
        for movement in _MOVEMENTS:
            moved, called = self.moved[pair, movement], self.called[pair, movement]
            counted += [moved, f"{called} ({100 * called / max(moved, 1):.1f} %)"]
        return [*pair, *counted, "yes" if self.is_sound(pair) else "NO"]


_MOVEMENTS: tuple[Movement, ...] = ("cheat", "lay", "sort")


class Watching(Table):
    """A game of one person and keen robots that counts which movements are called out."""

    def __init__(self, seed: int, seen: Caught) -> None:
        super().__init__("mito", KINDS, seed, seen.duel)
        self._seen = seen
        self._latest: dict[int, Movement] = {}

    def chooses(self, seat: int) -> Action:
        """Return a seat's action; the person calls out slow movements and otherwise plays like an easy robot."""
        action = super().chooses(seat)
        if seat == PERSON and self._watches(seat):
            known = self.knows(seat)
            if takes_for_a_cheat(known) and self._restless.random() < CALLS:
                action = MakeCall(seat)
            elif isinstance(action, MakeCall):
                action = search.easy(self.ai, _without_movements(known), self._restless)
        if isinstance(action, Plead):
            self._seen.called[self._pair(seat), "cheat" if action.guilty else self._latest.get(seat, "lay")] += 1
        return action

    def _watches(self, seat: int) -> bool:
        state = self.world.state
        return bool(state.phase is Phase.PLAYING and state.guard == seat)

    def _does(self, seat: int, action: Action, after: World[Any]) -> None:
        before = len(self._moves[PERSON])
        super()._does(seat, action, after)
        if len(self._moves[PERSON]) > before and seat != self.world.state.guard:
            self._latest[seat] = self.ai.moves(action) or "lay"
            self._seen.moved[self._pair(seat), self._latest[seat]] += 1

    def _pair(self, seat: int) -> _Key:
        return _who(seat), _who(self.world.state.guard)


def _who(seat: int) -> str:
    return "person" if seat == PERSON else "robot"


def _without_movements(known: Known) -> Known:
    return replace(known, moves=())


def takes_for_a_cheat(known: Known) -> bool:
    """Return whether the latest hand movement took so long that it looks like a cheat."""
    guard = next(one.seat for one in MitoView.of(known.view).seats if one.guard)
    moved = next((one for one in reversed(known.moves) if one.seat != guard), None)
    if moved is None or not moved.rests:
        return False
    laid = (known.last_seq(CardPlayed) or 0) > moved.seq
    return moved.for_ms >= LONG_MS["laid" if laid else "nothing laid"]


def run(number: int = GAMES, seed: int = 1) -> Caught:
    """Play `number` games, with consecutive seeds from `seed` on."""
    seen = Caught()
    for n in range(number):
        Watching(seed + n, seen).play()
    return seen


def chapter() -> Iterator[tuple[str, bool]]:
    """Yield the chapter on cheating as a game."""
    seen = run()
    won, low, high = (f"{100 * one:.0f} %" for one in seen.duel.share(PERSON))
    text = (
        far(f"{seen.duel.games} games, {sum(seen.moved[pair, 'cheat'] for pair in seen.pairs):,} cheats")
        + prose(
            "The person plays like an easy robot, cheats now and then, takes a long movement for a cheat, and calls it",
            "out half the time. Everybody sees only whose hand moves and for how long.",
            f"The person wins {won} of the games ({low} to {high}).",
        )
        + f"\n{grid(HEAD, _rows(seen))}"
        + again(f"CHEATS={seen.duel.games} python -m cardtable_lab.bench.cheats")
    )
    yield text, all(map(seen.is_sound, seen.pairs))


def _rows(seen: Caught) -> Sequence[Sequence[object]]:
    return [seen.cells(pair) for pair in seen.pairs]


if __name__ == "__main__":
    print(grid(HEAD, _rows(run())))
