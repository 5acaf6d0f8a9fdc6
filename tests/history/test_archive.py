"""The archive: its pages, its numbers, who writes at once, and what becomes of a file that is no good."""

import json
import random
import sqlite3
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.complaints import BadInput
from table.history.archive import Archive, path_of
from table.history.importing import import_scripts
from table.history.record import Record, from_plain
from table.history.recorder import Recorder
from table.history.saving.forgetting import forget
from table.history.tallies import MOST
from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.forking import command
from tests.history import library
from tests.history.library import Facts, among, as_script

# Short games; the first four of them, and others, were played to their end.
_BY_LENGTH = sorted(library.games(), key=lambda name: len(library.games()[name]))
_ENDED = [name for name in _BY_LENGTH if name[-1].isdigit()]
_OTHERS = [name for name in _BY_LENGTH if name not in _ENDED]
SHORT = [*_ENDED[:4], *_OTHERS[:2], *_ENDED[4:6], _OTHERS[2]]
THEN = datetime(2026, 3, 1, 20, tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "[]", '{"facts": 1', "[" * 100_000])
def test_a_damaged_record_says_so(text: str) -> None:
    with pytest.raises(BadInput, match="the record of a game is damaged"):
        from_plain(text)


def short(number: int) -> Facts:
    return library.games()[SHORT[number]]


def record(number: int) -> Record:
    return library.recorded(SHORT[number])


def add(archive: Archive, game_id: int, of: Record, *, started: str = "2026-01-01T20:00:00", **at: Any) -> None:
    archive.add(game_id, of, "1", started, at.get("ended", "2026-01-01T21:00:00"))


def tables(archive: Archive) -> list[list[Any]]:
    """Everything that is counted, row by row, and how games are listed."""
    games = "SELECT id, imported, game, listed, summary FROM games ORDER BY id"
    counts = "SELECT * FROM counts ORDER BY game_id, seat"
    standings = "SELECT * FROM standings ORDER BY name, robot, game"
    return [archive._file.db.execute(wanted).fetchall() for wanted in (games, counts, standings)]


# -- pages


def test_a_page_goes_on_where_the_last_one_ended(database: Path) -> None:
    with Archive(database) as archive:
        for game_id in range(1, 8):
            add(archive, game_id, record(game_id % 3), started=f"2026-01-0{game_id}")
        first = archive.page(limit=3, before=None)
        assert [kept.id for kept in first] == [7, 6, 5]
        assert [kept.id for kept in archive.page(limit=3, before=5)] == [4, 3, 2]
        assert [kept.id for kept in archive.page(limit=3, before=2)] == [1]
        assert archive.page(limit=3, before=1) == []


@pytest.mark.parametrize("limit", [0, -1, -1000])
def test_no_page_is_longer_than_was_asked_for(database: Path, limit: int) -> None:
    with Archive(database) as archive:
        add(archive, 1, record(0))
        assert archive.page(limit=limit, before=None) == []
        assert archive.tallies.people(limit=limit) == {}


@pytest.mark.long
def test_a_page_has_a_hundred_games_at_most(database: Path) -> None:
    with Archive(database) as archive:
        with archive.held():
            pass
        for game_id in range(1, MOST + 3):
            add(archive, game_id, record(0), started=f"{game_id}")
        assert len(archive.page(limit=1000, before=None)) == MOST
        assert len(archive.all_ids()) == MOST + 2


def test_a_filter_that_nobody_fits_finds_nothing(database: Path) -> None:
    with Archive(database) as archive:
        add(archive, 1, record(0))
        for wanted in ({"game": "no_game"}, {"player": "Nobody"}, {"player": "%"}, {"player": "' OR 1 --"}):
            assert archive.page(limit=10, before=None, **wanted) == []
        assert archive.tallies.person("Nobody") == []
        assert list(archive.tallies.parts("Nobody")) == []


@pytest.mark.long
def test_a_kind_of_robots_is_no_person(database: Path) -> None:
    with Archive(database) as archive:
        name = next(name for name, seen in library.games().items() if seen[0].get("robots"))
        add(archive, 1, library.recorded(name))
        (kind, *_) = set(library.games()[name][0]["robots"].values())
        assert archive.tallies.person(kind) == []
        assert archive.tallies.person(kind, robot=True) != []
        assert archive.page(limit=10, before=None, player=kind) == []
        assert archive.page(limit=10, before=None, player="Bolt") == []


