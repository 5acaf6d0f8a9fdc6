"""`cardtable setup`: wirings nobody knows are found out by hands that only touch and press."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from hardware import header
from hardware.clock import ManualClock
from hardware.emulator.pi import EmulatedPi, reader_name
from hardware.emulator.room import Room
from hardware.emulator.tag import Tag
from hardware.finding import workbench
from hardware.finding.readers import pins_of
from hardware.finding.workbench import OnUsb, Workbench
from hardware.mfrc522.chip import GAIN_DB
from hardware.plan import PICO_BUTTONS, PICO_LIGHTS, PICO_SELECTS
from table.running.wired import SetUpView
from table.settings.model import Settings, load_settings
from table.wiring.choosing import SHARED
from table.wiring.conflicts import conflicts
from table.wiring.finding.conversation import AgainError, Conversation
from table.wiring.finding.file import Before, written
from table.wiring.finding.steps import Given
from tests.hardware.noises import METAL

Make = Callable[..., EmulatedPi]
SPI0 = ((0, 0), (0, 1))
FREE = sorted(set(header.HEADER.values()) - {0, 1} - pins_of(SPI0))
PULLED_HARD = (2, 3)
WIRINGS = int(os.environ.get("WIRINGS", "6"))  # `make prove` says how many
S = 1_000_000_000
CARD = bytes.fromhex("04a1b2c3d4e5f6")


class Home:
    """Emulated hands at a table that somebody has wired: they know which pad is which, and nothing else."""

    def __init__(self, pi: EmulatedPi, clock: ManualClock) -> None:
        self.pi = pi
        self.clock = clock
        self.room = Room(clock)
        self.fields: dict[str, Any] = {}  # by zone
        self.buttons: dict[int, Any] = {}  # by seat
        self.picos: list[OnUsb] = []
        self.wanted: dict[str, tuple[object, ...]] = {}
        self.said: list[Mapping[str, Any]] = []
        self._answers: list[Any] = []
        self._does: list[tuple[int, Callable[[], object]]] = []
        self._hang: Any = "skip"
        self._beside: Iterator[Any] = iter(())
        self.touches = self.presses = 0
        self._card = Tag(CARD)

    def pico(self, name: str, serial_number: str, zones: Mapping[int, str], seats: Mapping[int, int]) -> None:
        pico = self.room.pico(name)
        for channel, zone in zones.items():
            pico.circuit.selects[PICO_SELECTS[channel]] = self.room.reader(f"{name} {channel}")
            self.fields[zone] = self.room.fields[f"{name} {channel}"]
            self.wanted[zone] = ("pico", name, channel)
        for channel, seat in seats.items():
            pico.circuit.buttons[PICO_BUTTONS[channel]] = self.buttons[seat] = self.room.button(seat)
            self.wanted[f"seat {seat}"] = ("pico", name, channel)
        self.picos.append(OnUsb(name, pico.open, serial_number))

    def reader(self, zone: str, device: int, select_pin: int | None = None) -> None:
        self.fields[zone] = self.pi.add_reader(0, device, select_pin=select_pin)
        self.wanted[zone] = ("spidev", device, select_pin)

    def button(self, seat: int, pin: int) -> None:
        self.buttons[seat] = self.pi.add_button(pin)
        self.wanted[f"seat {seat}"] = ("gpiod", pin)

    def says(self, message: Mapping[str, Any]) -> None:
        """Do what is asked for: lay a card on a pad for a while, press a button, allow pins."""
        self.said.append(message)
        match message:
            case {"ask": "touch", "zone": zone}:
                self.touch(zone)
            case {"ask": "press", "seat": seat}:
                self.press(seat)
            case {"ask": "enough"}:
                self._answers.append("yes" if self.presses == len(self.buttons) else "no")
            case {"ask": "drive", "pins": pins}:
                self._answers.append([pin for pin in pins if pin in PULLED_HARD])
            case {"ask": "measure", "zone": zone, "do": do}:
                self.measured_by(zone, do)
            case {"ask": "lights"}:
                self._answers.append(self._hang)
            case {"ask": "lit"}:
                self.later(next(self._beside))
            case {"ask": "write"}:
                self._answers.append("yes")

    def measured_by(self, zone: str, do: str) -> None:
        now_ns = self.clock.now_ns()
        if do == "lay":
            self.fields[zone].put(self._card, from_ns=now_ns + S // 3)
        elif do == "lift":
            self.fields[zone].put(self._card, until_ns=now_ns + S // 3)

    def answers(self, answer: Any) -> None:
        self._answers.append(answer)

    def sees(self, hang: Any, beside: Iterable[Any]) -> None:
        """Answer where lights hang, and then beside what each of them is."""
        self._hang, self._beside = hang, iter(beside)

    def asked(self, what: str) -> list[Mapping[str, Any]]:
        return [message for message in self.said if message.get("ask") == what]

    def later(self, answer: Any) -> None:
        """Answer after having looked for a while."""
        self._does.append((self.clock.now_ns() + S, lambda: self._answers.append(answer)))

    def touch(self, zone: str, after_ns: int = S // 5) -> None:
        if zone not in self.fields:
            self._answers.append("skip")
            return
        self.touches += 1
        begins_ns = self.clock.now_ns() + after_ns
        self.fields[zone].put(self._card, from_ns=begins_ns, until_ns=begins_ns + S // 3)

    def press(self, seat: int) -> None:
        if seat not in self.buttons:
            self._answers.append("skip")
            return
        self.presses += 1
        begins_ns = max([self.clock.now_ns(), *(due_ns for due_ns, _ in self._does)]) + S // 5
        self._does += [(begins_ns, self.buttons[seat].press), (begins_ns + S // 5, self.buttons[seat].release)]

    def hears(self) -> Any:
        while self._does and self._does[0][0] <= self.clock.now_ns():
            self._does.pop(0)[1]()
        return self._answers.pop(0) if self._answers else None

    def finds(self, folder: Path, zones: list[str] | None, seats: int | None, **more: bool) -> Settings:
        given = Given(None if zones is None else tuple((zone,) for zone in zones), seats, **more)
        with Workbench(self.clock, SPI0, self.picos) as bench:
            reported = Conversation(bench, lambda message, _: self.says(message), self.hears, given).run()
        path = folder / "table.toml"
        path.write_text(written(reported, Before()))
        return load_settings(path)

    @property
    def driven(self) -> set[int]:
        return {gpio for gpio in header.HEADER.values() if self.pi.pin(gpio).written}


def found(settings: Settings) -> dict[str, tuple[object, ...]]:
    """Return where each part is, as the file has it."""
    reported: dict[str, tuple[object, ...]] = {}
    for reader in settings.readers:
        on_pico = ("pico", reader.pico, reader.channel)
        for zone in reader.served:
            reported[zone] = on_pico if reader.backend == "pico" else ("spidev", reader.device, reader.select_pin)
    for button in settings.buttons:
        on_pico = ("pico", button.pico, button.channel)
        reported[f"seat {button.seat}"] = on_pico if button.backend == "pico" else ("gpiod", button.pin)
    return reported


@pytest.fixture
def home(stand_ins: None, make: Make) -> Home:
    clock = ManualClock(5 * S)
    return Home(make(clock=clock), clock)


def wire(home: Home, chance: Random) -> tuple[list[str], int]:
    """Wire a table at random; return its zones and its seats."""
    seats = chance.randrange(1, 9)
    zones = ["discard", "hidden", *(f"seat.{seat}" for seat in range(1, seats + 1))][: chance.randrange(1, 9)]
    left = zones.copy()
    on_pins = list(range(1, seats + 1))
    for number in range(chance.choice([0, 0, 1, 2])):
        name, count = ("left", "right")[number], min(len(left), 4)
        mine, left = left[:count], left[count:]
        pressed = on_pins[:3] if number == 0 else on_pins[:2]
        on_pins = on_pins[len(pressed) :]
        channels, buttons = chance.sample(range(4), len(mine)), chance.sample(range(8), len(pressed))
        home.pico(
            name, f"E66{number}", dict(zip(channels, mine, strict=True)), dict(zip(buttons, pressed, strict=True))
        )
    by_kernel = chance.choice([0, 1, 2]) if len(left) <= 2 else chance.choice([0, 1])
    for device in range(min(by_kernel, len(left))):
        home.reader(left.pop(0), device)
    pins = chance.sample(FREE, len(left) + len(on_pins))
    for zone in left:
        home.reader(zone, 1 if by_kernel else 0, pins.pop())
    for seat in on_pins:
        home.button(seat, pins.pop())
    return zones, seats


@pytest.mark.long
@pytest.mark.parametrize("seed", range(WIRINGS))
def test_what_somebody_has_wired_is_found_by_one_touch_and_one_press_a_part(
    home: Home, tmp_path: Path, seed: int
) -> None:
    zones, seats = wire(home, Random(seed))  # noqa: S311 - chance, no secret

    settings = home.finds(tmp_path, zones, seats)

    assert found(settings) == home.wanted
    assert conflicts(settings) == ()
    assert (home.touches, home.presses) == (len(zones), seats)
    assert home.driven <= {*PULLED_HARD}, "no pin that was not given free"
    assert not [message for message in home.said if {"missing", "why"} & set(message)]


def test_what_is_missing_is_named_and_left_out(home: Home, tmp_path: Path) -> None:
    home.reader("discard", 0)
    home.button(2, 17)

    settings = home.finds(tmp_path, ["discard", "hidden"], 2)

    assert found(settings) == {"discard": ("spidev", 0, None), "seat 2": ("gpiod", 17)}
    assert [message["missing"] for message in home.said if "missing" in message] == [
        "no reader was touched for hidden",
        "no button was pressed for seat 1",
    ]


def test_who_presses_the_wrong_button_or_touches_the_wrong_pad_is_told_whose_it_is(home: Home, tmp_path: Path) -> None:
    home.reader("seat.1", 0)
    home.reader("seat.2", 1)
    home.button(1, 17)
    home.button(2, 27)
    right, reported = home.says, []

    def swaps(message: Mapping[str, Any]) -> None:
        """Do the first thing again where the second is asked for, and the right thing when told so."""
        match message:
            case {"ask": "touch", "zone": "seat.2"}:
                home.touch("seat.1", after_ns=S)  # when the card has left it
            case {"ask": "press", "seat": 2}:
                home.press(1)
            case {"heard": "touch", "why": why}:
                reported.append(why)
                home.touch("seat.2")
            case {"heard": "press", "why": why}:
                reported.append(why)
                home.press(2)
            case _:
                right(message)

    home.says = swaps  # type: ignore[method-assign]
    settings = home.finds(tmp_path, ["seat.1", "seat.2"], 2)

    assert found(settings) == home.wanted
    assert reported == [
        "that is the pad of seat.1: touch the pad of seat.2",
        "that is the button of seat 1: press the button of seat 2",
    ]


def test_what_nobody_has_said_beforehand_is_asked_for(home: Home, tmp_path: Path) -> None:
    home.reader("discard", 0)
    home.reader("hidden", 1)
    home.button(1, 17)
    home.button(2, 27)

    settings = home.finds(tmp_path, None, None)

    assert [reader.served for reader in settings.readers] == [*SHARED]
    assert [button.pin for button in settings.buttons] == [17, 27]
    assert home.presses == 2


def test_a_reader_that_nobody_touches_and_a_pin_that_is_low_are_named(home: Home, tmp_path: Path) -> None:
    home.reader("discard", 0)
    home.pi.add_reader(0, 1)
    home.pi.add_button(22).press()
    home.clock.sleep_ns(S)

    home.finds(tmp_path, ["discard"], 1)

    assert [message["found"] for message in home.said if "why" in message] == ["stuck", "unused"]
    assert any("BCM 22 (pin 15) is low though nobody presses" in str(message.get("why")) for message in home.said)


def test_readers_are_named_after_where_they_are(home: Home) -> None:
    home.reader("discard", 0, 5)
    with Workbench(home.clock, SPI0) as bench:
        assert [place.said for place in bench.readers.values()] == ["SPI 0.0, select BCM 5 (pin 29)"]
        assert reader_name(0, 0, 5) in home.pi.readers
        assert 5 not in bench.free


def test_on_a_machine_without_a_header_what_hangs_on_picos_is_found(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object, **__: object) -> NoReturn:
        raise FileNotFoundError

    monkeypatch.setattr(workbench, "Lines", none)
    home.pico("left", "E660", {0: "discard"}, {0: 1})

    settings = home.finds(tmp_path, ["discard", "hidden"], 1, lights=True)

    assert found(settings) == home.wanted
    assert [message["places"] for message in home.asked("lights")] == [
        [f"GP {pin} of pico left" for pin in PICO_LIGHTS]
    ]
    assert not home.asked("drive")
    assert not [message for message in home.said if message.get("found") in ("busy", "stuck", "silent")]


# -- ways back, lights, and what is measured


def test_who_goes_back_is_asked_again_and_what_was_answered_is_forgotten(home: Home, tmp_path: Path) -> None:
    home.reader("discard", 0)
    home.reader("hidden", 1)
    home.button(1, 17)
    right, backs = home.says, iter([True, True])

    def hesitates(message: Mapping[str, Any]) -> None:
        """Go back twice from the button, then do all that is asked for."""
        if message.get("ask") == "press" and next(backs, None):
            home.said.append(message)
            home.later("back")
        else:
            right(message)

    home.says = hesitates  # type: ignore[method-assign]
    settings = home.finds(tmp_path, ["discard", "hidden"], 1)

    assert found(settings) == home.wanted
    assert [message["zone"] for message in home.asked("touch")] == ["discard", *["hidden"] * 3]


def test_who_goes_back_from_the_first_step_has_all_looked_at_again(home: Home) -> None:
    home.reader("discard", 0)

    with Workbench(home.clock, SPI0) as bench, pytest.raises(AgainError):
        Conversation(bench, lambda _, __: None, lambda: "back", Given((("discard",),), 1)).run()


def test_what_hangs_on_each_chip_select_that_does_not_answer_is_said_as_the_doctor_says_it(
    home: Home, tmp_path: Path
) -> None:
    home.reader("discard", 0)

    home.finds(tmp_path, ["discard", "hidden"], 1)

    (why,) = [str(message["why"]) for message in home.said if message.get("found") == "silent"]
    assert why.startswith("SPI 0.1: chip absent, or held in reset: VersionReg reads 0x00, while others on the bus")
    assert "check this board’s SDA (its chip select, BCM 7 (pin 26))" in why


@pytest.mark.long
def test_which_light_lit_is_written_beside_what_somebody_has_seen(home: Home, tmp_path: Path) -> None:
    home.reader("discard", 0)
    home.button(1, 17)
    home.pico("left", "E660", {0: "hidden"}, {0: 2})
    at = {"BCM 12 (pin 32)": "discard", "BCM 13 (pin 33)": "buzzer", "BCM 16 (pin 36)": "skip", "GP 10 of pico left": 2}
    home.sees([12, 13, 16, "GP 10 of pico left"], at.values())
    settings = home.finds(tmp_path, ["discard", "hidden"], 2, lights=True)

    (offered,) = home.asked("lights")
    assert {12, 13, 16} <= set(offered["pins"])
    assert set(at) <= set(offered["places"])
    assert [message["at"] for message in home.asked("lit")] == [*at]
    assert [reader.light_pin for reader in settings.readers] == [12, None]
    assert [button.light_pin for button in settings.buttons] == [None, 10]
    assert settings.buzzer is not None
    assert settings.buzzer.pin == 13
    assert home.driven == {12, 13, 16}, "nothing but what somebody has given free"
    assert not any(home.pi.pin(pin).driven for pin in (12, 13, 16)), "and all are dark again"


@pytest.mark.long
def test_a_light_on_another_board_than_its_button_is_refused_with_a_cure(home: Home, tmp_path: Path) -> None:
    home.pico("left", "E660", {0: "discard"}, {0: 1})
    home.sees([12], [1, "attic", []])
    settings = home.finds(tmp_path, ["discard"], 1, lights=True)

    assert settings.buttons[0].light_pin is None
    whys = [str(message["why"]) for message in home.said if message.get("heard") == "lit" and "why" in message]
    assert "is connected to a different board from the part beside it" in whys[0]
    assert whys[1:] == ["there is neither a pad nor a button 'attic'"]


@pytest.mark.long
def test_a_reader_that_reads_badly_gets_keys_that_suit_it_with_the_figures(home: Home, tmp_path: Path) -> None:
    home.reader("discard", 0)
    home.fields["discard"].physics = METAL
    home.button(1, 17)

    settings = home.finds(tmp_path, ["discard"], 1, measure=True)

    assert settings.readers[0].silence_ms > 200
    text = (tmp_path / "table.toml").read_text()
    assert re.search(r"# measured: 33 dB: \d+ of \d+ looks lost, longest silence \d+ ms, a lying card given up", text)


def test_a_picture_of_the_table_grows_with_the_answers(home: Home) -> None:
    home.reader("discard", 0)
    home.pi.add_reader(0, 1)
    home.button(1, 17)
    shown = []

    def polls(message: Mapping[str, Any], now: SetUpView) -> None:
        shown.append((message, now))
        home.says(message)

    with Workbench(home.clock, SPI0) as bench:
        Conversation(bench, polls, home.hears, Given(SHARED[:1], 1, confirm=True)).run()

    asked = {message["ask"]: now for message, now in shown if "ask" in message}
    assert [(now.number, now.steps) for now in asked.values()] == [(1, 3), (2, 3), (3, 3)]
    assert asked["touch"].readers[0].zones == ()
    assert asked["press"].readers[0].zones == SHARED[0]
    assert asked["write"].buttons == {1: "BCM 17 (pin 11)"}
    assert asked["write"].notes == ("the reader at SPI 0.1 was never touched",)
    assert "unused" not in [message.get("found") for message in home.said], "nobody looks any more"


@pytest.mark.long
def test_every_pin_may_be_tried_for_lights_and_is_let_go_and_one_can_go_back(home: Home, tmp_path: Path) -> None:
    home.reader("discard", 0)
    home.button(1, 17)
    home.sees("yes", ["back", *["skip"] * 40])
    settings = home.finds(tmp_path, ["discard"], 1, lights=True, confirm=True)

    offered = [message["pins"] for message in home.asked("lights")]
    assert offered[0] == offered[1], "a pin that blinked may hang something else, too"
    assert 17 not in offered[0]
    assert [message["ask"] for message in home.said if "ask" in message][-2:] == ["lit", "write"]
    assert home.driven == {*offered[0]}
    assert not any(home.pi.pin(pin).driven is not None for pin in offered[0])
    assert found(settings) == home.wanted


def test_two_lights_beside_one_button_are_told_apart(home: Home, tmp_path: Path) -> None:
    home.reader("discard", 0)
    home.button(1, 17)
    home.sees([12, 13], [1, 1, "skip"])
    settings = home.finds(tmp_path, ["discard"], 1, lights=True)

    assert settings.buttons[0].light_pin == 12
    assert "there is a light already: BCM 12 (pin 32)" in [message.get("why") for message in home.said]


def test_a_reader_that_is_left_in_the_middle_of_being_measured_hears_as_usual_again(home: Home) -> None:
    home.reader("discard", 0)
    home.fields["discard"].put(Tag(CARD))
    with Workbench(home.clock, SPI0) as bench:
        bench.begin()
        minute = bench.measure("SPI 0.0")
        while minute.gain_db == GAIN_DB:
            bench.poll()
        bench.poll()
        assert home.fields["discard"].gain_db == minute.gain_db == 23

        bench.measured()
        bench.poll()
        bench.poll()

        assert home.fields["discard"].gain_db == GAIN_DB


def test_of_a_bus_whose_readers_have_pins_no_chip_select_of_the_kernel_is_blamed(home: Home) -> None:
    home.reader("discard", 0, 5)
    home.reader("hidden", 0, 6)
    with Workbench(home.clock, SPI0) as bench:
        assert bench.silent() == []
        assert 7 not in bench.free
        assert 12 in bench.free


def test_where_both_selects_of_the_kernel_are_used_no_pin_can_be_tried(home: Home) -> None:
    home.reader("discard", 0)
    home.reader("hidden", 1)
    with Workbench(home.clock, SPI0) as bench:
        assert bench.free == ()
        assert [why.partition(":")[2] for why in bench.silent()] == [" give each reader a pin of its own"]


def test_where_the_kernel_has_no_bus_it_is_said_how_to_get_one(home: Home) -> None:
    with Workbench(home.clock, ()) as bench:
        assert bench.free == ()
        (why,) = bench.silent()
    assert why.startswith("SPI: SPI is not enabled: there is no /dev/spidev0.0; add dtparam=spi=on")


def test_whoever_may_not_open_the_pins_of_a_machine_without_a_bus_sets_up_picos(home: Home) -> None:
    home.pico("left", "E661", {0: "discard"}, {})
    home.pi.permitted = False
    with Workbench(home.clock, (), home.picos) as bench:
        bench.begin()
        assert bench.free == ()
        assert [place.keys["channel"] for place in bench.readers.values()] == [0]
    with pytest.raises(PermissionError):
        Workbench(home.clock, (), ())
    with pytest.raises(PermissionError):
        Workbench(home.clock, SPI0, home.picos)


def test_a_reader_that_falls_silent_and_comes_back_is_told(home: Home) -> None:
    home.reader("discard", 0)
    with Workbench(home.clock, SPI0) as bench:
        bench.begin()
        chip = home.pi.readers[reader_name(0, 0)].chip
        bench.poll()
        chip.hold_in_reset(low=True)
        for _ in range(200):
            bench.poll()
        assert [*bench.lost] == ["SPI 0.0"]
        chip.hold_in_reset(low=False)
        for _ in range(200):
            bench.poll()
        assert bench.lost == {}
        assert [*bench.readers] == ["SPI 0.0"]
