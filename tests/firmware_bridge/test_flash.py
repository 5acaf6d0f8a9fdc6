"""`cardtable flash`: the program put where it belongs with mpremote itself, and read back."""

import os
import pty
import subprocess
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import flash as flashing
from firmware_bridge.flash import FlashError, files, flash
from firmware_bridge.pico import messages, wire
from firmware_bridge.pico.board import KEPT
from hardware.emulator.pico.micropython import PROGRAM, interpreter
from tests.playing import PATIENCE_S, run

PROMPT = Path(__file__).parent / "prompt.py"


class Board:
    """A board with MicroPython and nothing else, on a cable to this machine; its files are in a folder."""

    def __init__(self, drive: Path) -> None:
        self.drive = drive
        self._inner, self._outer = pty.openpty()
        tty.setraw(self._outer)
        self.port = os.ttyname(self._outer)
        self._process = subprocess.Popen([interpreter(), str(PROMPT)], stdin=self._inner, stdout=self._inner, cwd=drive)

    def close(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE_S)
        os.close(self._inner)
        os.close(self._outer)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    drive = tmp_path / "drive"
    drive.mkdir()
    board = Board(drive)
    yield board
    board.close()


@pytest.mark.long
def test_the_program_is_put_there_whole(board: Board) -> None:
    result = run("flash", "--port", board.port, timeout_s=PATIENCE_S * 3)

    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        f"copied {len(files())} files",
        "read all of them back: they are correct",
        "started",
    ]
    assert (board.drive / "main.py").read_bytes() == PROGRAM.read_bytes()
    for name, path in files().items():
        assert (board.drive / name).read_bytes() == path.read_bytes()

    code = "import sys; sys.path.insert(0, '.'); from firmware_bridge.pico import board; print(board.KEPT)"
    ran = subprocess.run(
        [interpreter(), "-c", code], cwd=board.drive, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )

    assert ran.stdout == f"{KEPT}\n", ran.stderr


@pytest.mark.long
def test_a_file_that_arrives_corrupt_is_noticed(board: Board) -> None:
    (board.drive / "stuck").touch()

    with pytest.raises(FlashError, match=r"these files arrived corrupt: .*main.py"):
        list(flash(board.port))


def test_a_program_that_runs_is_asked_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    hello = wire.seal(messages.encode(messages.Hello(messages.VERSION, "b", "flash", 1, "x", messages.CAN)))
    asked: list[bytes] = []

    class Port:
        def __init__(self, path: str) -> None:
            assert path == "/dev/pico"

        def write(self, data: bytes) -> None:
            asked.append(data)

        def read(self, wait_ns: int) -> bytes:
            return hello

        def close(self) -> None:
            pass

    monkeypatch.setattr(flashing, "SerialPort", Port)
    assert flashing._stop("/dev/pico")
    assert wire.Lines().take(asked[-1]) == ["stop for another program"]


@pytest.mark.long
def test_a_pico_that_is_not_there_is_told_in_one_line() -> None:
    result = run("flash", "--port", "/dev/nowhere")

    assert (result.returncode, result.stdout, result.stderr) == (
        2,
        "",
        "cardtable: pico pico: no Pico at /dev/nowhere\n",
    )