# -- numbers


def test_a_script_is_taken_in_once(database: Path, tmp_path: Path) -> None:
    path = as_script(short(0), tmp_path)
    assert import_scripts([path], database) == [1]
    with pytest.raises(BadInput, match=r"in the history already, as game 1$"):
        import_scripts([path], database)
    again = tmp_path / "again.jsonl"
    again.write_text("\n".join(json.dumps(fact, indent=None, separators=(" , ", " : ")) for fact in short(0)) + "\n\n")
    with pytest.raises(BadInput, match=r"in the history already, as game 1$"):
        import_scripts([again], database)
    with Archive(database) as archive:
        assert archive.all_ids() == [1]


def test_what_was_played_here_and_exported_is_not_taken_in_again(database: Path, tmp_path: Path) -> None:
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo", rounds=1)
        table.card("number2.1").touches("discard")
        table.seat(1).holds()
        for seat in (2, 3):
            table.card(f"number{seat}.2").touches(f"seat.{seat}")
            table.seat(seat).taps()
    exported = command("export", "1", "--database", str(database), stdout=subprocess.PIPE)
    path = tmp_path / "exported.jsonl"
    path.write_text(exported.communicate(timeout=60)[0])
    assert exported.returncode == 0
    with pytest.raises(BadInput, match=r"in the history already, as game 1$"):
        import_scripts([path], database)


def test_of_several_scripts_all_are_imported_or_none(database: Path, tmp_path: Path) -> None:
    good = as_script(short(0), tmp_path)
    torn = tmp_path / "torn.jsonl"
    torn.write_text(good.read_text().splitlines()[0][:40])

    for wrong, why in ((torn, "torn.jsonl:1: "), (good, "this is the same game as .*game.jsonl$")):
        with pytest.raises(BadInput, match=why):
            import_scripts([good, wrong], database)
    with Archive(database) as archive:
        assert archive.all_ids() == []
    assert import_scripts([good], database) == [1]

    (tmp_path / "other").mkdir()
    other = as_script(short(1), tmp_path / "other")
    with pytest.raises(BadInput, match=r"in the history already, as game 1$"):
        import_scripts([other, good], database)
    with Archive(database) as archive:
        assert archive.all_ids() == [1]


def test_a_script_is_imported_once_though_its_people_were_forgotten(database: Path, tmp_path: Path) -> None:
    script = as_script(short(0), tmp_path)
    import_scripts([script], database)
    name = next(name for name in short(0)[0]["players"] if name)
    with Journal(database) as journal:
        forget(name, database, journal)

    with pytest.raises(BadInput, match=r"in the history already, as game 1$"):
        import_scripts([script], database)
    assert [path.name for path in tmp_path.rglob("*.db*") if name.encode() in path.read_bytes()] == []


def test_a_name_that_cannot_be_shown_is_not_imported(database: Path, tmp_path: Path) -> None:
    path = as_script(among(short(0), "A\nna", "Ida"), tmp_path)

    with pytest.raises(BadInput, match=r"line 1: players: 'A\\nna' is no name"):
        import_scripts([path], database)


def test_an_imported_game_has_a_number_that_no_game_of_the_table_has(database: Path, tmp_path: Path) -> None:
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        assert import_scripts([as_script(short(0), tmp_path)], database) == [2]
        table.starts("mito", "Ana", "Ben", "Cleo")
        assert table.controller.board.snapshot.game.game_id == 3


def test_an_imported_game_moves_on_if_a_game_of_the_table_has_its_number(database: Path) -> None:
    with Archive(database) as archive:
        assert archive.adopt(record(0), "1", above=4, now=THEN) == 5
        counts, summary = archive.tallies.counts(5), archive.find(5).summary
        add(archive, 5, record(1))
        assert archive.all_ids() == [5, 6]
        assert (archive.find(6).imported, archive.find(6).summary, archive.tallies.counts(6)) == (True, summary, counts)
        assert (archive.find(5).imported, archive.record(5)) == (False, record(1))
        before = tables(archive)
        archive.rebuild()
        assert tables(archive) == before


def test_a_game_that_ended_anew_is_counted_once(database: Path) -> None:
    with Archive(database) as archive:
        add(archive, 1, record(0))
        add(archive, 2, record(1), started="2026-01-02")
        before = tables(archive)
        add(archive, 1, record(2))
        add(archive, 1, record(0))
        assert archive.all_ids() == [1, 2]
        assert tables(archive) == before


