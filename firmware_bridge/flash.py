"""Installs the program on a Pico with MicroPython: copies it with mpremote, then reads it back.

A Pico that is already running the program is first told to stop; it restarts and leaves the prompt to mpremote.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from subprocess import TimeoutExpired, run

import firmware_bridge
from firmware_bridge.pico import messages
from firmware_bridge.pico.messages import Call, Stop
from firmware_bridge.pico.wire import Lines, seal
from firmware_bridge.serial_port import SerialPort

_ANSWERS_S = 1.5  # how long to wait for a running program's hello
_READ_NS = 50_000_000
_RESETS_S = 2.0  # from `stop` until the prompt answers
_BACK_S = 15.0
_MPREMOTE_S = 30.0

_MAKE_FOLDERS = """import os
for folder in {folders}:
    try:
        os.mkdir(folder)
    except OSError:
        pass
"""
_HASH = """import hashlib, binascii
for name in {names}:
    with open(name, "rb") as file:
        print("hash", name, binascii.hexlify(hashlib.sha256(file.read()).digest()).decode())
"""


class FlashError(OSError):
    """The program could not be installed; the message says why."""


def files() -> Mapping[str, Path]:
    """Return the source file to install at each path on the Pico."""
    root = Path(firmware_bridge.__file__).parent
    copied = {"firmware_bridge/__init__.py": root / "__init__.py", "main.py": root / "pico" / "main.py"}
    modules = [path for path in sorted((root / "pico").glob("*.py")) if path.name != "main.py"]
    return copied | {f"firmware_bridge/pico/{path.name}": path for path in modules}


def flash(port: str, sleep: Callable[[float], None] = time.sleep) -> Iterator[str]:
    """Install the program on the Pico at a port; yield each completed step. Raise FlashError if a step fails."""
    if _stop(port):
        yield "stopped the program that ran there"
        _wait_for(port, sleep)
    copied = files()
    folders = ("firmware_bridge", "firmware_bridge/pico")
    _mpremote(port, "exec", _MAKE_FOLDERS.format(folders=folders))
    copies = [word for name, path in copied.items() for word in ("+", "fs", "cp", str(path), f":{name}")]
    _mpremote(port, *copies[1:])
    yield f"copied {len(copied)} files"
    printed = _mpremote(port, "exec", _HASH.format(names=tuple(copied)))
    found = {
        words[1]: words[2] for line in printed.splitlines() if len(words := line.split()) == 3 and words[0] == "hash"
    }
    wrong = [name for name, path in copied.items() if found.get(name) != sha256(path.read_bytes()).hexdigest()]
    if wrong:
        raise FlashError(f"these files arrived corrupt: {', '.join(wrong)}; try again, or with another cable")
    yield "read all of them back: they are correct"
    _mpremote(port, "reset")
    yield "started"


def _stop(port: str) -> bool:
    """Stop the program if it is running on the Pico at a port; return whether it was."""
    serial, lines = SerialPort(port), Lines()
    try:
        serial.write(b"\n" + seal(messages.encode(Call(messages.VERSION, "flash"))))
        until_s = time.monotonic() + _ANSWERS_S
        while time.monotonic() < until_s:
            if any(text.startswith("hello ") for text in lines.take(serial.read(_READ_NS))):  # any version
                serial.write(seal(messages.encode(Stop("for another program"))))
                return True
    finally:
        serial.close()
    return False


def _wait_for(port: str, sleep: Callable[[float], None]) -> None:
    """Wait until a port reappears. Raise FlashError if it does not."""
    waited_s = 0.0
    while waited_s < _BACK_S:
        sleep(_RESETS_S)
        waited_s += _RESETS_S
        try:
            SerialPort(port).close()
        except OSError:
            continue
        return
    raise FlashError(f"the Pico at {port} has not come back; pull its plug and put it in again")


def _mpremote(port: str, *words: str) -> str:
    command = [sys.executable, "-m", "mpremote", "connect", port, "resume", *words]
    try:
        done = run(command, capture_output=True, text=True, timeout=_MPREMOTE_S, check=False)  # noqa: S603 - our words
    except TimeoutExpired:
        raise FlashError(f"the Pico at {port} does not answer; is MicroPython on it?") from None
    if "No module named mpremote" in done.stderr:
        raise FlashError("mpremote is missing: pip install -e '.[pico]' where cardtable was fetched to")
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise FlashError(f"mpremote {words[0]}: {said[-1] if said else 'no word'}; is MicroPython on this Pico?")
    return done.stdout
