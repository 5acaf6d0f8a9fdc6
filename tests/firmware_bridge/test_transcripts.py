"""The Pico's own chip code against the host's: the same bytes over SPI, both ways, whatever lies in the field."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from firmware_bridge.pico import mfrc522 as pico_chip
from firmware_bridge.pico import tags
from hardware import iso14443a
from hardware.clock import ManualClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.physics import HARSH, TYPICAL
from hardware.emulator.spi import EmulatedSpi
from hardware.emulator.tag import Tag
from hardware.mfrc522.chip import Mfrc522

FOUR, SEVEN, TEN = bytes.fromhex("a1b2c3d4"), bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f6071829")
SIBLING = bytes.fromhex("04a1b2c3d4e5f7")

Transcript = list[tuple[str, str]]


class Recorder:
    """A port that notes what goes over it."""

    def __init__(self, port: EmulatedSpi) -> None:
        self._port = port
        self.transcript: Transcript = []

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        answer = self._port.xfer2(data)
        self.transcript.append((bytes(data).hex(), bytes(answer).hex()))
        return answer

    def transfer(self, data: bytearray) -> None:
        data[:] = bytes(self.xfer2(bytes(data)))

    def close(self) -> None:
        self._port.close()


class Ticks:
    """MicroPython's time on a manual clock."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock

    def ticks_us(self) -> int:
        return self._clock.now_ns() // 1000

    def ticks_diff(self, end: int, start: int) -> int:
        return end - start

    def sleep_us(self, duration: int) -> None:
        self._clock.sleep_ns(duration * 1000)


class WholeMicroseconds(ManualClock):
    """A clock on which the host sleeps as the Pico does: what the air does depends on when."""

    def sleep_ns(self, duration_ns: int) -> None:
        super().sleep_ns(-(-duration_ns // 1000) * 1000)


class Bench:
    """An emulated chip over a field, and tags; each bench is like the other."""

    def __init__(self, *uids: bytes, physics: str = "clean", seed: int = 0) -> None:
        self.clock = WholeMicroseconds(1_000_000_000)
        air = {"typical": TYPICAL, "harsh": HARSH}.get(physics)
        self.field = Field(seed=seed) if air is None else Field(air, seed=seed)
        self.recorder = Recorder(EmulatedSpi(EmulatedMfrc522(self.field, self.clock.now_ns)))
        for spot, uid in enumerate(uids):
            self.field.put(Tag(uid), spot=spot)

    def host(self) -> Mfrc522:
        return Mfrc522(self.recorder, self.clock)

    def pico(self) -> pico_chip.Mfrc522:
        return pico_chip.Mfrc522(self.recorder.transfer, Ticks(self.clock))


def host_looks(bench: Bench, known: Sequence[bytes], polls: int) -> list[object]:
    chip = bench.host()
    chip.reset()
    bench.clock.sleep_ns(pico_chip.FIELD_ON * 1000)
    found: list[object] = []
    for _ in range(polls):
        poll = iso14443a.poll(chip, known)
        found.append((list(poll.uids), poll.garbled))
    chip.check()
    chip.antenna(on=False)
    return found


def pico_looks(bench: Bench, known: Sequence[bytes], polls: int) -> list[object]:
    chip = bench.pico()
    chip.reset()
    Ticks(bench.clock).sleep_us(pico_chip.FIELD_ON)
    found: list[object] = []
    for _ in range(polls):
        uids, garbled = tags.poll(chip, list(known))
        found.append((list(uids), garbled))
    chip.check()
    chip.antenna(False)
    return found


Looks = Callable[[Bench, Sequence[bytes], int], list[object]]


@pytest.mark.parametrize("uids", [(), (FOUR,), (SEVEN,), (TEN,), (FOUR, SEVEN), (SEVEN, SIBLING), (FOUR, SEVEN, TEN)])
@pytest.mark.parametrize("known", [(), (SEVEN,), (SEVEN, FOUR), (TEN,)])
def test_both_say_the_same_to_the_chip(uids: Sequence[bytes], known: Sequence[bytes]) -> None:
    host, pico = Bench(*uids), Bench(*uids)

    assert pico_looks(pico, known, 3) == host_looks(host, known, 3)
    assert pico.recorder.transcript == host.recorder.transcript
    assert len(host.recorder.transcript) > 30


@pytest.mark.parametrize("physics", ["typical", "harsh"])
@pytest.mark.parametrize("seed", range(12))
def test_both_say_the_same_in_bad_air(physics: str, seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - chance, no secret
    uids = chance.sample([FOUR, SEVEN, TEN, SIBLING], 2)
    host, pico = Bench(*uids, physics=physics, seed=seed), Bench(*uids, physics=physics, seed=seed)
    reported = []
    for bench, polls in ((host, host_looks), (pico, pico_looks)):
        try:
            reported.append(polls(bench, uids, 40))
        except (OSError, pico_chip.ChipError) as error:  # a chip that hangs
            reported.append([str(error)])

    assert reported[0] == reported[1]
    assert pico.recorder.transcript == host.recorder.transcript


def test_they_are_told_apart_when_one_of_them_errs() -> None:
    host, pico = Bench(SEVEN), Bench(SEVEN)
    host_looks(host, (), 1)
    chip = pico.pico()
    chip._gain = 0x70
    chip.reset()

    assert pico.recorder.transcript != host.recorder.transcript[: len(pico.recorder.transcript)]
