"""table.toml: what it may say, and that every complaint names the file, the line and the key."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from table.complaints import BadInput
from table.settings.model import Settings, load_settings
from table.wiring.conflicts import Conflict, conflicts
from table.wiring.plan import plan_of

EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "examples").glob("*.toml"))

# The example of the public contract.
CONTRACT = """\
[table]
name = "Kitchen"
seats = 4
database = "table.db"        # relative to this file

[[reader]]
zone = "discard"             # or zones = ["discard", "visible", "pile.1", "deck.scan"]: the game says which it is
backend = "mfrc522"          # mfrc522 (the package) | spidev | pico | emulated
bus = 0                      # SPI bus and device, for mfrc522 and spidev
device = 0
reset_pin = 25               # BCM; optional
placement = "tap"            # tap (default) | pile

[[button]]
seat = 1
backend = "gpiod"            # gpiod | rpi_gpio | pico | emulated
pin = 17                     # BCM, to ground, pulled up
light_pin = 22               # optional
"""
PICO = """
[[pico]]
name = "left"                # readers and buttons of backend "pico" name it: pico = "left", channel = 0
serial_number = "E6614103E7" # or port = "..."

[[reader]]
zone = "seat.1"
backend = "pico"
pico = "left"
channel = 3
light_pin = 10

[[button]]
seat = 2
backend = "pico"
pico = "left"
channel = 7

