"""The three distributions of this repository: an error names the one to install, and all have the same version."""

import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click import Context

from table import cli, distributions, listeners, version
from table.cli.playing.play import _listeners
from table.complaints import BadInput
from table.settings.model import load_settings

ROOT = Path(__file__).parent.parent
PROJECTS = [tomllib.loads(path.read_text()) for path in sorted(ROOT.glob("*/pyproject.toml"))]
PATHS = [ROOT / "pyproject.toml", *sorted(ROOT.glob("*/pyproject.toml")), *sorted(ROOT.glob("games/*/pyproject.toml"))]
TABLE = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ALIKE = ("version", "license", "license-files", "authors", "requires-python", "urls")
CLASSIFIED = ("Development Status", "Operating System", "Programming Language", "Topic :: Games", "Typing")
SAID = "{} comes with cardtable-{}, which is not installed: pip install 'cardtable[{}]'"
CONFIG = """\
[table]
seats = 2
[[reader]]
zone = "discard"
backend = "emulated"
[club]
broker = "mqtt://127.0.0.1"
"""


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only `cardtable` is installed."""
    for module in (cli, listeners):
        monkeypatch.setattr(module, "entry_points", lambda **_: [])


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("command", "extra"), distributions.COMMANDS.items())
def test_a_command_that_is_not_installed_says_what_to_install(command: str, extra: str) -> None:
    commands = cli.Commands()

    with pytest.raises(BadInput) as refused:
        commands.get_command(Context(commands), command)

    assert str(refused.value) == SAID.format(command, extra, extra)
    assert command not in commands.list_commands(Context(commands))


@pytest.mark.usefixtures("alone")
def test_a_section_that_nothing_reads_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(CONFIG)

    with pytest.raises(BadInput) as refused:
        load_settings(tmp_path / "table.toml")

    assert str(refused.value) == f"{tmp_path}/table.toml: line 6: club: {SAID.format('[club]', 'club', 'club')}"


@pytest.mark.usefixtures("alone")
def test_an_option_that_nothing_understands_says_what_to_install() -> None:
    with pytest.raises(BadInput) as refused:
        _listeners("mqtt://127.0.0.1/riverside/kitchen", None)

    assert str(refused.value) == SAID.format("--club", "club", "club")


def test_what_is_said_to_come_with_a_distribution_does() -> None:
    commands = cli.Commands()

    assert {name for name in distributions.COMMANDS if commands.get_command(Context(commands), name)} == {
        *distributions.COMMANDS
    }
    assert listeners.sections().keys() == distributions.LISTENERS.keys()


@pytest.mark.parametrize("project", PROJECTS, ids=lambda one: one["project"]["name"])
def test_all_are_of_one_version_and_stand_on_the_table(project: dict[str, Any]) -> None:
    of, version = project["project"], TABLE["version"]
    extra = of["name"].removeprefix("cardtable-")

    assert of["version"] == version
    assert f"cardtable=={version}" in of["dependencies"]
    assert [one.partition("[")[0].partition("==")[0] for one in TABLE["optional-dependencies"][extra]] == [of["name"]]
    assert TABLE["optional-dependencies"][extra][0].endswith(f"=={version}")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.parent.name)
def test_each_distribution_is_typed_and_described_alike(path: Path) -> None:
    written = tomllib.loads(path.read_text())
    of = written["project"]

    for package in written["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        assert (path.parent / package / "py.typed").is_file()
    assert {name: of.get(name) for name in ALIKE} == {name: TABLE[name] for name in ALIKE}
    assert (path.parent / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert {*of["classifiers"]} >= {one for one in TABLE["classifiers"] if one.startswith(CLASSIFIED)}


def test_the_address_of_the_project_is_the_same_everywhere() -> None:
    addresses = {one for path in PATHS for one in re.findall(r"https://[\w.]+/cardtable", path.read_text())}

    assert addresses == {TABLE["urls"]["Homepage"]}


def test_the_version_says_its_commit_if_that_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "ROOT", tmp_path)  # unpacked, without Git
    assert version.version() == TABLE["version"]

    monkeypatch.setattr(version, "COMMIT", tmp_path / "commit.txt")
    (tmp_path / "commit.txt").write_text("0123456789ab\n")
    assert version.version() == f"{TABLE['version']} (0123456789ab)"


def test_a_checkout_asks_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "ROOT", tmp_path)
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr(version, "_git", lambda *asked: "0123456789ab" if asked[0] == "rev-parse" else " M table.py")

    assert version.version() == f"{TABLE['version']} (0123456789ab+)"


@pytest.fixture
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The build hook, for a checkout in an empty folder."""
    interface = ModuleType("hatchling.builders.hooks.plugin.interface")
    vars(interface)["BuildHookInterface"] = object
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    hook = runpy.run_path(str(ROOT / "packaging/commit.py"))["Commit"]()
    hook.root = str(tmp_path)
    return hook


def test_what_is_built_where_there_is_no_git_says_no_commit(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bare Debian has no Git, but a checkout copied to it has the folder `.git`."""
    (tmp_path / ".git").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path))
    said: dict[str, Any] = {"force_include": {}}

    hook.initialize("standard", said)

    assert said == {"force_include": {}}


def test_a_build_says_its_commit_and_writes_nothing_into_the_checkout(hook: Any, tmp_path: Path) -> None:
    """A checkout may be read-only, and root's files in it would stop its owner from building."""
    git = ("git", "-C", str(tmp_path), "-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    for command in (("init", "-q"), ("commit", "-q", "--allow-empty", "-m", "Begin")):
        subprocess.run([*git, *command], check=True)
    before = sorted(tmp_path.iterdir())
    said: dict[str, Any] = {"force_include": {}}

    hook.initialize("standard", said)

    [(written, named)] = said["force_include"].items()
    assert (len(Path(written).read_text().strip()), named) == (12, "table/commit.txt")
    assert sorted(tmp_path.iterdir()) == before
