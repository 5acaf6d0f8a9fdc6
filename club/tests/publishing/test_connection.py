"""The connection to a broker: which of its threads does what."""

import threading
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client

from cardtable_club.publishing.connection import Acknowledge, Connection, Will
from cardtable_club.publishing.membership import Membership
from club.tests.publishing.broker import Mosquitto
from table.saying import Text
from tests.playing import PATIENCE_S


class Heard:
    """A listener that counts what the broker has acknowledged."""

    def __init__(self) -> None:
        self.is_there = threading.Event()
        self.numbers: set[int] = set()
        self._more = threading.Condition()

    def will(self) -> Will | None:
        return None

    def connected(self) -> None:
        self.is_there.set()

    def away(self, why: Text) -> None:
        pass

    def heard(self, topic: str, payload: bytes, retained: bool, acknowledge: Acknowledge) -> None:
        pass

    def acknowledged(self, number: int, refused: str | None) -> None:
        with self._more:
            self.numbers.add(number)
            self._more.notify_all()

    def waits_for(self, numbers: set[int]) -> bool:
        with self._more:
            return self._more.wait_for(lambda: numbers <= self.numbers, PATIENCE_S)


def test_what_any_thread_publishes_is_written_by_the_connections_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With TLS a thread must not write while another one reads: the broker would find a damaged record and let go."""
    wrote: set[str] = set()
    writes = Client.loop_write

    def noted(client: Client, *said: Any) -> Any:
        wrote.add(threading.current_thread().name)
        return writes(client, *said)

    monkeypatch.setattr(Client, "loop_write", noted)
    listener = Heard()
    with Mosquitto(tmp_path) as broker:
        place = Membership.at(f"mqtt://127.0.0.1:{broker.port}/riverside/kitchen")
        connection = Connection(place.broker, None, listener, client_id="a-table")
        connection.start()
        assert listener.is_there.wait(PATIENCE_S)
        numbers = {connection.publish("cardtable/riverside/kitchen/status", b"{}", qos=1) for _ in range(20)}
        assert listener.waits_for({number for number in numbers if number is not None})
        connection.close()

    assert None not in numbers
    assert wrote == {"mqtt"}
