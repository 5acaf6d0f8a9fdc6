"""An evening in which everything breaks is survived, at tables of either build; and a process that is killed."""

import pytest

from cardtable_lab.bench.torture import __main__ as command
from cardtable_lab.bench.torture import running
from cardtable_lab.bench.torture.evening import planned
from cardtable_lab.bench.torture.report import VIOLATIONS, Report, done, violations
from cardtable_lab.simulation.batches import Processes
from table.values import replace

SEED = 8


@pytest.mark.long
@pytest.mark.parametrize("hardware", ["pi", "pico"])
def test_a_short_evening_in_which_everything_breaks_is_survived(hardware: str) -> None:
    plan = replace(planned(SEED, 1, (20, 30)), games=("mytho",), seats=3, hardware=hardware, haste=3.0)

    (report,) = Processes().each(running.tortured, [plan])  # one that holds what no other test has left there

    assert report.wrong == []
    assert report.counts["evenings"] == report.counts["games"] == 1
    assert report.counts["events announced"] > 20
    struck = ["tables killed", "clock jumps", "dead readers", "stuck buttons", "phones that vanished"]
    assert [name for name in struck if not report.counts[name]] == []


@pytest.mark.long
def test_a_seed_is_an_evening() -> None:
    plan = replace(planned(SEED, 1, (5, 5)), games=("mytho",), seats=2, hardware="pi", haste=3.0)

    assert planned(SEED) == planned(SEED)
    assert running.tortured(plan).counts == running.tortured(plan).counts


@pytest.mark.proof
def test_a_process_that_is_killed_loses_nothing_that_its_phones_were_told() -> None:
    report = running.besieged(SEED, 2)

    assert report.wrong == []
    assert report.counts["processes killed"] == 3
    assert report.counts["events announced by processes"] > 0


def test_the_command_names_the_seed_of_what_went_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Report()
    report.violates("lost", 12, "2 of 9 events")
    monkeypatch.setattr(command, "run", lambda *_: report)
    monkeypatch.setattr("sys.argv", ["torture"])

    assert command.main() == 1
    assert "seed 12: lost: 2 of 9 events" in capsys.readouterr().out
    assert len(violations(report)) == len(VIOLATIONS)
    assert dict(done(report))["games"] == "0"
