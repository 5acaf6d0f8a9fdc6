"""Whatever dies between tables and hub: in the end every public event of every game is there once, in order.

Three tables that play by themselves, their broker, a hub and its PostgreSQL are killed at random, one after the other,
and started anew. KILLS says how often, KILL_SEED which ones and when.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from cardtable_club.publishing.address import Place
from cardtable_club.publishing.played import Games
from club.tests.hub.postgresql import PostgreSQL, postgresql
from club.tests.publishing.broker import Mosquitto
from tests.playing import free_port

KILLS, SEED = int(os.environ.get("KILLS", "200")), int(os.environ.get("KILL_SEED", "1"))
TABLES = {"kitchen": "mito", "hall": "mytho", "cafe": "nur_mut"}
AGREE_S = 300.0
KEPT = "allow_anonymous true\npersistence true\npersistence_location {folder}/\nautosave_interval 1\n"


class Program:
    """A command of ours that is killed and started anew."""

    def __init__(self, folder: Path, name: str, *arguments: str) -> None:
        self.name = name
        run = f"import sys; sys.argv = ['cardtable', *{arguments!r}]; from web.server.main import main; main()"
        self._line = [sys.executable, "-c", run]
        self._log = folder / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def starts(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._line, stdout=log, stderr=log, start_new_session=True)

    def dies(self, how: int = signal.SIGKILL) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None


@contextmanager
def started(*programs: Any) -> Iterator[None]:
    with ExitStack() as stack:
        for program in programs:
            program.starts()
            stack.callback(program.dies)
        yield


def events_by_game(database: Path, table: str) -> dict[str, list[Any]]:
    """What everybody was told in the games that a table still has, the one that is on, too, by UUID."""
    games = Games(database, Place("riverside", table))
    return {
        games.uuid(one): json.loads(json.dumps([event.json for event in games.events(one)]))
        for one in games.since(1).values()
    }


def kept(server: PostgreSQL, name: str) -> dict[str, list[Any]]:
    """What the hub has kept, by UUID, in the order of `seq`, without the time on the wall."""
    import psycopg

    found: dict[str, list[Any]] = {}
    with psycopg.connect(server.url(name)) as db:
        for game, body in db.execute("SELECT game, body FROM events ORDER BY game, seq"):
            event = json.loads(body)
            del event["at"]
            found.setdefault(game, []).append(event)
    return found


def waits_for(holds: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + AGREE_S
    while not holds():
        assert time.monotonic() < until, what
        time.sleep(0.5)


@pytest.mark.proof
@pytest.mark.timeout(7200)
def test_whatever_is_killed_hub_and_tables_agree_in_the_end(tmp_path: Path) -> None:
    chance = random.Random(SEED)  # noqa: S311 - no secret
    mosquitto = Mosquitto(tmp_path, KEPT.format(folder=tmp_path))
    port = free_port()
    tables = [
        Program(
            tmp_path, name, "play", game, "--auto", "--speed", "4", "--port", str(free_port()),
            "--database", str(tmp_path / f"{name}.db"), "--club", f"{mosquitto.url}/riverside/{name}",
        )
        for name, game in TABLES.items()
    ]  # fmt: skip
    with postgresql(safe=True) as server:
        url = server.makes("club")
        hub = Program(tmp_path, "hub", "hub", "--broker", mosquitto.url, "--database", url, "--port", str(port))
        parts: list[Any] = [*tables, mosquitto, hub, server]
        with started(mosquitto, hub, *tables):
            killed = dict.fromkeys(map(type_of, parts), 0)
            for _ in range(KILLS):
                time.sleep(chance.uniform(0.1, 4.0))
                one = chance.choice(parts)
                one.dies()
                time.sleep(chance.choice((0.0, 0.0, 0.5, 3.0)))
                one.starts()
                killed[type_of(one)] += 1
            time.sleep(5)
            for table in tables:  # whoever is asked to end has two seconds to say what is left
                table.dies(signal.SIGTERM)
                table.starts()
            _agree(tmp_path, server, port)
            print(f"{KILLS} kills (seed {SEED}): {killed}")  # noqa: T201 - what `make prove` shows


def type_of(one: Any) -> str:
    return getattr(one, "name", None) or type(one).__name__


def _agree(folder: Path, server: PostgreSQL, port: int) -> None:
    def nothing_lacks() -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                state = json.load(answer)
        except OSError:
            return False
        return bool(state["ok"])

    wanted = {game: events for name in TABLES for game, events in events_by_game(folder / f"{name}.db", name).items()}

    def same() -> bool:
        """Whether the hub has all that was told by now: tables play on meanwhile."""
        hub = kept(server, "club")
        return all(hub.get(game, [])[: len(events)] == events for game, events in wanted.items())

    waits_for(nothing_lacks, "the hub is well")
    waits_for(same, "the hub has all events of all games that tables still have")
    hub = kept(server, "club")
    assert len(wanted) > len(TABLES), "games are over, and one is on at each table"
    for game in wanted:
        assert [event["seq"] for event in hub[game]] == list(range(1, len(hub[game]) + 1))
    print(f"{len(wanted)} games, {sum(len(hub[game]) for game in wanted)} events")  # noqa: T201
