"""What is numbered arrives once and in order, whatever the line between does."""

from collections import deque
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico.reliable import RESEND_US, WINDOW, Inbox, Outbox, numbered


@given(st.integers(0, 2**32), st.integers(0, 300), st.floats(0, 0.6), st.floats(0, 0.6))
def test_nothing_is_lost_and_nothing_comes_twice(seed: int, number: int, loss: float, loss_back: float) -> None:
    chance, outbox, inbox = Random(seed), Outbox(1000), Inbox()  # noqa: S311 - chance, no secret
    wanted, got, now = deque(f"message {n}" for n in range(number)), [], 0
    while len(got) < number:
        for _ in range(chance.randrange(5)):
            if wanted:
                outbox.put(wanted.popleft())
        for line in outbox.due(now, now - outbox.since):
            if chance.random() >= loss:
                sent, text = numbered(line)
                if inbox.takes(sent):
                    got.append(text)
        if inbox.owes and chance.random() >= loss_back:
            inbox.owes = False
            outbox.acknowledged(inbox.expects - 1, now)
        now += chance.randrange(RESEND_US)

    assert got == [f"message {n}" for n in range(number)]


@pytest.mark.long
@given(st.integers(0, 2**32))
def test_messages_of_any_length_stay_what_they_are(seed: int) -> None:
    chance, outbox, kept, dropped = Random(seed), Outbox(30), deque[str](), 0  # noqa: S311 - chance, no secret
    for number in range(300):
        for _ in range(chance.randrange(5)):
            spared, text = chance.choice([0, 0, 10]), f"{number:03}" + "é" * chance.randrange(60)
            if outbox.put(text, spared):
                kept.append(text)
            else:
                dropped += 1
                assert len(kept) >= 20 or sum(len(one.encode()) for one in [*kept, text]) > 600, "there was room"
        gone = min(len(kept), chance.choice([0, 0, 1, 2, 4]))
        outbox.acknowledged(outbox.first + gone - 1, 0)
        for _ in range(gone):
            kept.popleft()
        outbox.again()
        assert outbox.due(0, 0) == [f"#{outbox.first + at} {text}" for at, text in enumerate(list(kept)[:WINDOW])]
        assert (len(outbox), outbox.dropped) == (len(kept), dropped)


def test_a_thousand_messages_of_buttons_and_cards_have_room() -> None:
    outbox = Outbox(1000)

    assert all(
        outbox.put("look 0 1073741823 1073741823 99 0 04a1b2c3d4e5f6"[: 50 if n % 3 else 19]) for n in range(1000)
    )


def test_no_more_are_on_their_way_than_the_window() -> None:
    outbox = Outbox(100)
    were_open = []
    for number in range(50):
        were_open.append(outbox.is_open)
        outbox.put(str(number))

    assert were_open == [True] * WINDOW + [False] * (50 - WINDOW)
    assert len(outbox.due(0, 0)) == WINDOW
    assert outbox.due(1, 1) == []
    outbox.acknowledged(10, 2)
    assert [numbered(line)[0] for line in outbox.due(2, 0)] == list(range(WINDOW + 1, WINDOW + 11))


def test_the_oldest_is_sent_again_when_nothing_is_acknowledged() -> None:
    outbox = Outbox(100)
    outbox.put("a")
    outbox.put("b")
    outbox.due(0, 0)

    assert outbox.due(RESEND_US - 1, RESEND_US - 1) == []
    assert outbox.due(RESEND_US, RESEND_US) == ["#1 a", "#2 b"]


def test_what_finds_no_room_is_counted() -> None:
    outbox = Outbox(2)

    assert [outbox.put(text) for text in "abc"] == [True, True, False]
    assert (outbox.dropped, outbox.last) == (1, 2)


def test_an_acknowledgement_of_what_was_never_sent_means_nothing() -> None:
    outbox = Outbox(10)
    outbox.put("a")
    for number in (0, 7, 10**9):
        outbox.acknowledged(number, 0)

    assert len(outbox) == 1


def test_whoever_repeats_himself_is_told_again_how_far_he_was_heard() -> None:
    inbox = Inbox()
    assert inbox.takes(1)
    inbox.owes = False

    assert not inbox.takes(1)
    assert (inbox.owes, inbox.expects) == (True, 2)
