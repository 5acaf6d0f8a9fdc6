"""The pages over an emulated table in virtual time: what is asked of the table is dealt with at once."""

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash
from werkzeug.test import TestResponse

from table.board import Board
from table.complaints import BadInput
from table.controller import Message
from table.people import People
from table.tabletop import Tabletop
from tests.emulated import TableInTime
from web.app import Config, create_app


@dataclass
class Shown:
    """A table as pages see it, without threads."""

    table: TableInTime

    @property
    def board(self) -> Board:
        return self.table.controller.board

    @property
    def people(self) -> People | None:
        return self.table.live.people

    @property
    def seats(self) -> tuple[int, ...]:
        return self.table.controller.seats

    @property
    def tabletop(self) -> Tabletop | None:
        return self.table.hardware.tabletop

    def ask(self, message: Message) -> Future[None]:
        answer: Future[None] = Future()
        try:
            self.table.controller.take(message)
            answer.set_result(None)
        except BadInput as error:
            answer.set_exception(error)
        return answer


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

    def becomes_host(self) -> None:
        assert self.asks("host", pin=PIN).status_code == 200

    def takes(self, seat: int) -> None:
        assert self.asks(f"seats/{seat}/take").status_code == 200

    def is_known_as(self) -> tuple[bool, list[int]]:
        me = self.get("/api/v1/me").get_json()
        return me["host"], me["seats"]


@pytest.fixture
def app(table: TableInTime) -> Flask:
    config = Config(most_streams=2, look_s=0.01, pin_hash=_PIN_HASH, now_ns=table.clock.now_ns)
    app = create_app(Shown(table), config)
    app.test_client_class = Phone
    return app


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
