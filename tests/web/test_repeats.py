"""What is logged again and again is counted, and nobody can fill a disk by it."""

import io
import logging

import pytest
import structlog

from web.server.log import MOST_KINDS, Counted, CountedRecords


def logged(*errors: str) -> list[str]:
    file = io.StringIO()
    renderer = structlog.processors.KeyValueRenderer(key_order=["event", "error"])
    log = structlog.wrap_logger(structlog.PrintLogger(file), processors=[Counted(), renderer])
    for error in errors:
        log.error("it fails", error=error)
    return file.getvalue().splitlines()


def test_the_same_failure_is_written_once_then_counted() -> None:
    assert logged(*["disk full"] * 1_234) == [
        "event='it fails' error='disk full'",
        *(f"event='it fails' error='disk full' times={times}" for times in (10, 100, 1_000)),
    ]


def test_another_failure_is_written_too() -> None:
    assert len(logged("disk full", "disk full", "no such card")) == 2


@pytest.mark.long
def test_what_strangers_make_up_anew_each_time_is_bounded() -> None:
    assert len(logged(*map(str, range(100_000)))) <= MOST_KINDS + 6


def test_what_libraries_write_is_counted_too() -> None:
    file = io.StringIO()
    handler = logging.StreamHandler(file)
    handler.addFilter(CountedRecords())
    log = logging.Logger("library")
    log.addHandler(handler)
    for number in range(100):
        log.warning("queue depth is %d", number)
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        for _ in range(3):
            log.exception("it fails")

    lines = file.getvalue().splitlines()
    assert lines[:3] == ["queue depth is 0", "queue depth is 9 (10 times)", "queue depth is 99 (100 times)"]
    assert lines.count("it fails") == 1
    assert lines[-1] == "ZeroDivisionError"
