"""The Pico program in MicroPython, with no more memory than a Pico has, in virtual time: it keeps all that it sees."""

from collections.abc import Iterator

import pytest

from firmware_bridge.bridge import Bridge, Changed, Found, Lost, PollRun, Seen
from firmware_bridge.pico.board import KEPT
from firmware_bridge.pico.messages import Begin, Listen, Watch
from hardware.clock import ManualClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.pico.circuit import Circuit
from hardware.emulator.pico.micropython import MicroPython
from hardware.emulator.pico.pico import EmulatedPico
from hardware.emulator.pins import EmulatedButton, chatter
from hardware.emulator.spi import EmulatedSpi
from hardware.emulator.tag import Tag

pytestmark = pytest.mark.long

MS = 1_000_000
S = 1000 * MS
AWAY_S = 11


class Desk:
    """Eight buttons whose contacts chatter, and a reader if wanted, on a slow cable."""

    def __init__(self, *, chatters_ms: int, reader: bool) -> None:
        self.clock = ManualClock(7 * S)
        self.field = Field()
        self.buttons = [EmulatedButton(self.clock, bounce_ns=chatter(chatters_ms * MS)) for _ in range(8)]
        self.circuit = Circuit(self.clock, "E6614103E7000001", ppm=60)
        self.circuit.buttons = dict(enumerate(self.buttons, start=2))
        self.circuit.selects[17] = EmulatedSpi(EmulatedMfrc522(self.field, self.clock.now_ns))
        self.pico = EmulatedPico(self.circuit, self.clock, hiccups=0.5, starts=MicroPython)
        listens = (Listen(0, 17, 33, 620, False),) if reader else ()
        watches = (Watch(channel, 2 + channel) for channel in range(8))
        self.bridge = Bridge(
            "desk", self.pico.open, self.clock, (*listens, *watches, Begin(26, 20, False)), process="one"
        )
        self.seen: list[Seen] = []

    def runs(self, seconds: float) -> None:
        until_ns = self.clock.now_ns() + round(seconds * S)
        while self.clock.now_ns() < until_ns:
            self.seen += self.bridge.poll()

    def plays_while_the_host_is_away(self) -> None:
        """Press or release a button every 100 ms, and touch the pad with a card every second."""
        for number in range(AWAY_S * 10):
            button = self.buttons[number % 8]
            (button.release if number // 8 % 2 else button.press)()
            if number % 10 == 0:
                now_ns = self.clock.now_ns()
                self.field.put(Tag(bytes([4, 1, 2, 3, 4, 5, number])), from_ns=now_ns, until_ns=now_ns + 300 * MS)
            self.pico.bench.run(self.clock.now_ns() + 100 * MS)

    def levels(self, channel: int) -> list[bool]:
        return [seen.high for seen in self.seen if isinstance(seen, Changed) and seen.channel == channel]

    @property
    def cards(self) -> list[int]:
        """The cards in the order in which they were found, each as often as it came."""
        runs = [seen.uids for seen in self.seen if isinstance(seen, PollRun)]
        return [uids[0][-1] for at, uids in enumerate(runs) if uids and (at == 0 or runs[at - 1] != uids)]


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    desk = Desk(**request.param)
    desk.runs(1)
    assert [type(seen) for seen in desk.seen if isinstance(seen, Found | Lost)] == [Found]
    desk.seen.clear()
    yield desk
    desk.bridge.close()
    desk.pico.close()


@pytest.mark.parametrize("desk", [{"chatters_ms": 8, "reader": True}], indirect=True)
def test_a_pico_keeps_all_it_saw_while_its_host_was_away_for_eleven_seconds(desk: Desk) -> None:
    desk.plays_while_the_host_is_away()
    desk.runs(2)

    assert (desk.circuit.resets, desk.bridge.dropped) == (0, 0)
    for channel, button in enumerate(desk.buttons):
        assert desk.levels(channel) == [level.high for level in button.history()]
    assert desk.cards == list(range(0, AWAY_S * 10, 10))


@pytest.mark.parametrize("desk", [{"chatters_ms": 24, "reader": False}], indirect=True)
def test_a_pico_with_buttons_alone_tells_how_much_it_could_not_keep(desk: Desk) -> None:
    desk.plays_while_the_host_is_away()
    desk.runs(2)

    changes = sum(button.changed for button in desk.buttons)
    reported = sum(len(desk.levels(channel)) for channel in range(8))
    assert desk.circuit.resets == 0
    assert changes > KEPT
    assert changes <= reported + desk.bridge.dropped <= changes + 8, (
        "the level of a button may have been told once more"
    )
    assert desk.bridge.dropped > 300
    for channel, button in enumerate(desk.buttons):
        assert desk.levels(channel)[-1] == button.history()[-1].high, "and where each button is now"
