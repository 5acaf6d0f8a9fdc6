"""Chapters of docs/proof.md for which whole programs run: thousands of games, every state, reports, clubs."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill

from cardtable_lab import simulated
from cardtable_lab.bench import club, scale
from cardtable_lab.bench.exploring import alone
from cardtable_lab.bench.exploring.tiny import BY_HAND
from cardtable_lab.bench.proving import SCALE
from cardtable_lab.bench.torture import running
from cardtable_lab.bench.torture.report import Report, done, violations
from cardtable_lab.simulated.comparing import KINDS
from cardtable_lab.simulation.batches import FORBIDDEN

Chapter = Iterator[tuple[str, bool]]
ALONE, SCALED, FAULTS, KILLS, TABLES = 10_000 * SCALE, 1000, 100 * SCALE, 40 * SCALE, (10, 100, 1000)
EVENINGS, LIVES = 4 * SCALE, 40
FAULT_TESTS = ("-n", "auto", "-m", "long", "tests/reporting/test_faults.py")
CLUB_TESTS = ("-m", "proof", "club/tests/hub/test_kills.py")
_LATE_MS = 1000
_COUNT = re.compile(r"(\d+) (passed|failed|error|skipped)")
_COUNTED = ("states", "steps", "ends", "counted")


def grid(head: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def prose(*said: str) -> str:
    """Join sentences into a paragraph."""
    return f"\n{fill(' '.join(said), 118, break_on_hyphens=False)}\n"


def far(said: str) -> str:
    """Return a chapter's line on coverage, which the table at the top of the page repeats."""
    return f"**Coverage:** {said}\n"


def again(*commands: str) -> str:
    """Return the line with the commands that reproduce a chapter."""
    return f"\nTo reproduce: {', '.join(f'`{command}`' for command in commands)}.\n"


def went_wrong(counts: Mapping[str, int]) -> str:
    """Return the counts that are not 0, in a few words.

    >>> went_wrong(dict.fromkeys(KINDS, 0) | {"wrong_race": 4, "missed": 392})
    'missed: 392, wrong race: 4'
    >>> went_wrong(dict.fromkeys(KINDS, 0))
    'nothing'
    """
    return ", ".join(f"{kind.replace('_', ' ')}: {counts[kind]}" for kind in KINDS if counts[kind]) or "nothing"


def by_the_rules() -> Chapter:
    """Yield the chapter on games played by the rules alone, without a table."""
    return told_of_alone({game: alone.played(game, ALONE) for game in BY_HAND})


def told_of_alone(found: dict[str, alone.Played]) -> Chapter:
    """Yield the chapter for these results of games played by the rules alone."""
    rows = [[game, *_alone(played)] for game, played in found.items()]
    number = sum(played.games for played in found.values())
    counted = sum(played.counted for played in found.values())
    text = (
        far(f"{number:,} games, {counted:,} rounds scored twice")
        + prose(
            "The games last one or two rounds, with every possible number of players; every move is a random legal",
            "one. The simulated people's own rule book, which shares no code with the rules, scores each round again.",
        )
        + "\n"
        + grid(["game", "games", "moves", "rounds scored", "wrong", "CPU, min", "passed"], rows)
        + again("python -m cardtable_lab.bench.exploring.alone")
    )
    yield text, not any(played.wrong for played in found.values())


def _alone(played: alone.Played) -> list[object]:
    wrong = ", ".join(f"{what}: {times}" for what, times in played.wrong.items())
    return [played.games, played.moves, played.counted, played.wrong.total(), round(played.seconds / 60, 1),
            f"NO: {wrong}" if wrong else "yes"]  # fmt: skip


def states() -> Chapter:
    """Yield the chapter on every state of tiny decks."""
    done = run("-m", "cardtable_lab.bench.exploring")
    return told_of_states([json.loads(line) for line in done.splitlines() if line.startswith("{")])


def told_of_states(lines: Sequence[dict[str, object]]) -> Chapter:
    """Yield the chapter for these visited states, game by game."""
    by_game: dict[str, list[dict[str, object]]] = {}
    for line in sorted(lines, key=lambda line: str(line["game"])):
        by_game.setdefault(str(line["game"]), []).append(line)
    rows = [_states(game, of) for game, of in by_game.items()]
    number = sum(int(str(line["states"])) for line in lines)
    text = (
        far(f"{number:,} states of {len(lines)} tiny games")
        + prose(
            "The search starts from every deal and tries every action and every random outcome. It visits identical",
            "states only once, and scores each finished round a second time.",
        )
        + "\n"
        + grid(["game", "tiny games", "searched completely", *_COUNTED[:-1], "rounds scored", "passed"], rows)
        + again("python -m cardtable_lab.bench.exploring")
    )
    yield text, not any(line["wrong"] for line in lines)


def _states(game: str, lines: Sequence[dict[str, object]]) -> list[object]:
    sums = [f"{sum(int(str(line[name])) for line in lines):,}" for name in _COUNTED]
    wrong = [f"{line['what']}: {line['wrong']}" for line in lines if line["wrong"]]
    whole = sum(bool(line["all"]) for line in lines)
    return [game, len(lines), whole, *sums, f"NO: {', '.join(wrong)}" if wrong else "yes"]


def scaled() -> Chapter:
    """Yield the chapter on a thousand games of each kind, on a cluster."""
    return told_of_scale([run.as_json() for run in scale.runs(SCALED)])


