"""Readers that speak PC/SC, behind an emulated pyscard; `test_real_pcscd.py` has the real one."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.clock import ManualClock
from hardware.doctor import checks
from hardware.doctor import pcsc as doctor
from hardware.emulator.field import Field
from hardware.emulator.pcsc import EmulatedScard, Slot
from hardware.emulator.room import Room
from hardware.emulator.tag import PHONE, Tag
from hardware.observations import Observation, ReaderHealth, TagEvent, UnreadTag
from hardware.pcsc import LIBRARY, NO_BEEP, PcscError, PcscReader, chosen, opened
from hardware.plan import Plan, ReaderPlan
from hardware.reader_bank import ReaderBank

ACR122 = "ACS ACR122U PICC Interface 00 00"
MS = 1_000_000
CARD = Tag(bytes.fromhex("04a1b2c3d4e5f6"))
OTHER = Tag(bytes.fromhex("04112233445566"))


class Bench:
    """One reader, its field, and a bank that polls it."""

    def __init__(self, name: str = ACR122, wanted: str = "") -> None:
        self.clock = ManualClock(1_000_000_000)
        self.scard = EmulatedScard(self.clock)
        self.field = Field()
        self.slot: Slot = self.scard.plug(name, self.field)
        self.reader = PcscReader(self.scard, wanted)
        self.bank = ReaderBank({"reader": self.reader}, self.clock)
        self.seen: list[Observation] = []

    def polls(self, ms: int) -> list[Observation]:
        """Poll for a while; return what was seen meanwhile."""
        until_ns, before = self.clock.now_ns() + ms * MS, len(self.seen)
        while self.clock.now_ns() < until_ns:
            self.seen += self.bank.poll().items
        return self.seen[before:]

    def lay(self, tag: Tag, ms: int | None = None) -> None:
        now_ns = self.clock.now_ns()
        self.field.put(tag, from_ns=now_ns, until_ns=None if ms is None else now_ns + ms * MS)


@pytest.fixture
def bench() -> Iterator[Bench]:
    built = Bench()
    built.polls(100)
    yield built
    built.reader.close()


def tags(seen: list[Observation]) -> list[tuple[str, bool]]:
    return [(one.uid.hex(), one.present) for one in seen if isinstance(one, TagEvent)]


@pytest.mark.parametrize("uid", ["04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6a7b8c9"])
def test_a_card_comes_and_leaves_with_its_uid_in_full(bench: Bench, uid: str) -> None:
    bench.lay(Tag(bytes.fromhex(uid)), ms=300)

    assert tags(bench.polls(1000)) == [(uid, True), (uid, False)]
    assert bench.reader.chip == "ACS ACR122U PICC Interface"


def test_a_card_is_asked_once(bench: Bench) -> None:
    bench.lay(CARD)
    bench.polls(1000)

    assert bench.scard.commands.count((0xFF, 0xCA, 0, 0, 0)) == 1


@pytest.mark.parametrize(("makes", "found"), [(True, [CARD.uid.hex()]), (False, [])])
def test_of_two_cards_at_once_it_finds_one_or_none(bench: Bench, makes: bool, found: list[str]) -> None:
    bench.slot.both = makes
    bench.lay(CARD, ms=300)
    bench.lay(OTHER, ms=300)

    assert [uid for uid, present in tags(bench.polls(600)) if present] in ([*found], [OTHER.uid.hex()] if makes else [])


def test_a_card_taken_away_while_it_is_asked_has_to_come_again(bench: Bench) -> None:
    def snatch() -> None:
        bench.field.lift(CARD)
        bench.clock.sleep_ns(60 * MS)

    bench.scard.when_connected = snatch
    bench.lay(CARD)

    assert [type(one) for one in bench.polls(1000)] == [UnreadTag]


def test_a_card_that_came_and_went_between_two_polls_has_to_come_again(bench: Bench) -> None:
    bench.slot.events += 2

    assert [type(one) for one in bench.polls(1000)] == [UnreadTag]


def test_a_mute_card_has_to_come_again(bench: Bench) -> None:
    bench.slot.mute = True
    bench.lay(CARD, ms=300)

    assert [type(one) for one in bench.polls(1000)] == [UnreadTag]


def test_a_phone_is_told_by_its_atr(bench: Bench) -> None:
    bench.lay(Tag(bytes.fromhex("08a1b2c3"), PHONE))

    (seen,) = bench.polls(300)
    assert isinstance(seen, TagEvent)
    assert seen.smart


@pytest.mark.parametrize("escapes", [True, False])
def test_the_beep_is_switched_off_once(bench: Bench, escapes: bool) -> None:
    bench.scard.escapes = escapes
    bench.scard.slots[ACR122] = bench.slot = Slot(bench.field)
    bench.scard.commands.clear()
    bench.reader._is_quiet = False
    bench.reader.start()

    assert bench.slot.beeps is not escapes
    bench.lay(CARD)
    bench.polls(1000)
    assert not bench.slot.beeps
    assert NO_BEEP in bench.scard.commands


def test_another_reader_hears_nothing_of_beeps() -> None:
    bench = Bench("SCM Microsystems Inc. SCL011 Contactless Reader 00 00")
    bench.lay(CARD)

    assert tags(bench.polls(1000)) == [(CARD.uid.hex(), True)]
    assert NO_BEEP not in bench.scard.commands


def health(seen: list[Observation]) -> list[tuple[bool, str]]:
    return [(one.alive, one.why) for one in seen if isinstance(one, ReaderHealth)]


def test_a_reader_that_is_pulled_out_is_lost_and_back_wherever_it_is_plugged_in(bench: Bench) -> None:
    bench.scard.unplug(ACR122)
    assert health(bench.polls(500)) == [(False, "the reader was unplugged")]

    bench.scard.plug("ACS ACR122U PICC Interface 01 00", bench.field)
    bench.lay(CARD)
    seen = bench.polls(1500)
    assert health(seen) == [(True, "")]
    assert tags(seen) == [(CARD.uid.hex(), True)]


def test_a_restart_of_pcscd_is_told_and_survived(bench: Bench) -> None:
    bench.lay(CARD)
    bench.polls(500)
    bench.scard.restart()
    seen = bench.polls(500)

    assert health(seen) == [(True, "pcscd was restarted")]
    assert tags(seen) == [], "the card has not moved"


def test_pcscd_may_be_away_for_a_while(bench: Bench) -> None:
    bench.scard.runs = False
    assert health(bench.polls(500)) == [(False, "pcscd does not run")]

    bench.scard.restart()
    assert health(bench.polls(1500)) == [(True, "")]


def test_the_name_says_which_reader() -> None:
    dual = ["ACS ACR1252 Dual Reader PICC 00 00", "ACS ACR1252 Dual Reader SAM 01 00"]
    two = [ACR122, "SCM SCL011 00 00"]

    assert chosen(dual) == dual[0]
    assert chosen(two, "SCL011") == two[1]
    with pytest.raises(PcscError, match=r"several readers fit, and reader has to name one: ACS .*, SCM"):
        chosen(two)
    with pytest.raises(PcscError, match=r"no reader's name contains 'OMNIKEY'; there are: ACS"):
        chosen(two, "OMNIKEY")
    with pytest.raises(PcscError, match="no reader is plugged in"):
        chosen([])


# -- the doctor


def locked(scard: EmulatedScard) -> None:
    scard.permits = False


def stopped(scard: EmulatedScard) -> None:
    scard.runs = False


def unplugged(scard: EmulatedScard) -> None:
    scard.unplug(ACR122)


def held(scard: EmulatedScard) -> None:
    scard.slots[ACR122].held = True
    scard.slots[ACR122].field.put(CARD)


def several(scard: EmulatedScard) -> None:
    scard.plug("SCM SCL011 00 00", Field())


@pytest.mark.parametrize(
    ("wrong", "fault", "cure"),
    [
        (stopped, "pcscd does not run", "sudo apt install pcscd"),
        (locked, "pcscd lets this user use no reader", "polkit"),
        (unplugged, "no reader is plugged in", "check its cable"),
        (held, "another program has the reader for itself", "scdaemon"),
        (several, "several readers fit", "write a part of its name as reader"),
    ],
)
def test_the_doctor_names_what_is_wrong(
    wrong: Callable[[EmulatedScard], None], fault: str, cure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "MODULES", tmp_path / "modules")
    plan, clock, room, scard = installed()
    (sound,) = checks.examine(plan, clock, room)
    wrong(scard)
    (found,) = checks.examine(plan, clock, room)

    assert (sound.sound, sound.found) == (True, "ACS ACR122U PICC Interface")
    assert fault in str(found.fault)
    assert cure in str(found.cure)


def test_the_doctor_names_the_kernel_module_that_grabs_a_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "modules").write_text("pn533_usb 20480 0 - Live 0x0\npn533 49152 1 pn533_usb, Live 0x0\n")
    monkeypatch.setattr(doctor, "MODULES", tmp_path / "modules")
    plan, clock, room, scard = installed()
    unplugged(scard)
    (found,) = checks.examine(plan, clock, room)

    assert found.fault == "no reader is plugged in, but the kernel’s module pn533_usb may hold one"
    assert "sudo modprobe -r pn533_usb pn533, then pull" in str(found.cure)


def test_the_doctor_names_that_module_also_beside_a_reader_that_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "modules").write_text("pn533_usb 20480 0 - Live 0x0\n")
    monkeypatch.setattr(doctor, "MODULES", tmp_path / "modules")
    plan, clock, room, _ = installed()
    plan = Plan(readers=(*plan.readers, ReaderPlan("reader 2", "pcsc", own={"reader": "SCL011"})))
    sound, grabbed = checks.examine(plan, clock, room)

    assert sound.sound
    assert str(grabbed.fault).endswith("but the kernel’s module pn533_usb may hold one")
    assert "sudo modprobe -r pn533_usb, then pull" in str(grabbed.cure)
    (tmp_path / "modules").write_text("")
    _, gone = checks.examine(plan, clock, room)
    assert gone.cure == "check its cable, or write a part of another one’s name as reader in table.toml"


def test_the_doctor_says_how_to_install_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object, name: str) -> object:
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr("hardware.assembly.Assembly.library", missing)
    plan, clock, _, _ = installed()
    (found,) = checks.examine(plan, clock)

    assert "library missing" in str(found.fault)
    assert "sudo apt install pcscd libpcsclite-dev" in str(found.cure)
    assert "'.[usb]'" in str(found.cure)


def installed() -> tuple[Plan, ManualClock, Room, EmulatedScard]:
    clock = ManualClock(1_000_000_000)
    room, scard = Room(clock), EmulatedScard(clock)
    room.stand_ins[LIBRARY] = scard
    scard.plug(ACR122, Field())
    return Plan(readers=(ReaderPlan("reader 1", "pcsc"),)), clock, room, scard


# -- All readers that are plugged in, as one

SECOND = "Identive SCL011 Contactless Reader 01 00"
SAM = "ACS ACR1252 Dual Reader SAM 01 00"


class Every:
    """A bank over all readers; two of them are plugged in, and a slot that reads no cards."""

    def __init__(self) -> None:
        self.clock = ManualClock(1_000_000_000)
        self.scard = EmulatedScard(self.clock)
        self.fields = {name: Field() for name in (ACR122, SECOND, SAM)}
        for name, field in self.fields.items():
            self.scard.plug(name, field)
        parts = type("Parts", (), {"library": lambda _, __: self.scard})()
        self.reader = opened(ReaderPlan("usb", "pcsc", own={"reader": "*"}), parts)
        self.bank = ReaderBank({"usb": self.reader}, self.clock)
        self.polls(100)

    def polls(self, ms: int) -> list[Observation]:
        until_ns = self.clock.now_ns() + ms * MS
        seen: list[Observation] = []
        while self.clock.now_ns() < until_ns:
            seen += self.bank.poll().items
        return seen

    def touch(self, name: str, tag: Tag) -> None:
        now_ns = self.clock.now_ns()
        self.fields[name].put(tag, from_ns=now_ns, until_ns=now_ns + 300 * MS)


@pytest.fixture
def every() -> Iterator[Every]:
    built = Every()
    yield built
    built.reader.close()


def alive(seen: list[Observation]) -> list[bool]:
    return [one.alive for one in seen if isinstance(one, ReaderHealth)]


def test_a_card_may_touch_any_reader(every: Every) -> None:
    every.touch(ACR122, CARD)
    every.touch(SECOND, OTHER)

    came = [uid for uid, present in tags(every.polls(1000)) if present]
    assert sorted(came) == sorted([CARD.uid.hex(), OTHER.uid.hex()])
    assert every.reader.chip == "ACS ACR122U PICC Interface, Identive SCL011 Contactless Reader"


def test_a_reader_that_comes_later_is_taken_and_one_that_goes_leaves_the_others(every: Every) -> None:
    every.scard.unplug(ACR122)
    assert every.polls(1000) == []

    every.touch(SECOND, OTHER)
    assert tags(every.polls(1000)) == [(OTHER.uid.hex(), True), (OTHER.uid.hex(), False)]
    every.scard.plug(ACR122, every.fields[ACR122])
    every.polls(100)
    every.touch(ACR122, CARD)
    assert tags(every.polls(1000)) == [(CARD.uid.hex(), True), (CARD.uid.hex(), False)]


def test_without_any_it_is_lost_until_one_comes(every: Every) -> None:
    for name in (ACR122, SECOND):
        every.scard.unplug(name)
    (lost,) = every.polls(1500)
    assert isinstance(lost, ReaderHealth)
    assert (lost.alive, lost.why) == (False, "no reader is plugged in")

    every.scard.plug(SECOND, every.fields[SECOND])
    assert alive(every.polls(1500)) == [True]
    every.touch(SECOND, OTHER)
    assert tags(every.polls(1000)) == [(OTHER.uid.hex(), True), (OTHER.uid.hex(), False)]


def test_one_that_another_program_holds_is_left_out_until_it_lets_go(every: Every) -> None:
    every.scard.slots[ACR122].held = True
    every.touch(ACR122, CARD)
    every.touch(SECOND, OTHER)
    assert [uid for uid, present in tags(every.polls(1000)) if present] == [OTHER.uid.hex()]

    every.scard.slots[ACR122].held = False
    every.polls(31_000)  # then readers of empty fields have been restarted
    every.touch(ACR122, CARD)
    assert [uid for uid, present in tags(every.polls(1000)) if present] == [CARD.uid.hex()]


def test_a_restart_of_pcscd_is_survived(every: Every) -> None:
    every.scard.restart()

    assert alive(every.polls(1500)) == [True]
    every.touch(SECOND, OTHER)
    assert [uid for uid, present in tags(every.polls(1000)) if present] == [OTHER.uid.hex()]
