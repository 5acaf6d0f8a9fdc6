"""Draws docs/states/*.svg from the transition tables: `python docs/states/draw.py`.

Each box is a state, in table order from top to bottom. Events that do not change the state are listed in its box. An
arrow leads from one state to another, down on the right and up on the left, without overlaps.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from html import escape
from pathlib import Path
from typing import Any

from firmware_bridge.pico.states import NEXT
from firmware_bridge.states import BRIDGE, LINK
from table.judging.asking import ASKING
from table.judging.standing import STANDINGS
from table.running.health import TRANSITIONS

MACHINES: Mapping[str, Mapping[Any, Mapping[Any, Any]]] = {
    "link": LINK,
    "bridge": BRIDGE,
    "pico": NEXT,
    "standing": STANDINGS,
    "asking": ASKING,
    "running": TRANSITIONS,
}
HERE = Path(__file__).parent

_LETTER, _LINE, _PAD = 6.4, 16, 14  # px: the width of a letter, the height of a line, the space around text
_PORT = 18  # px between two arrows at one side of a box
_BOX, _MOST = 240, 36  # the width of a box, in px and in letters
_STYLE = (
    "text{font:12px sans-serif;fill:#1b1b1b}.state{font-weight:bold}.stays{font-style:italic;fill:#444}"
    "rect{fill:#f2efe6;stroke:#444}path{fill:none;stroke:#2a5f8f;stroke-width:1.3}"
    ".on{fill:#16456e;stroke:#fff;stroke-width:4;paint-order:stroke}"
)


@dataclass(frozen=True)
class Arrow:
    """The events that lead from one state to another; states are given by their positions in the table."""

    start: int
    end: int
    events: tuple[str, ...]

    @property
    def down(self) -> bool:
        """Whether the arrow leads down the page."""
        return self.end > self.start

    @property
    def first(self) -> int:
        """The upper of the arrow's two states."""
        return min(self.start, self.end)

    @property
    def last(self) -> int:
        """The lower of the arrow's two states."""
        return max(self.start, self.end)

    @property
    def width(self) -> float:
        """The width of the arrow's text, in px."""
        return max(map(len, self.events)) * _LETTER + _PAD


def drawn(table: Mapping[Any, Mapping[Any, Any]]) -> str:
    states = list(table)
    arrows = [
        Arrow(states.index(state), states.index(end), tuple(_word(one) for one, to in goes.items() if to is end))
        for state, goes in table.items()
        for end in dict.fromkeys(goes.values())
        if end is not state
    ]
    stays = [_lines([_word(event) for event, end in table[state].items() if end is state]) for state in states]
    tops, heights = _boxes(states, stays, arrows)
    sides = [_Side([one for one in arrows if one.down is down], tops) for down in (False, True)]
    middle = sides[0].width
    edges = ((sides[0], middle, -1), (sides[1], middle + _BOX, 1))
    shapes = [path for side, edge, sign in edges for path in side.paths(edge, sign)]
    shapes += [_box(middle, *one) for one in zip(tops, heights, states, stays, strict=True)]
    shapes += [word for side, edge, sign in edges for word in side.words(edge, sign)]
    return _page(middle + _BOX + sides[1].width, tops[-1] + heights[-1] + _PAD, shapes)


def _word(name: Any) -> str:
    """Return the text for a state or an event: the value of an enum, a string, or the name of a class of messages."""
    return str(name.value) if isinstance(name, Enum) else name if isinstance(name, str) else name.__name__.lower()


def _lines(events: list[str]) -> list[str]:
    """Join events that do not change the state, wrapping them to lines that fit a box."""
    said = ", ".join(events)
    lines: list[str] = []
    while said:
        room = _MOST - len("stays: ") if not lines else _MOST
        cut = len(said) if len(said) <= room else said.rfind(" ", 0, room)
        lines.append(said[:cut])
        said = said[cut:].strip()
    return [f"stays: {lines[0]}", *lines[1:]] if lines else []


def _boxes(states: list[Any], stays: list[list[str]], arrows: list[Arrow]) -> tuple[list[float], list[float]]:
    """Return each box's top and height. A box fits its text and arrows, and leaves room below for the arrows' text."""
    tops, heights, y = [], [], float(_PAD)
    for number in range(len(states)):
        ports = max(
            sum(one.down is down and number in (one.start, one.end) for one in arrows) for down in (True, False)
        )
        height = max(_PAD * 2 + _LINE * (1 + len(stays[number])), _PORT * (ports + 1))
        tops.append(y)
        heights.append(height)
        words = [len(one.events) for one in arrows if (one.first, one.last) == (number, number + 1)]
        y += height + max(34, _LINE * max(words, default=0))
    return tops, heights


