"""Presence as a function of polls: several have to agree, only silence counts as a miss, and only enough of it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import presence
from hardware.observations import TagEvent, UnreadTag
from hardware.presence import Patience, Presence
from hardware.reader import FoundTag, Poll

A, B = b"\x04aaaaaa", b"\x04bbbbbb"
PHONE, PHONE_AGAIN = bytes.fromhex("08a1b2c3"), bytes.fromhex("08d4e5f6")
MS = 1_000_000
PATIENCE = Patience(misses=3, silence_ns=100 * MS, agreeing=2)
PILE = Patience(misses=3, silence_ns=100 * MS, agreeing=2, pile=True)
SILENCE, GARBLED = Poll(), Poll(garbled=True)


def read(*uids: bytes, garbled: bool = False) -> Poll:
    return Poll(tuple(map(FoundTag, uids)), garbled)


Found = list[TagEvent | UnreadTag]


def step(before: Presence, poll: Poll, at_ns: int, patience: Patience, *neighbours: Presence) -> tuple[Presence, Found]:
    after = presence.polled(before, poll, at_ns)
    after, come = presence.arrived(after, at_ns, patience, neighbours)
    after, gone = presence.left(after, at_ns, patience, neighbours)
    return after, [*come, *gone]


def after(*polls: Poll, every_ms: int = 50, patience: Patience = PATIENCE) -> tuple[Presence, Found]:
    now, reported = Presence(), []
    for i, poll in enumerate(polls):
        now, changes = step(now, poll, i * every_ms * MS, patience)
        reported += changes
    return now, reported


def seen(reported: Found) -> list[tuple[bytes, bool]]:
    return [(change.uid, change.present) for change in reported if isinstance(change, TagEvent)]


def test_a_tag_arrives_once_when_two_looks_agree_and_was_there_at_the_first() -> None:
    assert after(read(A))[1] == []
    assert after(read(A), read(A), read(A))[1] == [TagEvent(0, "", A, present=True, lay_there=True)]


def test_a_flicker_is_nothing() -> None:
    now, reported = after(read(A), read(A), SILENCE, read(A), SILENCE, read(A))

    assert now.uids == {A}
    assert seen(reported) == [(A, True)]


def test_enough_silence_means_that_it_left() -> None:
    now, reported = after(read(A), read(A), SILENCE, SILENCE, SILENCE)

    assert not now.tags
    assert now.heard_ns is None
    assert reported[-1] == TagEvent(200 * MS, "", A, present=False)


def test_quick_looks_have_to_be_silent_for_long_enough_too() -> None:
    now, _ = after(read(A), *[read(A)] * 3, *[SILENCE] * 9, every_ms=10)

    assert now.uids == {A}


def test_a_garbled_answer_is_no_miss_and_ends_a_silence() -> None:
    now, reported = after(read(A), read(A), *[SILENCE, GARBLED] * 20, SILENCE)

    assert now.uids == {A}
    assert seen(reported) == [(A, True)]


def test_one_tag_may_leave_while_another_comes() -> None:
    _, reported = after(read(A), read(A), *[read(B)] * 4)

    assert seen(reported) == [(A, True), (B, True), (A, False)]


@pytest.mark.parametrize(
    "heard", [[GARBLED], [read(A)], [GARBLED, SILENCE, GARBLED]], ids=["garbled", "read once", "on and off"]
)
def test_who_was_there_and_never_could_be_read_is_told_when_he_has_gone(heard: list[Poll]) -> None:
    now, reported = after(*heard, SILENCE, SILENCE, SILENCE)

    assert not now.tags
    assert now.heard_ns is None
    assert reported == [UnreadTag((len(heard) + 2) * 50 * MS, "")]


def test_a_second_card_that_was_not_read_beside_one_that_was_is_not_told() -> None:
    _, reported = after(read(A), GARBLED, read(A), GARBLED, SILENCE, SILENCE, SILENCE, SILENCE)

    assert [type(change) for change in reported] == [TagEvent, TagEvent]


def test_a_phone_is_one_phone_whatever_it_calls_itself() -> None:
    now, reported = after(read(PHONE), read(PHONE_AGAIN), read(PHONE))

    assert seen(reported) == [(PHONE, True)]
    assert len(now.uids) == 1


def test_a_tag_belongs_to_the_reader_that_hears_it_most() -> None:
    here, there = Presence(), Presence()
    for i in range(3):
        there = presence.polled(there, read(A), i * 10 * MS)
    for i in range(2):
        here = presence.polled(here, read(A), i * 10 * MS)

    assert presence.arrived(here, 30 * MS, PATIENCE, [there])[1] == ()
    assert presence.arrived(there, 30 * MS, PATIENCE, [Presence()])[1] == (
        TagEvent(0, "", A, present=True, lay_there=True),
    )
    assert presence.arrived(there, 30 * MS, PATIENCE, [here])[1] == (), "one look more is not enough"


def test_two_looks_at_one_moment_are_one() -> None:
    assert after(*[read(A)] * 3, every_ms=4)[1] == []
    assert seen(after(*[read(A)] * 4, every_ms=4)[1]) == [(A, True)]


@pytest.mark.parametrize("agreeing", [2, 3])
def test_looks_that_are_far_apart_agree_all_the_same(agreeing: int) -> None:
    slow = replace(PATIENCE, agreeing=agreeing)

    assert seen(after(*[read(A)] * (agreeing - 1), every_ms=400, patience=slow)[1]) == []
    assert seen(after(*[read(A)] * agreeing, every_ms=400, patience=slow)[1]) == [(A, True)]


def test_what_a_neighbour_heard_long_ago_does_not_count() -> None:
    here, there = Presence(), presence.polled(Presence(), read(A), 0)
    for at_ns in (500 * MS, 520 * MS):
        here = presence.polled(here, read(A), at_ns)

    assert presence.arrived(here, 520 * MS, PATIENCE, [there])[1] != ()


def test_a_buried_card_that_fades_out_has_not_left() -> None:
    now, reported = after(read(A), read(A), read(A, B), read(A, B), *[read(B)] * 20, patience=PILE)
    assert now.uids == {A, B}

    for i in range(24, 30):
        now, changes = step(now, read(A), i * 50 * MS, PILE)
        reported += changes

    assert seen(reported) == [(A, True), (B, True), (B, False)], "the upper one was lifted, and the lower answers again"


def test_a_pile_that_falls_silent_is_told_at_once_and_given_up_from_the_top_later() -> None:
    """Too many cards silence it as well as a hand that lifts it."""
    begin = (read(A), read(A), read(A, B), read(A, B))
    _, reported = after(*begin, *[SILENCE] * 4, patience=PILE)
    assert seen(reported) == [(A, True), (B, True)]
    assert [type(change) for change in reported][2:] == [UnreadTag]

    _, reported = after(*begin, *[SILENCE] * 20, read(A, B), patience=PILE)
    assert seen(reported) == [(A, True), (B, True)], "the card too many was lifted again"

    _, reported = after(*begin, *[SILENCE] * 44, patience=PILE)
    assert seen(reported) == [(A, True), (B, True), (B, False), (A, False)]


def test_a_tag_heard_as_often_on_two_pads_is_told_on_one_and_nobody_waits_for_the_other() -> None:
    left = right = Presence()
    reported: list[tuple[str, bytes]] = []
    for i in range(40):
        at_ns = i * 20 * MS
        left, right = (presence.polled(one, read(A), at_ns) for one in (left, right))
        left, come = presence.arrived(left, at_ns, PATIENCE, later=[right])
        reported += [("left", change.uid) for change in come]
        right, come = presence.arrived(right, at_ns, PATIENCE, earlier=[left])
        reported += [("right", change.uid) for change in come]

    assert reported == [("left", A)]
    assert left.undecided_since_ns is None
    assert right.undecided_since_ns is None

    gone = right
    for i in range(40, 50):
        gone, quiet = step(gone, SILENCE, i * 20 * MS, PATIENCE)
        assert quiet == [], "it was told on the left, so nobody was there unread"

    for i in range(40, 60):  # and once it is lifted from the left it is told on the right, behind nobody's back
        right = presence.polled(right, read(A), i * 20 * MS)
        right, come = presence.arrived(right, i * 20 * MS, PATIENCE, earlier=[Presence()])
        reported += [("right", change.uid) for change in come]
    assert reported == [("left", A), ("right", A)]


def test_a_phone_on_another_pad_is_another_phone() -> None:
    there = Presence()
    for i in range(100):
        there = presence.polled(there, read(PHONE), i * 20 * MS)

    here = presence.polled(presence.polled(Presence(), read(PHONE_AGAIN), 2000 * MS), read(PHONE_AGAIN), 2020 * MS)

    assert len(presence.arrived(here, 2020 * MS, PATIENCE, [there])[1]) == 1


def test_a_jammed_pad_does_not_blind_its_neighbour() -> None:
    jammed = here = Presence()
    reported: list[int] = []
    for i in range(20):
        jammed = presence.polled(jammed, GARBLED, i * 20 * MS)
        here = presence.polled(here, read(A), i * 20 * MS)
        here, come = presence.arrived(here, i * 20 * MS, PATIENCE, [jammed])
        reported += [i for _ in come]

    assert reported == [3]


def test_a_tag_read_once_in_a_jam_keeps_nobody_waiting() -> None:
    now, reported = after(read(A), *[GARBLED] * 40)

    assert reported == []
    assert now.undecided_since_ns is None


def test_a_card_that_was_covered_before_it_was_told_is_given_up() -> None:
    now, reported = after(read(A), *[read(B)] * 20, patience=PILE)

    assert seen(reported) == [(B, True)]
    assert now.uids == {B}
    assert len(now.tags) == 1


def test_what_little_was_heard_beside_a_card_that_was_told_was_that_card() -> None:
    neighbour = Presence()._replace(told_ns=60 * MS)
    now, reported = Presence(), list[object]()
    for i, poll in enumerate([GARBLED, *[SILENCE] * 4]):
        now, changes = step(now, poll, i * 50 * MS, PATIENCE, neighbour)
        reported += changes

    assert reported == []


def test_what_was_heard_three_times_lay_here_whatever_a_neighbour_told() -> None:
    neighbour = Presence()._replace(told_ns=60 * MS)
    now, reported = Presence(), list[object]()
    for i, poll in enumerate([*[GARBLED] * 3, *[SILENCE] * 4]):
        now, changes = step(now, poll, i * 50 * MS, PATIENCE, neighbour)
        reported += changes

    assert reported == [UnreadTag(250 * MS, "")]


@pytest.mark.parametrize(("begins", "lay_there"), [(0, True), (300, False)])
def test_what_is_read_at_the_very_first_lay_there_before(begins: int, lay_there: bool) -> None:
    now = presence.polled(Presence(), SILENCE, 0)
    for at_ms in (begins, begins + 20):
        now, reported = step(now, read(A), at_ms * MS, PATIENCE)

    assert [change.lay_there for change in reported if isinstance(change, TagEvent)] == [lay_there]


def test_a_card_that_is_lifted_while_nobody_polls_has_left_and_was_no_unread_one() -> None:
    now, _ = after(read(A), read(A))
    now, reported = presence.blind(now), []
    for i in range(20, 25):
        now, changes = step(now, SILENCE, i * 50 * MS, PATIENCE)
        reported += changes

    assert reported == [TagEvent(1100 * MS, "", A, present=False)]


def test_a_pile_of_one_card_and_one_read_only_once_does_not_count_as_several_that_fell_silent() -> None:
    _, reported = after(read(A), read(A), read(A, B), *[SILENCE] * 4, patience=PILE)

    assert [(type(change), change.at_ns) for change in reported][1:] == [(TagEvent, 250 * MS)], "A was lifted"


def test_a_pad_is_polled_again_soon_while_what_lies_there_cannot_be_read() -> None:
    assert not Presence().restless
    assert after(GARBLED)[0].restless


def test_a_card_has_left_after_three_silent_polls_if_nothing_else_was_agreed() -> None:
    _, reported = after(read(A), read(A), *[SILENCE] * 5, every_ms=100, patience=Patience())

    assert reported[1:] == [TagEvent(400 * MS, "", A, present=False)]


@given(
    st.lists(st.sampled_from([SILENCE, GARBLED, read(A), read(B), read(A, B), read(A, garbled=True)])),
    st.sampled_from([PATIENCE, PILE]),
)
def test_arrivals_and_departures_alternate(polls: list[Poll], patience: Patience) -> None:
    now, reported = after(*polls, patience=patience)

    for uid in (A, B):
        changes = [change.present for change in reported if isinstance(change, TagEvent) and change.uid == uid]
        assert changes == [i % 2 == 0 for i in range(len(changes))]
        assert (uid in now.uids) == (len(changes) % 2 == 1)


@given(
    st.lists(st.sampled_from([SILENCE, GARBLED, read(A), read(B), read(A, B)])),
    st.sampled_from([PATIENCE, PILE]),
    st.lists(st.sampled_from([SILENCE, read(A), read(A, B)])),
)
def test_where_tags_lie_still_nothing_is_decided(polls: list[Poll], patience: Patience, beside: list[Poll]) -> None:
    neighbour, now = after(*beside, patience=patience)[0], Presence()
    for number, poll in enumerate(polls):
        at_ns = number * 50 * MS
        now = presence.polled(now, poll, at_ns)
        reported = presence.report(now, at_ns, patience, (neighbour,), ())
        if now.lies_still:
            assert reported == (now, [])
            assert presence.missing(now, at_ns, patience) == ()
        now = reported[0]


def test_a_tag_that_was_told_lies_still_until_it_is_missed() -> None:
    still = [after(*[read(A)] * polls)[0].lies_still for polls in range(4)]

    assert still == [False, False, True, True]
    assert not presence.polled(after(*[read(A)] * 3)[0], SILENCE, 150 * MS).lies_still
