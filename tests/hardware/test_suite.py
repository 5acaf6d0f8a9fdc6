"""The suite that runs on a Pi needs nothing but the table and the extra `hardware-tests`, which has wheels there."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = {"bench", "firmware_bridge", "hardware", "table", "web"}
SUITE = [ROOT / "tests" / name for name in ("../conftest.py", "hardware/conftest.py", "hardware/test_on_readers.py")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def imported(path: Path) -> Iterator[str]:
    """Yield the full names of modules that a file imports, those that it imports from other tests included."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        for name in names:
            yield name
            other = ROOT.joinpath(*name.split(".")).with_suffix(".py")
            if name.startswith("tests.") and other.exists():
                yield from imported(other)


def packages(requirements: list[str]) -> set[str]:
    """Return the names by which packages are imported; those needed here are called as they are imported."""
    return {re.split(r"[<>=;\[ ]", requirement)[0].replace("-", "_") for requirement in requirements}


def test_what_it_imports_is_in_its_extra() -> None:
    extra = packages(PROJECT["project"]["optional-dependencies"]["hardware-tests"])
    allowed = {*extra, *packages(PROJECT["project"]["dependencies"]), *OURS, *sys.stdlib_module_names, "tests"}

    assert {name.partition(".")[0] for path in SUITE for name in imported(path)} <= allowed


def test_options_of_pytest_that_plugins_bring_have_their_plugins_in_it() -> None:
    options = PROJECT["tool"]["pytest"]["ini_options"]

    assert "timeout" in options
    assert "pytest-timeout>=2.3" in PROJECT["project"]["optional-dependencies"]["hardware-tests"]
    assert "-n" not in options["addopts"].split(), "that would need pytest-xdist"
