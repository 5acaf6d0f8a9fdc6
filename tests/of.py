"""`python -m tests.of table/judging/referee.py`: which tests to run after a change to a module, the closest first.

Tests named after the module come first, then those that import it; if there are none, those of its package.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("tests", "club/tests", "lab/tests", "games")


@cache
def test_files() -> Sequence[Path]:
    """Return all test files, including those that Node runs."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*test*"))
    return sorted(path for path in found if re.fullmatch(r"test_\w+\.py|\w+\.test\.mjs", path.name))


@cache
def imported(path: Path) -> frozenset[str]:
    """Return the modules that a file imports, and the names that it imports from them; for scripts of pages, paths."""
    if path.suffix == ".mjs":
        scripts = re.findall(r"""["'](\.\.?/[^"']+\.mjs)["']""", path.read_text())
        return frozenset(str((path.parent / name).resolve().relative_to(ROOT)) for name in scripts)
    return frozenset(_imported(ast.parse(path.read_text())))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def tests_of(file: Path) -> Sequence[Path]:
    """Return the tests of a module or a page's script, the closest first; `file` is below the root."""
    relative = file.resolve().relative_to(ROOT)
    parts = relative.with_suffix("").parts
    parts = parts[1:] if parts[0] in ("club", "lab", "games") else parts
    name = parts[-2] if parts[-1] == "__init__" else parts[-1]
    module = ".".join(parts).removesuffix(".__init__")
    called = [
        path
        for subject, paths in _by_subject().items()
        if subject == name or subject.startswith(f"{name}_")
        for path in paths
    ]
    closest = sorted(called, key=lambda path: (_subject(path) != name, -len({*path.parts} & {*parts}), path))
    importing = sorted({path for one in (module, str(relative)) for path in _by_import().get(one, ())})
    return list(dict.fromkeys([*closest, *importing])) or _of_package(relative.parent)


@cache
def _by_subject() -> Mapping[str, Sequence[Path]]:
    found = defaultdict[str, list[Path]](list)
    for path in test_files():
        found[_subject(path)].append(path)
    return found


@cache
def _by_import() -> Mapping[str, Sequence[Path]]:
    found = defaultdict[str, list[Path]](list)
    for path in test_files():
        for one in imported(path):
            found[one].append(path)
    return found


def _subject(path: Path) -> str:
    return path.name.removeprefix("test_").removesuffix(".test.mjs").removesuffix(".py")


@cache
def _of_package(folder: Path) -> Sequence[Path]:
    """Return the tests of the nearest package that has any: in a folder with its name, importing it, or naming it."""
    for package in (folder, *folder.parents[:-1]):
        parts = package.parts[1:] if package.parts[0] in ("club", "lab", "games") else package.parts
        dotted = ".".join(parts)
        if found := [
            path
            for path in test_files()
            if path.parent.name == package.name
            or any(f"{one}.".startswith(f"{dotted}.") for one in imported(path))
            or dotted in path.read_text()
        ]:
            return found
    return []


def main() -> None:
    """Print the tests of each file that is named."""
    if not sys.argv[1:]:
        sys.exit("which file? python -m tests.of table/judging/referee.py")
    for name in sys.argv[1:]:
        if not (ROOT / name).resolve().is_relative_to(ROOT) or not (ROOT / name).exists():
            sys.exit(f"{name}: there is no such file below {ROOT.name}")
        for path in tests_of(ROOT / name):
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
