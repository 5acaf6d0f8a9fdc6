"""Examines every device of a plan in turn, and reports what was found, what is wrong, and the cure.

Each device is opened through its library, as the table would open it; /dev is read only to explain a failure. Drivers
provide the checks for their readers; buttons are watched for a while.
"""

from collections.abc import Iterator, Mapping, Sequence
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from hardware import drivers
from hardware.assembly import Assembly, DeviceError
from hardware.clock import Clock
from hardware.doctor import pico as doctor_pico
from hardware.doctor.cures import explained
from hardware.doctor.findings import Asks, Finding, button_name, judged, light_name, was_pressed
from hardware.plan import ButtonPlan, LightPlan, Plan
from hardware.ports import BLACK, WHITE, InputLine, Level

if TYPE_CHECKING:
    from hardware.emulator.room import Room

WATCH_NS = 1_000_000_000  # how long buttons are watched
_LOOK_NS = 2_000_000
_FLASH_NS = 150_000_000


def examine(
    plan: Plan, clock: Clock, room: "Room | None" = None, *, watch_ns: int = WATCH_NS, asks: Asks | None = None
) -> Iterator[Finding]:
    """Examine every device of a plan, readers first.

    `asks` prompts the user to press each button in turn, and to lay a card on a reader whose self-test fails.
    """
    with Assembly(plan, clock, room) as assembly:
        own_readers = [reader for reader in plan.readers if reader.pico is None]
        for checks in dict.fromkeys(drivers.READERS[reader.backend].checks for reader in own_readers):
            alike = [reader for reader in own_readers if drivers.READERS[reader.backend].checks == checks]
            yield from resolve_name(checks)(assembly, clock, alike, watch_ns, asks)
        own = [button for button in plan.buttons if button.has_line]
        yield from _buttons(assembly, clock, watch_ns, own, asks)
        for button in plan.buttons:
            if button.backend == "phone":
                yield Finding(button_name(button), "on that page; the host sees whether it is heard")
        for light in plan.lights:
            if light.pico is None:
                yield _light(assembly, clock, light)
        for pico in plan.picos:
            yield from doctor_pico.examine(assembly, clock, pico, watch_ns=watch_ns, asks=asks)


# -- buttons


def _buttons(
    assembly: Assembly, clock: Clock, watch_ns: int, buttons: Sequence[ButtonPlan], asks: Asks | None
) -> Iterator[Finding]:
    """Open and judge every button, watching all of them together or, if presses are prompted for, one at a time."""
    lines: dict[int, InputLine] = {}
    findings: dict[int, Finding] = {}
    by_seat = {button.seat: button for button in buttons}
    for seat, button in by_seat.items():
        try:
            lines[seat] = assembly.button(button)
        except DeviceError as why:
            findings[seat] = Finding(button_name(button), "", *explained(why, button))
    asked = {seat for seat in lines if asks is not None and by_seat[seat].backend != "emulated"}
    together = [seat for seat in lines if seat not in asked]
    seen: dict[int, list[Level]] = {seat: [] for seat in lines}
    failed: dict[int, OSError] = {}
    for seat in sorted(asked):
        assert asks is not None, "else nobody is asked"  # noqa: S101
        asks(by_seat[seat])
        failed |= _watched(clock, watch_ns, {seat: lines[seat]}, seen, asked=by_seat[seat])
    failed |= _watched(clock, watch_ns, {seat: lines[seat] for seat in together}, seen)
    findings |= {
        seat: Finding(button_name(by_seat[seat]), "", *explained(error, by_seat[seat]))
        for seat, error in failed.items()
    }
    for seat, button in by_seat.items():
        yield findings.get(seat) or judged(button, seen[seat], asked=seat in asked)


def _watched(
    clock: Clock,
    watch_ns: int,
    lines: dict[int, InputLine],
    seen: Mapping[int, list[Level]],
    *,
    asked: ButtonPlan | None = None,
) -> dict[int, OSError]:
    """Watch buttons for `watch_ns` ns, or until the button in `asked` has been pressed; return the errors by seat."""
    failed: dict[int, OSError] = {}
    until_ns = clock.now_ns() + watch_ns
    while lines and clock.now_ns() < until_ns:
        if asked is not None and was_pressed(asked, seen[asked.seat], clock.now_ns()):
            break
        clock.sleep_ns(_LOOK_NS)
        for seat, line in list(lines.items()):
            try:
                seen[seat] += line.changes(clock.now_ns())
            except OSError as error:
                failed[seat] = error
                del lines[seat]
    return failed


# -- lights


def _light(assembly: Assembly, clock: Clock, light: LightPlan) -> Finding:
    try:
        lamp = assembly.light(light)
        for colour in (WHITE, BLACK):
            lamp.show(colour)
            clock.sleep_ns(_FLASH_NS)
    except OSError as error:
        return Finding(light_name(light), "", *explained(error, light))
    return Finding(light_name(light), "driven on and off once")
