"""A guest who tries to spoil a game of four phones: `GUEST_S=3600 python -m cardtable_lab.bench.guest`.

The guest is a separate process with sixty connections that make expensive requests, end and replace games, and leave
requests unfinished and streams unread. It has its own address, like each phone on a Wi-Fi network. Four phones hold
seats, follow their streams, lay cards and press. No press may wait longer than half a second for its response, the
game must not change, and each phone must get every event. A process with the highest priority notices when the computer
itself pauses, as a virtual machine does while its host takes a snapshot. Presses during a pause are reported
separately.
"""

import http.client
import json
import os
import random
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from operator import itemgetter
from pathlib import Path
from threading import Event, Thread
from typing import Any

from cardtable_lab.bench.phones import fitting_cards, percentile
from cardtable_lab.bench.proving import SCALE
from cardtable_lab.bench.proving.programs import again, far, prose
from table.values import Value

COMMAND = Path(sys.executable).with_name("cardtable")
SECONDS = float(os.environ.get("GUEST_S", 300 * SCALE))
SEATS, CONNECTIONS = 4, 60
MOST_S = 0.5
_STILL_S, _GLANCE_S = 0.1, 0.01  # if a top-priority process oversleeps by this much, the computer has paused
_PATIENCE_S = 30.0
_EACH_S, _CARD_EACH = 1.5, 8  # time between two presses of a seat; presses per card
_HERE, _GUEST = "127.0.0.{}", ("127.0.0.66", 0)  # on a Wi-Fi network, each phone has its own address
_DEAR = (
    "/api/v1/games", "/api/v1/openapi.json", "/api/v1/decks", "/decks", "/history", "/people", "/rules/mythology_go",
    "/api/v1/history/1/pictures?from=1&to=20", "/api/v1/history/1", "/metrics",
)  # fmt: skip
_HOSTILE: Sequence[tuple[str, str, dict[str, Any]]] = (
    ("POST", "/api/v1/quick", {"game": "nur_mut", "robots": 3}),
    ("POST", "/api/v1/quick", {"game": "mito", "name": "x" * 300}),
    ("POST", "/api/v1/games", {"game": "mytho"}),
    ("POST", "/api/v1/end", {}),
    ("POST", "/api/v1/choices", {"seat": 0, "choice": "abort"}),
    ("POST", "/api/v1/practice", {"game": "mito"}),
    ("POST", "/api/v1/robots", {"seat": 1, "kind": "easy"}),
    ("DELETE", "/api/v1/robots/1", {}),
    ("POST", "/api/v1/host", {"pin": "000000"}),
    ("POST", "/api/v1/seats/1/take", {}),
    ("POST", "/api/v1/seats/1/leave", {}),
    ("DELETE", "/api/v1/tournaments/1", {}),
    ("POST", "/api/v1/decks/mito/cards", {"effects": [None]}),
    ("POST", "/api/v1/restore", {}),
)


class Spoiled(Value):
    """The results of an evening with a guest: how long presses waited, in s, what the guest received, and what broke.

    `stills` lists when each pause of the computer began and how long it took, in s. `across_s` lists how long presses
    waited that were made during a pause.
    """

    seconds: float
    waited_s: Sequence[float]
    answers: Counter[str]
    events: int
    wrong: Sequence[str]
    stills: Sequence[tuple[float, float]] = ()
    across_s: Sequence[float] = ()
    slowest: Sequence[tuple[float, float]] = ()  # time since the first press, and duration, in s

    @property
    def sound(self) -> bool:
        """Whether nothing broke and no press waited too long."""
        return not self.wrong and max(self.waited_s) <= MOST_S


# -- the computer


def watch_the_machine() -> Sequence[tuple[float, float]]:
    """Return when and for how long this computer paused, in s, until standard input ends.

    Raise OSError if the kernel does not give this process the highest priority, because it would then mistake load for
    a pause.
    """
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(os.sched_get_priority_max(os.SCHED_FIFO)))
    stills, before_s = [], time.monotonic()
    while not select.select([sys.stdin], [], [], _GLANCE_S)[0]:
        now_s = time.monotonic()
        if now_s - before_s > _STILL_S + _GLANCE_S:
            stills.append((before_s, now_s - before_s))
        before_s = now_s
    return stills


