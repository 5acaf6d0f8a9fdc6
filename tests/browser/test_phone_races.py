"""Races of eight phones in real browsers, over networks that delay: the order is right, or a tie within the errors.

The table's own server and source of phones, and the pages of eight seats on three engines. One page has a clock that
runs 200 ppm fast, one sleeps before each race. What is true is known by the date, which all processes of a machine
share: each page notes it as it makes the event of a press. RACES says how many are run.
"""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import accumulate
from pathlib import Path
from random import Random
from threading import Condition, Event, Thread
from time import monotonic_ns, time_ns

import pytest
from playwright.sync_api import Playwright

from cardtable_lab.bench.phone_races import SEATS, Intake, any_way
from cardtable_lab.bench.races import MS, Press, Result
from hardware.clock import SystemClock
from hardware.debounce import Contact
from hardware.phones import PhoneButtons
from table.keeping.journal import Journal
from table.values import replace
from tests.browser.engines import Phone, phone_on
from tests.emulated import TableInTime
from tests.web.conftest import Real, served, serving
from web.context import Config

pytestmark = [pytest.mark.browser, pytest.mark.long]
RACES = int(os.environ.get("RACES", "10"))
ENGINES = ("chromium", "chromium", "chromium", "chromium", "chromium", "firefox", "firefox", "webkit")
FAST, SLEEPER = 2, 4
MOST_MS, BEGINS_MS = 200, 600
COUNTS_S = 4.0
_IN_ORDER_S = 1e-6  # what is due at the same time comes in any order
TRUTH_NS = 2 * MS  # the date counts in ms, and Firefox rounds each of its clocks to one
SURE = ".stamped[data-error]:not([data-error=''])"
CLOCK = """(rate) => {
    const now = performance.now.bind(performance);
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
    const begins = now() + 1e8; // it sleeps longer than it was awake
    window.slept = 0;
    const shown = (at) => begins + at * rate - window.slept;
    performance.now = () => shown(now());
    Object.defineProperty(Event.prototype, "timeStamp", { get() { return shown(get.call(this)); } });
}"""
WAKES = """(ms) => {
    window.slept += ms;
    document.dispatchEvent(new Event("visibilitychange"));
}"""
PRESSES = """(button, date) => {
    window.pressed = null;
    setTimeout(() => {
        let begins, press;
        do {
            begins = Date.now();
            press = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
        } while (Date.now() !== begins);
        document.querySelector(button).dispatchEvent(press);
        window.pressed = begins;
        setTimeout(() => window.dispatchEvent(new KeyboardEvent("keyup", { key: "Enter" })), 80);
    }, date - Date.now());
}"""


class WithPhones(Real):
    """A table of real cards whose seats have phones as buttons."""

    buttons: PhoneButtons

    @property
    def phones(self) -> PhoneButtons:
        return self.buttons


class Taking(Thread):
    """Takes presses in as a game does."""

    def __init__(self, buttons: PhoneButtons) -> None:
        super().__init__(daemon=True)
        self.intake, self._buttons, self._on = Intake(), buttons, True
        self._taken = Condition()

    def run(self) -> None:
        while self._on:
            batch = self._buttons.poll()
            with self._taken:
                self.intake.takes(batch, self._buttons.now_ns())
                self._taken.notify_all()

    def stop(self) -> None:
        self._on = False
        self.join()

    def race(self, number: int, pressed: Sequence[tuple[int, int]]) -> list[Press]:
        """Wait until all presses of a race count, or long enough; return those that do."""

        def counted() -> list[Press]:
            return [press for one in pressed if (press := self.intake.press(number, *one)) is not None]

        with self._taken:
            self._taken.wait_for(lambda: len(counted()) == len(pressed), COUNTS_S)
            return counted()


