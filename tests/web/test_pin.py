"""The host's PIN: who guesses waits, and for longer each time."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from werkzeug.security import generate_password_hash

from table.keeping.pin import random_pin
from web.access.pin import Pin, Throttle, TooEarly

RIGHT, WRONG = "482913", "482914"
HASHED = generate_password_hash(RIGHT, "scrypt:512:8:1")
SECOND = 10**9
HERE = "192.168.1.20"


class Guessing:
    """A PIN, and a clock that is moved by hand."""

    def __init__(self) -> None:
        self.now_s = 100
        self.pin = Pin(HASHED, lambda: self.now_s * SECOND)

    def waits(self, address: str = HERE) -> int:
        """Guess wrong; tell how long to wait for it."""
        try:
            assert not self.pin.guess(WRONG, address)
        except TooEarly as early:
            return early.wait_s
        return 0


def test_a_pin_is_six_digits_and_not_always_the_same() -> None:
    pins = [random_pin() for _ in range(20)]

    assert all(len(pin) == 6 and pin.isascii() and pin.isdigit() for pin in pins)
    assert len(set(pins)) > 1


def test_the_right_pin_is_right() -> None:
    assert Guessing().pin.guess(RIGHT, HERE)


def test_waits_grow_with_each_wrong_pin() -> None:
    guessing, waits = Guessing(), []
    for _ in range(24):
        waits.append(guessing.waits())
        guessing.now_s += waits[-1]

    assert waits[:4] == [0, 0, 0, 0]
    assert waits[4::2] == [5, 10, 20, 40, 80, 160, 300, 300, 300, 300]


def test_a_guess_that_comes_too_early_is_not_looked_at_and_costs_nothing() -> None:
    guessing = Guessing()
    for _ in range(4):
        guessing.waits()
    for _ in range(10):
        assert guessing.waits() == 5

    with pytest.raises(TooEarly, match=r"^Too many wrong PINs: wait 5 seconds\.$"):
        guessing.pin.guess(RIGHT, HERE)
    guessing.now_s += 5
    assert guessing.pin.guess(RIGHT, HERE)


def test_a_phone_that_changes_its_address_waits_too() -> None:
    guessing = Guessing()
    judged = sum(guessing.waits(f"192.168.1.{number}") == 0 for number in range(200))

    assert judged == 10
    assert guessing.waits("10.0.0.1") == 10
    with pytest.raises(TooEarly):
        guessing.pin.guess(RIGHT, HERE)


def test_in_an_evening_nobody_gets_far() -> None:
    guessing, judged = Guessing(), 0
    while guessing.now_s < 12 * 3600:
        wait = guessing.waits(f"fd00::{guessing.now_s:x}")
        judged += wait == 0
        guessing.now_s += wait

    assert judged < 160, "of a million"


def test_one_clumsy_phone_does_not_keep_the_others_waiting() -> None:
    guessing = Guessing()
    for _ in range(9):
        guessing.waits()

    assert guessing.pin.guess(RIGHT, "192.168.1.21")


def test_many_guesses_at_once_gain_nothing() -> None:
    guessing = Guessing()
    with ThreadPoolExecutor(16) as phones:
        waits = list(phones.map(lambda number: guessing.waits(f"10.0.0.{number}"), range(64)))

    assert waits.count(0) == 10


def test_the_right_pin_and_a_quiet_hour_wipe_the_slate() -> None:
    guessing = Guessing()
    for _ in range(3):
        guessing.waits()
    assert guessing.pin.guess(RIGHT, HERE)
    assert [guessing.waits() for _ in range(5)] == [0, 0, 0, 0, 5]

    guessing.now_s += 3601
    assert [guessing.waits() for _ in range(5)] == [0, 0, 0, 0, 5]


@pytest.mark.long
def test_addresses_are_not_remembered_without_end() -> None:
    guessing = Guessing()
    for number in range(3000):
        guessing.now_s += guessing.waits(f"fd00::{number:x}")
    assert len(guessing.pin._addresses) <= 1000


def test_a_long_row_of_wrong_pins_is_counted_still() -> None:
    throttle = Throttle(free=0, first_s=5, longest_s=900)
    for _ in range(5000):
        throttle.note_wrong(0)

    assert throttle.wait_s(0) == 900
