"""The animated picture: a phone and the scoreboard side by side, while a card is laid and a mosquito is slapped."""

import base64
import io
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import DESK
from tests.browser.seats import Seat, sit
from tests.playing import Playing

FRAMES_PER_S = 10
HEIGHT, GAP, RADIUS = 500, 20, 18  # in pixels of the picture
QUALITY = 62  # of WebP, 0 to 100
REST_S = 2.2  # before it starts again
_FINGER = """
([x, y]) => {
  const finger = document.querySelector("#finger") ?? document.body.appendChild(document.createElement("div"));
  finger.id = "finger";
  Object.assign(finger.style, {
    position: "fixed", left: `${x - 26}px`, top: `${y - 26}px`, width: "52px", height: "52px", borderRadius: "50%",
    background: "rgb(255 255 255 / .35)", border: "2px solid rgb(255 255 255 / .8)", pointerEvents: "none", zIndex: 99,
    transition: "left .35s ease-out, top .35s ease-out",
  });
}
"""


@dataclass
class Film:
    """A recording of a page: a picture for each change, with its time in seconds."""

    page: Page
    frames: list[tuple[float, bytes]] = field(default_factory=list)
    rolls: bool = True

    def __post_init__(self) -> None:
        """Start recording. The browser reports every change, as long as this thread waits only on pages."""
        session = self.page.context.new_cdp_session(self.page)

        def take(frame: dict[str, Any]) -> None:
            self.frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
            if self.rolls:
                session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

        session.on("Page.screencastFrame", take)
        session.send("Page.startScreencast", {"format": "png"})

    def cut(self) -> None:
        """Discard everything recorded so far, because it may show a page that had not been drawn yet."""
        self.frames[:] = [(time.time(), self.page.screenshot())]

    def at(self, time_s: float) -> bytes:
        """Return the picture of the page at `time_s`."""
        shown = [frame for at, frame in self.frames if at <= time_s]
        return shown[-1] if shown else self.frames[0][1]


def record(browser: Browser, table: Playing, path: Path) -> None:
    """Once the first card is face up, play a few seconds of Mito by touch and save them as an animated picture."""
    ana = sit(browser, table.url, 1)
    ana.page.emulate_media(color_scheme="dark")
    board = browser.new_context(viewport=DESK, color_scheme="dark").new_page()  # type: ignore[arg-type]
    board.goto(table.url, wait_until="domcontentloaded")
    board.locator(".top").wait_for()
    films = (Film(ana.page), Film(board))
    ana.page.wait_for_timeout(1000)
    for film in films:
        film.cut()
    _play(table, ana, board)
    _write(films, path)
    for film in films:
        film.rolls = False
        film.page.context.close()


def _play(table: Playing, ana: Seat, board: Page) -> None:
    """Lay a three on a two; then Ben lays a mosquito, and everybody slaps."""
    ana.page.wait_for_timeout(900)
    _points(ana, ana.card("number3.1"))
    ana.picks("number3.1")
    _points(ana, ana.page.locator(".pad[data-zone='discard']"))
    ana.page.locator(".pad[data-zone='discard']").tap()
    board.locator(".top[data-card='number3.1']").wait_for()
    ana.page.wait_for_timeout(1400)
    _points(ana, ana.button)
    table.touches("mosquito4.1", "discard")
    board.locator(".top[data-card='mosquito4.1']").wait_for()
    table.taps(2)
    ana.taps()
    ana.page.wait_for_timeout(350)
    table.taps(3)
    board.wait_for_timeout(2500)


def _points(seat: Seat, where: Locator) -> None:
    """Move the finger to `where`, so that viewers see what is being touched."""
    where.scroll_into_view_if_needed()
    box = where.bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}
    seat.page.evaluate(_FINGER, [box["x"] + min(box["width"] / 2, 60), box["y"] + box["height"] / 2])
    seat.page.wait_for_timeout(450)


def _write(films: Sequence[Film], path: Path) -> None:
    pictures, durations = list[Image.Image](), list[int]()
    for shown, ticks in groupby(_ticks(films)):
        pictures.append(_side_by_side(shown))
        durations.append(1000 // FRAMES_PER_S * len(list(ticks)))
    durations[-1] += round(REST_S * 1000)
    pictures[0].save(
        path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, quality=QUALITY, method=6
    )


def _ticks(films: Sequence[Film]) -> Iterator[tuple[bytes, ...]]:
    """Yield what each page showed, tick by tick."""
    begin = max(film.frames[0][0] for film in films)
    end = max(film.frames[-1][0] for film in films)
    for tick in range(round((end - begin) * FRAMES_PER_S) + 1):
        yield tuple(film.at(begin + tick / FRAMES_PER_S) for film in films)


def _side_by_side(shown: Sequence[bytes]) -> Image.Image:
    parts = [_rounded(Image.open(io.BytesIO(one))) for one in shown]
    sheet = Image.new("RGBA", (sum(part.width for part in parts) + GAP * (len(parts) - 1), HEIGHT))
    left = 0
    for part in parts:
        sheet.paste(part, (left, 0))
        left += part.width + GAP
    return sheet


def _rounded(picture: Image.Image) -> Image.Image:
    small = picture.convert("RGB").resize(
        (round(picture.width * HEIGHT / picture.height), HEIGHT), Image.Resampling.LANCZOS
    )
    mask = Image.new("L", small.size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, small.width - 1, small.height - 1), RADIUS, fill=255)
    small.putalpha(mask)
    return small
