"""A table in a real Home Assistant: found by itself, its turns ring, a lost broker and restarts of both are survived.

It needs a Python that the newest Home Assistant here runs on; it is installed once, beside this user's other caches.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from club.tests.publishing.broker import Mosquitto
from tests.playing import free_port, playing

pytestmark = [pytest.mark.proof, pytest.mark.timeout(1200)]

CACHE = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "cardtable/home-assistant"
PATIENCE_S, AGAIN_S = 120.0, 0.25
USER = {"username": "ana", "password": "a-long-password"}
PAGE = (Path(__file__).parents[3] / "docs/home-assistant.md").read_text()
AUTOMATIONS = PAGE.partition("```yaml\n")[2].partition("```")[0]
NAMED = set(re.findall(r"(?:sensor|binary_sensor|event)\.kitchen_\w+", PAGE))  # in automations and cards


@pytest.fixture(scope="module")
def program() -> Path:
    """Install Home Assistant unless it is there, with what its parts demand."""
    if not (CACHE / "complete").exists():
        python = next(filter(None, map(python_of, ("3.13", "3.12"))), None)
        if python is None:
            pytest.skip("no Python that Home Assistant runs on: 3.13")
        subprocess.run([python, "-m", "venv", "--clear", CACHE], check=True, timeout=120)
        pip = [CACHE / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, "homeassistant"], check=True, timeout=900)
        subprocess.run([*pip, *demanded_by("frontend"), *demanded_by("mqtt")], check=True, timeout=900)
        (CACHE / "complete").touch()
    return CACHE / "bin/hass"


def demanded_by(component: str) -> list[str]:
    """Return the packages that Home Assistant would install as soon as it loads a component."""
    [manifest] = CACHE.glob(f"lib/python3.*/site-packages/homeassistant/components/{component}/manifest.json")
    return list(json.loads(manifest.read_text())["requirements"])


def python_of(version: str) -> str | None:
    """Return a Python of a version, from the path or from pyenv, whose command may be there without that Python."""
    installed = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python{version}"))
    found = filter(None, (shutil.which(f"python{version}"), *map(str, reversed(installed))))
    return next((one for one in found if not subprocess.run([one, "--version"], capture_output=True).returncode), None)


class Home:
    """Home Assistant in a folder of its own, connected to a broker."""

    def __init__(self, program: Path, folder: Path, broker: Mosquitto) -> None:
        self._program, self._folder, self._port, self._token = program, folder, free_port(), ""
        (folder / "configuration.yaml").write_text(f"http:\n  server_port: {self._port}\napi:\n{AUTOMATIONS}")
        entry = {
            "created_at": "2026-01-01T00:00:00+00:00", "modified_at": "2026-01-01T00:00:00+00:00",
            "data": {"broker": "127.0.0.1", "port": broker.port, "discovery": True}, "disabled_by": None,
            "discovery_keys": {}, "domain": "mqtt", "entry_id": "broker", "minor_version": 2, "options": {},
            "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user", "title": "broker",
            "unique_id": None, "version": 1, "subentries": [],
        }  # fmt: skip
        stored = {"version": 1, "minor_version": 5, "key": "core.config_entries", "data": {"entries": [entry]}}
        (folder / ".storage").mkdir()
        (folder / ".storage/core.config_entries").write_text(json.dumps(stored))
        user = [program, "--script", "auth", "-c", folder, "add", *USER.values()]
        subprocess.run(user, check=True, capture_output=True, timeout=PATIENCE_S)

    @contextmanager
    def runs(self) -> Iterator[None]:
        with (self._folder / "said.log").open("ab") as log:
            line = [self._program, "-c", self._folder, "--skip-pip"]
            process = subprocess.Popen(line, stdout=log, stderr=log)
            try:
                self._token = waits_for(self._logs_in)
                yield
            finally:
                process.terminate()
                process.wait(timeout=60)

    def _logs_in(self) -> str:
        client = f"http://127.0.0.1:{self._port}/"
        flow = self._asks("auth/login_flow", client_id=client, handler=["homeassistant", None], redirect_uri=client)
        code = self._asks(f"auth/login_flow/{flow['flow_id']}", client_id=client, **USER)["result"]
        form = urlencode({"client_id": client, "grant_type": "authorization_code", "code": code}).encode()
        return str(answer(Request(f"{client}auth/token", form))["access_token"])  # noqa: S310

    def _asks(self, path: str, **body: Any) -> Any:
        url, headers = f"http://127.0.0.1:{self._port}/{path}", {"Content-Type": "application/json"}
        return answer(Request(url, json.dumps(body).encode(), headers))

    def states(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the states of all entities, by name."""
        headers = {"Authorization": f"Bearer {self._token}"}
        found = answer(Request(f"http://127.0.0.1:{self._port}/api/states", headers=headers))
        return {one["entity_id"]: one for one in found}

    def shows(self, entity: str, right: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        """Wait until an entity is there and right; return its state."""

        def found() -> Mapping[str, Any] | None:
            ends = [state for name, state in self.states().items() if name.endswith(entity)]
            return ends[0] if ends and right(ends[0]) else None

        return waits_for(found)


def answer(asked: Request) -> Any:
    with urlopen(asked, timeout=10) as said:  # noqa: S310 - a port of this machine
        return json.load(said)


def waits_for(what: Callable[[], Any]) -> Any:
    """Return what is there in time, and is not nothing."""
    until_s, said = time.monotonic() + PATIENCE_S, None
    while time.monotonic() < until_s:
        try:
            if said := what():
                return said
        except (URLError, KeyError, ConnectionError, TimeoutError) as error:
            said = error
        time.sleep(AGAIN_S)
    raise AssertionError(f"not in time: {said!r}")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


def test_a_table_is_found_rings_and_is_known_again(program: Path, broker: Mosquitto, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    home = Home(program, tmp_path / "home", broker)
    table = ("mytho", "--auto", "--club", f"{broker.url}/riverside/kitchen")
    with home.runs():
        with playing(tmp_path / "table.db", *table):
            assert home.shows("_game", lambda one: one["state"] == "Mytho")
            assert home.shows("_online", lambda one: one["state"] == "on")
            assert home.shows("_reader_or_button_lost", lambda one: one["state"] == "off")["attributes"]["lost"] == []
            rung = home.shows("_your_turn", lambda one: one["attributes"].get("name"))["attributes"]
            assert (rung["event_type"], rung["name"]) == ("turn_started", rung["name"].strip())
            assert home.shows("_turn", lambda one: one["state"] not in ("unknown", "nobody"))
            assert home.states().keys() >= NAMED
            loaded = {name: one["state"] for name, one in home.states().items() if name.startswith("automation.")}
            assert {*loaded.values()} == {"on"}
            assert len(loaded) == 2
            broker.dies()
            home.shows("_game", lambda one: one["state"] == "unavailable")
            broker.starts()  # it has forgotten everything
            home.shows("_game", lambda one: one["state"] == "Mytho")
        home.shows("_online", lambda one: one["state"] == "off")
        with playing(tmp_path / "table.db", *table):
            home.shows("_online", lambda one: one["state"] == "on")
    with playing(tmp_path / "table.db", *table), home.runs():
        home.shows("_game", lambda one: one["state"] == "Mytho")
