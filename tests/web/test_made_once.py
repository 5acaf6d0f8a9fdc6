"""What is costly to make is made once, however often it is asked for, and anew when it is another."""

from collections.abc import Callable
from typing import Any

import pytest
import segno

from tests.emulated import TableInTime
from tests.web.conftest import Phone
from web.delivery import rule_pages
from web.described import openapi
from web.pages import guests


class Counted:
    """A function that counts how often it was called."""

    def __init__(self, really: Callable[..., Any]) -> None:
        self._really = really
        self.times = 0

    def __call__(self, *arguments: Any, **more: Any) -> Any:
        self.times += 1
        return self._really(*arguments, **more)


def counts(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Counted:
    counted = Counted(getattr(module, name))
    monkeypatch.setattr(module, name, counted)
    return counted


def test_the_description_of_the_api_is_made_once(client: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = counts(monkeypatch, openapi, "described")

    first, second = client.get("/api/v1/openapi.json"), client.get("/api/v1/openapi.json")

    assert first.get_json() == second.get_json()
    assert (first.mimetype, counted.times) == ("application/json", 1)


def test_a_code_is_drawn_once_for_an_address(client: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = counts(monkeypatch, segno, "make")
    drawn = []
    for lan in ("192.0.2.77", "192.0.2.77", "192.0.2.78"):
        monkeypatch.setattr(guests, "lan_address", lambda lan=lan: lan)
        drawn.append(client.get("/join.svg").get_data())

    assert drawn[0] == drawn[1] != drawn[2]
    assert counted.times == 2


def test_rules_are_read_once_for_what_is_agreed_on(
    client: Phone, table: TableInTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def quoted(rounds: int, language: str) -> Any:
        table.starts("mito", "Ana", "Ben", "Cleo", rounds=rounds)
        table.card("number2.1").touches("discard")
        answers = [client.get(f"/api/v1/events/1/why?lang={language}").get_json() for _ in range(3)]
        assert answers == answers[:1] * 3
        return answers[0]["rules"]

    rule_pages._passages.cache_clear()
    counted = counts(monkeypatch, rule_pages, "render_template")
    quoted(1, "en")
    assert counted.times == 1
    assert quoted(1, "fr") != quoted(1, "en")
    assert counted.times == 2
    quoted(3, "en")
    assert counted.times == 3
