"""The repository itself: its files are compared with what its documents promise."""

import ast
import doctest
import importlib
import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from click import Context, Group

from table.cli import Commands
from tests import of

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "club/cardtable_club",
    "cardtable_pytest",
    "firmware_bridge",
    "hardware",
    "lab/cardtable_lab",
    "table",
    "web",
    "docs/examples/higher_or_lower",
)
LEDGER_ID = re.compile(r"\b[A-Z]+-(?:[A-Z]-)?\d{2,3}\b")
GAMES = sorted(path.stem for path in (ROOT / "docs/rules").glob("*.md"))


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def cited(prefix: str, *paths: Path) -> set[str]:
    found = (rule for path in paths for rule in LEDGER_ID.findall(path.read_text()))
    return {rule for rule in found if rule.startswith(f"{prefix}-")}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_line_and_a_test(game: str) -> None:
    """A rule's ID is in the code that implements it, or, for a rule of honour, in the rule page of every language."""
    written = LEDGER_ID.findall((ROOT / f"docs/rules/{game}.md").read_text())
    prefix = written[0].partition("-")[0]
    ledger = cited(prefix, ROOT / f"docs/rules/{game}.md")
    code = cited(prefix, *(ROOT / f"table/games/{game}").rglob("*.py"))
    explained = set.intersection(*(cited(prefix, page) for page in (ROOT / f"web/games/{game}").glob("rules.*.html")))
    tried = cited(prefix, *(ROOT / f"tests/scripts/{game}").glob("about.toml"), *(ROOT / "tests").rglob("*.py"))

    assert (code | explained | tried) - ledger == set()
    assert ledger - code - explained == set()
    assert ledger - tried - explained == set()
    assert code - tried - explained == set()


REFEREED = re.compile(r"^\| ([A-Z]+-(?:[A-Z]-)?\d+) \|.*\| [AEM+/S]*[AEM][AEM+/S]* \|$", re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_that_the_table_referees_is_found_in_the_code(game: str) -> None:
    """A search for its whole ID finds it in rules or decks. Rules of honour are in rule pages instead."""
    refereed = REFEREED.findall((ROOT / f"docs/rules/{game}.md").read_text())
    where = (*(ROOT / f"table/games/{game}").rglob("*.py"), *(ROOT / "table/decks").glob("*.toml"))
    found = cited(refereed[0].partition("-")[0], *where)

    assert [rule for rule in refereed if rule not in found] == []


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607
    return listed.splitlines()


MOST_DATA_BYTES = 5_000_000


def test_the_data_of_tests_stays_small_enough_to_review() -> None:
    """Data are scripts, records, boards and fixtures: all files that are not programs."""
    programs = {".py", ".mjs", ".ts", ".sh", ".ini"}
    data = [path for name in tracked() if "tests" in (path := ROOT / name).parts and path.suffix not in programs]

    assert sum(path.stat().st_size for path in data) <= MOST_DATA_BYTES


@pytest.mark.long
def test_the_tests_of_every_module_are_found() -> None:
    """They have the module's name, import it, or belong to its package."""
    modules = [path for path in sources() if "examples" not in path.parts]

    assert [str(path.relative_to(ROOT)) for path in modules if not of.tests_of(path)] == []
    assert of.tests_of(ROOT / "table/judging/referee.py")[0] == ROOT / "tests/table/test_referee.py"
    assert ROOT / "tests/front/timeline.test.mjs" in of.tests_of(ROOT / "web/static/replay.mjs")


def test_every_word_on_a_mutant_is_on_a_line_that_there_is() -> None:
    """A reason for a file that no longer exists, or an empty one, would excuse a mutant that nobody examined."""
    words = tomllib.loads((ROOT / "bench/survivors.toml").read_text())
    kept = ("equivalent: ", "a test is missing", "a test of the wording is missing", "not worth a test: ")

    assert [key for key in words if not (ROOT / key.partition(":")[0]).is_file()] == []
    assert [key for key, word in words.items() if not word.startswith(kept)] == []


def test_the_architecture_shows_the_rooms_that_there_are() -> None:
    """It shows every top-level folder and every package, but not those inside games, which all have the same ones."""
    shown = set(re.findall(r"\]\(\.\./([\w./]+)\)", (ROOT / "docs/architecture.md").read_text()))
    folders = {Path(name).parent for name in tracked() if "/" in name and not name.startswith(".")}
    tops = {folder.parts[0] for folder in folders} - {"docs"}
    rooms = {
        str(Path(name).parent) for name in tracked() if name.startswith(PACKAGES[:-1]) and name.endswith("/__init__.py")
    }
    alike = ("table/games/*/*", "table/ai/*", "lab/cardtable_lab/*/*", "club/cardtable_club/*/*")
    inside = {room for room in rooms if room.startswith("hardware/emulator/") or any(map(Path(room).match, alike))}

    assert tops | rooms - inside <= shown


PATH = re.compile(r"`([\w.-][\w./-]*\.(?:py|mjs|css|html))`")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)[^)]*\)")
PAGES = sorted(path for name in tracked() if (path := ROOT / name).suffix == ".md" and "vendor" not in path.parts)
# The folders that a path in code marks may be relative to: the root, or one that a page on games or tests is about.
OTHERS = ("club/cardtable_club/publishing", "club/tests", "lab/cardtable_lab", "lab/tests")
BEGIN = ("", "tests", *OTHERS, "web/games/mito", "docs/examples/higher_or_lower")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_or_links_to_is_there(page: Path) -> None:
    """A file named without its folder may be in any folder."""
    text, files = page.read_text(), {Path(name).name for name in tracked()}
    named = [name for name in PATH.findall(text) if not (("/" not in name and name in files) or is_there(name))]
    linked = [link for link in LINK.findall(text) if not (page.parent / link).exists()]

    assert (named, linked) == ([], [])


