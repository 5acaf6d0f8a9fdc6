"""Several readers looked at in turn: who is where, who fails, and who only bleeds over."""

import itertools
from dataclasses import replace
from threading import Event, Thread

import pytest

from hardware.clock import SystemClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.frames import Frame, Heard
from hardware.emulator.physics import Physics
from hardware.emulator.tag import State, Tag
from hardware.iso14443a import FIELD_ON_NS
from hardware.mfrc522.chip import Mfrc522
from hardware.mfrc522.reader import Mfrc522Reader
from hardware.observations import Observation, ReaderHealth, TagEvent, UnreadTag
from hardware.presence import Patience
from hardware.reader_bank import SELDOM_NS, SWEEP_NS, ReaderBank
from tests.hardware.conftest import UID, Reader

OTHER = bytes.fromhex("04a1b2c3d4e5f7")
MS = 1_000_000


class Bank:
    """A bank of emulated readers on one clock."""

    def __init__(self, *names: str, physics: Physics | None = None, switched: bool = False, pile: bool = False) -> None:
        self.readers: dict[str, Reader] = {}
        for name in names:
            clock = next(iter(self.readers.values())).clock if self.readers else None
            field = Field(physics) if physics else Field()
            self.readers[name] = Reader(clock, field) if clock else Reader(field=field)
        self.clock = next(iter(self.readers.values())).clock
        readers = {
            name: Mfrc522Reader(reader.chip, self.clock, switched=switched, pile=pile)
            for name, reader in self.readers.items()
        }
        self.bank = ReaderBank(readers, self.clock, Patience(pile=pile))

    def __getitem__(self, name: str) -> Reader:
        return self.readers[name]

    def runs(self, ms: int) -> list[Observation]:
        until, items = self.clock.now_ns() + ms * MS, []
        while self.clock.now_ns() < until:
            items += self.bank.poll().items
        return items

    def sees(self, ms: int) -> list[tuple[str, bytes, bool]]:
        return [(one.reader, one.uid, one.present) for one in self.runs(ms) if isinstance(one, TagEvent)]


def test_a_tag_is_seen_by_the_reader_that_it_lies_on() -> None:
    bank = Bank("left", "right")
    bank["right"].field.put(Tag(UID))

    assert bank.sees(100) == [("right", UID, True)]


def test_the_watermark_waits_for_a_tag_that_was_read_once() -> None:
    bank = Bank("left")
    bank["left"].field.put(Tag(UID))
    watermark_ns = 0
    for _ in range(20):
        batch = bank.bank.poll()
        assert all(item.at_ns >= watermark_ns for item in batch.items)
        if batch.items:
            return
        watermark_ns = batch.watermark_ns
    raise AssertionError("the card was never told")


def test_a_tag_that_goes_from_one_reader_to_another_arrives_and_leaves() -> None:
    bank = Bank("left", "right")
    tag = Tag(UID)
    bank["left"].field.put(tag)
    bank.runs(100)
    bank["left"].field.lift(tag)
    bank["right"].field.put(tag)

    assert sorted(bank.sees(400)) == [("left", UID, False), ("right", UID, True)]


def test_two_tags_on_one_pad_are_both_read() -> None:
    bank = Bank("pad")
    bank["pad"].field.put(Tag(UID))
    bank["pad"].field.put(Tag(OTHER))

    assert sorted(bank.sees(200)) == [("pad", UID, True), ("pad", OTHER, True)]


def test_three_on_one_spot_are_not_read_and_three_beside_one_another_are() -> None:
    uids = [bytes.fromhex(f"04a1b2c3d4e5f{i}") for i in range(3)]
    bank = Bank("pad")
    for uid in uids:
        bank["pad"].field.put(Tag(uid))
    assert bank.sees(200) == []

    for i, uid in enumerate(uids):
        bank["pad"].field.put(Tag(uid), spot=i)
    bank = Bank("pad")
    for i, uid in enumerate(uids):
        bank["pad"].field.put(Tag(uid), spot=i)

    assert sorted(uid for _, uid, _ in bank.sees(300)) == uids


