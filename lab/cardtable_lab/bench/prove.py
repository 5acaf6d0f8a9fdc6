"""`make prove`: long simulations and fault injection, recorded in docs/proof.md with the commands that reproduce them.

`python -m cardtable_lab.bench.prove mito picos` runs some chapters and leaves the others unchanged. SCALE=10 runs ten
times as many cases.
"""

import fcntl
import os
import platform
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from cardtable_lab import simulated
from cardtable_lab.bench import cheats, contacts, covered, duels, guest, kills, mutate, phone_races, races, robots, soak
from cardtable_lab.bench.proving import SCALE, more_tests, page, programs, real_kernel
from cardtable_lab.bench.proving.programs import again, far, grid, prose, went_wrong
from cardtable_lab.simulation import batches
from cardtable_lab.simulation.batches import FORBIDDEN, Processes, Report
from cardtable_lab.simulation.sabotage import RAISES
from cardtable_lab.simulation.trial import Trial
from cardtable_lab.simulation.virtual import Setting
from hardware.emulator import usb
from table import games
from table.values import replace

ROOT = Path(__file__).parents[3]
PROOF = ROOT / "docs/proof.md"
LOCK = ROOT / "build/proof.lock"  # locked while the page is read and written
GAMES, PLAYERS, SEED = 40 * SCALE, 4, 1
FEW = 8 * SCALE  # games for each number of people other than PLAYERS
ALIKE = 6  # games to repeat without skipping polls
BROKEN = 4  # games for each injected fault
ROBOT_GAMES = 5 * SCALE  # of each game
USB_GAMES = 20 * SCALE  # of each game, on each kind of reader
PICO_GAMES = 10 * SCALE
RACES, KILLED, SOAK_S = 1000 * SCALE, 60 * SCALE, 300 * SCALE
WARM_GAMES = soak.WARM_GAMES


def main() -> None:
    """Run the named chapters, or all except those in `apart`, and write the results. Exit with 1 if one has failed."""
    known = (*simulated.names(), *_MORE)
    # too slow, run as separate programs, in need of root, or measuring time, so that nothing may run beside them
    apart = ("scaled", "mutants", "covered", "kernel", "clubs", "guests", "slow", "duels")
    wanted, sound = sys.argv[1:] or [name for name in known if name not in apart], True
    for chapter in wanted:
        began, texts = time.perf_counter(), []
        for text, good in _parts(chapter):
            texts.append(text if good or not page.is_sound(text) else f"{text}\nPassed: NO.\n")
            sound = sound and good
            print(text)
        _write(chapter, "".join((_opening(began), page.opened(_title(chapter)), *texts)))
    sys.exit(0 if sound else 1)