[buzzer]
backend = "pico"
pico = "left"
pin = 28
"""

Loader = Callable[[str], Settings]


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loader:
    """Load a text as the table.toml of the directory that we are in."""
    monkeypatch.chdir(tmp_path)

    def loaded(text: str) -> Settings:
        Path("table.toml").write_text(text, encoding="utf-8")
        return load_settings(Path("table.toml"))

    return loaded


def complaint_of(loaded: Loader, text: str) -> str:
    with pytest.raises(BadInput) as caught:
        loaded(text)
    return str(caught.value)


def settings(*, table: dict[str, Any] | None = None, **sections: Any) -> Settings:
    """Make settings of plain data, with a table of eight seats and an emulated reader unless there are others."""
    reader = {"zone": "discard", "backend": "emulated"}
    return Settings.model_validate({"table": {"seats": 8, **(table or {})}, "reader": [reader], **sections})


def spidev(**keys: Any) -> dict[str, Any]:
    return {"zone": "discard", "backend": "spidev", **keys}


def test_the_contracts_example_loads_and_what_it_does_not_say_has_defaults(loaded: Loader) -> None:
    table = loaded(CONTRACT)

    (reader,) = table.readers
    (button,) = table.buttons
    assert (table.table.name, table.table.seats, table.table.database) == ("Kitchen", 4, Path("table.db"))
    assert (table.table.sweep_ms, table.table.gpio, table.table.gpio_chip) == (20, "gpiod", None)
    assert (reader.served, reader.backend, reader.bus, reader.device) == (("discard",), "mfrc522", 0, 0)
    assert (reader.reset, reader.select_pin, reader.light_pin, reader.placement) == (25, None, None, "tap")
    assert (reader.speed_hz, reader.gain) == (4_000_000, 33)
    assert (reader.misses, reader.silence_ms, reader.agreeing) == (3, 120, 2)
    assert (button.seat, button.pin, button.light_pin) == (1, 17, 22)
    assert (button.debounce_ms, button.settle_ms, button.look_ms) == (15, 3, 2)
    assert table.buzzer is None
    assert conflicts(table) == ()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_loads_and_can_be_wired(path: Path) -> None:
    assert conflicts(load_settings(path)) == ()


def test_there_are_examples_of_what_people_build() -> None:
    tables = {path.stem: load_settings(path) for path in EXAMPLES}

    assert [reader.backend for reader in tables["kitchen"].readers] == ["spidev"] * 2
    assert [sorted(button.pins) for button in tables["kitchen"].buttons] == [["light_pin", "pin"]] * 4
    assert len({reader.select_pin for reader in tables["eight-readers"].readers}) == 8
    assert not any(part.wired for part in (*tables["emulated"].readers, *tables["emulated"].buttons))


def test_the_database_lies_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(CONTRACT)
    assert load_settings(path).table.database == tmp_path / "table.db"
    path.write_text(CONTRACT.replace('"table.db"', '"/var/lib/cards.db"'))
    assert load_settings(path).table.database == Path("/var/lib/cards.db")
    path.write_text(CONTRACT.replace("database", "# database"))
    assert load_settings(path).table.database == tmp_path / "table.db"


def test_nothing_that_was_loaded_can_be_changed(loaded: Loader) -> None:
    table = loaded(CONTRACT)
    for part, key in ((table, "buzzer"), (table.table, "seats"), (table.readers[0], "bus"), (table.buttons[0], "pin")):
        with pytest.raises(ValidationError, match="frozen"):
            setattr(part, key, 1)


# Each changes the contract's example by one replacement.
BROKEN = [
    ("device = 0", "device = 'zero'", "line 10: reader 1: device: expected a whole number, not 'zero'"),
    ("device = 0", 'device = "1"', "line 10: reader 1: device: expected a whole number, not '1'"),
    ("device = 0", "device = true", "line 10: reader 1: device: expected a whole number, not true"),
    ("device = 0", "device = 0.0", "line 10: reader 1: device: expected a whole number, not 0.0"),
    ("device = 0", "device = -1", "line 10: reader 1: device: expected 0 to 9, not -1"),
    ("device = 0", "number = 5", "line 10: reader 1: number: unknown name"),
    ("device = 0", "_number = 5", "line 10: reader 1: _number: unknown name"),
    ("device = 0", "devise = 0", "line 10: reader 1: devise: unknown name; did you mean device?"),
    ("device = 0", '"a\\nb" = 0', "line 10: reader 1: 'a\\nb': unknown name"),
    ("device = 0", "device.pin = 1", "line 10: reader 1: device: expected a whole number, not {'pin': 1}"),
    ("device = 0", "speed_hz = 10_000_001", "line 10: reader 1: speed_hz: expected 100000 to 10000000, not 10000001"),
    ("device = 0", "gain = 20", "line 10: reader 1: gain: expected 18, 23, 33, 38, 43 or 48, not 20"),
    ("device = 0", "gain = 33.0", "line 10: reader 1: gain: expected a whole number, not 33.0"),
    ("device = 0", "select_pin = 28", "line 10: reader 1: select_pin: expected 0 to 27, not 28"),
    (
        "device = 0",
        "select_pin = 5",
        'line 10: reader 1: select_pin: only backend = "spidev" can select a chip by a GPIO pin',
    ),
    ("device = 0", "misses = 0", "line 10: reader 1: misses: expected 1 to 100, not 0"),
    ("device = 0", "agreeing = 0", "line 10: reader 1: agreeing: expected 1 to 10, not 0"),
    ('"tap"', '"stack"', "line 12: reader 1: placement: expected 'tap' or 'pile', not 'stack'"),
    (
        '"mfrc522"',
        '"pica"',
        "line 8: reader 1: backend: expected 'emulated', 'keyboard', 'mfrc522', 'pcsc', 'pico' or 'spidev', not 'pica'",
    ),
    ("backend = ", "# backend = ", "line 6: reader 1: backend: this is missing"),
    ("zone = ", "# zone = ", "line 6: reader 1: zone: this is missing: a reader needs zone or zones"),
    (
        'zone = "discard"',
        'zone = "Discard"',
        'line 7: reader 1: zone: expected the name of a zone, such as "discard" or "seat.1", not \'Discard\'',
    ),
    ("device = 0", 'zones = ["hidden"]', "line 10: reader 1: zones: a reader has zone or zones, not both"),
    ('zone = "discard"', "zones = []", "line 7: reader 1: zones: expected one zone or more, each once, not []"),
    (
        'zone = "discard"',
        'zones = ["a", "a"]',
        "line 7: reader 1: zones: expected one zone or more, each once, not ['a', 'a']",
    ),
    ('zone = "discard"', 'zones = "a"', "line 7: reader 1: zones: expected a list in [ ], not 'a'"),
    (
        'zone = "discard"',
        'zones = [  # two\n  "a",\n  4,\n]',
        "line 9: reader 1: zones 2: expected text in quotes, not 4",
    ),
    ("[[reader]]", "[reader]", "line 6: reader: expected sections that begin with [[reader]]"),
    ("[table]", "[[table]]", "line 1: table: expected a section that begins with [table]"),
    ("[table]", "[tabel]", "line 1: tabel: unknown name; did you mean table?"),
    ("seats = 4\n", "", "line 1: table: seats: this is missing"),
    ("seats = 4", "seats = 9", "line 3: table: seats: expected 1 to 8, not 9"),
    ('"Kitchen"', '" "', "line 2: table: name: expected a name of at most 100 letters, not ' '"),
    (
        '"Kitchen"',
        r'"Kit\u0007chen"',
        "line 2: table: name: expected text without control characters, not 'Kit\\x07chen'",
    ),
    ('"Kitchen"', "7", "line 2: table: name: expected text in quotes, not 7"),
    ('"table.db"', '""', "line 4: table: database: expected a path in quotes, not ''"),
    (
        "seats = 4",
        'antennas = "off"\nseats = 4',
        "line 3: table: antennas: expected 'always_on' or 'one_at_a_time', not 'off'",
    ),
    (
        "seats = 4",
        'seats = 4\ngpio_chip = "gpiochip0"',
        "line 4: table: gpio_chip: expected a path such as \"/dev/gpiochip0\", not 'gpiochip0'",
    ),
    ("seats = 4", 'seats = 4\ngpio = "lgpio"', "line 4: table: gpio: expected 'gpiod' or 'rpi_gpio', not 'lgpio'"),
    ("pin = 17 ", "# ", "line 14: button 1: pin: this is missing"),
    ("seat = 1\n", "seat = 0\n", "line 15: button 1: seat: expected 1 to 8, not 0"),
    ("seat = 1\n", "seat = 5\n", "line 15: button 1: seat: the table has 4 seats, and no seat 5"),
    ("light_pin = 22", "look_ms = 0", "line 18: button 1: look_ms: expected 1 to 100, not 0"),
    ("light_pin = 22", "settle_ms = 21", "line 18: button 1: settle_ms: expected 0 to 20, not 21"),
    ("light_pin = 22", "light_pin = '''\n22'''", "line 18: button 1: light_pin: expected a whole number, not '22'"),
    ("[[button]]", "[buzzer]\n[[button]]", "line 14: buzzer: pin: this is missing"),
    (
        "[[button]]",
        "[buzzer]\npins = 3\n[[button]]",
        "line 15: buzzer: pins: unknown name; did you mean pin?",
    ),
    ("seats = 4", "seats = 4 4", "line 3: not TOML: expected newline or end of document after a statement (column 11)"),
    ("seats = 4", "seats = 4\nseats = 4", "line 4: not TOML: cannot overwrite a value (column 10)"),
    ("light_pin = 22", 'light_pin = """', "not TOML: unterminated string (at end of document)"),
]


