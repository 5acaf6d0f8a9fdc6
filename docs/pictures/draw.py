"""Draws what docs/architecture.md shows, from the code, and what docs/performance.md shows, from what was measured.

`make pictures` does it. A test says when that is due.
"""

from collections.abc import Mapping
from pathlib import Path

from cardtable_lab.bench import history
from docs.pictures import house, performance, rooms, tree, way
from table.settings.model import load_settings
from table.wiring.drawings import picture

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


def pictures() -> Mapping[Path, str]:
    """Draw all pictures; return what is to stand in which file."""
    built, measured = rooms.read(), history.read()
    return {
        HERE / "house.svg": house.drawn(built),
        HERE / "imports.svg": house.grid(built),
        HERE / "way.svg": way.drawn(way.read()),
        tree.PAGE: tree.page(built),
        performance.PICTURE: performance.drawn(measured),
        performance.PAGE: performance.page(measured),
        **{EXAMPLES / f"wiring/{example.stem}.svg": picture(load_settings(example)) for example in wired()},
    }


def wired() -> list[Path]:
    """Return the examples of table.toml in which something is wired."""
    return [example for example in sorted(EXAMPLES.glob("*.toml")) if example.stem != "emulated"]


def main() -> None:
    """Write them down."""
    for path, content in pictures().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)


if __name__ == "__main__":
    main()
