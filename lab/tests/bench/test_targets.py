"""What shall be reached: rows, the history of measurements, and what is drawn and written from that."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardtable_lab.bench import history, small, targets, throttled
from cardtable_lab.bench.history import Measurement
from cardtable_lab.bench.peers import LeftOutError
from cardtable_lab.bench.phones import percentile
from cardtable_lab.bench.rates import Figure
from cardtable_lab.bench.resuming import items
from cardtable_lab.bench.resuming import write as write_journal
from cardtable_lab.bench.starts import in_turn
from cardtable_lab.bench.targets import TARGETS, Target
from cardtable_lab.bench.writes import an_hour
from docs.pictures import performance
from table.keeping.records import Records

LEAST = Target("games", "Games", "games", "games played", "a minute", "-", (60,), 240, at_least=True)
MOST = Target("wait", "A wait", "waits", "waited", "ms", "a clock", (100, 140), 20)
TOLD = Target("size", "A size", "sizes", "size", "KB", "-")


def measured(commit: str, machine: str = "a Pi", /, **figures: float) -> Measurement:
    return Measurement(commit, "2026-11-23T22:00:00+00:00", "3.11.2", machine, figures)


# -- rows


@pytest.mark.parametrize(
    ("target", "value", "reached"),
    [(MOST, 20, True), (MOST, 20.1, False), (LEAST, 240, True), (LEAST, 239, False), (TOLD, 1, None)],
)
def test_a_target_is_reached_on_its_side_and_on_its_very_edge(
    target: Target, value: float, reached: bool | None
) -> None:
    assert target.reached(value) is reached


def test_a_row_says_what_was_is_and_shall_be() -> None:
    assert targets.rows({"wait": 12.34, "games": 187}, [MOST, LEAST, TOLD]) == [
        ("A wait", "a clock", "100 to 140 ms", "12.3 ms", "at most 20 ms", "yes"),
        ("Games", "-", "60 a minute", "187 a minute", "at least 240 a minute", "no"),
        ("A size", "-", "?", "-", "-", "-"),
    ]


def test_only_figures_of_targets_are_values() -> None:
    assert targets.values([Figure("waited", 7.0, "ms"), Figure("else", 1.0, "s")], [MOST, LEAST]) == {"wait": 7.0}


def test_words_choose_rows() -> None:
    assert {one.name for one in targets.chosen(["PHONES", "resume"])} == {"phones 100", "phones 500", "resume"}
    assert [one.name for one in targets.chosen(["mito"])] == ["moves Mito"]
    assert targets.chosen([]) == list(TARGETS)


def test_names_are_unique_and_whoever_measures_a_target_is_there() -> None:
    assert len({one.name for one in TARGETS}) == len(TARGETS)
    assert {one.source for one in TARGETS} <= targets.SOURCES.keys()
    assert all(callable(targets.found(source)) for source in targets.SOURCES)


def test_what_cannot_be_measured_is_left_out_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_browser() -> list[Figure]:
        raise LeftOutError("no browser to drive")

    def breaks() -> list[Figure]:
        raise OSError("HTTP Error 400")

    measures = {"first page": no_browser, "phones": breaks, "idle": lambda: [Figure("waited", 7.0, "ms")]}
    monkeypatch.setattr(targets, "found", measures.__getitem__)

    figures, left_out = targets.measured(["first page", "phones", "idle", "idle"])

    assert figures == [Figure("waited", 7.0, "ms")]
    assert left_out == ["first page: no browser to drive", "phones: HTTP Error 400"]


# -- arithmetic


def test_a_percentile_is_the_least_value_that_so_many_do_not_exceed() -> None:
    assert [percentile([*range(1, 101)], percent) for percent in (50, 99, 100)] == [50, 99, 100]
    assert percentile([3.0, 1.0, 2.0], 99) == 3.0


def test_all_take_turns_after_one_that_does_not_count() -> None:
    order: list[str] = []

    def work(name: str, *took: float) -> Iterator[float]:
        for value in took:
            order.append(name)
            yield value

    one, other = work("one", 99, 1, 3, 2), work("other", 99, 10, 30, 20)

    assert in_turn([lambda: next(one), lambda: next(other)], turns=3) == [2, 20]
    assert order == ["one", "other"] * 4


def test_writes_are_told_for_an_hour() -> None:
    assert an_hour(0, 500_000, 180.0) == 10.0


@pytest.mark.long
def test_an_evening_to_go_on_with_is_written_as_a_table_writes_it(tmp_path: Path) -> None:
    """It runs on, and has cards, presses and time in it."""
    count = write_journal(tmp_path / "table.db", 50)

    with Records.read(tmp_path / "table.db") as records:
        running = records.running()
        assert running is not None
        kinds = {type(fact).__name__ for fact in records.facts(running.game_id)}
    assert count >= 50
    assert {"GameStarted", "CardArrived", "ButtonDown", "ButtonUp", "TimePassed"} <= kinds
    assert [until_us for _, until_us in items(20)] == sorted(until_us for _, until_us in items(20))


STAMPS = {
    "slaps": [
        {"moved_ns": 1_000_000, "stamped_ns": 1_500_000, "judged_ns": 9_000_000},
        {"moved_ns": 2_000_000, "stamped_ns": 1_000_000, "judged_ns": 4_000_000},
    ],
    "lit": [{"shown_ns": 0, "lit_ns": 3_000_000}, {"shown_ns": 9_000_000, "lit_ns": 10_000_000}],
}


def test_the_worst_of_all_slaps_and_lights_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttled, "SLAPS", 2)

    assert list(throttled.worst(STAMPS).values()) == [1.0, 8.0, 3.0]


def test_a_press_that_was_never_judged_is_found_out() -> None:
    with pytest.raises(RuntimeError, match="of 25 presses the table has judged 2"):
        throttled.worst(STAMPS)


@pytest.mark.timed
def test_who_may_have_no_group_is_stopped_by_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that does nothing but count gets no more than its part, and some more for what others take."""

    def refused(percent: int) -> small.Group:
        raise PermissionError("read-only")

    monkeypatch.setattr(small, "Group", refused)
    part = small.share(10)
    with subprocess.Popen([*part.command([sys.executable, "-c", "while True: pass"])]) as process:
        part.begun(process.pid)
        time.sleep(0.6)
        part.close()
        process.kill()
        used = os.wait4(process.pid, 0)[2]
        process.returncode = 0

    assert used.ru_utime + used.ru_stime < 0.3
    assert part.name == "SIGSTOP and SIGCONT, 10 of every 100 ms"