@contextmanager
def _watched() -> Iterator[list[tuple[float, float]]]:
    """Watch the computer during a block; afterwards the yielded list holds its pauses."""
    stills: list[tuple[float, float]] = []
    command = [sys.executable, "-m", "cardtable_lab.bench.guest", "watch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as watch:  # noqa: S603
        yield stills
        stills += json.loads(watch.communicate()[0] or "[]")


def _is_across(began_s: float, took_s: float, stills: Sequence[tuple[float, float]]) -> bool:
    """Return whether the computer paused between a press and its response."""
    return any(from_s < began_s + took_s and began_s < from_s + for_s for from_s, for_s in stills)


# -- the guest


def spoil(port: int, seconds: float) -> Counter[str]:
    """Attack the table over all connections at once; count how the requests ended, by status or error."""
    answers: Counter[str] = Counter()
    until_s = time.monotonic() + seconds
    threads = [Thread(target=_asks, args=(port, until_s, random.Random(n), answers)) for n in range(CONNECTIONS)]  # noqa: S311
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def _asks(port: int, until_s: float, chance: random.Random, answers: Counter[str]) -> None:
    ways: Sequence[Callable[[int, random.Random], str]] = (_dear, _dear, _dear, _hostile, _half_said, _unread)
    while time.monotonic() < until_s:
        try:
            answers[chance.choice(ways)(port, chance)] += 1
        except (OSError, http.client.HTTPException) as error:
            answers[type(error).__name__] += 1


def _dear(port: int, chance: random.Random) -> str:
    return _asked(port, "GET", chance.choice(_DEAR))


def _hostile(port: int, chance: random.Random) -> str:
    method, path, body = chance.choice(_HOSTILE)
    return _asked(port, method, path, body)


def _half_said(port: int, chance: random.Random) -> str:
    with socket.create_connection(("127.0.0.1", port), _PATIENCE_S, _GUEST) as out:
        out.sendall(
            b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"[: chance.randrange(9, 80)]
        )
    return "left incomplete"


def _unread(port: int, chance: random.Random) -> str:
    with socket.create_connection(("127.0.0.1", port), _PATIENCE_S, _GUEST) as out:
        out.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        out.settimeout(chance.random())
        with suppress(TimeoutError):
            out.recv(1)
    return "left unread"


def _asked(port: int, method: str, path: str, body: dict[str, Any] | None = None) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S, source_address=_GUEST)
    headers = {"Origin": f"http://localhost:{port}", "Host": f"localhost:{port}", "Accept-Encoding": "gzip"}
    try:
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, headers | ({} if text is None else {"Content-Type": "application/json"}))
        answer = connection.getresponse()
        answer.read()
        return str(answer.status)
    finally:
        connection.close()


# -- the players


class Phone:
    """A phone at a seat, which follows its stream in one thread and presses in another."""

    def __init__(self, port: int, seat: int) -> None:
        self._port, self._seat = port, seat
        self._cookie = ""
        self.heard: list[int] = []
        self.pressed: list[tuple[float, float]] = []  # time, and how long until the response, in s
        self.wrong: list[str] = []
        self._ask("POST", f"/api/v1/seats/{seat}/take", {})

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        here = (_HERE.format(self._seat + 1), 0)
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_PATIENCE_S, source_address=here)
        headers = {
            "Origin": f"http://localhost:{self._port}",
            "Host": f"localhost:{self._port}",
            "Cookie": self._cookie,
        }
        if self.heard:
            headers["Last-Event-ID"] = str(self.heard[-1])
        connection.request(
            method, path, None if body is None else json.dumps(body), headers | {"Content-Type": "application/json"}
        )
        answer = connection.getresponse()
        if path.endswith("/events"):
            return answer
        self._cookie = (answer.getheader("Set-Cookie") or self._cookie).partition(";")[0]
        said = answer.read()
        connection.close()
        if answer.status != 200:
            self.wrong.append(f"seat {self._seat}: {path}: {answer.status} {said[:99]!r}")
        return said

    def follows(self, stop: Event) -> None:
        """Record the events of the seat; reconnect when a stream ends."""
        while not stop.is_set():
            with (
                suppress(OSError, http.client.HTTPException),
                self._ask("GET", f"/api/v1/seats/{self._seat}/events") as stream,
            ):
                for line in stream:
                    if line.startswith(b"id: "):
                        self.heard.append(int(line[4:]))
                    if stop.is_set():
                        return

    def presses(self, stop: Event) -> None:
        """Press and release repeatedly, and lay a card now and then; record how long each press and release took."""
        fitting, presses = islice(fitting_cards(), self._seat - 1, None, SEATS), 0
        while not stop.wait(_EACH_S):
            presses += 1
            if presses % _CARD_EACH == 0 and (card := next(fitting, None)):
                self._ask("POST", "/api/v1/tabletop", {"do": "touch", "card": card, "zone": "discard"})
            for do in ("press", "release"):
                began_s = time.monotonic()
                self._ask("POST", "/api/v1/tabletop", {"do": do, "seat": self._seat})
                self.pressed.append((began_s, time.monotonic() - began_s))


