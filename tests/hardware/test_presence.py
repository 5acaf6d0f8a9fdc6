"""Presence as a function of polls: only silence counts, and only enough of it."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.iso14443a import Poll
from hardware.presence import Change, Patience, Presence, observe

A, B = b"\x04aaaaaa", b"\x04bbbbbb"
MS = 1_000_000
PATIENCE = Patience(polls=3, silence_ns=100 * MS)
SILENCE, GARBLED = Poll(), Poll(garbled=True)


def after(*polls: Poll, every_ms: int = 50) -> tuple[frozenset[bytes], list[Change]]:
    presence, told = Presence(), []
    for i, poll in enumerate(polls):
        presence, changes = observe(presence, poll, i * every_ms * MS, PATIENCE)
        told += changes
    return presence.uids, told


def test_a_tag_arrives_once() -> None:
    assert after(Poll((A,)), Poll((A,)), Poll((A,))) == (frozenset({A}), [Change(A, present=True)])


def test_a_flicker_is_nothing() -> None:
    uids, told = after(Poll((A,)), SILENCE, SILENCE, Poll((A,)), SILENCE, SILENCE, Poll((A,)))

    assert uids == {A}
    assert told == [Change(A, present=True)]


def test_enough_silence_means_that_it_left() -> None:
    uids, told = after(Poll((A,)), SILENCE, SILENCE, SILENCE)

    assert uids == frozenset()
    assert told[-1] == Change(A, present=False)


def test_quick_polls_have_to_be_silent_for_long_enough_too() -> None:
    uids, _ = after(Poll((A,)), *[SILENCE] * 9, every_ms=10)

    assert uids == {A}


def test_a_garbled_answer_is_no_miss_and_ends_a_silence() -> None:
    uids, told = after(Poll((A,)), *[SILENCE, GARBLED] * 20, SILENCE, SILENCE)

    assert uids == {A}
    assert told == [Change(A, present=True)]


def test_one_tag_may_leave_while_another_comes() -> None:
    _, told = after(Poll((A,)), *[Poll((B,))] * 4)

    assert told == [Change(A, present=True), Change(B, present=True), Change(A, present=False)]


@given(st.lists(st.sampled_from([SILENCE, GARBLED, Poll((A,)), Poll((B,)), Poll((A, B))])))
def test_arrivals_and_departures_alternate(polls: list[Poll]) -> None:
    uids, told = after(*polls)

    for uid in (A, B):
        changes = [change.present for change in told if change.uid == uid]
        assert changes == [i % 2 == 0 for i in range(len(changes))]
        assert (uid in uids) == (len(changes) % 2 == 1)