# -- history


def test_a_line_of_the_history_can_be_read_again(tmp_path: Path) -> None:
    one = measured("262df27", wait=12.5)
    (tmp_path / "history").write_text(history.line(one) + "\n")

    assert history.read(tmp_path / "history") == [one]
    assert history.read(tmp_path / "nothing") == []


def test_the_history_of_this_table_names_targets() -> None:
    """A name that no target has any more would be drawn nowhere: it is to be renamed in the history, too."""
    for one in history.read():
        assert one.figures.keys() <= {target.name for target in TARGETS}


def test_what_a_measurement_writes_does_not_make_its_commit_another_one() -> None:
    assert history.beside([f" M {name}" for name in history.WRITTEN]) == []
    assert history.beside([" M bench/history.jsonl", " M table/board.py"]) == ["table/board.py"]


def test_a_measurement_is_noted_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "HISTORY", tmp_path / "history")
    drawn: list[bool] = []
    monkeypatch.setattr(performance, "write", lambda: drawn.append(True))

    history.note({"wait": 12.345678})

    noted = json.loads((tmp_path / "history").read_text())
    assert noted.keys() == {"commit", "date", "python", "machine", "figures"}
    assert noted["figures"] == {"wait": 12.3457}
    assert drawn == [True]


def test_only_the_machine_of_the_latest_line_counts() -> None:
    lines = [measured("a", "a Pi", wait=1), measured("b", "a PC", wait=2), measured("c", "a Pi", size=3)]

    assert {name: value for name, (value, _) in history.latest(lines).items()} == {"wait": 1, "size": 3}
    assert history.latest([]) == {}


# -- what follows from it


def test_measurements_of_a_commit_stand_at_one_place() -> None:
    lines = [measured("a", wait=30), measured("a+", wait=20), measured("b", size=1), measured("b", wait=10)]

    one = performance.series(MOST, lines)

    assert (one.commits, one.values, one.now) == (("a", "b"), ((30, 20), (10,)), 10)


def drawn(*lines: Measurement) -> Mapping[str, list[ElementTree.Element]]:
    root = ElementTree.fromstring(performance.drawn(lines, [MOST, LEAST]).encode())  # noqa: S314 - our own
    found: dict[str, list[ElementTree.Element]] = {}
    for element in root.iter():
        found.setdefault(element.get("class", ""), []).append(element)
    return found


def test_a_plot_has_a_dot_for_each_measurement_and_a_line_for_the_goal() -> None:
    parts = drawn(measured("a", wait=30), measured("b", wait=10, games=100))

    assert len(parts["dot"]) == 3
    assert len(parts["goal"]) == len(parts["good"]) == 2
    assert len(parts["ring"]) == 3
    first, last = (float(dot.get("cy", 0)) for dot in parts["dot"][:2])
    goal = float(parts["goal"][0].get("y1", 0) or parts["goal"][0].get("d", "").split(",")[1].split()[0])
    assert first < goal < last, "more is higher"


def test_a_plot_says_what_is_reached_what_is_not_and_what_nobody_has_measured() -> None:
    parts = drawn(measured("a", wait=10))

    assert [one.text for one in parts["now"]] == ["10 ms"]
    assert [one.text for one in parts["now none"]] == ["not measured yet"]
    assert [one.text for one in drawn(measured("a", wait=30))["now short"]] == ["30 ms"]


def test_the_page_has_a_row_for_each_target() -> None:
    page = performance.page([measured("abcdef0", **{TARGETS[0].name: 1.23})])

    table = page.partition(performance.BEGIN)[2].partition(performance.END)[0]
    assert all(f"| {one.what} | " in table for one in TARGETS)
    assert "| 1.23x | at most 1.5x | yes |" in table
    assert "abcdef0 on 2026-11-23" in table