def _parts(chapter: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a chapter. After an exception, its last part says that the chapter is incomplete."""
    try:
        yield from _MORE[chapter][1]() if chapter in _MORE else _chapters(chapter)
    except Exception as error:  # noqa: BLE001 - it must not take hours of other chapters with it
        traceback.print_exc()
        yield f"\nIncomplete: `{type(error).__name__}` was raised.\n", False


def _write(chapter: str, text: str) -> None:
    """Write a chapter into the page, even if another process of `make prove` writes one at the same time."""
    with locked(LOCK):
        texts = page.chapters(PROOF) | {_title(chapter): text}
        PROOF.write_text(page.written(texts, titles()))


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Lock a file until the block ends; wait for the lock if another process holds it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def titles() -> list[str]:
    """Return the titles of all chapters, in order."""
    return [_title(name) for name in (*simulated.names(), *_MORE)]


def _title(chapter: str) -> str:
    return _MORE[chapter][0] if chapter in _MORE else games.find(chapter).title


def _opening(began: float) -> str:
    written = [f":!docs/{one}" for one in ("proof.md", "transcripts", "screenshots")]  # other programs write these
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", *written)
    commit = (_git("rev-parse", "--short=12", "HEAD") or "unknown") + ("-dirty" if changed else "")
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    return f"Commit `{commit}`, {machine}; {(time.perf_counter() - began) / 60:.1f} minutes.\n"


def _git(*arguments: str) -> str:
    found = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603, S607
    return found.stdout.strip()


def _chapters(game: str) -> Iterator[tuple[str, bool]]:
    found = games.find(game)
    seats = [seats for seats in range(found.fewest_seats, found.most_seats + 1) if seats != PLAYERS]
    runs = [
        *(_run(game, GAMES, PLAYERS, noise) for noise in FORBIDDEN),
        *(_run(game, FEW, players, "typical") for players in seats),
    ]
    yield _runs(runs), all(report.passed for _, report in runs)
    (alike, is_alike), (broken, is_found) = _alike(game), _broken(game)
    yield prose(alike, broken), is_alike and is_found
    yield again(_command(*runs[0])), True


def _picos() -> Iterator[tuple[str, bool]]:
    """Yield the chapter on Picos: stamps, and whole games over cables, some of which run the Pico's real program."""
    raced = races.run(RACES)
    sound = raced.off(0.99) < 1 and raced.outside * 1000 <= len(raced.presses) and not raced.wrong and not raced.late
    text = (
        f"\n{RACES} races of four over USB with hiccups of up to 8 ms, and crystals up to {races.PPM:.0f} ppm off:\n\n"
        f"{races.reported(raced)}"
    )
    yield text, sound
    runs = [
        *(
            _run(game, number, PLAYERS, "clean", "pico")
            for game, number in (("mito", PICO_GAMES), ("mytho", PICO_GAMES))
        ),
        _run("mito", PICO_GAMES // 5, PLAYERS, "typical", "pico"),
        _run("mito", 2, PLAYERS, "clean", "micropython"),
    ]
    yield "\nWhole games at tables on Picos. In the last row MicroPython runs their program.\n", True
    yield _runs(runs), all(not report.broken for _, report in runs)
    commands = (_command(*runs[0]), _command(*runs[-1]))
    yield again(f"RACES={RACES} python -m cardtable_lab.bench.races", *commands), True


def _usb() -> Iterator[tuple[str, bool]]:
    """Yield the chapter on USB readers: whole games on each kind of reader, in which nothing may go wrong."""
    runs = [_run(game, USB_GAMES, PLAYERS, "typical", kind) for kind in usb.KINDS for game in ("mito", "mytho")]
    yield _runs(runs), not any(report.counts.total() for _, report in runs)
    yield again(*(_command(*run) for run in runs)), True


def _robots() -> Iterator[tuple[str, bool]]:
    """Yield the chapter on whole games that a person plays with robots."""
    rows = robots.run(ROBOT_GAMES)
    text = (
        prose(
            f"One person, who does only what is necessary, plays whole games through the API with {robots.ROBOTS}",
            "robots. A witness records what all hands do, and the cards in players' hands count as secrets. *Refused*",
            "counts plays and presses of robots that were refused, except slips and cards that were too late in a",
            "race. The slowest turn is the longest silence during a robot's turn; the limit is",
            f"{robots.LONGEST_TURN_S:g} s.",
        )
        + f"\n{grid(robots.HEAD, [row.cells() for row in rows])}"
        + again(f"ROBOT_GAMES={ROBOT_GAMES} python -m cardtable_lab.bench.robots")
    )
    yield text, all(row.is_sound for row in rows)


def _duels() -> Iterator[tuple[str, bool]]:
    """Yield the chapter on robots that play by the rules alone, without a table: who wins, and how long they think."""
    fought = duels.fought(duels.pairings())
    text = (
        far(f"{sum(one.duel.games for one in fought):,} games, each kind of robot against each")
        + "\nThe first seat plays against all others, by the rules alone. Its share of wins is shown with the 95 %\n"
        "confidence interval.\n"
        f"\n{grid(duels.HEAD, duels.rows(fought))}" + again("cardtable duel GAME --seats SEATS --games GAMES --seed 1")
    )
    yield text, all(not one.duel.illegal for one in fought)
    crowds = duels.fought(duels.crowds())
    yield duels.told_of_times(crowds), all(one.is_quick for one in crowds)


def _kills() -> Iterator[tuple[str, bool]]:
    """Yield the chapter on kills: delivered events survive kills, clock jumps and disk damage."""
    report = kills.run(KILLED)
    text = (
        far(f"{KILLED} kills, {report.counts['events announced']:,} events announced")
        + prose(
            "A phone follows while tables are killed at any moment, including during start-up. After the next start,",
            "every event that the phone received must be unchanged. After damage to the disk, the table must report",
            "the loss and save the rest.",
        )
        + f"\n{grid(['what', 'times'], kills.rows(report))}"
        + again(f"KILLS={KILLED} python -m cardtable_lab.bench.kills")
    )
    yield text, not report.wrong


def _lasting() -> Iterator[tuple[str, bool]]:
    """Yield the chapter on the soak test: nothing grows at a table that is left on."""
    soaked = soak.soak(SOAK_S, warm_games=WARM_GAMES)
    text = (
        far(f"{SOAK_S / 60:.0f} minutes at up to {soak.SPEED} times human speed")
        + f"\n`cardtable play --auto --speed {soak.SPEED}` runs while one phone follows and others come and go.\n"
        f"{soak.summarized(soaked)}\n"
        f"Nothing grew beyond its limit: {'yes' if soaked.sound else f'NO; it said: {soaked.said}'}.\n"
        + again(f"SOAK_S={SOAK_S} python -m cardtable_lab.bench.soak")
    )
    yield text, soaked.sound


def _mutants() -> Iterator[tuple[str, bool]]:
    """Yield the chapter on mutants, which shows that quick tests catch broken code."""
    found = mutate.run()
    tried = far(f"{found.sample} mutants, {100 * found.share:.0f} % caught")
    yield tried + mutate.summarized(found), found.share >= mutate.ENOUGH


# Chapters that belong to no game: each chapter's title and function, by its name on the command line.
_MORE: Mapping[str, tuple[str, Callable[[], Iterator[tuple[str, bool]]]]] = {
    "tests": ("More test cases", more_tests.chapter),
    "scaled": ("A thousand games each", programs.scaled),
    "rules": ("By the rules alone", programs.by_the_rules),
    "states": ("Every state of tiny decks", programs.states),
    "picos": ("Picos", _picos),
    "phones": ("Phones as buttons", phone_races.chapter),
    "usb": ("Readers on USB", _usb),
    "contacts": ("Buttons on bad wires", contacts.chapter),
    "robots": ("Robots with a person", _robots),
    "duels": ("Robots against robots", _duels),
    "cheats": ("Cheating as a game", cheats.chapter),
    "kills": ("Kills, clocks and damaged files", _kills),
    "kernel": ("A real kernel", real_kernel.chapter),
    "slow": ("A tenth of a core", real_kernel.slow_chapter),
    "torture": ("Many faults at once", programs.torture),
    "reports": ("Bug reports", programs.reports),
    "clubs": ("A club", programs.clubs),
    "lasting": ("A soak test", _lasting),
    "guests": ("A disruptive guest", guest.chapter),
    "mutants": ("Surviving mutants", _mutants),
    "covered": ("Test coverage", covered.chapter),
}

# -- runs


def _run(game: str, number: int, players: int, noise: str, hardware: str = "pi") -> tuple[Setting, Report]:
    wanted = batches.series(Setting(game, players, noise, SEED, hardware=hardware), number)
    return wanted[0], batches.report(game, wanted, lambda _: None)


def _runs(runs: Sequence[tuple[Setting, Report]]) -> str:
    columns = {"game": [setting.game for setting, _ in runs], "hardware": [setting.hardware for setting, _ in runs]}
    differing = {name: column for name, column in columns.items() if len({*column}) > 1}
    rows = [[*first, *_row(*run)] for *first, run in zip(*differing.values(), runs, strict=True)]
    head = [*differing, "air", "people", "games", "cards played", "went wrong", "games per minute", "passed"]
    return f"\n{grid(head, rows)}"


def _row(setting: Setting, report: Report) -> list[object]:
    good = "yes" if not report.broken else f"NO: {', '.join(report.broken)}"
    speed = f"{60 * report.games / report.seconds:.0f}"
    return [report.noise, setting.players, report.games, report.plays, went_wrong(report.counts), speed, good]


def _command(setting: Setting, report: Report) -> str:
    hardware = "" if setting.hardware == "pi" else f" --hardware {setting.hardware}"
    return (
        f"cardtable simulate {setting.game} --games {report.games} --players {setting.players} "
        f"--noise {report.noise} --seed {setting.seed}{hardware}"
    )


def _alike(game: str) -> tuple[str, bool]:
    """Play the same games with and without skipping idle polls; return a message and whether the results match."""
    noises = list(FORBIDDEN)
    quick = [Setting(game, 3, noises[number % len(noises)], SEED + number) for number in range(ALIKE)]
    full = [replace(setting, full=True) for setting in quick]
    played = {(trial.setting.seed, trial.setting.full): trial for trial in Processes().play([*quick, *full])}
    pairs = [(played[one.seed, False], played[one.seed, True]) for one in quick]
    same = sum(_said(one) == _said(other) for one, other in pairs)
    agreeing = f"all {ALIKE}" if same == ALIKE else f"only {same}"
    ratio = sum(slow.seconds for _, slow in pairs) / sum(fast.seconds for fast, _ in pairs)
    text = (
        f"The simulation skips idle polls. As a check, {ALIKE} games, spread over the three kinds of air, were "
        f"replayed without skipping: {agreeing} gave byte-identical facts, events and deeds. That took {ratio:.1f} "
        f"times as long."
    )
    return text, same == ALIKE


def _said(trial: Trial) -> tuple[object, ...]:
    return trial.facts, trial.events, trial.deeds


def _broken(game: str) -> tuple[str, bool]:
    """Play games with each injected fault; return a message and whether all faults were counted."""
    found, good = [], True
    for name, kind in RAISES.items():
        if kind in simulated.find(game).without:
            continue
        wanted = batches.series(Setting(game, 3, "clean", SEED, sabotage=name), BROKEN)
        counts = batches.report(game, wanted, lambda _: None).counts
        good = good and counts[kind] > 0
        found.append(f"{name} ({kind.replace('_', ' ')}: {counts[kind]})")
    return f"Deliberately injected faults are detected ({BROKEN} games each): {', '.join(found)}.", good


if __name__ == "__main__":
    main()
