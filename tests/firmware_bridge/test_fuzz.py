"""A million bytes of garbage into each end: no false message, no stuck link, and nothing that grows."""

from collections.abc import Iterator
from random import Random

import pytest

from firmware_bridge.link import Greeted, Heard, Link, Refused
from firmware_bridge.pico import messages, wire
from firmware_bridge.pico.board import KEPT
from tests.firmware_bridge.test_bridge import MS, UID, Desk

BYTES = 1_000_000
_LINES = (
    "hello 2 ab12 one 1 x readers",
    "#1 edge 0 12345 0 0",
    "#2 look 0 1 24001 3 0 04a1b2c3d4e5f6",
    "ping 7",
    "ack 3",
    "beat 5 1 0",
)
_ODD = (b"\n", b"*", b"#", b"\r\n", b"\x00", b"\x03\x04")


def garbage(seed: int, number: int) -> Iterator[bytes]:
    """Make pieces of noise, of corrupt lines, of lines cut in two: whatever a cable, or another program, might send."""
    chance = Random(seed)  # noqa: S311 - chance, no secret
    made = 0
    while made < number:
        kind = chance.randrange(5)
        line = bytearray(wire.seal(chance.choice(_LINES)))
        if kind == 0:
            line = bytearray(chance.randbytes(chance.randrange(1, 600)))
        elif kind == 1:
            line[chance.randrange(len(line) - 1)] ^= 1 << chance.randrange(7)
        elif kind == 2:
            del line[chance.randrange(len(line) - 1) :]
        elif kind == 3:
            line = bytearray(line.replace(b" ", b""))
        else:
            line = bytearray(chance.choice(_ODD)) * chance.randrange(1, 40)
        made += len(line)
        yield bytes(line)


@pytest.mark.parametrize("seed", range(2))
def test_the_host_believes_none_of_it(seed: int) -> None:
    link = Link("one")
    link.open(0)
    events = [event for piece in garbage(seed, BYTES // 2) for event in link.take(piece, 0)]

    assert [event for event in events if isinstance(event, (Greeted, Heard))] == []
    assert len(link._lines._begun) < wire.LONGEST
    assert link.corrupt > 0
    greeted = link.take(
        b"\n" + wire.seal(messages.encode(messages.Hello(messages.VERSION, "b", "one", 1, "x", messages.CAN))), 0
    )
    assert [type(event) for event in greeted] == [Greeted]


def test_a_hello_of_another_version_is_understood_whatever_else_it_says() -> None:
    link = Link("one")
    link.open(0)

    assert link.take(b"\n" + wire.seal("hello 7 {so it goes} in the future"), 0) == [Refused(7)]
    assert link.due(10**12) == b""


def test_the_host_hears_what_comes_between() -> None:
    link = Link("one")
    link.open(0)
    link.take(wire.seal(messages.encode(messages.Hello(messages.VERSION, "b", "one", 1, "x", messages.CAN))), 0)
    sent, heard = 0, []
    for piece in garbage(3, BYTES // 2):
        sent += 1
        line = wire.seal(f"#{sent} " + messages.encode(messages.EdgeSeen(0, sent, high=False, late=0)))
        heard += [event.message for event in link.take(b"\n" + piece + b"\n" + line, 0) if isinstance(event, Heard)]

    assert heard == [messages.EdgeSeen(0, number, high=False, late=0) for number in range(1, sent + 1)]


@pytest.mark.proof
def test_the_pico_believes_none_of_it_and_goes_on() -> None:
    desk = Desk()
    desk.runs(1)
    began_ns, downs = desk.clock.now_ns(), 0
    for number, piece in enumerate(garbage(4, BYTES)):
        desk.pico.to_pico.write(b"\n" + piece + b"\n")
        if number % 200 == 0:
            downs += 1
            desk.touches().button.press()
            desk.runs(0.4).button.release()
            desk.runs(0.3)
        else:
            desk.runs(0.002)
    desk.runs(2)

    program = desk.pico._program
    assert not desk.lamp.is_on
    assert len(program._board._outbox) < KEPT  # type: ignore[union-attr]
    assert len(program._board._lines._begun) < wire.LONGEST  # type: ignore[union-attr]
    assert len(desk.edges_of(began_ns)) == 6 * downs
    assert desk.found == [(UID,), ()] * downs
    assert desk.pico.circuit.resets == 0
    assert desk.bridge.dropped == 0
    assert desk.clock.now_ns() - began_ns > 100 * MS
