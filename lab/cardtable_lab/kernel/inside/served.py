"""The installed table in this Debian: its service, chips on its bus, hands for cards and buttons, and a browser."""

import json
import subprocess
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, Self

from cardtable_lab.kernel.inside.board import Bench, place
from cardtable_lab.kernel.inside.devices import Header, waits
from hardware.clock import SystemClock
from table.values import Value

SERVICE, USER = "cardtable.service", "cardtable"
EXAMPLE = Path("docs/examples/kitchen.toml")
CONFIGURATION = Path("/etc/cardtable/table.toml")
URL = "http://127.0.0.1"
RESET, BUTTONS = 25, (17, 27, 5, 6)  # the pins of the example's two readers, and of its four seats
PLAYERS = ("Ana", "Ben", "Cleo")
CARDS = {f"04a1b2c3d4e5{number:02x}": f"number{number}.1" for number in range(1, 6)}
GONE = (OSError, HTTPException, ValueError)
PATIENCE_S = 60.0
_ANSWERS_S = 10.0
_TOUCH_NS = 400_000_000
# The environment of a user's shell, without the variables of this chapter's own Python.
_SURROUNDINGS = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}


class Output(Value):
    """The output of a command, including its errors, and its exit status."""

    text: str
    status: int


def types(*command: str, user: str | None = None, patience_s: float = PATIENCE_S) -> Output:
    """Run a command as root, or as a user. Raise TimeoutExpired if it runs longer than `patience_s` seconds."""
    line = [*([] if user is None else ["runuser", "-u", user, "--"]), *command]
    done = subprocess.run(  # noqa: S603 - our own commands
        line, env=_SURROUNDINGS, cwd="/", text=True, check=False, timeout=patience_s,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return Output(done.stdout.strip(), done.returncode)


class Running:
    """A context manager for a running command, which collects the lines that the command prints."""

    def __init__(self, *command: str) -> None:
        self.lines: list[str] = []
        self._process = subprocess.Popen(  # noqa: S603 - our own commands
            command, env=_SURROUNDINGS, cwd="/", text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._reader = Thread(target=self._reads, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()
        self._reader.join()

    def _reads(self) -> None:
        assert self._process.stdout is not None, "it was started with a pipe"  # noqa: S101
        for line in self._process.stdout:
            self.lines.append(line.rstrip())


def of_service(name: str) -> str:
    """Return a property of the service, as systemd reports it."""
    return types("systemctl", "show", "-P", name, SERVICE).text


def journal(*options: str) -> str:
    """Return the service's log since this machine was switched on."""
    return types("journalctl", "--no-pager", "-o", "cat", "-u", SERVICE, *options).text


class Browser:
    """A browser on this machine that keeps cookies and sends the Origin header."""

    def __init__(self, url: str = URL) -> None:
        self._url = url
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def gets(self, path: str) -> str:
        """Return the text of a page. Raise one of `GONE` if it is unavailable."""
        with self._opener.open(f"{self._url}/{path}", timeout=_ANSWERS_S) as answer:
            text: str = answer.read().decode()
        return text

    def asks(self, path: str, body: object = None, method: str | None = None) -> Any:
        """Send a request to the API and return the response. Raise one of `GONE` if the request fails."""
        data = None if body is None else json.dumps(body).encode()
        kind = {"Content-Type": "application/json", "Origin": self._url}
        wanted = urllib.request.Request(f"{self._url}/api/v1/{path}", data, kind, method=method)  # noqa: S310 - ours
        with self._opener.open(wanted, timeout=_ANSWERS_S) as answer:
            return json.load(answer)


class Table:
    """A context manager for a table wired like the example, with two readers, four buttons, and a host."""

    def __init__(self) -> None:
        self.header = Header()
        self.bench = Bench(*(place(self.header, device=number, reset_pin=RESET) for number in (0, 1)))
        self.host = Browser()
        CONFIGURATION.write_bytes(EXAMPLE.read_bytes())
        types("udevadm", "settle")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bench.close()

    def restarts(self) -> Output:
        """Restart the service with systemd and wait until it serves pages. Return the output of `systemctl`."""
        return types("systemctl", "restart", SERVICE, patience_s=120)

    def begins(self) -> None:
        """Log in as host, tag some cards, and start a game. Raise one of `GONE` if the table refuses."""
        self.host.asks("host", {"pin": types("cardtable", "pin").text})
        self.host.asks("decks/mito/tags", {"tags": CARDS}, "PUT")
        self.host.asks("games", {"game": "mito", "players": PLAYERS})

    def touches(self, card: str) -> None:
        """Touch the pad in the middle with a card."""
        uid = next(uid for uid, known in CARDS.items() if known == card)
        now_ns = SystemClock().now_ns()
        self.bench.put(uid, 0, from_ns=now_ns, until_ns=now_ns + _TOUCH_NS)

    def shows(self, card: str, patience_s: float = PATIENCE_S) -> bool:
        """Wait until the public view shows a card on top of a pile. Return whether the card appears in time."""
        return waits(lambda: card in self.tops(), patience_s)

    def tops(self) -> Sequence[str]:
        """Return the top cards of the piles, or nothing if the table does not respond."""
        with suppress(*GONE):
            return [pile["top"] for pile in self.host.asks("table")["piles"].values()]
        return ()

    def down(self) -> list[int]:
        """Return the seats whose buttons are down, as the host sees them."""
        return [button["seat"] for button in self.host.asks("wired")["buttons"] if button["down"]]


def health() -> dict[str, Any]:
    """Return the response of /health, or {} if there is none."""
    with suppress(*GONE):
        answer: dict[str, Any] = json.loads(Browser().gets("health"))
        return answer
    return {}


def is_well() -> bool:
    """Return whether the table reports that it is healthy."""
    return health().get("ok") is True
