"""Parts of SVG drawings: boxes, text, arrows, and a sheet in the table's colours that follows light or dark mode."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

Point = tuple[float, float]

SIDES: Mapping[str, Point] = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}

# The colours of web/static/table.css, for dark and for light screens.
STYLE = """
svg { --sheet: #fffaf0; --floor: #f1ead8; --box: #fffdf6; --edge: #cbbf9f; --ink: #1d2a26; --soft: #4d5f57;
      --line: #7d8f86; --accent: #8a5200; --mark: #2e6b58; }
@media (prefers-color-scheme: dark) {
  svg { --sheet: #0a1613; --floor: #12241f; --box: #1a352c; --edge: #3a5f52; --ink: #f6f0df; --soft: #b4c4b9;
        --line: #7fa091; --accent: #ffc145; --mark: #8fd0b8; }
}
.sheet { fill: var(--sheet) }
.floor { fill: var(--floor); stroke: var(--edge); stroke-opacity: .5 }
.stripe { fill: var(--floor) }
.box { fill: var(--box); stroke: var(--edge); stroke-width: 1.2 }
.box.accent { stroke: var(--accent); stroke-width: 1.8 }
text { font-family: "Bricolage Grotesque", system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
       fill: var(--ink); font-size: 13px }
.name { font-weight: 650 }
.house { font-weight: 700; font-size: 15px }
.soft { fill: var(--soft); font-size: 11px }
.code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 11.5px; fill: var(--mark) }
.accent-fill { fill: var(--accent) }
.line { fill: none; stroke: var(--line); stroke-width: 1.4 }
.line.accent { stroke: var(--accent); stroke-width: 2 }
.line.faint { stroke-opacity: .3; stroke-width: 1 }
.line.found { stroke-dasharray: 4 4 }
.head { fill: var(--line) }
.head.accent { fill: var(--accent) }
.mark { fill: var(--mark) }
"""


def sheet(width: float, height: float, said: str, parts: Iterable[str]) -> str:
    """Put parts on a sheet; `said` is the description for screen readers."""
    size = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(said)}">',
        f"<style>{STYLE}</style>",
        f'<rect class="sheet" width="{number(width)}" height="{number(height)}" rx="16"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def rect(x: float, y: float, width: float, height: float, kind: str, radius: float = 9) -> str:
    """Draw a box."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{kind}" {place} rx="{number(radius)}"/>'


def text(x: float, y: float, said: str, kind: str = "", anchor: str = "start") -> str:
    """Write a line of text; `anchor` says which part of it is at x: start, middle or end."""
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}" text-anchor="{anchor}">{escape(said)}</text>'


def curve(start: Point, leaving: Point, end: Point, entering: Point, kind: str = "line") -> str:
    """Draw an arrow that leaves and enters in given directions, which are unit vectors."""
    (x0, y0), (x1, y1) = start, end
    back = (x1 - entering[0] * 7, y1 - entering[1] * 7)  # one less than the length of the head
    reach = max(18.0, 0.45 * (abs(x1 - x0) * abs(leaving[0]) + abs(y1 - y0) * abs(leaving[1])))
    one = (x0 + leaving[0] * reach, y0 + leaving[1] * reach)
    other = (back[0] - entering[0] * reach, back[1] - entering[1] * reach)
    path = f"M{pair(start)} C{pair(one)} {pair(other)} {pair(back)}"
    return f'<path class="{kind}" d="{path}"/>' + head(end, entering, kind)


def bent(points: Sequence[Point], kind: str = "line", radius: float = 12) -> str:
    """Draw an arrow along points, with rounded corners."""
    path = f"M{pair(points[0])}"
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        path += f" L{pair(_towards(here, before, radius))} Q{pair(here)} {pair(_towards(here, after, radius))}"
    entering = _step(points[-2], points[-1])
    path += f" L{pair(_towards(points[-1], points[-2], 7))}"
    return f'<path class="{kind}" d="{path}"/>' + head(points[-1], entering, kind)


def head(tip: Point, entering: Point, kind: str = "line") -> str:
    """Draw the head of an arrow."""
    (x, y), (dx, dy) = tip, entering
    back = (x - dx * 8, y - dy * 8)
    one, other = (back[0] - dy * 4, back[1] + dx * 4), (back[0] + dy * 4, back[1] - dx * 4)
    return f'<path class="{kind.replace("line", "head")}" d="M{pair(tip)} L{pair(one)} L{pair(other)} Z"/>'


def number(value: float) -> str:
    """Format a number to one decimal place, without a trailing `.0`."""
    return f"{value:.1f}".removesuffix(".0")


def pair(point: Point) -> str:
    """Format a point."""
    return f"{number(point[0])} {number(point[1])}"


def _step(one: Point, other: Point) -> Point:
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = (dx * dx + dy * dy) ** 0.5
    return dx / length, dy / length


def _towards(here: Point, there: Point, far: float) -> Point:
    dx, dy = _step(here, there)
    return here[0] + dx * far, here[1] + dy * far