@pytest.mark.long
@pytest.mark.parametrize(("found", "put", "complaint"), BROKEN)
def test_what_is_wrong_is_told_in_one_line_with_its_place(loaded: Loader, found: str, put: str, complaint: str) -> None:
    assert found in CONTRACT
    assert complaint_of(loaded, CONTRACT.replace(found, put, 1)) == f"table.toml: {complaint}"


PCSC = '[table]\nseats = 1\n[[reader]]\nzone = "discard"\nbackend = "pcsc"\n'
KEYBOARD = PCSC.replace("pcsc", "keyboard") + 'device = "/dev/input/by-id/usb-A-event-kbd"\nformat = "hex"\n'


def test_readers_on_usb_are_named(loaded: Loader) -> None:
    titles = [loaded(text).readers[0].title for text in (PCSC, PCSC + 'reader = "ACR122"\n', KEYBOARD)]

    assert titles == [
        "reader 1 (discard, pcsc)",
        "reader 1 (discard, pcsc ACR122)",
        "reader 1 (discard, keyboard usb-A-event-kbd)",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            PCSC + 'placement = "pile"\n',
            (
                "line 6: reader 1: placement: this reader reads one card at a time, so no pile can lie on it: "
                'placement = "tap"'
            ),
        ),
        (PCSC + 'format = "hex"\n', 'line 6: reader 1: format: no reader with backend = "pcsc" has such a key'),
        (
            PCSC + 'reader = " "\n',
            "line 6: reader 1: reader: expected a part of its name, such as \"ACR122\", not ' '",
        ),
        (PCSC + 'device = "/dev/a"\n', "line 6: reader 1: device: expected a whole number, not '/dev/a'"),
        (
            PCSC.replace("pcsc", "spidev") + 'reader = "ACR122"\n',
            'line 6: reader 1: reader: no reader with backend = "spidev" has such a key',
        ),
        (KEYBOARD.replace("format", "# format"), "line 3: reader 1: format: this is missing: as text in quotes"),
        (re.sub('device = ".*"', "device = 1", KEYBOARD), "line 6: reader 1: device: expected text in quotes, not 1"),
        (KEYBOARD.replace("device", "# device"), "line 3: reader 1: device: this is missing: as text in quotes"),
        (
            KEYBOARD.replace('"hex"', '"octal"'),
            "line 7: reader 1: format: expected 'hex', 'hex-reversed', 'decimal' or 'decimal-reversed', not 'octal'",
        ),
        (KEYBOARD + 'reader = "A"\n', 'line 8: reader 1: reader: no reader with backend = "keyboard" has such a key'),
    ],
)
def test_what_is_wrong_with_a_reader_on_usb_is_told(loaded: Loader, text: str, complaint: str) -> None:
    assert complaint_of(loaded, text) == f"table.toml: {complaint}"


