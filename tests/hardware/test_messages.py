"""Several transfers in one system call: its bytes, who cannot do it, and a bus that fails in the middle."""

import ctypes
import errno
import os
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from hardware import iso14443a
from hardware.assembly import Assembly
from hardware.clock import ManualClock
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.tag import Tag
from hardware.mfrc522.chip import Mfrc522
from hardware.observations import Observation, ReaderHealth, TagEvent
from hardware.pi import spi_device
from hardware.pi.gpiod_pins import GpiodPins
from hardware.pi.mfrc522_package import PackagePort
from hardware.pi.spidev_port import SpidevPort
from hardware.plan import Plan, ReaderPlan
from hardware.ports import NoMessages, Segment
from tests.hardware.conftest import UID, Make

OTHER = bytes.fromhex("04a1b2c3d4e5f7")
SELECT = 22
MS = 1_000_000
pytestmark = [
    pytest.mark.usefixtures("stand_ins"),
    pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning"),
]


@dataclass
class File:
    """A file of spidev's whose ioctl is looked at; `error` is what it raises."""

    number: int = 7
    error: int = 0
    calls: list[tuple[int, int, bytes]] = field(default_factory=list)

    def fileno(self) -> int:
        return self.number

    def ioctl(self, file: int, request: int, argument: bytes) -> bytes:
        self.calls.append((file, request, argument))
        if self.error:
            raise OSError(self.error, "refused")
        return argument


def test_the_call_is_what_the_kernels_header_says() -> None:
    file = File()
    send = spi_device.prepared(
        file, [Segment(b"\x02\x0c"), Segment(b"\x1a\x87", 385_100), Segment(b"\x89\0\0")], 4_000_000
    )
    heard = send()

    ((number, request, message),) = file.calls
    assert (number, request) == (7, 0x40606B00), "_IOW('k', 0, char[3 * 32])"
    assert len(message) == 96
    first, second, third = (message[at : at + 32] for at in (0, 32, 64))
    # After both addresses: len, speed_hz, delay_usecs, bits_per_word, cs_change, and four bytes of zeros.
    assert first[16:] == bytes.fromhex("02000000 00093d00 0000 00 01 00000000")
    assert second[16:] == bytes.fromhex("02000000 00093d00 8201 00 01 00000000"), "386 us: never less than was wished"
    assert third[16:] == bytes.fromhex("03000000 00093d00 0000 00 00 00000000"), (
        "the last one releases the select anyway"
    )
    assert [ctypes.string_at(struct.unpack_from("=Q", one)[0], 2) for one in (first, second)] == [
        b"\x02\x0c",
        b"\x1a\x87",
    ]
    assert [struct.unpack_from("=Q", one, 8)[0] for one in (first, second)] == [0, 0], (
        "nobody listens to what is written"
    )
    ctypes.memmove(struct.unpack_from("=Q", third, 8)[0], b"\x00\x92\x21", 3)
    assert list(heard) == [0x00, 0x92, 0x21]


@pytest.mark.parametrize("number", [errno.ENOTTY, errno.EINVAL, errno.EMSGSIZE])
def test_a_refusal_is_told_apart_from_a_bus_that_fails(number: int) -> None:
    with pytest.raises(NoMessages):
        spi_device.prepared(File(error=number), [Segment(b"\x02\x0c")], 1)()
    with pytest.raises(OSError, match="refused") as raised:
        spi_device.prepared(File(error=errno.EIO), [Segment(b"\x02\x0c")], 1)()
    assert not isinstance(raised.value, NoMessages)


def test_a_closed_file_gets_no_call() -> None:
    file = File(number=-1)
    with pytest.raises(OSError, match="Bad file descriptor"):
        spi_device.prepared(file, [Segment(b"\x02\x0c")], 1)()
    assert file.calls == []


def test_what_is_no_file_or_too_long_is_sent_one_by_one() -> None:
    with pytest.raises(NoMessages):
        spi_device.prepared(object(), [Segment(b"\x02\x0c")], 1)
    with pytest.raises(NoMessages):
        spi_device.prepared(File(), [Segment(b"\x02\x0c")] * 32, 1)


# -- on a bus with chips


@pytest.fixture
def pi(make: Make) -> EmulatedPi:
    return make()


def opened(pi: EmulatedPi, device: int = 0) -> Mfrc522:
    chip = Mfrc522(SpidevPort(0, device), pi.clock)
    chip.reset()
    return chip


