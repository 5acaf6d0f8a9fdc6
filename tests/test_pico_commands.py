"""`doctor` and `watch --wire` in separate processes, for a table with an emulated Pico."""

import json
from pathlib import Path

import pytest

from firmware_bridge.pico import wire
from tests.playing import run

TABLE = """\
[table]
seats = 2

[[pico]]
name = "left"
backend = "emulated"

[[reader]]
zone = "discard"
backend = "pico"
pico = "left"
light_pin = 10

[[button]]
seat = 1
backend = "pico"
pico = "left"
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    return path


def test_the_doctor_passes_a_sound_pico(config: Path) -> None:
    result = run("doctor", "--config", str(config), "--seconds", "0.2")

    assert result.returncode == 0, result.stdout + result.stderr
    first, *others = result.stdout.splitlines()
    assert first.startswith("ok     pico left: serial number e661410300000000, its clock is known to ")
    assert others == [
        "ok     reader 1 (discard, pico left, channel 0): MFRC522 version 2.0",
        "ok     button of seat 1 (pico left, channel 0, GP 2): at rest",
        "ok     light of discard (pico left, GP 10): driven on and off once",
    ]


@pytest.mark.long
def test_the_doctor_names_a_pico_that_is_not_plugged_in(config: Path) -> None:
    config.write_text(TABLE.replace('backend = "emulated"', 'port = "/dev/nowhere"', 1))
    result = run("doctor", "--config", str(config), "--seconds", "0", "--json")
    (found,) = json.loads(result.stdout)["devices"]

    assert result.returncode == 1
    assert (found["what"], found["ok"], found["fault"]) == ("pico left", False, "no Pico at /dev/nowhere")
    assert "lsusb" in found["cure"]


def test_the_lines_on_the_wire_can_be_watched(config: Path) -> None:
    result = run("watch", "--config", str(config), "--seconds", "0.6", "--wire")
    lines = [json.loads(line) for line in result.stdout.splitlines()]

    assert result.returncode == 0, result.stderr
    assert {line["pico"] for line in lines} == {"left"}
    texts = {
        way: [wire.unseal(one["line"].encode()) for one in lines if one["from"] == way] for way in ("pico", "table")
    }
    assert texts["table"][0] is not None
    assert texts["table"][0].startswith("call 2 ")
    assert any(text is not None and text.startswith("hello 2 ") for text in texts["pico"])
    assert any(text is not None and text.startswith("beat ") for text in texts["pico"])
    assert None not in (*texts["pico"], *texts["table"])


def test_a_table_without_a_pico_has_no_wire(config: Path) -> None:
    config.write_text('[table]\nseats = 1\n[[reader]]\nzone = "discard"\nbackend = "emulated"\n')
    result = run("watch", "--config", str(config), "--wire")

    assert (result.returncode, result.stderr) == (2, "cardtable: --wire: this table has no Pico\n")


def test_an_emulated_table_can_be_built_of_nothing_else(tmp_path: Path) -> None:
    result = run("play", "--hardware", "toaster", "--database", str(tmp_path / "t.db"))

    said = "cardtable: --hardware: expected one of pi, pico, micropython, pcsc, keyboard, not 'toaster'\n"
    assert (result.returncode, result.stderr) == (2, said)