class Network(Thread):
    """Ways to a port of this machine, each with a port of its own, that delay once they are told to."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.is_slow = False
        self._port, self._began, self._ends = port, Event(), asyncio.Event()
        self._servers: list[asyncio.Server] = []

    def __enter__(self) -> "Network":
        self.start()
        self._began.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._ends.set)
        self.join()

    def run(self) -> None:
        asyncio.run(self._on())

    async def _on(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._began.set()
        await self._ends.wait()
        for server in self._servers:
            server.close()

    def way(self, there_ns: Callable[[], int], back_ns: Callable[[], int]) -> int:
        """Return the port of a new way."""

        async def comes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._port)
            await asyncio.gather(self._carries(reader, to_writer, there_ns), self._carries(to_reader, writer, back_ns))

        async def opened() -> int:
            server = await asyncio.start_server(comes, "127.0.0.1", 0)
            self._servers.append(server)
            port: int = server.sockets[0].getsockname()[1]
            return port

        return asyncio.run_coroutine_threadsafe(opened(), self._loop).result()

    async def _carries(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, takes_ns: Callable[[], int]
    ) -> None:
        """Write what is read after a while each, in its order."""
        due, now = 0.0, self._loop.time
        try:
            with suppress(ConnectionError):  # a browser hangs up as it likes
                while chunk := await reader.read(1 << 16):
                    due = max(due + _IN_ORDER_S, now() + (takes_ns() / 1e9 if self.is_slow else 0))
                    self._loop.call_at(due, writer.write, chunk)
                await asyncio.sleep(max(0, due - now()))
        finally:
            writer.close()


@contextmanager
def phones(folder: Path, playwright: Playwright, chance: Random) -> Iterator[tuple[list[Phone], PhoneButtons]]:
    """Lend the phones of eight seats, each with its page open and its button matched, over slow networks."""
    buttons = PhoneButtons({seat: Contact(seat) for seat in range(1, SEATS + 1)}, SystemClock())
    with ExitStack() as closing:
        journal = closing.enter_context(Journal(folder / "table.db"))
        table = closing.enter_context(TableInTime(journal, game="mythology_go", seats=SEATS))
        table.starts("mythology_go", *(f"{engine} {seat}" for seat, engine in enumerate(ENGINES, 1)))
        shown = WithPhones(table)
        shown.buttons = buttons
        board = table.controller.board
        port = closing.enter_context(serving(served(shown, 2 * SEATS), board, Config(most_streams=2 * SEATS)))
        network = closing.enter_context(Network(port))
        lent = []
        for seat, engine in enumerate(ENGINES, 1):
            way = any_way(chance)
            phone = closing.enter_context(phone_on(engine, playwright))
            phone.goes(f"http://127.0.0.1:{network.way(way.there_ns, way.back_ns)}/seat/{seat}")
            phone.evaluates(CLOCK, 1.0002 if seat == FAST else 1)
            phone.taps("[data-take]")
            phone.sees(SURE)
            lent.append(phone)
        network.is_slow = True
        for phone in lent:
            phone.evaluates(WAKES, 0)  # what is known of its clock comes from the slow network alone
        yield lent, buttons


@pytest.mark.timeout(300 + 20 * RACES)
def test_every_order_is_right_or_a_tie_within_the_errors(playwright: Playwright, tmp_path: Path) -> None:
    chance = Random(1)  # noqa: S311 - chance, no secret
    with phones(tmp_path, playwright, chance) as (lent, buttons):
        taking = Taking(buttons)
        taking.start()
        presses: list[Press] = []
        for number in range(RACES):
            lent[SLEEPER - 1].evaluates(WAKES, chance.uniform(500, 20_000))
            for phone in lent:
                phone.sees(SURE)
            presses += raced(number, lent, buttons, taking, chance)
        taking.stop()

    result = Result([replace(press, error_ns=press.error_ns + TRUTH_NS) for press in presses], RACES, 0)
    bounds = f"{len(presses)} presses count, error bound {result.bound:.0f} ms on average, 99 of 100 off by at most "
    print(f"{bounds}{result.off(0.99):.0f} ms; {result.ties} of {len(result.pairs)} pairs are ties")  # noqa: T201
    for engine in dict.fromkeys(ENGINES):
        of = replace(result, presses=[press for press in result.presses if ENGINES[press.seat - 1] == engine])
        share = f"{len(of.presses)} of {ENGINES.count(engine) * RACES} presses count"
        print(f"{engine}: {share}, error bound {of.bound:.0f} ms, {of.outside} outside it")  # noqa: T201
    assert (result.outside, result.wrong) == (0, 0)
    assert len(presses) > 0.9 * SEATS * RACES, "others came too late"
    assert result.ties < len(result.pairs)


def raced(number: int, lent: Sequence[Phone], buttons: PhoneButtons, taking: Taking, chance: Random) -> list[Press]:
    """Let all press, one after the other in any order; return how it was counted."""
    buttons.expect_race(race=True)
    order = chance.sample(range(1, SEATS + 1), SEATS)
    begins_ms = time_ns() / MS + BEGINS_MS
    for seat, at_ms in zip(order, accumulate(chance.uniform(0, MOST_MS) for _ in order), strict=True):
        lent[seat - 1].evaluates(PRESSES, f"[data-button='{seat}']", begins_ms + at_ms)
    date_ns = time_ns() - monotonic_ns()
    pressed = [(seat, round(lent[seat - 1].waits("() => window.pressed") * MS) - date_ns) for seat in order]
    counted = taking.race(number, pressed)
    buttons.expect_race(race=False)
    return counted
