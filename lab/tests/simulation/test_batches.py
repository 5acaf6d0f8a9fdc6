"""Many games, and the command that plays them."""

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from cardtable_lab.simulated.comparing import KINDS
from cardtable_lab.simulation.batches import Report
from tests.playing import run

COUNTS = ("games", "plays", "missed", "missed_unnoticed", "misread", "wrong_seat", "wrong_verdict", "wrong_race",
          "wrong_totals", "secrets_leaked", "exercised", "seconds")  # fmt: skip


def simulate(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("simulate", *arguments, folder=home, timeout_s=100)


def report(noise: str = "clean", *, missing: tuple[str, ...] = (), **counts: int) -> Report:
    return Report(noise, 30, 900, Counter(counts), Counter(), missing, 1.0)


@pytest.mark.long
def test_games_are_played_and_counted(tmp_path: Path) -> None:
    done = simulate(tmp_path, "nur_mut", "--games", "2", "--players", "3", "--json", "--trace", "traces")
    printed = json.loads(done.stdout)

    assert (done.returncode, done.stderr) == (0, "")
    assert set(COUNTS) <= set(printed)
    assert printed["games"] == 2
    assert all(printed[kind] == 0 for kind in KINDS)
    assert printed["exercised"]["courage"] > 0
    kinds = ("facts", "table", "truth")
    assert sorted(path.name for path in (tmp_path / "traces").iterdir()) == [
        f"{k}-{s}.jsonl" for k in kinds for s in (1, 2)
    ]
    truth = [json.loads(line) for line in (tmp_path / "traces/truth-1.jsonl").read_text().splitlines()]
    assert {"dealt", "laid", "lies", "pressed", "ended"} <= {deed["deed"] for deed in truth}


@pytest.mark.long
def test_a_game_that_went_wrong_is_kept_and_shrunk(tmp_path: Path) -> None:
    done = simulate(tmp_path, "nur_mut", "--games", "1", "--players", "3", "--sabotage", "strict_rules", "--seed", "1")

    assert done.returncode == 1
    assert "wrong_verdict" in done.stderr
    kept = sorted((tmp_path / "var/failures").iterdir(), key=lambda path: path.name)
    assert [path.name for path in kept] == [f"nur_mut-clean-1{end}.jsonl" for end in ("", ".shrunk", ".truth")]
    assert len(kept[1].read_text().splitlines()) < len(kept[0].read_text().splitlines()) / 10


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "cardtable: game: expected one of"),
        (("mito", "--noise", "loud"), "cardtable: --noise: expected one of clean, typical, harsh, not 'loud'"),
        (("mito", "--players", "9"), "cardtable: --players: Mito is for 3 to 5 players, not 9"),
        (("mito", "--sabotage", "fire"), "cardtable: --sabotage: expected one of deaf_reader"),
        (("mito", "--games", "0"), "--games"),
        (("mito", "--trace", "/dev/null/here"), "cardtable: --trace: /dev/null/here: expected a folder that can be"),
        (("mito", "--trace", "/proc/here"), "cardtable: --trace: /proc/here: expected a folder that can be written to"),
        (("mito", "--failures", "/dev/null"), "cardtable: --failures: /dev/null: expected a folder that can be"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = simulate(tmp_path, *arguments)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_run_passes_if_nothing_is_wrong_that_the_air_does_not_excuse() -> None:
    assert report().passed
    assert not report(missed=1).passed
    assert report("typical", missed=1, wrong_race=1).passed
    assert not report("typical", wrong_verdict=1).passed
    assert report("harsh", wrong_verdict=1).passed
    assert not report("harsh", wrong_totals=1).passed


def test_a_run_in_which_something_never_happened_has_shown_nothing() -> None:
    assert not report(missing=("ties",)).passed
