"""The pages over an emulated table in virtual time: what is asked of the table is dealt with at once."""

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient

from table.board import Board
from table.complaints import BadInput
from table.controller import Message
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


@pytest.fixture
def client(table: TableInTime) -> Iterator[FlaskClient]:
    with create_app(Shown(table), Config(most_streams=2, look_s=0.01)).test_client() as client:
        yield client
