"""A real broker, Debian's Mosquitto, that tests start, kill and start again; and what hears all that it is told.

Without Mosquitto these tests are skipped by name; with CI=true they fail instead.
"""

import json
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

from table.values import Value
from tests import lacking
from tests.playing import PATIENCE_S, free_port

MOSQUITTO = "/usr/sbin/mosquitto"
# Nothing is kept from one start to the next, unless a test says so.
OPEN = "allow_anonymous true\npersistence false\n"


class Mosquitto:
    """A broker on a port of this machine, with TLS on another one if its config has `{secure_port}`."""

    def __init__(self, folder: Path, config: str = OPEN) -> None:
        if not Path(MOSQUITTO).exists() and shutil.which("mosquitto") is None:
            lacking.skip("no MQTT broker to test with: on Debian, run tests/install.sh as root")
        self.port, self.secure_port = free_port(), free_port()
        config = config.replace("{secure_port}", str(self.secure_port))
        self._config = folder / f"mosquitto-{self.port}.conf"
        # As root it would become a user who may not read the folder of a test.
        self._config.write_text(f"user root\nlistener {self.port} 127.0.0.1\nset_tcp_nodelay true\n{config}")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Mosquitto":
        self.starts()
        return self

    def __exit__(self, *_: object) -> None:
        self.dies()

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    @property
    def runs(self) -> bool:
        return self._process is not None

    def starts(self) -> None:
        program = MOSQUITTO if Path(MOSQUITTO).exists() else "mosquitto"
        log = subprocess.PIPE
        self._process = subprocess.Popen([program, "-c", self._config], stdout=subprocess.DEVNULL, stderr=log)
        assert self._process.stderr is not None
        said = b""
        for line in self._process.stderr:  # it says when it listens
            said += line
            if b"running" in line:
                self._reader = threading.Thread(target=self._process.stderr.read, daemon=True)
                self._reader.start()
                return
        raise AssertionError(said.decode())

    def dies(self) -> None:
        """Kill it: it has no time to keep anything."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._reader.join()
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._process = None


class Message(Value):
    """What somebody has published."""

    topic: str
    payload: bytes
    retained: bool

    @property
    def said(self) -> Any:
        return json.loads(self.payload)


@dataclass
class Ears:
    """Hears all that is published at a broker, in its order. A context manager; connected anew when a test says so."""

    broker: Mosquitto
    user: str | None = None
    password: str | None = None
    topics: tuple[str, ...] = ("cardtable/#", "homeassistant/#")
    client_id: str = ""
    messages: list[Message] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._changed = threading.Condition(threading.RLock())
        self._ready = threading.Event()
        self._client: Client | None = None

    def __enter__(self) -> "Ears":
        self.connects()
        return self

    def __exit__(self, *_: object) -> None:
        self.leaves()

    def connects(self) -> None:
        self._ready.clear()
        client = Client(CallbackAPIVersion.VERSION2, self.client_id, protocol=MQTTProtocolVersion.MQTTv5)
        if self.user is not None:
            client.username_pw_set(self.user, self.password)
        client.on_message = self._hear
        client.on_subscribe = lambda *_: self._ready.set()
        client.connect("127.0.0.1", self.broker.port)
        client.subscribe([(topic, SubscribeOptions(qos=1, retainAsPublished=False)) for topic in self.topics])
        client.loop_start()
        assert self._ready.wait(PATIENCE_S)
        self._client = client

    def leaves(self) -> None:
        if self._client is not None:
            self._client.disconnect()
            self._client.loop_stop()
            self._client = None

    def says(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish something."""
        assert self._client is not None
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE_S)

    def of(self, kind: str) -> list[Message]:
        """All that came on topics of a kind, such as events."""
        with self._changed:
            return [one for one in self.messages if f"/{kind}" in f"{one.topic}/"]

    def waits_until(self, holds: Callable[["Ears"], Any]) -> Any:
        """Wait until something holds of what came; return what it gives."""
        with self._changed:
            found = self._changed.wait_for(lambda: holds(self), PATIENCE_S)
            assert found, f"after {len(self.messages)} messages, the last ones: {self.messages[-3:]}"
            return found

    def _hear(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        with self._changed:
            self.messages.append(Message(message.topic, bytes(message.payload), message.retain))
            self._changed.notify_all()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that tests stop and start again."""
    with Mosquitto(tmp_path) as running:
        yield running


@pytest.fixture
def ears(broker: Mosquitto) -> Iterator[Ears]:
    """What hears all that the broker is told, and says things to it."""
    with Ears(broker) as listening:
        yield listening