def sent(pi: EmulatedPi, act: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is sent over the bus meanwhile, transfer by transfer."""
    bus, heard = pi.bus(0), list[str]()
    transferred = bus._transferred

    def notes(data: Sequence[int], *rest: Any) -> list[int]:
        heard.append(bytes(data).hex())
        return transferred(data, *rest)

    with monkeypatch.context() as listening:
        listening.setattr(bus, "_transferred", notes)
        act()
    return heard


def test_a_message_sends_the_same_bytes_as_single_transfers(pi: EmulatedPi, monkeypatch: pytest.MonkeyPatch) -> None:
    pi.add_reader(0, 0).put(Tag(UID))
    at_once, singly = opened(pi), opened(pi)
    singly._messages = None
    polls = [sent(pi, lambda chip=chip: iso14443a.poll(chip), monkeypatch) for chip in (at_once, singly)]

    assert polls[0] == polls[1]
    assert len(polls[0]) == 53


@pytest.mark.parametrize("error", [errno.ENOTTY, errno.EINVAL])
def test_a_kernel_that_refuses_is_asked_once(pi: EmulatedPi, monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    import spidev

    pi.add_reader(0, 0).put(Tag(UID))
    chip, asked = opened(pi), list[int]()

    def refuses(_port: object, _file: int, request: int, _argument: bytes) -> bytes:
        asked.append(request)
        raise OSError(error, "no")

    monkeypatch.setattr(spidev.SpiDev, "ioctl", refuses)
    polls = [iso14443a.poll(chip).uids for _ in range(3)]

    assert polls == [(UID,)] * 3
    assert len(asked) == 1


@pytest.mark.usefixtures("mfrc522_package")
def test_a_select_pin_and_the_package_read_cards_too(make: Make) -> None:
    pi = make()
    pi.add_reader(0, 1, select_pin=SELECT).put(Tag(UID))
    pi.add_reader(0, 0, reset_pin=25).put(Tag(OTHER))
    pinned = Mfrc522(SpidevPort(0, 1, select=GpiodPins(pi.clock).output(SELECT, high=True)), pi.clock)
    packaged = Mfrc522(PackagePort(0, 0), pi.clock)
    bus, calls = pi.bus(0), []
    for chip in (pinned, packaged):
        chip.reset()
        before = bus.messages, bus.transfers
        assert iso14443a.poll(chip).uids == ((UID,) if chip is pinned else (OTHER,))
        calls.append((bus.messages - before[0], bus.transfers - before[1]))

    assert calls == [(53, 53), (11, 53)]


def test_each_reader_gets_its_own_messages(pi: EmulatedPi) -> None:
    for device, uid in enumerate((UID, OTHER)):
        pi.add_reader(0, device).put(Tag(uid))
    chips = [opened(pi, device) for device in (0, 1)]

    assert [iso14443a.poll(chip).uids for chip in chips * 2] == [(UID,), (OTHER,)] * 2


def test_others_wait_for_the_bus_while_a_message_takes_its_time(pi: EmulatedPi) -> None:
    pi.add_reader(0, 0)
    chip = opened(pi)
    before_ns = pi.clock.now_ns()
    iso14443a.poll(chip)

    took_ns = pi.clock.now_ns() - before_ns
    # A call, seven releases of the select, 20 bytes at 4 MHz, and the wait for an answer.
    assert took_ns == 20_000 + 7 * 10_000 + 20 * 2_000 + 386_000


@pytest.mark.long
@pytest.mark.parametrize("transfer", range(1, 9))
def test_a_bus_that_fails_in_the_middle_of_a_message_costs_a_restart_and_no_card(
    pi: EmulatedPi, monkeypatch: pytest.MonkeyPatch, transfer: int
) -> None:
    pi.add_reader(0, 0).put(Tag(UID))
    plan = Plan((ReaderPlan("pad", "spidev"),), switched=True)
    with Assembly(plan, pi.clock) as assembly:
        bank = assembly.sources()["readers"]
        reported: list[Observation] = [item for _ in range(20) for item in bank.poll().items]
        bus, left = pi.bus(0), [transfer]
        transferred = bus._transferred

        def fails(*arguments: Any) -> list[int]:
            left[0] -= 1
            if not left[0]:
                raise OSError(errno.EIO, "the bus failed")
            return transferred(*arguments)

        monkeypatch.setattr(bus, "_transferred", fails)
        reported += [item for _ in range(20) for item in bank.poll().items]

    assert [item for item in reported if isinstance(item, TagEvent)] == reported[:1]
    assert [(one.alive, "the bus failed" in one.why) for one in reported if isinstance(one, ReaderHealth)] == [
        (True, True)
    ]


def test_an_answer_of_another_length_is_no_status() -> None:
    class Short:
        def xfer2(self, data: Sequence[int]) -> Sequence[int]:
            return [0] * len(data)

        def message(self, segments: Sequence[Segment]) -> Callable[[], Sequence[int]]:
            return lambda: [0, 1]

        def close(self) -> None:
            """Nothing to close."""

    with pytest.raises(OSError, match="the bus returned 2 bytes instead of 6"):
        iso14443a.poll(Mfrc522(Short(), ManualClock()))


@pytest.mark.usefixtures("mfrc522_package")
@pytest.mark.parametrize(
    "reader",
    [
        ReaderPlan("pad", "spidev"),
        ReaderPlan("pad", "spidev", select_pin=SELECT),
        ReaderPlan("pad", "mfrc522", reset_pin=25),
    ],
    ids=["spidev", "select pin", "package"],
)
def test_a_device_that_goes_and_comes_back_is_opened_again(make: Make, reader: ReaderPlan) -> None:
    pi = make()
    pi.add_reader(0, 0, select_pin=reader.select_pin, reset_pin=reader.reset_pin).put(Tag(UID))
    with Assembly(Plan((reader,)), pi.clock) as assembly:
        bank = assembly.sources()["readers"]

        def reported(seconds: int) -> list[Observation]:
            until_ns, items = pi.clock.now_ns() + seconds * 1000 * MS, list[Observation]()
            while pi.clock.now_ns() < until_ns:
                items += bank.poll().items
            return items

        assert [one.uid for one in reported(1) if isinstance(one, TagEvent)] == [UID]
        pi.unbind(0, 0)
        (lost,) = reported(3)
        pi.bind(0, 0)
        (back,) = reported(2)

    assert isinstance(lost, ReaderHealth)
    assert isinstance(back, ReaderHealth)
    assert (lost.alive, back.alive) == (False, True), "and the card still lies there"


def test_a_port_that_was_closed_is_not_opened_again(pi: EmulatedPi) -> None:
    port = SpidevPort(0, 0)
    port.close()
    port.close()

    for _ in range(2):
        with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
            port.xfer2([0])
