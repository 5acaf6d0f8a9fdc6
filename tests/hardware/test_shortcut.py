"""Looks that are left out because they would find nothing: what is seen, and when, stays the same."""

import heapq
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from hardware.assembly import Assembly
from hardware.clock import SharedClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.physics import CLEAN, HARSH, TYPICAL, Physics
from hardware.emulator.room import Room
from hardware.emulator.shortcut import Resting, ShortCut, Skipping
from hardware.emulator.spi import EmulatedSpi
from hardware.emulator.tag import Tag
from hardware.iso14443a import Answer, Transceiver, poll
from hardware.mfrc522.chip import Mfrc522
from hardware.observations import Observation, TagEvent
from hardware.plan import ButtonPlan, Plan, ReaderPlan
from hardware.ports import Batch, Source
from hardware.presence import PollRecord
from hardware.reader import Poll
from hardware.reader_bank import ReaderBank

MS = 1_000_000
ENDS_NS = 45_000 * MS  # long enough for chips to be started anew
UIDS = [bytes.fromhex("04a1b2c3d4e5") + bytes([number]) for number in range(3)]


class Agenda:
    """Things to be done, each at its time."""

    def __init__(self) -> None:
        self._entries: list[tuple[int, int, Callable[[], None]]] = []

    def at(self, at_ns: int, act: Callable[[], None]) -> None:
        heapq.heappush(self._entries, (at_ns, len(self._entries), act))

    def peek(self) -> float:
        return self._entries[0][0] if self._entries else float("inf")

    def step(self) -> None:
        heapq.heappop(self._entries)[2]()


Touch = tuple[int, int, int, int]  # from when, for how long (ms), which tag, which reader


def seen(touches: list[Touch], presses: list[int], physics: Physics, *, short: bool) -> tuple[list[Observation], int]:
    """Return everything that readers and buttons tell, and how many times the readers were asked."""
    clock, agenda = SharedClock(0), Agenda()
    clock.agenda = agenda
    room = Room(clock, physics, seed=3, short_cuts=short)
    plan = Plan(
        tuple(ReaderPlan(name, "emulated") for name in ("left", "right")),
        (ButtonPlan(1, "emulated"),),
        sweep_ns=20 * MS,
    )
    tags = [Tag(uid) for uid in UIDS]
    with Assembly(plan, clock, room) as assembly:
        sources = assembly.sources()
        for at, lasting, tag, reader in touches:
            field, until_ns = list(room.fields.values())[reader], (at + lasting) * MS
            agenda.at(at * MS, lambda f=field, t=tags[tag], a=at * MS, u=until_ns: f.put(t, from_ns=a, until_ns=u))
        for at in presses:
            agenda.at(at * MS, room.buttons[1].press)
            agenda.at((at + 120) * MS, room.buttons[1].release)
        return watched(clock, sources)


def watched(clock: SharedClock, sources: Mapping[str, Source]) -> tuple[list[Observation], int]:
    items, asked = list[Observation](), 0
    while clock.now_ns() < ENDS_NS:
        for source in sources.values():
            items += source.poll().items
            if isinstance(source, Skipping):
                source.skip_idle(ENDS_NS)
        asked += 1
    return items, asked


@pytest.mark.parametrize("at", [1000, 1007, 2013, 2500])
def test_sweeps_like_the_last_one_are_skipped_up_to_what_happens_next(at: int) -> None:
    every_one, often = known_at(at, short=False)
    shortened, seldom = known_at(at, short=True)

    assert shortened == every_one
    assert seldom < often / 4


def known_at(at: int, *, short: bool) -> tuple[list[tuple[str, int]], int]:
    """Return up to when each source has seen everything when something happens, and how often they were asked."""
    clock, agenda = SharedClock(0), Agenda()
    clock.agenda = agenda
    room = Room(clock, CLEAN, short_cuts=short)
    plan = Plan((ReaderPlan("pad", "emulated"),), (ButtonPlan(1, "emulated"),), sweep_ns=20 * MS)
    known, asked, then = dict[str, int](), 0, list[tuple[str, int]]()
    agenda.at(at * MS, lambda: then.extend(known.items()))
    with Assembly(plan, clock, room) as assembly:
        sources = assembly.sources()
        while not then:
            known |= {name: source.poll().watermark_ns for name, source in sources.items()}
            asked += 1
            if isinstance(bank := sources["readers"], Skipping):
                skipped_ns = bank.skip_alike(ENDS_NS)
                known |= {name: watermark_ns + skipped_ns for name, watermark_ns in known.items()}
    return then, asked


