"""Draws the pictures and tables of docs/architecture.md and docs/performance.md, from the code and from measurements.

It also draws the wiring of the examples. `make pictures` runs it; a test fails if the results are out of date.
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
    """Draw all pictures; return the contents of each file."""
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
    """Return the example `table.toml` files that describe wiring."""
    return [example for example in sorted(EXAMPLES.glob("*.toml")) if example.stem != "emulated"]


def main() -> None:
    """Write all files."""
    for path, content in pictures().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)


if __name__ == "__main__":
    main()
