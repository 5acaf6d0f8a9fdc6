"""A table in a separate process, as people start it, and hands to play at it: for tests of commands and pages."""

import json
import os
import pty
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from http.cookiejar import CookieJar
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from table.facts import MOST_SEATS
from tests import forking

COMMAND = str(Path(sys.executable).parent / "cardtable")
JUMPING = (sys.executable, "-m", "tests.jumping")
# How long tests wait for what should come at once: long, for that costs nothing, and machines are busy.
PATIENCE_S = 60.0
_FIRST, _BEYOND = 10_000, 32_000
_START = Random(os.getpid()).randrange(_FIRST, _BEYOND)  # noqa: S311 - each worker has others
_PORTS = cycle((*range(_START, _BEYOND), *range(_FIRST, _START)))
TOO_SLOW = "a source does not answer"  # a correct complaint of a table on a machine that is too busy


def free_port() -> int:
    """Return a free port below the range that the system uses for outgoing connections."""
    for port in _PORTS:
        with suppress(OSError), socket.create_server(("", port)):
            return port
    raise AssertionError("there are no more ports")


def run(
    *arguments: str | Path,
    folder: Path | None = None,
    timeout_s: float = 300,
    program: str = "cardtable",
    environment: Mapping[str, str] | None = None,
) -> "subprocess.CompletedProcess[str]":
    """Run `cardtable`, or pytest if that is the `program`, until it ends."""
    line = [str(argument) for argument in arguments]
    files = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = forking.command(*line, program=program, cwd=folder, env=environment, **files)
    with process:
        try:
            said, complained = process.communicate(timeout=timeout_s)
        finally:
            process.kill()
    return subprocess.CompletedProcess(line, process.returncode, said, complained)


