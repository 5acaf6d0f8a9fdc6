"""The wheels of all distributions, in new environments: `cardtable` alone, and with the club and the lab."""

import json
import os
import subprocess
import sys
import sysconfig
import time
import venv
import zipfile
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from table import distributions
from tests.playing import PATIENCE_S, free_port, running

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

ROOT = Path(__file__).parent.parent
GAMES = ("mito", "mytho", "mythology_go", "nur_mut")
CLASSICS = ("cheat", "crazy_eights", "egyptian_ratscrew", "president", "slapjack")
OWN = {
    "cardtable": {"cardtable_pytest", "firmware_bridge", "hardware", "table", "web"},
    "cardtable_club": {"cardtable_club"},
    "cardtable_lab": {"cardtable_lab"},
    **{f"cardtable_{game}": {game} for game in CLASSICS},
}
OURS = ("cardtable", "_editable_impl_cardtable")
CLUB = '[table]\nseats = 2\n[[reader]]\nzone = "discard"\nbackend = "emulated"\n[club]\n'
BROKER = 'broker = "mqtt://127.0.0.1:1"\nclub = "riverside"\ntable = "kitchen"\n'


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel of each distribution."""
    folder = tmp_path_factory.mktemp("wheels")
    projects = [ROOT, ROOT / "club", ROOT / "lab", *(ROOT / "games" / name for name in CLASSICS)]
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps", "-w", folder]
    subprocess.run([*pip, *projects], check=True, timeout=400)
    return folder


def environment(folder: Path, wheels: Path, *names: str) -> Path:
    """Make an environment with these distributions and all libraries; return its `bin` folder."""
    venv.create(folder / "fresh")
    libraries = folder / "libraries"
    libraries.mkdir()
    for library in Path(sysconfig.get_path("purelib")).iterdir():
        if not library.name.startswith(OURS):
            (libraries / library.name).symlink_to(library)
    (site,) = folder.glob("fresh/lib/python3*/site-packages")
    (site / "libraries.pth").write_text(f"{libraries}\n")
    built = [wheel for name in names for wheel in wheels.glob(f"{name}-*.whl")]
    assert len(built) == len(names)
    pip = [sys.executable, "-m", "pip", "--python", folder / "fresh/bin/python", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-q", "--no-deps", "--no-index", *built], check=True, timeout=120)
    return folder / "fresh/bin"


@pytest.fixture(scope="module")
def alone(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("alone"), wheels, "cardtable")


@pytest.fixture(scope="module")
def whole(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("whole"), wheels, "cardtable", "cardtable_club", "cardtable_lab")


def run(programs: Path, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run `cardtable` in an environment that does not see this checkout."""
    line = [programs / "cardtable", *arguments]
    return subprocess.run(
        line, cwd=programs, env=bare(), capture_output=True, text=True, check=False, timeout=PATIENCE_S * 6
    )


def bare() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def test_a_table_alone_has_its_four_games(alone: Path) -> None:
    assert {game["name"] for game in json.loads(run(alone, "games", "--json").stdout)} >= {*GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_alone_plays(alone: Path, game: str, tmp_path: Path) -> None:
    arguments = ("play", game, "--auto", "--database", str(tmp_path / "table.db"))
    with running(*arguments, environment=bare(), command=[str(alone / "cardtable")]) as table:
        assert table.waits_until(lambda view: bool(view["running"]))["game"] == game


def test_a_table_alone_is_served(alone: Path, tmp_path: Path) -> None:
    port = free_port()
    where = ["--config", tmp_path / "table.toml", "--database", tmp_path / "table.db", "--port", str(port)]
    with subprocess.Popen([alone / "cardtable", "serve", *where], env=bare()) as table:
        try:
            while not says_ok(port):
                assert table.poll() is None
                time.sleep(0.1)
        finally:
            table.kill()


def says_ok(port: int) -> bool:
    return health(port).get("ok", False) is True


def health(port: int) -> dict[str, Any]:
    """Return what a table's `/health` says, or {} while the table starts."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE_S) as answer:
            said: dict[str, Any] = json.load(answer)
    except URLError:
        return {}
    return said


@pytest.mark.parametrize(("command", "extra"), distributions.COMMANDS.items())
def test_a_table_alone_says_what_to_install_for_a_command(alone: Path, command: str, extra: str) -> None:
    done = run(alone, command)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"cardtable: {distributions.not_installed(command, extra)}\n"


def test_a_table_alone_says_what_to_install_for_its_club(alone: Path, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(CLUB + BROKER)
    done = run(alone, "run", "--config", tmp_path / "table.toml")

    assert done.returncode == 2
    assert done.stderr.endswith(f"line 6: club: {distributions.not_installed('[club]', 'club')}\n")


def test_with_club_and_lab_all_is_there(whole: Path, tmp_path: Path) -> None:
    played = run(
        whole, "simulate", "mito", "--games", "1", "--players", "3", "--noise", "clean", "--seed", "1", "--json"
    )
    studied = run(whole, "study", "--help")
    url = f"sqlite:///{tmp_path}/club.db"
    hub = ("hub", "--broker", "mqtt://127.0.0.1:1", "--database", url)
    with running(*hub, environment=bare(), command=[str(whole / "cardtable")]) as served:
        for path in ("/", "/static/club/hub.css", "/static/club/hub_wall.mjs", "/asyncapi.json"):
            with urlopen(f"http://127.0.0.1:{served.port}{path}", timeout=PATIENCE_S) as answer:
                assert answer.status == 200

    assert (played.returncode, json.loads(played.stdout)["games"]) == (0, 1)
    assert studied.returncode == 0


def test_a_table_of_a_club_says_how_publishing_goes(whole: Path, tmp_path: Path) -> None:
    arguments = ("play", "--club", "mqtt://127.0.0.1:1/riverside/kitchen", "--database", str(tmp_path / "table.db"))
    with running(*arguments, environment=bare(), command=[str(whole / "cardtable")]) as table:
        status = health(table.port)["club"]
        assert (status["place"], status["connected"]) == ("riverside/kitchen", False)
        assert status.keys() == {"place", "connected", "waiting"}


@pytest.mark.parametrize("name", OWN)
def test_a_wheel_brings_its_own_and_is_typed(wheels: Path, name: str) -> None:
    (wheel,) = wheels.glob(f"{name}-*.whl")
    names = zipfile.ZipFile(wheel).namelist()

    assert {path.partition("/")[0] for path in names if ".dist-info" not in path} == OWN[name]
    assert {f"{top}/py.typed" for top in OWN[name]} <= {*names}
