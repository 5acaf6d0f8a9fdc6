"""The path of a fact from a reader to a phone, drawn from way.toml: stations in the code, and arrows between them."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from docs.pictures import svg
from docs.pictures.rooms import ROOT
from docs.pictures.svg import Point

BOX = (178.0, 56.0)
PITCH = (268.0, 108.0)
MARGIN = (44.0, 66.0)
_ICON, _PAD, _TITLE = 64.0, 22.0, 34.0


@dataclass(frozen=True)
class Station:
    """A station on the path: an icon, code (`module:name`) or a file; `at` is its column and row."""

    at: tuple[float, float]
    says: str = ""
    code: str = ""
    file: str = ""
    icon: str = ""
    called: str = ""  # the name that arrows use, if the file name says too little
    game: bool = False  # whether each game has its own such file

    @property
    def module(self) -> str:
        """The name of the module that contains the code; empty if the station is not Python code."""
        return self.code.partition(":")[0]

    @property
    def path(self) -> str:
        """The path of the station's file."""
        return self.file or f"{self.module.replace('.', '/')}.py"

    @property
    def name(self) -> str:
        """The name that arrows use for the station: its icon, `called`, or its file name without the extension."""
        return self.icon or self.called or self.path.rpartition("/")[2].partition(".")[0]

    @property
    def title(self) -> str:
        """The text in the station's box: its file name, preceded by the folder if `called` is set."""
        return "/".join(self.path.split("/")[-2 if self.called else -1 :])

    @property
    def corner(self) -> Point:
        """The upper left corner of the station's box; an icon is centred in the width of a box."""
        x, y = MARGIN[0] + self.at[0] * PITCH[0], MARGIN[1] + self.at[1] * PITCH[1]
        return (x + (BOX[0] - _ICON) / 2, y) if self.icon else (x, y)

    @property
    def width(self) -> float:
        """The width of the station's box or icon."""
        return _ICON if self.icon else BOX[0]


@dataclass(frozen=True)
class Arrow:
    """The classes (`module:Name`) passed from one station to another, `through` other modules where necessary."""

    start: str
    end: str
    carries: tuple[str, ...] = ()
    says: str = ""
    through: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The text next to the arrow."""
        return tuple(name.partition(":")[2] for name in self.carries) or ((self.says,) if self.says else ())


@dataclass(frozen=True)
class Way:
    """The contents of way.toml: each house's first and last row, the stations by name, and the arrows."""

    houses: Mapping[str, tuple[int, int]]
    stations: Mapping[str, Station]
    arrows: tuple[Arrow, ...]


def read() -> Way:
    document = tomllib.loads((ROOT / "docs/pictures/way.toml").read_text())
    stations = [Station(at=tuple(one.pop("at")), **one) for one in document["station"]]
    return Way(
        {house["name"]: tuple(house["rows"]) for house in document["house"]},
        {station.name: station for station in stations},
        tuple(_arrow(**one) for one in document["arrow"]),
    )


def _arrow(says: str = "", **fields: str | list[str]) -> Arrow:
    start, end = str(fields.pop("from")), str(fields.pop("to"))
    return Arrow(start, end, says=says, **{key: tuple(names) for key, names in fields.items()})


def drawn(way: Way) -> str:
    right = max(station.corner[0] + station.width for station in way.stations.values()) + _PAD
    bottom = max(station.corner[1] for station in way.stations.values()) + BOX[1] + _PAD
    parts = [*_houses(way, right), *(_drawn(way, arrow) for arrow in way.arrows)]
    parts += [_icon(station) if station.icon else _station(station) for station in way.stations.values()]
    said = "The way of a fact: " + ", ".join(way.stations)
    return svg.sheet(right + MARGIN[0] - _PAD, bottom + 4, said, parts)


def _houses(way: Way, right: float) -> Iterator[str]:
    left = MARGIN[0] - _PAD
    for house, (first, last) in way.houses.items():
        top = MARGIN[1] + first * PITCH[1] - _TITLE
        height = (last - first) * PITCH[1] + BOX[1] + _TITLE + 17
        yield svg.rect(left, top, right - left, height, "floor", 14)
        yield svg.text(left + 14, top + 21, house, "house")


def _station(station: Station) -> str:
    (x, y), lines = station.corner, []
    if station.game:
        lines = [svg.rect(x + 3 * number, y + 3 * number, *BOX, "box") for number in (3, 2, 1)]
    lines.append(svg.rect(x, y, *BOX, "box accent" if station.called == "wiring" else "box"))
    lines.append(svg.text(x + BOX[0] / 2, y + 24, station.title, "name", "middle"))
    lines.append(svg.text(x + BOX[0] / 2, y + 42, station.says, "soft", "middle"))
    return "\n".join(lines)


def _drawn(way: Way, arrow: Arrow) -> str:
    """Draw an arrow with its labels: above and below a horizontal arrow, or one label next to any other arrow."""
    start, end = way.stations[arrow.start], way.stations[arrow.end]
    leaves, enters = arrow.sides or _sides(start, end)
    (x0, y0), (x1, y1) = _port(start, leaves), _port(end, enters)
    entering = (-svg.SIDES[enters][0], -svg.SIDES[enters][1])
    parts = [svg.curve((x0, y0), svg.SIDES[leaves], (x1, y1), entering)]
    level = abs(y0 - y1) < 1
    for number, label in enumerate(arrow.labels):
        if level:
            parts.append(svg.text((x0 + x1) / 2, y0 - 8 + number * 24, label, "code", "middle"))
        elif leaves == enters:
            parts.append(svg.text(x0 + 6, y0 + 52, label, "code", "end"))
        elif x0 == x1:
            parts.append(svg.text(x0 + 12, (y0 + y1) / 2 + 4, label, "code"))
        else:
            parts.append(svg.text((x0 + x1) / 2, (y0 + y1) / 2 - 10, label, "code", "middle"))
    return "\n".join(parts)


def _sides(start: Station, end: Station) -> tuple[str, str]:
    (column, row), (to_column, to_row) = start.at, end.at
    if row == to_row:
        return ("right", "left") if to_column > column else ("left", "right")
    return ("bottom", "top") if to_row > row else ("top", "bottom")


def _port(station: Station, side: str) -> Point:
    (x, y), (dx, dy) = station.corner, svg.SIDES[side]
    return x + station.width * (1 + dx) / 2, y + BOX[1] * (1 + dy) / 2


def _icon(station: Station) -> str:
    """Draw a card with a tag, a finger on a button, or a phone."""
    x, y = station.corner
    middle = x + _ICON / 2
    match station.icon:
        case "card":
            coil = "".join(
                f'<rect class="line" x="{middle - r}" y="{y + 28 - r}" width="{2 * r}" height="{2 * r}" rx="3"/>'
                for r in (5, 9)
            )
            return svg.rect(middle - 19, y, 38, 56, "box", 6) + coil
        case "finger":
            ring = f'<circle class="box accent" cx="{middle}" cy="{y + 28}" r="27"/>'
            return ring + f'<circle class="accent-fill" cx="{middle}" cy="{y + 28}" r="18"/>'
        case _:
            rows = "".join(svg.rect(middle - 10, y + 12 + 10 * row, 20, 5, "mark", 2) for row in range(3))
            return svg.rect(middle - 17, y - 2, 34, 60, "box accent", 7) + rows
