"""`cardtable simulate`: compares what the table said with what simulated players did at emulated chips."""

from collections.abc import Sequence
from json import dumps
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from table import games, household
from table.cli import output
from table.complaints import BadInput
from table.household.findings import KINDS, Record
from table.simulation import fleet, sabotage
from table.simulation.fleet import FORBIDDEN, Report
from table.simulation.shrink import shrunk
from table.simulation.trial import Trial
from table.simulation.virtual import Setting
from table.wiring.emulated import HARDWARE, check_hardware

_FAILED = 1
_SABOTAGES = ", ".join(f"{name} ({kind})" for name, kind in sabotage.RAISES.items())

Game = Annotated[str, typer.Argument(help="A game, as `cardtable games` names it.")]
Games = Annotated[int, typer.Option("--games", min=1, max=1_000_000, help="How many games are played.")]
Players = Annotated[int, typer.Option(help="How many people play each.")]
Noise = Annotated[str, typer.Option(help=f"What the air does: {', '.join(FORBIDDEN)}.")]
Seed = Annotated[int, typer.Option(min=0, help="The seed of the first game; each game adds one.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Trace = Annotated[Path | None, typer.Option(help="Write each game's ground truth and events, in separate files.")]
_BREAK = f"Fault injection: break one thing, and a count has to rise: {_SABOTAGES}."
Sabotage = Annotated[str | None, typer.Option("--sabotage", help=_BREAK)]
Full = Annotated[bool, typer.Option("--full", help="Do every poll, even those known to find nothing.")]
Hardware = Annotated[str, typer.Option(help=f"What the table is built of: {', '.join(HARDWARE)}.")]
Failures = Annotated[Path, typer.Option(help="Where the first game that went wrong is kept.")]


def simulate(
    game: Game,
    number: Games = 30,
    players: Players = 4,
    noise: Noise = "clean",
    seed: Seed = 1,
    as_json: Json = False,
    trace: Trace = None,
    broken: Sabotage = None,
    full: Full = False,
    hardware: Hardware = HARDWARE[0],
    failures: Failures = Path("var/failures"),
) -> int:
    """Let simulated players play whole games on emulated chips, and compare what the table said with what they did."""
    _check(game, players, noise, broken, hardware)
    wanted = fleet.series(Setting(game, players, noise, seed, full, broken, hardware), number)
    if trace is not None:
        trace.mkdir(parents=True, exist_ok=True)
    failed: list[Trial] = []
    with _progress() as progress:
        task = progress.add_task(game, total=number)

        def on_each(trial: Trial) -> None:
            progress.advance(task)
            if trace is not None:
                _write_trace(trace, trial)
            if any(finding.kind in FORBIDDEN[noise] for finding in trial.findings):
                failed.append(trial)

        report = fleet.report(game, wanted, on_each)
    kept = _keep_first(failed, noise, failures)
    if as_json:
        output.line(report.as_json())
    else:
        _print(report)
    _explain(report, kept)
    return 0 if report.passed else _FAILED


def _check(game: str, players: int, noise: str, broken: str | None, hardware: str) -> None:
    found = games.find(game)
    household.find(game)
    if not found.fewest_seats <= players <= found.most_seats:
        wanted = f"{found.fewest_seats} to {found.most_seats}"
        raise BadInput(f"--players: {found.title} is for {wanted} players, not {players}")
    if noise not in FORBIDDEN:
        raise BadInput(f"--noise: expected one of {', '.join(FORBIDDEN)}, not {noise!r}")
    if broken is not None:
        sabotage.check(broken)
    check_hardware(hardware)


def _progress() -> Progress:
    """Return a progress bar on standard error, which is silent unless that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


# -- files


def _write_trace(folder: Path, trial: Trial) -> None:
    seed = trial.setting.seed
    _write(folder / f"truth-{seed}.jsonl", trial.deeds)
    _write(folder / f"table-{seed}.jsonl", trial.told)
    _write(folder / f"facts-{seed}.jsonl", trial.facts)


def _keep_first(failed: Sequence[Trial], noise: str, folder: Path) -> str | None:
    """Save the first game that went wrong: its ground truth, and the fewest facts that still show it; return where."""
    if not failed:
        return None
    trial = min(failed, key=lambda trial: trial.setting.seed)
    finding = next(finding for finding in trial.findings if finding.kind in FORBIDDEN[noise])
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{trial.setting.game}-{noise}-{trial.setting.seed}"
    _write(folder / f"{name}.jsonl", trial.facts)
    _write(folder / f"{name}.truth.jsonl", trial.deeds)
    _write(folder / f"{name}.shrunk.jsonl", shrunk(trial, finding))
    return f"seed {trial.setting.seed} first: {finding.kind} at {finding.t:.2f} s; see {folder / name}.*"


def _write(path: Path, records: Sequence[Record]) -> None:
    path.write_text("".join(f"{dumps(record, ensure_ascii=False)}\n" for record in records))


# -- words


def _print(report: Report) -> None:
    rows = [[kind, str(report.counts[kind])] for kind in KINDS]
    typer.echo(f"{report.games} games, {report.plays} cards played, {report.noise} air")
    output.table(("what was wrong", "times"), rows)
    exercised = [[name, str(times)] for name, times in report.exercised.items()]
    output.table(("what happened", "times"), exercised)
    typer.echo(f"{report.seconds:.1f} s, {60 * report.games / report.seconds:.0f} games a minute")


def _explain(report: Report, kept: str | None) -> None:
    """Print to standard error why a run has failed."""
    if report.missing:
        typer.echo(f"never happened, though it should have: {', '.join(report.missing)}", err=True)
    if kept is not None:
        typer.echo(kept, err=True)
