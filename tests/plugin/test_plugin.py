"""The pytest plugin as others use it: in a project of their own, in a process of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from table.settings.model import Settings, load_settings
from table.testing.hands import CARDS, BothHands, EmulatedHands, Person
from table.testing.sensors import ReaderUnderTest, Sensors
from table.wiring.emulated import stopped_clock
from table.wiring.hardware import open_hardware
from tests.playing import run

EXAMPLE = Path(__file__).parent / "example"
RIG = Path(__file__).parent.parent.parent / "docs/examples/rig"
PAGE = Path(__file__).parent.parent.parent / "docs/testing-tables.md"
HEAVY = ("click", "flask", "hardware", "pydantic", "serial", "structlog", "waitress", "web")
EMULATED = """
[table]
seats = 2
[[reader]]
zone = "discard"
backend = "emulated"
[[reader]]
zone = "hidden"
backend = "emulated"
[[button]]
seat = 2
backend = "emulated"
"""
ON_PICOS = """
[table]
seats = 2
[[reader]]
zone = "discard"
backend = "pico"
pico = "left"
channel = 0
[[button]]
seat = 1
backend = "pico"
pico = "left"
channel = 0
[[button]]
seat = 2
backend = "pico"
pico = "left"
channel = 1
[[pico]]
name = "left"
backend = "emulated"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the example, far from here."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "project", ignore=shutil.ignore_patterns("__pycache__")))


def pytest_in(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(
        "-p",
        "no:cacheprovider",
        "-p",
        "no:schemathesis",
        "-ra",
        *arguments,
        program="pytest",
        folder=project,
        timeout_s=100,
    )


def counted(result: subprocess.CompletedProcess[str]) -> dict[str, int]:
    """Return how many passed, failed and so on, of the last line."""
    return {
        what: int(count) for count, what in re.findall(r"(\d+) (\w+)", result.stdout.splitlines()[-1].split(" in ")[0])
    }


# -- the example


@pytest.mark.long
def test_the_example_passes_in_a_project_of_its_own(project: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-W", "error"]  # from nothing: no fork
    result = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=100, check=False)

    assert result.returncode == 0, result.stdout
    assert counted(result) == {"passed": 8}


CLICKS = [f"test_every_button_clicks_once[{seat}]" for seat in (1, 2, 3)]
NOT_SO: dict[str, tuple[str, str, list[str]]] = {
    "turn": ('["turn"] == 2, "a second tap passes"', '["turn"] == 3', ["test_whoever_draws_may_still_play"]),
    "rule": ("draw_then_play=True", "draw_then_play=False", ["test_whoever_draws_may_still_play"]),
    "count": ('"count": 2}', '"count": 3}', ["test_a_card_that_fits_is_taken_and_the_next_one_plays"]),
    "departure": ('lift("A") == [uid]', 'lift("A") == []', ["test_a_card_is_read_once_and_leaves_once[discard]"]),
    "two": ('lay("A") + reader.lay("B")', 'lay("A") + reader.lay("A")', ["test_two_cards_are_told_apart[discard]"]),
    "button": ('["button_down", "button_up"]', '["button_down"]', CLICKS),
}


@pytest.mark.long
def test_the_example_fails_where_something_is_not_so_and_only_there(project: Path) -> None:
    right = project / "test_house_rules.py"
    for name, (so, not_so, _) in NOT_SO.items():
        assert right.read_text().count(so) == 1
        (project / f"test_{name}.py").write_text(right.read_text().replace(so, not_so))

    result = pytest_in(project)

    failed = re.findall(r"^FAILED (\S+)", result.stdout, re.MULTILINE)
    assert sorted(failed) == sorted(f"test_{name}.py::{one}" for name, (*_, all_of) in NOT_SO.items() for one in all_of)
    assert counted(result)["passed"] == 8 * 7 - len(failed)


def test_the_page_about_it_shows_the_example_as_it_is() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)

    assert (EXAMPLE / "test_house_rules.py").read_text() in blocks