touches = st.lists(
    st.tuples(st.integers(100, 44_000), st.integers(60, 400), st.integers(0, 2), st.integers(0, 1)), max_size=8
)


@pytest.mark.long
@pytest.mark.parametrize(
    "physics",
    [CLEAN, TYPICAL, HARSH, replace(CLEAN, deaf=0.001), replace(CLEAN, noise=0.01)],
    ids=lambda p: f"{p.name} {p.deaf} {p.noise}",
)
@settings(max_examples=5, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(touches=touches, presses=st.lists(st.integers(100, 44_000), max_size=4))
def test_what_is_seen_is_the_same(physics: Physics, touches: list[Touch], presses: list[int]) -> None:
    all_of_it, every_time = seen(touches, presses, physics, short=False)
    shortened, asked = seen(touches, presses, physics, short=True)

    assert shortened == all_of_it
    assert asked < every_time / 2


@pytest.mark.long
@pytest.mark.parametrize("physics", [CLEAN, pytest.param(TYPICAL, marks=pytest.mark.proof)], ids=lambda p: p.name)
@settings(max_examples=5, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(touches=touches)
def test_a_bank_that_rests_tells_the_same_cards(physics: Physics, touches: list[Touch]) -> None:
    apart = [
        (1000 + 2000 * number + at % 1000, 180 + lasting, *where)
        for number, (at, lasting, *where) in enumerate(touches)
    ]
    all_of_it, every_time = rested(apart, physics, rests=False)
    rarely, sweeps = rested(apart, physics, rests=True)

    assert [(one.reader, one.uid, one.present) for one in rarely] == [
        (item.reader, item.uid, item.present) for item in all_of_it
    ]
    assert len(rarely) == 2 * len(touches)
    assert all(abs(one.at_ns - other.at_ns) <= 60 * MS for one, other in zip(rarely, all_of_it, strict=True))
    assert sweeps < every_time / 2


def rested(touches: list[tuple[int, ...]], physics: Physics, *, rests: bool) -> tuple[list[TagEvent], int]:
    """Return what readers tell, and how many sweeps were done."""
    clock, agenda = SharedClock(0), Agenda()
    clock.agenda = agenda
    room = Room(clock, physics, seed=3)
    plan = Plan(tuple(ReaderPlan(name, "emulated") for name in ("left", "right")), sweep_ns=20 * MS)
    tags, items, polls = [Tag(uid) for uid in UIDS], list[Observation](), Counter[str]()
    with Assembly(plan, clock, room) as assembly:
        readers = {reader.name: assembly.reader(reader) for reader in plan.readers}
        on_poll = partial(_count, polls)
        bank = Resting(room, readers, clock, on_poll=on_poll) if rests else ReaderBank(readers, clock, on_poll=on_poll)
        for at, lasting, tag, reader in touches:
            field, until_ns = list(room.fields.values())[reader], (at + lasting) * MS
            agenda.at(at * MS, lambda f=field, t=tags[tag], a=at * MS, u=until_ns: f.put(t, from_ns=a, until_ns=u))
        while clock.now_ns() < ENDS_NS:
            items += bank.poll().items
    return [item for item in items if isinstance(item, TagEvent)], polls["left"]


def _count(polls: Counter[str], poll: PollRecord) -> None:
    polls[poll.reader] += 1


def test_others_act_while_a_driver_sleeps_each_at_its_time() -> None:
    clock, agenda, done = SharedClock(5), Agenda(), list[tuple[str, int]]()
    clock.agenda = agenda
    for name, at in (("late", 30), ("early", 10), ("later", 31)):
        agenda.at(at, lambda name=name: done.append((name, clock.now_ns())))
    clock.sleep_ns(25)

    assert done == [("early", 10), ("late", 30)]
    assert (clock.now_ns(), clock.free_until_ns) == (30, 31)
    with pytest.raises(ValueError, match="time cannot go back"):
        clock.sleep_ns(-1)


def test_time_passes_by_itself_only_while_nothing_is_due() -> None:
    clock, agenda, done = SharedClock(5), Agenda(), list[int]()
    assert clock.passes_ns(10)
    clock.agenda = agenda
    agenda.at(30, lambda: done.append(clock.now_ns()))

    assert [clock.passes_ns(by) for by in (15, 14, 1)] == [False, True, False]
    assert (clock.now_ns(), done) == (29, [])


def test_a_stamp_that_comes_late_says_how_far_it_may_be_off() -> None:
    items, _ = seen([], [1000, 2000, 3000], replace(CLEAN, late_ns=5 * MS), short=False)
    late = [edge.at_ns - at * MS for edge, at in zip(items, (1000, 1120, 2000, 2120, 3000, 3120), strict=True)]

    assert all(0 <= by <= 5 * MS for by in late)
    assert len(set(late)) > 1
    assert {edge.error_ns for edge in items} == {5 * MS}  # type: ignore[union-attr]


class Sent(Mfrc522):
    """A chip that counts the frames it really sends."""

    frames = 0

    def transceive(self, data: bytes, *, last_bits: int = 0, rx_align: int = 0, answer_bits: int) -> Answer | None:
        self.frames += 1
        return super().transceive(data, last_bits=last_bits, rx_align=rx_align, answer_bits=answer_bits)


def polled(chip: Transceiver, known: Sequence[bytes]) -> Poll:
    return chip.poll(known) if isinstance(chip, ShortCut) else poll(chip, known)


def ten_polls(physics: Physics, tags: list[Tag], *, short: bool) -> tuple[list[tuple[Poll, int]], int]:
    """Return what ten polls of a pad with these tags find and when each is over, and how many frames were sent."""
    clock, field = SharedClock(0), Field(physics, seed=3)
    sent = Sent(EmulatedSpi(EmulatedMfrc522(field, clock.now_ns)), clock)
    sent.reset()
    chip = ShortCut(sent, field, clock) if short else sent
    for tag in tags:
        field.put(tag)
    found = polled(chip, ())
    return [(polled(chip, found.uids), clock.now_ns()) for _ in range(10)], sent.frames


@pytest.mark.parametrize("lying", [1, 2])
def test_in_calm_air_a_frame_that_came_out_once_is_not_sent_again(lying: int) -> None:
    shortened, few = ten_polls(CLEAN, [Tag(uid) for uid in UIDS[:lying]], short=True)
    every_one, many = ten_polls(CLEAN, [Tag(uid) for uid in UIDS[:lying]], short=False)

    assert shortened == every_one
    assert {found.uids for found, _ in shortened} != {()}
    assert few < many / 2


def test_what_came_out_on_one_pad_is_known_of_others() -> None:
    clock, tag, known, frames = SharedClock(0), Tag(UIDS[0]), dict[Hashable, Any](), list[int]()
    for _ in range(2):
        field = Field()
        sent = Sent(EmulatedSpi(EmulatedMfrc522(field, clock.now_ns)), clock)
        sent.reset()
        field.put(tag)
        assert polled(ShortCut(sent, field, clock, known), ()).uids == (tag.uid,)
        field.lift(tag)
        frames.append(sent.frames)

    assert frames[0] > 0
    assert frames[1] == 0


OTHERS = [bytes.fromhex(uid) for uid in ("04f1f2f3f4f5f6", "04f1f20a0b0c0d", "05a1b2c3d4e5f6", "05c3d4e5", "0588c3d4")]


def test_what_came_out_of_one_tag_that_is_alone_is_known_of_another() -> None:
    known, sent = dict[Hashable, Any](), list[int]()
    for tag in map(Tag, OTHERS[:3]):
        found, frames = alone([(tag, (), 3), (tag, (tag.uid,), 3)], known)
        assert [poll.uids for poll, _ in found] == [(tag.uid,)] * 6
        sent.append(frames)

    assert (sent[0] > 0, sent[1:]) == (True, [0, 0])


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([None, *OTHERS]),
            st.lists(st.sampled_from(OTHERS), max_size=2, unique=True).map(tuple),
            st.integers(1, 3),
        ),
        min_size=2,
        max_size=6,
    )
)
def test_a_tag_that_goes_by_another_name_answers_as_itself(
    laid: list[tuple[bytes | None, tuple[bytes, ...], int]],
) -> None:
    lying = [(None if uid is None else Tag(uid), known, polls) for uid, known, polls in laid]

    assert alone(lying, {})[0] == alone(lying, None)[0]


