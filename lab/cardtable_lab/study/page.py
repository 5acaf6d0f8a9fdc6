"""A study as one self-contained HTML page: plots and tables."""

from collections.abc import Callable, Sequence
from html import escape
from math import floor, log10

from cardtable_lab.study.figures import Found, Interval
from table.values import Value

# -- Plots of figures as SVG: each figure is a dot, with a line for its interval

_WIDE, _LABELS, _RIGHT, _ROW, _AXIS, _NAME = 640, 190, 24, 22, 34, 20


class Dot(Value):
    """A figure with its interval and its name, drawn as a dot."""

    label: str
    at: Interval
    strong: bool = False


def dots(
    rows: Sequence[Dot],
    *,
    title: str,
    axis: str,
    even: float | None = None,
    percent: bool = False,
    among: Sequence[Interval] = (),
) -> str:
    """Return an SVG with a row for each figure above an `axis`; a dashed line at `even` marks the neutral value.

    The scale also covers the figures in `among`, so that several plots can be compared.
    """
    low, high = _span([bound for at in (*(row.at for row in rows), *among) for bound in at], even)
    tall = _ROW * len(rows) + _AXIS

    def x(value: float) -> float:
        part = (min(max(value, low), high) - low) / (high - low)
        return round(_LABELS + part * (_WIDE - _LABELS - _RIGHT), 1)

    drawn = [_tick(x(one), tall, _said(one, high - low, percent=percent)) for one in _ticks(low, high)]
    if even is not None:
        drawn.append(f'<line class="even" x1="{x(even)}" x2="{x(even)}" y1="4" y2="{tall - _AXIS + 4}"/>')
    for place, row in enumerate(rows):
        drawn.append(_row(row, x, place * _ROW + _ROW / 2 + 4, percent=percent))
    middle = (_LABELS + _WIDE - _RIGHT) / 2
    drawn.append(f'<text class="axis" x="{middle}" y="{tall + 10}" text-anchor="middle">{escape(axis)}</text>')
    body = "".join(drawn)
    return f'<svg viewBox="0 0 {_WIDE} {tall + _NAME}" role="img" aria-label="{escape(title)}">{body}</svg>'


def _row(row: Dot, x: Callable[[float], float], y: float, *, percent: bool) -> str:
    at, low, high = row.at
    kind = ' class="strong"' if row.strong else ""
    middle, lowest, highest = (_said(one, 1, percent=percent) for one in (at, low, high))
    says = f"{row.label}: {middle} ({lowest} to {highest})"
    return (
        f'<g{kind}><title>{escape(says)}</title><text x="{_LABELS - 10}" y="{y + 4}" text-anchor="end">'
        f'{escape(row.label)}</text><line class="may" x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}"/>'
        f'<circle cx="{x(at)}" cy="{y}" r="5"/></g>'
    )


def _tick(x: float, tall: int, said: str) -> str:
    bottom = tall - _AXIS + 4
    return (
        f'<line class="grid" x1="{x}" x2="{x}" y1="4" y2="{bottom}"/>'
        f'<text class="tick" x="{x}" y="{bottom + 18}" text-anchor="middle">{escape(said)}</text>'
    )


