"""What torture runs have found: fingers that are down when a table comes back, full disks, games whose end is gone."""

import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from simpy import Environment

from cardtable_lab.bench.torture.disk import Disk, rows, whole
from cardtable_lab.bench.torture.mortal import MortalTable
from cardtable_lab.bench.torture.standing import StandingRoom
from hardware.button import ButtonBank
from hardware.clock import ManualClock
from hardware.emulator.pins import EmulatedButton
from hardware.observations import ButtonEdge
from table import facts
from table.complaints import BadInput, JournalBroken
from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    Fact,
    FoundDown,
    GameStarted,
    Press,
    Released,
    TableResumed,
    micros,
)
from table.games.game import PUBLIC
from table.judging.gestures import Gestures
from table.judging.session import Session, dump
from table.keeping import soundness
from table.keeping.journal import Journal
from table.keeping.salvage import salvage
from table.running.messages import StartGame
from table.values import replace
from table.wiring.emulated import shared_clock
from tests.table import damaged

S = 1_000_000_000
RUNNING = "mito/draw-pile-empty.jsonl"
CLOSED = Path(__file__).parents[3] / "tests/scripts/mythology_go/closed-and-taken-back.jsonl"


def test_a_button_that_is_down_at_the_first_look_was_down_before() -> None:
    clock = ManualClock(S)
    button = EmulatedButton(clock)
    bank = ButtonBank({1: button}, clock)
    button.press()
    edge = next(item for _ in range(9) for item in bank.poll().items if isinstance(item, ButtonEdge))
    clock.sleep_ns(S)
    button.release()
    clock.sleep_ns(S)
    bank.poll()
    bank.poll()
    button.press()
    later = next(item for _ in range(9) for item in bank.poll().items if isinstance(item, ButtonEdge))

    assert (edge.down, edge.was_down) == (True, True)
    assert (later.down, later.was_down) == (True, False)


def test_a_button_that_was_down_before_comes_up_and_says_nothing() -> None:
    gestures = Gestures()
    found = gestures.take(ButtonDown(micros(1), 2, was_down=True))
    press = Press(2, micros(1))

    assert found == (FoundDown(micros(1), press),)
    assert gestures.due() is None
    assert gestures.take(ButtonUp(micros(1.2), 2)) == (Released(micros(1.2), press),)