def test_a_game_with_the_number_of_another_one_takes_it_and_loses_none(database: Path) -> None:
    """A journal that was begun anew while the archive could not be read."""
    with Archive(database) as archive:
        add(archive, 1, record(0), started="2025-01-01")
        add(archive, 1, record(1), started="2026-01-01")
        assert [(game_id, archive.record(game_id)) for game_id in archive.all_ids()] == [(1, record(1)), (2, record(0))]


def test_removing_what_is_not_there_changes_nothing(database: Path) -> None:
    with Archive(database) as archive:
        add(archive, 1, record(0))
        before = tables(archive)
        archive.remove(2)
        assert tables(archive) == before
        archive.remove(1)
        assert tables(archive) == [[], [], []]


_STEPS = st.one_of(
    st.tuples(st.just("add"), st.integers(1, 6), st.integers(0, 4)),
    st.tuples(st.just("adopt"), st.integers(0, 4), st.integers(5, 8)),
    st.tuples(st.just("remove"), st.integers(1, 8), st.just(0)),
    st.tuples(st.just("change"), st.integers(1, 8), st.just(0)),
)


@pytest.mark.long
@settings(max_examples=25)
@given(steps=st.lists(_STEPS, min_size=2, max_size=7))
def test_whatever_comes_and_goes_the_tables_are_those_of_its_games_one_after_the_other(
    steps: list[tuple[str, int, int]],
) -> None:
    with TemporaryDirectory() as folder, Archive(Path(folder) / "table.db") as archive:
        for number, (what, game_id, of) in enumerate(steps):
            _step(archive, what, game_id, of, number)
        incremental = tables(archive)

        archive.rebuild()
        assert tables(archive) == incremental

        with Archive(Path(folder) / "other.db") as other:
            for game_id in archive.all_ids():
                kept = archive.find(game_id)
                if kept.imported:
                    assert other.adopt(archive.record(game_id), "1", above=game_id - 1, now=THEN) == game_id
                else:
                    add(other, game_id, archive.record(game_id), started=kept.started_at)
            assert tables(other) == incremental


def _step(archive: Archive, what: str, game_id: int, of: int, number: int) -> None:
    match what:
        case "add":
            add(archive, game_id, record(of), started=f"{number % 3}")
        case "adopt":
            try:
                archive.adopt(record(of), "1", above=game_id, now=THEN)
            except BadInput as error:
                assert "in the history already" in str(error)  # noqa: PT017
        case "remove":
            archive.remove(game_id)
        case _ if game_id in archive.all_ids():
            archive.change({game_id: archive.record(game_id)})


# -- at once


