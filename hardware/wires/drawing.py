"""A drawing of the wiring: boards with their pins in the middle, readers on the right, the rest on the left.

Every wire has its own lane, a colour for its signal, and a label at both ends that shows where it goes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import drawsvg

from hardware import header
from hardware.plan import Plan
from hardware.wires.netlist import PI, Wire, reader_name, wires
from hardware.wires.supply import warnings

COLOURS: Mapping[str, str] = {
    "3V3": "#c8322b", "3V3(OUT)": "#c8322b", "5V": "#e2711d", "VBUS": "#e2711d", "GND": "#26292e", "SCK": "#c9a100",
    "MOSI": "#2467b3", "MISO": "#2c8a4b", "SDA": "#8d4bb0", "RST": "#7a6a58",
}  # fmt: skip
BUTTON, LIGHT, BUZZER = "#00838f", "#d0478f", "#5b5bd6"
INK, PAPER, BOARD, PICO_BOARD, CARD = "#1d2025", "#fbfaf7", "#2e6b4f", "#3b7f63", "#ffffff"
SANS = "Inter, Segoe UI, Roboto, Helvetica, Arial, sans-serif"

ROW = 22.0  # px between the pins of a part
PITCH = 32.0  # between the pins of a board
LANE = 9.0
CARD_WIDTH = 250.0
HEAD = 30.0
GAP = 18.0
MARGIN = 32.0


@dataclass
class _Part:
    """A part with the wires that begin at it."""

    name: str
    where: str
    wires: list[Wire] = field(default_factory=list)

    @property
    def height(self) -> float:
        return self.head + ROW * len(self.wires) + 8

    @property
    def head(self) -> float:
        return HEAD + (ROW - 4 if self.where else 0)


@dataclass
class _Board:
    """A board and the parts around it. `left` and `right` are its pins, from the top."""

    name: str
    title: str
    names: Mapping[int, str]
    left: Sequence[int]
    right: Sequence[int]
    lefts: list[_Part] = field(default_factory=list)
    rights: list[_Part] = field(default_factory=list)


def drawn(plan: Plan, title: str) -> str:
    boards = _boards(plan)
    complaints = warnings(plan)
    sizes = [_size(board) for board in boards]
    width = max([720.0, *(wide for wide, _ in sizes)]) + 2 * MARGIN
    height = 2 * MARGIN + 84 + sum(high + 40 for _, high in sizes) + 40 * len(complaints)
    picture = drawsvg.Drawing(width, height, id_prefix="w")
    picture.append(drawsvg.Rectangle(0, 0, width, height, fill=PAPER))
    _text(picture, title, MARGIN, MARGIN + 20, 24, bold=True)
    _text(picture, "Pins are counted as on the board; a wire says at each end where it goes.", MARGIN, MARGIN + 46, 15)
    y = MARGIN + 84
    for board, (_, high) in zip(boards, sizes, strict=True):
        _draw_board(picture, board, width, y)
        y += high + 40
    for complaint in complaints:
        _complain(picture, complaint, y, width)
        y += 40
    svg: str = picture.as_svg()
    return svg


def _boards(plan: Plan) -> list[_Board]:
    """Group the parts by their board."""
    boards: dict[str, _Board] = {}
    places = {reader_name(number): _zones(reader.name) for number, reader in enumerate(plan.readers, start=1)}
    parts: dict[str, _Part] = {}
    for wire in wires(plan):
        part = parts.setdefault(wire.start.part, _Part(wire.start.part, places.get(wire.start.part, "")))
        part.wires.append(wire)
    for part in parts.values():
        where = next(wire.end.part for wire in part.wires if isinstance(wire.end.pin, int))
        board = boards.setdefault(where, _empty(where))
        (board.rights if part.name.startswith("reader") else board.lefts).append(part)
    return [boards[name] for name in sorted(boards)]


def _zones(title: str) -> str:
    """Return the zones named in a reader's title, such as `reader 2 (seat.1, spi 0.1)`."""
    return title.partition("(")[2].rpartition(")")[0].partition(", ")[0].replace("/", ", ")


