"""The load on a hub: `python -m cardtable_lab.bench.club [TABLES ...]`, by default with 10, 100 and 1,000 tables.

The tables publish to a real Mosquitto. Each lays a card every four seconds and sends what a real table sends: the
event, the snapshot, and its status. A hub in a separate process stores and shows them; a screen follows its wall.
One clock times each event, from when it is sent to the broker until the wall has its last byte. The module also
measures the hub's memory and processor time, and whether every event was stored. `--database URL` uses a database other
than SQLite.
"""

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen
from uuid import UUID, uuid5

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from table.values import Value

_CARD_S = 4.0
LASTS_S = 40.0
_SETTLES_S = 4.0
_LINES = 8  # connections that the tables share; the broker and the hub cannot tell the difference
_GAMES = UUID("00000000-0000-0000-0000-0000000000c1")
_PATIENCE_S = 60.0
_CONFIG = "listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\nset_tcp_nodelay true\nuser root\n"
_CONFIG += "max_queued_messages 100000\n"  # as docs/club.md recommends
_TICKS_S = os.sysconf("SC_CLK_TCK")


class Taken(Value):
    """The load on a hub: times in ms, memory in MB, processor time in ms per event."""

    tables: int
    events: int
    kept: int
    p50_ms: float
    p99_ms: float
    rss_mb: float
    cpu_ms: float
    load: float


def measured(tables: int, database: str | None, lasts_s: float) -> Taken:
    """Measure a hub with `tables` tables that play for `lasts_s` seconds."""
    with TemporaryDirectory() as folder, _broker(Path(folder)) as port:
        url = database or f"sqlite:///{folder}/club.db"
        with _hub(port, url) as (hub, pages), Wall(pages) as wall:
            club = Club(tables, port)
            club.introduce()
            time.sleep(_SETTLES_S)
            before = _processor_s(hub)
            published = club.play(lasts_s)
            kept = _all_kept(pages, published)
            used = _processor_s(hub) - before
            after = wall.after_ns
            p = quantiles([one / 1e6 for one in after], n=100) if len(after) > 1 else [float("nan")] * 99
            rss = _rss_mb(hub)
    return Taken(tables, published, kept, p[49], p[98], rss, 1000 * used / published, os.getloadavg()[0])


class Club:
    """Simulated tables at which cards are laid."""

    def __init__(self, tables: int, port: int) -> None:
        self._lines = [_connected(port) for _ in range(min(_LINES, tables))]
        self._tables = [f"table-{number}" for number in range(tables)]
        self._games = [str(uuid5(_GAMES, f"{name}/{time.time_ns()}")) for name in self._tables]
        self._seq = [0] * tables

    def introduce(self) -> None:
        """Publish that all tables are online."""
        for number in range(len(self._tables)):
            self._say(number, "status", self._status(number), retain=True)

    def play(self, lasts_s: float) -> int:
        """Lay cards at an even pace for `lasts_s` seconds; return the number of events."""
        chance = random.Random(1)  # noqa: S311 - no secret
        due = [(chance.uniform(0, _CARD_S), number) for number in range(len(self._tables))]
        due.sort()
        began, published, rounds = time.monotonic(), 0, int(lasts_s / _CARD_S)
        for turn in range(rounds):
            for at, number in due:
                wait = began + turn * _CARD_S + at - time.monotonic()
                if wait > 0:
                    time.sleep(wait)
                self._lay(number)
                published += 1
        return published

    def _lay(self, number: int) -> None:
        self._seq[number] += 1
        seq, now_ns = self._seq[number], time.monotonic_ns()
        event = {"seq": seq, "t": 4.0 * seq, "at": _stamp(), "event": "card_played", "seat": 1 + seq % 5,
                 "zone": "discard", "card": "number3.1"}  # fmt: skip
        self._say(number, f"events/{self._games[number]}", event)
        self._say(number, "picture", _picture(seq, now_ns), retain=True, qos=0)
        self._say(number, "status", self._status(number), retain=True)

    def _status(self, number: int) -> dict[str, Any]:
        games = {self._games[number]: self._seq[number]} if self._seq[number] else {}
        return {"state": "online", "version": "1.0.0", "since": "2026-01-02T03:00:00.000+00:00", "games": games}

    def _say(self, number: int, topic: str, said: object, *, retain: bool = False, qos: int = 1) -> None:
        line = self._lines[number % len(self._lines)]
        base = f"cardtable/bench/{self._tables[number]}"
        line.publish(f"{base}/{topic}", json.dumps(said, ensure_ascii=False).encode(), qos=qos, retain=retain)