def test_sweeps_keep_their_pace() -> None:
    bank = Bank("left", "right")
    bank.bank.poll()
    before = bank.clock.now_ns()
    for _ in range(10):
        bank.bank.poll()

    assert bank.clock.now_ns() - before < 11 * (SWEEP_NS + 1_000_000)


def test_a_phone_on_the_pad_is_told_once_though_it_changes_its_uid() -> None:
    bank = Bank("pad", switched=True)
    for i in range(1, 6):
        phone = Tag(bytes([0x08, 0, 0, i]))
        bank["pad"].field.put(phone)
        seen = bank.sees(40)
        bank["pad"].field.lift(phone)
        assert (seen != []) == (i == 1)


# -- one antenna at a time


def test_switched_antennas_are_on_one_at_a_time_and_for_long_enough() -> None:
    bank = Bank("left", "right", switched=True)
    bank["right"].field.put(Tag(UID))
    seen: list[tuple[str, bool, int]] = []
    for name in ("left", "right"):
        field = bank[name].field
        switch = field.power
        field.power = lambda on, name=name, switch=switch: (  # type: ignore[method-assign]
            seen.append((name, on, bank.clock.now_ns())),
            switch(on),
        )

    assert bank.sees(100) == [("right", UID, True)]

    switched = [one for number, one in enumerate(seen) if one[1] or (number and seen[number - 1][1])]  # not off twice
    pairs = list(zip(switched[::2], switched[1::2], strict=False))
    assert all((name, on, off) == (same, True, False) for (name, on, _), (same, off, _) in pairs)
    polls = [(name, ended - begun) for (name, _, begun), (_, _, ended) in pairs if ended > begun]
    assert {name for name, _ in polls} == {"left", "right"}
    assert all(lasted >= FIELD_ON_NS for _, lasted in polls)


# -- readers that fail


def test_a_chip_that_hangs_is_started_anew_and_that_is_told() -> None:
    bank = Bank("pad")
    bank["pad"].field.put(Tag(UID))
    bank.runs(100)
    bank["pad"].emulated._hung = True

    reported = bank.runs(100)

    assert [(one.alive, one.why) for one in reported if isinstance(one, ReaderHealth)] == [
        (True, "the chip is deaf: neither an answer nor its timer came"),
    ]
    assert [one for one in reported if isinstance(one, TagEvent)] == [], "the card lay there all the time"


def test_a_dead_chip_is_lost_once_tried_again_and_back_with_what_lies_there() -> None:
    bank = Bank("pad")
    bank["pad"].field.put(Tag(UID))
    bank.runs(100)
    bank["pad"].emulated.faults.add("deaf")
    assert [type(item) for item in bank.runs(2000)] == [ReaderHealth]

    bank["pad"].emulated.faults.clear()

    reported = bank.runs(1500)
    assert [(one.reader, one.alive) for one in reported if isinstance(one, ReaderHealth)] == [("pad", True)]
    assert [one for one in reported if isinstance(one, TagEvent)] == []


def test_a_reader_that_is_missing_from_the_start_is_lost_and_the_others_work() -> None:
    bank = Bank("absent", "pad")
    bank["absent"].emulated.hold_in_reset(True)
    bank["pad"].field.put(Tag(UID))

    reported = bank.runs(250)

    assert [(one.reader, one.alive) for one in reported if isinstance(one, ReaderHealth)] == [("absent", False)]
    assert [one.reader for one in reported if isinstance(one, TagEvent)] == ["pad"]


def test_a_drop_of_the_supply_is_noticed_within_a_second() -> None:
    bank = Bank("pad")
    bank.runs(100)
    bank["pad"].emulated.hold_in_reset(True)
    bank["pad"].emulated.hold_in_reset(False)  # the chip forgot its settings; its antenna is off

    reported = bank.runs(1100)

    assert [one.alive for one in reported if isinstance(one, ReaderHealth)] == [True]
    bank["pad"].field.put(Tag(UID))
    assert bank.sees(100) == [("pad", UID, True)]