def test_a_table_without_a_reader_or_without_its_own_section_is_refused(loaded: Loader) -> None:
    reader = "reader: this section is missing: a table without a reader sees no card"
    assert complaint_of(loaded, "[table]\nseats = 4\n") == f"table.toml: line 1: {reader}"
    assert complaint_of(loaded, "# nothing\n") == "table.toml: line 1: table: this section is missing"
    said = "reader 1: expected a section that begins with [[reader]]"
    assert complaint_of(loaded, "table.seats = 4\nreader = [1]\n") == f"table.toml: line 2: {said}"


def test_the_second_of_two_readers_is_named_by_its_number(loaded: Loader) -> None:
    text = CONTRACT + '[[reader]]\nzone = "seat.1"\nbackend = "spidev"\ndevice = "one"\n'
    said = "line 22: reader 2: device: expected a whole number, not 'one'"
    assert complaint_of(loaded, text) == f"table.toml: {said}"


def test_of_several_faults_the_first_in_the_file_is_told(loaded: Loader) -> None:
    text = '[[button]]\nseat = "a"\n' + CONTRACT.replace("seats = 4", "seats = 99")
    assert complaint_of(loaded, text).startswith("table.toml: line 2: button 1: seat: ")


def test_an_unknown_section_is_named_where_it_first_stands(loaded: Loader) -> None:
    text = CONTRACT + '[[pica]]\nname = "left"\n' * 2
    assert complaint_of(loaded, text) == "table.toml: line 19: pica: unknown name; did you mean pico?"


def test_a_button_may_be_a_phone_which_has_no_wires(loaded: Loader) -> None:
    text = CONTRACT + '[[button]]\nbackend = "phone"\nseat = 2\n'
    button = loaded(text).buttons[1]
    assert (button.title, button.wired, dict(button.pins)) == ("button of seat 2 (its phone)", False, {})
    complaint = complaint_of(loaded, text + "light_pin = 5\n")
    assert complaint == "table.toml: line 22: button 2: light_pin: a phone is wired to no pin"


def test_two_buttons_for_one_seat_are_refused_where_the_second_is(loaded: Loader) -> None:
    text = CONTRACT + '[[button]]\nbackend = "emulated"\nseat = 1\n'
    assert complaint_of(loaded, text) == "table.toml: line 21: button 2: seat: button 1 is seat 1's already"


def test_parts_of_a_pico_name_it_and_a_channel(loaded: Loader) -> None:
    table = loaded(CONTRACT + PICO)

    assert [(pico.name, pico.serial_number, pico.port) for pico in table.picos] == [("left", "E6614103E7", None)]
    assert [reader.title for reader in table.readers] == [
        "reader 1 (discard, spi 0.0)",
        "reader 2 (seat.1, pico left, channel 3)",
    ]
    assert [button.title for button in table.buttons][1] == "button of seat 2 (pico left, channel 7)"
    assert (table.readers[1].pins, table.readers[1].pico_pins) == ({}, {"light_pin": 10})
    assert conflicts(table) == ()


@pytest.mark.parametrize(
    ("found", "put", "complaint"),
    [
        ('pico = "left"\nchannel = 3', "channel = 3", "reader 2: pico: this is missing: the name of a [[pico]]"),
        (
            'pico = "left"\nchannel = 3',
            'pico = "right"',
            "reader 2: pico: no [[pico]] has the name 'right'; there are: 'left'",
        ),
        ("channel = 3", "channel = 4", "reader 2: channel: expected 0 to 3, not 4"),
        ("channel = 7", "channel = 8", "button 2: channel: expected 0 to 7, not 8"),
        ("channel = 7", "pin = 17", "button 2: pin: a button of a Pico has a channel, which says where it is wired"),
        (
            "channel = 3",
            "reset_pin = 17",
            "reader 2: reset_pin: a reader of a Pico has a channel, which says where it is wired",
        ),
        ("pin = 28\n", "", "buzzer: pin: this is missing"),
        (
            'serial_number = "E6614103E7"',
            'serial_number = "E6614103E7"\nport = "/dev/ttyACM0"',
            "pico 1: port: a Pico has serial_number or port, not both",
        ),
        ("[[pico]]", '[[pico]]\nname = "left"\n[[pico]]', "pico 2: name: pico 1 has this name already"),
        (
            "[[pico]]",
            '[[pico]]\nname = "right"\n[[pico]]',
            "pico 1: name: of several Picos each needs serial_number or port",
        ),
    ],
)
def test_what_is_wrong_with_a_pico_is_told(loaded: Loader, found: str, put: str, complaint: str) -> None:
    assert found in PICO
    said = complaint_of(loaded, CONTRACT + PICO.replace(found, put, 1))
    assert re.sub(r"^table\.toml: line \d+: ", "", said) == complaint


