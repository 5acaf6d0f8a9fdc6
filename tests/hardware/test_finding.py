"""What is wired is found on emulated Pis, wherever it hangs, and no pin is driven that was not given free."""

from collections.abc import Callable
from random import Random

import pytest

from hardware import header, iso14443a
from hardware.clock import ManualClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.tag import Tag
from hardware.finding.lines import Lines, NotGivenFreeError
from hardware.finding.readers import FoundReader, Readers, pins_of
from hardware.finding.workbench import Buttons

Make = Callable[..., EmulatedPi]
SPI0 = ((0, 0), (0, 1))
FREE = sorted(set(header.HEADER.values()) - {0, 1} - pins_of(SPI0))
PULLED_HARD = (2, 3)  # 1.8 kOhm on the Pi itself: no pull gets them low
S = 1_000_000_000


def driven(pi: EmulatedPi) -> list[int]:
    """Return the pins that were outputs at some time."""
    return [gpio for gpio in header.HEADER.values() if pi.pin(gpio).written]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(5 * S)


@pytest.fixture
def pi(stand_ins: None, make: Make, clock: ManualClock) -> EmulatedPi:
    return make(clock=clock)


@pytest.mark.parametrize("seed", range(40))
def test_every_reader_is_found_where_it_hangs(pi: EmulatedPi, clock: ManualClock, seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - chance, no secret
    by_kernel = chance.sample(range(2), chance.choice([0, 0, 1, 2]))
    pins = chance.sample(FREE, chance.randrange(1, 9)) if len(by_kernel) < 2 else []
    wanted = {(0, device, None) for device in by_kernel}
    spare = min({0, 1} - set(by_kernel), default=0)
    for device in by_kernel:
        pi.add_reader(0, device)
    for pin in pins:
        pi.add_reader(0, spare, select_pin=pin)
        wanted.add((0, spare, pin))
    buttons = chance.sample(sorted(set(FREE) - set(pins)), 4)
    for pin in buttons:
        pi.add_button(pin)

    with Lines(clock, but=pins_of(SPI0)) as lines:
        readers = Readers(clock, lines, SPI0)
        found = [*readers.by_the_kernel(), *readers.by_pulls(), *readers.by_driving(PULLED_HARD)]
        watch = Buttons(lines, clock, pins)
        heard = []
        for pin in buttons:
            pi.buttons[pin].press()
            clock.sleep_ns(S // 10)
            heard.append(watch.pressed())
            pi.buttons[pin].release()
            clock.sleep_ns(S // 10)
            assert watch.pressed() == set()

    assert {(one.bus, one.device, one.select_pin) for one in found} == wanted
    assert heard == [{pin} for pin in buttons]
    assert set(driven(pi)) <= set(PULLED_HARD)


def test_a_card_is_read_through_a_select_that_is_only_pulled(pi: EmulatedPi, clock: ManualClock) -> None:
    fields = {pin: pi.add_reader(0, 0, select_pin=pin) for pin in (5, 6)}
    with Lines(clock, but=pins_of(SPI0)) as lines:
        readers = Readers(clock, lines, SPI0)
        chips = {one.select_pin: readers.chip(one) for one in readers.by_pulls()}
        for chip in chips.values():
            chip.reset()
        clock.sleep_ns(S // 100)
        fields[6].put(Tag(bytes.fromhex("04a1b2c3d4e5f6")))
        seen = {pin: iso14443a.poll(chip).uids for pin, chip in chips.items()}

    assert seen == {5: (), 6: (bytes.fromhex("04a1b2c3d4e5f6"),)}
    assert driven(pi) == []


def test_a_pin_is_driven_only_when_it_was_given_free(pi: EmulatedPi, clock: ManualClock) -> None:
    with Lines(clock, but=pins_of(SPI0)) as lines:
        with pytest.raises(NotGivenFreeError, match=r"BCM 5 \(pin 29\) may not be driven"):
            lines.drive(5, high=False)
        lines.give_free([5])
        lines.drive(5, high=False)
        assert driven(pi) == [5]
        lines.pull(5, high=True)
        assert pi.pin(5).driven is None


def test_a_board_that_holds_its_select_up_is_found_by_driving_it(pi: EmulatedPi, clock: ManualClock) -> None:
    pi.add_reader(0, 0, select_pin=5)
    pi.pin(5).resistor = True  # 10 kOhm on the board: no pull inside the Pi gets it low
    with Lines(clock, but=pins_of(SPI0)) as lines:
        readers = Readers(clock, lines, SPI0)
        assert list(readers.by_pulls()) == []
        assert list(readers.by_driving([5, 6])) == [FoundReader(0, 0, 5, 0x92, driven=True, speed_hz=4_000_000)]

    assert set(driven(pi)) == {5, 6}
    assert pi.pin(5).driven is None


def test_what_other_programs_hold_is_left_alone(pi: EmulatedPi, clock: ManualClock) -> None:
    import gpiod

    held = gpiod.request_lines("/dev/gpiochip0", config={17: None}, consumer="another")
    with Lines(clock, but=pins_of(SPI0)) as lines:
        assert 17 not in lines.all
        assert set(lines.all) == set(FREE) - {17}
    held.release()


def test_a_short_tap_is_one_press_and_a_long_one_too(pi: EmulatedPi, clock: ManualClock) -> None:
    button = pi.add_button(17)
    with Lines(clock, but=pins_of(SPI0)) as lines:
        watch, heard = Buttons(lines, clock), []
        button.press()
        clock.sleep_ns(S // 100)
        button.release()
        for poll in range(100):
            clock.sleep_ns(S // 50)
            heard.append(watch.pressed())
            if poll == 50:
                button.press()
            elif poll == 90:
                button.release()

    assert [pins for pins in heard if pins] == [{17}, {17}]


def test_a_button_that_is_down_from_the_start_is_named_as_stuck(pi: EmulatedPi, clock: ManualClock) -> None:
    pi.add_button(17).press()
    clock.sleep_ns(S // 10)
    with Lines(clock, but=pins_of(SPI0)) as lines:
        assert Buttons(lines, clock).stuck == {17}


def test_two_chips_on_one_select_are_no_reader(pi: EmulatedPi, clock: ManualClock) -> None:
    pi.add_reader(0, 0, select_pin=5)
    pi.bus(0).attach(EmulatedMfrc522(pi.readers["0.0@5"].field, clock.now_ns, version=0x15), pi.pin(5))
    with Lines(clock, but=pins_of(SPI0)) as lines:
        found = list(Readers(clock, lines, SPI0).by_pulls())

    assert [one.chip for one in found] == ["unknown chip 0x10"], "what both say at once"