def alone(
    laid: list[tuple[Tag | None, tuple[bytes, ...], int]], known: dict[Hashable, Any] | None
) -> tuple[list[tuple[Poll, int]], int]:
    """Return what polls of one tag after another find and when each is over, and how many frames were sent."""
    clock, field, found = SharedClock(0), Field(), list[tuple[Poll, int]]()
    sent = Sent(EmulatedSpi(EmulatedMfrc522(field, clock.now_ns)), clock)
    sent.reset()
    chip = sent if known is None else ShortCut(sent, field, clock, known)
    for tag, called, polls in laid:
        if tag is not None:
            field.put(tag)
        found += [(polled(chip, called), clock.now_ns()) for _ in range(polls)]
        if tag is not None:
            field.lift(tag)
    return found, sent.frames


def test_a_tag_that_comes_during_a_poll_of_another_name_is_found() -> None:
    assert coming(short=True) == coming(short=False)


def coming(*, short: bool) -> list[tuple[tuple[bytes, ...], int]]:
    """Return what polls find when a tag comes during one, whenever that is."""
    found, known = list[tuple[tuple[bytes, ...], int]](), dict[Hashable, Any]()
    for after in range(0, 4_000_000, 50_000):
        clock, field = SharedClock(0), Field()
        sent = Sent(EmulatedSpi(EmulatedMfrc522(field, clock.now_ns)), clock)
        sent.reset()
        field.put(Tag(OTHERS[0]), from_ns=clock.now_ns() + after)
        chip = ShortCut(sent, field, clock, known) if short else sent
        found += [(polled(chip, (OTHERS[2],)).uids, clock.now_ns()) for _ in range(3)]
    return found