class Room:
    """A table of Mytho over hardware that stands; the first seat has the turn."""

    def __init__(self, folder: Path, hardware: str) -> None:
        self.clock = shared_clock(5 * S)
        self.clock.agenda = Environment(initial_time=5 * S)
        self.clock.agenda.process(self._is_restless(self.clock.agenda))
        self.standing = StandingRoom(self.clock, "clean", 1)
        (folder / "disk").mkdir()
        disk = Disk(folder / "disk", own=False)
        self.table = MortalTable(disk, self.standing, self.clock, ["mytho"], 2, hardware, pytest.fail)
        self.table.starts()
        self.runs(1)
        self.table.takes(StartGame("mytho", ("Ana", "Ben"), {}, 5))
        self.runs(0.5)
        assert self.table.hands is not None
        self.table.hands.touch("7h", "visible")
        self.runs(1)

    def runs(self, seconds: float) -> None:
        ends_ns = self.clock.now_ns() + seconds * S
        while self.clock.now_ns() < ends_ns:
            self.table.looks()

    def _is_restless(self, agenda: Environment) -> Iterator[Any]:
        """Let no poll be passed over for long."""
        while True:
            yield agenda.timeout(S // 20)

    def event_names(self) -> list[str]:
        return [one.event.name for one in self.table.snapshot.game.events[PUBLIC]]


@pytest.mark.long
@pytest.mark.parametrize("hardware", ["pi", "pico"])
def test_a_finger_that_is_down_when_a_table_comes_back_does_not_tap(tmp_path: Path, hardware: str) -> None:
    room = Room(tmp_path, hardware)
    button, before = room.standing.button(1), room.event_names()
    button.press()
    room.runs(0.1)
    room.table.dies()
    room.standing.lose_the_table()
    room.clock.sleep_ns(S)
    room.table.starts()
    room.runs(0.4)
    button.release()
    room.runs(1)

    assert room.event_names() == before
    button.press()
    room.runs(0.1)
    button.release()
    room.runs(1)
    assert room.event_names() == [*before, "card_drawn"], "it is a button like any other again"
    room.table.goes_home()


def test_a_card_that_comes_while_a_button_is_found_down_is_closed() -> None:
    first, *others = [facts.parse(line) for line in CLOSED.read_text().splitlines() if line.strip()]
    assert isinstance(first, GameStarted)
    began = next(number for number, fact in enumerate(others) if _closes(others, number))
    down = others[began]
    assert isinstance(down, ButtonDown)
    session = Session(first)
    for fact in others[:began]:
        session.take(fact)
    lines = [line for fact in (replace(down, was_down=True), others[began + 1]) for line in session.take(fact)]
    lines += session.take(ButtonUp(others[began + 1].t + micros(2), down.seat))
    (played,) = [dump(line) for line in lines if line.audience == PUBLIC and dump(line)["event"] == "card_played"]

    assert played["seat"] == down.seat
    assert "card" not in played


def _closes(happened: list[Fact], number: int) -> bool:
    """Return whether somebody in whose turn nothing was laid yet lays a card with a button down."""
    pressed, laid = happened[number : number + 2]
    return isinstance(pressed, ButtonDown) and isinstance(laid, CardArrived) and laid.zone == f"seat.{pressed.seat}"


def test_a_game_that_was_over_and_whose_end_is_gone_is_told(tmp_path: Path) -> None:
    path = tmp_path / "made" / "table.db"
    path.parent.mkdir()
    with Journal(path) as journal:
        damaged.play(journal, RUNNING)
        damaged.bring_home(journal)
        journal.give_up(1)
        damaged.play(journal, RUNNING)
        left = damaged.copied(path, tmp_path / "left")
    left.with_name("table.db-wal").unlink()

    saved = salvage(left, left.with_name("new.db"))

    assert [one.lost is None for one in saved] == [False, False]
    assert str(saved[0].lost).startswith("its end, after minute ")
    with Journal(left.with_name("new.db")) as journal:
        assert journal.running() is None, "nobody goes on with it, for another one was begun"


def test_of_a_damaged_log_no_less_is_saved_than_is_whole(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    with Journal(tmp_path / "made" / "table.db") as journal:
        append, numbers = journal.append, count(1)

        def brought_home_once(*given: Any, **named: Any) -> None:
            append(*given, **named)
            if next(numbers) == 12:
                journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        journal.append = brought_home_once  # type: ignore[method-assign]
        damaged.play(journal, "mito/a-game.jsonl")
        left = damaged.copied(journal.path, tmp_path / "left")
    was = rows(left, tmp_path / "was")
    for seed, harm in ((1, "scribbled"), (42, "zeroed"), (3, "zeroed"), (5, "flipped")):
        hurt = damaged.copied(left, tmp_path / f"hurt-{seed}")
        damaged.damage(hurt, "-wal", harm, damaged.chance(f"{seed}"))
        found = rows(hurt, tmp_path / f"found-{seed}")
        (saved,) = salvage(hurt, hurt.with_name("new.db"))

        assert saved.facts >= whole(found, was, 1)


@pytest.mark.parametrize(
    "numbered",
    [
        [("public", 1), ("public", 2), ("seat:3", 2), ("seat:2", 1)],
        [("public", 1), ("public", 2), ("seat:2", 1), ("seat:2", 1)],
        [("public", 1), ("public", 2), ("\0ealed", 1)],
    ],
    ids=["somebody else's", "twice", "nobody's"],
)
def test_an_event_that_was_told_to_somebody_else_is_damage(numbered: list[tuple[str, int]]) -> None:
    soundness.check_delivered([("seat:2", 2), ("public", 1), ("seat:2", 1), ("host", 1), ("sealed", 1)])

    with pytest.raises(BadInput, match="who was told what of it is damaged"):
        soundness.check_delivered(numbered)


def test_a_disk_without_room_for_the_index_of_the_log_is_full() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE

    assert "the disk is full" in soundness.why(Path("table.db"), error)


def test_a_disk_that_takes_no_more_than_a_resumption_is_shown_as_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path, "pi")
    assert room.table.journal is not None
    append = room.table.journal.append

    def short_of_room(game_id: int, number: int, fact: Fact, *more: Any, **named: Any) -> None:
        if not isinstance(fact, TableResumed):
            raise JournalBroken("table.db: the disk is full")
        append(game_id, number, fact, *more, **named)

    monkeypatch.setattr(room.table.journal, "append", short_of_room)
    assert room.table.hands is not None
    room.table.hands.touch("8h", "visible")
    room.runs(0.5)
    shown = list[bool]()
    for _ in range(8):
        room.runs(0.5)
        shown.append(room.table.is_halted)

    assert all(shown), "people have time to read it"
    monkeypatch.undo()
    room.runs(3)
    assert not room.table.is_halted
    room.table.goes_home()
