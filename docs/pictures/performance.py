"""Measurements by commit against their targets: a plot for each target, and the table in docs/performance.md.

Both are generated from bench/history.jsonl. A plot begins with the value before any optimisation, as an open ring; each
measurement is a dot, and a line connects the medians of the commits. The goal is a dashed line, and the side that meets
it is shaded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from textwrap import wrap

import drawsvg

from cardtable_lab.bench import history
from cardtable_lab.bench.history import Measurement
from cardtable_lab.bench.targets import HEAD, TARGETS, Target, rows, said
from docs.pictures.svg import STYLE, Point

ROOT = Path(__file__).parent.parent.parent
PICTURE = ROOT / "docs/pictures/performance.svg"
PAGE = ROOT / "docs/performance.md"
BEGIN, END = "<!-- written by make bench: begin -->", "<!-- written by make bench: end -->"

COLUMNS = 4
CELL = (262.0, 176.0)
GAP = 14.0
MARGIN = 26.0
HEADER = 80.0
_INSET = 16.0
_PLOT = (72.0, 150.0)  # top and bottom of the plot in its cell
_LETTERS = 29  # per line of a title
_LEGEND = (
    "Ring: before. Dots: measurements, and a line through each commit's median. Dashed: the goal; shaded: its side."
)
_MORE = """
.title { font-weight: 700; font-size: 19px }
.now { font-weight: 700; font-size: 20px; fill: var(--mark) }
.now.short { fill: var(--accent) }
.now.none { fill: var(--soft); font-weight: 400; font-size: 13px }
.what { font-weight: 600; font-size: 12.5px }
.good { fill: var(--mark); fill-opacity: .12 }
.goal { stroke: var(--mark); stroke-width: 1.2; stroke-dasharray: 5 4; fill: none }
.base { stroke: var(--edge); stroke-width: 1; fill: none }
.way { stroke: var(--ink); stroke-width: 1.8; fill: none; stroke-linejoin: round; stroke-linecap: round }
.way.first { stroke: var(--line); stroke-width: 1.2; stroke-dasharray: 1.5 4 }
.dot { fill: var(--line); fill-opacity: .55 }
.dot.last { fill: var(--ink); fill-opacity: 1 }
.ring { fill: var(--box); stroke: var(--line); stroke-width: 1.6 }
"""


@dataclass(frozen=True)
class Series:
    """The data for a target's plot: the values of each commit that was measured, in the order of the history."""

    target: Target
    commits: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]

    @property
    def now(self) -> float | None:
        """The latest value."""
        return self.values[-1][-1] if self.values else None

    @property
    def span(self) -> tuple[float, float]:
        """The range of the vertical axis: from zero or the lowest value to 15 % above the highest."""
        shown = [value for row in self.values for value in row] + [*self.target.before]
        shown += [self.target.reach] if self.target.reach is not None else []
        return min([0.0, *shown]), 1.15 * max([*shown, 0.001])


def series(target: Target, measured: Sequence[Measurement]) -> Series:
    """Collect the measurements of a target, commit by commit."""
    by_commit: dict[str, list[float]] = {}
    for figures in measured:
        if target.name in figures.figures:
            by_commit.setdefault(figures.bare, []).append(figures.figures[target.name])
    return Series(target, tuple(by_commit), tuple(map(tuple, by_commit.values())))