TYPED = re.compile(r"`(?:sudo )?cardtable ([^`\n]+)`|^\s*(?:\$ )?(?:sudo )?cardtable (.+)$", re.MULTILINE)
MADE = re.compile(r"`make ([a-z-]+)")


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: str(page.relative_to(ROOT))
)
def test_a_command_that_a_page_says_can_be_typed(page: Path) -> None:
    """Its command and its options exist; words in capitals are placeholders."""
    text = page.read_text()
    for lines in TYPED.findall(text):
        read_as_typed(re.sub(r"[\[\]\\]|(?<!\S)[>|&].*", "", "".join(lines)).split())
    assert set(MADE.findall(text)) <= {*re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}


def read_as_typed(typed: list[str]) -> None:
    """Parse a line as the command does. Raise UsageError if there is no such option."""
    command: Any = Commands()
    while isinstance(command, Group) and typed and not typed[0].startswith("-") and typed[0] != "COMMAND":
        named, *typed = typed
        found = command.get_command(Context(command), named)
        assert found is not None, named
        command = found
    typed = [word for word in typed if word not in ("--help", "--version")]
    command.make_parser(Context(command)).parse_args(typed)


def test_the_front_page_is_short_has_a_way_in_for_each_reader_and_what_moves_on_it_is_light() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= 60
    assert {page.name for page in (ROOT / "docs/for").iterdir()} == {*re.findall(r"\(docs/for/(\w+\.md)\)", text)}
    assert (ROOT / "docs/screenshots/playing.webp").stat().st_size < 600_000


def is_there(name: str) -> bool:
    return any((ROOT / begin / name).exists() for begin in BEGIN)


def test_what_is_vendored_brings_its_licence() -> None:
    vendor = ROOT / "web/static/vendor"
    parts = [path for path in vendor.iterdir() if path.suffix in (".mjs", ".js", ".woff2")]

    assert parts
    for part in parts:
        assert part.with_suffix(".LICENSE").exists()
        assert f"`{part.name}`" in (vendor / "README.md").read_text()


EXAMPLE = re.compile(r"^ +>>> ", re.MULTILINE)
EXAMPLES = [path for path in sources() if EXAMPLE.search(path.read_text()) and "stand_ins" not in path.parts]


@pytest.mark.long
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_in_docstrings_are_true(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)

    assert result.attempted > 0
    assert result.failed == 0


INLINED = (ast.ListComp, ast.SetComp, ast.DictComp)


def names(of: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    return {node.id for node in of if isinstance(node, ast.Name) and isinstance(node.ctx, context)}


def taken_for_one_another(function: ast.FunctionDef) -> Iterator[str]:
    """Yield where a comprehension's variable has the same name as something that another comprehension reads."""
    nodes = [*ast.walk(function)]
    parts = {node: frozenset(ast.walk(node)) for node in nodes if isinstance(node, INLINED)}
    outermost = {
        one: part for one, part in parts.items() if not any(one in parts[other] for other in parts.keys() - {one})
    }
    if len(outermost) < 2:
        return
    apart = {*nodes}.difference(*outermost.values())
    own = names(apart, ast.Store) | {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {str(node.name) for node in nodes if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar)}
    for (one, bound), (_, read) in permutations(outermost.items(), 2):
        clash = names(bound, ast.Store) & (names(read, ast.Load) - names(read, ast.Store)) - own
        if clash:
            yield f"{one.lineno} {', '.join(sorted(clash))}"


@pytest.mark.long
def test_no_variable_of_a_comprehension_has_the_name_of_what_another_one_reads() -> None:
    """Python 3.12 before 3.12.4 confuses the two (https://github.com/python/cpython/issues/118513)."""
    more = [path for part in ("games",) for path in sorted((ROOT / part).rglob("*.py"))]
    found = [
        f"{path.relative_to(ROOT)}:{where}"
        for path in [*sources(), *more]
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef)
        for where in taken_for_one_another(node)
    ]

    assert found == []
