"""Fixtures for tests of tables; pytest finds them once the package is installed.

- `emulated_table`: a whole table in virtual time; start a game on it, move cards, press buttons, look at its picture.
- `reader`: one reader and hands; each reader of the table, if `--table table.toml` names a real one.
- `seat`, `race`, `light`, `pico`: buttons, lights and Picos; on the emulated table if the test has one, else alone.

With `--table`, a person at the table is asked to do what emulated hands otherwise do; the assertions are the same.
Until a test asks for a fixture, or `--table` is given, only pytest is imported, so this plugin does not interfere with
a project's own `table.py`.
"""

import importlib
import sys
from collections.abc import Callable, Collection, Generator, Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from table.settings.model import Settings
    from table.testing.tables import (
        EmulatedTable,
        Finger,
        LightUnderTest,
        PicoUnderTest,
        ReaderUnderTest,
        SeatUnderTest,
        Sensors,
        TableLight,
        TablePico,
    )

_SEATS = (1, 2, 3)
_TABLE = {"seats": len(_SEATS), "database": "unused.db"}
_EMULATED = {  # all of it moves by itself
    "table": _TABLE,
    "reader": [{"zone": "discard", "backend": "emulated"}],
    "button": [{"seat": seat, "backend": "emulated", "light_pin": 0} for seat in _SEATS],
}
_ON_A_PICO = {  # for tests that ask for one
    "table": _TABLE,
    "reader": [{"zone": "discard", "backend": "pico", "pico": "left", "channel": 0}],
    "button": [
        {"seat": seat, "backend": "pico", "pico": "left", "channel": seat - 1, "light_pin": 9 + seat} for seat in _SEATS
    ],
    "pico": [{"name": "left", "backend": "emulated"}],
}
_OURS = Path(__file__).parent.parent / "table" / "__init__.py"
_real: "pytest.StashKey[Settings]" = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--table`, which names a real table's table.toml."""
    group = parser.getgroup("cardtable")
    about = "test this table, and ask a person to move its cards"
    group.addoption("--table", dest="cardtable", metavar="TABLE.TOML", help=about)


def pytest_configure(config: pytest.Config) -> None:
    """Read the file of a real table before anything else."""
    path = config.getoption("cardtable")
    if path is None:
        return
    _check_path()
    from table.complaints import BadInput
    from table.settings.model import load_settings

    try:
        config.stash[_real] = load_settings(Path(path))
    except BadInput as error:
        raise pytest.UsageError(f"--table: {error}") from None


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> None:
    """Name a file that hides our package from a test that imports it, before that import fails."""
    if _real in parent.config.stash or "table.testing" in module_path.read_text(encoding="utf-8", errors="replace"):
        _check_path(next(one for one in module_path.parents if not (one / "__init__.py").exists()))  # as pytest imports


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test with every reader of the table."""
    if "cardtable_reader" in metafunc.fixturenames:
        readers = _settings(metafunc.config, metafunc.fixturenames).readers
        metafunc.parametrize("cardtable_reader", readers, ids=[reader.served[0] for reader in readers])


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """Skip a test of what a real part cannot be made to do."""
    try:
        return (yield)
    except Exception as error:
        if type(error).__module__ == "table.testing.sensors" and type(error).__name__ == "NotHere":
            pytest.skip(str(error))
        raise


@pytest.fixture
def emulated_table(request: pytest.FixtureRequest, tmp_path: Path) -> "Iterator[EmulatedTable]":
    """A whole emulated table in virtual time, for three seats and the usual game.

    It is built of parts on its own pins; parametrized indirectly with "pico", of Picos.
    """
    tables, journal = _ours("table.testing.tables"), _ours("table.keeping.journal")
    built_of = {"hardware": request.param} if hasattr(request, "param") else {}
    with journal.Journal(tmp_path / "table.db") as kept, tables.EmulatedTable(kept, **built_of) as table:
        yield table


@pytest.fixture
def reader(cardtable_sensors: "Sensors", cardtable_reader: Any) -> "ReaderUnderTest":
    """One reader, with nothing on it."""
    reader: ReaderUnderTest = _ours("table.testing.tables").ReaderUnderTest(cardtable_sensors, cardtable_reader)
    reader.clear()
    return reader


@pytest.fixture
def seat(request: pytest.FixtureRequest) -> "Callable[[int], Finger | SeatUnderTest]":
    """The buttons: `seat(2).taps()`."""
    found: Callable[[int], Finger | SeatUnderTest] = _parts(request, "seat", "SeatUnderTest", _check_button)
    return found


@pytest.fixture
def light(request: pytest.FixtureRequest) -> "Callable[[int], TableLight | LightUnderTest]":
    """The lights of the seats: `light(2).goes_on()`, or `light(2).shows` on an emulated table."""
    found: Callable[[int], TableLight | LightUnderTest] = _parts(request, "light", "LightUnderTest", _check_light)
    return found


@pytest.fixture
def pico(request: pytest.FixtureRequest) -> "Callable[[str], TablePico | PicoUnderTest]":
    """The Picos, by their names: `pico("left").unplug()`."""
    found: Callable[[str], TablePico | PicoUnderTest] = _parts(request, "pico", "PicoUnderTest", _check_pico)
    return found


@pytest.fixture
def race(request: pytest.FixtureRequest) -> "Callable[..., list[int] | None]":
    """Presses one after another: `race(2, 3, gap_ms=40)`, alone the seats in the order of their stamps."""
    if (table := _table_of(request)) is not None:
        return table.race
    sensors: Sensors = request.getfixturevalue("cardtable_sensors")

    def raced(*seats: int, gap_ms: float = 100) -> list[int]:
        for number in seats:
            _check_button(sensors, number)
        order: list[int] = _ours("table.testing.sensors").raced(sensors, *seats, gap_ms=gap_ms)
        return order

    return raced


@pytest.fixture
def cardtable_sensors(request: pytest.FixtureRequest) -> "Iterator[Sensors]":
    """The readers and buttons of the table under test."""
    real = _real in request.config.stash
    made, complaints = _ours("table.testing.sensors"), _ours("table.complaints")
    try:
        settings = _settings(request.config, request.fixturenames)
        sensors = made.Sensors(settings, _asker(request.config) if real else None)
    except complaints.BadInput as error:
        pytest.fail(f"--table: {error}", pytrace=False)
    yield sensors
    sensors.close()


def _table_of(request: pytest.FixtureRequest) -> "EmulatedTable | None":
    """Return the emulated table of a test that has one."""
    if "emulated_table" not in request.fixturenames:
        return None
    table: EmulatedTable = request.getfixturevalue("emulated_table")
    return table


def _parts(request: pytest.FixtureRequest, name: str, made: str, check: "Callable[[Sensors, Any], None]") -> Any:
    """Return what finds a part of the emulated table, or of the one under test; `check` skips if that has none."""
    if (table := _table_of(request)) is not None:
        return getattr(table, name)
    sensors: Sensors = request.getfixturevalue("cardtable_sensors")

    def part(which: Any) -> Any:
        check(sensors, which)
        return getattr(_ours("table.testing.tables"), made)(sensors, which)

    return part


def _check_button(sensors: "Sensors", seat: int) -> None:
    if seat not in [button.seat for button in sensors.settings.buttons]:
        pytest.skip(f"this table has no button at seat {seat}")


def _check_light(sensors: "Sensors", seat: int) -> None:
    _check_button(sensors, seat)
    if all(one.light_pin is None for one in sensors.settings.buttons if one.seat == seat):
        pytest.skip(f"this table has no light at seat {seat}")


def _check_pico(sensors: "Sensors", name: str) -> None:
    if name not in [one.name for one in sensors.settings.picos]:
        pytest.skip(f"this table has no pico {name}")


def _settings(config: pytest.Config, wanted: Collection[str]) -> "Settings":
    """Return the settings of the table under test: the real one, or a small emulated one; `wanted` are its fixtures."""
    found: Settings | None = config.stash.get(_real, None)
    emulated = _ON_A_PICO if "pico" in wanted else _EMULATED
    return found or _ours("table.settings.model").Settings.model_validate(emulated)


def _ours(module: str) -> Any:
    """Import a module of ours; if something else hides it, fail in one line."""
    try:
        return importlib.import_module(module)
    except ImportError:
        if (why := _hidden_by()) is None:
            raise
        pytest.fail(why, pytrace=False)


def _check_path(folder: Path | None = None) -> None:
    if why := _hidden_by(folder):
        raise pytest.UsageError(why)


def _hidden_by(folder: Path | None = None) -> str | None:
    """Return in a sentence what is called `table` as our package is, and comes first for tests in a folder."""
    spec = PathFinder.find_spec("table", [*([] if folder is None else [str(folder)]), *sys.path])
    found = None if spec is None or spec.origin is None else Path(spec.origin)
    if found is None or found.resolve() == _OURS.resolve():
        return None
    return f"{found} hides the package `table` of cardtable, which is tested here: give that file another name"


def _asker(config: pytest.Config) -> Callable[[str], None]:
    """Return a function that talks to the person at the table, past pytest's capture of output."""
    capture = config.pluginmanager.getplugin("capturemanager")
    terminal = config.pluginmanager.getplugin("terminalreporter")

    def ask(what: str) -> None:
        with capture.global_and_fixture_disabled():
            terminal.ensure_newline()
            terminal.write_line(f">>> {what}")
            terminal.flush()

    return ask
