"""The cost of one poll of a field on an emulated Pi, with any library: calls, transfers, bytes, and modelled time.

This module also runs in the environments of other packages, so it needs only the standard library, `msgspec` and our
own modules.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from hardware.clock import ManualClock
from hardware.emulator.installed import install
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.spi import RELEASE_NS, TRANSFER_NS
from hardware.emulator.tag import Tag
from table.values import Value, to_builtins

T = TypeVar("T")
Poll = Callable[[], Sequence[bytes]]

MHZ = 1_000_000
UID_4 = bytes.fromhex("a1b2c3d4")
UID_7 = bytes.fromhex("04a1b2c3d4e5f6")
OTHER_7 = bytes.fromhex("04112233445566")
FIELDS = {
    "empty poll": (),
    "4-byte UID": (UID_4,),
    "7-byte UID": (UID_7,),
    "two 7-byte UIDs at once": (UID_7, OTHER_7),
}


class Spent(Value):
    """Traffic on the bus, how long bus and air were busy, and the total time (`took_ns`).

    `calls` are system calls: one call may be a message of several transfers.
    """

    calls: int
    transfers: int
    bytes_moved: int
    bus_ns: int
    air_ns: int
    took_ns: int


class Cost(Value):
    """One row of the table: the task, the library, the bus speed, the cost, and a description of what was read."""

    what: str
    library: str
    hz: int
    spent: Spent
    read: str


def pi_of_today() -> EmulatedPi:
    """Return the emulated Pi 5 that the cost model describes, with the GPIO library that supports it."""
    return EmulatedPi(ManualClock(), model="Raspberry Pi 5 Model B Rev 1.0", gpio_library="rpi-lgpio")


def measure(pi: EmulatedPi, hz: int, work: Callable[[], T]) -> tuple[Spent, T]:
    """Call `work`, which uses bus 0 at `hz`; return its cost and its result."""
    before = _standing(pi)
    result = work()
    calls, transfers, moved, air_ns, took_ns = (now - then for now, then in zip(_standing(pi), before, strict=True))
    bus_ns = calls * TRANSFER_NS + (transfers - calls) * RELEASE_NS + moved * 8_000 * MHZ // hz
    return Spent(calls, transfers, moved, bus_ns, air_ns, took_ns), result


def _standing(pi: EmulatedPi) -> tuple[int, int, int, int, int]:
    bus, air_ns = pi.bus(0), sum(reader.chip.on_air_ns for reader in pi.readers.values())
    return bus.messages, bus.transfers, bus.bytes_moved, air_ns, pi.clock.now_ns()


def polls(library: str, hz: int, opened: Callable[[EmulatedPi], Poll]) -> list[Cost]:
    """Poll each kind of field once with a library, starting afresh each time."""
    return [_poll(what, uids, library, hz, opened) for what, uids in FIELDS.items()]


def _poll(what: str, uids: Sequence[bytes], library: str, hz: int, opened: Callable[[EmulatedPi], Poll]) -> Cost:
    with install(pi_of_today()) as pi:
        field = pi.add_reader(0, 0, reset_pin=25)
        poll = opened(pi)
        for uid in uids:
            field.put(Tag(uid))
        spent, read = measure(pi, hz, poll)
        lost = "; next poll: nothing" if read and not poll() else ""
    return Cost(what, library, hz, spent, in_words(read, uids) + lost)


def in_words(read: Sequence[bytes], uids: Sequence[bytes]) -> str:
    """Describe what was read from the tags on the reader.

    >>> in_words([UID_7], [UID_7]), in_words([], [UID_7])
    ('04a1b2c3d4e5f6', 'nothing')
    >>> in_words([bytes.fromhex("a1b2c3d404")], [UID_4]), in_words([bytes.fromhex("8804a1b29f")], [UID_7])
    ('a1b2c3d4 + check byte', '8804a1b29f, 3 bytes of 7')
    """
    return ", ".join(_one_in_words(one, uids) for one in read) or "nothing"


def _one_in_words(answer: bytes, uids: Sequence[bytes]) -> str:
    if answer in uids:
        return answer.hex()
    if answer[:-1] in uids:
        return f"{answer[:-1].hex()} + check byte"
    part = next((uid for uid in uids if answer[1:4] == uid[:3]), None)
    return f"{answer.hex()}, 3 bytes of {len(part)}" if part else f"{answer.hex()}, nobody's UID"


def dumped(costs: Iterable[Cost]) -> str:
    """Return costs as one line of JSON."""
    return json.dumps([to_builtins(cost) for cost in costs])


def loaded(line: str) -> list[Cost]:
    """Return the costs in a line from `dumped`."""
    return [Cost(**cost | {"spent": Spent(**cost["spent"])}) for cost in json.loads(line)]
