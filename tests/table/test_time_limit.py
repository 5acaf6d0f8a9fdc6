"""Code that does not return is interrupted, and nothing but that."""

import os
import re
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from table import packages
from table.packages import TookTooLong, within

SHORT_S = 0.05


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "TICK_S", 0.01)


def for_ever() -> None:
    while True:
        pass


def swallowing() -> None:
    while True:
        with suppress(Exception):
            for_ever()


def swallowing_all() -> str:
    """Swallow even what is no Exception, some times."""
    for _ in range(3):
        with suppress(BaseException):
            for_ever()
    return "done"


@pytest.mark.parametrize("code", [for_ever, swallowing, swallowing_all])
def test_what_does_not_return_is_interrupted(code: Callable[[], Any]) -> None:
    with pytest.raises(TookTooLong, match=re.escape("it did not return within 0.05 s")):
        within(SHORT_S, code)


def test_it_is_interrupted_in_the_thread_that_runs_it() -> None:
    came: list[BaseException] = []

    def judging() -> None:
        for _ in range(2):  # and again
            try:
                within(SHORT_S, for_ever)
            except TookTooLong as error:
                came.append(error)

    thread = threading.Thread(target=judging)
    thread.start()
    thread.join()

    assert len(came) == 2


def test_what_returns_in_time_is_left_alone() -> None:
    """Nor is what its thread does later, however long that takes."""
    assert [within(SHORT_S, lambda n=n: n) for n in range(1000)] == [*range(1000)]  # type: ignore[misc]
    ticks = time.monotonic() + 10 * packages.TICK_S + SHORT_S
    while time.monotonic() < ticks:
        pass


def test_what_is_traced_returns_too() -> None:
    """As under a debugger, or when coverage is measured."""
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        assert [within(3600, lambda n=n: n) for n in range(1000)] == [*range(1000)]  # type: ignore[misc]
    finally:
        sys.settrace(before)


def test_what_it_raises_comes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        within(SHORT_S, lambda: 1 // 0)


def test_it_cannot_end_the_thread() -> None:
    def ends() -> None:
        raise SystemExit("enough")

    with pytest.raises(RuntimeError, match="SystemExit: enough"):
        within(SHORT_S, ends)


def test_the_outer_limit_holds() -> None:
    with pytest.raises(TookTooLong, match=r"0\.05"):
        within(SHORT_S, lambda: within(3600, for_ever))


def test_a_forked_process_has_a_watchdog_of_its_own() -> None:
    within(SHORT_S, int)
    if (child := os.fork()) == 0:
        try:
            within(SHORT_S, for_ever)
        except TookTooLong:
            os._exit(7)
        os._exit(1)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
