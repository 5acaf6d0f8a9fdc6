"""Chapters of docs/proof.md that are written by whole programs: games by the thousand, every state, reports, clubs."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from textwrap import fill

from cardtable_lab import simulated
from cardtable_lab.bench import club, scale
from cardtable_lab.bench.exploring import alone
from cardtable_lab.bench.torture import running
from cardtable_lab.bench.torture.report import Report, done, violations
from cardtable_lab.simulated.findings import KINDS
from cardtable_lab.simulation.fleet import FORBIDDEN
from table import games

Chapter = Iterator[tuple[str, bool]]
ALONE, SCALED, FAULTS, KILLS, TABLES = 100_000, 1000, 500, 200, (10, 100, 1000)
EVENINGS, LIVES = 20, 40
_LATE_MS = 1000


def grid(head: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def prose(*said: str) -> str:
    """Return sentences as a paragraph."""
    return f"\n{fill(' '.join(said), 118, break_on_hyphens=False)}\n"


def far(said: str) -> str:
    """Say how far something was tried, for the table on top of the page."""
    return f"\n**How far:** {said}\n"


def again(*lines: str) -> str:
    """Say how to do it again."""
    return "\nAgain:\n\n" + "".join(f"    {line}\n" for line in lines)


def by_the_rules() -> Chapter:
    """Yield the chapter on games by the rules alone."""
    return told_of_alone({game: alone.played(game, ALONE) for game in games.names()})


def told_of_alone(found: dict[str, alone.Played]) -> Chapter:
    """Tell of games by the rules alone."""
    rows = [[game, *_alone(played)] for game, played in found.items()]
    number = sum(played.games for played in found.values())
    counted = sum(played.counted for played in found.values())
    text = (
        far(f"{number:,} games, {counted:,} rounds counted twice")
        + prose(
            "With the fewest people to the most, of one round or two. Whoever can do something does what is lawful, by",
            "chance. Of each round the points are counted once more by the household's book, which shares nothing with",
            "the rules; who has won is worked out from them.",
        )
        + "\n"
        + grid(["game", "games", "moves", "rounds counted", "wrong", "CPU, min", "as it should be"], rows)
        + again("python -m cardtable_lab.bench.exploring.alone")
    )
    yield text, not any(played.wrong for played in found.values())


def _alone(played: alone.Played) -> list[object]:
    wrong = ", ".join(f"{what}: {times}" for what, times in played.wrong.items())
    return [played.games, played.moves, played.counted, played.wrong.total(), round(played.seconds / 60, 1),
            f"NO: {wrong}" if wrong else "yes"]  # fmt: skip


def states() -> Chapter:
    """Yield the chapter on every state of tiny decks."""
    done = _run("-m", "cardtable_lab.bench.exploring")
    return told_of_states([json.loads(line) for line in done.splitlines() if line.startswith("{")])


def told_of_states(lines: Sequence[dict[str, object]]) -> Chapter:
    """Tell of the states that were visited, game by game."""
    names = ("states", "steps", "ends", "counted")
    ordered = sorted(lines, key=lambda line: (str(line["game"]), str(line["what"])))
    rows = [
        [line["game"], line["what"], *(f"{line[name]:,}" for name in names), "all" if line["all"] else "the first",
         f"NO: {line['wrong']}" if line["wrong"] else "yes"]
        for line in ordered
    ]  # fmt: skip
    number = sum(int(str(line["states"])) for line in lines)
    text = (
        far(f"{number:,} states of {len(lines)} tiny games")
        + prose(
            "From every deal, by everything that anybody can do, say or draw, and every way that chance can take.",
            "Equal states are known by their hashes and visited once. Each has a way on, which its prompt names;",
            "from each an end can be reached; each round that ends is counted by hand as well.",
        )
        + "\n"
        + grid(["game", "with", *names, "visited", "as it should be"], rows)
        + again("python -m cardtable_lab.bench.exploring")
    )
    yield text, not any(line["wrong"] for line in lines)


def scaled() -> Chapter:
    """Yield the chapter on a thousand games each, on a cluster."""
    return told_of_scale([run.as_json() for run in scale.runs(SCALED)])


def told_of_scale(lines: Sequence[dict[str, object]]) -> Chapter:
    """Tell of games on a cluster, a line for each game and air."""
    names = [kind.replace("_", " ") for kind in KINDS]
    rows = [_scale(line) for line in lines]
    cost = {game: _seconds_a_game(lines, game) for game in simulated.names()}
    times = ", ".join(f"{seconds:.1f} s ({game})" for game, seconds in cost.items())
    hours = sum(cost.values()) * 1e6 / 3600 / 100
    columns = [
        "game",
        "air",
        "games",
        "cards played",
        *names,
        "workers killed",
        "begun again",
        "min",
        "as it should be",
    ]
    text = (
        prose(
            f"Each row is games of {scale.PLAYERS} on a Dask cluster of local workers, of which one is killed every",
            f"{scale.KILLED} games. A few of each are played again without it, and are the same to the byte.",
        )
        + "\n"
        + grid(columns, rows)
        + prose(
            f"A game takes a worker {times}. Games share nothing, so workers add up: a million of each, in one kind",
            f"of air, would take {hours:.0f} hours on a hundred workers like these, and a tenth of that on a thousand;",
            "three games a worker are given out at a time, so that the scheduler keeps little.",
        )
        + again(
            "python -m cardtable_lab.bench.scale", "cardtable simulate mito --games 1000 --players 4 --workers 2 --json"
        )
    )
    yield text, all(line["sound"] for line in map(_judged, lines))


def _seconds_a_game(lines: Sequence[dict[str, object]], game: str) -> float:
    mine = [line for line in lines if line["game"] == game]
    took = sum(float(str(line["seconds"])) * int(str(line["workers"])) for line in mine)
    return took / max(1, sum(int(str(line["games"])) for line in mine))


def _judged(line: dict[str, object]) -> dict[str, object]:
    bad = [kind for kind in FORBIDDEN[str(line["noise"])] if line[kind]]
    return {"sound": not bad and not line["others"], "bad": bad}


def _scale(line: dict[str, object]) -> list[object]:
    judged = _judged(line)
    where = ", ".join(f"{kind} in {seeds}" for kind, seeds in dict(line.get("seeds") or {}).items())  # type: ignore[call-overload]
    excused = f"yes; {where}" if where else "yes"
    good = excused if judged["sound"] else f"NO: {where or judged['bad'] or 'other games'}"
    counts = [line[kind] for kind in KINDS]
    minutes = f"{float(str(line['seconds'])) / 60:.1f}"
    head = [line["game"], line["noise"], line["games"], line["plays"]]
    return [*head, *counts, line["killed"], line["retried"], minutes, good]


def torture() -> Chapter:
    """Yield the chapter on evenings in which everything breaks at once."""
    return told_of_torture(running.run(EVENINGS, 1, LIVES), EVENINGS, LIVES)


def told_of_torture(report: Report, evenings: int, lives: int) -> Chapter:
    """Tell of a torture run."""
    counts = report.counts
    bad = [[text, number, "NO" if number != "0" else "yes"] for text, number in violations(report)]
    text = (
        far(f"{evenings} evenings, {counts['tables killed']:,} kills, {counts['events announced']:,} events announced")
        + prose(
            "Whole evenings of simulated people, phones by the hundred, and faults that come and go by chance, several",
            "at once; and a table in a process of its own on a small disk. Each evening is a seed.",
        )
        + "\n"
        + grid(["what was done", "times"], done(report))
        + "\n"
        + grid(["what may never be", "times", "as it should be"], bad)
        + again(f"python -m cardtable_lab.bench.torture --evenings {evenings} --seed 1 --lives {lives}")
    )
    yield text, not report.wrong


def reports() -> Chapter:
    """Yield the chapter on reports from kitchens."""
    done = _run("-m", "pytest", "-q", "-n", "auto", "tests/reporting/test_faults.py", FAULTS=FAULTS)
    passed, failed = (
        int(found[1]) if (found := re.search(rf"(\d+) {what}", done)) else 0 for what in ("passed", "failed")
    )
    good = "yes" if passed and not failed else "NO"
    text = (
        far(f"{passed + failed} faults")
        + prose(
            "A fault is put into a driver, a link, a rule, the storage or a page; a report is written at that table,",
            "and read where nothing else of the table is. No name, UID or PIN of the table stands in it.",
        )
        + "\n"
        + grid(["faults", "happened again from the report", "as it should be"], [[passed + failed, passed, good]])
        + again(f"FAULTS={FAULTS} pytest tests/reporting/test_faults.py")
    )
    yield text, good == "yes"


def _number(what: str, said: str) -> int:
    found = re.search(rf"(\d+) {what}", said)
    return int(found[1]) if found else 0


def clubs() -> Chapter:
    """Yield the chapter on clubs: kills, and how many tables a hub keeps up with."""
    done = _run("-m", "pytest", "-q", "-m", "proof", "club/tests/hub/test_kills.py", KILLS=KILLS)
    measured = [club.measured(tables, None, club.LASTS_S) for tables in TABLES]
    return told_of_clubs(KILLS, "1 passed" in done, measured)


def told_of_clubs(kills: int, agreed: bool, measured: Sequence[club.Taken]) -> Chapter:
    """Tell of kills in a club, and of what a hub takes."""
    most = measured[-1]
    sound = agreed and all(one.kept == one.events and one.p99_ms < _LATE_MS for one in measured)
    rows = [
        [one.tables, one.events, one.kept, f"{one.p50_ms:.0f}", f"{one.p99_ms:.0f}", f"{one.rss_mb:.0f}",
         f"{one.cpu_ms:.2f}", "yes" if one.kept == one.events and one.p99_ms < _LATE_MS else "NO"]
        for one in measured
    ]  # fmt: skip
    head = ["tables", "events", "kept", "p50, ms", "p99, ms", "memory, MB", "CPU an event, ms", "as it should be"]
    text = (
        far(f"{kills} kills; {most.tables:,} tables")
        + prose(
            f"Three tables that play by themselves, a broker (Mosquitto), a hub and its PostgreSQL are killed {kills}",
            "times by chance; in the end the hub has every public event of every game once, of those that are on, too:",
            f"{'yes' if agreed else 'NO'}.",
        )
        + prose(
            "So many simulated tables lay a card every four seconds each; times are from the event to the wall's",
            "last byte of it. Tables, broker, hub and the screen that follows share this machine.",
        )
        + "\n"
        + grid(head, rows)
        + "\n[What ten thousand would take](club.md#how-many-tables).\n"
        + again(f"KILLS={kills} pytest -m proof club/tests/hub/test_kills.py", "python -m cardtable_lab.bench.club")
    )
    yield text, sound


def _run(*arguments: str, **environment: object) -> str:
    """Run a Python program, and return what it printed."""
    more = {name: str(said) for name, said in environment.items()}
    done = subprocess.run(  # noqa: S603 - our own programs
        [sys.executable, *arguments], env={**os.environ, **more}, stdout=subprocess.PIPE, text=True, check=False
    )
    return done.stdout
