"""A whole table as it would be on a Pi: table.toml, the mfrc522 package, gpiod, over the stand-ins of the libraries."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import ManualClock
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.tag import Tag
from table import cards, facts
from table.complaints import BadInput
from table.facts import ButtonDown, ButtonUp, CardArrived, Fact, GameStarted, TimePassed
from table.keeping.journal import Journal
from table.running.live import LiveTable
from table.running.messages import StartGame
from table.settings.model import load_settings
from table.values import to_json
from table.wiring.hardware import Hardware, open_hardware
from table.wiring.live import live_table
from tests.hardware.conftest import Make
from tests.replayed import EXAMPLES, facts_of, replay
from tests.test_scripts import is_left_alone

MS = 1_000_000
PINS = {1: 17, 2: 27, 3: 5, 4: 6}
TABLE = """
[table]
seats = 4

[[reader]]
zones = ["discard", "visible"]
backend = "{readers}"
reset_pin = 25
light_pin = 13

[[reader]]
zone = "hidden"
backend = "{readers}"
device = 1
reset_pin = 24

[buzzer]
pin = 4
"""
BUTTON = """
[[button]]
seat = {seat}
backend = "{buttons}"
pin = {pin}
light_pin = {light}
"""
LIGHTS = {1: 18, 2: 23, 3: 20, 4: 21}


@dataclass
class OnAPi:
    """A table on an emulated Pi, in virtual time; `hardware` is what the libraries opened."""

    pi: EmulatedPi
    hardware: Hardware
    live: LiveTable
    tags: dict[str, Tag]
    clock: ManualClock = field(init=False)

    def __post_init__(self) -> None:
        assert isinstance(self.pi.clock, ManualClock)
        self.clock = self.pi.clock

    def runs_until(self, at_ns: int) -> None:
        while self.clock.now_ns() < at_ns:
            for poll in self.live.sources.values():
                self.live.controller.take(poll())
            self.live.beat()

    def runs(self, ms: int) -> None:
        self.runs_until(self.clock.now_ns() + ms * MS)

    def starts(self, *players: str, **options: Any) -> None:
        self.live.controller.take(StartGame("mito", players, options, seed=5))
        self.runs(300)

    def touches(self, card: str) -> None:
        now_ns = self.clock.now_ns()
        self.pi.readers["0.0"].field.put(self.tags[card], from_ns=now_ns, until_ns=now_ns + 160 * MS)

    def reported(self, audience: str) -> list[dict[str, Any]]:
        return [dict(one.json) for one in self.live.board.snapshot.game.events[audience]]

    @property
    def view(self) -> dict[str, Any]:
        return to_json(self.live.board.snapshot.game.view())


@pytest.fixture(params=["mfrc522+gpiod", "spidev+gpiod", "mfrc522+rpi_gpio"])
def table(request: pytest.FixtureRequest, stand_ins: None, make: Make, tmp_path: Path) -> Iterator[OnAPi]:
    readers, buttons = request.param.split("+")
    if readers == "mfrc522":
        request.getfixturevalue("mfrc522_package")
    pi = make(clock=ManualClock(5_000 * MS))
    pi.add_reader(0, 0, reset_pin=25)
    pi.add_reader(0, 1, reset_pin=24)
    for pin in PINS.values():
        pi.add_button(pin)
    path = tmp_path / "table.toml"
    text = TABLE.format(readers=readers)
    for seat, pin in PINS.items():
        text += BUTTON.format(seat=seat, pin=pin, light=LIGHTS[seat], buttons=buttons)
    path.write_text(text)
    hardware = open_hardware(load_settings(path), clock=pi.clock)
    tags = {str(card["code"]): Tag(_uid(str(card["code"]))) for card in cards.shipped_deck("mito")}
    known = {"mito": {tag.uid: code for code, tag in tags.items()}}
    with Journal(tmp_path / "table.db") as journal:
        live = live_table(journal=journal, hardware=hardware, seats=4, tags=known)
        yield OnAPi(pi, hardware, live, tags)
        live.close()


def _uid(code: str) -> bytes:
    deck = [str(card["code"]) for card in cards.shipped_deck("mito")]
    return bytes([4, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, deck.index(code)])


def is_of_this_table(path: Path) -> bool:
    """Return whether a script can be played here: by itself, with the cards of Mito, to which alone there are tags."""
    return is_left_alone(path) and facts_of(path)[0].game == "mito"


def without_times(reported: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out when things were told: on chips everything is read a few milliseconds after it happened."""
    order = [{"seat": place["seat"]} for event in reported for place in event.get("order", ())]
    kept = [{name: value for name, value in event.items() if name not in ("t", "order")} for event in reported]
    return [*kept, *order]


