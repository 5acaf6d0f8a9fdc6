"""Signals of the lights and the buzzer, from the running table to the pin."""

from enum import StrEnum


class Signal(StrEnum):
    """A message from a light or the buzzer; `hardware.lights` gives each signal its rhythm and colour."""

    OFF = "off"
    STEADY = "steady"  # it is your turn; play here
    SLOW = "slow"  # everybody is waiting for you
    FAST = "fast"  # a card here is misplaced
    PAIR = "pair"  # hurry: a race
    BLINK = "blink"  # the game is waiting
    TICK = "tick"  # a card was read
    NO = "no"  # something was refused