def _span(bounds: Sequence[float], even: float | None) -> tuple[float, float]:
    finite = [one for one in (*bounds, *([] if even is None else [even])) if abs(one) < float("inf")]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    room = (high - low) * 0.05 or 0.5
    return low - room, high + room


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers between `low` and `high`."""
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(power * one for one in (1, 2, 5, 10) if power * one >= rough)
    first = floor(low / step) + 1
    return [round(number * step, 10) for number in range(first, first + 12) if number * step <= high]


def _said(value: float, span: float, *, percent: bool) -> str:
    if percent:
        return f"{100 * value:.0f} %"
    return f"{value:.0f}" if span >= 5 else f"{value:.1f}" if span >= 0.5 else f"{value:.2f}"


_BETTER = "points of a round better than the table’s average"
_MOST_CARDS = 40
_STYLE = """
:root { color-scheme: light dark; --ink: #22201b; --paper: #faf5e6; --line: #d8cdb0; --dot: #8a4b08; --may: #c9923d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece5d3; --paper: #14211c; --line: #2f4238; --dot: #f0b45a; --may: #96712f; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 72rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; } h2 { margin: 2.2rem 0 .2rem; font-size: 1.2rem; }
h3 { font-size: 1rem; margin: 1rem 0 .2rem; } p { max-width: 44rem; margin: .2rem 0 .8rem; }
.side { display: grid; gap: .5rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
svg { width: 100%; max-width: 44rem; height: auto; display: block; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .tick { opacity: .75; font-size: 12px; } svg .grid { stroke: var(--line); } svg circle { fill: var(--dot); }
svg .may { stroke: var(--may); stroke-width: 4; stroke-linecap: round; } svg .strong text { font-weight: 700; }
svg .even { stroke: var(--ink); stroke-dasharray: 4 4; opacity: .6; }
.wide { overflow-x: auto; } table { border-collapse: collapse; margin: .5rem 0; }
th, td { text-align: right; padding: .25rem .7rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } small { opacity: .8; }
"""


class About(Value):
    """What a page shows about its study: the game's title, the kind and number of robots, and the games per variant.

    `focus` holds the names of the varied cards, `command` is the command line, and `program` the version and commit.
    """

    title: str
    kind: str
    players: int
    games: int
    focus: frozenset[str]
    command: str
    program: str


def page(about: About, found: Sequence[Found]) -> str:
    parts = (_seats(about, found), _lengths(found), _cards(about, found), _table(about, found))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(about.title)}: who wins, how long it lasts, what cards are worth</title>"
        f"<style>{_STYLE}</style>"
        f"<h1>{escape(about.title)}: who wins, how long it lasts, what cards are worth</h1>"
        f"<p>Robots played this card game on a computer, to find out how fair and how long it is: {_variants(found)},"
        f" {about.games} games each, with {about.players} {escape(about.kind)} robots and by the rules alone, without a"
        " table. A dot is what was measured; its line is the 95 % interval, and a difference within the lines may be"
        f" chance.<br><small>Card table {escape(about.program)}: <code>{escape(about.command)}</code></small></p>"
        f"{''.join(parts)}</html>\n"
    )


def _variants(found: Sequence[Found]) -> str:
    return "one variant" if len(found) == 1 else f"{len(found)} variants"


def _seats(about: About, found: Sequence[Found]) -> str:
    among = [at for one in found for at in one.shares.values()]
    plots = []
    for finding in found:
        rows = [Dot(f"seat {seat}", at) for seat, at in finding.shares.items()]
        drawn = dots(rows, title="who wins", axis="games won", even=1 / about.players, percent=True, among=among)
        plots.append(_titled(finding, found, drawn))
    return (
        "<h2>Who wins from which seat</h2><p>Share of games won. Dashed: the share if seats make no difference.</p>"
        f'<div class="side">{"".join(plots)}</div>'
    )


def _lengths(found: Sequence[Found]) -> str:
    drawn = dots([Dot(one.variant.name, one.turns) for one in found], title="how long", axis="turns in a game")
    return f"<h2>How long a game lasts</h2><p>Turns of all players together; median of all games.</p>{drawn}"


def _cards(about: About, found: Sequence[Found]) -> str:
    plots, among = [], [strength.better for one in found for strength in one.cards.values()]
    for finding in found:
        rows = [Dot(name, strength.better, name in about.focus) for name, strength in finding.cards.items()]
        if rows:
            drawn = dots(_few(rows), title="how strong cards are", axis=_BETTER, even=0.0, among=among)
            plots.append(_titled(finding, found, drawn))
    return (
        "<h2>How strong each card is</h2><p>Points in a round of the players who had the card, above the average of"
        " their table. If hands are dealt, the first hand counts, which nobody chose; otherwise, cards that were laid."
        " Dashed: no difference.</p>"
        f'<div class="side">{"".join(plots)}</div>'
    )


def _few(rows: list[Dot]) -> list[Dot]:
    """Return the strongest, the weakest and the varied cards, if there are too many cards for a page."""
    if len(rows) <= _MOST_CARDS:
        return rows
    half = _MOST_CARDS // 2
    return [*rows[:half], *(row for row in rows[half:-half] if row.strong), *rows[-half:]]


def _titled(finding: Found, found: Sequence[Found], drawn: str) -> str:
    title = f"<h3>{escape(finding.variant.name)}</h3>" if len(found) > 1 else ""
    return f"<figure style='margin:0'>{title}{drawn}</figure>"


def _table(about: About, found: Sequence[Found]) -> str:
    focus = sorted(about.focus & {name for one in found for name in one.cards})
    seats = (f"won from seat {seat}" for seat in found[0].shares)
    head = ["variant", *seats, "turns in a game", "middle half of the games, in turns", "points in a game", *focus]
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row(one, focus))}</tr>" for one in found)
    heads = "".join(f"<th>{escape(one)}</th>" for one in head)
    about_it = "In brackets: the 95 % interval. Turns are medians; points are the mean of all players"
    cards = "; a card’s figure is its points above the table’s average" if focus else ""
    return f'<h2>In numbers</h2><p>{about_it}{cards}.</p><div class="wide"><table><tr>{heads}</tr>{body}</table></div>'


def row(found: Found, focus: Sequence[str]) -> list[str]:
    """Return the figures of a variant as the cells of a table row."""
    low, high = found.quarters
    cards = [_interval(found.cards[name].better) if name in found.cards else "-" for name in focus]
    shares = [_interval(at, percent=True) for at in found.shares.values()]
    return [
        found.variant.name,
        *shares,
        _interval(found.turns),
        f"{low:g} to {high:g}",
        _interval(found.points),
        *cards,
    ]


def _interval(at: Interval, *, percent: bool = False) -> str:
    if percent:
        return f"{100 * at[0]:.0f} % ({100 * at[1]:.0f} to {100 * at[2]:.0f})"
    return f"{at[0]:.1f} ({at[1]:.1f} to {at[2]:.1f})"
