"""Two drawings of the packages: boxes with the arrows not implied by others, and a grid of every import.

The layout is in house.toml; the rooms and arrows themselves are read from the code.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from docs.pictures import svg
from docs.pictures.rooms import HOUSES, ROOT, Arrow, House, games_in
from docs.pictures.svg import Point

BOX = (122.0, 44.0)
PITCH = (140.0, 72.0)
MARGIN = (44.0, 56.0)
SIDE = 28.0
_CELL, _NAMES = 19.0, 150.0


@cache
def plan() -> Mapping[str, Any]:
    """Read the layout: each room's column and row, and the routes of arrows that would otherwise cross a room."""
    return tomllib.loads((ROOT / "docs/pictures/house.toml").read_text())


def drawn(house: House) -> str:
    """Draw the rooms, and the arrows not implied by others. Raise ValueError if house.toml lacks a room."""
    places = {room: _corner(*_place(room)) for room in house.rooms}
    parts = [*_floors(places), *_arrows(house, places), *(_room(house, room, places[room]) for room in house.rooms)]
    width = max(x for x, _ in places.values()) + BOX[0] + MARGIN[0]
    height = max(y for _, y in places.values()) + BOX[1] + MARGIN[0]
    said = f"The {len(house.rooms)} rooms of the house and {len(house.needed)} arrows: who imports whom"
    return svg.sheet(width, height, said, parts)


def _place(room: str) -> tuple[float, float]:
    if room not in plan()["rooms"]:
        raise ValueError(f"docs/pictures/house.toml has no place for {room} yet")
    column, row = plan()["rooms"][room]
    return column, row


def _corner(column: float, row: float) -> Point:
    return MARGIN[0] + column * PITCH[0], MARGIN[1] + row * PITCH[1]


def _floors(places: Mapping[str, Point]) -> Iterator[str]:
    """Draw the background of each house, behind its rooms."""
    for house in HOUSES:
        mine = [place for room, place in places.items() if room.split(".")[0] == house]
        left, top = min(x for x, _ in mine) - SIDE, min(y for _, y in mine) - 38
        right, bottom = max(x for x, _ in mine) + BOX[0] + SIDE, max(y for _, y in mine) + BOX[1] + 16
        yield svg.rect(left, top, right - left, bottom - top, "floor", 14)
        yield svg.text(left + 14, top + 24, f"{house}/", "house")


def _room(house: House, room: str, place: Point) -> str:
    x, y = place
    modules, games = len(house.rooms[room]), games_in(room)
    files = "a module" if modules <= 1 else f"{modules} modules"
    behind = [svg.rect(x + 4 * number, y + 4 * number, *BOX, "box") for number in (2, 1) if games]
    name = room.split(".", 1)[-1] if "." in room else "drivers" if room == "hardware" else "link"
    return "\n".join(
        [
            *behind,
            svg.rect(x, y, *BOX, "box accent" if room == "table.wiring" else "box"),
            svg.text(x + BOX[0] / 2, y + 19, name, "name", "middle"),
            svg.text(x + BOX[0] / 2, y + 34, f"{games} games" if games else files, "soft", "middle"),
        ]
    )


def _arrows(house: House, places: Mapping[str, Point]) -> Iterator[str]:
    routes = {arrow: _route(arrow) for arrow in house.needed}
    for (here, there), (leaves, enters) in routes.items():
        start, end = _port(places, routes, here, there, leaves), _port(places, routes, there, here, enters)
        kind = "line accent" if here == "table.wiring" and there.startswith("hardware") else "line"
        bends = plan()["bends"].get(f"{here} -> {there}")
        if bends is not None:
            yield svg.bent(_corners(start, end, bends, upright=leaves in ("top", "bottom")), kind)
        else:
            entering = (-svg.SIDES[enters][0], -svg.SIDES[enters][1])
            yield svg.curve(start, svg.SIDES[leaves], end, entering, kind)


