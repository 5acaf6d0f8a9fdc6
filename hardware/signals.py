"""What lights and the buzzer say: one word from the running table to the pin."""

from enum import StrEnum


class Signal(StrEnum):
    """What a light or the buzzer says; `hardware.lights` gives each its rhythm and colour."""

    OFF = "off"
    STEADY = "steady"  # it is your turn; play here
    SLOW = "slow"  # everybody waits for you
    FAST = "fast"  # something lies wrong here
    PAIR = "pair"  # hurry: a race
    BLINK = "blink"  # the game waits
    TICK = "tick"  # a card was read
    NO = "no"  # something was refused
