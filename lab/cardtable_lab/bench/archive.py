"""The cost of a long history: `python -m cardtable_lab.bench.archive` measures an archive of 10,000 games.

The games are those of the tests' library, repeated with other seeds and other people, some of whom play often. The
requests are those that phones make, for lists of games (all of them or a selection) and for standings.
"""

import json
import os
import random
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab.bench.rates import Figure
from table.history.archive import Archive, path_of
from table.history.record import Record
from table.history.saving.backup import back_up, restore
from table.values import replace
from tests.history import library

GAMES = int(os.environ.get("ARCHIVED", "10000"))
PEOPLE = 120
ASKED = 400
MS = 1000.0


def records(games: int, chance: random.Random) -> Iterator[Record]:
    """Yield the records of `games` different games."""
    known = [library.recorded(name) for name in library.games()]
    for number in range(games):
        yield _another(known[number % len(known)], number, chance)


def _another(record: Record, number: int, chance: random.Random) -> Record:
    """Return a game with a different seed and players: people from a few families, some of whom play more often."""
    names = iter(dict.fromkeys(f"Player {int(chance.triangular(0, PEOPLE, 0))}" for _ in range(200)))
    first = json.loads(record.facts[0])
    players = [player and next(names) for player in first["players"]]
    facts = (json.dumps({**first, "seed": number, "players": players}), *record.facts[1:])
    return replace(record, facts=facts, events=({**record.events[0], "players": players}, *record.events[1:]))


def fill(database: Path, games: int) -> float:
    """Fill an archive in one transaction, as a rebuild does; add the last games one by one, and return ms per game."""
    chance = random.Random(7)  # noqa: S311
    last = min(100, games // 10)
    with Archive(database) as archive:
        with archive._file.writing():
            for number, record in enumerate(records(games - last, chance), start=1):
                _insert(archive, number, record)
            archive._rebuild()
        began = time.perf_counter()
        for number, record in enumerate(records(last, chance), start=games - last + 1):
            archive.add(number, record, "1", f"2026-01-01T00:00:00+{number}", "2026-01-01")
        return (time.perf_counter() - began) / last * MS


def _insert(archive: Archive, number: int, record: Record) -> None:
    row = (
        number,
        number.to_bytes(16),
        0,
        record.started.game,
        "1",
        "2026-01-01",
        "2026-01-01",
        1,
        "{}",
        record.packed(),
    )
    archive._file.db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def percentile(asks: Callable[[int], object], share: float = 0.99, asked: int = ASKED) -> float:
    """Make `asked` calls of `asks`; return the processor time in ms within which `share` of them finish.

    Other programs on the machine hardly affect processor time.
    """
    took = []
    for number in range(asked):
        began = time.thread_time()
        asks(number)
        took.append((time.thread_time() - began) * MS)
    return sorted(took)[int(len(took) * share) - 1]


def archive_figures(games: int = GAMES) -> list[Figure]:
    """Fill an archive; measure its size, requests, backups and rebuilds."""
    with TemporaryDirectory() as folder:
        database = Path(folder) / "table.db"
        added_ms = fill(database, games)
        size = path_of(database).stat().st_size / 1e6
        figures = [Figure(f"a history of {games} games", size, "MB"), Figure("adding a game", added_ms, "ms")]
        figures.append(Figure("opening the archive, 99 of 100", percentile(lambda _: Archive(database).close()), "ms"))
        figures += [Figure(f"{what}, 99 of 100", ms, "ms") for what, ms in _asked(database, games)]
        figures += [Figure(what, s, "s") for what, s in _done(database, Path(folder))]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return [*figures, Figure("peak memory", peak, "MB")]


def _asked(database: Path, games: int) -> Iterator[tuple[str, float]]:
    kinds = ("mito", "mytho", "mythology_go", "nur_mut")
    chance = random.Random(1)  # noqa: S311

    def page(**of: str) -> object:
        return archive.page(limit=50, before=chance.choice((None, chance.randint(1, games))), **of)

    def who(number: int) -> str:
        return f"Player {number % (PEOPLE + 5)}"  # a few of these people have never played

    asks: dict[str, Callable[[int], object]] = {
        "a page of games": lambda _: page(),
        "a page of one game": lambda n: page(game=kinds[n % 4]),
        "a page of one person": lambda n: page(player=who(n)),
        "a page of one person in one game": lambda n: page(player=who(n), game=kinds[n % 4]),
        "a page of a hundred people": lambda n: archive.tallies.people(limit=100, before=100 * (1 + n % games)),
        "a person": lambda n: archive.tallies.person(who(n)),
        "all a person's games of a kind": lambda n: list(archive.tallies.parts(who(n), game=kinds[n % 4])),
        "a game with its counts": lambda n: (archive.find(1 + n % games), archive.tallies.counts(1 + n % games)),
        "the record of a game": lambda n: archive.record(1 + n % games),
    }
    with Archive(database) as archive:
        for what, one in asks.items():
            yield what, percentile(one)


def _done(database: Path, folder: Path) -> Iterator[tuple[str, float]]:
    yield "a backup", _took_s(lambda: back_up(database, folder / "made"))
    yield "a restore", _took_s(lambda: restore(folder / "made", folder / "new/table.db"))
    with Archive(database) as archive:
        yield "a search for a name", _took_s(lambda: archive.mentioning("Player 1"))
        yield "recomputing all statistics", _took_s(archive.rebuild)


def _took_s(does: Callable[[], object]) -> float:
    began = time.perf_counter()
    does()
    return time.perf_counter() - began


if __name__ == "__main__":
    for figure in archive_figures():
        print(f"{figure.what}: {figure.value:.2f} {figure.unit}")