# -- what goes wrong at a table


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as its wheel brings it, in a folder of its own."""
    folder = tmp_path_factory.mktemp("installed")
    for step in (
        ["wheel", "--no-deps", "--wheel-dir", folder / "wheel", RIG.parents[2]],
        [
            "install",
            "--no-deps",
            "--target",
            folder / "site",
            "--find-links",
            folder / "wheel",
            "--no-index",
            "cardtable",
        ],
    ):
        command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *map(str, step)]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    return folder / "site"


@pytest.mark.long
@pytest.mark.timeout(900)  # it builds a wheel, and checks the types of all that this brings
@pytest.mark.parametrize("folder", [EXAMPLE, RIG], ids=["example", "rig"])
def test_a_project_passes_from_the_wheel_and_its_types_hold(installed: Path, folder: Path, tmp_path: Path) -> None:
    project = shutil.copytree(folder, tmp_path / "project", ignore=shutil.ignore_patterns("__pycache__"))
    there = {**os.environ, "PYTHONPATH": str(installed), "MYPYPATH": ""}
    ours = ["-c", "import table, cardtable_pytest; print(table.__file__, cardtable_pytest.__file__)"]
    runs = ["-m", "pytest", "-p", "no:cacheprovider", "-p", "no:schemathesis", "-W", "error"]
    typed = ["-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(tmp_path / "cache"), "."]
    said = [
        subprocess.run(
            [sys.executable, *line], cwd=project, env=there, capture_output=True, text=True, timeout=400, check=False
        )
        for line in (ours, runs, typed)
    ]

    assert said[0].stdout.count(str(installed)) == 2, said[0].stderr
    assert said[1].returncode == 0, said[1].stdout
    assert "failed" not in said[1].stdout
    assert "skipped" not in said[1].stdout
    assert said[2].returncode == 0, said[2].stdout


@pytest.mark.long
def test_faults_of_real_parts_are_asked_for_or_skipped_and_emulated_picos_move_by_themselves(project: Path) -> None:
    (project / "table.toml").write_text(ON_PICOS)
    shutil.copy(RIG / "test_rig.py", project)
    result = pytest_in(
        project, "--table", "table.toml", "-k", "rig and not our_table and (tag or dies or bounces or cable)"
    )

    assert result.returncode == 0, result.stdout
    assert ">>>" not in result.stdout
    assert counted(result)["passed"] >= 8


class Asked:
    """Somebody who is asked, and does nothing."""

    def __init__(self) -> None:
        self.wishes: list[str] = []

    def __call__(self, wish: str) -> None:
        self.wishes.append(wish)


@pytest.mark.parametrize("backend", ["usb", "emulated"])
def test_a_person_moves_what_hangs_on_a_real_pico_and_nothing_of_an_emulated_one(backend: str) -> None:
    settings = Settings.model_validate(tomllib.loads(ON_PICOS.replace('"emulated"', f'"{backend}"')))
    asked = Asked()
    hardware = open_hardware(settings, cards=CARDS, clock=stopped_clock(0))
    hands = BothHands(EmulatedHands(settings, hardware), Person(asked))
    hands.lay(("A", "B"), settings.readers[0])
    hands.lift(("A",), settings.readers[0])
    hands.cut(settings.readers[0])
    hands.press((1,), 100)
    hands.press((1, 2), 100, 40)
    hands.unplug("left")
    hardware.close()

    assert asked.wishes == (
        []
        if backend == "emulated"
        else [
            "Lay cards A and B on reader 1 (discard, pico left, channel 0), and leave them there.",
            "Take card A away from reader 1 (discard, pico left, channel 0).",
            "Pull the wire to 3.3V off the board of reader 1 (discard, pico left, channel 0).",
            "Tap the button of seat 1.",
            "Tap the buttons of seats 1, 2, in this order, as quickly as you can.",
            "Pull the USB plug of pico left.",
        ]
    )


# -- a table.py beside the tests


@pytest.mark.long
@pytest.mark.parametrize("how", ["import", "fixture", "option"])
def test_a_table_py_beside_the_tests_is_named_in_one_line(tmp_path: Path, how: str) -> None:
    (tmp_path / "table.py").write_text("LEGS = 4\n")
    body = {
        "import": "from table.testing.tables import EmulatedTable\ndef test_own(emulated_table): pass\n",
        "fixture": "import table\ndef test_own(emulated_table): pass\n",
        "option": "def test_own(): pass\n",
    }[how]
    (tmp_path / "test_own.py").write_text(body)
    (tmp_path / "kitchen.toml").write_text(EMULATED)
    options = ["--table", "kitchen.toml"] if how == "option" else []
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:schemathesis", *options]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False)

    said = result.stdout + result.stderr
    wanted = f"{tmp_path / 'table.py'} hides the package `table` of cardtable"
    assert result.returncode != 0
    assert wanted in said
    assert "Traceback" not in said


@pytest.mark.long
def test_a_table_py_disturbs_nobody_who_does_not_use_the_plugin(tmp_path: Path) -> None:
    (tmp_path / "table.py").write_text("LEGS = 4\n")
    (tmp_path / "test_own.py").write_text("import table\ndef test_own():\n    assert table.LEGS == 4\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:schemathesis"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False)

    assert result.returncode == 0, result.stdout + result.stderr


# -- a table of one's own


@pytest.mark.long
def test_what_lies_on_another_reader_stays_there(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(EMULATED)
    sensors = Sensors(load_settings(path))
    discard, hidden = (ReaderUnderTest(sensors, reader) for reader in sensors.settings.readers)
    sensors.hands.lay(("A",), hidden.reader)
    discard.clear()

    assert len(hidden.lift("A")) == 1, "nobody has taken it away"
    sensors.close()


def test_each_reader_of_the_table_is_tested_and_a_seat_without_a_button_is_skipped(project: Path) -> None:
    (project / "table.toml").write_text(EMULATED)
    result = pytest_in(project, "--table", "table.toml", "-v", "-k", "read or button")

    assert result.returncode == 0, result.stdout
    for test in ("card_is_read_once_and_leaves_once[discard]", "card_is_read_once_and_leaves_once[hidden]"):
        assert re.search(rf"{re.escape(test)} PASSED", result.stdout)
    assert counted(result)["skipped"] == 2
    assert "this table has no button at seat 1" in result.stdout
    assert ">>>" not in result.stdout, "what is emulated moves by itself"


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, r"--table: .*table\.toml.*"),
        ("[table]\nseats = 'two'\n", r"--table: .*table\.toml: line 2: table: seats: .*"),
        (EMULATED + "colour = 'red'\n", r"--table: .*table\.toml: line \d+: .*colour.*"),
    ],
    ids=["missing", "bad value", "unknown key"],
)
@pytest.mark.parametrize("only", ["clicks", "fits"], ids=["of a seat", "that need no table"])
def test_a_bad_file_is_told_in_one_sentence_before_any_test(
    project: Path, text: str | None, complaint: str, only: str
) -> None:
    if text is not None:
        (project / "table.toml").write_text(text)

    result = pytest_in(project, "--table", "table.toml", "-k", only)

    assert result.returncode == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in (result.stdout + result.stderr).splitlines() if line]
    assert re.fullmatch(f"ERROR: {complaint}", line)


@pytest.mark.long
def test_a_device_that_cannot_be_opened_is_one_sentence_for_each_test(project: Path) -> None:
    (project / "table.toml").write_text(EMULATED.replace('backend = "emulated"', 'backend = "spidev"', 1))

    result = pytest_in(project, "--table", "table.toml", "-k", "clicks and 2")

    assert counted(result)["error"] == 1
    assert "Traceback" not in result.stdout
    (line,) = [line for line in result.stdout.splitlines() if line.startswith("--table: reader 1 (discard, spi 0.0): ")]
    assert "; " in line, "with its cure"


# -- what it costs those who do not use it


@pytest.mark.long
def test_a_session_that_uses_none_of_it_imports_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text(
        "import json, pathlib, sys\n"
        "def test_own():\n"
        "    pathlib.Path('modules.json').write_text(json.dumps(sorted(sys.modules)))\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q"]  # from nothing: no fork
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=100)

    loaded = json.loads((tmp_path / "modules.json").read_text())
    assert "cardtable_pytest" in loaded
    assert [name for name in loaded if name.partition(".")[0] in HEAVY] == []
    assert [name for name in loaded if name.startswith("table")] == []


@pytest.mark.long
def test_the_option_and_the_fixtures_explain_themselves(tmp_path: Path) -> None:
    shown = pytest_in(tmp_path, "--help").stdout
    fixtures = pytest_in(tmp_path, "--fixtures").stdout

    assert "--table=TABLE.TOML" in shown
    for fixture, about in (("emulated_table", "virtual time"), ("reader", "nothing on it"), ("seat", "taps()")):
        assert re.search(rf"^{fixture} -- .*\n +.*{re.escape(about)}", fixtures, re.MULTILINE)
