"""What a sensor saw, worded for people who watch."""

from typing import Any

import pytest

from hardware.emulator.tag import PHONE, Tag
from hardware.observations import ButtonEdge, Observation, ReaderHealth, TagEvent, UnreadTag
from hardware.plan import PICO_BUTTONS, PICO_LIGHTS, PICO_RESET, PICO_SELECTS
from hardware.ports import Batch
from table.emulated.tabletop import AGAIN_NS, UNSEEN_NS, Touching
from table.settings.values import MOST_PICO_BUTTONS, MOST_PICO_READERS
from table.values import to_json
from table.wiring.emulated import HARDWARE, emulated_hardware, stopped_clock
from table.wiring.sensors import Sensed, raw, sense

READER = "reader 1 (discard, emulated)"


@pytest.mark.parametrize(
    ("item", "fields"),
    [
        (TagEvent(500_000_000, READER, b"\x04\xa1", present=True), {"fact": "tag_arrived", "uid": "04a1"}),
        (TagEvent(500_000_000, READER, b"\x04\xa1", present=False), {"fact": "tag_left", "uid": "04a1"}),
        (UnreadTag(500_000_000, READER), {"fact": "tag_unread"}),
        (ReaderHealth(500_000_000, READER, alive=False, why="deaf"), {"fact": "reader_lost", "why": "deaf"}),
        (ReaderHealth(500_000_000, READER, alive=True), {"fact": "reader_back"}),
        (ReaderHealth(500_000_000, READER, alive=True, why="deaf"), {"fact": "reader_restarted", "why": "deaf"}),
    ],
    ids=["arrived", "left", "unread", "lost", "back", "restarted"],
)
def test_what_a_reader_tells(item: Observation, fields: dict[str, Any]) -> None:
    hardware = emulated_hardware(pads=[["discard"]], seats=1, cards=[], clock=stopped_clock(0))

    assert to_json(raw(hardware, item)) == {"t": 0.5, "zone": "discard", **fields}


@pytest.mark.parametrize(("error_ns", "error"), [(0, {}), (100_000, {"error_ms": 0.1})])
def test_what_a_button_tells(error_ns: int, error: dict[str, float]) -> None:
    hardware = emulated_hardware(pads=[["discard"]], seats=1, cards=[], clock=stopped_clock(0))

    assert to_json(raw(hardware, ButtonEdge(500_000_000, 1, down=True, error_ns=error_ns))) == {
        "t": 0.5,
        "fact": "button_down",
        "seat": 1,
        **error,
    }


def test_settings_know_the_channels_of_a_pico_as_they_are_wired() -> None:
    bus = {16, 18, 19}  # MISO, SCK and MOSI of SPI0: RP2040 datasheet, section 1.4.3

    assert (len(PICO_SELECTS), len(PICO_BUTTONS)) == (MOST_PICO_READERS, MOST_PICO_BUTTONS)
    assert {*PICO_LIGHTS}.isdisjoint({*PICO_SELECTS, *PICO_BUTTONS, PICO_RESET} | bus)


def test_nanoseconds_end_where_the_table_begins() -> None:
    edge = ButtonEdge(1_999, 2, down=True, error_ns=1_400)

    assert (edge.at_us, edge.error_us) == (1, 1)


def test_how_far_a_source_has_got_never_passes_what_it_may_still_tell() -> None:
    assert Batch((), 1_999).watermark_us == 1


@pytest.mark.parametrize("built_of", [kind for kind in HARDWARE if kind not in ("micropython", "keyboard")])
def test_a_phone_is_known_by_its_sak_on_the_table_s_own_readers_and_on_a_pico_s(built_of: str) -> None:
    clock = stopped_clock(0)
    hardware = emulated_hardware(pads=[["discard"]], seats=1, cards=[], clock=clock, hardware=built_of)
    (field,) = hardware.room.fields.values()
    sensed: list[Sensed] = []
    while clock.now_ns() < 3_000_000_000:
        if clock.now_ns() > 2_000_000_000 and field.is_silent:
            field.put(Tag(bytes.fromhex("01020304"), PHONE))
        sensed += sense(hardware)
    hardware.close()

    (arrived,) = [one for one in sensed if one.fact == "tag_arrived"]
    assert (arrived.uid, arrived.smart) == ("01020304", True)


@pytest.mark.parametrize(
    ("built_of", "again_ns", "one_by_one"),
    [("pi", AGAIN_NS, False), ("pico", AGAIN_NS, False), ("pcsc", AGAIN_NS, True), ("keyboard", UNSEEN_NS, True)],
)
def test_hands_know_how_to_touch_the_readers_of_their_table(built_of: str, again_ns: int, *, one_by_one: bool) -> None:
    hardware = emulated_hardware(pads=[["discard"]], seats=1, cards=[], clock=stopped_clock(0), hardware=built_of)
    hardware.close()

    assert hardware.tabletop is not None
    assert hardware.tabletop.touching == Touching(again_ns, one_by_one)
