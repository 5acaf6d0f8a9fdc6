"""Plays the games of the library anew: `UPDATE_LIBRARY=1 pytest -m "" tests/history/test_library.py` writes them.

Simulated people play each at emulated chips, from a seed. Who plays is drawn from a few families, so that people meet
again and again. To games that end as they should come some that do not, some in which robots sit, and one with a
shared win.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardtable_lab.simulation.trial import try_one
from cardtable_lab.simulation.virtual import Setting
from table import facts
from table.complaints import BadInput
from table.facts import SECOND, Fact, GameStarted
from table.games.game import PUBLIC
from table.judging.session import Session
from table.values import Value, field, replace
from tests.history.library import Facts

PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo", "Ida", "Jürgen", "Zoë O’Hara", 'J. R. "Bob"')
AIRS = ("clean", "typical", "harsh")
COUNTED = {"race_closed", "call_settled", "contest_settled", "accusation_settled", "round_ended"}


def as_it_was(seen: Sequence[Fact]) -> Sequence[Fact]:
    """Let the game end as it did."""
    return seen


def aborted(seen: Sequence[Fact]) -> Sequence[Fact]:
    """Let the host end it when two thirds are over."""
    part = seen[: len(seen) * 2 // 3]
    return [*part, _host_chooses("abort", part[-1].t + SECOND)]


def abandoned(seen: Sequence[Fact]) -> Sequence[Fact]:
    """Let nobody go on when four fifths are over."""
    return seen[: len(seen) * 4 // 5]


def end_taken_back(seen: Sequence[Fact]) -> Sequence[Fact]:
    """Let the host take the end back, and nobody go on."""
    return [*seen, _host_chooses("undo", seen[-1].t + 60 * SECOND)]


def end_taken_back_and_aborted(seen: Sequence[Fact]) -> Sequence[Fact]:
    """Let the host take the end back, then end the game."""
    return [*end_taken_back(seen), _host_chooses("abort", seen[-1].t + 90 * SECOND)]


def undone(seen: Sequence[Fact]) -> Sequence[Fact]:
    """Let the host take back what is counted, now and then, and people go on as if nothing were."""
    session, kept, counted = Session(_started(seen)), list(seen[:1]), 0
    for fact in seen[1:]:
        if fact.t < session.now:
            continue
        try:
            lines = [line for line in session.take(fact) if line.audience == PUBLIC]
        except BadInput:
            continue
        kept.append(fact)
        if any(line.event.name in COUNTED for line in lines):
            counted += 1
            if counted % 2:
                kept.append(_host_chooses("undo", fact.t))
                session.take(kept[-1])
    return kept


def taken_over(seen: Sequence[Fact]) -> Sequence[Fact]:
    """Let a robot take over the second seat half-way."""
    half = len(seen) // 2
    return [*seen[:half], facts.RobotSeated(seen[half].t, 2, "easy"), *seen[half:]]


def two_show_nothing(seen: Sequence[Fact]) -> Sequence[Fact]:
    """Let the first two seats of Mito show no card when hands are counted: one at least has 0 points beside who is out.

    Where a win is shared, it is, whatever the seed.
    """
    pads = ("seat.1", "seat.2")
    return [fact for fact in seen if not (isinstance(fact, facts.CardArrived) and fact.zone in pads)]


def _host_chooses(choice: str, t: int) -> Fact:
    return facts.ChoiceMade(t, 0, choice)


def _started(seen: Sequence[Fact]) -> GameStarted:
    first = seen[0]
    assert isinstance(first, GameStarted)
    return first


class Recipe(Value):
    """How one game comes about; `robots` are those seats that are told to be robots."""

    setting: Setting
    ends: Callable[[Sequence[Fact]], Sequence[Fact]] = as_it_was
    robots: Mapping[int, facts.RobotKind] = field(default_factory=dict)

    @property
    def name(self) -> str:
        of = self.setting
        return (
            f"{of.game}-{of.players}-{of.noise}-{of.seed}{'' if self.ends is as_it_was else f'-{self.ends.__name__}'}"
        )

    def played(self) -> Facts:
        """Play it; return its facts."""
        of = self.setting
        trial = try_one(of)
        seen = [facts.parse(json.dumps(fact)) for fact in trial.facts]
        people = random.Random(f"{of.game} {of.seed}").sample(PEOPLE, of.players)  # noqa: S311
        first = _started(seen)
        called = dict(zip(self.robots, ("Bolt", "Cog", "Dot"), strict=False))
        names: list[str | None] = [called.get(seat, name) for seat, name in enumerate(people, start=1)]
        robots = {str(seat): kind for seat, kind in self.robots.items()} or None
        seen = [replace(first, players=names, robots=robots), *seen[1:]]
        return [facts.dump(fact) for fact in self.ends(seen)]


def _series(game: str, players: Sequence[int], first: int, **options: Any) -> Iterator[Recipe]:
    for number, count in enumerate(players):
        yield Recipe(Setting(game, count, AIRS[number % len(AIRS)], first + number, options=options))


def _otherwise(recipes: Sequence[Recipe], changes: Mapping[int, Mapping[str, Any]]) -> list[Recipe]:
    return [replace(recipe, **changes.get(number, {})) for number, recipe in enumerate(recipes)]


def _mito() -> list[Recipe]:
    return _otherwise(
        [
            *_series("mito", (3, 4, 5, 3, 4, 5, 4, 3), 100),
            *_series("mito", (5, 4, 3, 5, 4, 3, 5, 4, 3, 4), 120, rounds=1),
            *_series("mito", (4,), 130, rounds=1, tie_break="shared"),
        ],
        {
            2: {"ends": aborted},
            4: {"ends": undone},
            5: {"robots": {2: "easy", 4: "keen"}},
            6: {"ends": taken_over},
            10: {"ends": end_taken_back},
            11: {"robots": {1: "keen", 3: "keen"}},
            13: {"ends": abandoned},
            15: {"ends": undone},
            16: {"robots": {3: "easy"}},
            18: {"ends": two_show_nothing},
        },
    )


def _mytho() -> list[Recipe]:
    return _otherwise(
        [*_series("mytho", (2, 3, 4, 5, 6, 4, 5, 6, 3, 5, 6, 4, 5, 6, 4, 3), 200)],
        {
            3: {"ends": undone},
            5: {"ends": abandoned},
            6: {"robots": {1: "easy", 2: "keen", 5: "easy"}},
            8: {"ends": end_taken_back_and_aborted},
            12: {"ends": taken_over},
            13: {"ends": undone},
        },
    )


def _mythology_go() -> list[Recipe]:
    return _otherwise(
        [
            *_series("mythology_go", (2, 3, 4), 300),
            *_series("mythology_go", (5, 6, 7, 8, 4, 3, 2, 5, 4), 310, rounds=1),
        ],
        {
            1: {"ends": aborted},
            3: {"ends": undone},
            5: {"robots": {2: "keen", 3: "easy"}},
            7: {"ends": end_taken_back},
            8: {"ends": taken_over},
            10: {"robots": {1: "easy", 5: "keen"}},
        },
    )


def _nur_mut() -> list[Recipe]:
    return _otherwise(
        [
            *_series("nur_mut", (2, 3, 4, 5, 6, 7), 400),
            *_series("nur_mut", (4, 3, 5), 410, rounds=2),
            *_series("nur_mut", (3, 4, 2), 420),
        ],
        {
            2: {"ends": end_taken_back},
            4: {"robots": {1: "easy", 3: "easy"}},
            7: {"ends": undone},
            8: {"ends": aborted},
            9: {"ends": abandoned},
        },
    )


def recipes() -> list[Recipe]:
    """Return what the library is made of, game by game in turn, as evenings bring them."""
    evenings = (_mito(), _mytho(), _mythology_go(), _nur_mut())
    longest = max(map(len, evenings))
    return [of[number] for number in range(longest) for of in evenings if number < len(of)]


def played() -> Mapping[str, Facts]:
    """Play all games of the library."""
    return {recipe.name: recipe.played() for recipe in recipes()}