class Phone:
    """A browser as a server sees it: it keeps cookies and sends its origin."""

    def __init__(self, url: str, patience_s: float = PATIENCE_S) -> None:
        self.url = url
        self._patience_s = patience_s
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def asks(self, path: str, **body: Any) -> Any:
        """Post something to the API; return its answer. Raise HTTPError if it is refused."""
        headers = {"Content-Type": "application/json", "Origin": self.url}
        return self._read(Request(f"{self.url}/api/v1/{path}", json.dumps(body).encode(), headers))  # noqa: S310

    def gets(self, path: str) -> Any:
        """Get something from the API. Raise HTTPError if it is refused."""
        return self._read(Request(f"{self.url}/api/v1/{path}"))  # noqa: S310

    def watches(self, stream: str, right: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Watch a stream of the API until a picture is right; return the picture."""
        seen: list[dict[str, Any]] = []
        with self.opens(f"{self.url}/api/v1/{stream}") as lines:
            for line in lines:
                name, _, data = line.decode().partition(": ")
                if name == "data" and '"piles"' in data:
                    seen.append(json.loads(data))
                    if right(seen[-1]):
                        return seen[-1]
        raise AssertionError(f"the stream ended before a picture was right; the last one was {seen[-1:]}")

    def _read(self, wanted: Request) -> Any:
        with self.opens(wanted) as answer:
            return json.load(answer)

    def opens(self, wanted: Request | str) -> Any:
        """Get a page, or a stream."""
        return self._opener.open(wanted, timeout=self._patience_s)


class Playing:
    """A table in a separate process, and hands to play at it."""

    def __init__(self, process: subprocess.Popen[str], port: int, greeting: str) -> None:
        self.process = process
        self.greeting = greeting
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def complaints(self) -> list[str]:
        """Return the complaints of a table that has ended, except that the machine was too busy."""
        return [line for line in self.process.communicate()[1].splitlines() if TOO_SLOW not in line]

    @property
    def pin(self) -> str:
        """The host's PIN, as the terminal shows it."""
        found = re.search(r"Host PIN +(\d{3}) (\d{3})\n", self.greeting)
        assert found is not None, self.greeting
        return found[1] + found[2]

    def phone(self) -> "Phone":
        """A new phone, without a seat or any other role."""
        return Phone(self.url)

    def host(self) -> "Phone":
        """The host's phone."""
        phone = self.phone()
        phone.asks("host", pin=self.pin)
        return phone

    @cached_property
    def _own_host(self) -> "Phone":
        return self.host()

    def begins_anew(self, game: str = "mito", players: Sequence[str] = ("Ana", "Ben", "Cleo"), **options: Any) -> None:
        """End any running game, free all seats, and begin a new game."""
        if not self._own_host.gets("me")["host"]:
            del self._own_host  # others became host after it, and their number is limited
        host, before = self._own_host, self.table()
        if before["running"]:
            host.asks("choices", choice="abort")
        for seat in range(1, MOST_SEATS + 1):
            host.asks(f"seats/{seat}/free")
        host.asks("games", game=game, players=players, options=options)
        self.waits_until(lambda view: view["game_id"] != before["game_id"])

    def table(self) -> dict[str, Any]:
        picture: dict[str, Any] = self.phone().gets("table")
        return picture

    def touches(self, card: str, zone: str) -> None:
        self.phone().asks("tabletop", do="touch", card=card, zone=zone)

    def lays_before(self, seat: int, card: str, *, stays: bool = False) -> None:
        """Touch the pad of a seat with a card, and wait until that seat's own view shows it.

        A person takes the seat for that, and leaves it unless `stays`; if the last person leaves, the game is given up.
        """
        person = self.phone()
        person.asks(f"seats/{seat}/take")
        self.touches(card, f"seat.{seat}")
        person.watches(f"seats/{seat}/events", lambda view: card in view["own"]["laid"])
        if not stays:
            person.asks(f"seats/{seat}/leave")

    def taps(self, seat: int) -> None:
        """Tap a button with a single request, so that it is a tap on a busy machine, too."""
        self.phone().asks("tabletop", do="press", seat=seat, gesture="tap")

    def presses(self, seat: int) -> None:
        self.phone().asks("tabletop", do="press", seat=seat)

    def releases(self, seat: int) -> None:
        self.phone().asks("tabletop", do="release", seat=seat)

    def shows(self, card: str) -> dict[str, Any]:
        """Watch the stream, as a phone does, until a card lies on top of a pile."""
        return self.waits_until(lambda view: any(pile["top"] == card for pile in view["piles"].values()))

    def waits_until(self, right: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Watch the stream, as a phone does, until a picture is right."""
        return self.phone().watches("events", right)


@contextmanager
def playing(
    database: Path, *arguments: str, answers: str | None = None, clock_off_s: float | None = None
) -> Iterator[Playing]:
    """Run an emulated table until the block ends; `answers` are typed at its terminal, if it has one.

    With `clock_off_s`, its wall clock is wrong by that much, and jumps on SIGUSR1 and SIGUSR2.
    """
    command = () if clock_off_s is None else (*JUMPING, str(clock_off_s))
    with running("play", "--database", str(database), *arguments, answers=answers, command=command) as table:
        yield table


@contextmanager
def running(
    *arguments: str,
    answers: str | None = None,
    environment: Mapping[str, str] | None = None,
    command: Sequence[str] = (),
) -> Iterator[Playing]:
    """Run a table until the block ends. A `command` is spawned instead of forked."""
    port = free_port()
    line = [*arguments, "--port", str(port)]
    keyboard, terminal = pty.openpty()
    files = {
        "stdin": subprocess.DEVNULL if answers is None else terminal,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
    }
    if command:
        process = subprocess.Popen([*command, *line], text=True, env=environment, **files)
    else:
        process = forking.command(*line, env=environment, **files)
    os.write(keyboard, (answers or "").encode())
    try:
        greeting = process.stdout
        assert greeting is not None
        said = [greeting.readline()]
        while "Ctrl-C stops" not in said[-1]:
            assert said[-1], process.communicate()[1]
            said.append(greeting.readline())
        yield Playing(process, port, "".join(said))
    finally:
        process.kill()
        process.communicate()
        os.close(keyboard)
        os.close(terminal)
