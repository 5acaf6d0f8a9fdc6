"""The peers of the bench: each is measured where nothing but itself is installed, and none is left out unnoticed."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardtable_lab.bench import __main__ as bench
from cardtable_lab.bench import peers, targets
from cardtable_lab.bench.peer_polls import OPENED
from cardtable_lab.bench.peers import EMULATOR_NEEDS, PEERS, LeftOutError, peer_costs
from cardtable_lab.bench.polls import FIELDS, Cost, Spent
from hardware.emulator.stand_ins import DIRECTORY

ROOT = Path(__file__).parents[3]
NEEDED = ("cardtable_lab.bench.peer_polls", "spidev", "RPi.GPIO")


@pytest.mark.long
@pytest.mark.parametrize("module", NEEDED)
def test_what_runs_in_the_environment_of_a_peer_needs_no_other_package(module: str, tmp_path: Path) -> None:
    """Without `site` there are no packages but Python's own; who builds on those here finds none there."""
    for name in EMULATOR_NEEDS:
        (tmp_path / name).symlink_to(Path(str(importlib.import_module(name).__file__)).parent)
    code = f"""
from hardware.clock import ManualClock
from hardware.emulator.installed import install
from hardware.emulator.pi import EmulatedPi
with install(EmulatedPi(ManualClock())):
    import {module}
"""
    environment = {"PYTHONPATH": os.pathsep.join(map(str, (DIRECTORY, ROOT, ROOT / "lab", tmp_path)))}
    command = [sys.executable, "-S", "-c", code]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_every_peer_can_be_opened() -> None:
    assert {requirement.split("==")[0] for requirement in PEERS} == OPENED.keys()


@pytest.mark.long
@pytest.mark.parametrize("requirement", PEERS)
def test_a_peer_is_measured_in_an_environment_of_its_own(
    requirement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "ENVIRONMENTS", tmp_path)
    try:
        costs = peer_costs(requirement)
    except LeftOutError as why:
        if "pip cannot install it" in str(why) and not os.environ.get("CI"):
            pytest.skip(f"{requirement}: {why}")
        raise

    assert {cost.what for cost in costs} == FIELDS.keys()
    assert {cost.library for cost in costs} == {requirement.replace("==", " ")}
    assert all(cost.spent.transfers > 0 for cost in costs)


def test_a_bench_without_a_peer_says_so_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def is_gone(requirement: str) -> list[Cost]:
        raise LeftOutError("it is gone")

    nothing = Cost("empty poll", "ours", 1_000_000, Spent(1, 1, 1, 1, 1, 1), "-")
    monkeypatch.setattr(bench, "on_stand_ins", lambda *_: [nothing])
    monkeypatch.setattr(bench, "peer_costs", is_gone)
    monkeypatch.setattr(bench, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(targets, "SOURCES", {})
    monkeypatch.setattr(bench, "note", lambda _: None)

    with pytest.raises(SystemExit, match=f"incomplete, for {PEERS[0]} is left out: it is gone"):
        bench.main()
    assert f"{PEERS[0]} is left out: it is gone" in capsys.readouterr().out
    assert "left out" in (tmp_path / "results.json").read_text()
