"""Fixtures for tests of tables, found by pytest once the package is installed.

- `emulated_table`: a whole table in virtual time; begin a game on it, move cards, press buttons, look at its picture.
- `reader`: one reader and hands; each reader of the table, if `--table table.toml` names a real one.
- `seat`: `seat(2).taps()`; on the emulated table if the test has one, else a button alone.

With `--table` a person at the table is asked to do what emulated hands do otherwise; the assertions are the same. Only
pytest is imported before a test asks for one of these, or `--table` is given.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from table.settings.model import Settings
    from table.testing.tables import EmulatedTable, Finger, ReaderUnderTest, SeatUnderTest, Sensors

_SEATS = (1, 2, 3)
_EMULATED = {
    "table": {"seats": len(_SEATS), "database": "unused.db"},
    "reader": [{"zone": "discard", "backend": "emulated"}],
    "button": [{"seat": seat, "backend": "emulated"} for seat in _SEATS],
}
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
    from table.complaints import BadInput
    from table.settings.model import load_settings

    try:
        config.stash[_real] = load_settings(Path(path))
    except BadInput as error:
        raise pytest.UsageError(f"--table: {error}") from None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test with every reader of the table."""
    if "cardtable_reader" in metafunc.fixturenames:
        readers = _settings(metafunc.config).readers
        metafunc.parametrize("cardtable_reader", readers, ids=[reader.served[0] for reader in readers])


@pytest.fixture
def emulated_table(tmp_path: Path) -> "Iterator[EmulatedTable]":
    """A whole emulated table in virtual time, for three seats and the usual game."""
    from table.keeping.journal import Journal
    from table.testing.tables import EmulatedTable

    with Journal(tmp_path / "table.db") as journal, EmulatedTable(journal) as table:
        yield table


@pytest.fixture
def reader(cardtable_sensors: "Sensors", cardtable_reader: Any) -> "ReaderUnderTest":
    """One reader, with nothing on it."""
    from table.testing.tables import ReaderUnderTest

    reader = ReaderUnderTest(cardtable_sensors, cardtable_reader)
    reader.clear()
    return reader


@pytest.fixture
def seat(request: pytest.FixtureRequest) -> "Callable[[int], Finger | SeatUnderTest]":
    """The buttons: `seat(2).taps()`."""
    if "emulated_table" in request.fixturenames:
        table: EmulatedTable = request.getfixturevalue("emulated_table")
        return table.seat
    from table.testing.tables import SeatUnderTest

    sensors: Sensors = request.getfixturevalue("cardtable_sensors")

    def button(number: int) -> SeatUnderTest:
        if number not in [button.seat for button in sensors.settings.buttons]:
            pytest.skip(f"this table has no button at seat {number}")
        return SeatUnderTest(sensors, number)

    return button


@pytest.fixture
def cardtable_sensors(request: pytest.FixtureRequest) -> "Iterator[Sensors]":
    """The readers and buttons of the table under test."""
    from table.complaints import BadInput
    from table.testing.tables import Sensors

    real = _real in request.config.stash
    try:
        sensors = Sensors(_settings(request.config), _asker(request.config) if real else None)
    except BadInput as error:
        pytest.fail(f"--table: {error}", pytrace=False)
    yield sensors
    sensors.close()


def _settings(config: pytest.Config) -> "Settings":
    """Return the settings of the table under test: the real one, or a small emulated one."""
    from table.settings.model import Settings

    return config.stash.get(_real, None) or Settings.model_validate(_EMULATED)


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
