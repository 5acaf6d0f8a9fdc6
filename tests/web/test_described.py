"""The API's own description held against what it answers, by schemathesis: as a stranger, at a seat, and as host."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from structlog.testing import capture_logs

from tests.emulated import TableInTime
from tests.own import OWN_GAMES
from tests.web.conftest import Phone, Shown, phone, served

pytestmark = pytest.mark.long

GAMES = OWN_GAMES
PATIENT_NS = 600_000_000_000
EXAMPLES = int(os.environ.get("EXAMPLES", "3"))  # for each operation, each phone, with a round on and without
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(params=["no round is on", "a round is on"])
def app(request: pytest.FixtureRequest, table: TableInTime) -> Flask:
    app = served(Shown(table))
    if request.param == "a round is on":
        table.card("number2.1").touches("discard")
    return app


@dataclass
class Asking:
    """A phone that stays what it is, though it may just have asked to be it no more."""

    phone: Phone
    who: str
    table: TableInTime

    def is_known(self) -> None:
        host, seats = self.phone.is_known_as()
        if self.who == "seat" and 2 not in seats:
            self.phone.takes(2)
        elif self.who == "host" and not host:
            self.table.clock.sleep_ns(PATIENT_NS)  # wrong PINs have cost a wait
            self.phone.becomes_host()


@pytest.fixture(params=["stranger", "seat", "host"])
def asking(request: pytest.FixtureRequest, app: Flask, table: TableInTime) -> Asking:
    return Asking(phone(app), request.param, table)


def operations(app: Flask) -> Iterator[Any]:
    """Find everything that can be asked, but for streams: they do not end, and are described as text."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for found in schema.get_all_operations():
        operation = found.ok()
        if not operation.path.endswith(("/events", "/streams")):
            yield operation


def test_every_answer_is_as_described(app: Flask, asking: "Asking") -> None:
    with capture_logs():
        for operation in operations(app):
            holds(operation, asking)


def holds(operation: Any, asking: "Asking") -> None:
    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(), game=st.none() | st.sampled_from(GAMES))
    def asks(case: Any, game: str | None) -> None:
        if game is not None and "game" in case.path_parameters:
            case.path_parameters["game"] = game
        case.cookies = {}  # the phone brings its own
        asking.is_known()
        answer = asking.phone.open(**case.as_transport_kwargs())
        case.validate_response(answer, checks=CHECKS)

    asks()
