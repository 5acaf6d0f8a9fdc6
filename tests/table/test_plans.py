"""`cardtable plan` and `cardtable wiring`: whatever is planned loads, has no conflicts, and is wired whole."""

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import header
from table.complaints import BadInput
from table.settings.model import Settings, load_settings
from table.wiring import drawings
from table.wiring.choosing import PINS, Wanted, chosen
from table.wiring.conflicts import conflicts
from tests.playing import run

EXAMPLES = sorted((Path(__file__).parent.parent.parent / "docs/examples").glob("*.toml"))
MAY_BE_SHARED = {"GND", "3V3", "5V", "3V3(OUT)", "VBUS"}
BUS = {"SCK", "MOSI", "MISO", "RST"}

wanted = st.builds(
    Wanted,
    st.integers(1, 8),
    st.integers(1, 10),
    st.sampled_from(["pi", "pico"]),
    lights=st.booleans(),
    buzzer=st.booleans(),
)


def settings_of(folder: Path, text: str) -> Settings:
    path = folder / "table.toml"
    path.write_text(text)
    return load_settings(path)


def holds(settings: Settings) -> None:
    """Hold the wires of a table against the header: names, whole parts, and no pin with two jobs."""
    plan: Any = drawings.wiring(settings)
    used: dict[tuple[str, int], set[str]] = {}
    for wire in plan["wires"]:
        start, end = wire["from"], wire["to"]
        if not isinstance(end["pin"], int):
            continue
        names = header.NAMES if end["part"] == "pi" else header.PICO_NAMES
        assert names[end["pin"]] == end["name"]
        if end["name"] not in MAY_BE_SHARED:
            job = start["pin"] if start["pin"] in BUS else f"{start['part']} {start['pin']}"
            used.setdefault((end["part"], end["pin"]), set()).add(job)
    assert {pin: jobs for pin, jobs in used.items() if len(jobs) > 1} == {}
    wires_of = Counter(wire["from"]["part"] for wire in plan["wires"])
    wired = [reader for reader in settings.readers if reader.on_spi or reader.backend == "pico"]
    assert [wires_of[reader.label] for reader in wired] == [7] * len(wired)
    assert {len(wire["from"]) for wire in plan["wires"]} <= {2}
    assert set(plan) == {"wires", "parts", "current_ma", "warnings"}


@given(wanted)
def test_whatever_is_planned_can_be_wired(tmp_path_factory: pytest.TempPathFactory, wanted: Wanted) -> None:
    pins = wanted.seats * (1 + wanted.lights) + wanted.buzzer + (wanted.readers if wanted.readers > 2 else 0)
    if wanted.readers > 2 + wanted.seats or (wanted.on == "pi" and pins > len(PINS)):
        with pytest.raises(BadInput):
            chosen(wanted)
        return
    text = chosen(wanted)
    settings = settings_of(tmp_path_factory.mktemp("plan"), text)

    assert conflicts(settings) == ()
    assert settings.table.seats == len(settings.buttons) == wanted.seats
    assert len(settings.readers) == wanted.readers
    assert all(button.light_pin is not None for button in settings.buttons) == wanted.lights
    assert (settings.buzzer is not None) == wanted.buzzer
    assert wanted.on == "pico" or settings.buzzer is None or settings.buzzer.pin not in header.PULLED_UP
    holds(settings)


def test_a_table_that_fills_the_header_has_no_pin_left() -> None:
    text = chosen(Wanted(8, 2, "pi", lights=True, buzzer=True))

    assert len(set(map(int, re.findall(r"pin = (\d+)", text))) - {25}) == 19 <= len(PINS)
    with pytest.raises(BadInput, match="20 to spare"):
        chosen(Wanted(8, 4, "pi", lights=True, buzzer=True))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_wired_as_their_files_say(example: Path) -> None:
    holds(load_settings(example))


def test_a_mat_is_drawn_in_millimetres_and_keeps_antennas_apart(tmp_path: Path) -> None:
    svg = drawings.mat_of(settings_of(tmp_path, chosen(Wanted(8, 10, "pico"))))
    root = ET.fromstring(svg)  # noqa: S314 - our own
    reach = [one for one in root.iter("{http://www.w3.org/2000/svg}circle") if one.get("stroke-dasharray") == "1 3"]

    assert root.attrib["width"].endswith("mm")
    assert root.attrib["viewBox"].split()[2:] == [root.attrib[side].removesuffix("mm") for side in ("width", "height")]
    assert len(reach) == 10
    assert all(f">button {seat}, drill 30 mm<" in svg for seat in range(1, 9))


# -- the commands


def test_a_plan_is_four_files_and_leaves_what_was_there(tmp_path: Path) -> None:
    done = run("plan", "--seats", "4", "--readers", "2", "--on", "pi", "--lights", "--buzzer", "-o", tmp_path / "new")

    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == [
        "mat.svg",
        "parts.md",
        "table.toml",
        "wiring.svg",
    ]
    again = run("plan", "--seats", "5", "--readers", "2", "-o", tmp_path / "new")
    assert again.returncode == 2
    assert "is there already" in again.stderr
    assert "seats = 4" in (tmp_path / "new/table.toml").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seats", "9", "--readers", "2"], "--seats: expected 1 to 8, not 9"),
        (["--seats", "2", "--readers", "5"], "--readers: expected 1 to 4, two for all and one for each seat, not 5"),
        (["--seats", "8", "--readers", "8", "--lights"], "24 pins are needed, and the Pi has 20 to spare"),
    ],
)
def test_what_cannot_be_planned_is_told_in_a_sentence(tmp_path: Path, arguments: list[str], says: str) -> None:
    done = run("plan", *arguments, "-o", tmp_path / "new")

    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert not (tmp_path / "new").exists()


def test_wiring_is_told_three_ways(tmp_path: Path) -> None:
    (config,) = [example for example in EXAMPLES if example.stem == "kitchen"]
    as_json = run("wiring", "--config", config, "--format", "json")
    as_text = run("wiring", "--config", config)
    as_svg = run("wiring", "--config", config, "--format", "svg", "-o", tmp_path / "wiring.svg")

    assert json.loads(as_json.stdout)["current_ma"]["3V3"] > 0
    assert "SDA                    -> pi, pin 24 (GPIO8)" in as_text.stdout
    assert as_svg.stdout == f"Written to {tmp_path / 'wiring.svg'}.\n"
    assert ET.fromstring((tmp_path / "wiring.svg").read_text()).tag.endswith("svg")  # noqa: S314 - our own


def test_what_cannot_be_wired_is_not_drawn(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(
        '[table]\nseats = 2\n[[reader]]\nzone = "discard"\nbackend = "spidev"\n'
        '[[button]]\nseat = 1\nbackend = "gpiod"\npin = 9\n'
    )

    done = run("wiring", "--config", config)

    assert (done.returncode, done.stdout) == (2, "")
    assert "pin BCM 9 is also MISO of SPI bus 0" in done.stderr