def evening(seconds: float = SECONDS) -> Spoiled:
    """Play with four phones and the guest for `seconds` seconds."""
    with (
        _watched() as stills,
        tempfile.TemporaryDirectory() as folder,
        _table(Path(folder)) as port,
        ExitStack() as closing,
    ):
        phones, stop = [Phone(port, seat) for seat in range(1, SEATS + 1)], Event()
        before = _state(port)
        threads = [Thread(target=act, args=(stop,)) for phone in phones for act in (phone.follows, phone.presses)]
        for thread in threads:
            thread.start()
        closing.callback(stop.set)
        command = [sys.executable, "-m", "cardtable_lab.bench.guest", "spoil", str(port), str(seconds)]
        guest = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
        after = _state(port)
        stop.set()
        for thread in threads:
            thread.join()
    wrong = [said for phone in phones for said in phone.wrong]
    if before["game_id"] != after["game_id"]:
        wrong.append(f"game {before['game_id']} became {after['game_id']}")
    for phone in phones:
        lacking = set(range(min(phone.heard), max(phone.heard) + 1)) - set(phone.heard)
        wrong += [f"a phone missed events {sorted(lacking)[:5]}"] * bool(lacking)
    pressed = sorted(press for phone in phones for press in phone.pressed)
    slowest = [(began_s - pressed[0][0], took_s) for began_s, took_s in sorted(pressed, key=itemgetter(1))[:-6:-1]]
    across_s = [took_s for began_s, took_s in pressed if _is_across(began_s, took_s, stills)]
    waited_s = [took_s for began_s, took_s in pressed if not _is_across(began_s, took_s, stills)]
    answers = Counter(json.loads(guest.stdout))
    return Spoiled(seconds, waited_s, answers, max(phones[0].heard), wrong, stills, across_s, slowest)


@contextmanager
def _table(folder: Path) -> Iterator[int]:
    with socket.create_server(("", 0)) as probe:  # free on all addresses, including those of earlier guests
        port: int = probe.getsockname()[1]
    line = [
        str(COMMAND),
        "play",
        "mito",
        "--players",
        str(SEATS),
        "--port",
        str(port),
        "--database",
        str(folder / "table.db"),
    ]
    table = subprocess.Popen(line, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)  # noqa: S603
    try:
        assert table.stdout is not None  # noqa: S101 - it is piped
        next(said for said in table.stdout if "Ctrl-C stops" in said)
        yield port
    finally:
        table.terminate()
        table.communicate(timeout=_PATIENCE_S)


def _state(port: int) -> dict[str, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    connection.request("GET", "/api/v1/table")
    state: dict[str, Any] = json.load(connection.getresponse())
    connection.close()
    return state


def chapter() -> Iterator[tuple[str, bool]]:
    """Yield the docs/proof.md chapter on the guest, and whether it passed."""
    spoiled = evening()
    waited = [f"{1000 * percentile(spoiled.waited_s, percent):.0f} ms" for percent in (50, 99, 100)]
    requests = sum(spoiled.answers.values())
    text = (
        far(
            f"{spoiled.seconds / 60:.0f} minutes, {requests:,} requests by the guest, {len(spoiled.waited_s):,} presses"
        )
        + prose(
            f"Of {len(spoiled.waited_s):,} presses and releases, half were answered within {waited[0]}, 99 in 100",
            f"within {waited[1]}, and all within {waited[2]}; each phone received {spoiled.events} events.",
            "The slowest, with the time since the first press:",
            ", ".join(f"{1000 * took_s:.0f} ms at {after_s:.1f} s" for after_s, took_s in spoiled.slowest) + ".",
            "The guest's requests ended with these statuses or errors, or were left unfinished:",
            ", ".join(f"{answer} ({count:,})" for answer, count in spoiled.answers.most_common()) + ".",
            *(["Wrong:", "; ".join(spoiled.wrong[:5])] if spoiled.wrong else []),
            *_told_of_stills(spoiled),
        )
        + again(f"GUEST_S={spoiled.seconds:.0f} python -m cardtable_lab.bench.guest")
    )
    yield text, spoiled.sound


def _told_of_stills(spoiled: Spoiled) -> Iterator[str]:
    if spoiled.stills:
        yield f"The computer itself paused {len(spoiled.stills)} times, for at most"
        yield f"{1000 * max(for_s for _, for_s in spoiled.stills):.0f} ms, as measured by a process with the highest"
        yield f"priority; the {len(spoiled.across_s)} presses during these pauses are not counted above."


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["watch"]:
            print(json.dumps(watch_the_machine()))
        case ["spoil", port, seconds]:
            print(json.dumps(spoil(int(port), float(seconds))))
        case _:
            for written, sound in chapter():
                print(written, sound)
