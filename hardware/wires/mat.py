"""The mat of a table at scale 1:1, for printing and as a drilling template: pads, piles and buttons, in millimetres.

The gap between antennas is twice the reading range (MFRC522 datasheet: up to 50 mm), so that no two read the same card.
"""

from dataclasses import dataclass

import drawsvg

from hardware.wires.drawing import INK, PAPER, SANS

CARD = (63.0, 88.0)  # mm, of a playing card
ANTENNA = (40.0, 60.0)  # of an MFRC522 board
REACH = 50.0
BUTTON = 30.0  # the hole for an arcade button
BETWEEN = ANTENNA[0] + 2 * REACH  # from the middle of one antenna to the middle of the next
EDGE = 40.0
SEAT_DEPTH = 150.0
GAP = 40.0
FINE = 0.4


@dataclass(frozen=True)
class Layout:
    """What is on the mat: the shared pads by zone, the seats with a pad, and all seats."""

    pads: tuple[str, ...]
    seat_pads: frozenset[int]
    seats: tuple[int, ...]


def drawn(layout: Layout, title: str) -> str:
    """Draw the mat as SVG in millimetres, with seats along both long sides, clockwise from the lower left."""
    below, above = _sides(layout.seats)
    columns = max(len(below), len(above), len(layout.pads), 2)
    width = 2 * EDGE + columns * BETWEEN
    height = 2 * EDGE + 2 * SEAT_DEPTH + 2 * (CARD[1] + GAP)
    mat = drawsvg.Drawing(f"{width:g}mm", f"{height:g}mm", viewBox=f"0 0 {width:g} {height:g}", id_prefix="m")
    mat.append(drawsvg.Rectangle(0, 0, width, height, fill=PAPER, stroke=INK, stroke_width=FINE))
    middle = height / 2
    for number, pad in enumerate(layout.pads):
        x = width / 2 + (number - (len(layout.pads) - 1) / 2) * BETWEEN
        _pad(mat, x, middle + (CARD[1] + GAP) / 2, pad)
        _pile(mat, x, middle - (CARD[1] + GAP) / 2)
    for seats, y, turn in ((below, height - EDGE - SEAT_DEPTH / 2, 0), (above, EDGE + SEAT_DEPTH / 2, 180)):
        for number, seat in enumerate(seats):
            x = width / 2 + (number - (len(seats) - 1) / 2) * BETWEEN
            place = drawsvg.Group(transform=f"translate({x:g} {y:g}) rotate({turn})")
            _seat(place, seat, has_pad=seat in layout.seat_pads)
            mat.append(place)
    _ruler(mat, EDGE / 2, height - 12)
    says = f"{title}: {width:g} x {height:g} mm. Print at 100 %, over several sheets, and check the ruler."
    _say(mat, says, EDGE / 2, 12, 5, "start")
    svg: str = mat.as_svg()
    return svg


def _sides(seats: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats on the lower side and those on the upper side, both from left to right."""
    half = -(-len(seats) // 2)
    return tuple(reversed(seats[:half])), seats[half:]


def _pad(mat: drawsvg.Drawing | drawsvg.Group, x: float, y: float, says: str) -> None:
    for (wide, high), dashes, corner in ((CARD, None, 3.5), (ANTENNA, "3 2", 1.5)):
        mat.append(
            drawsvg.Rectangle(x - wide / 2, y - high / 2, wide, high, rx=corner, fill="none", stroke=INK,
                              stroke_width=FINE * (2 if dashes is None else 1), stroke_dasharray=dashes or "none")
        )  # fmt: skip
    mat.append(
        drawsvg.Circle(
            x, y, REACH + ANTENNA[0] / 2, fill="none", stroke="#c8322b", stroke_width=FINE, stroke_dasharray="1 3"
        )
    )
    mat.append(drawsvg.Lines(x - 4, y, x + 4, y, x, y, x, y - 4, x, y + 4, fill="none", stroke=INK, stroke_width=FINE))
    _say(mat, says, x, y - CARD[1] / 2 - 4, 6, "middle")


def _pile(mat: drawsvg.Drawing, x: float, y: float) -> None:
    wide, high = CARD
    mat.append(
        drawsvg.Rectangle(x - wide / 2, y - high / 2, wide, high, rx=3.5, fill="#f0ede4", stroke=INK, stroke_width=FINE)
    )
    _say(mat, "pile", x, y + 2, 6, "middle")


def _seat(place: drawsvg.Group, seat: int, *, has_pad: bool) -> None:
    if has_pad:
        _pad(place, 0, -8, f"pad of seat {seat}")
    y = SEAT_DEPTH / 2 - BUTTON / 2
    x = CARD[0] / 2 + BUTTON / 2 + 4 if has_pad else 0
    place.append(drawsvg.Circle(x, y, BUTTON / 2, fill="none", stroke=INK, stroke_width=FINE * 2))
    place.append(
        drawsvg.Lines(x - 4, y, x + 4, y, x, y, x, y - 4, x, y + 4, fill="none", stroke=INK, stroke_width=FINE)
    )
    _say(place, f"button {seat}, drill {BUTTON:g} mm", x, y - BUTTON / 2 - 3, 5, "middle")


def _ruler(mat: drawsvg.Drawing, x: float, y: float) -> None:
    for mm in range(0, 101, 10):
        mat.append(drawsvg.Line(x + mm, y, x + mm, y - (5 if mm % 50 else 8), stroke=INK, stroke_width=FINE))
    mat.append(drawsvg.Line(x, y, x + 100, y, stroke=INK, stroke_width=FINE))
    _say(mat, "100 mm", x + 102, y, 5, "start")


def _say(mat: drawsvg.Drawing | drawsvg.Group, text: str, x: float, y: float, size: float, anchor: str) -> None:
    mat.append(drawsvg.Text(text, size, x, y, fill=INK, font_family=SANS, text_anchor=anchor))
