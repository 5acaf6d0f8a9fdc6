"""What goes wrong on phones reaches the log, a few times a minute; the host takes a report away."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from structlog.testing import capture_logs

from table.reporting import reproducing
from tests.emulated import MS, TableInTime
from tests.web.conftest import Phone

COMPLAINT: dict[str, Any] = {
    "page": "/seat/2?x=1",
    "error": "TypeError: x is undefined",
    "where": "http://localhost/static/a.mjs:1:2",
}


def test_what_goes_wrong_on_a_page_is_logged_without_what_it_was_called_by(client: Phone) -> None:
    with capture_logs() as entries:
        assert client.asks("errors", **COMPLAINT).status_code == 200
        client.asks("errors", page="/people/Ana", error="x", stack="f@http://localhost/static/b.mjs:3", seq=4)
        client.asks("errors", page="/no/such/page", error="x")

    assert [(one["page"], one["error"], one["where"]) for one in entries] == [
        ("/seat/<int:seat>", "TypeError: x is undefined", "/static/a.mjs:1:2"),
        ("/people/<path:name>", "x", ""),
        ("another page", "x", ""),
    ]
    assert (entries[1]["stack"], entries[1]["seq"], entries[1]["game_id"]) == ("f@/static/b.mjs:3", 4, 1)


def test_nobody_fills_the_log(app: Flask, table: TableInTime) -> None:
    def say(address: str) -> int:
        phone = app.test_client()
        return phone.post("/api/v1/errors", json=COMPLAINT, environ_base={"REMOTE_ADDR": address}).status_code

    with capture_logs() as entries:
        assert [say("10.0.0.1") for _ in range(8)] == [200] * 6 + [429] * 2
        assert {say(f"10.0.1.{number}") for number in range(24)} == {200}
        assert say("10.0.2.1") == 429
    assert len(entries) == 30

    table.clock.sleep_ns(60_000 * MS)
    assert say("10.0.0.1") == 200


@pytest.mark.long
@pytest.mark.parametrize(
    "change", [{"error": ""}, {"error": "x" * 501}, {"stack": "x" * 2001}, {"who": "Ana"}, {"seq": -1}]
)
def test_what_is_too_much_is_refused(client: Phone, change: dict[str, Any]) -> None:
    with capture_logs() as entries:
        assert client.asks("errors", **COMPLAINT | change).status_code == 400
    assert entries == []


def test_the_host_takes_a_report_once_the_game_is_over(client: Phone, table: TableInTime, tmp_path: Path) -> None:
    assert client.get("/api/v1/report").status_code == 401
    client.becomes_host()
    table.card("number2.1").touches("discard")
    refused = client.get("/api/v1/report")
    assert (refused.status_code, "every hand" in json.dumps(refused.json)) == (400, True)

    client.asks("choices", choice="abort")
    answer = client.get("/api/v1/report")
    (tmp_path / "report.zip").write_bytes(answer.data)
    report = reproducing.read(tmp_path / "report.zip")
    health: Any = report.about.health["now"]
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    assert health["readers"][0]["reader"].startswith("reader 1")
    assert reproducing.differs(report) is None
    assert b"Ana" not in answer.data
