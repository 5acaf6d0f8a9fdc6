"""A bridge and the Pico's own program on an emulated cable, in virtual time: nothing lost, nothing doubled.

Every Pico is switched on 5 s before its ticks begin again, so each of these tests that lasts longer goes over that.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest

from firmware_bridge.bridge import Bridge, Changed, Found, Lost, PollRun, ReaderReported, Seen
from firmware_bridge.link import AGES_NS, SILENT_NS, Greeted, Link
from firmware_bridge.pico import messages, tags, wire
from firmware_bridge.pico.board import FOR_PRESSES, KEPT, SELECTS, WATCHDOG_MS, PicoProgram
from firmware_bridge.pico.messages import TICKS, Begin, Listen, Watch
from firmware_bridge.pico.mfrc522 import Mfrc522
from firmware_bridge.pico.readers import RETRY_US, Reader, age
from firmware_bridge.pico.reliable import WINDOW, Outbox, numbered
from hardware.clock import ManualClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.pico.circuit import Circuit
from hardware.emulator.pico.pico import EmulatedPico, HostPort, InProcess
from hardware.emulator.pico.stand_in.board import Asker, Time
from hardware.emulator.pins import EmulatedButton
from hardware.emulator.room import EmulatedLamp
from hardware.emulator.spi import EmulatedSpi
from hardware.emulator.tag import Tag
from hardware.plan import PICO_SELECTS

MS = 1_000_000
S = 1000 * MS
UID, OTHER = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")
PLAN = (Listen(0, 17, 33, 620, False), Watch(0, 2), Begin(26, 20, False))
LAMP = 10
REFIT = 3 * MS  # by so much times may move when more is known of the clock


Part = tuple[object, ...]


class Noisy:
    """A port that adds garbage to what goes either way."""

    def __init__(self, port: HostPort, corrupted: Callable[[bytes], bytes]) -> None:
        self._port = port
        self._corrupted = corrupted

    def read(self, wait_ns: int) -> bytes:
        return self._corrupted(self._port.read(wait_ns))

    def write(self, data: bytes) -> None:
        self._port.write(self._corrupted(data))

    def close(self) -> None:
        self._port.close()


@dataclass
class Desk:
    """One Pico with a reader, a button and a lamp, on a cable."""

    clock: ManualClock = field(default_factory=lambda: ManualClock(7 * S))
    lines: list[str] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    late_ns: int = 0
    _last: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        self.field = Field()
        self.chip = EmulatedMfrc522(self.field, self.clock.now_ns)
        self.button = EmulatedButton(self.clock)
        self.lamp = EmulatedLamp()
        circuit = Circuit(self.clock, "E6614103E7000001", ppm=60)
        circuit.selects[17], circuit.buttons[2], circuit.lamps[LAMP] = EmulatedSpi(self.chip), self.button, self.lamp
        self.pico = EmulatedPico(circuit, self.clock)
        self.bridge = self.new_bridge("one")

    def new_bridge(
        self, process: str, corrupted: Callable[[bytes], bytes] | None = None, plan: Sequence[Part] = PLAN
    ) -> Bridge:
        def opens() -> HostPort | Noisy:
            return Noisy(self.pico.open(), corrupted) if corrupted else self.pico.open()

        def note(way: str, line: str) -> None:
            self.lines.append(way + line)

        return Bridge("desk", opens, self.clock, plan, process=process, wire=note)

    def runs(self, seconds: float) -> "Desk":
        until_ns = self.clock.now_ns() + round(seconds * S)
        while self.clock.now_ns() < until_ns:
            got_to_ns, seen = self.bridge.got_to_ns, self.bridge.poll()
            self._note_lateness(got_to_ns, seen)
            self.seen += seen
        return self

    def _note_lateness(self, got_to_ns: int | None, seen: list[Seen]) -> None:
        """Note how far something came behind what it was said to have got to: a press, or somebody who came or went."""
        for item in seen if got_to_ns is not None else ():
            if isinstance(item, Changed):
                self.late_ns = max(self.late_ns, (got_to_ns or 0) - item.at_ns)
            elif isinstance(item, PollRun) and item.uids != self._last:
                self.late_ns, self._last = max(self.late_ns, (got_to_ns or 0) - item.first_ns), item.uids

    def away(self, seconds: float) -> "Desk":
        """Let time pass while the host does nothing; the Pico goes on."""
        self.pico.bench.run(self.clock.now_ns() + round(seconds * S))
        return self

    def carriers(self) -> list[bool]:
        """From now on, note how often the field is switched on and off."""
        powers, power = [], self.field.power

        def noted(on: bool) -> None:
            powers.append(on)
            power(on)

        self.field.power = noted  # type: ignore[method-assign]
        return powers

    def touches(self, uid: bytes = UID, *, ms: int = 300) -> "Desk":
        now_ns = self.clock.now_ns()
        self.field.put(Tag(uid), from_ns=now_ns, until_ns=now_ns + ms * MS)
        return self

    @property
    def found(self) -> list[tuple[bytes, ...]]:
        """What was found on the reader, run after run, each once."""
        runs = [seen.uids for seen in self.seen if isinstance(seen, PollRun)]
        return [uids for at, uids in enumerate(runs) if at == 0 or runs[at - 1] != uids]

    @property
    def edges(self) -> list[tuple[int, bool]]:
        return [(seen.at_ns, seen.high) for seen in self.seen if isinstance(seen, Changed)]

    def edges_of(self, since_ns: int) -> list[bool]:
        return [high for at_ns, high in self.edges if at_ns >= since_ns - MS]


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk.runs(1)
    desk.bridge.close()
    desk.pico.close()


CHATTER = [False, True, False]  # one press of an emulated button, and the same upside down


def test_it_is_found_and_begins_to_look(desk: Desk) -> None:
    assert [seen for seen in desk.seen if isinstance(seen, (Found, Lost))] == [desk.seen[0]]
    assert isinstance(desk.seen[0], Found)
    assert not desk.seen[0].same
    assert desk.bridge.board == "e6614103e7000001"
    begun = [seen for seen in desk.seen if isinstance(seen, ReaderReported)]
    assert [(one.channel, one.alive, one.begins, one.version) for one in begun] == [(0, True, True, 0x92)]


def test_a_card_is_seen_while_it_is_there(desk: Desk) -> None:
    began_ns = desk.clock.now_ns()
    desk.touches().runs(2)
    runs = [seen for seen in desk.seen if isinstance(seen, PollRun) and seen.uids == (UID,)]

    assert desk.found == [(UID,), ()]
    assert 0 <= runs[0].first_ns - began_ns < 40 * MS
    assert abs(runs[-1].last_ns - began_ns - 300 * MS) < 40 * MS
    assert sum(run.polls for run in runs) > 15


def test_antennas_that_take_turns_are_on_while_they_are_polled_and_find_cards(desk: Desk) -> None:
    desk.bridge.close()
    desk.bridge = desk.new_bridge("two", plan=(*PLAN[:2], Begin(26, 20, True)))
    desk.runs(1)
    powers = desk.carriers()
    desk.touches().runs(1)

    assert desk.found[-2:] == [(UID,), ()]
    assert powers[:6] in ([True, False] * 3, [False, True] * 3)


def test_a_reader_that_is_wired_and_not_in_the_plan_keeps_quiet() -> None:
    desk = Desk()
    circuit = desk.pico.circuit
    circuit.selects |= {pin: EmulatedSpi(EmulatedMfrc522(Field(), desk.clock.now_ns)) for pin in PICO_SELECTS[1:]}
    desk.runs(1).touches().runs(1)
    desk.bridge.close()
    desk.pico.close()

    assert desk.found == [(UID,), ()]
    assert SELECTS == PICO_SELECTS


def test_a_press_is_stamped_when_it_was_made(desk: Desk) -> None:
    pressed_ns = desk.clock.now_ns()
    desk.button.press()
    desk.runs(0.2)
    changes = [seen for seen in desk.seen if isinstance(seen, Changed) and seen.at_ns > pressed_ns - 5 * MS]

    assert [change.high for change in changes] == CHATTER
    assert abs(changes[0].at_ns - pressed_ns) <= changes[0].error_ns < 3 * MS


def test_a_button_that_is_down_already_is_told(desk: Desk) -> None:
    other = Desk(clock=desk.clock)
    other.button.press()
    other.runs(1)

    assert next(high for _, high in other.edges) is False


def test_lights_are_switched(desk: Desk) -> None:
    desk.bridge.light(LAMP, high=True)
    desk.runs(0.1)
    assert desk.lamp.is_on
    desk.bridge.light(LAMP, high=False)
    desk.runs(0.1)
    assert not desk.lamp.is_on


@pytest.mark.long
def test_it_goes_on_when_ticks_begin_again(desk: Desk) -> None:
    times, tick = [], desk.pico.circuit.tick(desk.clock.now_ns())
    for _ in range(8):  # one second each: the wrap is in the middle
        times.append(desk.clock.now_ns())
        desk.touches().button.press()
        desk.runs(0.5).button.release()
        desk.runs(0.5)
    downs = [at_ns for at_ns, high in desk.edges if not high]

    assert desk.pico.circuit.tick(desk.clock.now_ns()) < tick  # it did wrap
    assert desk.found == [(UID,), ()] * 8
    for at_ns in times:
        assert min(abs(down_ns - at_ns) for down_ns in downs) < 3 * MS


def test_how_far_it_has_got_is_close_to_now_and_never_too_far(desk: Desk) -> None:
    for _ in range(200):
        desk.runs(0.005)
        assert desk.bridge.got_to_ns is not None
        assert 0 <= desk.clock.now_ns() - desk.bridge.got_to_ns < 45 * MS


@pytest.mark.long
def test_unplugged_it_is_lost_and_plugged_in_again_it_begins_anew(desk: Desk) -> None:
    desk.bridge.light(LAMP, high=True)
    desk.runs(0.1).pico.unplug()
    assert not desk.lamp.is_on  # it has no power
    desk.seen.clear()
    desk.runs(3)
    assert [type(seen) for seen in desk.seen] == [Lost, Lost]
    assert [seen.why for seen in desk.seen if isinstance(seen, Lost)] == [
        "its cable was pulled, or it lost power",
        "no Pico is plugged in",
    ]
    assert desk.bridge.got_to_ns is None

    desk.pico.plug()
    desk.seen.clear()
    desk.runs(2)
    assert [seen.same for seen in desk.seen if isinstance(seen, Found)] == [False]
    assert desk.lamp.is_on  # it is told again
    desk.seen.clear()
    desk.touches().runs(1)
    assert desk.found == [(UID,), ()]


@pytest.mark.long
def test_plugged_and_unplugged_at_any_time_it_is_always_found_again() -> None:
    chance, desk = Random(1), Desk()  # noqa: S311 - chance, no secret
    for _ in range(40):
        desk.runs(chance.uniform(0, 0.8)).pico.unplug()
        desk.runs(chance.uniform(0, 0.8)).pico.plug()
    desk.runs(3)
    desk.seen.clear()
    desk.touches().runs(1)

    assert desk.bridge.is_there
    assert desk.found == [(UID,), ()]


@pytest.mark.long
def test_a_reset_is_noticed(desk: Desk) -> None:
    desk.seen.clear()
    desk.pico.reset()
    desk.runs(3)

    assert [type(seen) for seen in desk.seen if isinstance(seen, (Lost, Found))] == [Lost, Found]
    desk.seen.clear()
    desk.touches().runs(1)
    assert desk.found == [(UID,), ()]


@pytest.mark.long
def test_a_host_that_is_away_for_ten_seconds_loses_nothing(desk: Desk) -> None:
    began_ns = desk.clock.now_ns()
    for number in range(10):
        desk.touches(UID if number % 2 else OTHER).button.press()
        desk.away(0.4).button.release()
        desk.away(0.6)
    desk.seen.clear()
    desk.runs(3)

    assert desk.found == [(OTHER,), (), (UID,), ()] * 5
    assert desk.edges_of(began_ns) == [False, True, False, True, False, True] * 10
    assert desk.bridge.dropped == 0
    assert desk.late_ns < REFIT
    firsts = [seen.first_ns for seen in desk.seen if isinstance(seen, PollRun) and seen.uids]
    assert sorted({round((at_ns - began_ns) / S, 1) for at_ns in firsts} & set(range(10))) == list(range(10))


@pytest.mark.long
def test_a_host_that_closes_its_port_for_ten_seconds_loses_nothing(desk: Desk) -> None:
    began_ns = desk.clock.now_ns()
    desk.bridge.close()
    for _ in range(10):
        desk.touches().button.press()
        desk.away(0.4).button.release()
        desk.away(0.6)
    desk.seen.clear()
    desk.runs(3)

    assert [seen.same for seen in desk.seen if isinstance(seen, Found)] in ([], [True])
    assert desk.found == [(UID,), ()] * 10
    assert desk.edges_of(began_ns) == [False, True, False, True, False, True] * 10


@pytest.mark.long
def test_another_host_is_told_nothing_of_what_the_first_one_was_to_hear(desk: Desk) -> None:
    desk.bridge.light(LAMP, high=True)
    desk.runs(0.1).bridge.close()
    desk.touches().away(2)
    desk.seen.clear()
    desk.bridge = desk.new_bridge("two")
    desk.runs(2)

    assert desk.found == []
    assert not desk.lamp.is_on
    desk.touches(OTHER).runs(1)
    assert desk.found == [(OTHER,), ()]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_garbage_costs_time_and_nothing_else(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - chance, no secret

    def corrupted(data: bytes) -> bytes:
        """One piece in ten has a byte changed, lacks some, or has others before it."""
        if not data or chance.random() > 0.1:
            return data
        at, kind = chance.randrange(len(data)), chance.randrange(3)
        if kind == 0:
            return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        if kind == 1:
            return data[:at] + data[at + chance.randrange(1, 20) :]
        return data[:at] + chance.randbytes(chance.randrange(1, 400)) + data[at:]

    desk = Desk()
    desk.bridge = desk.new_bridge("one", corrupted)
    desk.runs(2)
    began_ns = desk.clock.now_ns()
    for _ in range(20):
        desk.touches().button.press()
        desk.runs(0.5).button.release()
        desk.runs(0.5)

    desk.runs(2)
    assert desk.found == [(UID,), ()] * 20
    assert desk.edges_of(began_ns) == [False, True, False, True, False, True] * 20
    assert desk.bridge.link.corrupt > 10
    assert desk.late_ns < REFIT


@pytest.mark.long
def test_a_beat_never_says_more_than_the_messages_before_it(desk: Desk) -> None:
    """A host that acknowledges nothing for a while: what waits because of that was not told yet."""
    desk.bridge.close()
    port, lines = desk.pico.open(), wire.Lines()
    port.write(b"\n" + wire.seal(messages.encode(messages.Call(1, "two"))))
    for number, message in enumerate(PLAN, start=1):
        port.write(wire.seal(f"#{number} {messages.encode(message)}"))
    reported: list[tuple[int, tuple[object, ...]]] = []

    def listens(seconds: float) -> None:
        until_ns = desk.clock.now_ns() + round(seconds * S)
        while desk.clock.now_ns() < until_ns:
            for text in lines.take(port.read(5 * MS)):
                number, rest = numbered(text)
                reported.append((number, messages.decode(rest)))

    listens(0.3)
    for _ in range(10):
        desk.touches(ms=100)
        listens(0.4)
    beats = [message for _, message in reported if isinstance(message, messages.Beat)]
    port.write(wire.seal(messages.encode(messages.Ack(max(number for number, _ in reported)))))
    listens(0.5)
    polls = {number: message for number, message in reported if isinstance(message, messages.Polls) and number}
    news = {at: poll for at, poll in polls.items() if at > 1 and polls.get(at - 1, poll).uids != poll.uids}

    assert max(polls) > WINDOW
    assert len(news) > 5
    for beat in beats:
        after = [poll.first for number, poll in news.items() if number > beat.last]
        assert all((first - beat.tick) % TICKS < TICKS // 2 for first in after)


@pytest.mark.long
def test_a_chip_that_fails_is_told_and_its_return(desk: Desk) -> None:
    desk.seen.clear()
    desk.chip.faults = {"deaf"}
    desk.runs(3)
    desk.chip.faults = set()
    desk.runs(3)
    reported = [seen for seen in desk.seen if isinstance(seen, ReaderReported)]

    assert [(one.alive, one.begins) for one in reported] == [(False, False), (True, False)], "each said once"
    assert "deaf" in reported[0].why


def test_a_chip_whose_crystal_is_slow_is_waited_for_and_not_lost(desk: Desk) -> None:
    desk.seen.clear()
    desk.chip.start_up_ns = 140 * MS
    desk.chip.hold_in_reset(True)
    desk.chip.hold_in_reset(False)  # its supply dropped
    desk.runs(1.5)

    assert [one.alive for one in desk.seen if isinstance(one, ReaderReported)] == [True], "restarted, but never lost"


def test_a_program_that_speaks_another_version_is_refused_with_its_cure(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.pico.reset()
    desk.runs(0.1)
    speaks = messages.Hello(1, "b", "one", 1, "x", messages.CAN)
    monkeypatch.setattr(PicoProgram, "_greet", lambda board: board._send(messages.encode(speaks)))
    desk.seen.clear()
    desk.runs(4)
    said = [seen.why for seen in desk.seen if isinstance(seen, Lost)]

    assert said[-1].startswith("its program speaks version 1 of the link, this table version 2")
    assert "cardtable flash" in said[-1]


def test_a_program_that_lacks_what_is_needed_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "CAN", "lights")
    desk.pico.reset()
    desk.seen.clear()
    desk.runs(4)
    said = [seen.why for seen in desk.seen if isinstance(seen, Lost)]

    assert said[-1].startswith("its program does not support buttons, readers: ")
    assert "cardtable flash" in said[-1]


def test_a_port_at_which_nobody_answers_is_told(desk: Desk) -> None:
    desk.pico.unplug()
    desk.pico.sleeps_ns = desk.clock.now_ns() + 10**15
    desk.pico._plugged = True  # something is there, but no program
    desk.bridge = desk.new_bridge("one")
    desk.seen.clear()
    desk.runs(2 * SILENT_NS / S + 0.5)

    assert [seen.why for seen in desk.seen if isinstance(seen, Lost)] == ["it does not answer"]


def test_a_program_that_fails_says_why(desk: Desk) -> None:
    program = desk.pico._program
    assert isinstance(program, InProcess)
    program._board.fail(ValueError("who\nknows"))
    desk.seen.clear()
    desk.runs(0.1)

    assert [seen.why for seen in desk.seen if isinstance(seen, Lost)] == ["its program has failed: ValueError whoknows"]


def test_a_program_that_hangs_is_bitten_by_its_watchdog(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = True

    def poll(board: PicoProgram) -> None:
        while hangs:
            board._clock.sleep_us(10_000)

    monkeypatch.setattr(PicoProgram, "_poll", poll)
    began_ns = desk.clock.now_ns()
    desk.runs(0.1)
    assert desk.pico.circuit.resets == 1
    assert desk.clock.now_ns() - began_ns >= WATCHDOG_MS * MS
    hangs = False
    monkeypatch.undo()
    desk.runs(2)
    assert desk.bridge.is_there


def test_the_lines_can_be_read(desk: Desk) -> None:
    desk.touches().runs(0.1)
    heard = [line[1:] for line in desk.lines if line[0] == "<"]

    assert any(
        line.startswith("hello 2 ") and " one 1 e6614103e7000001 readers,buttons,lights*" in line for line in heard
    )
    assert any(" look 0 " in line and UID.hex() in line for line in heard)
    assert all(wire.unseal(line[1:].encode()) is not None for line in desk.lines)


# -- rare orders of events


@pytest.mark.long
def test_a_watermark_stays_close_while_cards_move(desk: Desk) -> None:
    lags = []
    for number in range(400):
        if number % 40 == 0:
            desk.touches(UID if number % 80 else OTHER, ms=120)
        desk.runs(0.005)
        assert desk.bridge.got_to_ns is not None
        lags.append(desk.clock.now_ns() - desk.bridge.got_to_ns)

    assert sorted(lags)[len(lags) * 99 // 100] < 70 * MS


@pytest.mark.long
def test_a_pico_that_has_served_another_host_is_not_taken_for_the_one_that_was(desk: Desk) -> None:
    one = desk.bridge
    desk.touches().runs(1).bridge.close()
    desk.bridge = desk.new_bridge("two")
    desk.runs(1).bridge.close()
    desk.bridge = one
    desk.seen.clear()
    desk.runs(2)
    assert [seen.same for seen in desk.seen if isinstance(seen, Found)] == [False]
    began_ns = desk.clock.now_ns()
    desk.button.press()
    desk.runs(0.3)

    assert desk.edges_of(began_ns) == CHATTER


def test_a_light_that_is_put_out_at_the_end_goes_out(desk: Desk) -> None:
    desk.bridge.light(LAMP, high=True)
    desk.runs(0.1).bridge.light(LAMP, high=False)
    desk.bridge.close()
    desk.away(0.1)

    assert not desk.lamp.is_on


def test_lights_of_a_host_that_has_died_go_out_and_come_back_with_it(desk: Desk) -> None:
    desk.bridge.light(LAMP, high=True)
    desk.runs(0.1).away(2.5)
    assert desk.lamp.is_on
    desk.away(1)
    assert not desk.lamp.is_on
    desk.runs(1)
    assert desk.lamp.is_on


def test_lights_wait_in_no_queue_while_nobody_is_there(desk: Desk) -> None:
    desk.pico.unplug()
    desk.runs(0.1)
    for number in range(1000):
        desk.bridge.light(LAMP, high=bool(number % 2))
        if number % 100 == 0:
            desk.runs(0.01)
    desk.runs(0.01)
    assert desk.bridge._lights.empty()
    desk.pico.plug()
    desk.runs(2)
    assert desk.lamp.is_on


@pytest.mark.long
def test_a_button_of_which_too_much_was_to_be_told_is_known_again(desk: Desk) -> None:
    for _ in range(KEPT // 6 + 30):
        desk.button.press()
        desk.away(0.03).button.release()
        desk.away(0.03)
    desk.button.press()
    desk.away(0.1).runs(2)

    assert desk.bridge.dropped > 0
    assert desk.edges[-1][1] is False
    desk.button.release()
    desk.runs(0.3)
    assert desk.edges[-1][1] is True


def test_looks_leave_room_for_presses() -> None:
    outbox = Outbox(KEPT)
    while outbox.put("look", FOR_PRESSES):
        pass

    assert sum(outbox.put("edge") for _ in range(KEPT)) == 200, "a hundred presses"


def test_a_program_of_another_version_stops_when_it_is_asked_to(desk: Desk) -> None:
    desk.bridge.close()
    port = desk.pico.open()
    port.write(b"\n" + wire.seal("call 2 flash") + wire.seal("stop for another program"))
    desk.away(0.1)
    program = desk.pico._program

    assert isinstance(program, InProcess)
    assert program._board.is_stopped


def test_why_a_program_failed_is_told_though_its_clock_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PicoProgram, "_listen", lambda board, _message: board.fail(ValueError("invalid pin")))
    desk = Desk().runs(0.2)

    assert "its program has failed: ValueError invalid pin" in [
        seen.why for seen in desk.seen if isinstance(seen, Lost)
    ]


def test_what_was_kept_for_ages_is_not_placed_in_time() -> None:
    link = Link("one")
    link.open(0)
    link.take(wire.seal("hello 2 b-1 one 1 x readers"), 0)
    link.open(AGES_NS - 1)
    assert link.process == "one"
    link.take(wire.seal("hello 2 b-1 one 1 x readers"), AGES_NS)
    link.open(3 * AGES_NS)
    assert link.process == "one-1"
    assert link.take(wire.seal("hello 2 b-1 one 1 x readers"), 3 * AGES_NS) == []
    (greeted,) = link.take(wire.seal("hello 2 b-2 one-1 1 x readers"), 3 * AGES_NS)
    assert isinstance(greeted, Greeted)
    assert not greeted.same


def test_nobody_is_restless_because_ticks_have_gone_half_round() -> None:
    clock = Time(lambda _question: (0, "", []))
    reader = Reader(0, None, 500_000, False)
    reader._changed = 5

    assert reader.is_restless(100_005, clock)
    for later in (TICKS // 2 + 100, TICKS * 3 // 4):
        assert not reader.is_restless(later, clock)
    assert age(clock, TICKS // 2 + 100, 5) >= TICKS // 2


class Listener(list[tuple[object, ...]]):
    """A host that listens to a reader."""

    is_open = True

    def put(self, message: tuple[object, ...]) -> None:
        self.append(message)


def test_after_a_change_six_polls_are_told_one_by_one_so_that_the_host_can_decide() -> None:
    clock, reported = Time(lambda _question: (0, "", [])), Listener()
    reader = Reader(0, None, 500_000, False)
    for number in range(12):
        reader._note(clock, 1_000_000 + number * 4_000, ((UID,), False), reported)

    polls = [message.polls for message in reported if isinstance(message, messages.Polls)]
    assert polls[:6] == [1] * 6
    assert polls[6] > 1


def test_lines_that_were_garbage_stay_counted_when_the_port_is_opened_again() -> None:
    link = Link("one")
    link.open(0)
    link.take(b"garbage\n", 0)
    link.open(SILENT_NS)

    assert link.corrupt == 1


class Chip:
    """A chip that needs no care."""

    version = 0x92

    def antenna(self, on: bool) -> None:
        """Nothing is switched."""

    def check(self) -> None:
        """Its settings hold."""


class Failing(Reader):
    """A reader over a chip that starts; whether it can be polled is said from outside."""

    deaf = False

    def _start(self, clock: object, switched: bool) -> None:
        self._retry = None

    def _poll(self, clock: object, switched: bool, now: int) -> tuple[list[bytes], bool]:
        if self.deaf:
            raise OSError("it is deaf")
        return [], False


def test_a_card_that_stays_is_reported_every_tenth_of_a_second(desk: Desk) -> None:
    desk.touches(ms=4000).runs(1.5)
    desk.seen.clear()
    desk.runs(2)
    runs = [seen for seen in desk.seen if isinstance(seen, PollRun)]

    assert {run.uids for run in runs} == {(UID,)}
    assert 15 <= len(runs) <= 20


@pytest.mark.parametrize(("first", "second"), [(True, False), (False, True)])
@pytest.mark.parametrize("switched", [True, False])
def test_one_garbled_answer_of_two_makes_a_poll_garbled(
    switched: bool, first: bool, second: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Time(Asker(lambda _question: (0, "", [])))
    reader = Failing(0, Chip(), 500_000, False)
    monkeypatch.setattr(tags, "poll", lambda _chip, _known: ([UID], first))
    monkeypatch.setattr(tags, "inventory", lambda _chip, _wake: ([], second))
    if not switched:
        reader.known[OTHER], reader._unsure = 0, True  # a poll that is unsure wakes all tags

    assert Reader._poll(reader, clock, switched, 0) == ([UID], True)


def test_a_change_long_ago_is_no_recent_one_when_ticks_have_wrapped_around() -> None:
    ticks = 1
    clock, reported = Time(Asker(lambda _question: (ticks, "", []))), Listener()
    reader = Failing(0, Chip(), 500_000, False)
    reader._changed = ticks
    assert reader.is_restless(ticks, clock)
    ticks += TICKS // 4
    reader.poll(clock, False, reported)
    ticks = 2

    assert not reader.is_restless(ticks, clock)


def test_a_reader_that_stays_lost_says_it_once() -> None:
    ticks = 0
    clock, reported = Time(Asker(lambda _question: (ticks, "", []))), Listener()
    reader = Failing(0, Mfrc522(None, clock, 33), 500_000, False)
    reader.deaf = True
    for _ in range(4):
        reader.poll(clock, False, reported)
        ticks += RETRY_US

    assert [one.alive for one in reported if isinstance(one, messages.ReaderSaid)] == [False]


def test_a_reader_that_was_lost_is_back_without_a_reason() -> None:
    ticks = 0
    clock, reported = Time(Asker(lambda _question: (ticks, "", []))), Listener()
    reader = Failing(0, Mfrc522(None, clock, 33), 500_000, False)
    for deaf in (False, True, False):
        reader.deaf = deaf
        reader.poll(clock, False, reported)
        ticks += RETRY_US

    said = [(one.alive, one.why) for one in reported if isinstance(one, messages.ReaderSaid)]
    assert said == [(True, "begins"), (False, "it is deaf"), (True, "")]
