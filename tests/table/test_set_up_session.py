"""A set-up that phones take part in: it goes on whoever looks, what is answered twice counts once, nothing is lost."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from hardware.finding.measuring import Minute
from hardware.finding.workbench import OnUsb, Place
from table.complaints import BadInput
from table.running.wired import SetUpView
from table.saying import say
from table.settings.model import load_settings
from table.settings.started import Said
from table.wiring.finding.session import Session
from tests.playing import PATIENCE_S

READER = Place("SPI 0.0", {"backend": "spidev", "bus": 0, "device": 0}, "MFRC522 version 2.0")
BUTTON = Place("BCM 17 (pin 11)", {"backend": "gpiod", "pin": 17})
EARLIER = """
[table]
name = "Kitchen"
seats = 2
database = "kitchen.db"
[[reader]]
zone = "discard"
backend = "mfrc522"
reset_pin = 25
gain = 43
placement = "pile"
[[button]]
seat = 2
backend = "gpiod"
pin = 17
debounce_ms = 30
light_pin = 22
[[button]]
seat = 1
backend = "gpiod"
pin = 5
[buzzer]
backend = "gpiod"
pin = 6
"""


class Bench:
    """One reader and one button; what hands do is put into `does`."""

    def __init__(self) -> None:
        self.picos: Sequence[OnUsb] = ()
        self.readers = {READER.said: READER}
        self.free: tuple[int, ...] = ()
        self.stuck: list[str] = []
        self.busy: list[str] = []
        self.lost: dict[str, str] = {}
        self.spare: list[Place] = []
        self.does: list[tuple[list[str], list[Place]]] = []
        self.chatters_ns = 0
        self.broken = False
        self.opened = 0
        self._breath = Event()
        self._goes = Event()
        self._goes.set()

    def __enter__(self) -> "Bench":
        self.opened += 1
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def holds(self) -> None:
        """Let nobody look until `goes_on`; whoever looks just now has seen nothing."""
        self._goes.clear()
        self._breath.wait(0.05)

    def goes_on(self) -> None:
        self._goes.set()

    def silent(self) -> list[str]:
        return []

    def chatter_ns(self, _place: Place) -> int:
        return self.chatters_ns

    def give_free(self, _pins: Sequence[int]) -> list[Place]:
        return []

    def begin(self) -> None:
        pass

    def shine(self, _place: Place, *, on: bool) -> None:
        pass

    def darken(self, _place: Place, *, is_a_light: bool) -> None:
        pass

    def measured(self) -> None:
        pass

    def measure(self, reader: str) -> Minute:
        return Minute(reader, tries_gains=False)

    def poll(self) -> tuple[list[str], list[Place]]:
        if self.broken:
            raise OSError("SPI is gone")
        self._breath.wait(0.001)
        self._goes.wait(PATIENCE_S)
        return self.does.pop(0) if self.does else ([], [])


class Room:
    """A session, its bench, and what was started again."""

    def __init__(self, config: Path, said: Said | None = None) -> None:
        self.config = config
        self.bench = Bench()
        self.anew = Event()
        self.session = Session(config, self.anew.set, said=said, opens=lambda: self.bench, may_be_wired=lambda: True)

    def waits_for(self, ask: str | None = None, state: str = "asking", after: int = 0) -> SetUpView:
        for _ in range(5_000):
            shown = self.session.shown
            asked = ask is None or (shown.question > after and shown.ask is not None and shown.ask.ask == ask)
            if shown.state == state and asked:
                return shown
            Event().wait(0.002)
        raise AssertionError(f"never {ask or state}: {self.session.shown}")

    def answers(self, ask: str, answer: Any) -> None:
        self.session.say(self.waits_for(ask).question, answer)

    def begins(self, *, lights: bool = False) -> None:
        """Begin with one pad and one button."""
        self.session.begin(1, 1, lights=lights)

    def touches(self) -> None:
        self.waits_for("touch")
        self.bench.does.append(([READER.said], []))

    def presses(self, button: Place = BUTTON, after: int = 0) -> None:
        self.waits_for("press", after=after)
        self.bench.does.append(([], [button]))

    def finds(self, button: Place = BUTTON) -> None:
        """Begin, and go as far as the question whether all is right."""
        self.begins()
        self.touches()
        self.presses(button)
        self.answers("measure", "skip")

    def writes(self) -> None:
        self.answers("write", "yes")
        assert self.anew.wait(PATIENCE_S)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "table.toml")


def test_what_was_found_is_written_and_the_table_starts_again(room: Room) -> None:
    room.finds()
    room.writes()

    assert (room.session.shown.state, room.session.again) == ("written", True)
    assert [reader.zones[0] for reader in load_settings(room.config).readers] == ["discard"]


def test_who_answers_an_earlier_question_is_told_so_and_nothing_happens(room: Room) -> None:
    room.begins()
    first = room.waits_for("touch").question
    room.session.say(first, "skip")
    second = room.waits_for("press")

    with pytest.raises(BadInput, match="that was answered meanwhile"):
        room.session.say(first, "skip")
    assert room.waits_for("press") == second


def test_only_one_set_up_goes_on_at_a_time_and_it_can_be_stopped(room: Room) -> None:
    room.begins()
    room.waits_for("touch")
    with pytest.raises(BadInput, match="being set up already"):
        room.session.begin(2, 2, lights=False)
    with pytest.raises(BadInput, match="stop that first"):
        room.session.make_way(for_set_up=True)

    room.session.stop()

    room.waits_for(state="ready")
    assert not room.config.exists()
    assert not room.session.again


def test_going_back_from_the_first_step_looks_at_everything_again(room: Room) -> None:
    room.begins()
    first = room.waits_for("touch").question
    room.session.say(first, "back")

    room.waits_for("touch", after=first)
    assert room.bench.opened == 2


def test_a_flashed_card_names_the_table_and_its_wrong_lines_are_shown(tmp_path: Path) -> None:
    note = say("cardtable.txt, line 1: a PIN has six digits")
    room = Room(tmp_path / "table.toml", Said("Kitchen", "fr", (note,)))

    assert room.session.shown.started == (note,)
    room.finds()
    room.writes()

    table = load_settings(room.config).table
    assert (table.name, table.language) == ("Kitchen", "fr")


def test_what_fails_is_told_and_can_be_begun_again(room: Room) -> None:
    room.bench.broken = True
    room.begins()
    assert room.waits_for(state="failed").why == "SPI is gone"

    room.bench.broken = False
    room.session.stop()
    room.begins()
    room.waits_for("touch")


def test_a_table_that_is_on_has_to_stop_first(tmp_path: Path) -> None:
    (tmp_path / "table.toml").touch()
    room = Room(tmp_path / "table.toml")
    with pytest.raises(BadInput, match="it has to stop first"):
        room.begins()

    room.session.make_way(for_set_up=True)

    assert room.anew.wait(PATIENCE_S)
    assert (room.session.again, room.session.reopens) == (True, True)


def test_what_cannot_be_wired_is_not_written_over_what_is_there_and_one_can_go_back(room: Room) -> None:
    room.config.write_text("# from before")
    clash = Place("BCM 8 (pin 24)", {"backend": "gpiod", "pin": 8})  # the reader's own chip select
    room.finds(clash)
    first = room.waits_for("write").question
    room.session.say(first, "yes")

    again = room.waits_for("write", after=first)
    assert "pin BCM 8 is also chip select 0 of SPI bus 0" in again.heard
    assert "is as it was" in again.heard
    assert room.config.read_text() == "# from before"

    room.session.say(again.question, "back")
    room.answers("measure", "back")
    room.presses(after=again.question)
    room.answers("measure", "skip")
    room.writes()
    assert room.config.with_name("table.toml.before").read_text() == "# from before"


def test_an_answer_that_hands_have_overtaken_does_not_count_for_the_next_question(room: Room) -> None:
    room.begins()
    touch = room.waits_for("touch").question
    room.bench.holds()
    room.bench.does.append(([READER.said], []))
    room.session.say(touch, "skip")
    room.bench.goes_on()

    shown = room.waits_for("press", after=touch)
    room.bench.does.append(([], [BUTTON]))
    room.waits_for("write" if not shown.readers[0].zones else "measure", after=shown.question)


def test_nothing_but_yes_writes(room: Room) -> None:
    room.begins()
    room.touches()
    room.answers("press", "skip")
    room.answers("measure", "skip")
    first = room.waits_for("write").question
    room.session.say(first, "skip")

    room.waits_for("write", after=first)
    assert not room.config.exists()


def test_a_reader_that_falls_silent_is_told_and_what_it_was_touched_for_stays(room: Room) -> None:
    room.begins()
    room.touches()
    press = room.waits_for("press").question
    room.bench.lost[READER.said] = "no chip answers"
    room.bench.does.append(([], [BUTTON]))

    shown = room.waits_for("measure", after=press)
    assert shown.notes == ("the reader at SPI 0.0 does not answer any more: no chip answers",)
    assert shown.readers[0].zones == ("discard", "visible", "pile.1", "deck.scan")
    del room.bench.lost[READER.said]
    room.answers("measure", "skip")
    assert room.waits_for("write").notes == ()


def test_what_an_earlier_file_says_of_the_table_and_of_parts_that_are_where_they_were_is_kept(room: Room) -> None:
    room.config.write_text(EARLIER)
    room.finds()
    room.writes()

    now = load_settings(room.config)
    assert (now.table.name, now.table.database.name, now.table.seats) == ("Kitchen", "kitchen.db", 1)
    assert (now.readers[0].placement, now.readers[0].gain, now.readers[0].reset_pin) == ("pile", 43, 25)
    assert (now.buttons[0].debounce_ms, now.buttons[0].light_pin) == (30, 22)
    assert now.buzzer is not None


def test_where_somebody_has_said_that_no_light_hangs_none_from_an_earlier_file_is_kept(room: Room) -> None:
    room.config.write_text(EARLIER)
    room.bench.spare = [Place("BCM 12 (pin 32)", {"backend": "gpiod", "pin": 12})]
    room.begins(lights=True)
    room.touches()
    room.presses()
    room.answers("lights", "skip")
    room.answers("measure", "skip")
    room.writes()

    now = load_settings(room.config)
    assert (now.buttons[0].debounce_ms, now.buttons[0].light_pin) == (30, None)
    assert now.buzzer is None


def test_people_are_led_to_it_as_long_as_nothing_says_what_is_wired(room: Room) -> None:
    assert room.session.invites
    room.config.touch()
    assert not Room(room.config).session.invites


def test_a_button_that_chatters_gets_the_debounce_time_that_it_needs(room: Room) -> None:
    room.bench.chatters_ns = 40_000_000
    room.finds()
    assert room.waits_for("write").notes == ("button 1 chatters for 40 ms",)
    room.writes()

    assert load_settings(room.config).buttons[0].debounce_ms == 60
    assert "it chatters for 40 ms" in room.config.read_text()