@pytest.mark.long
def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    families = [("Ana", "Ben"), ("Cleo", "Dan"), ("Eva", "Finn")]
    first = next(seen for seen in library.games().values() if len(seen[0]["players"]) == 2 and len(seen) < 60)
    scripts = {
        family: [_at(first, seed, family, tmp_path) for seed in range(8)] for family in families
    }  # all different, by their seeds
    running = [
        command("import", *map(str, some), "--database", str(database), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for some in scripts.values()
    ]
    with Archive(database) as archive:  # the table itself writes, too
        add(archive, 1000, record(0))
    said = [process.communicate(timeout=100) for process in running]

    assert [process.returncode for process in running] == [0] * len(families), said
    with Archive(database) as archive:
        ids = archive.all_ids()
        assert len(ids) == 8 * len(families) + 1
        for name in ("Ana", "Dan", "Finn"):
            assert sum(part.game == "mytho" for part in archive.tallies.parts(name)) >= 8
        before = tables(archive)
        archive.rebuild()
        assert tables(archive) == before


def test_who_opens_a_history_that_another_one_just_makes_waits_for_that(database: Path) -> None:
    with Archive(database):
        pass
    path = path_of(database)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")  # as a new file is
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(1) as pool:
            opened = pool.submit(lambda: Archive(database).close())
            with pytest.raises(TimeoutError):
                opened.result(0.2)
            other.execute("COMMIT")
            assert opened.result(20) is None


def _at(seen: Facts, seed: int, family: tuple[str, str], folder: Path) -> Path:
    first, *others = among(seen, *family)
    return as_script([{**first, "seed": seed}, *others], folder, f"{family[0]}-{seed}")


def test_who_writes_lets_others_read_meanwhile(database: Path) -> None:
    with Archive(database) as one, Archive(database) as other:
        add(one, 1, record(0))
        with one.held():
            assert other.all_ids() == [1]
            assert other.page(limit=1, before=None)[0].id == 1


def test_what_fails_half_way_is_not_there(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    with Archive(database) as archive:
        add(archive, 1, record(0))
        before = tables(archive)
        monkeypatch.setattr("table.history.tallies.counted", fails)
        for game_id in (1, 2):
            with pytest.raises(ZeroDivisionError):
                add(archive, game_id, record(1))
            assert tables(archive) == before


# -- files that are no good


def _foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
        db.commit()


def _newer(path: Path) -> None:
    _ours(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 2")


def _ours(path: Path) -> None:
    with Archive(path.with_name("table.db")) as archive:
        for number in range(4):
            add(archive, number + 1, record(number))
        assert archive.path == path


def _no_table(path: Path) -> None:
    _ours(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE counts")
        db.commit()


def _changed(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        _ours(path)
        path.write_bytes(change(path.read_bytes()))

    return write


BAD = {
    "foreign": (_foreign, "is not the history of a card table"),
    "newer": (_newer, "has format 2, and this program reads format 1"),
    "text": (lambda path: path.write_text("Dear diary\n" * 100), "the history cannot be read or written"),
    "no table": (_no_table, "the history cannot be read or written"),
    "head": (_changed(lambda data: b"\0" * 100 + data[100:]), "the history cannot be read or written"),
    "cut off": (_changed(lambda data: data[: len(data) // 2]), "the history cannot be read or written"),
    "folder": (lambda path: path.mkdir(), "the history cannot be read or written"),
}


def look_at_all(database: Path) -> None:
    """Read everything that can be read."""
    with Archive(database) as archive:
        archive.last_id()
        for kept in archive.page(limit=10, before=None):
            archive.page(limit=10, before=None, game=kept.summary.game)
        for game_id in archive.all_ids():
            archive.find(game_id)
            archive.tallies.counts(game_id)
            archive.record(game_id)
        for robots in (False, True):
            for name in archive.tallies.people(limit=100, robots=robots):
                list(archive.tallies.parts(name, robot=robots))
                archive.tallies.person(name, robot=robots)
        archive.tallies.standings()


@pytest.mark.parametrize(("make", "why"), BAD.values(), ids=BAD)
def test_a_file_that_is_no_history_is_refused_in_a_sentence_and_left_as_it_is(
    database: Path, make: Callable[[Path], None], why: str
) -> None:
    make(path_of(database))
    before = contents(database.parent)
    with pytest.raises(BadInput, match=why) as raised:
        look_at_all(database)
    assert "\n" not in str(raised.value)
    assert str(path_of(database)) in str(raised.value)
    assert contents(database.parent) == before


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = path_of(tmp_path_factory.mktemp("whole") / "table.db")
    _ours(path)
    return path.read_bytes()


@pytest.mark.long
@settings(max_examples=120)
@given(seed=st.integers(0, 2**32))
def test_a_damaged_history_is_read_as_far_as_it_goes_or_refused_in_a_sentence(whole: bytes, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    at = chance.randrange(len(whole)) if seed % 4 else chance.choice([m for m in range(len(whole)) if whole[m] == 0x7B])
    data = whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :]
    with TemporaryDirectory() as folder:
        database = Path(folder) / "table.db"
        path_of(database).write_bytes(data)
        try:
            look_at_all(database)
        except BadInput as error:
            assert "\n" not in str(error)  # noqa: PT017
        assert path_of(database).read_bytes() == data


@pytest.mark.long
@pytest.mark.parametrize("column", ["games.summary", "counts.body", "standings.body"])
@pytest.mark.parametrize("body", ["", "{", "[]", "null", '{"winners": 5}', "7"])
def test_a_row_that_says_nothing_is_refused_in_a_sentence_and_counted_anew(
    database: Path, column: str, body: str
) -> None:
    _ours(path_of(database))
    table, _, name = column.partition(".")
    with Archive(database) as archive:
        before = tables(archive)
        archive._file.db.execute(f"UPDATE {table} SET {name} = ?", (body,))  # noqa: S608
    with pytest.raises(BadInput, match=r"the history (is damaged|cannot be read)") as raised:
        look_at_all(database)
    assert "\n" not in str(raised.value)
    with Archive(database) as archive:
        archive.rebuild()
        assert tables(archive) == before


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
