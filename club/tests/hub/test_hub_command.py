"""`cardtable hub` as people run it: without its broker it waits, and its pages work."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from cardtable_club.web import server
from club.tests.hub.tables import FakeTable, game_of
from club.tests.publishing.broker import Ears, Mosquitto
from tests.playing import PATIENCE_S, Playing, free_port, run, running
from web.server import log
from web.server.main import _Pages
from web.server.port import Port


def said(hub: Playing, path: str) -> Any:
    with urlopen(f"http://127.0.0.1:{hub.port}{path}", timeout=PATIENCE_S) as answer:
        return json.load(answer)


@pytest.mark.long
def test_a_hub_shows_what_tables_say(broker: Mosquitto, ears: Ears, tmp_path: Path) -> None:
    FakeTable(ears).is_there()
    with running("hub", "--broker", broker.url, "--database", f"sqlite:///{tmp_path}/club.db") as hub:
        while not said(hub, "/api/v1/tables"):
            pass
        game = FakeTable(ears).plays(1, "Ana", "Ben")
        while not said(hub, "/api/v1/history"):
            pass
        assert [one["seq"] for one in said(hub, f"/api/v1/history/{game}/events")] == [1, 2, 3]
        assert said(hub, "/health")["ok"]
        hub.process.send_signal(signal.SIGTERM)
        assert hub.process.wait(PATIENCE_S) == 0
    assert "Director’s PIN" in hub.greeting


@pytest.mark.long
def test_a_table_is_retired_with_one_command_and_its_games_stay(broker: Mosquitto, ears: Ears, tmp_path: Path) -> None:
    kitchen, hall = FakeTable(ears), FakeTable(ears, "hall")
    database = f"sqlite:///{tmp_path}/club.db"
    discovery = "homeassistant/device/cardtable_riverside_{}/config"
    with running("hub", "--broker", broker.url, "--database", database) as hub:
        for table in (kitchen, hall):
            table.is_there(**{game_of(7, table.name): 3})
            table.says("picture", {"game": "mytho"}, retain=True)
            ears.says(discovery.format(table.name), b"{}", retain=True)
        while said(hub, "/health")["lacking"] < 2:
            pass
        game = kitchen.plays(1, "Ana", "Ben")
        while not said(hub, "/api/v1/history"):
            pass
        with Ears(broker) as before:  # what was said a moment ago may still be on its way to the broker
            before.waits_until(lambda ears: len({one.topic for one in ears.messages if "kitchen" in one.topic}) >= 3)
        done = run("hub", "--broker", broker.url, "--database", database, "--retire", "riverside/kitchen")
        while [one["table"] for one in said(hub, "/api/v1/tables")] != ["hall"] or said(hub, "/health")["lacking"] > 1:
            pass
        hall.plays(2, "Cleo", "Dan")  # what the broker forgot of the kitchen was heard before
        while len(said(hub, "/api/v1/history")) < 2:
            pass
        assert [one["seq"] for one in said(hub, f"/api/v1/history/{game}/events")] == [1, 2, 3]
        assert game in [one["id"] for one in said(hub, "/api/v1/history")]

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "riverside/kitchen is retired: 3 retained messages are cleared.\n"
    with Ears(broker) as later:
        later.waits_until(lambda ears: any(one.topic == discovery.format("hall") for one in ears.messages))
    assert [one.topic for one in later.messages if "kitchen" in one.topic] == []
    with running("hub", "--broker", broker.url, "--database", database) as hub:
        assert [one["table"] for one in said(hub, "/api/v1/tables")] == ["hall"]
        assert said(hub, "/health")["lacking"] == 1


@pytest.mark.long
def test_without_its_broker_its_pages_work_and_say_why(tmp_path: Path) -> None:
    port = free_port()
    with running("hub", "--broker", f"mqtt://127.0.0.1:{port}", "--database", f"sqlite:///{tmp_path}/club.db") as hub:
        while (why := said(hub, "/health")["broker"]["why"]) is None:
            pass
        assert why == f"The broker at 127.0.0.1:{port} cannot be reached: Connection refused"
        assert said(hub, "/api/v1/history") == []
        with urlopen(f"http://127.0.0.1:{hub.port}/people") as page:
            assert page.status == 200


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "Missing option '--broker'"),
        (("--broker", "http://x"), "--broker: the broker: expected mqtt://HOST:PORT"),
        (("--broker", "mqtt://x", "--database", "x.db"), "the database: expected sqlite:///FILE or postgresql://"),
        (("--broker", "mqtt://x", "--database", "sqlite:////nowhere/x.db"), "the database sqlite:////nowhere"),
        (("--broker", "mqtt://x", "--password-file", "/nowhere"), "/nowhere: the password cannot be read: "),
        (("--broker", "mqtts://x", "--authority", "/nowhere"), "/nowhere: there is no such file"),
        (("--broker", "mqtt://x", "--retire", "kitchen"), "--retire: CLUB/TABLE: expected a name of 1 to 40 letters"),
        (
            ("--broker", "mqtt://127.0.0.1:1", "--retire", "a/b"),
            "the broker at 127.0.0.1:1 cannot be reached: Connection refused",
        ),
        (("--broker", "mqtt://x", "--authority", __file__), "--authority: this needs a broker with TLS, mqtts://"),
    ],
)  # fmt: skip
def test_what_is_said_wrong_is_one_sentence(arguments: tuple[str, ...], complaint: str, tmp_path: Path) -> None:
    more = () if "--database" in arguments else ("--database", f"sqlite:///{tmp_path}/club.db")
    done = run("hub", *arguments, *more, "--port", str(free_port()))

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith(f"cardtable: {complaint}")


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    from cardtable_club.command import _check_installed
    from table.complaints import BadInput

    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "sqlalchemy" else there(name))
    with pytest.raises(BadInput) as why:
        _check_installed()

    assert str(why.value) == "a hub needs what is not installed here (sqlalchemy): pip install 'cardtable-club[hub]'"


@pytest.mark.parametrize("bind", [_Pages().bind, server.bind])
def test_what_libraries_log_is_set_up_once_they_are_there(
    bind: Callable[[int], Port], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up: list[bool] = []
    monkeypatch.setattr(log, "configure_libraries", lambda: set_up.append(True))
    bind(free_port()).close()

    assert set_up == [True]
