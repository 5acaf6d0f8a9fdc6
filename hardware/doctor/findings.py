"""The doctor's findings about devices, and the devices' names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.debounce import bursts, change, suits_ns
from hardware.header import GROUND, placed
from hardware.plan import PICO_BUTTONS, ButtonPlan, LightPlan, ReaderPlan
from hardware.ports import Level

Asks = Callable[[ButtonPlan | ReaderPlan], None]  # prompts the user to press a button now, or to lay a card on a reader

_SETTLED_NS = 100_000_000  # a press is over once its button has been up for this long


@dataclass(frozen=True)
class Finding:
    """The result for one device. `fault` is None if the device is fine; `found` describes what was detected."""

    what: str
    found: str = ""
    fault: str | None = None
    cure: str | None = None

    @property
    def sound(self) -> bool:
        """Whether the device has no fault."""
        return self.fault is None


def judged(button: ButtonPlan, levels: Sequence[Level], *, asked: bool = False) -> Finding:
    """Judge a button by the presses seen while it was watched; `asked` means that the user was asked to press it."""
    is_down = bool(levels) and not levels[-1].high
    if asked and not is_down and not _presses(button, levels):
        return Finding(
            button_name(button),
            _heard(levels),
            "no press seen",
            f"press it when it is asked for; else measure its pin against ground{_ground(button)}: 3.3 V at rest, 0 V "
            "pressed. Without that a wire is loose, or sits on another pin; of four legs, wire two that lie across",
        )
    chatter_ns = max((burst.lasts_ns for burst in bursts(level.at_ns for level in levels)), default=0)
    if chatter_ns > button.dead_time_ns:
        return Finding(
            button_name(button),
            _heard(levels),
            f"button {button.seat} chatters for {chatter_ns / 1e6:.0f} ms",
            f"debounce_ms = {suits_ns(chatter_ns) // 1_000_000} would do; or replace it",
        )
    if is_down:
        return Finding(
            button_name(button),
            _heard(levels),
            "button stuck down: its pin stays low",
            "take the finger off; else look for a short to ground, or a button wired to its two connected legs",
        )
    return Finding(button_name(button), _heard(levels))


def was_pressed(button: ButtonPlan, levels: Sequence[Level], now_ns: int) -> bool:
    """Return whether a button was pressed and has been up again for a while; a spike on its wire does not count."""
    rests = bool(levels) and levels[-1].high and now_ns - levels[-1].at_ns >= _SETTLED_NS
    return rests and _presses(button, levels) > 0


def _presses(button: ButtonPlan, levels: Sequence[Level]) -> int:
    """Return how often a button was pressed."""
    contact, presses = button.contact, 0
    for level in levels:
        contact, edges = change(contact, level.at_ns, not level.high, level.error_ns)
        presses += sum(edge.down for edge in edges)
    return presses


def _heard(levels: Sequence[Level]) -> str:
    changes = sum(1 for _ in bursts(level.at_ns for level in levels))
    return f"{changes} {'change' if changes == 1 else 'changes'} seen" if changes else "at rest"


def _ground(button: ButtonPlan) -> str:
    return f" (pin {GROUND})" if button.pico is None else ""


def button_name(button: ButtonPlan) -> str:
    """Return a name that says where the button is."""
    pin = "emulated" if button.pin is None or button.backend == "emulated" else placed(button.pin)
    if button.backend == "phone":
        pin = f"the phone at /seat/{button.seat}"
    if button.pico is not None:
        pin = f"pico {button.pico}, channel {button.channel}, GP {PICO_BUTTONS[button.channel]}"
    return f"button of seat {button.seat} ({pin})"


def light_name(light: LightPlan) -> str:
    """Return a name that says where the light is."""
    pin = "emulated" if light.pin is None or light.backend == "emulated" else placed(light.pin)
    pin = pin if light.pico is None else f"pico {light.pico}, GP {light.pin}"
    return f"{light.name if light.name == 'buzzer' else f'light of {light.name}'} ({pin})"