def _empty(name: str) -> _Board:
    if name == PI:
        return _Board(name, "Raspberry Pi", header.NAMES, range(1, 41, 2), range(2, 41, 2))
    return _Board(
        name, f"Raspberry Pi Pico “{name.removeprefix('pico ')}”", header.PICO_NAMES, range(1, 21), range(40, 20, -1)
    )


def _stack(parts: Iterable[_Part]) -> float:
    return sum(part.height + GAP for part in parts)


def _lanes(parts: Iterable[_Part]) -> dict[int, int]:
    """Assign a lane to each pin of the board, in order."""
    pins = sorted({wire.end.pin for part in parts for wire in part.wires if isinstance(wire.end.pin, int)})
    return {pin: lane for lane, pin in enumerate(pins)}


def _size(board: _Board) -> tuple[float, float]:
    lanes = len(_lanes(board.lefts)) + len(_lanes(board.rights))
    wide = _width_of(board) + lanes * LANE + 4 * 30 + CARD_WIDTH * (bool(board.lefts) + bool(board.rights))
    return wide, max(_stack(board.lefts), _stack(board.rights), _height_of(board))


def _width_of(board: _Board) -> float:
    return 300.0 if board.name == PI else 320.0


def _height_of(board: _Board) -> float:
    return PITCH * len(board.left) + 76


def _draw_board(picture: drawsvg.Drawing, board: _Board, width: float, top: float) -> None:
    lanes_left, lanes_right = _lanes(board.lefts), _lanes(board.rights)
    wide, _ = _size(board)
    x = (width - wide) / 2 + (CARD_WIDTH if board.lefts else 0) + 60 + len(lanes_left) * LANE
    places = _pins(board, x, top)
    body = drawsvg.Rectangle(
        x, top, _width_of(board), _height_of(board), rx=14, fill=BOARD if board.name == PI else PICO_BOARD
    )
    wires_of = drawsvg.Group(fill="none", stroke_width=2.4, stroke_linejoin="round", stroke_linecap="round")
    picture.append(body)
    _text(picture, board.title, x + _width_of(board) / 2, top + 28, 17, bold=True, fill="#fff", anchor="middle")
    used = {wire.end.pin: _colour(wire) for part in (*board.lefts, *board.rights) for wire in part.wires}
    for pin, (px, py, outward) in places.items():
        _draw_pin(picture, board, pin, px, py, outward, used.get(pin))
    picture.append(wires_of)
    for parts, lanes, to_left in ((board.lefts, lanes_left, True), (board.rights, lanes_right, False)):
        y = top
        for part in parts:
            _draw_part(picture, wires_of, part, board, x, y, lanes, places, to_left=to_left)
            y += part.height + GAP


def _pins(board: _Board, x: float, top: float) -> dict[int, tuple[float, float, int]]:
    """Return the position of each pin, and the side on which its label goes."""
    inner = 22.0 if board.name == PI else _width_of(board) / 2 - 26
    middle = x + _width_of(board) / 2
    places: dict[int, tuple[float, float, int]] = {}
    for side, pins in ((-1, board.left), (1, board.right)):
        for row, pin in enumerate(pins):
            places[pin] = (middle + side * inner, top + 60 + row * PITCH, side)
    return places


def _draw_pin(
    picture: drawsvg.Drawing, board: _Board, pin: int, x: float, y: float, side: int, colour: str | None
) -> None:
    picture.append(
        drawsvg.Circle(x, y, 8, fill=colour or "#e9dfb4", stroke="#fff" if colour else "#b9ad7a", stroke_width=1.5)
    )
    inwards = board.name != PI
    label, at = f"{board.names[pin]}", x + side * (-16 if inwards else 18)
    anchor = ("start" if side < 0 else "end") if inwards else ("end" if side < 0 else "start")
    shown = f"{pin}  {label}" if anchor == "start" else f"{label}  {pin}"
    _text(picture, shown, at, y - 6, 12, fill="#fff" if colour else "#cfe3d8", anchor=anchor, bold=colour is not None)


