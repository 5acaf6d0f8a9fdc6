"""Plots of figures as SVG: a dot for each, with a line for its interval."""

from collections.abc import Callable, Sequence
from html import escape
from math import floor, log10

from cardtable_lab.study.figures import Interval
from table.values import Value

_WIDE, _LABELS, _RIGHT, _ROW, _AXIS = 640, 190, 24, 22, 34


class Dot(Value):
    """A figure with its interval and its name."""

    label: str
    at: Interval
    strong: bool = False


def dots(
    rows: Sequence[Dot],
    *,
    title: str,
    even: float | None = None,
    percent: bool = False,
    among: Sequence[Interval] = (),
) -> str:
    """Draw a row for each figure; `even` is where all of them would be if nothing mattered.

    The scale has room for those `among` which they are to be compared, too.
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
    body = "".join(drawn)
    return f'<svg viewBox="0 0 {_WIDE} {tall}" role="img" aria-label="{escape(title)}">{body}</svg>'


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
    """Return round numbers between two others, some five of them."""
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(power * one for one in (1, 2, 5, 10) if power * one >= rough)
    first = floor(low / step) + 1
    return [round(number * step, 10) for number in range(first, first + 12) if number * step <= high]


def _said(value: float, span: float, *, percent: bool) -> str:
    if percent:
        return f"{100 * value:.0f} %"
    return f"{value:.0f}" if span >= 5 else f"{value:.1f}" if span >= 0.5 else f"{value:.2f}"
