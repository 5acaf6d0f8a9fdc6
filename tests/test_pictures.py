"""The drawings and tables of docs/architecture.md match the code; `make pictures` redraws them."""

import ast
import importlib
import xml.etree.ElementTree as ElementTree
from functools import reduce
from itertools import pairwise
from pathlib import Path

import pytest

from docs.pictures import draw, house, rooms, way
from docs.pictures.rooms import ROOT, House, path_of

WAY = way.read()


@pytest.fixture(scope="module")
def built() -> House:
    return rooms.read()


@pytest.mark.long
def test_the_pictures_are_as_the_code_is() -> None:
    assert [path.name for path, content in draw.pictures().items() if path.read_text() != content] == []


@pytest.mark.long
def test_another_arrow_gives_another_picture(built: House) -> None:
    """An implied arrow, too, which only the grid shows."""
    more = House(built.rooms, {**built.arrows, ("table.cli", "table.cards"): 1})
    needed = House(built.rooms, {**built.arrows, ("web.games", "table.cards"): 1})

    assert house.grid(more) != house.grid(built)
    assert house.drawn(needed) != house.drawn(built)


def test_every_room_stands_somewhere(built: House) -> None:
    assert house.plan()["rooms"].keys() == built.rooms.keys()
    drawn = {tuple(arrow.split(" -> ")) for kind in ("sides", "bends") for arrow in house.plan()[kind]}
    assert drawn - set(built.needed) == set()


def test_the_arrows_drawn_are_those_that_follow_from_no_others() -> None:
    three = House({"a": (), "b": (), "c": ()}, {("a", "b"): 1, ("b", "c"): 1, ("a", "c"): 1})

    assert three.needed == (("a", "b"), ("b", "c"))


def test_no_import_goes_back_up(built: House) -> None:
    order = house.ordered(built)

    assert [(here, there) for here, there in built.arrows if order.index(here) > order.index(there)] == []


@pytest.mark.parametrize("path", sorted((ROOT / "docs/pictures").glob("*.svg")), ids=lambda path: path.name)
def test_a_picture_is_well_formed_and_has_words_for_who_cannot_see_it(path: Path) -> None:
    drawn = ElementTree.fromstring(path.read_text())  # noqa: S314 - our own

    assert drawn.get("aria-label")
    assert "prefers-color-scheme" in path.read_text()


def find(code: str) -> object:
    """Return what `module:a.b` names. Raise AttributeError or ImportError if it does not exist."""
    module, _, name = code.partition(":")
    return reduce(getattr, name.split("."), importlib.import_module(module))


@pytest.mark.parametrize(
    "station", [station for station in WAY.stations.values() if not station.icon], ids=lambda one: one.name
)
def test_a_station_of_the_way_is_in_the_code(station: way.Station) -> None:
    assert (ROOT / station.path).is_file()
    assert station.file or callable(find(station.code))


@pytest.mark.long
@pytest.mark.parametrize("arrow", WAY.arrows, ids=lambda arrow: f"{arrow.start}-{arrow.end}")
def test_what_goes_along_an_arrow_is_in_the_code(arrow: way.Arrow) -> None:
    """At least one end names what is carried; of each pair of neighbours along the arrow, one imports the other."""
    ends = [WAY.stations[arrow.start].module, WAY.stations[arrow.end].module]
    for carried in arrow.carries:
        assert isinstance(find(carried), type)
        assert any(carried.partition(":")[2] in names(module) for module in ends)
    if all(ends):
        for here, there in pairwise([ends[0], *arrow.through, ends[1]]):
            assert there in imports(here) or here in imports(there), f"{here} and {there} know nothing of each other"


def names(module: str) -> set[str]:
    """Return all names in a module's code."""
    nodes = list(ast.walk(ast.parse(path_of(module).read_text())))
    plain = {node.id for node in nodes if isinstance(node, ast.Name)}
    return plain | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def imports(module: str) -> set[str]:
    """Return all modules that a module imports, and all names that may be modules."""
    found = set()
    for node in ast.walk(ast.parse(path_of(module).read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found