def told_of_scale(lines: Sequence[dict[str, object]]) -> Chapter:
    """Yield the chapter for these games on a cluster, with a row for each game and air."""
    rows = [_scale(line) for line in lines]
    cost = {game: _seconds_a_game(lines, game) for game in simulated.own()}
    times = ", ".join(f"{seconds:.1f} s ({game})" for game, seconds in cost.items())
    hours = sum(cost.values()) * 1e6 / 3600 / 100
    columns = ["game", "air", "games", "cards played", "went wrong", "killed", "restarted", "min", "passed"]
    text = (
        prose(
            f"A Dask cluster of local workers plays games with {scale.PLAYERS} people each; one worker is killed every",
            f"{scale.KILLED} games. A few games of each row are replayed without the cluster, and are byte-identical.",
        )
        + "\n"
        + grid(columns, rows)
        + prose(
            f"A game takes one worker {times}. At this rate, a million games of each, in one kind of air, take",
            f"{hours:.0f} hours on a hundred such workers.",
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
    found = went_wrong({kind: int(str(line[kind])) for kind in KINDS})
    minutes = f"{float(str(line['seconds'])) / 60:.1f}"
    head = [line["game"], line["noise"], line["games"], line["plays"], found]
    return [*head, line["killed"], line["retried"], minutes, good]


def torture() -> Chapter:
    """Yield the chapter on evenings with several faults at once."""
    return told_of_torture(running.run(EVENINGS, 1, LIVES), EVENINGS, LIVES)


def told_of_torture(report: Report, evenings: int, lives: int) -> Chapter:
    """Yield the chapter for a torture run."""
    counts = report.counts
    broken = [f"NO, {text}: {number}" for text, number in violations(report) if number != "0"]
    never = "; ".join(text for text, _ in violations(report))
    text = (
        far(f"{evenings} evenings, {counts['tables killed']:,} kills, {counts['events announced']:,} events announced")
        + prose(
            "These are whole evenings of simulated people and hundreds of phones, with several random faults at once.",
            "In addition, a table in a separate process on a small disk is killed. Each evening has a seed.",
        )
        + prose(f"The following must never happen: {never}. Violations: {', '.join(broken) or 'none'}.")
        + prose(f"What was done: {'; '.join(f'{name}: {times}' for name, times in done(report))}.")
        + again(f"python -m cardtable_lab.bench.torture --evenings {evenings} --seed 1 --lives {lives}")
    )
    yield text, not report.wrong


def reports() -> Chapter:
    """Yield the chapter on bug reports: a report must be enough to reproduce its fault."""
    done = run("-m", "pytest", "-q", *FAULT_TESTS, FAULTS=FAULTS)
    counts = counted(done)
    passed, failed = counts["passed"], counts["failed"]
    good = "yes" if passed and not failed else "NO"
    text = (
        far(f"{passed + failed} faults")
        + prose(
            "Each fault is injected into a driver, a link, a rule, the storage or a page. The table writes a report,",
            "and the fault is reproduced from that file alone, which holds no name, UID or PIN.",
        )
        + "\n"
        + grid(["faults", "reproduced", "passed"], [[passed + failed, passed, good]])
        + again(f"FAULTS={FAULTS} pytest {shlex.join(FAULT_TESTS)}")
    )
    yield text, good == "yes"


def clubs() -> Chapter:
    """Yield the chapter on clubs: kills, and how many tables a hub keeps up with."""
    done = run("-m", "pytest", "-q", *CLUB_TESTS, KILLS=KILLS)
    measured = [club.measured(tables, None, club.LASTS_S) for tables in TABLES]
    return told_of_clubs(KILLS, "1 passed" in done, measured)


def told_of_clubs(kills: int, agreed: bool, measured: Sequence[club.Taken]) -> Chapter:
    """Yield the chapter for these results of kills in a club and of the load that a hub can take."""
    most = measured[-1]
    sound = agreed and all(one.kept == one.events and one.p99_ms < _LATE_MS for one in measured)
    rows = [
        [row.tables, row.events, row.kept, f"{row.p50_ms:.0f}", f"{row.p99_ms:.0f}", f"{row.rss_mb:.0f}",
         f"{row.cpu_ms:.2f}", "yes" if row.kept == row.events and row.p99_ms < _LATE_MS else "NO"]
        for row in measured
    ]  # fmt: skip
    head = ["tables", "events", "stored", "p50, ms", "p99, ms", "memory, MB", "CPU per event, ms", "passed"]
    text = (
        far(f"{kills} kills; {most.tables:,} tables")
        + prose(
            f"Three tables that play by themselves, a Mosquitto broker, a hub and its PostgreSQL are killed {kills}",
            "times at random. At the end, the hub has every public event of every game exactly once and in order,",
            f"including running games: {'yes' if agreed else 'NO'}.",
        )
        + prose(
            "Each simulated table lays a card every four seconds. Times are measured from the event to its last byte",
            "on the wall. Tables, broker, hub and screen share one computer.",
        )
        + "\n"
        + grid(head, rows)
        + "\nFor ten thousand tables, see [how many tables](club.md#how-many-tables).\n"
        + again(f"KILLS={kills} pytest {shlex.join(CLUB_TESTS)}", "python -m cardtable_lab.bench.club")
    )
    yield text, sound


def counted(printed: str) -> Counter[str]:
    """Return how many tests passed, failed and were skipped, from pytest's last line.

    >>> counted("2 failed, 3 passed, 1 skipped in 0.12s")["failed"]
    2
    """
    last = printed.strip().rpartition("\n")[2]
    return Counter({what: int(number) for number, what in _COUNT.findall(last)})


def run(*arguments: str, **environment: object) -> str:
    """Run a Python program; return its output."""
    more = {name: str(said) for name, said in environment.items()}
    done = subprocess.run(  # noqa: S603 - our own programs
        [sys.executable, *arguments], env={**os.environ, **more}, stdout=subprocess.PIPE, text=True, check=False
    )
    return done.stdout