@pytest.mark.parametrize("switched", [False, True], ids=["always on", "switched"])
def test_an_antenna_that_dies_is_noticed_within_a_second(switched: bool) -> None:
    bank = Bank("left", "right", switched=switched)
    bank.runs(500)
    bank["left"].emulated.faults.add("antenna")

    reported = bank.runs(1200)

    assert [(one.reader, one.alive) for one in reported if isinstance(one, ReaderHealth)] == [("left", False)]


def test_a_chip_that_goes_deaf_without_a_sign_does_not_carry_a_card_away(monkeypatch: pytest.MonkeyPatch) -> None:
    bank = Bank("pad")
    bank["pad"].field.put(Tag(UID))
    bank.runs(100)
    chip, listen = bank["pad"].emulated, bank["pad"].field.exchange
    monkeypatch.setattr(bank["pad"].field, "exchange", lambda *_: None)
    reset = chip._reset

    def cured() -> None:
        monkeypatch.setattr(bank["pad"].field, "exchange", listen)
        reset()

    monkeypatch.setattr(chip, "_reset", cured)

    assert bank.sees(1000) == []
    assert bank.bank._readers["pad"].presence.uids == {UID}


def test_an_empty_field_is_looked_at_by_a_fresh_chip_every_half_minute() -> None:
    bank = Bank("pad")
    bank.runs(100)
    bank["pad"].emulated.write(0x24, 0x77)  # ModWidthReg: nobody sets it, a reset does
    bank.runs(31_000)

    assert bank["pad"].emulated.read(0x24) == 0x26


def test_a_newcomer_that_fell_asleep_unread_beside_a_card_is_woken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bank = Bank("pad")
    field, newcomer = bank["pad"].field, Tag(OTHER)
    field.put(Tag(UID))
    bank.runs(100)
    listen, lost = field.exchange, list[int]()

    def lose_its_first_sak(frame: Frame, now_ns: int) -> Heard | None:
        asleep = newcomer.state is not State.ACTIVE
        heard = listen(frame, now_ns)
        if asleep and newcomer.state is State.ACTIVE and not lost:
            lost.append(now_ns)
            return None
        return heard

    monkeypatch.setattr(field, "exchange", lose_its_first_sak)
    field.put(newcomer)

    assert bank.sees(150) == [("pad", OTHER, True)]
    assert lost


def test_a_newcomer_that_a_neighbour_has_sent_to_sleep_is_woken_up_again() -> None:
    bank = Bank("pad")
    newcomer = Tag(OTHER)
    bank["pad"].field.put(Tag(UID))
    bank.runs(100)
    bank["pad"].field.put(newcomer)
    newcomer.state = State.HALT

    assert bank.sees(250) == [("pad", OTHER, True)]


# -- what the air does


def bleeding(chance: float) -> Physics:
    return Physics("bleeding", range_mm=50, fade=0.001, approach_ns=0, lost=0, garbled=0, bleed=chance, deaf=0)


@pytest.mark.long
def test_a_tag_that_bleeds_over_now_and_then_is_told_where_it_lies() -> None:
    bank = Bank("left", "right", physics=bleeding(0.3))
    bank["left"].field.neighbour(bank["right"].field)
    for i in range(20):
        tag = Tag(bytes([0x04, 1, 2, 3, 4, 5, i]))
        bank["right"].field.put(tag)
        assert {reader for reader, _, present in bank.sees(300) if present} == {"right"}
        bank["right"].field.lift(tag)
        assert all(reader == "right" for reader, _, _ in bank.sees(400))


def test_somebody_who_is_too_quick_to_be_read_is_told() -> None:
    bank = Bank("pad")
    now_ns = bank.clock.now_ns()
    bank.runs(50)
    bank["pad"].field.put(Tag(UID), from_ns=now_ns + 60 * MS, until_ns=now_ns + 81 * MS)
    monkey = [item for item in bank.runs(500) if isinstance(item, UnreadTag | TagEvent)]

    assert [type(item) for item in monkey] in ([UnreadTag], [TagEvent, TagEvent])