class Wall:
    """A screen that follows the wall and records how long each card took to appear, in ns."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), _PATIENCE_S)
        self._port = port
        self.after_ns: list[int] = []
        self._thread = threading.Thread(target=self._hear, daemon=True)

    def __enter__(self) -> "Wall":
        self._socket.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def _hear(self) -> None:
        """Record when each message's last byte arrives. Skip messages before the first card: they have no timestamp."""
        left = b""
        while piece := self._socket.recv(1 << 20):
            now_ns = time.monotonic_ns()
            *whole, left = (left + piece).split(b"\n\n")
            for message in whole:
                _, _, data = message.partition(b"data: ")
                if b"event: tables" in message:
                    self._note(json.loads(data.decode()), now_ns)

    def _note(self, said: dict[str, Any], now_ns: int) -> None:
        self.after_ns += [now_ns - int(one["news"]) for one in said["tables"] if one["news"] and not said["all"]]


def _picture(seq: int, now_ns: int) -> dict[str, Any]:
    """Return a snapshot as large as that of a game of five; its latest news carries the card's timestamp."""
    names = ("Ana", "Ben", "Cleo", "Dan", "Eva")
    news = [{"seq": seq - n, "t": 4.0 * (seq - n), "event": "card_played", "said": f"{names[n % 5]} plays a 3."}
            for n in range(1, 8)]  # fmt: skip
    seats: list[dict[str, Any]] = [
        {"seat": n + 1, "name": name, "score": seq % 40, "hand": None, "robot": None, "owes": [], "guard": False,
         "laid": None, "waiting": False, "pressed": None}
        for n, name in enumerate(names)
    ]  # fmt: skip
    return {
        "game": "mito", "title": "Mito", "round": 2, "rounds": 5, "turn": 1 + seq % 5, "headline": "Ana’s turn",
        "prompt": "Ana: play a 2 or a 5, or tap to draw. Hand empty? Hold the button.", "over": False, "seats": seats,
        "piles": {"discard": {"top": "number3.1", "count": seq, "shows": None}}, "labels": {"number3.1": "3"},
        "news": [{"seq": seq, "t": 4.0 * seq, "event": "card_played", "said": str(now_ns)}, *news],
        "rounds_played": [{"round": 1, "scores": {str(n): 7 * n for n in range(1, 6)}, "out": 3}], "game_id": 7,
        "race": None, "correction": None, "winners": None, "notice": None, "auto": False, "asked": [],
    }  # fmt: skip


def _connected(port: int) -> Client:
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    client.max_inflight_messages_set(1000)
    client.connect("127.0.0.1", port)
    client.loop_start()
    return client


@contextmanager
def _broker(folder: Path) -> Iterator[int]:
    port = _free_port()
    config = folder / "mosquitto.conf"
    config.write_text(_CONFIG.format(port=port))
    with subprocess.Popen(["/usr/sbin/mosquitto", "-c", config], stderr=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            _wait_for(port)
            yield port
        finally:
            process.kill()


@contextmanager
def _hub(port: int, database: str) -> Iterator[tuple[int, int]]:
    """Run a hub; yield its process ID and the port of its pages."""
    pages = _free_port()
    run = "from web.server.main import main; main()"
    line = [sys.executable, "-c", run, "hub", "--broker", f"mqtt://127.0.0.1:{port}", "--database", database]
    with subprocess.Popen([*line, "--port", str(pages)], stdout=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            _wait_for(pages)
            while not _health(pages)["ok"]:
                time.sleep(0.1)
            yield process.pid, pages
        finally:
            process.terminate()


def _all_kept(pages: int, published: int) -> int:
    """Wait until all events are stored or the time is up; return how many are stored."""
    until = time.monotonic() + _PATIENCE_S
    while (kept := int(_health(pages)["counts"].get("events", 0))) < published and time.monotonic() < until:
        time.sleep(0.2)
    return kept


def _health(pages: int) -> dict[str, Any]:
    with urlopen(f"http://127.0.0.1:{pages}/health", timeout=_PATIENCE_S) as answer:
        said: dict[str, Any] = json.load(answer)
        return said


def _processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_S


def _rss_mb(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def _stamp() -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime())}.000+00:00"


def main(arguments: Sequence[str]) -> None:
    """Measure a hub with each number of tables and print the results."""
    options = argparse.ArgumentParser(prog="python -m cardtable_lab.bench.club")
    options.add_argument("tables", type=int, nargs="*", default=[10, 100, 1000])
    options.add_argument("--database")
    options.add_argument("--seconds", type=float, default=LASTS_S)
    given = options.parse_args(arguments)
    print("tables  events    kept   p50 ms   p99 ms   RSS MB  CPU ms/event  load")
    for tables in given.tables:
        one = measured(tables, given.database, given.seconds)
        print(
            f"{one.tables:6} {one.events:7} {one.kept:7} {one.p50_ms:8.1f} {one.p99_ms:8.1f} {one.rss_mb:8.0f} "
            f"{one.cpu_ms:13.2f} {one.load:5.1f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
