"""A Pico as a source: what its ui and changes mean, and that it is when they happened that counts, not when told."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.bridge import Changed, Found, Lost, PollRun, ReaderReported, Seen
from hardware.clock import ManualClock
from hardware.debounce import Contact
from hardware.observations import ButtonEdge, Observation, ReaderHealth, TagEvent
from hardware.pico import PicoReader, PicoSource
from hardware.ports import Batch
from hardware.presence import Patience

MS = 1_000_000
STEP = 20 * MS
A, B = bytes.fromhex("04aaaaaaaaaaaa"), bytes.fromhex("04bbbbbbbbbbbb")
BEGIN = 1_000 * MS


@dataclass
class FakeBridge:
    """Says what it is told to say."""

    name: str = "left"
    got_to_ns: int | None = None
    dropped: int = 0
    waiting: list[Seen] = field(default_factory=list)
    is_there: bool = True

    def poll(self) -> list[Seen]:
        reported, self.waiting = self.waiting, []
        return reported


class Desk:
    """A source with two readers and a button, and what it has told."""

    def __init__(self, patience: Patience | None = None, *, readers: bool = True) -> None:
        self.clock, self.bridge = ManualClock(BEGIN), FakeBridge()
        patience = patience or Patience(misses=3, silence_ns=100 * MS)
        names = ("discard", "seat.1") if readers else ()
        self.source = PicoSource(
            self.bridge,  # type: ignore[arg-type]
            self.clock,
            {channel: PicoReader(name, patience) for channel, name in enumerate(names)},
            {0: Contact(3)},
            step_ns=STEP,
        )
        self.items: list[Observation] = []
        self.batches: list[Batch] = []
        begun = [ReaderReported(channel, BEGIN, alive=True, why="", begins=True) for channel in range(len(names))]
        self.report(Found(BEGIN, same=False), *begun, at_ms=0)

    def report(self, *seen: Seen, at_ms: int | None = None) -> Batch:
        """Tell these, and that everything up to a time is told; None: it cannot be reached."""
        self.bridge.waiting += seen
        self.bridge.got_to_ns = None if at_ms is None else BEGIN + at_ms * MS
        batch = self.source.poll()
        self.items += batch.items
        self.batches.append(batch)
        return batch

    @property
    def sightings(self) -> list[tuple[str, bytes, bool]]:
        return [(one.reader, one.uid, one.present) for one in self.items if isinstance(one, TagEvent)]


def polls(channel: int, first_ms: int, last_ms: int, number: int, *uids: bytes) -> PollRun:
    tags = tuple((uid, None) for uid in uids)
    return PollRun(channel, BEGIN + first_ms * MS, BEGIN + last_ms * MS, number, False, tags)


def touch(channel: int, from_ms: int, to_ms: int, uid: bytes = A) -> tuple[PollRun, ...]:
    """Tell of a card that was there for a while, as a Pico does: single polls, then runs, then its absence."""
    return (
        polls(channel, from_ms, from_ms, 1, uid),
        polls(channel, from_ms + 12, from_ms + 12, 1, uid),
        polls(channel, from_ms + 24, to_ms, max(2, (to_ms - from_ms) // 12), uid),
        polls(channel, to_ms + 12, to_ms + 300, 24),
    )


def test_a_card_comes_when_it_was_read_and_goes_when_it_was_given_up() -> None:
    desk = Desk()
    desk.report(*touch(0, 50, 300), at_ms=1000)

    assert desk.sightings == [("discard", A, True), ("discard", A, False)]
    came, went = (one.at_ns for one in desk.items if isinstance(one, TagEvent))
    assert came == BEGIN + 50 * MS
    assert BEGIN + 400 * MS <= went <= BEGIN + 460 * MS


def test_nobody_is_told_further_than_it_has_got() -> None:
    desk = Desk()
    assert desk.report(polls(0, 50, 50, 1, A), at_ms=70).watermark_ns <= BEGIN + 50 * MS  # it is not decided yet
    batch = desk.report(polls(0, 62, 90, 3, A), at_ms=130)

    assert [item.at_ns for item in batch.items] == [BEGIN + 50 * MS]
    assert BEGIN + 90 * MS <= batch.watermark_ns <= BEGIN + 130 * MS


@given(st.lists(st.integers(0, 1200), max_size=12))
def test_it_does_not_matter_when_the_cable_delivers(cuts: list[int]) -> None:
    """However what was seen is cut into deliveries, the same is told, with the same times."""
    seen: list[PollRun] = sorted(
        (*touch(0, 50, 300), *touch(1, 180, 420, B), *touch(0, 620, 900, B)), key=lambda run: run.first_ns
    )
    whole = Desk()
    whole.report(*seen, at_ms=1600)
    parts = Desk()
    for at_ms in sorted(cuts):
        due = [run for run in seen if run.last_ns <= BEGIN + at_ms * MS]
        begun = [run.first_ns for run in seen if run not in due]
        seen = [run for run in seen if run not in due]
        got_to_ns = min([BEGIN + at_ms * MS, *begun])
        parts.report(*due, at_ms=max(0, (got_to_ns - BEGIN) // MS - 1))
    parts.report(*seen, at_ms=1600)

    assert sorted(parts.items, key=_order) == sorted(whole.items, key=_order)
    assert len(parts.items) == 6


def _order(item: Observation) -> tuple[int, str]:
    return item.at_ns, repr(item)


def test_nothing_comes_behind_what_it_had_got_to() -> None:
    desk = Desk()
    got_to = BEGIN
    for at_ms in range(10, 1500, 10):
        runs = [run for run in touch(0, 50, 300) if (at_ms - 10) * MS < run.last_ns - BEGIN <= at_ms * MS]
        open_run = [run.first_ns for run in touch(0, 50, 300) if run.last_ns - BEGIN > at_ms * MS]
        batch = desk.report(*runs, at_ms=(min([BEGIN + at_ms * MS, *open_run]) - BEGIN) // MS)
        assert all(item.at_ns >= got_to for item in batch.items)
        assert batch.watermark_ns >= got_to
        got_to = batch.watermark_ns

    assert len(desk.items) == 2


def test_a_neighbours_tag_is_told_where_it_is_heard_most() -> None:
    desk = Desk()
    bleeds = [polls(1, 60 + 40 * n, 60 + 40 * n, 1, A) for n in range(2)]
    desk.report(*touch(0, 50, 300), *bleeds, polls(1, 112, 400, 24), at_ms=1000)

    assert desk.sightings == [("discard", A, True), ("discard", A, False)]


def test_what_lies_there_when_it_begins_to_look_was_not_laid_now() -> None:
    desk = Desk()
    desk.report(polls(0, 10, 10, 1, A), polls(0, 22, 200, 15, A), at_ms=300)

    assert [one.lay_there for one in desk.items if isinstance(one, TagEvent)] == [True]


def test_one_that_tells_nothing_any_more_finds_nothing() -> None:
    desk = Desk()
    desk.report(polls(0, 50, 50, 1, A), polls(0, 62, 200, 12, A), at_ms=210)
    desk.report(at_ms=1500)

    assert desk.sightings == [("discard", A, True), ("discard", A, False)]


# -- buttons


def change(at_ms: float, *, high: bool, error_ns: int = 1000) -> Changed:
    return Changed(0, BEGIN + round(at_ms * MS), error_ns, high)


def edges(items: Sequence[Observation]) -> list[tuple[float, bool, int]]:
    return [((one.at_ns - BEGIN) / MS, one.down, one.error_ns) for one in items if isinstance(one, ButtonEdge)]


def test_a_press_is_told_once_with_its_bound() -> None:
    desk = Desk()
    desk.report(*(change(at, high=high) for at, high in ((100, False), (100.4, True), (101, False))), at_ms=200)
    desk.report(*(change(at, high=high) for at, high in ((260, True), (260.5, False), (261, True))), at_ms=400)

    assert edges(desk.items) == [(100, True, 1000), (260, False, 1000)]


def test_a_button_that_was_let_go_while_nobody_looked_is_up() -> None:
    desk = Desk()
    desk.report(change(100, high=False), at_ms=200)
    desk.report(Lost(BEGIN + 300 * MS, "its cable was pulled"), at_ms=None)
    desk.report(Found(BEGIN + 900 * MS, same=False), change(950, high=True), at_ms=1000)

    assert [down for _, down, _ in edges(desk.items)] == [True, False]


def test_a_press_waits_for_a_beat_that_knows_it_closed_and_the_watermark_waits_with_it() -> None:
    desk = Desk(readers=False)
    desk.report(change(1, high=True), at_ms=50)

    waits = desk.report(change(100, high=False), at_ms=102)
    reported = desk.report(at_ms=104)

    assert (edges(waits.items), waits.watermark_ns) == ([], BEGIN + 100 * MS)
    assert edges(reported.items) == [(100, True, 1000)]
    assert reported.watermark_ns == BEGIN + 104 * MS


def test_a_spike_on_the_wire_of_a_pico_is_no_press() -> None:
    desk = Desk(readers=False)
    desk.report(change(1, high=True), at_ms=50)
    desk.report(change(100, high=True), change(100.002, high=True), at_ms=120)  # read when it was over
    desk.report(change(130, high=False), change(132, high=True), at_ms=140)

    assert edges(desk.items) == []
    assert desk.batches[-1].watermark_ns == BEGIN + 140 * MS


def test_a_level_that_no_interrupt_told_of_has_its_own_error_besides() -> None:
    desk = Desk(readers=False)
    desk.report(change(1, high=True), change(100, high=False), at_ms=200)
    lost = Changed(0, BEGIN + 290 * MS, 1000, high=True, late_ns=10 * MS)
    desk.report(lost, at_ms=320)

    assert edges(desk.items) == [(100, True, 1000), (290, False, 1000 + 10 * MS)]


# -- a cable that is pulled


def test_every_reader_of_a_lost_pico_is_told_and_nobody_waits_for_it() -> None:
    desk = Desk()
    desk.clock.sleep_ns(500 * MS)
    batch = desk.report(Lost(BEGIN + 400 * MS, "its cable was pulled"), at_ms=None)

    assert [(one.reader, one.alive, one.why) for one in batch.items if isinstance(one, ReaderHealth)] == [
        ("discard", False, "left: its cable was pulled"),
        ("seat.1", False, "left: its cable was pulled"),
    ]
    assert batch.watermark_ns == BEGIN + 500 * MS
    assert not desk.report(Lost(BEGIN + 600 * MS, "no Pico is plugged in"), at_ms=None).items


def test_what_it_has_kept_comes_late_but_it_comes() -> None:
    desk = Desk()
    desk.clock.sleep_ns(5000 * MS)
    desk.report(Lost(BEGIN + 20 * MS, "it does not answer"), at_ms=None)
    desk.report(Found(BEGIN + 4900 * MS, same=True), *touch(0, 1050, 1300), *touch(0, 2050, 2300), at_ms=4950)

    assert desk.sightings == [("discard", A, True), ("discard", A, False)] * 2
    assert [one.alive for one in desk.items if isinstance(one, ReaderHealth)] == [False, False, True, True]


def test_one_that_was_switched_off_is_back_when_it_looks_again_and_what_lies_there_was_not_laid_now() -> None:
    desk = Desk()
    desk.report(Lost(BEGIN + 100 * MS, "its cable was pulled"), at_ms=None)
    desk.report(Found(BEGIN + 900 * MS, same=False), at_ms=905)
    assert [one for one in desk.items if isinstance(one, ReaderHealth) and one.alive] == []
    desk.report(ReaderReported(0, BEGIN + 950 * MS, alive=True, why="", begins=True), at_ms=960)
    desk.report(polls(0, 960, 960, 1, A), polls(0, 972, 1100, 9, A), at_ms=1200)

    assert [one.reader for one in desk.items if isinstance(one, ReaderHealth) and one.alive] == ["discard"]
    assert [one.lay_there for one in desk.items if isinstance(one, TagEvent)] == [True]


def test_a_chip_that_fails_and_is_back_is_told() -> None:
    desk = Desk()
    desk.report(ReaderReported(1, BEGIN + 100 * MS, alive=False, why="the chip is deaf", begins=False), at_ms=120)
    desk.report(ReaderReported(1, BEGIN + 500 * MS, alive=True, why="", begins=False), at_ms=520)
    desk.report(
        ReaderReported(0, BEGIN + 600 * MS, alive=True, why="the chip has forgotten its settings", begins=False),
        at_ms=620,
    )

    assert [(one.reader, one.alive, one.why) for one in desk.items if isinstance(one, ReaderHealth)] == [
        ("seat.1", False, "the chip is deaf"),
        ("seat.1", True, ""),
        ("discard", True, "the chip has forgotten its settings"),
    ]


def test_what_was_seen_before_a_chip_failed_still_counts() -> None:
    desk = Desk()
    desk.report(
        *touch(0, 50, 300),
        ReaderReported(0, BEGIN + 2000 * MS, alive=False, why="it is deaf", begins=False),
        at_ms=2100,
    )

    assert desk.sightings == [("discard", A, True), ("discard", A, False)]
    assert [one.why for one in desk.items if isinstance(one, ReaderHealth)] == ["it is deaf"]


def test_what_a_pico_had_no_room_for_is_told() -> None:
    desk = Desk()
    desk.bridge.dropped = 7
    batch = desk.report(at_ms=100)

    assert {one.why for one in batch.items if isinstance(one, ReaderHealth)} == {
        "left: 7 messages were lost, for nobody listened"
    }
    assert not desk.report(at_ms=120).items


def test_a_pico_with_buttons_alone_tells_what_was_lost_and_when_it_is_gone_and_back() -> None:
    desk = Desk(readers=False)
    desk.bridge.dropped = 7
    desk.report(at_ms=100)
    desk.report(Lost(BEGIN + 200 * MS, "its cable was pulled"))
    desk.report(Lost(BEGIN + 300 * MS, "no Pico is plugged in"))
    desk.report(Found(BEGIN + 400 * MS, same=False), at_ms=400)

    assert [(one.reader, one.alive, one.why) for one in desk.items if isinstance(one, ReaderHealth)] == [
        ("buttons of left", True, "left: 7 messages were lost, for nobody listened"),
        ("buttons of left", False, "left: its cable was pulled"),
        ("buttons of left", True, ""),
    ]
