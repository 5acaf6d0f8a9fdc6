"""The packages and the imports between them, read from the code by grimp; nothing here is written by hand.

A house is a top-level package. A room is a package or module in it that the pictures draw as one box.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import grimp  # comes with import-linter

ROOT = Path(__file__).parent.parent.parent
HOUSES = ("web", "table", "hardware", "firmware_bridge")  # in the distribution `cardtable`; these are drawn
OTHERS = {"cardtable_club": "club", "cardtable_lab": "lab"}  # the other distributions, with their folders
# It opens what the rest of `hardware` describes, so it imports rooms that themselves import `hardware`.
APART = ("hardware.assembly",)
Arrow = tuple[str, str]  # importer, imported


@dataclass(frozen=True)
class House:
    """All rooms with their modules, and the arrows between rooms, each with its number of import lines."""

    rooms: Mapping[str, tuple[str, ...]]
    arrows: Mapping[Arrow, int]

    @property
    def needed(self) -> tuple[Arrow, ...]:
        """The arrows not implied by others: A to C is left out if A imports B, and B imports C."""
        known = {room: {there for here, there in self.arrows if here == room} for room in self.rooms}
        reached: dict[str, set[str]] = {}

        def reach(room: str) -> set[str]:
            if room not in reached:
                reached[room] = known[room].union(*(reach(there) for there in known[room]))
            return reached[room]

        return tuple(
            (here, there)
            for here, there in sorted(self.arrows)
            if not any(there in reach(between) for between in known[here] - {there})
        )


def read(*houses: str) -> House:
    """Read houses from their code; by default, all of `HOUSES`."""
    graph = grimp.build_graph(*(houses or HOUSES), cache_dir=None)
    rooms: dict[str, list[str]] = {}
    arrows: dict[Arrow, int] = {}
    for module in sorted(graph.modules):
        here = room_of(module)
        if module not in ("web", "table", *OTHERS):  # their __init__.py is not a room
            rooms.setdefault(here, []).extend([module] if path_of(module).name != "__init__.py" else [])
        for imported in graph.find_modules_directly_imported_by(module):
            there = room_of(imported)
            if here != there:
                lines = graph.get_import_details(importer=module, imported=imported)
                arrows[here, there] = arrows.get((here, there), 0) + len(lines)
    return House({room: tuple(modules) for room, modules in rooms.items()}, arrows)


def room_of(module: str) -> str:
    """Return a module's room: the package or module just below its house, or the house for its top-level modules."""
    house, *below = module.split(".")
    if not below:
        return module
    nearest = f"{house}.{below[0]}"
    if house in ("web", "table", *OTHERS) or nearest in APART or path_of(nearest).name == "__init__.py":
        return nearest
    return house


def path_of(module: str) -> Path:
    """Find a module's file."""
    place = ROOT.joinpath(OTHERS.get(module.partition(".")[0], ""), *module.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def purpose(module: str) -> str:
    """Return what a module or a room is for: the first paragraph of its docstring."""
    said = ast.get_docstring(ast.parse(path_of(module).read_text())) or ""
    return " ".join(said.split("\n\n", 1)[0].split())


def games_in(room: str) -> int:
    """Count the games in a room: the folders that have a rule page."""
    return sum((ROOT / "docs/rules" / f"{path.name}.md").exists() for path in path_of(room).parent.iterdir())
