"""What commands must not import: on the smallest Pi, each module takes some hundredths of a second."""

import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.playing import free_port

pytestmark = pytest.mark.long

SCRIPT = str(Path(__file__).parent / "scripts" / "mito" / "a-game.jsonl")
SERVING = {"flask", "werkzeug", "jinja2", "waitress", "segno"}
HARDWARE = {"hardware", "serial", "gpiod", "spidev", "RPi", "mfrc522", "firmware_bridge"}
LOG = {"structlog", "rich", "asyncio", "logging.handlers"}
SIMULATED = {"simpy", "cardtable_lab", "table.ai", "table.robots", "table.emulated"}
OTHER_GAMES = {"table.games.mytho", "table.games.nur_mut", "table.games.mythology_go"}
ALWAYS = SERVING | HARDWARE | LOG | SIMULATED | {"sqlite3", "tomlkit", "drawsvg", "jeepney", "ifaddr"}


# What `play` does not import before its first page: only people play, and nobody has asked for these parts.
SEATED_OR_ASKED_FOR = {
    "confusable_homoglyphs.utils", "simpy", "cardtable_lab", "cardtable_club", "table.ai.policy", "table.robots.group",
    "jeepney", "tomlkit", "serial", "gpiod", "spidev", "RPi",
    "table.wiring.finding", "web.described.openapi", "web.described.operations",
    "paho", "prometheus_client",
    *LOG - {"logging.handlers"},
}  # fmt: skip


def command(*arguments: str) -> list[str]:
    """Return the command line of a new Python that runs a command and prints its imports on standard error.

    Games of other packages are left out, because every list of games loads them, with their robots.
    """
    alone = "from table import packages; packages.leave_out_others()"
    run = f"import sys; sys.argv = ['cardtable', *{arguments!r}]; {alone}; from web.server.main import main; main()"
    return [sys.executable, "-X", "importtime", "-c", run]


def imported(log: str) -> set[str]:
    lines = [line for line in log.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


@pytest.mark.parametrize(
    ("arguments", "never"),
    [
        (("games", "--json"), ALWAYS),
        (("replay", SCRIPT), ALWAYS | OTHER_GAMES),
        (("options", "mito"), ALWAYS | OTHER_GAMES),
        (("simulate", "mito", "--games", "1"), SERVING | LOG | OTHER_GAMES),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else "",
)
def test_a_command_imports_nothing_that_it_has_no_use_for(arguments: tuple[str, ...], never: set[str]) -> None:
    done = subprocess.run(command(*arguments), capture_output=True, text=True, check=True, timeout=60)
    found = imported(done.stderr)

    assert "click" in found, "what was imported is known"
    assert found & never == set()


def test_a_table_shows_its_first_page_without_what_nobody_has_asked_for(tmp_path: Path) -> None:
    port = free_port()
    line = command("play", "--port", f"{port}", "--database", str(tmp_path / "table.db"))
    with (tmp_path / "told").open("w") as log, subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log) as table:
        try:
            assert table.stdout is not None
            while b"Ctrl-C stops" not in table.stdout.readline():
                assert table.poll() is None
            with urlopen(f"http://127.0.0.1:{port}/") as page:
                assert page.status == 200
        finally:
            table.kill()
    found = imported((tmp_path / "told").read_text())

    assert "flask" in found, "what was imported is known"
    assert found & SEATED_OR_ASKED_FOR == set()