def test_what_came_out_at_one_table_is_known_at_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.emulator.shortcut.EVERYWHERE", {})
    found = []
    for _ in range(2):
        clock = SharedClock(0)
        room = Room(clock, CLEAN, short_cuts=True)
        with Assembly(Plan((ReaderPlan("pad", "emulated"),)), clock, room) as assembly:
            bank = assembly.sources()["readers"]
            bank.poll()
            room.fields["pad"].put(Tag(bytes.fromhex("04c0ffeec0ffee")))
            busy_ns = room.chips["pad"].on_air_ns
            found.append(([bank.poll() for _ in range(4)], room.chips["pad"].on_air_ns - busy_ns))

    (seen, busy_ns), (again, idle_ns) = found
    assert again == seen
    assert any(batch.items for batch in seen)
    assert (busy_ns > 0, idle_ns) == (True, 0)


def test_beside_a_card_nothing_is_sent_over_an_empty_pad() -> None:
    all_of_it, every_one = beside_a_card(short=False)
    shortened, few = beside_a_card(short=True)

    assert shortened == all_of_it
    assert few < every_one / 20


def beside_a_card(*, short: bool) -> tuple[list[Batch], int]:
    """Return what is told while a card lies on one of two pads, and for how long the other one's chip was on air."""
    clock = SharedClock(0)
    room = Room(clock, CLEAN, short_cuts=short)
    plan = Plan(tuple(ReaderPlan(name, "emulated") for name in ("card", "empty")))
    with Assembly(plan, clock, room) as assembly:
        bank = assembly.sources()["readers"]
        room.fields["card"].put(Tag(UIDS[0]))
        return [bank.poll() for _ in range(200)], room.chips["empty"].on_air_ns


@pytest.mark.parametrize("physics", [TYPICAL, replace(CLEAN, weak_db=6)], ids=["typical", "weak"])
def test_where_chance_has_a_say_every_frame_that_is_answered_is_sent(physics: Physics) -> None:
    shortened, few = ten_polls(physics, [Tag(UIDS[0])], short=True)
    every_one, many = ten_polls(physics, [Tag(UIDS[0])], short=False)

    assert shortened == every_one
    assert few > many / 2


@pytest.mark.parametrize("after", range(0, 3_000_000, 250_000))
def test_a_tag_that_goes_during_a_poll_is_found_gone_as_if_all_was_sent(after: int) -> None:
    assert leaving(after, short=True) == leaving(after, short=False)


def leaving(after: int, *, short: bool) -> list[tuple[Poll, int]]:
    """Return what four polls find, when a tag goes during the third."""
    clock, field = SharedClock(0), Field()
    sent = Sent(EmulatedSpi(EmulatedMfrc522(field, clock.now_ns)), clock)
    sent.reset()
    chip = ShortCut(sent, field, clock) if short else sent
    field.put(Tag(UIDS[0]))
    known, found = polled(chip, ()).uids, list[tuple[Poll, int]]()
    for number in range(4):
        if number == 2:
            field.put(next(iter(field._stays)), until_ns=clock.now_ns() + after)
        found.append((polled(chip, known), clock.now_ns()))
    return found
