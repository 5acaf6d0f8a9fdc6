"""The Pico's program itself under MicroPython for unix, on a pseudo-terminal that pyserial opens, in real time."""

import os
import pty
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from firmware_bridge.bridge import Bridge, Changed, Found, Lost, PollRun, ReaderReported, Seen
from firmware_bridge.pico.messages import TICKS, Begin, Listen, Watch
from firmware_bridge.serial_port import SerialPort
from hardware.clock import SystemClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.pico.circuit import BEFORE_WRAP, Circuit, PowerCut
from hardware.emulator.pico.micropython import Questions
from hardware.emulator.pins import EmulatedButton
from hardware.emulator.room import EmulatedLamp
from hardware.emulator.spi import EmulatedSpi
from hardware.emulator.tag import Tag
from tests.playing import PATIENCE_S

MS = 1_000_000
S = 1000 * MS
UID = bytes.fromhex("04a1b2c3d4e5f6")
LAMP = 10
PRESS = [False, True, False]  # with the chatter of its contact
RELEASE = [True, False, True]


class Desk:
    """A Pico on a cable to this machine: a reader, a button and a lamp hang on it."""

    def __init__(self, folder: Path) -> None:
        self.clock = SystemClock()
        self.path = folder / "usb-Pico"
        self.field, self.button, self.lamp = Field(), EmulatedButton(self.clock), EmulatedLamp()
        self.circuit = Circuit(self.clock, "E6614103E7000001")
        self.circuit.selects[17] = EmulatedSpi(EmulatedMfrc522(self.field, self.clock.now_ns))
        self.circuit.buttons[2], self.circuit.lamps[LAMP] = self.button, self.lamp
        self.seen: list[Seen] = []
        self.plan = (Listen(0, 17, 33, 620, False), Watch(0, 2), Begin(26, 20, False))
        self.bridge = self.new_bridge("one")
        self._program: Questions | None = None
        self.plug()

    def new_bridge(self, process: str) -> Bridge:
        return Bridge("desk", lambda: SerialPort(str(self.path)), self.clock, self.plan, process=process)

    # -- the cable

    def plug(self) -> None:
        self._inner, self._outer = pty.openpty()
        tty.setraw(self._outer)
        self.path.symlink_to(os.ttyname(self._outer))
        self.switch_on()

    def unplug(self) -> None:
        self.path.unlink()
        self.switch_off()
        os.close(self._outer)
        os.close(self._inner)

    def switch_on(self) -> None:
        self.circuit.switch_on()
        self._program = Questions(self._inner, self._inner)
        self._answering = Thread(target=self._answer, args=(self._program,), daemon=True)
        self._answering.start()

    def switch_off(self) -> None:
        if self._program is not None:
            self._program.process.kill()
            self._answering.join(PATIENCE_S)
            self._program.close()
            self._program = None

    def _answer(self, program: Questions) -> None:
        with suppress(PowerCut, OSError, ValueError):
            while True:
                program.answer(*self.circuit.ask(program.next()))

    def garbage_from_the_pico(self, data: bytes) -> None:
        os.write(self._inner, data)

    def garbage_from_the_host(self, data: bytes) -> None:
        os.write(self._outer, data)

    def close(self) -> None:
        self.bridge.close()
        if self._program is not None:
            self.unplug()

    # -- hands and eyes

    def until(self, wanted: Callable[[], bool]) -> "Desk":
        ends_ns = self.clock.now_ns() + round(PATIENCE_S * S)
        while not wanted():
            assert self.clock.now_ns() < ends_ns, self.seen
            self.seen += self.bridge.poll()
        return self

    def touches(self, seconds: float = 0.3) -> None:
        now_ns = self.clock.now_ns()
        self.field.put(Tag(UID), from_ns=now_ns, until_ns=now_ns + round(seconds * S))

    @property
    def found(self) -> list[tuple[bytes, ...]]:
        runs = [seen.uids for seen in self.seen if isinstance(seen, PollRun)]
        return [uids for at, uids in enumerate(runs) if at == 0 or runs[at - 1] != uids]

    @property
    def changes(self) -> list[Changed]:
        """What the button did since it was set up."""
        return [seen for seen in self.seen if isinstance(seen, Changed)][1:]

    @property
    def is_looking(self) -> bool:
        return self.bridge.is_there and any(isinstance(seen, ReaderReported) for seen in self.seen)

    def works(self) -> None:
        """Touch the pad and press the button once, and see both once."""
        self.seen.clear()
        self.touches()
        self.button.press()
        self.until(lambda: len(self._edges) >= len(PRESS))
        self.button.release()
        edges = len(PRESS) + len(RELEASE)
        self.until(lambda: self.found == [(UID,), ()] and len(self._edges) >= edges)
        assert self._edges == [*PRESS, *RELEASE]

    @property
    def _edges(self) -> list[bool]:
        return [seen.high for seen in self.seen if isinstance(seen, Changed)]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    try:
        yield desk.until(lambda: desk.is_looking)
    finally:
        desk.close()


