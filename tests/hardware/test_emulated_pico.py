"""A table on emulated Picos, as a table.toml describes it: several of them, their clocks at odds."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from firmware_bridge.link import Link
from hardware.assembly import Assembly
from hardware.clock import ManualClock
from hardware.debounce import SETTLE_NS
from hardware.doctor import checks
from hardware.doctor.findings import Finding
from hardware.emulator.pico.micropython import MicroPython
from hardware.emulator.pico.pico import InProcess, Starts
from hardware.emulator.pins import SPIKE_NS, EmulatedButton
from hardware.emulator.room import EmulatedPicos, Room
from hardware.emulator.shortcut import RestingPico
from hardware.emulator.spi import EmulatedSpi
from hardware.observations import ButtonEdge
from hardware.plan import ButtonPlan, LightPlan, PicoPlan, Plan, ReaderPlan
from hardware.signals import Signal
from table.wiring.emulated import emulated_hardware, shared_clock
from table.wiring.hardware import Hardware
from table.wiring.sensors import Sensed, sense

MS = 1_000_000
S = 1000 * MS
PADS = [["discard"], *([f"seat.{seat}"] for seat in range(1, 7))]


class Table:
    """Seven pads and six seats on two Picos."""

    def __init__(self, hardware: str) -> None:
        self.clock = shared_clock(5 * S)
        cards = ["a", "b"]
        self.hardware: Hardware = emulated_hardware(
            pads=PADS, seats=6, cards=cards, clock=self.clock, hardware=hardware
        )
        assert self.hardware.tabletop is not None
        self.hands = self.hardware.tabletop
        self.reported: list[Sensed] = []

    def runs(self, seconds: float) -> None:
        until_ns = self.clock.now_ns() + round(seconds * S)
        while self.clock.now_ns() < until_ns:
            self.reported += sense(self.hardware)

    def said(self) -> list[tuple[Any, ...]]:
        return [(one.fact, one.zone or one.seat) for one in self.reported]


@pytest.fixture(params=["pico", "micropython"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    table = Table(request.param)
    try:
        table.runs(1)
        yield table
    finally:
        table.hardware.close()


@pytest.mark.long
def test_cards_and_presses_come_from_every_pico_in_the_order_in_which_they_happened(table: Table) -> None:
    assert list(table.hardware.sources) == ["pico pico-1", "pico pico-2"]
    table.reported.clear()
    table.hands.press(1)  # pico-1
    table.runs(0.004)
    table.hands.press(2)  # pico-2
    table.runs(0.004)
    table.hands.press(3)
    table.runs(0.1)
    table.hands.touch("a", "seat.6")
    table.runs(0.1)
    table.hands.touch("b", "discard")
    table.runs(1.2)

    assert table.said() == [
        ("button_down", 1),
        ("button_down", 2),
        ("button_down", 3),
        ("tag_arrived", "seat.6"),
        ("tag_arrived", "discard"),
        ("tag_left", "seat.6"),
        ("tag_left", "discard"),
    ]
    assert all(0 < one.error_ms < 4 for one in table.reported if one.error_ms)
    assert table.hardware.sequencer.late == 0


@pytest.mark.long
def test_lights_of_every_pico_can_be_switched(table: Table) -> None:
    names = table.hardware.lights.names
    assert {"buzzer", "discard", "seat.1"} <= set(names)
    for name in names:
        table.hardware.lights.play(name, Signal.STEADY)
    table.hardware.lights.refresh()
    table.runs(0.2)

    assert all(lamp.is_on for lamp in table.hardware.room.lamps.values())


@pytest.mark.long
def test_one_pico_that_is_pulled_out_does_not_hold_up_the_other() -> None:
    table = Table("pico")
    table.runs(1)
    table.reported.clear()
    table.hardware.room.picos["pico-2"].unplug()
    table.runs(0.3)
    table.hands.press(1)
    table.runs(0.3)
    table.hardware.room.picos["pico-2"].plug()
    table.runs(2)
    table.hands.press(2)
    table.runs(0.3)
    facts = table.said()

    lost = [one for one in facts if one[0] == "reader_lost"]
    assert [zone for _, zone in lost] == ["seat.1", "seat.3", "seat.5"]
    assert sorted(zone for fact, zone in facts if fact == "reader_back") == ["seat.1", "seat.3", "seat.5"]
    assert [seat for fact, seat in facts if fact == "button_down"] == [1, 2]
    assert facts.index(("button_down", 1)) < facts.index(("reader_back", "seat.1"))
    table.hardware.close()


@pytest.mark.long
@pytest.mark.parametrize("silent_s", [1.2, 2.5, 4.1])
def test_what_happened_while_a_pico_was_not_heard_is_reported_in_its_order(
    silent_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table("pico")
    table.runs(1)
    table.reported.clear()
    take, begins_ns = Link.take, table.clock.now_ns()
    heard = [begins_ns, begins_ns + round(silent_s * S)]
    monkeypatch.setattr(
        Link, "take", lambda link, data, now_ns: take(link, data if not heard[0] < now_ns < heard[1] else b"", now_ns)
    )
    did = list[tuple[str, Any]]()
    for _ in range(6):
        for card in "ab":
            table.hands.touch(card, "discard")
            table.runs(0.12)
            table.hands.press(1)
            table.runs(0.06)
            table.hands.release(1)
            table.runs(0.03)
            table.hands.press(3)
            table.runs(0.06)
            table.hands.release(3)
            table.runs(0.2)
            did += [("tag_arrived", "discard"), ("button_down", 1), ("button_up", 1), ("button_down", 3),
                    ("button_up", 3), ("tag_left", "discard")]  # fmt: skip
    table.runs(2)
    table.hardware.close()

    done = [one for one in table.said() if not one[0].startswith("reader")]
    lost = [one for one in table.said() if one[0] == "reader_lost"]
    assert (done, bool(lost)) == (did, silent_s > 1.5)


@pytest.mark.long
@pytest.mark.parametrize("away_ms", range(5000, 9000, 900))
def test_a_card_that_lies_still_while_the_table_is_away_stays_there(away_ms: int) -> None:
    table = Table("pico")
    table.runs(0.5)
    table.hands.put("a", "discard")
    table.runs(2)
    room = table.hardware.room
    for number in range(12):
        (table.hands.press if number % 2 == 0 else table.hands.release)(1)
        room.picos["pico-1"].bench.run(table.clock.now_ns() + away_ms * MS // 12)
    table.reported.clear()
    table.runs(2)
    table.hardware.close()

    assert [fact for fact in table.said() if fact[0] in ("tag_arrived", "tag_left")] == []


# -- the doctor

LEFT = PicoPlan("left", backend="emulated")
PLAN = Plan(
    readers=tuple(ReaderPlan(f"pad {channel}", "pico", pico="left", channel=channel) for channel in (0, 1)),
    buttons=(ButtonPlan(1, "pico", pico="left", channel=0), ButtonPlan(2, "pico", pico="left", channel=1)),
    lights=(LightPlan("seat.1", "pico", 10, "left"), LightPlan("buzzer", "pico", 28, "left")),
    picos=(LEFT,),
)


def examined(room: Room, clock: ManualClock, plan: Plan = PLAN) -> Iterator[Finding]:
    return checks.examine(plan, clock, room, watch_ns=300 * MS)


def test_the_doctor_passes_a_sound_pico_and_says_what_hangs_on_it() -> None:
    clock = ManualClock(S)
    found = list(examined(Room(clock), clock))

    assert all(finding.sound for finding in found)
    assert [(finding.what, finding.found) for finding in found][1:] == [
        ("pad 0", "MFRC522 version 2.0"),
        ("pad 1", "MFRC522 version 2.0"),
        ("button of seat 1 (pico left, channel 0, GP 2)", "at rest"),
        ("button of seat 2 (pico left, channel 1, GP 3)", "at rest"),
        ("light of seat.1 (pico left, GP 10)", "driven on and off once"),
        ("buzzer (pico left, GP 28)", "driven on and off once"),
    ]
    assert found[0].found.startswith("serial number e661410300000000, its clock is known to ")


def test_the_doctor_names_a_chip_that_is_dead_and_a_button_that_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock(S)
    room = Room(clock)
    reader, button = Room.reader, Room.button

    def broken(room: Room, name: str) -> EmulatedSpi:
        port = reader(room, name)
        room.chips[name].faults = {"deaf"} if name == "pad 1" else set()
        return port

    def stuck(room: Room, seat: int) -> EmulatedButton:
        made = button(room, seat)
        if seat == 2:
            made.press()
        return made

    monkeypatch.setattr(Room, "reader", broken)
    monkeypatch.setattr(Room, "button", stuck)
    faults = {finding.what: finding.fault for finding in examined(room, clock) if not finding.sound}

    assert list(faults) == ["pad 1", "button of seat 2 (pico left, channel 1, GP 3)"]
    assert "deaf" in (faults["pad 1"] or "")
    assert faults["button of seat 2 (pico left, channel 1, GP 3)"] == "button stuck down: its pin stays low"


def test_the_doctor_says_that_a_pico_is_not_there() -> None:
    clock = ManualClock(S)
    missing = PicoPlan("left", port="/dev/nowhere")
    (finding,) = checks.examine(Plan(readers=PLAN.readers, picos=(missing,)), clock)

    assert (finding.what, finding.sound, finding.fault) == ("pico left", False, "no Pico at /dev/nowhere")
    assert finding.cure is not None
    assert "lsusb" in finding.cure


def test_a_source_of_a_pico_says_when_nothing_is_to_be_seen() -> None:
    table = Table("pico")
    table.runs(1)
    sources = [source for source in table.hardware.sources.values() if isinstance(source, RestingPico)]
    assert all(source.is_idle for source in sources)
    table.hands.touch("a", "discard")
    table.runs(0.1)
    assert [source.is_idle for source in sources] == [False, True]
    table.hardware.close()


# -- wires that pick up spikes, and interrupts that get lost


@pytest.mark.parametrize(
    ("starts", "presses"),
    [pytest.param(InProcess, 60, marks=pytest.mark.long), (MicroPython, 8)],
    ids=["here", "there"],
)
def test_presses_are_told_though_wires_pick_up_spikes_and_interrupts_get_lost(starts: Starts, presses: int) -> None:
    clock, chance = ManualClock(5 * S), Random(7)  # noqa: S311 - chance, no secret
    room = Room(clock, emulated_picos=EmulatedPicos(starts=starts))
    buttons = tuple(ButtonPlan(seat, "pico", pico="left", channel=seat - 1) for seat in (1, 2))
    plan = Plan(buttons=buttons, picos=(PicoPlan("left", backend="emulated"),))
    reported, moved = list[ButtonEdge](), list[tuple[int, int, bool]]()
    with Assembly(plan, clock, room) as assembly:
        (source,) = assembly.sources().values()

        def runs(seconds: float) -> None:
            until_ns = clock.now_ns() + round(seconds * S)
            while clock.now_ns() < until_ns:
                reported.extend(item for item in source.poll().items if isinstance(item, ButtonEdge))

        runs(1.5)
        for button in room.buttons.values():
            button.disturb(spikes=200, lost=0.04)
        for _ in range(presses):
            seat = chance.choice((1, 2))
            for move, down in ((room.buttons[seat].press, True), (room.buttons[seat].release, False)):
                moved.append((clock.now_ns(), seat, down))
                move()
                runs(chance.uniform(0.06, 0.2))
        runs(0.1)

    assert sum(button.spiked for button in room.buttons.values()) >= presses // 3
    assert sum(button.losses for button in room.buttons.values()) >= presses // 8
    assert [(edge.button, edge.down) for edge in reported] == [(seat, down) for _, seat, down in moved]
    off_ns = [abs(edge.at_ns - at_ns) - edge.error_ns for edge, (at_ns, _, _) in zip(reported, moved, strict=True)]
    assert max(off_ns) <= SPIKE_NS[1] + SETTLE_NS, "a spike just before a press is part of its train"