def test_a_card_held_too_high_is_not_there() -> None:
    bank = Bank("pad")
    bank["pad"].field.put(Tag(UID), height_mm=51)
    assert bank.sees(200) == []

    bank["pad"].field.put(Tag(UID), height_mm=49)
    assert bank.sees(200) == [("pad", UID, True)]


def test_on_a_pile_a_newcomer_is_read_alone_while_those_below_sleep() -> None:
    bank = Bank("pile", pile=True)
    below = Tag(UID)
    bank["pile"].field.put(below)
    bank.runs(100)
    assert below.state is State.HALT
    bank["pile"].field.put(Tag(OTHER))

    assert bank.sees(200) == [("pile", OTHER, True)]


@pytest.mark.parametrize("switched", [False, True], ids=["always on", "switched"])
def test_of_two_cards_dropped_as_one_both_are_read_though_one_drowns_the_other(switched: bool) -> None:
    physics = replace(bleeding(0), capture=1.0)
    bank = Bank("pad", physics=physics, switched=switched)
    bank.runs(100)
    now_ns = bank.clock.now_ns()
    for uid in (UID, OTHER):
        bank["pad"].field.put(Tag(uid), until_ns=now_ns + 200 * MS)

    assert sorted(uid for _, uid, present in bank.sees(300) if present) == [UID, OTHER]


@pytest.mark.parametrize("switched", [False, True], ids=["always on", "switched"])
def test_two_cards_stay_told_though_one_drowns_the_other(switched: bool) -> None:
    bank = Bank("pad", physics=replace(bleeding(0), capture=1.0), switched=switched)
    for uid in (UID, OTHER):
        bank["pad"].field.put(Tag(uid))

    assert sorted(bank.sees(1000)) == [("pad", UID, True), ("pad", OTHER, True)]


@pytest.mark.parametrize("switched", [False, True], ids=["always on", "switched"])
def test_a_card_between_two_pads_is_told_on_one_and_keeps_nobody_waiting(switched: bool) -> None:
    bank = Bank("left", "right", physics=bleeding(1.0), switched=switched)
    bank["left"].field.neighbour(bank["right"].field)
    bank["left"].field.put(Tag(UID))

    assert len(bank.sees(1000)) == 1
    assert bank.clock.now_ns() - bank.bank.poll().watermark_ns < 100 * MS


@pytest.mark.parametrize("start_up_ms", [8, 140])
def test_a_crystal_that_stood_still_is_waited_for(start_up_ms: int) -> None:
    bank = Bank("pad")
    bank["pad"].emulated.start_up_ns = start_up_ms * MS
    line = ResetLine(bank["pad"].emulated)
    chip = Mfrc522(bank["pad"].port, bank.clock, reset_line=line)

    assert chip.reset() == 0x92
    assert line.pulses == 1


def test_a_slow_crystal_starts_and_neither_resets_nor_other_readers_have_to_wait_for_it() -> None:
    bank = Bank("slow", "pad")
    slow, field = bank["slow"], bank["pad"].field
    slow.emulated.start_up_ns = 140 * MS
    line = ResetLine(slow.emulated)
    slow.chip._reset_line = line
    slow.field.put(Tag(UID))
    polled = list[int]()
    listen = field.exchange
    field.exchange = lambda *heard: (polled.append(bank.clock.now_ns()), listen(*heard))[1]  # type: ignore[method-assign]

    reported = bank.runs(400)

    assert [(one.reader, one.uid) for one in reported if isinstance(one, TagEvent)] == [("slow", UID)]
    assert [one for one in reported if isinstance(one, ReaderHealth)] == []
    assert line.pulses == 1
    assert max(later - at_ns for at_ns, later in itertools.pairwise(polled)) < 2 * SWEEP_NS