@pytest.mark.long
@pytest.mark.parametrize("path", [path for path in EXAMPLES if is_of_this_table(path)], ids=lambda path: path.stem)
def test_an_example_is_played_through_the_libraries_of_a_pi(table: OnAPi, path: Path) -> None:
    started, *rest = [facts.parse(line) for line in path.read_text().splitlines()]
    assert isinstance(started, GameStarted)
    table.live.controller.take(StartGame("mito", tuple(started.players), started.options, started.seed))
    table.runs(300)
    origin_ns = table.clock.now_ns()

    for fact in rest:
        table.runs_until(origin_ns + fact.t * 1000)
        do(table, fact)
    table.runs(700)

    assert without_times(table.reported("public")) == without_times(replay(path).events["public"])


def do(table: OnAPi, fact: Fact) -> None:
    match fact:
        case CardArrived():
            table.touches(fact.card)
        case ButtonDown():
            table.pi.buttons[PINS[fact.seat]].press()
        case ButtonUp():
            table.pi.buttons[PINS[fact.seat]].release()
        case TimePassed():
            pass
        case _:
            raise AssertionError(f"no hand can do {fact}")


def test_lights_and_the_buzzer_follow_the_game(table: OnAPi) -> None:
    table.starts("Ana", "Ben", "Cleo")
    table.touches("number2.1")
    table.runs(600)
    assert table.pi.pin(LIGHTS[1]).high, "it is Ana’s turn"
    assert not table.pi.pin(LIGHTS[2]).high

    table.touches("number5.1")
    table.runs(600)

    changes = {table.pi.pin(13).high for _ in range(20) if table.runs(50) is None}
    assert changes == {True, False}, "the pad on which something lies wrong blinks"
    assert len(table.pi.pin(4).written) > 4, "a tick for each card, and a no"


def test_a_hand_is_counted_on_the_pad_that_all_share(table: OnAPi) -> None:
    table.starts("Ana", "Ben", "Cleo")
    table.touches("number2.1")
    table.runs(500)
    table.pi.buttons[PINS[1]].press()
    table.runs(800)
    table.pi.buttons[PINS[1]].release()
    table.runs(300)
    assert table.view["prompt"] == (
        "Ben: touch the discard pad with each card you hold, then tap. Hold to start over. The others wait."
    )

    for card in ("number3.1", "number4.1"):
        table.touches(card)
        table.runs(600)
    _taps(table, 2)
    assert table.view["prompt"].startswith("Cleo: ")
    table.touches("number5.1")
    table.runs(600)
    _taps(table, 3)

    assert [seat["score"] for seat in table.view["seats"]] == [0, 2, 1]


def _taps(table: OnAPi, seat: int) -> None:
    table.pi.buttons[PINS[seat]].press()
    table.runs(100)
    table.pi.buttons[PINS[seat]].release()
    table.runs(600)


@pytest.mark.long
def test_a_reader_that_is_lost_makes_the_game_wait_and_one_that_is_back_go_on(table: OnAPi) -> None:
    table.starts("Ana", "Ben", "Cleo")
    table.touches("number2.1")
    table.runs(500)
    chip = table.pi.readers["0.0"].chip
    chip.faults.add("deaf")
    table.runs(2000)
    assert table.view["prompt"] == "The table cannot see the discard pad: wait until its reader works again."
    assert table.live.board.snapshot.host.health["lost"]

    chip.faults.clear()
    table.runs(1000)
    table.touches("number1.1")
    table.runs(500)

    assert table.view["piles"]["discard"] == {"top": "number1.1", "count": 2}
    assert [event["event"] for event in table.reported("host") if "reader" in event["event"]] == [
        "reader_lost", "reader_back",
    ]  # fmt: skip
    assert not [event for event in table.reported("public") if "reader" in event["event"]]


def test_a_game_whose_zone_no_reader_serves_is_refused_in_one_sentence(
    stand_ins: None, make: Make, tmp_path: Path
) -> None:
    pi = make()
    pi.add_reader(0, 0)
    path = tmp_path / "table.toml"
    path.write_text('[table]\nseats = 4\n[[reader]]\nzone = "hidden"\nbackend = "spidev"\n')
    hardware = open_hardware(load_settings(path), clock=pi.clock)
    with Journal(tmp_path / "table.db") as journal:
        live = live_table(journal=journal, hardware=hardware, seats=4, tags={"mito": {}})
        with pytest.raises(
            BadInput, match=r"^no reader serves discard, and Mito cannot be played without it; there is hidden$"
        ):
            live.controller.take(StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=1))
        live.close()
