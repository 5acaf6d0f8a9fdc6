"""The boards on the bus of a real kernel: what its controller asks of them is answered by emulated chips."""

import struct
from pathlib import Path

import pytest

from cardtable_lab.kernel.inside.board import Boards, Place, Seen

READ_VERSION, VERSION = bytes([0x37 << 1 | 0x80, 0]), 0x92
NO_CS = 0x40


def message(*sent: bytes, device: int = 0, mode: int = 0, hz: int = 4_000_000, delay_ns: int = 0) -> bytes:
    """What /dev/spi-user hands out: a head, then each transfer with its own; the select is released between them."""
    parts = [struct.pack("=III", device, mode, len(sent))]
    for number, data in enumerate(sent, 1):
        parts += [struct.pack("=IIII", len(data), hz, delay_ns, number < len(sent)), data]
    return b"".join(parts)


def test_each_transfer_of_a_message_is_answered() -> None:
    boards = Boards([Place(device=0)])

    assert boards.answers(message(READ_VERSION, bytes(3), READ_VERSION)) == bytes([0, VERSION, 0, 0, 0, 0, VERSION])


@pytest.mark.parametrize(("device", "answer"), [(0, VERSION), (1, VERSION), (2, 0)])
def test_the_select_says_who_answers(device: int, answer: int) -> None:
    boards = Boards([Place(device=0), Place(device=1)])

    assert boards.answers(message(READ_VERSION, device=device))[1] == answer


@pytest.mark.parametrize(("mode", "hz", "answer"), [(3, 1_000_000, VERSION), (1, 1_000_000, 0), (0, 12_000_000, 0)])
def test_a_wrong_edge_or_too_fast_a_clock_is_misread(mode: int, hz: int, answer: int) -> None:
    assert Boards([Place()]).answers(message(READ_VERSION, mode=mode, hz=hz))[1] == answer


def test_a_pin_selects_whatever_the_bus_does_with_its_own_selects(tmp_path: Path) -> None:
    level = tmp_path / "value"
    level.write_text("0\n")
    boards = Boards([Place(select=str(level))])

    assert boards.answers(message(READ_VERSION, mode=NO_CS))[1] == VERSION
    assert boards.answers(message(READ_VERSION, device=1))[1] == VERSION
    level.write_text("1\n")
    assert boards.answers(message(READ_VERSION, mode=NO_CS))[1] == 0


def test_a_reset_that_is_low_or_a_supply_that_is_cut_silences_a_chip(tmp_path: Path) -> None:
    level = tmp_path / "value"
    level.write_text("1\n")
    boards = Boards([Place(reset=str(level))])

    def reads() -> bool:
        return boards.answers(message(READ_VERSION))[1] == VERSION

    assert reads()
    level.write_text("0\n")
    assert not reads()
    boards.does("power", reader=0, on=False)
    level.write_text("1\n")
    assert not reads(), "a reset does not bring its supply back"
    boards.does("power", reader=0, on=True)
    assert reads()


def test_messages_can_be_made_to_fail() -> None:
    boards = Boards([Place()])
    boards.does("fail", messages=1)

    assert boards.answers(message(READ_VERSION)) == b""
    assert boards.answers(message(READ_VERSION)) != b""


def test_what_went_over_the_bus_is_counted_until_it_is_asked() -> None:
    boards = Boards([Place()])
    boards.answers(message(READ_VERSION, READ_VERSION, delay_ns=2_000))
    boards.answers(message(READ_VERSION, hz=1_000_000))

    assert Seen(**boards.does("seen")) == Seen(2, 3, 2, 1, [1_000_000, 4_000_000], [0], [0, 2])
    assert Seen(**boards.does("seen")).messages == 0