def test_parts_of_a_pico_can_be_emulated_by_changing_nothing_but_their_backend(loaded: Loader) -> None:
    text = PICO.replace('backend = "pico"', 'backend = "emulated"')
    plan = plan_of(loaded(CONTRACT + text))

    assert plan.picos == ()
    assert {reader.pico for reader in plan.readers} | {light.pico for light in plan.lights} == {None}


def test_a_pico_is_named_only_by_what_hangs_on_it(loaded: Loader) -> None:
    said = complaint_of(loaded, CONTRACT.replace("pin = 17", 'pin = 17\npico = "left"') + PICO)
    assert said == 'table.toml: line 18: button 1: pico: only what has backend = "pico" names one'


def test_a_pile_is_refused_where_antennas_are_switched_and_the_reason_is_told(loaded: Loader) -> None:
    text = CONTRACT.replace("[[reader]]", 'antennas = "one_at_a_time"\n[[reader]]').replace('"tap"', '"pile"')
    assert complaint_of(loaded, text) == (
        'table.toml: line 13: reader 1: placement: a pile needs antennas = "always_on": switching makes buried cards '
        "forget that they were halted, so newcomers cannot be told from the pile"
    )
    assert loaded(text.replace("one_at_a_time", "always_on")).readers[0].placement == "pile"


