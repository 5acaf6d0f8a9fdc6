"""Lines and messages: what is written is read again, and nothing else is."""

from binascii import crc_hqx

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico import messages, wire
from firmware_bridge.pico.reliable import numbered

TEXTS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=200)
NUMBERS = st.integers(0, 10**9)
TICKS = st.integers(0, messages.TICKS - 1)
UIDS = st.lists(st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size)), max_size=4)
WORDS = st.from_regex(r"[0-9a-zA-Z-]{1,16}", fullmatch=True)

FIELDS: dict[type, tuple[st.SearchStrategy[object], ...]] = {
    messages.Hello: (NUMBERS, WORDS, WORDS, NUMBERS, WORDS, WORDS),
    messages.Polls: (NUMBERS, TICKS, TICKS, st.integers(0, 1), st.booleans(), UIDS.map(tuple)),
    messages.EdgeSeen: (NUMBERS, TICKS, st.booleans(), NUMBERS),
    messages.ReaderSaid: (NUMBERS, TICKS, st.booleans(), NUMBERS, TEXTS),
    messages.Beat: (TICKS, NUMBERS, NUMBERS),
    messages.Pong: (NUMBERS, TICKS, TICKS),
    messages.Failed: (TEXTS,),
    messages.Call: (NUMBERS, WORDS),
    messages.Listen: (NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.booleans()),
    messages.Watch: (NUMBERS, NUMBERS),
    messages.Begin: (st.none() | NUMBERS, NUMBERS, st.booleans()),
    messages.Light: (NUMBERS, st.booleans()),
    messages.Ping: (NUMBERS,),
    messages.Stop: (TEXTS,),
    messages.Ack: (NUMBERS,),
}
MESSAGES = st.one_of([st.builds(kind, *fields) for kind, fields in FIELDS.items()])


@given(MESSAGES)
def test_a_message_is_read_as_it_was_written(message: tuple[object, ...]) -> None:
    read = messages.decode(messages.encode(message))

    assert read == message
    assert type(read) is type(message)


def test_every_message_is_tried() -> None:
    assert FIELDS.keys() == {kind for kind, _ in messages._KINDS.values()}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hallo",
        "edge",
        "edge 1 2",
        "edge 1 2 3",
        "edge 1 -2 0",
        "edge 1 1073741824 0",
        "edge 1  0",
        "edge 1 99999999999 0",
        "look 0 1 2 1 0 04A1B2C3D4E5F6",
        "look 0 1 2 1 0 04a1b2c3d4e5",
        "look 0 1 2 1 0 ",
        "look 0 5 9 9999999999 0 -",
        "look 0 5 504 2 0 -",
        "begin x 20 0",
    ],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        messages.decode(text)


@given(TICKS, st.integers(1, 100))
def test_a_run_has_as_many_polls_as_fit_into_it(first: int, polls: int) -> None:
    last = (first + (polls - 1) * messages.POLL_US) % messages.TICKS

    assert messages.decode(f"look 0 {first} {last} {polls} 0 -") == messages.Polls(0, first, last, polls, False, ())
    with pytest.raises(ValueError, match="too short"):
        messages.decode(f"look 0 {first} {last} {polls + 1} 0 -")


@pytest.mark.parametrize("text", ["# ping 1", "#0 ping 1", "#-1 ping 1", "#x ping 1", "#99999999999 ping 1"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        numbered(text)


@given(st.binary(max_size=300))
def test_both_checksums_are_the_same(data: bytes) -> None:
    assert wire.crc16_by_table(data) == wire.crc16(data) == crc_hqx(data, 0xFFFF)


def test_the_checksum_is_the_one_of_the_catalogue() -> None:
    assert wire.crc16(b"123456789") == 0x29B1  # CRC-16/CCITT-FALSE, its check value


@given(st.lists(TEXTS, max_size=8), st.data())
def test_lines_are_read_however_they_are_cut(texts: list[str], data: st.DataObject) -> None:
    stream = b"".join(wire.seal(text) for text in texts)
    lines, read = wire.Lines(), []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        read += lines.take(stream[:cut])
        stream = stream[cut:]

    assert (read, lines.corrupt) == (texts, 0)


@given(TEXTS, st.integers(0), st.integers(1, 255))
def test_a_corrupt_line_is_dropped_and_the_next_is_read(text: str, at: int, flip: int) -> None:
    line = bytearray(wire.seal(text))
    line[at % len(line)] ^= flip
    lines = wire.Lines()
    read = lines.take(bytes(line) + b"\n" + wire.seal("ping 1"))

    assert read[-1] == "ping 1"
    assert text not in read[:-1] or text == ""


def test_what_never_ends_is_not_kept() -> None:
    lines = wire.Lines()
    for _ in range(1000):
        assert lines.take(b"x" * 1000) == []

    assert len(lines._begun) < wire.LONGEST
    assert lines.take(b"\n" + wire.seal("ping 1")) == ["ping 1"]
    assert lines.corrupt == 1
