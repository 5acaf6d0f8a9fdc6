"""Draws what docs/architecture.md shows, from the code: `make pictures`. A test says when that is due."""

from collections.abc import Mapping
from pathlib import Path

from docs.pictures import house, rooms, tree, way

HERE = Path(__file__).parent


def pictures() -> Mapping[Path, str]:
    """Draw all pictures; return what is to stand in which file."""
    built = rooms.read()
    return {
        HERE / "house.svg": house.drawn(built),
        HERE / "imports.svg": house.grid(built),
        HERE / "way.svg": way.drawn(way.read()),
        tree.PAGE: tree.page(built),
    }


def main() -> None:
    """Write them down."""
    for path, content in pictures().items():
        path.write_text(content)


if __name__ == "__main__":
    main()