def test_a_file_that_cannot_be_read_is_named_as_it_was_given(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^nowhere/table\.toml: cannot be read: No such file or directory$"):
        load_settings(Path("nowhere/table.toml"))
    (tmp_path / "table.toml").write_bytes(b'[table]\nname = "K\xfcche"\n')
    with pytest.raises(BadInput, match=r"table\.toml: cannot be read: this is not UTF-8 text$"):
        load_settings(tmp_path / "table.toml")


def test_a_file_from_windows_loads_and_its_lines_are_counted_right(loaded: Loader) -> None:
    text = "\ufeff" + CONTRACT
    with Path("table.toml").open("w", encoding="utf-8", newline="\r\n") as file:
        file.write(text)
    assert load_settings(Path("table.toml")).table.seats == 4

    with Path("table.toml").open("w", encoding="utf-8", newline="\r\n") as file:
        file.write(text.replace("bus = 0", "bus = 99"))
    with pytest.raises(BadInput, match=r"^table\.toml: line 9: reader 1: bus: "):
        load_settings(Path("table.toml"))


# Other ways to write a table.toml. One thing is wrong in each, in the line that ends with "# here".
ELSEWHERE = [
    """\
reader = [
  {zone = "a", backend = "emulated"},
  {zone = "a", backend = "x"},  # here
]
table.seats = 4
""",
    """\
table = {name = 7, seats = 4} # here
reader = [{zone = "a", backend = "emulated"}]
""",
    """\
table.seats = 4
table.name = 5 # here
[[reader]]
zone = "a"
backend = "emulated"
""",
    """\
[[reader]]
zones = [ # ["
  "a", # ]
  'b',
  "#]" # here
]
"backend" = 'emulated'
[table]
seats = 4
""",
    """\
[[reader]]
'zone' = "a"
"b\\u0061ckend" = "emulated"
[[ "reader" ]] # ]]
zone = "a"
"bus"   =   [{}, [[1]], 1.5] # here
backend = "emulated"
[table]
seats = 4
""",
    """\
[[reader]]
zone = "a"
backend = "emulated"
[reader.bus] # here
device = 5
[[reader]]
zone = "a"
backend = "emulated"
[table]
seats = 4
""",
    """\
[[reader]]
zone = "a"
backend = "emulated"
[[reader]]
zone = "a"
backend = "emulated"
[reader.bus.device] # here
[table]
seats = 4
""",
    """\
[table]
seats = 4
[[reader]]
backend = "emulated"
zone = "a"
bus = 1979-05-27 07:32:00.5 # here
""",
]


@pytest.mark.parametrize("text", ELSEWHERE)
def test_lines_are_right_however_the_file_is_written(loaded: Loader, text: str) -> None:
    here = next(number for number, line in enumerate(text.splitlines(), start=1) if line.endswith("# here"))
    assert complaint_of(loaded, text).startswith(f"table.toml: line {here}: ")


# What looks like sections, keys and comments, but is the path of a database.
TRICKY = [
    '"""\n[[reader]]\nbus = 1\\"""\n"""""',
    "'''\n[[reader]]\nbus = \"\n'''''",
    '"[[reader]] # \\" bus = 1"',
    '\'""" # \\\'',
    '"""x"""',
    '"""x""""',
    "'''x''''",
    "'''''x'''",
]


@pytest.mark.parametrize("path", TRICKY)
def test_what_stands_in_strings_is_no_section_and_no_key(loaded: Loader, path: str) -> None:
    start = f"[table]\nseats = 4\ndatabase = {path} # here\n[[reader]]\nbackend = 'emulated'\n"
    assert loaded(start + "zone = 'a'").readers[0].bus == 0

    line = start.count("\n") + 1
    assert complaint_of(loaded, start + "zone = 'a '").startswith(f"table.toml: line {line}: reader 1: zone: ")


READER = {
    "zones": ['["discard", "seat.1"]', '[ # ]\n"a",\n"b"\n]'],
    "backend": ['"mfrc522"', "'spidev'", '"emulated"'],
    "bus": ["0", "1"],
    "gain": ["48"],
    "placement": ['"tap"', "'pile'"],
    "reset_pin": ["25"],
}
BUTTON = {"backend": ['"gpiod"'], "pin": ["17", "0b111"], "light_pin": ["22"], "debounce_ms": ["1_0"]}
TABLE = {"seats": ["8"], "name": ["'[[reader]]'", '"""K\\\n  itchen"""'], "database": TRICKY}
NOISE = ["", "\n", "# [[reader]]\n", "\t# bus = 1\n\n"]
WRONG = ["{}", "{ x = [1], y = '}' }", "[[], { x = 1 }]", "1979-05-27", "-0.5", "[\n]", "[ # ]\n[]]"]


@st.composite
def broken_tables(draw: st.DrawFn) -> tuple[str, int, str]:
    """Write a table.toml in one of many ways with one key broken; return the text, that key's line, and the key."""
    seats = draw(st.lists(st.integers(1, 8), max_size=3, unique=True))
    sections = [("[table]", TABLE), *[("[[reader]]", READER)] * draw(st.integers(1, 3))]
    sections += [("[[button]]", BUTTON | {"seat": [str(seat)]}) for seat in seats]
    sections = draw(st.permutations(sections))
    chosen = draw(st.integers(0, len(sections) - 1))
    broken = draw(st.sampled_from(sorted(sections[chosen][1])))
    text, line = "", 0
    for index, (header, keys) in enumerate(sections):
        text += draw(st.sampled_from(NOISE)) + f"{header} # {header}\n"
        for key in draw(st.permutations(sorted(keys))):
            text += draw(st.sampled_from(NOISE))
            wrong = (index, key) == (chosen, broken)
            line = text.count("\n") + 1 if wrong else line
            value = draw(st.sampled_from(WRONG if wrong else keys[key]))
            text += draw(st.sampled_from([key, f'"{key}"', f" '{key}' "])) + f" = {value}\n"
    return text, line, broken


@pytest.mark.long
@given(table=broken_tables())
def test_whatever_key_is_broken_is_named_with_its_line(
    table: tuple[str, int, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    text, line, key = table
    path = tmp_path_factory.getbasetemp() / "table.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        load_settings(path)
    place = re.fullmatch(r"(.*): line (\d+): (table|(reader|button) \d): (\w+)( \d)?: expected .*", str(caught.value))
    assert place is not None, str(caught.value)
    lines = (line, line + 1) if place[6] else (line,)  # an entry of a list is named where it stands itself
    assert (place[1], place[5]) == (str(path), key)
    assert int(place[2]) in lines


@given(table=broken_tables())
def test_whatever_key_is_misspelt_is_named_with_its_line(
    table: tuple[str, int, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    text, line, key = table
    lines = text.split("\n")
    lines[line - 1] = lines[line - 1].replace(key, f"{key}s", 1)
    path = tmp_path_factory.getbasetemp() / "table.toml"
    path.write_text("\n".join(lines))
    with pytest.raises(BadInput, match=rf": line {line}: (table|(reader|button) \d): {key}s: unknown name; "):
        load_settings(path)


def test_readers_and_buttons_are_named_so_that_people_find_them() -> None:
    table = settings(
        reader=[
            {"zone": "discard", "backend": "mfrc522"},
            {"zone": "seat.1", "backend": "spidev", "device": 1},
            {"zones": ["hidden", "pile.1"], "backend": "spidev", "bus": 1, "select_pin": 5},
            {"zone": "seat.2", "backend": "emulated"},
        ],
        button=[{"seat": 3, "backend": "gpiod", "pin": 17}, {"seat": 1, "backend": "emulated"}],
    )
    assert [reader.title for reader in table.readers] == [
        "reader 1 (discard, spi 0.0)",
        "reader 2 (seat.1, spi 0.1)",
        "reader 3 (hidden/pile.1, spi 1.0, select BCM 5)",
        "reader 4 (seat.2, emulated)",
    ]
    assert [button.title for button in table.buttons] == ["button of seat 3 (BCM 17)", "button of seat 1 (emulated)"]


@pytest.mark.parametrize(
    ("backend", "keys", "reset"),
    [("mfrc522", {}, 25), ("mfrc522", {"reset_pin": 24}, 24), ("spidev", {}, None), ("spidev", {"reset_pin": 24}, 24)],
)
def test_only_the_package_drives_a_reset_pin_unasked(backend: str, keys: dict[str, int], reset: int | None) -> None:
    (reader,) = settings(reader=[{"zone": "discard", "backend": backend, **keys}]).readers
    assert reader.reset == reset


@pytest.mark.parametrize(
    ("antennas", "placements", "switched"),
    [
        (None, ["tap"], False),
        (None, ["tap", "tap"], True),
        (None, ["tap", "pile"], False),
        ("one_at_a_time", ["tap"], True),
        ("always_on", ["tap", "tap"], False),
    ],
)
def test_antennas_are_switched_where_pads_could_disturb_one_another(
    antennas: str | None, placements: list[str], switched: bool
) -> None:
    readers = [spidev(placement=placement, device=device) for device, placement in enumerate(placements)]
    assert settings(table={"antennas": antennas} if antennas else {}, reader=readers).switched == switched


def test_the_buzzer_is_driven_by_the_library_of_the_lights_unless_it_names_another() -> None:
    def backend(table: dict[str, Any], **buzzer: Any) -> str:
        found = settings(table=table, buzzer={"pin": 18, **buzzer}).buzzer
        assert found is not None
        return found.backend

    assert backend({}) == "gpiod"
    assert backend({"gpio": "rpi_gpio"}) == "rpi_gpio"
    assert backend({"gpio": "rpi_gpio"}, backend="gpiod") == "gpiod"


def button(seat: int, **keys: Any) -> dict[str, Any]:
    return {"seat": seat, "backend": "gpiod", **keys}


AGREEABLE: list[dict[str, Any]] = [
    {"reader": [spidev(device=0), spidev(device=1), spidev(bus=1)]},
    {"reader": [spidev(select_pin=5), spidev(select_pin=6)]},
    {"reader": [spidev(reset_pin=25), spidev(device=1, reset_pin=25)]},
    {"reader": [spidev(reset_pin=25), {"zone": "a", "backend": "mfrc522", "device": 1}]},
    {"reader": [spidev(bus=1)], "button": [button(1, pin=9), button(2, pin=8), button(3, pin=16)]},
    {"reader": [spidev(bus=1)], "button": [button(1, pin=7)]},
    {"reader": [spidev(device=2), spidev(bus=3)]},
    {"reader": [{"zone": "a", "backend": "emulated"}] * 2, "button": [button(1, pin=9)]},
    {"reader": [spidev(), {"zone": "a", "backend": "emulated", "light_pin": 9}]},
    {"button": [button(1, pin=5), {"seat": 2, "backend": "emulated", "pin": 5}]},
    {
        "pico": [{"name": "left", "port": "a"}, {"name": "right", "port": "b"}],
        "reader": [{"zone": "a", "backend": "pico", "pico": name, "light_pin": 10} for name in ("left", "right")],
        "button": [button(1, pin=10)],
    },
]


@pytest.mark.parametrize("sections", AGREEABLE)
def test_what_can_be_wired_is_no_conflict(sections: dict[str, Any]) -> None:
    assert conflicts(settings(**sections)) == ()


def on_pico(**keys: Any) -> dict[str, Any]:
    return {"backend": "pico", "pico": "left", **keys}


def on_usb(*names: str | None) -> dict[str, Any]:
    return {"reader": [{"zone": "discard", "backend": "pcsc", "reader": name} for name in names]}


LEFT = [{"name": "left"}]
FREE = "wire it to a free pin, such as BCM {}, and change {}"
AT_ODDS: list[tuple[dict[str, Any], str, str, str]] = [
    (
        {"reader": [spidev()], "button": [button(1, pin=7)]},
        "button seat 1",
        "pin BCM 7 is also chip select 1 of SPI bus 0",
        "wire it to a free pin, such as BCM 5, and change pin",
    ),
    (
        {"pico": LEFT, "reader": [on_pico(zone="a", channel=1), on_pico(zone="b", channel=1)]},
        "reader 2",
        "reader 1 is on channel 1 of pico left, too",
        "give each a channel of its own",
    ),
    (
        {"pico": LEFT, "button": [on_pico(seat=1), on_pico(seat=2)]},
        "button seat 2",
        "button seat 1 is on channel 0 of pico left, too",
        "give each a channel of its own",
    ),
    (
        {"pico": LEFT, "button": [on_pico(seat=1, light_pin=10)], "buzzer": on_pico(pin=10)},
        "buzzer",
        "pin GP 10 of pico left is also light_pin of button seat 1",
        "wire it to a free pin such as GP 0, and change pin",
    ),
    (
        {"pico": LEFT, "button": [on_pico(seat=1, light_pin=5)]},
        "button seat 1",
        "light_pin: GP 5 of pico left is for readers, buttons or the board itself",
        "wire it to a free pin such as GP 0, and change light_pin",
    ),
    (
        on_usb("ACR122", "SCL011", "ACR122"),
        "reader 3",
        "reader 1 (discard, pcsc ACR122) is the same reader",
        "give each a reader of its own",
    ),
    (
        on_usb(None, None),
        "reader 2",
        "reader 1 (discard, pcsc) is the same reader",
        "give each a reader of its own",
    ),
    (
        {"reader": [spidev(), spidev()]},
        "reader 2",
        "reader 1 (discard, spi 0.0) has the same chip select, so both would answer at once",
        'give it another device, or with backend = "spidev" a select_pin of its own',
    ),
    (
        {"reader": [spidev(select_pin=5), spidev(select_pin=5)]},
        "reader 2",
        "reader 1 (discard, spi 0.0, select BCM 5) has the same chip select, so both would answer at once",
        'give it another device, or with backend = "spidev" a select_pin of its own',
    ),
    (
        {"reader": [spidev(select_pin=5), spidev(select_pin=5, device=1)]},
        "reader 2",
        "select_pin BCM 5 is also select_pin of reader 1",
        FREE.format(6, "select_pin"),
    ),
    (
        {"button": [button(1, pin=17, light_pin=5), button(3, pin=5)]},
        "button seat 3",
        "pin BCM 5 is also light_pin of button seat 1",
        FREE.format(6, "pin"),
    ),
    (
        {"button": [button(1, pin=5, light_pin=5)]},
        "button seat 1",
        "light_pin BCM 5 is also pin of button seat 1",
        FREE.format(6, "light_pin"),
    ),
    (
        {"button": [button(1, pin=5)], "buzzer": {"pin": 5}},
        "buzzer",
        "pin BCM 5 is also pin of button seat 1",
        FREE.format(6, "pin"),
    ),
    (
        {"reader": [{"zone": "a", "backend": "mfrc522"}], "button": [button(1, pin=25)]},
        "button seat 1",
        "pin BCM 25 is also reset_pin of reader 1 (its package drives that one unless told otherwise)",
        FREE.format(5, "pin"),
    ),
    (
        {"reader": [spidev(reset_pin=5), spidev(device=1, light_pin=5)]},
        "reader 2",
        "light_pin BCM 5 is also reset_pin of reader 1",
        FREE.format(6, "light_pin"),
    ),
    (
        {"reader": [spidev(light_pin=5), spidev(device=1, light_pin=5)]},
        "reader 2",
        "light_pin BCM 5 is also light_pin of reader 1",
        FREE.format(6, "light_pin"),
    ),
    (
        {"reader": [spidev(select_pin=8)]},
        "reader 1",
        "select_pin BCM 8 is also chip select 0 of SPI bus 0",
        FREE.format(5, "select_pin"),
    ),
    *[
        (
            {"reader": [spidev(bus=bus, device=device)], "button": [button(1, pin=pin)]},
            "button seat 1",
            f"pin BCM {pin} is also {job} of SPI bus {bus}",
            FREE.format(5, "pin"),
        )
        for bus, device, pin, job in [
            (0, 0, 9, "MISO"),
            (0, 0, 10, "MOSI"),
            (0, 0, 11, "SCLK"),
            (0, 0, 8, "chip select 0"),
            (0, 1, 7, "chip select 1"),
            (1, 0, 19, "MISO"),
            (1, 0, 20, "MOSI"),
            (1, 0, 21, "SCLK"),
            (1, 0, 18, "chip select 0"),
            (1, 1, 17, "chip select 1"),
            (1, 2, 16, "chip select 2"),
        ]
    ],
]


@pytest.mark.parametrize(("sections", "what", "sentence", "cure"), AT_ODDS)
def test_what_cannot_be_wired_is_named_once_with_its_cure(
    sections: dict[str, Any], what: str, sentence: str, cure: str
) -> None:
    assert conflicts(settings(**sections)) == (Conflict(what, sentence, cure),)


def test_a_select_of_the_kernels_and_one_by_a_pin_do_not_mix_on_one_device() -> None:
    readers = [
        {"zone": "discard", "backend": "spidev"},
        {"zone": "hidden", "backend": "spidev", "select_pin": 22},
        {"zone": "visible", "backend": "spidev", "device": 1},
    ]

    found = conflicts(settings(reader=readers))

    assert [conflict.what for conflict in found] == ["reader 2"]
    assert found[0].cure == "give it another device, or give both a select_pin"


def test_a_pin_with_three_jobs_is_two_conflicts() -> None:
    found = conflicts(settings(button=[button(seat, pin=5) for seat in (1, 2, 3)]))
    assert [conflict.what for conflict in found] == ["button seat 2", "button seat 3"]
