"""Looks that are left out because they would find nothing: what is seen, and when, stays the same."""

import heapq
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from hardware.assembly import Assembly
from hardware.clock import SharedClock
from hardware.emulator.physics import CLEAN, HARSH, TYPICAL, Physics
from hardware.emulator.room import Room
from hardware.emulator.shortcut import Resting, skip_idle
from hardware.emulator.tag import Tag
from hardware.plan import ButtonPlan, Plan, ReaderPlan
from hardware.ports import Batch, Item, Sighting
from hardware.reader_bank import ReaderBank

pytestmark = pytest.mark.long

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


def seen(touches: list[Touch], presses: list[int], physics: Physics, *, short: bool) -> tuple[list[Item], int]:
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
        return watched(clock, room, sources, short=short)


def watched(clock: SharedClock, room: Room, sources: object, *, short: bool) -> tuple[list[Item], int]:
    items, asked = list[Item](), 0
    bank = sources["readers"]  # type: ignore[index]
    assert isinstance(bank, ReaderBank)
    while clock.now_ns() < ENDS_NS:
        for source in sources.values():  # type: ignore[attr-defined]
            items += source.poll().items
        asked += 1
        if short:
            skip_idle(room, bank, clock, ENDS_NS)
    return items, asked


touches = st.lists(
    st.tuples(st.integers(100, 44_000), st.integers(60, 400), st.integers(0, 2), st.integers(0, 1)), max_size=8
)


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


@pytest.mark.parametrize("physics", [CLEAN, TYPICAL], ids=lambda p: p.name)
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
        (one.reader, one.uid, one.present) for one in all_of_it
    ]
    assert len(rarely) == 2 * len(touches)
    assert all(abs(one.at_ns - other.at_ns) <= 60 * MS for one, other in zip(rarely, all_of_it, strict=True))
    assert sweeps < every_time / 2


def rested(touches: list[tuple[int, ...]], physics: Physics, *, rests: bool) -> tuple[list[Sighting], int]:
    """Return what readers tell, and how many sweeps were done."""
    clock, agenda = SharedClock(0), Agenda()
    clock.agenda = agenda
    room = Room(clock, physics, seed=3)
    plan = Plan(tuple(ReaderPlan(name, "emulated") for name in ("left", "right")), sweep_ns=20 * MS)
    tags, items = [Tag(uid) for uid in UIDS], list[Item]()
    with Assembly(plan, clock, room) as assembly:
        bank = assembly.sources()["readers"]
        assert isinstance(bank, ReaderBank)
        counted = Counted(bank)
        source = Resting(counted, room) if rests else counted  # type: ignore[arg-type]
        for at, lasting, tag, reader in touches:
            field, until_ns = list(room.fields.values())[reader], (at + lasting) * MS
            agenda.at(at * MS, lambda f=field, t=tags[tag], a=at * MS, u=until_ns: f.put(t, from_ns=a, until_ns=u))
        while clock.now_ns() < ENDS_NS:
            items += source.poll().items
    return [item for item in items if isinstance(item, Sighting)], counted.sweeps


class Counted:
    """A bank whose sweeps are counted."""

    def __init__(self, bank: ReaderBank) -> None:
        self.sweeps = 0
        self.wait, self.leave_out, self._poll = bank.wait, bank.leave_out, bank.poll

    def poll(self) -> Batch:
        self.sweeps += 1
        return self._poll()


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


def test_a_stamp_that_comes_late_says_how_far_it_may_be_off() -> None:
    items, _ = seen([], [1000, 2000, 3000], replace(CLEAN, late_ns=5 * MS), short=False)
    late = [edge.at_ns - at * MS for edge, at in zip(items, (1000, 1120, 2000, 2120, 3000, 3120), strict=True)]

    assert all(0 <= by <= 5 * MS for by in late)
    assert len(set(late)) > 1
    assert {edge.error_ns for edge in items} == {5 * MS}  # type: ignore[union-attr]
