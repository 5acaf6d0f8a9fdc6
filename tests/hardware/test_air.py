"""What the air does to tags: range, stacks, fading, bleeding, noise, deaf chips; and what readers make of evenings."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable_lab.bench.arrivals import Count, ours
from hardware.assembly import Assembly
from hardware.clock import ManualClock, SharedClock
from hardware.emulator.field import Field
from hardware.emulator.frames import Frame, Heard
from hardware.emulator.physics import CLEAN, HARSH, NOISE, TYPICAL, Physics
from hardware.emulator.room import Room
from hardware.emulator.shortcut import Skipping
from hardware.emulator.tag import State, Tag
from hardware.iso14443a import HLTA, WUPA
from hardware.mfrc522.chip import ChipError
from hardware.observations import Observation, TagEvent, UnreadTag
from hardware.plan import PicoPlan, Plan, ReaderPlan
from hardware.reader import Poll
from tests.hardware.conftest import UID, Reader

MS = 1_000_000
SLOT_NS = 10 * MS
MANY = 4000
LATER_NS = 1_000 * MS
CALL = Frame.of([WUPA], last_bits=7)
ANSWER = Frame.of(b"\x44\x00")

physics = pytest.mark.parametrize("air", [TYPICAL, HARSH], ids=lambda air: air.name)
seeds = st.integers(0, 2**32)


def tags(count: int) -> list[Tag]:
    return [Tag(UID[:-1] + bytes([i])) for i in range(count)]


def switched_on(air: Physics, seed: int = 0) -> Field:
    field = Field(air, seed=seed)
    field.power(True)
    return field


def call(field: Field, at_ns: int, *held: Tag) -> Heard | None:
    """Wake whoever is there, as if it had just come."""
    for tag in held:
        tag.power_off()
    return field.exchange(CALL, at_ns)


def rate(answered: Callable[[int], bool], count: int = MANY) -> float:
    """Return how often something happens, asked once in each 10 ms, for which chance is drawn anew."""
    return sum(answered(LATER_NS + i * SLOT_NS) for i in range(count)) / count


def near(chance: float, count: int = MANY) -> object:
    """Return what a rate may be: four standard deviations about the chance."""
    return pytest.approx(chance, abs=4 * (chance * (1 - chance) / count) ** 0.5 + 1e-9)


# -- hands that wait for the tick


def patient() -> Field:
    field = Field(patience_ns=40 * MS)
    field.power(True)
    return field


def heard_at(field: Field, held: Tag, looks_ms: Iterable[int]) -> list[int]:
    """Return at which looks a tag alone answers."""
    return [at_ms for at_ms in looks_ms if call(field, at_ms * MS, held) is not None]


def test_a_card_touches_a_pad_until_somebody_has_looked_often_enough() -> None:
    field, [tag] = patient(), tags(1)
    call(field, 900 * MS)
    field.put(tag, from_ns=1000 * MS, until_ns=1300 * MS)
    polls = range(1150, 3000, 150)  # a slow table: it looks twice in 300 ms

    assert heard_at(field, tag, polls) == list(polls)[:7]


def test_one_card_after_the_other_touches_a_pad_however_slowly_it_is_looked_at() -> None:
    field, both = patient(), tags(2)
    call(field, 900 * MS)
    field.put(both[0], from_ns=1000 * MS, until_ns=1300 * MS)
    field.put(both[1], from_ns=1330 * MS, until_ns=1630 * MS)

    seen = []
    for at_ms in range(1500, 6000, 100):
        call(field, at_ms * MS, *both)
        seen.append([tag for tag in both if tag.state is State.READY])

    assert [tag for tag, _ in groupby(there[0] for there in seen if there)] == both
    assert max(map(len, seen)) == 1
    assert min(Counter(there[0] for there in seen if there).values()) >= 6
    assert field.busy_until_ns == 0


def test_a_look_that_takes_long_takes_no_more_of_a_touch() -> None:
    field, [tag] = patient(), tags(1)
    field.put(tag, from_ns=1000 * MS, until_ns=1300 * MS)
    for at_ms in range(1000, 1700, 100):
        assert call(field, at_ms * MS, tag) is not None
        for later_ms in range(10, 100, 10):
            field.exchange(Frame.of(HLTA), (at_ms + later_ms) * MS)
            assert field.busy_until_ns > (at_ms + later_ms) * MS

    assert heard_at(field, tag, [1800, 1900]) == [1800]


def test_hands_do_not_wait_while_somebody_looks() -> None:
    field, [tag] = patient(), tags(1)
    field.put(tag, from_ns=1000 * MS, until_ns=1300 * MS)

    assert heard_at(field, tag, range(900, 2000, 20)) == list(range(1000, 1300, 20))


def test_a_card_comes_again_when_looks_have_missed_it() -> None:
    field, [tag] = patient(), tags(1)
    field.put(tag, from_ns=1000 * MS, until_ns=1300 * MS)
    assert heard_at(field, tag, range(1000, 1400, 20))[-1] == 1280
    field.put(tag, from_ns=1800 * MS, until_ns=2100 * MS)

    polls = range(2400, 5000, 20)  # the table stood still for a second

    assert heard_at(field, tag, polls)[0] == 2400 + 1800 - (1380 + 40)


def test_nobody_waits_for_ever_for_a_dead_reader() -> None:
    field, [tag] = patient(), tags(1)
    field.put(tag, from_ns=1000 * MS, until_ns=1300 * MS)

    assert heard_at(field, tag, [10_000]) == []
    assert field.busy_until_ns == 0


# -- where a tag is


@pytest.mark.parametrize("air", NOISE.values(), ids=lambda air: air.name)
def test_a_tag_is_heard_up_to_the_range_and_not_above_it(air: Physics) -> None:
    field, (tag,) = switched_on(replace(air, fade=0, approach_ns=0, lost=0, garbled=0)), tags(1)
    heard = []
    for height_mm in (0, air.range_mm, air.range_mm + 0.1):
        field.put(tag, height_mm=height_mm)
        heard.append(call(field, LATER_NS, tag) is not None)

    assert heard == [True, True, False]


def test_the_sets_are_in_order_from_clean_to_harsh() -> None:
    for better, worse in ((CLEAN, TYPICAL), (TYPICAL, HARSH)):
        assert better.range_mm > worse.range_mm
        for name in ("fade", "approach_ns", "lost", "garbled", "bleed", "deaf", "noise"):
            assert getattr(better, name) <= getattr(worse, name)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_two_on_one_spot_are_read_and_three_are_not(board: Reader, count: int) -> None:
    stack = tags(count)
    for tag in stack:
        board.field.put(tag)

    assert sorted(board.sees().uids) == [tag.uid for tag in stack if count <= 2]


def test_three_beside_one_another_are_read_and_so_is_one_beside_a_stack_of_three(board: Reader) -> None:
    row = tags(3)
    for spot, tag in enumerate(row):
        board.field.put(tag, spot=spot)
    assert sorted(board.sees().uids) == [tag.uid for tag in row]

    *stack, alone = tags(4)
    fresh = Reader()
    fresh.chip.reset()
    for tag in stack:
        fresh.field.put(tag)
    fresh.field.put(alone, spot=1)
    assert fresh.sees().uids == (alone.uid,)


def test_a_stack_is_read_again_when_the_third_is_lifted_or_its_time_is_up(board: Reader) -> None:
    first, second, third = tags(3)
    board.field.put(first)
    board.field.put(second)
    board.field.put(third, until_ns=board.clock.now_ns() + 50 * MS)
    assert board.sees() == Poll()

    board.clock.sleep_ns(50 * MS)
    assert sorted(board.sees().uids) == [first.uid, second.uid]

    board.field.put(third)
    assert board.sees() == Poll()
    board.field.lift(third)
    assert sorted(board.sees().uids) == [first.uid, second.uid]


def test_a_tag_is_there_from_its_time_until_its_time() -> None:
    field, (tag,) = switched_on(CLEAN), tags(1)
    field.put(tag, from_ns=10, until_ns=20)

    assert [call(field, at_ns, tag) is not None for at_ns in (9, 10, 19, 20)] == [False, True, True, False]


# -- power that comes and goes


@physics
def test_a_tag_fades_as_often_as_the_numbers_say(air: Physics) -> None:
    field, (tag,) = switched_on(replace(air, lost=0, garbled=0)), tags(1)
    field.put(tag)

    assert rate(lambda at_ns: call(field, at_ns, tag) is None) == near(air.fade)


@given(seed=seeds)
def test_a_tag_that_has_faded_stays_so_for_its_ten_milliseconds(seed: int) -> None:
    field, (tag,) = switched_on(Physics("dim", 20, 0.5, 0, 0, 0, 0, 0), seed), tags(1)
    field.put(tag)
    heard = [call(field, LATER_NS + ms * MS, tag) is not None for ms in range(200)]

    assert all(len(set(heard[i : i + 10])) == 1 for i in range(0, 200, 10))
    assert len(set(heard)) == 2


def test_a_tag_that_faded_has_forgotten_that_it_was_halted(board: Reader) -> None:
    (tag,) = tags(1)
    board.field.put(tag)
    assert board.sees().uids == (tag.uid,)
    board.field.physics = replace(CLEAN, range_mm=-1)
    assert board.sees() == Poll()

    assert tag.state.value == "idle"


@pytest.mark.parametrize("air", [HARSH, replace(CLEAN, approach_ns=HARSH.approach_ns)], ids=["harsh", "approach alone"])
@pytest.mark.parametrize("leaves", [False, True], ids=["comes", "leaves"])
def test_a_tag_that_comes_or_leaves_has_power_half_of_the_time(air: Physics, leaves: bool) -> None:
    (tag,), ends_ns = tags(1), LATER_NS + 400 * MS
    heard: Counter[int] = Counter()
    for seed in range(500):
        field = switched_on(replace(air, lost=0, garbled=0), seed)
        field.put(tag, from_ns=LATER_NS, until_ns=ends_ns)
        for slot in range(5):
            at_ns = ends_ns - 1 - slot * SLOT_NS if leaves else LATER_NS + slot * SLOT_NS
            heard[slot] += call(field, at_ns, tag) is not None
        field.lift(tag)

    assert [heard[slot] / 500 for slot in range(4)] == [near(0.5, 500)] * 4, "through the last 40 ms"
    assert heard[4] / 500 == near(1 - air.fade, 500)


# -- what becomes of an answer


@physics
def test_answers_are_lost_and_garbled_as_often_as_the_numbers_say(air: Physics) -> None:
    field, (tag,) = switched_on(replace(air, fade=0)), tags(1)
    field.put(tag)
    heard = [call(field, LATER_NS + i * SLOT_NS, tag) for i in range(MANY)]
    there = [one for one in heard if one is not None]

    assert heard.count(None) / MANY == near(air.lost)
    assert sum(one.frame != ANSWER for one in there) / len(there) == near(air.garbled, len(there))


def test_a_garbled_answer_has_one_bit_wrong_or_two_and_parity_sees_what_it_can() -> None:
    field, (tag,) = switched_on(replace(CLEAN, garbled=1)), tags(1)
    field.put(tag)
    seen: Counter[tuple[int, bool]] = Counter()
    for i in range(MANY):
        heard = call(field, LATER_NS + i * SLOT_NS, tag)
        assert heard is not None
        wrong = [
            place for place, (bit, sent) in enumerate(zip(heard.frame.bits, ANSWER.bits, strict=True)) if bit != sent
        ]
        one_byte = len({place // 8 for place in wrong}) == 1
        assert heard.odd == (len(wrong) == 1 or not one_byte), "two wrong bits in a byte are no matter of parity"
        seen[len(wrong), heard.odd] += 1

    assert set(seen) == {(1, True), (2, True), (2, False)}
    assert (seen[2, True] + seen[2, False]) / MANY == near(0.1)


def test_clean_air_does_nothing_to_anybody() -> None:
    field, (tag,) = switched_on(CLEAN), tags(1)
    field.put(tag, height_mm=CLEAN.range_mm)

    assert {call(field, LATER_NS + i * SLOT_NS, tag) for i in range(MANY)} == {Heard(ANSWER)}


# -- neighbours


@pytest.mark.long
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_tag_bleeds_over_to_neighbours_only_and_as_often_as_the_number_says(place: int) -> None:
    room = Room(ManualClock(), replace(CLEAN, bleed=0.05), seed=3)
    for name in "abc":
        room.reader(name)
    fields, (tag,) = list(room.fields.values()), tags(1)
    for field in fields:
        field.power(True)
    fields[place].put(tag)

    def heard_by(field: Field) -> float:
        return rate(lambda at_ns: call(field, at_ns, tag) is not None)

    for i, field in enumerate(fields):
        assert heard_by(field) == near({0: 1, 1: 0.05}.get(abs(i - place), 0))


def test_without_bleeding_neighbours_hear_nothing() -> None:
    one, other, (tag,) = switched_on(CLEAN), switched_on(CLEAN), tags(1)
    one.neighbour(other)
    one.put(tag)

    assert rate(lambda at_ns: call(other, at_ns, tag) is not None) == 0


# -- the same evening again


def evening(seed: int) -> list[Heard | None]:
    """Return what two neighbours hear of one another in harsh air."""
    room = Room(ManualClock(), replace(HARSH, bleed=0.2), seed=seed)
    held = tags(2)
    for name, tag in zip("ab", held, strict=True):
        room.reader(name)
        room.fields[name].power(True)
        room.fields[name].put(tag)
    return [call(field, LATER_NS + i * SLOT_NS, *held) for i in range(100) for field in room.fields.values()]


@settings(max_examples=25)
@given(seed=seeds)
def test_the_same_seed_is_the_same_evening_and_another_seed_another(seed: int) -> None:
    assert evening(seed) == evening(seed)
    assert evening(seed) != evening(seed + 1000)


# -- chips that hang


def test_a_chip_hangs_as_often_as_the_number_says() -> None:
    field = Field(replace(CLEAN, deaf=0.02))

    assert rate(field.hangs_a_chip) == near(0.02)
    assert rate(Field(CLEAN).hangs_a_chip) == 0


def test_a_chip_that_hangs_gives_no_answer_and_no_timer_until_it_is_reset(board: Reader) -> None:
    (tag,) = tags(1)
    board.field.put(tag)
    board.field.physics = replace(CLEAN, deaf=1)
    with pytest.raises(ChipError, match="deaf"):
        board.sees()

    board.field.physics = CLEAN
    with pytest.raises(ChipError, match="deaf"):
        board.sees()
    board.chip.check()  # its registers are well: that is why nobody notices

    board.chip.reset()
    assert board.sees().uids == (tag.uid,)


# -- noise in fields with nobody


def test_noise_comes_as_often_as_the_number_says_and_in_any_shape() -> None:
    field = Field(replace(CLEAN, noise=0.05))
    heard = [field.noise() for _ in range(MANY)]
    noises = [one for one in heard if one is not None]

    assert len(noises) / MANY == near(0.05)
    assert {len(one.frame.bits) > 3 for one in noises} == {True, False}
    assert {one.odd for one in noises} == {one.broken for one in noises} == {True, False}
    assert any(one.collision is not None for one in noises)
    assert [Field(CLEAN).noise() for _ in range(100)] == [None] * 100


def test_silences_that_are_skipped_count() -> None:
    air = replace(CLEAN, noise=0.01)
    one, other = Field(air, seed=3), Field(air, seed=3)
    silences = int(one.silences)
    other.skip_silences(silences)

    assert [one.noise() for _ in range(silences)] == [None] * silences
    assert one.noise() == other.noise() is not None


NOISY = replace(CLEAN, noise=0.01)
Where = Literal["emulated", "pico"]


def pads(
    where: Where,
    air: Physics,
    *,
    seconds: float,
    switched: bool = False,
    touches: int = 0,
    lasting_ms: int = 0,
) -> tuple[list[Observation], int]:
    """Return what two pads tell while some short touches may come to the first, and how often there was noise."""
    clock = SharedClock(1_000 * MS)
    room = Room(clock, air, seed=5, short_cuts=True)
    on = "desk" if where == "pico" else None
    readers = tuple(ReaderPlan(name, where, pico=on, channel=number) for number, name in enumerate(("left", "right")))
    picos = (PicoPlan("desk", backend="emulated"),) if on else ()
    items, noises = list[Observation](), list[Heard]()
    with Assembly(Plan(readers, picos=picos, switched=switched), clock, room) as assembly:
        sources = assembly.sources()
        for field in room.fields.values():
            field.noise = partial(_noted, noises, field.noise)  # type: ignore[method-assign]
        until_ns = clock.now_ns() + round(seconds * 1000) * MS
        for number in range(touches):
            from_ns = clock.now_ns() + 900 * MS * (number + 1)
            room.fields["left"].put(
                Tag(bytes([4, 1, 2, 3, 4, 5, number])), from_ns=from_ns, until_ns=from_ns + lasting_ms * MS
            )
        while clock.now_ns() < until_ns:
            for source in sources.values():
                items += source.poll().items
                if isinstance(source, Skipping):
                    source.skip_idle(until_ns)
    return items, len(noises)


def _noted(noises: list[Heard], noise: Callable[[], Heard | None]) -> Heard | None:
    heard = noise()
    noises += [heard] if heard else []
    return heard


@pytest.mark.long
@pytest.mark.parametrize(
    ("where", "switched", "seconds"), [("emulated", False, 300), ("emulated", True, 300), ("pico", False, 60)]
)
def test_in_noisy_minutes_over_empty_pads_nobody_is_told(where: Where, switched: bool, seconds: float) -> None:
    reported, noises = pads(where, NOISY, seconds=seconds, switched=switched)

    assert reported == []
    assert noises > 20


@pytest.mark.long
@pytest.mark.parametrize("where", ["emulated", "pico"])
def test_a_touch_that_is_too_short_in_a_noisy_field_is_told(where: Where) -> None:
    reported, _ = pads(where, NOISY, seconds=11, touches=10, lasting_ms=22)

    assert len([one for one in reported if isinstance(one, UnreadTag | TagEvent)]) >= 5


# -- what our readers make of it


@pytest.mark.long
@pytest.mark.parametrize("air", [CLEAN, TYPICAL], ids=lambda air: air.name)
def test_where_the_air_is_as_it_should_be_every_touch_is_told_once_and_right(air: Physics) -> None:
    assert ours(air, 150, seed=7) == Count(touches=150)


@pytest.mark.long
def test_in_harsh_air_nothing_is_misread_and_no_miss_goes_unnoticed() -> None:
    played = ours(HARSH, 150, seed=7)

    assert (played.touches, played.misread, played.unnoticed) == (150, 0, 0)
    assert played.missed <= 1


@pytest.mark.proof
def test_in_air_so_bad_that_cards_are_missed_a_miss_is_told() -> None:
    evenings = [ours(replace(HARSH, lost=0.2, garbled=0.2, fade=0.3), 100, seed) for seed in (5, 6)]
    missed = sum(played.missed for played in evenings)

    assert all((played.misread, played.doubled) == (0, 0) for played in evenings)
    assert 0 < missed <= 30 * len(evenings)
    assert 10 * sum(played.unnoticed for played in evenings) <= missed
