"""`make prove`: long simulations, written down in docs/proof.md with what it takes to have them again.

Every game that simulated people know is played in clean, typical and harsh air, by as many as can sit down, with every
look and without the idle ones, and on tables that are broken on purpose. It takes half an hour on two cores.
"""

import cProfile
import os
import platform
import pstats
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from table import games, household
from table.household.findings import KINDS
from table.simulation import fleet
from table.simulation.fleet import FORBIDDEN, Report
from table.simulation.sabotage import RAISES
from table.simulation.trial import Trial, prepare_process, try_one
from table.simulation.virtual import Setting

ROOT = Path(__file__).parent.parent
PROOF = ROOT / "docs/proof.md"
GAMES, PLAYERS, SEED = 200, 4, 1
FEW = 40  # games for each other number of people
ALIKE = 20  # games that are played with every look, too
BROKEN = 10  # games on each broken table
_ROOMS = ("hardware/emulator", "hardware", "table/household", "table/simulation", "table", "simpy")


def main() -> None:
    """Play everything, and write down what came of it. Exit with 1 if something is not as it should be."""
    began, told, sound = time.perf_counter(), [_opening()], True
    for game in household.names():
        for text, good in _chapters(game):
            told.append(text)
            sound = sound and good
            print(text)
    told.append(f"\nAll of this took {(time.perf_counter() - began) / 60:.1f} minutes.\n")
    PROOF.write_text("".join(told))
    sys.exit(0 if sound else 1)


def _opening() -> str:
    commit = _git("describe", "--always", "--dirty", "--abbrev=12")
    return (
        "# What was proved, and how to prove it again\n"
        "Simulated people with real hands of cards play whole games on emulated chips, tags and buttons; the table\n"
        "sees only what those tell it. What it told is held against what the people did. `make prove` writes this.\n\n"
        f"Commit `{commit}`, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores.\n"
    )


def _git(*arguments: str) -> str:
    found = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603, S607
    return found.stdout.strip() or "unknown"


def _chapters(game: str) -> Iterator[tuple[str, bool]]:
    found = games.find(game)
    yield f"\n## {found.title}\n", True
    main_runs = [_run(game, GAMES, PLAYERS, noise) for noise in FORBIDDEN]
    yield _runs(game, main_runs), all(report.passed for _, report in main_runs)
    seats = [seats for seats in range(found.fewest_seats, found.most_seats + 1) if seats != PLAYERS]
    others = [_run(game, FEW, players, "typical") for players in seats]
    yield _runs(game, others), all(report.passed for _, report in others)
    yield _exercised(main_runs), True
    yield _alike(game)
    yield _broken(game)
    yield _profile(game), True


# -- runs


def _run(game: str, number: int, players: int, noise: str) -> tuple[Setting, Report]:
    wanted = fleet.settings(game, games=number, players=players, noise=noise, seed=SEED)
    return wanted[0], fleet.report(game, wanted, lambda _: None)


def _runs(game: str, runs: Sequence[tuple[Setting, Report]]) -> str:
    rows = [
        [report.noise, setting.players, report.games, report.plays, *(report.counts[kind] for kind in KINDS),
         f"{60 * report.games / report.seconds:.0f}", "yes" if report.passed else f"NO: {', '.join(report.broken)}"]
        for setting, report in runs
    ]  # fmt: skip
    names = [kind.replace("_", " ") for kind in KINDS]
    again = "\n".join(
        f"    cardtable simulate {game} --games {report.games} --players {setting.players} --noise {report.noise} "
        f"--seed {setting.seed}"
        for setting, report in runs
    )
    head = ["air", "people", "games", "cards played", *names, "games a minute", "as it should be"]
    return f"\n{_table(head, rows)}\nAgain:\n\n{again}\n"


def _exercised(runs: Sequence[tuple[Setting, Report]]) -> str:
    names = list(runs[0][1].exercised)
    rows = [[name.replace("_", " "), *(report.exercised[name] for _, report in runs)] for name in names]
    return f"\nWhat came to pass in these games:\n\n{_table(['what', *(report.noise for _, report in runs)], rows)}"


def _alike(game: str) -> tuple[str, bool]:
    """Play the same games with every look and without the idle ones."""
    noises = list(FORBIDDEN)
    quick = [Setting(game, 3, noises[number % len(noises)], SEED + number) for number in range(ALIKE)]
    full = [replace(setting, full=True) for setting in quick]
    played = {trial.setting: trial for trial in fleet.play_all([*quick, *full])}
    pairs = [(played[one], played[other]) for one, other in zip(quick, full, strict=True)]
    same = sum(_said(one) == _said(other) for one, other in pairs)
    ratio = sum(slow.seconds for _, slow in pairs) / sum(fast.seconds for fast, _ in pairs)
    text = (
        f"\nIdle looks are left out in virtual time. Of {ALIKE} games, a third in each air, {same} gave the same\n"
        f"facts, events and deeds, to the byte, when every look was taken, which took {ratio:.1f} times as long.\n"
    )
    return text, same == ALIKE


def _said(trial: Trial) -> tuple[object, ...]:
    return trial.facts, trial.told, trial.deeds


def _broken(game: str) -> tuple[str, bool]:
    """Break one thing after the other."""
    rows, good = [], True
    for name, kind in RAISES.items():
        if kind in household.find(game).without:
            continue
        wanted = fleet.settings(game, games=BROKEN, players=3, noise="clean", seed=SEED, sabotage=name)
        counts = fleet.report(game, wanted, lambda _: None).counts
        good = good and counts[kind] > 0
        rows.append([name, kind, counts[kind]])
    return (
        f"\nTables that are broken on purpose, {BROKEN} games each:\n\n{_table(['what', 'count', 'times'], rows)}",
        good,
    )


def _profile(game: str) -> str:
    """Say where the time goes, by rooms of the house."""
    prepare_process()
    profile = cProfile.Profile()
    trial = profile.runcall(try_one, Setting(game, PLAYERS, "clean", SEED))
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, own_s, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent[next((room for room in _ROOMS if f"/{room}/" in file), "Python itself")] += own_s
    whole = sum(spent.values())
    rows = [[room, f"{100 * own_s / whole:.0f} %"] for room, own_s in spent.most_common()]
    title = f"\nWhere the time goes in a game that lasts {trial.virtual_s:.0f} s at the table:\n\n"
    return f"{title}{_table(['room', 'share'], rows)}"


def _table(head: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


if __name__ == "__main__":
    main()
