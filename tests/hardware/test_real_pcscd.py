"""The driver of PC/SC readers on the real pcscd and pyscard: only reader and card are virtual."""

from collections.abc import Callable, Iterator

import pytest

from hardware.clock import SystemClock
from hardware.doctor import checks
from hardware.emulator.pcsc import ATR_SMART
from hardware.observations import Observation, ReaderHealth, TagEvent, UnreadTag
from hardware.pcsc import PcscReader, plugged_in
from hardware.plan import Plan, ReaderPlan
from hardware.reader_bank import ReaderBank
from tests import lacking
from tests.hardware import vpcd
from tests.hardware.vpcd import Daemon, VirtualCard, waits

pytestmark = pytest.mark.long
UID = bytes.fromhex("04a1b2c3d4e5f6")
READER = "Virtual PCD 00 00"


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    if missing := vpcd.missing_with_pyscard():
        lacking.skip(missing)
    with vpcd.alone():
        daemon = Daemon()
        daemon.start()
        yield daemon
        daemon.stop()


class Table:
    """A bank with one reader, polled until something is seen."""

    def __init__(self) -> None:
        from smartcard import scard

        self.reader = PcscReader(scard, READER)
        self.bank = ReaderBank({"reader": self.reader}, SystemClock())

    def sees(self, kind: type[Observation], **wanted: object) -> Observation:
        """Poll until that is seen; nothing else may be seen before."""
        seen: list[Observation] = []

        def it() -> bool:
            seen.extend(self.bank.poll().items)
            return bool(seen)

        waits(it)
        (one,) = seen
        assert isinstance(one, kind), one
        assert {key: getattr(one, key) for key in wanted} == wanted
        return one


@pytest.fixture
def table(daemon: Daemon) -> Iterator[Table]:
    table = Table()
    yield table
    table.reader.close()


@pytest.fixture
def card() -> Iterator[Callable[..., VirtualCard]]:
    laid: list[VirtualCard] = []

    def lays(*given: bytes) -> VirtualCard:
        laid.append(VirtualCard(*given))
        laid[-1].lay()
        return laid[-1]

    yield lays
    for one in laid:
        one.lift()


@pytest.mark.parametrize("uid", [UID[:4], UID, UID + b"\x01\x02\x03"])
def test_a_card_comes_and_leaves_with_its_uid_in_full(
    table: Table, card: Callable[..., VirtualCard], uid: bytes
) -> None:
    polled(table)
    laid = card(uid)
    table.sees(TagEvent, uid=uid, present=True, smart=False)
    laid.lift()
    table.sees(TagEvent, uid=uid, present=False)
    assert len([one for one in laid.commands if one[1] == 0xCA]) <= 2, "asked once, and when it seemed to leave"


def test_a_phone_is_told_by_its_atr(table: Table, card: Callable[..., VirtualCard]) -> None:
    polled(table)
    laid = card(bytes.fromhex("08a1b2c3"), ATR_SMART)
    table.sees(TagEvent, present=True, smart=True)
    laid.lift()
    table.sees(TagEvent, present=False)


def test_a_card_taken_away_while_it_is_asked_has_to_come_again(table: Table, card: Callable[..., VirtualCard]) -> None:
    polled(table)
    laid = VirtualCard(UID)
    laid.when_asked = laid.lift
    laid.lay()
    table.sees(UnreadTag)


def test_a_restart_of_pcscd_is_told_and_survived(
    table: Table, daemon: Daemon, card: Callable[..., VirtualCard]
) -> None:
    polled(table)
    daemon.stop()
    lost = table.sees(ReaderHealth, alive=False)
    assert isinstance(lost, ReaderHealth)
    assert "pcscd" in lost.why
    daemon.start()
    table.sees(ReaderHealth, alive=True)
    laid = card(UID)
    table.sees(TagEvent, uid=UID, present=True)
    laid.lift()
    table.sees(TagEvent, uid=UID, present=False)


def test_the_doctor_knows_it(daemon: Daemon) -> None:
    def finding(name: str) -> str:
        plan = Plan(readers=(ReaderPlan("reader 1", "pcsc", own={"reader": name}),))
        (found,) = checks.examine(plan, SystemClock())
        return found.fault or found.found

    assert finding(READER) == "Virtual PCD"
    assert finding("OMNIKEY").startswith("no reader's name contains 'OMNIKEY'; there are: Virtual PCD 00 00")
    daemon.stop()
    assert finding(READER) == "pcscd does not run"
    daemon.start()


def test_it_is_found(daemon: Daemon) -> None:
    from smartcard import scard

    assert READER in plugged_in(scard)


def polled(table: Table) -> None:
    """Poll until the reader runs, so that what comes then was not there before."""
    until_ns = SystemClock().now_ns() + 100_000_000
    seen: list[Observation] = []
    while SystemClock().now_ns() < until_ns:
        seen += table.bank.poll().items
    assert seen == []