def _box(x: float, top: float, height: float, state: Any, stays: list[str]) -> str:
    y = top + _PAD + 11
    words = [f'<text class="state" x="{x + _PAD:g}" y="{y:g}">{escape(_word(state))}</text>']
    for number, line in enumerate(stays, start=1):
        words.append(f'<text class="stays" x="{x + _PAD:g}" y="{y + number * _LINE:g}">{escape(line)}</text>')
    return f'<rect x="{x:g}" y="{top:g}" width="{_BOX}" height="{height:g}" rx="8"/>' + "".join(words)


class _Side:
    """The arrows on one side of the boxes, in lanes; arrows that overlap are in different lanes."""

    def __init__(self, arrows: list[Arrow], tops: list[float]) -> None:
        self._lanes: list[list[Arrow]] = []
        ordered = sorted(arrows, key=lambda one: (one.last - one.first, one.first))
        for arrow in ordered:
            self._put(arrow)
        self._ports: dict[tuple[Arrow, int], float] = {}
        for box, top in enumerate(tops):
            for number, one in enumerate(self._around(box), start=1):
                self._ports[one, box] = top + _PORT * number

    def _put(self, arrow: Arrow) -> None:
        """Put an arrow into the lane just outside all arrows that it overlaps, so that they do not cross."""
        lane = 0
        for number, others in enumerate(self._lanes):
            if any(one.first < arrow.last and arrow.first < one.last for one in others):
                lane = number + 1
        if lane == len(self._lanes):
            self._lanes.append([])
        self._lanes[lane].append(arrow)

    def _around(self, box: int) -> list[Arrow]:
        """Order the arrows at a box: from boxes above, inner lanes first; then from boxes below, outer lanes first."""
        ordered = [one for lane in self._lanes for one in lane]
        above = [one for one in ordered if one.last == box]
        below = [one for one in ordered if one.first == box]
        return [*above, *reversed(below)]

    @property
    def width(self) -> float:
        """The total width of the lanes, in px."""
        return _PORT * 2 + sum(max(one.width for one in lane) for lane in self._lanes)

    def _placed(self, edge: float, sign: int) -> Iterator[tuple[Arrow, float]]:
        """Yield each arrow with the x coordinate of its lane, in px."""
        x = edge + sign * _PORT
        for lane in self._lanes:
            yield from ((one, x) for one in lane)
            x += sign * max(one.width for one in lane)

    def paths(self, edge: float, sign: int) -> Iterator[str]:
        """Draw the arrows to the right (`sign` 1) or left (-1) of the boxes, whose side is at x = `edge`."""
        for arrow, x in self._placed(edge, sign):
            start, end = self._ports[arrow, arrow.start], self._ports[arrow, arrow.end]
            yield f'<path marker-end="url(#head)" d="M{edge:g} {start:g}H{x:g}V{end:g}H{edge + sign * 2:g}"/>'

    def words(self, edge: float, sign: int) -> Iterator[str]:
        """Write each arrow's events next to it."""
        for arrow, x in self._placed(edge, sign):
            y = (
                (self._ports[arrow, arrow.start] + self._ports[arrow, arrow.end]) / 2
                - (len(arrow.events) - 1) * _LINE / 2
                + 4
            )
            place = f'class="on" x="{x + sign * 5:g}" text-anchor="{"start" if sign > 0 else "end"}"'
            for number, event in enumerate(arrow.events):
                yield f'<text {place} y="{y + number * _LINE:g}">{escape(event)}</text>'


def _page(width: float, height: float, shapes: list[str]) -> str:
    head = (
        '<defs><marker id="head" markerWidth="9" markerHeight="9" refX="8" refY="4.5" orient="auto">'
        '<path d="M0 0L9 4.5L0 9z" style="fill:#2a5f8f;stroke:none"/></marker></defs>'
    )
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    paper = f'<rect width="{width:.0f}" height="{height:.0f}" style="fill:#fff;stroke:none"/>'
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{head}{paper}', *shapes, "</svg>\n"]
    )


if __name__ == "__main__":
    for name, table in MACHINES.items():
        (HERE / f"{name}.svg").write_text(drawn(table), encoding="utf-8")
