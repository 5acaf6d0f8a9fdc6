"""What is wired where: held against the header, and against itself, for tables of every size."""

from collections import Counter, defaultdict

import pytest

from hardware import header
from hardware.plan import ButtonPlan, LightPlan, PicoPlan, Plan, ReaderPlan
from hardware.wires import drawing, supply
from hardware.wires.netlist import PI, wires
from hardware.wires.parts import parts

KITCHEN = Plan(
    readers=(
        ReaderPlan("left", "spidev", device=0, reset_pin=25),
        ReaderPlan("right", "spidev", device=1, reset_pin=25),
    ),
    buttons=(ButtonPlan(1, "gpiod", 17), ButtonPlan(2, "gpiod", 27)),
    lights=(LightPlan("seat.1", "gpiod", 22, of="button seat 1"), LightPlan("buzzer", "gpiod", 24)),
)


def ends(plan: Plan, part: str) -> dict[str, tuple[str, str | int, str]]:
    return {
        str(wire.start.pin): (wire.end.part, wire.end.pin, wire.end.name)
        for wire in wires(plan)
        if wire.start.part == part
    }


def test_every_pin_of_the_header_and_of_a_pico_is_named_once() -> None:
    assert sorted(header.NAMES) == list(range(1, 41))
    assert sorted(header.PICO_NAMES) == list(range(1, 41))
    for names, grounds in ((header.NAMES, 8), (header.PICO_NAMES, 8)):
        counted = Counter(names.values())
        assert counted.pop("GND") == grounds
        assert {name: many for name, many in counted.items() if many > 1} == (
            {"3V3": 2, "5V": 2} if names is header.NAMES else {}
        )


def test_a_reader_is_wired_whole() -> None:
    assert ends(KITCHEN, "reader 2") == {
        "SDA": ("pi", 26, "GPIO7"),
        "SCK": ("pi", 23, "GPIO11"),
        "MOSI": ("pi", 19, "GPIO10"),
        "MISO": ("pi", 21, "GPIO9"),
        "RST": ("pi", 22, "GPIO25"),
        "GND": ("pi", 14, "GND"),
        "3.3V": ("pi", 17, "3V3"),
    }


def test_a_reset_that_nobody_drives_is_held_high() -> None:
    assert ends(Plan(readers=(ReaderPlan("alone", "spidev"),)), "reader 1")["RST"][2] == "3V3"


def test_buttons_lights_and_the_buzzer_have_their_ground() -> None:
    assert ends(KITCHEN, "button seat 1") == {"1": ("pi", 11, "GPIO17"), "2": ("pi", 9, "GND")}
    assert ends(KITCHEN, "light of button seat 1") == {"+, by 330 ohm": ("pi", 15, "GPIO22"), "-": ("pi", 39, "GND")}
    assert ends(KITCHEN, "transistor") == {"base, by 1000 ohm": ("pi", 18, "GPIO24"), "emitter": ("pi", 9, "GND")}
    assert ends(KITCHEN, "buzzer") == {"-": ("transistor", "collector", ""), "+": ("pi", 2, "5V")}


def test_what_hangs_on_a_pico_is_told_by_its_own_pins() -> None:
    plan = Plan(
        readers=(ReaderPlan("pad", "pico", pico="left", channel=1),),
        buttons=(ButtonPlan(3, "pico", pico="left", channel=7),),
        picos=(PicoPlan("left"),),
    )

    assert ends(plan, "reader 1") == {
        "SDA": ("pico left", 26, "GP20"),
        "SCK": ("pico left", 24, "GP18"),
        "MOSI": ("pico left", 25, "GP19"),
        "MISO": ("pico left", 21, "GP16"),
        "RST": ("pico left", 31, "GP26"),
        "GND": ("pico left", 23, "GND"),
        "3.3V": ("pico left", 36, "3V3(OUT)"),
    }
    assert ends(plan, "button seat 3")["1"] == ("pico left", 12, "GP9")


def test_what_is_emulated_is_neither_wired_nor_bought() -> None:
    plan = Plan(readers=(ReaderPlan("pad", "emulated"),), buttons=(ButtonPlan(1, "emulated", 5),))

    assert wires(plan) == ()
    assert supply.current_ma(plan) == {"3V3": 0, "5V": 0}
    assert [part.part for part in parts(plan)] == ["Raspberry Pi"]


