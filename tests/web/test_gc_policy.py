"""Garbage is looked for once a start is over, and not among what was there by then."""

import gc
import sys
from collections.abc import Iterator
from subprocess import run

import pytest

from web.server import gc_policy

COUNTED = """
import gc
from web.server.main import main
began = gc.get_stats()
try:
    main()
finally:
    print(sum(now["collections"] - then["collections"] for then, now in zip(began, gc.get_stats())))
"""


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave the collector as it was. What a test has made goes without it, though it was frozen."""
    threshold = gc.get_threshold()
    yield
    gc_policy.look()
    gc.set_threshold(*threshold)


def test_what_a_start_makes_is_kept_and_not_looked_through() -> None:
    gc_policy.wait()
    assert gc.get_threshold()[0] == gc_policy.MOST
    made, frozen = [[] for _ in range(10_000)], gc.get_freeze_count()
    gc_policy.look()
    assert gc.get_threshold() == gc_policy.AT_WORK
    assert gc.get_freeze_count() >= frozen + len(made)


@pytest.mark.long
def test_who_makes_more_than_a_start_has_begun_to_work() -> None:
    gc_policy.wait()
    kept, frozen = list[list[int]](), gc.get_freeze_count()
    while gc.get_threshold() != gc_policy.AT_WORK and len(kept) < 2 * gc_policy.MOST:
        kept.append([])
    assert len(kept) < 2 * gc_policy.MOST
    assert gc.get_freeze_count() > frozen
    assert gc_policy.on_collection not in gc.callbacks


def test_what_has_been_set_for_work_stays() -> None:
    gc.set_threshold(123_456)
    frozen = gc.get_freeze_count()
    gc_policy.look()  # nobody waits
    assert gc.get_threshold()[0] == 123_456
    assert gc.get_freeze_count() <= frozen


def test_waiting_twice_is_waiting_once() -> None:
    gc_policy.wait()
    gc_policy.wait()
    assert gc.callbacks.count(gc_policy.on_collection) == 1


@pytest.mark.long
def test_a_short_command_looks_for_no_garbage() -> None:
    ran = run([sys.executable, "-c", COUNTED, "games"], capture_output=True, check=True, text=True)
    *_, collections = ran.stdout.splitlines()
    assert int(collections) == 0