def drawn(measured: Sequence[Measurement], targets: Sequence[Target] = TARGETS) -> str:
    """Draw all targets as plots of one size."""
    alike = history.alike(measured)
    high = -(-len(targets) // COLUMNS)
    width = 2 * MARGIN + COLUMNS * (CELL[0] + GAP) - GAP
    height = HEADER + MARGIN + high * (CELL[1] + GAP) - GAP
    known = {one.name: value for one in targets if (value := series(one, alike).now) is not None}
    label = "; ".join(f"{one.what}: {said(known[one.name], one.unit)}" for one in targets if one.name in known)
    picture = drawsvg.Drawing(width, height, id_prefix="p", role="img", **{"aria-label": f"Measured: {label}"})
    picture.append_css(STYLE + _MORE)
    picture.append(_rect((0, 0), (width, height), "sheet", 16))
    _text(picture, "What the table takes, commit by commit", (MARGIN, 38), "title")
    on = f"{alike[-1].machine}, Python {alike[-1].python}" if alike else "nothing was measured yet"
    _text(picture, on, (width - MARGIN, 38), "soft", "end")
    _text(picture, _LEGEND, (MARGIN, 60), "soft")
    for number, target in enumerate(targets):
        row, column = divmod(number, COLUMNS)
        corner = (MARGIN + column * (CELL[0] + GAP), HEADER + row * (CELL[1] + GAP))
        _draw_cell(picture, series(target, alike), corner)
    svg: str = picture.as_svg()
    return f"{svg}\n"


def _draw_cell(picture: drawsvg.Drawing, series: Series, corner: Point) -> None:
    x, y = corner
    picture.append(_rect(corner, CELL, "box", 10))
    for number, line in enumerate(wrap(series.target.what.replace("`", ""), _LETTERS)[:2]):
        _text(picture, line, (x + _INSET, y + 22 + 15 * number), "what")
    if series.now is None:
        _text(picture, "not measured yet", (x + _INSET, y + 62), "now none")
    else:
        kind = "now short" if series.target.reached(series.now) is False else "now"
        _text(picture, said(series.now, series.target.unit), (x + _INSET, y + 62), kind)
    if series.target.reach is not None:
        _text(
            picture, f"{series.target.limit} {said(series.target.reach)}", (x + CELL[0] - _INSET, y + 62), "soft", "end"
        )
    for number, commit in {0: series.commits[:1], 1: series.commits[1:][-1:]}.items():
        place = (x + (CELL[0] - _INSET if number else _INSET + 24), y + CELL[1] - 9)
        _text(picture, "".join(commit), place, "soft", "end" if number else "start")
    _draw_plot(picture, series, corner)


def _draw_plot(picture: drawsvg.Drawing, series: Series, corner: Point) -> None:
    """Draw the shaded side, the goal, the line through all commits, and a dot for each measurement."""
    left, right = corner[0] + _INSET, corner[0] + CELL[0] - _INSET
    top, bottom = (corner[1] + height for height in _PLOT)
    at = _scale(series.span, top, bottom)
    if series.target.reach is not None:
        goal = at(series.target.reach)
        ends = (top, goal) if series.target.at_least else (goal, bottom)
        picture.append(_rect((left, ends[0]), (right - left, ends[1] - ends[0]), "good", 3))
        picture.append(drawsvg.Line(left, goal, right, goal, class_="goal"))
    picture.append(drawsvg.Line(left, bottom, right, bottom, class_="base"))
    step = (right - left - 30) / max(1, len(series.commits) - 1)
    way = [(left + 24 + number * step, at(median(row))) for number, row in enumerate(series.values)]
    before = [(left + 5, at(value)) for value in series.target.before]
    if before and way:
        middle = (left + 5, sum(y for _, y in before) / len(before))
        picture.append(_way([middle, way[0]], "way first"))
    picture.append(_way(way, "way"))
    for place in before:
        picture.append(drawsvg.Circle(*map(_tenth, place), 3.6, class_="ring"))
    for (column, _), row in zip(way, series.values, strict=True):
        for value in row:
            picture.append(drawsvg.Circle(_tenth(column), at(value), 2.6, class_="dot"))
    for place in way[-1:]:
        picture.append(drawsvg.Circle(*map(_tenth, place), 3.6, class_="dot last"))


def _scale(span: tuple[float, float], top: float, bottom: float) -> Callable[[float], float]:
    """Return a function that turns a value into a y coordinate."""
    least, most = span
    return lambda value: _tenth(bottom - (value - least) / (most - least) * (bottom - top))


def _way(points: Sequence[Point], kind: str) -> drawsvg.Lines | drawsvg.Group:
    flat = [_tenth(value) for point in points for value in point]
    return drawsvg.Lines(*flat, class_=kind) if len(points) > 1 else drawsvg.Group()


def _rect(corner: Point, size: Point, kind: str, radius: float) -> drawsvg.Rectangle:
    return drawsvg.Rectangle(*map(_tenth, (*corner, *size)), rx=radius, class_=kind)


def _text(picture: drawsvg.Drawing, words: str, place: Point, kind: str, anchor: str = "start") -> None:
    """Write a line of text; the style sheet sets its size."""
    picture.append(drawsvg.Text(words, None, *map(_tenth, place), class_=kind, text_anchor=anchor))


def _tenth(value: float) -> float:
    return round(value, 1)


# -- the page


def page(measured: Sequence[Measurement]) -> str:
    """Return the page with its table up to date."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n" + "\n".join(_table(measured)) + f"\n{END}{after}"


def _table(measured: Sequence[Measurement]) -> Iterator[str]:
    latest = history.latest(measured)
    now = {name: value for name, (value, _) in latest.items()}
    yield f"| {' | '.join(HEAD)} |"
    yield "|---" * len(HEAD) + "|"
    for row in rows(now):
        yield f"| {' | '.join(row)} |"
    yield ""
    yield _when(latest)


def _when(latest: Mapping[str, tuple[float, Measurement]]) -> str:
    """Return text saying when and on which machine the values were measured."""
    if not latest:
        return "Nothing was measured yet."
    ones = list({one.date: one for _, one in latest.values()}.values())
    when = ", ".join(f"{one.commit} on {one.date[:10]}" for one in sorted(ones, key=lambda one: one.date))
    return f"Measured on {ones[-1].machine}, Python {ones[-1].python}: {when}."


def write() -> None:
    """Draw the picture and write the table."""
    measured = history.read()
    PICTURE.write_text(drawn(measured))
    PAGE.write_text(page(measured))