def test_a_chip_that_fails_is_back_though_its_crystal_is_slow_and_its_card_stays() -> None:
    bank = Bank("pad")
    slow = bank["pad"]
    slow.chip._reset_line = ResetLine(slow.emulated)
    slow.field.put(Tag(UID))
    bank.runs(100)
    slow.emulated.start_up_ns = 140 * MS
    slow.emulated._hung = True

    reported = bank.runs(400)

    assert [(one.alive, one.why) for one in reported if isinstance(one, ReaderHealth)] == [
        (True, "the chip is deaf: neither an answer nor its timer came"),
    ]
    assert [one for one in reported if isinstance(one, TagEvent)] == []


def test_a_reset_that_the_bus_did_not_carry_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Bank("pad")["pad"]
    board.chip.reset()
    board.emulated.write(0x24, 0x77)  # ModWidthReg: nobody sets it, a reset does
    with monkeypatch.context() as broken:
        broken.setattr(board.port, "xfer2", _fails)
        with pytest.raises(OSError, match="the bus failed"):
            board.chip.reset()
    board.clock.sleep_ns(1000 * MS)
    board.chip.reset()

    assert board.emulated.read(0x24) == 0x26


def _fails(_data: object) -> list[int]:
    raise OSError("the bus failed")


class ResetLine:
    """NRSTPD on a pin."""

    def __init__(self, chip: EmulatedMfrc522) -> None:
        self._chip = chip
        self.pulses = 0

    def set(self, *, high: bool) -> None:
        self.pulses += high
        self._chip.hold_in_reset(not high)


# -- while nobody plays


class Lobby(Bank):
    """A bank at which nobody plays, a second after its start."""

    def __init__(self, *names: str, switched: bool = False) -> None:
        super().__init__(*names, switched=switched)
        self.runs(1000)
        self.bank.poll_often(often=False)
        self.runs(SELDOM_NS // MS)

    def sweeps(self, ms: int) -> int:
        until, count = self.clock.now_ns() + ms * MS, 0
        while self.clock.now_ns() < until:
            self.bank.poll()
            count += 1
        return count


@pytest.mark.long
@pytest.mark.parametrize("switched", [False, True])
def test_while_nobody_plays_sweeps_are_seldom_and_a_card_is_told_within_half_a_second(switched: bool) -> None:
    lobby = Lobby("left", "right", switched=switched)

    assert lobby.sweeps(10_000) <= 10_000 * MS // SELDOM_NS + 1
    for after_ms in range(0, 400, 13):
        lobby.runs(after_ms)
        tag, laid_ns = Tag(UID), lobby.clock.now_ns()
        lobby["right"].field.put(tag)
        while not lobby.sees(1):
            assert lobby.clock.now_ns() - laid_ns < 500 * MS
        lobby["right"].field.lift(tag)
        assert lobby.sees(1000) == [("right", UID, False)]


def test_when_a_game_begins_the_next_sweep_is_at_once_and_they_come_often() -> None:
    lobby = Lobby("pad")
    before_ns = lobby.clock.now_ns()
    lobby.bank.poll_often(often=True)

    lobby.bank.poll()

    assert lobby.clock.now_ns() - before_ns < SWEEP_NS
    assert 49 <= lobby.sweeps(1000) <= 51


class Sleepy(SystemClock):
    """A clock on which whoever is not woken sleeps for long."""

    def wait_ns(self, duration_ns: int, bell: Event) -> None:
        bell.wait(30)


def test_whoever_waits_in_real_time_is_woken_by_the_game() -> None:
    bank = ReaderBank({}, Sleepy())
    bank._began_ns -= 10_000 * MS
    bank.poll_often(often=False)
    waits = Thread(target=bank.poll, daemon=True)
    waits.start()
    bank.poll_often(often=True)
    waits.join(10)

    assert not waits.is_alive()


def test_at_the_start_sweeps_are_often_even_if_nobody_plays() -> None:
    bank = Bank("pad")
    bank.bank.poll_often(often=False)
    bank["pad"].field.put(Tag(UID))

    assert [one.lay_there for one in bank.runs(100) if isinstance(one, TagEvent)] == [True]
    bank["pad"].field.put(Tag(OTHER))
    assert len(bank.sees(100)) == 1