@pytest.mark.parametrize(("readers", "switched", "warned"), [(4, False, 0), (5, False, 1), (8, True, 0)])
def test_more_readers_than_the_rail_feeds_are_told_of(readers: int, switched: bool, warned: int) -> None:
    plan = Plan(
        readers=tuple(ReaderPlan(f"{n}", "spidev", select_pin=n, reset_pin=25) for n in range(12, 12 + readers)),
        switched=switched,
    )

    assert len(supply.warnings(plan)) == warned
    assert ("3.3 V regulator, 1 A" in [part.part for part in parts(plan)]) == bool(warned)


def test_more_lights_than_all_pins_feed_are_told_of() -> None:
    lit = [Plan(lights=tuple(LightPlan(f"seat.{n}", "gpiod", n) for n in range(2, 2 + many))) for many in (12, 13)]

    assert [len(supply.warnings(plan)) for plan in lit] == [0, 1]
    assert "50 mA" in supply.warnings(lit[1])[0]


@pytest.mark.parametrize(("pin", "warned"), [(2, 1), (8, 1), (9, 0), (24, 0)])
def test_a_buzzer_that_sounds_until_the_table_drives_it_is_told_of(pin: int, warned: int) -> None:
    reported = supply.warnings(Plan(lights=(LightPlan("buzzer", "gpiod", pin), LightPlan("seat.1", "gpiod", 5))))

    assert [f"GPIO{pin}" in one for one in reported] == [True] * warned
    on_a_pico = LightPlan("buzzer", "pico", 0, pico="one")
    assert supply.warnings(Plan(lights=(on_a_pico,), picos=(PicoPlan("one"),))) == ()


@pytest.mark.parametrize(
    ("reader", "pins"),
    [
        (ReaderPlan("pad", "spidev", device=2), "SDA"),
        (ReaderPlan("pad", "mfrc522", bus=1, device=3), "SDA"),
        (ReaderPlan("pad", "spidev", bus=2, select_pin=5), "SCK, MOSI, MISO"),
        (ReaderPlan("pad", "spidev", bus=3, device=1), "SDA, SCK, MOSI, MISO"),
    ],
)
def test_a_reader_on_pins_that_only_an_overlay_knows_is_told_of(reader: ReaderPlan, pins: str) -> None:
    plan = Plan(readers=(ReaderPlan("first", "spidev"), ReaderPlan("plugged in", "pcsc", bus=2), reader))

    (said,) = supply.warnings(plan)
    assert said.startswith(f"these wires of reader 3 are not drawn: {pins}; the overlay of SPI {reader.bus}.")
    assert not set(pins.split(", ")) & ends(plan, "reader 3").keys()


def test_a_pico_feeds_two_antennas_that_are_on() -> None:
    many = [
        Plan(
            readers=tuple(ReaderPlan(f"{n}", "pico", pico="one", channel=n) for n in range(count)),
            picos=(PicoPlan("one"),),
        )
        for count in (2, 3)
    ]

    assert [len(supply.warnings(plan)) for plan in many] == [0, 1]
    assert "3V3(OUT) of pico one gives 300 mA" in supply.warnings(many[1])[0]


def test_the_drawing_names_every_part_and_every_pin_that_is_used() -> None:
    svg = drawing.drawn(KITCHEN, "A kitchen <table>")

    assert "A kitchen &lt;table&gt;" in svg
    for wire in wires(KITCHEN):
        assert f">{wire.start.part}<" in svg
        if wire.end.part == PI:
            assert f">{wire.end.pin} {wire.end.name}<" in svg


def test_wires_to_one_pin_share_a_lane_and_no_others_do() -> None:
    svg = drawing.drawn(KITCHEN, "Kitchen")
    paths = [part.split('"')[0] for part in svg.split('d="')[1:]]
    lanes = defaultdict(set)
    for path in paths:
        begin, lane, *_, pin = path.replace("M", "L").split("L")[1:]
        lanes[lane.split(",")[0]].add(pin)
        assert begin.split(",")[1] == lane.split(",")[1]

    assert len(paths) == sum(isinstance(wire.end.pin, int) for wire in wires(KITCHEN))
    assert all(len(pins) == 1 for pins in lanes.values())
