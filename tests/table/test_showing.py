"""What each reader and button shows just now: a card that is leaving has not been missed."""

import pytest

from hardware.observations import NS_PER_US as US
from hardware.observations import ButtonEdge, TagEvent
from hardware.presence import PollRecord
from hardware.reader import FoundTag, Poll
from table.running.wired import Wired, WiredButton, WiredReader
from table.wiring.hardware import Showing

CARD, OTHER = b"\x04\x01", b"\x04\x02"
MS = 1_000_000


class Watched:
    """A reader that is looked at again and again."""

    def __init__(self) -> None:
        self.showing = Showing({"a": ("discard",)}, (1, 2))
        self.now_ns = 0

    def looks(self, times: int, *uids: bytes, there: tuple[bytes, ...] = (CARD,), every_ms: int = 20) -> None:
        for _ in range(times):
            self.now_ns += every_ms * MS
            self.showing.polled(PollRecord("a", self.now_ns, Poll(tuple(map(FoundTag, uids))), frozenset(there)))

    @property
    def good(self) -> float | None:
        return self.showing.now.readers[0].good


@pytest.fixture
def watched() -> Watched:
    return Watched()


def test_nothing_is_said_of_a_reader_on_which_nothing_has_lain(watched: Watched) -> None:
    watched.looks(100, there=())
    assert watched.good is None


def test_a_card_that_is_lifted_was_not_missed(watched: Watched) -> None:
    for _ in range(10):
        watched.looks(20, CARD)
        watched.looks(30, every_ms=4)
        watched.looks(5, there=())
    assert watched.good == 1


def test_what_was_missed_counts_when_the_card_is_heard_again_and_by_the_time_it_took(watched: Watched) -> None:
    for _ in range(200):
        watched.looks(9, CARD)
        watched.looks(1)
    assert watched.good == pytest.approx(0.9, abs=0.02)
    for _ in range(200):
        watched.looks(1, CARD)
        watched.looks(5, every_ms=4)
    assert watched.good == pytest.approx(0.5, abs=0.05)


def test_of_a_pile_one_card_is_enough(watched: Watched) -> None:
    watched.looks(200, OTHER, there=(CARD, OTHER))
    assert watched.good == 1


def test_cards_are_counted_and_never_named_and_buttons_are_down_or_up(watched: Watched) -> None:
    watched.showing.saw(
        [
            TagEvent(US, "a", CARD, present=True),
            TagEvent(2 * US, "a", OTHER, present=True),
            ButtonEdge(3 * US, 2, down=True),
        ]
    )
    watched.showing.saw([TagEvent(4 * US, "a", CARD, present=False)])

    assert watched.showing.now == Wired(
        (WiredReader("a", ("discard",), 1, None),), (WiredButton(1, down=False), WiredButton(2, down=True))
    )
