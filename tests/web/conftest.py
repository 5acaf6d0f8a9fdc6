"""The pages over an emulated table in virtual time: what is asked of the table is dealt with at once."""

import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from types import CodeType
from typing import Any

import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.security import generate_password_hash
from werkzeug.test import TestResponse

from table.board import Board
from table.emulated.people import People
from table.emulated.tabletop import Tabletop
from table.listeners import Following
from table.running.messages import Message
from table.running.phones import PhoneButtons
from table.values import Value
from tests.emulated import TableInTime
from tests.playing import PATIENCE_S
from web.context import Config, HomeWifi, SetUp
from web.described.operations import OPERATIONS, Operation
from web.server.app import create_app
from web.server.port import HurriedChannel, make_server


@dataclass
class Shown:
    """A table as pages see it, without threads."""

    table: TableInTime
    coming: dict[int, str] = field(default_factory=dict)

    setup: SetUp | None = None
    home_wifi: HomeWifi | None = None
    following: Sequence[Following] = ()

    @property
    def board(self) -> Board:
        return self.table.controller.board

    @property
    def people(self) -> People | None:
        return self.table.people

    @property
    def seats(self) -> tuple[int, ...]:
        return self.table.controller.seats

    @property
    def tabletop(self) -> Tabletop | None:
        return self.table.hardware.tabletop

    @property
    def database(self) -> Path:
        return self.table.controller._journal.path

    @property
    def phones(self) -> PhoneButtons | None:
        return self.table.hardware.phones

    def showing(self) -> Value:
        return self.table.hardware.showing.now

    def make_way(self) -> None:
        """Nobody's hands are on a table without threads."""

    def ask(self, message: Message) -> Future[None]:
        answer: Future[None] = Future()
        try:
            self.table.controller.take(message)
            answer.set_result(None)
        except Exception as error:  # noqa: BLE001 - whoever asks is told, as by the owner's thread
            answer.set_exception(error)
        return answer


class Real(Shown):
    """A table without emulated hands, as pages see it."""

    @property
    def people(self) -> None:
        return None

    @property
    def tabletop(self) -> None:
        return None


PIN = "482913"
_PIN_HASH = generate_password_hash(PIN, "scrypt:512:8:1")  # a cheap one
OWN = "http://localhost"


class Phone(FlaskClient):
    """A phone with our page open: it says so, as a browser does, and keeps its cookies."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.environ_base["HTTP_ORIGIN"] = OWN

    def asks(self, path: str, **body: Any) -> TestResponse:
        return self.post(f"/api/v1/{path}", json=body)

    def puts(self, path: str, **body: Any) -> TestResponse:
        return self.put(f"/api/v1/{path}", json=body)

    def gets(self, path: str) -> Any:
        return self.get(f"/api/v1/{path}").get_json()

    def becomes_host(self) -> None:
        assert self.asks("host", pin=PIN).status_code == 200

    def takes(self, seat: int) -> None:
        assert self.asks(f"seats/{seat}/take").status_code == 200

    def is_known_as(self) -> tuple[bool, list[int]]:
        me = self.gets("me")
        return me["host"], me["seats"]


class Compiled(BytecodeCache):
    """Templates that are compiled once, for all the apps of a process: each test has an app of its own."""

    def __init__(self) -> None:
        self._codes: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self._codes.get(bucket.key, ("", None))
        bucket.code = code if checksum == bucket.checksum else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._codes[bucket.key] = (bucket.checksum, bucket.code)


COMPILED = Compiled()


def served(table: Shown, most_streams: int = 2) -> Flask:
    """The pages of a table."""
    config = Config(most_streams=most_streams, poll_s=0.01, pin_hash=_PIN_HASH, now_ns=table.table.clock.now_ns)
    app = create_app(table, config)
    app.jinja_env.bytecode_cache = COMPILED
    app.test_client_class = Phone
    return app


@contextmanager
def serving(app: Flask, board: Board, config: Config, channels: type[HurriedChannel] = HurriedChannel) -> Iterator[int]:
    """Serve an application on a port until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = make_server(app, board, listener, config)
        server.channel_class = channels
        thread = Thread(target=server.run)
        thread.start()
        yield listener.getsockname()[1]
        server.trigger.pull_trigger(lambda: hang_up(server))  # type: ignore[attr-defined]
        thread.join(PATIENCE_S)
        server.task_dispatcher.shutdown()
        server.close()


def hang_up(server: object) -> None:
    for channel in list(server.active_channels.values()):  # type: ignore[attr-defined]
        channel.handle_close()
    server._map.clear()  # type: ignore[attr-defined]


def _202(operation: Operation) -> tuple[int, ...]:
    return () if operation.waits is None else (202,)


@pytest.fixture
def app(table: TableInTime) -> Iterator[Flask]:
    """The pages; every answer of their API has to be described."""
    app = served(Shown(table))
    undescribed: set[tuple[str, str, int]] = set()

    @app.after_request
    def look_up(answer: Response) -> Response:
        rule, method = request.url_rule and request.url_rule.rule, request.method.lower()
        operation = OPERATIONS.get((method, rule or ""))
        if operation is not None and answer.status_code not in (200, 400, *operation.refused, *_202(operation)):
            undescribed.add((method, rule or "", answer.status_code))
        return answer

    yield app
    assert undescribed == set()


def phone(app: Flask) -> Phone:
    phone = app.test_client()
    assert isinstance(phone, Phone)
    return phone


@pytest.fixture
def client(app: Flask) -> Phone:
    """A phone that nobody knows."""
    return phone(app)


@pytest.fixture
def other(app: Flask) -> Phone:
    """Another one."""
    return phone(app)


@pytest.fixture
def host(app: Flask) -> Phone:
    """The host's phone."""
    host = phone(app)
    host.becomes_host()
    return host