def test_it_says_hello_and_begins_to_look(desk: Desk) -> None:
    assert [seen.same for seen in desk.seen if isinstance(seen, Found)] == [False]
    assert desk.bridge.board == "e6614103e7000001"
    assert [
        (reported.channel, reported.begins, reported.version)
        for reported in desk.seen
        if isinstance(reported, ReaderReported)
    ] == [(0, True, 0x92)]


def test_cards_and_presses_are_told_with_their_times(desk: Desk) -> None:
    desk.seen.clear()
    began_ns = desk.clock.now_ns()
    desk.touches()
    desk.until(lambda: desk.found == [(UID,), ()])
    polls = [seen for seen in desk.seen if isinstance(seen, PollRun) and seen.uids]
    assert polls[0].first_ns - began_ns + desk.bridge.error_ns >= -50 * MS, "a busy machine looks late"
    assert polls[0].first_ns - began_ns < 250 * MS

    pressed_ns = desk.clock.now_ns()
    desk.button.press()
    desk.until(lambda: len(desk._edges) == len(PRESS))
    down = next(seen for seen in desk.seen if isinstance(seen, Changed))
    assert desk._edges == PRESS
    assert abs(down.at_ns - pressed_ns) <= down.error_ns + MS  # a millisecond for the thread that presses


def test_lights_are_switched(desk: Desk) -> None:
    for high in (True, False):
        desk.bridge.light(LAMP, high=high)
        desk.until(lambda high=high: desk.lamp.is_on == high)  # type: ignore[misc]


def test_unplugged_and_plugged_in_again_it_works(desk: Desk) -> None:
    for _ in range(2):
        desk.seen.clear()
        desk.unplug()
        desk.until(lambda: any(isinstance(seen, Lost) for seen in desk.seen))
        desk.seen.clear()
        desk.plug()
        desk.until(lambda: desk.is_looking)
        desk.works()


@pytest.mark.long
def test_a_reset_is_survived(desk: Desk) -> None:
    desk.seen.clear()
    desk.switch_off()
    desk.switch_on()
    desk.until(lambda: desk.is_looking and any(isinstance(seen, Found) for seen in desk.seen))
    desk.works()


def test_garbage_either_way_is_survived(desk: Desk) -> None:
    for number in range(20):
        desk.garbage_from_the_pico(bytes((number * 13 + at * 7) % 256 for at in range(100)))
        desk.garbage_from_the_host(bytes((number * 11 + at * 5) % 256 for at in range(100)))
        desk.seen += desk.bridge.poll()
    desk.garbage_from_the_pico(b"\n")
    desk.garbage_from_the_host(b"\x03\x03\x04\x01\n")  # what would end any other MicroPython program
    desk.until(lambda: desk.bridge.is_there)
    desk.works()
    assert desk.bridge.link.corrupt > 0


@pytest.mark.proof  # in real time, which a busy machine has not; test_memory.py shows it in virtual time
def test_a_host_that_is_away_for_ten_seconds_loses_nothing_and_the_ticks_begin_again(desk: Desk) -> None:
    desk.seen.clear()
    times, away = [], Event()
    for number in range(10):
        times.append(desk.clock.now_ns())
        desk.touches()
        (desk.button.press if number % 2 == 0 else desk.button.release)()
        away.wait(1.0)  # that is what is tried: nobody reads
    desk.until(lambda: len(desk._edges) >= 5 * len(PRESS + RELEASE) and len(desk.found) >= 2 * len(times))

    assert desk._edges == (PRESS + RELEASE) * 5
    assert desk.found == [(UID,), ()] * 10
    firsts = [seen for seen in desk.seen if isinstance(seen, Changed)][::3]
    late_ns = [seen.at_ns - at_ns for seen, at_ns in zip(firsts, times, strict=True)]
    assert max(map(abs, late_ns)) < 50 * MS, "a busy machine is late, but no tick was taken for another"
    assert desk.circuit.tick(times[0]) > TICKS - BEFORE_WRAP
    assert desk.circuit.tick(times[-1]) < TICKS // 2
    assert desk.bridge.dropped == 0
