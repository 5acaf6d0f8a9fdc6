"""Several readers polled in turn."""

from hardware.emulator.tag import Tag
from hardware.ports import Sighting
from hardware.reader_bank import SWEEP_NS, ReaderBank
from tests.hardware.conftest import UID, Reader


def bank_of(*names: str) -> tuple[ReaderBank, dict[str, Reader]]:
    first = Reader()
    readers = {name: Reader(first.clock) for name in names}
    for reader in readers.values():
        reader.chip.reset()
    return ReaderBank({name: reader.chip for name, reader in readers.items()}, first.clock), readers


def test_a_tag_is_seen_by_the_reader_that_it_lies_on() -> None:
    bank, readers = bank_of("left", "right")
    readers["right"].field.put(Tag(UID))

    batch = bank.poll()

    assert [(seen.reader, seen.uid, seen.present) for seen in batch.items if isinstance(seen, Sighting)] == [
        ("right", UID, True)
    ]
    assert all(seen.at_ns <= batch.watermark_ns for seen in batch.items)


def test_a_tag_that_goes_from_one_reader_to_another_leaves_and_arrives() -> None:
    bank, readers = bank_of("left", "right")
    tag = Tag(UID)
    readers["left"].field.put(tag)
    bank.poll()
    readers["left"].field.lift(tag)
    readers["right"].field.put(tag)

    seen = [item for _ in range(20) for item in bank.poll().items if isinstance(item, Sighting)]

    assert [(item.reader, item.present) for item in seen] == [("right", True), ("left", False)]


def test_sweeps_keep_their_pace() -> None:
    bank, readers = bank_of("left", "right")
    clock = readers["left"].clock
    before = clock.now_ns()
    for _ in range(10):
        bank.poll()

    assert clock.now_ns() - before < 11 * (SWEEP_NS + 1_000_000)