def _draw_part(
    picture: drawsvg.Drawing,
    wires_of: drawsvg.Group,
    part: _Part,
    board: _Board,
    board_x: float,
    y: float,
    lanes: Mapping[int, int],
    places: Mapping[int, tuple[float, float, int]],
    *,
    to_left: bool,
) -> None:
    edge = board_x if to_left else board_x + _width_of(board)
    out = -1 if to_left else 1
    near = edge + out * (30 + len(lanes) * LANE + 30)  # the part's edge where the wires begin
    x = near - CARD_WIDTH if to_left else near
    picture.append(drawsvg.Rectangle(x, y, CARD_WIDTH, part.height, rx=10, fill=CARD, stroke="#cfccc2"))
    _text(picture, part.name, x + 14, y + 21, 15, bold=True)
    _text(picture, part.where, x + 14, y + 39, 13, fill="#666a72", most=CARD_WIDTH - 28)
    for row, wire in enumerate(part.wires):
        wy, colour = y + part.head + ROW * row + 10, _colour(wire)
        picture.append(drawsvg.Circle(near, wy, 4.5, fill=colour))
        end, begins = wire.end, str(wire.start.pin)
        goes = f"{end.pin} {end.name}" if isinstance(end.pin, int) else f"{end.part} {end.pin}"
        said = (goes, begins) if not to_left else (begins, goes)
        _text(picture, said[1] if not to_left else said[0], x + (CARD_WIDTH - 14 if not to_left else 14), wy + 4.5, 13,
              anchor="end" if not to_left else "start")  # fmt: skip
        _text(picture, said[0] if not to_left else said[1], near - out * -12, wy + 4.5, 13, fill="#666a72",
              anchor="end" if to_left else "start")  # fmt: skip
        if isinstance(end.pin, int):
            px, py, _ = places[end.pin]
            lane = edge + out * (30 + lanes[end.pin] * LANE)
            wires_of.append(_path((near, wy), lane, (px, py), out, colour, crosses=places[end.pin][2] != out))


def _path(
    begins: tuple[float, float], lane: float, pin: tuple[float, float], side: int, colour: str, *, crosses: bool
) -> drawsvg.Path:
    """Draw a wire into its lane, along the lane, and to its pin, passing between two rows if a pin is in the way."""
    (x, y), (px, py) = begins, pin
    path = drawsvg.Path(stroke=colour)
    path.M(x, y).L(lane, y)
    if crosses:
        between = py + 9
        return path.L(lane, between).L(px + side * 13, between).L(px + side * 6, py + 4)
    return path.L(lane, py).L(px + side * 8, py)


def _colour(wire: Wire) -> str:
    named = {"3.3V": "3V3", "+": "5V", "emitter": "GND", "-": "GND", "2": "GND"}.get(
        str(wire.start.pin), str(wire.start.pin)
    )
    if wire.end.name in ("GND", "3V3", "3V3(OUT)", "5V", "VBUS"):
        return COLOURS[wire.end.name]
    if wire.start.part.startswith("button"):
        return BUTTON
    if wire.start.part.startswith("light"):
        return LIGHT
    return COLOURS.get(named, BUZZER)


def _complain(picture: drawsvg.Drawing, complaint: str, y: float, width: float) -> None:
    picture.append(drawsvg.Rectangle(MARGIN, y, width - 2 * MARGIN, 30, rx=8, fill="#fde8e4", stroke="#c8322b"))
    _text(picture, complaint, MARGIN + 12, y + 20, 13.5, most=width - 2 * MARGIN - 24)


def _text(
    picture: drawsvg.Drawing, text: str, x: float, y: float, size: float, *, bold: bool = False, fill: str = INK,
    anchor: str = "start", most: float | None = None,
) -> None:  # fmt: skip
    fitted = {"textLength": most, "lengthAdjust": "spacingAndGlyphs"} if most and len(text) * size * 0.56 > most else {}
    picture.append(
        drawsvg.Text(text, size, x, y, fill=fill, font_family=SANS, font_weight=600 if bold else 400,
                     text_anchor=anchor, **fitted)
    )  # fmt: skip
