"""`cardtable simulate`: compares what a table delivers with what simulated people did on emulated chips."""

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from json import dumps
from pathlib import Path

import click

from cardtable_lab import simulated
from cardtable_lab.simulated.comparing import KINDS, Record
from cardtable_lab.simulation import batches, sabotage
from cardtable_lab.simulation.batches import FORBIDDEN, Pool, Processes, Report
from cardtable_lab.simulation.shrink import shrunk
from cardtable_lab.simulation.trial import Trial
from cardtable_lab.simulation.virtual import Setting
from table import games
from table.cli import terminal
from table.complaints import BadInput
from table.files import takes_files
from table.wiring.emulated import HARDWARE, check_hardware

_FAILED = 1
_SABOTAGES = ", ".join(f"{name} ({kind})" for name, kind in sabotage.RAISES.items())

_NOISE = f"Quality of the emulated tags, chips and contacts: {', '.join(FORBIDDEN)}."
_BREAK = f"Inject one fault, to check that it is counted: {_SABOTAGES}."
_HARDWARE = f"Emulated hardware: {', '.join(HARDWARE)}."
_TRACE = "Write each game's ground truth and events to separate files in this folder."
_WORKERS = "Play in this many processes on this machine, which may be killed meanwhile (Dask)."
_CLUSTER = "Play on the Dask cluster with this scheduler, such as tcp://10.0.0.5:8786."
_FAILURES = "Folder for the first game that failed."


@click.command
@terminal.game()
@terminal.number
@click.option("--players", default=4, help="Number of players in each game.")
@click.option("--noise", default="clean", help=_NOISE)
@terminal.seed
@terminal.as_json("Print one JSON object.")
@click.option("--trace", type=terminal.FILE, help=_TRACE)
@click.option("--sabotage", "broken", help=_BREAK)
@click.option("--full", is_flag=True, help="Run every poll, even those known to find nothing.")
@click.option("--hardware", default=HARDWARE[0], help=_HARDWARE)
@click.option("--failures", type=terminal.FILE, default=Path("var/failures"), help=_FAILURES)
@click.option("--workers", type=click.IntRange(1, 1000), help=_WORKERS)
@click.option("--cluster", help=_CLUSTER)
def simulate(
    game: str,
    number: int,
    players: int,
    noise: str,
    seed: int,
    as_json: bool,
    trace: Path | None,
    broken: str | None,
    full: bool,
    hardware: str,
    failures: Path,
    workers: int | None,
    cluster: str | None,
) -> int:
    """Let simulated players play whole games on emulated chips, and compare the table's events with what they did."""
    _check(game, players, noise, broken, hardware)
    wanted = batches.series(Setting(game, players, noise, seed, full, broken, hardware), number)
    _check_folder("--failures", failures)
    if trace is not None:
        _check_folder("--trace", trace)
        try:
            trace.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise _no_folder("--trace", trace) from None
    with pool(workers, cluster) as playing:
        return _played(playing, wanted, trace, failures, as_json=as_json)


def pool(workers: int | None, cluster: str | None) -> AbstractContextManager[Pool]:
    """Return the pool that plays: all cores, `workers` processes, or a cluster. Raise BadInput if it is unavailable."""
    if workers is not None and cluster is not None:
        raise BadInput("--workers: a cluster has workers of its own; leave out --workers or --cluster")
    if workers is None and cluster is None:
        return nullcontext(Processes())
    from cardtable_lab.simulation.cluster import Cluster

    return Cluster(workers=workers, address=cluster)


def _played(pool: Pool, wanted: Sequence[Setting], trace: Path | None, failures: Path, *, as_json: bool) -> int:
    """Play the games, print the results, and return the exit status."""
    failed: list[Trial] = []  # at most one: the failed game with the lowest seed
    game, noise, shown = wanted[0].game, wanted[0].noise, sys.stderr.isatty()
    with click.progressbar(length=len(wanted), label=game, show_pos=True, file=sys.stderr, hidden=not shown) as bar:

        def on_each(trial: Trial) -> None:
            bar.update(1)
            if trace is not None:
                _write_trace(trace, trial)
            if any(finding.kind in FORBIDDEN[noise] for finding in trial.findings):
                failed[:] = [min([*failed, trial], key=lambda one: one.setting.seed)]

        report = batches.report(game, wanted, on_each, pool)
    kept = _keep(pool, failed[0], noise, failures) if failed else None
    if as_json:
        terminal.line(report.as_json())
    else:
        _print(report)
    _explain(report, kept)
    return 0 if report.passed else _FAILED


def _check(game: str, players: int, noise: str, broken: str | None, hardware: str) -> None:
    found = games.find(game)
    simulated.find(game)
    if not found.fewest_seats <= players <= found.most_seats:
        wanted = f"{found.fewest_seats} to {found.most_seats}"
        raise BadInput(f"--players: {found.title} is for {wanted} players, not {players}")
    if noise not in FORBIDDEN:
        raise BadInput(f"--noise: expected one of {', '.join(FORBIDDEN)}, not {noise!r}")
    if broken is not None:
        sabotage.check(broken)
    check_hardware(hardware)


# -- files


def _check_folder(option: str, folder: Path) -> None:
    """Raise BadInput if a folder is not writable. Check this before hours of play, not after."""
    if not takes_files(folder):
        raise _no_folder(option, folder)


def _no_folder(option: str, folder: Path) -> BadInput:
    return BadInput(f"{option}: {folder}: expected a folder that can be written to")


def _write_trace(folder: Path, trial: Trial) -> None:
    seed = trial.setting.seed
    _write(folder / f"truth-{seed}.jsonl", trial.deeds)
    _write(folder / f"table-{seed}.jsonl", trial.events)
    _write(folder / f"facts-{seed}.jsonl", trial.facts)


def _keep(pool: Pool, trial: Trial, noise: str, folder: Path) -> str:
    """Save a failed game: facts, ground truth, and the fewest facts that still fail. Return a message about it."""
    finding = next(finding for finding in trial.findings if finding.kind in FORBIDDEN[noise])
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{trial.setting.game}-{noise}-{trial.setting.seed}"
    _write(folder / f"{name}.jsonl", trial.facts)
    _write(folder / f"{name}.truth.jsonl", trial.deeds)
    _write(folder / f"{name}.shrunk.jsonl", pool.ask(shrunk, trial, finding))
    return f"seed {trial.setting.seed} first: {finding.kind} at {finding.t:.2f} s; see {folder / name}.*"


def _write(path: Path, records: Sequence[Record]) -> None:
    path.write_text("".join(f"{dumps(record, ensure_ascii=False)}\n" for record in records))


# -- messages


def _print(report: Report) -> None:
    rows = [[kind, str(report.counts[kind])] for kind in KINDS]
    click.echo(f"{report.games} games, {report.plays} cards played, {report.noise} air")
    terminal.table(("error", "times"), rows)
    exercised = [[name, str(times)] for name, times in report.exercised.items()]
    terminal.table(("situation", "times"), exercised)
    click.echo(f"{report.seconds:.1f} s, {60 * report.games / report.seconds:.0f} games a minute")
    if report.retried:
        click.echo(f"{report.retried} games were restarted because their workers died")


def _explain(report: Report, kept: str | None) -> None:
    """Print to standard error why a run failed."""
    if report.missing:
        click.echo(f"never happened, although expected: {', '.join(report.missing)}", err=True)
    if kept is not None:
        click.echo(kept, err=True)