def _corners(start: Point, end: Point, bends: Sequence[float], *, upright: bool) -> Sequence[Point]:
    """Return the corners of a right-angled arrow; `bends` alternate between rows (first if `upright`) and columns."""
    points = [start]
    for bend in bends:
        x, y = points[-1]
        points.append((x, _corner(0, bend)[1]) if upright else (_corner(bend, 0)[0], y))
        upright = not upright
    x, y = points[-1]
    return [*points, (end[0], y) if not upright else (x, end[1]), end]


def _route(arrow: Arrow) -> tuple[str, str]:
    """Return the side on which an arrow leaves one room, and the side on which it enters the other."""
    leaves, enters = plan()["sides"].get(" -> ".join(arrow), ("bottom", "top"))
    return leaves, enters


def _port(
    places: Mapping[str, Point],
    routes: Mapping[Arrow, tuple[str, str]],
    room: str,
    other: str,
    side: str,
) -> Point:
    """Return where an arrow meets a room; arrows on the same side are spread along it, ordered by their other ends."""
    sharing = [there for (here, there), route in routes.items() if here == room and route[0] == side]
    sharing += [here for (here, there), route in routes.items() if there == room and route[1] == side]
    upright = side in ("left", "right")
    sharing.sort(key=lambda far: places[far][1 if upright else 0])
    share = (sharing.index(other) + 1) / (len(sharing) + 1)
    x, y = places[room]
    if upright:
        return x + (BOX[0] if side == "right" else 0), y + BOX[1] * share
    return x + BOX[0] * share, y + (BOX[1] if side == "bottom" else 0)


def grid(house: House) -> str:
    """Draw imports as dots, larger for more import lines; importing rooms are on the left, imported rooms at the top.

    Each room imports only rooms after it, so a dot below the diagonal would be an import cycle.
    """
    order = ordered(house)
    size = _CELL * len(order)
    parts = [line for number, room in enumerate(order) for line in _named(number, room, size)]
    for (here, there), lines in sorted(house.arrows.items()):
        x, y = (_NAMES + _CELL * (order.index(room) + 0.5) for room in (there, here))
        radius = min(8.0, 2.2 + lines**0.5)
        kind = "accent-fill" if here == "table.wiring" else "mark"
        parts.append(f'<circle class="{kind}" cx="{svg.number(x)}" cy="{svg.number(y)}" r="{svg.number(radius)}"/>')
    corner = svg.pair((_NAMES, _NAMES)), svg.pair((_NAMES + size, _NAMES + size))
    parts.append(f'<path class="line faint" d="M{corner[0]} L{corner[1]}"/>')
    said = (
        f"Every import between the {len(order)} rooms of the house: {len(house.arrows)} dots, none below the diagonal"
    )
    return svg.sheet(_NAMES + size + 20, _NAMES + size + 20, said, parts)


def _named(number: int, room: str, size: float) -> Iterator[str]:
    """Draw a room's row, striped if its number is odd, and its name at the left and at the top."""
    middle = _NAMES + _CELL * (number + 0.5)
    if number % 2:
        yield svg.rect(14, middle - _CELL / 2, _NAMES + size - 14, _CELL, "stripe", 4)
    yield svg.text(_NAMES - 8, middle + 4, room, "soft", "end")
    place = f"translate({svg.pair((middle + 4, _NAMES - 8))}) rotate(-90)"
    yield f'<g transform="{place}">{svg.text(0, 0, room, "soft")}</g>'


def ordered(house: House) -> Sequence[str]:
    """Order the rooms so that each imports only rooms after it; ties go by house, then by position in the picture."""
    rest, order = dict(house.rooms), list[str]()
    while rest:
        free = [room for room in rest if not any(there == room and here in rest for here, there in house.arrows)]
        order.append(min(free, key=lambda room: (HOUSES.index(room.split(".")[0]), plan()["rooms"][room][::-1])))
        del rest[order[-1]]
    return order
