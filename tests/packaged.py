"""Game packages by other people, as pip installs them: a folder with modules, and an entry point for each part."""

import os
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from table import packages

EXAMPLE = Path(__file__).parent.parent / "docs/examples/higher_or_lower"


def install(folder: Path, package: str, points: Mapping[str, Mapping[str, str]], **modules: str) -> None:
    """Install a package with entry points by group, and modules by name, with `__` for dots."""
    info = folder / f"{package.replace('-', '_')}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    lines = [
        f"[cardtable.{group}]\n" + "".join(f"{name} = {of}\n" for name, of in named.items())
        for group, named in points.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    for name, text in modules.items():
        path = folder.joinpath(*name.split("__")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))


def environment(*folders: Path) -> dict[str, str]:
    """Return an environment that also finds the packages installed in these folders."""
    path = [*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


def found_here(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    """Make this process find the packages installed in these folders, as if it had just started."""
    for folder in folders:
        monkeypatch.syspath_prepend(str(folder))
    forget_packages()


def forget_packages() -> None:
    """Make this process search for packages again."""
    for kept in packages._caches:
        kept.cache_clear()
