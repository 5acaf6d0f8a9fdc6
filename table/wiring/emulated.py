"""An emulated table, built like any other; only the devices behind its ports are emulated."""

from collections.abc import Sequence

from hardware.clock import Clock, ManualClock, SharedClock, SystemClock
from hardware.emulator import usb
from hardware.emulator.physics import CLEAN, NOISE
from hardware.emulator.pico.micropython import MicroPython, interpreter
from hardware.emulator.pico.pico import InProcess
from hardware.emulator.room import EmulatedPicos, Room
from hardware.emulator.shortcut import RestingButtons, RestingPico, Skipping, oversleep
from hardware.plan import PICO_LIGHTS
from table.complaints import BadInput
from table.settings.model import Settings
from table.settings.values import MOST_PICO_BUTTONS, MOST_PICO_READERS
from table.wiring.hardware import Hardware, open_hardware

# What an emulated table can be built from: parts on its own pins, Picos that run in this process or in MicroPython, or
# USB readers with buttons on its own pins.
HARDWARE = ("pi", "pico", "micropython", *usb.KINDS)


def check_hardware(hardware: str) -> None:
    """Raise BadInput if an emulated table cannot be built from this hardware."""
    if hardware not in HARDWARE:
        raise BadInput(f"--hardware: expected one of {', '.join(HARDWARE)}, not {hardware!r}")
    if hardware == "micropython":
        try:
            interpreter()
        except FileNotFoundError as error:
            raise BadInput(f"--hardware: {error}") from None


def emulated_settings(*, pads: Sequence[Sequence[str]], seats: int, hardware: str) -> Settings:
    """Return the settings of an emulated table: a reader for each pad, with its zones, and a button for each seat."""
    readers: list[dict[str, object]] = [{"zones": list(zones), "backend": "emulated", "light_pin": 0} for zones in pads]
    buttons: list[dict[str, object]] = [
        {"seat": seat, "backend": "emulated", "light_pin": 0} for seat in range(1, seats + 1)
    ]
    buzzer, picos = {"backend": "emulated", "pin": 0}, 0
    if hardware in usb.KINDS:
        for number, reader in enumerate(readers):
            reader |= {"light_pin": None, **usb.KINDS[hardware].keys(number)}
    elif hardware != HARDWARE[0]:
        picos = max(1, -(-len(pads) // MOST_PICO_READERS), -(-seats // MOST_PICO_BUTTONS))
        _on_picos(readers, picos, PICO_LIGHTS[:MOST_PICO_READERS])
        _on_picos(buttons, picos, PICO_LIGHTS[MOST_PICO_READERS:-1])
        buzzer = {"backend": "pico", "pico": "pico-1", "pin": PICO_LIGHTS[-1]}
    return Settings.model_validate(
        {
            "table": {"seats": seats, "antennas": "always_on", "database": "unused.db"},
            "reader": readers,
            "button": buttons,
            "buzzer": buzzer,
            "pico": [{"name": f"pico-{number}", "backend": "emulated"} for number in range(1, picos + 1)],
        }
    )


def _on_picos(parts: Sequence[dict[str, object]], picos: int, lights: Sequence[int]) -> None:
    """Spread parts evenly over Picos; a part gets no light if its Pico has no pin left for one."""
    for number, part in enumerate(parts):
        channel, on = divmod(number, picos)
        light = {"light_pin": lights[channel]} if channel < len(lights) else {"light_pin": None}
        part |= {"backend": "pico", "pico": f"pico-{on + 1}", "channel": channel, **light}


def emulated_hardware(
    *,
    pads: Sequence[Sequence[str]],
    seats: int,
    cards: Sequence[str],
    clock: Clock | None = None,
    noise: str = CLEAN.name,
    seed: int = 0,
    short_cuts: bool = False,
    hardware: str = HARDWARE[0],
) -> Hardware:
    """Build a reader for each pad, a button for each seat, a tag for each card, and one for an unknown card.

    `noise` names the air: clean, typical or harsh. With `short_cuts` on a shared clock, polls that are known to find
    nothing are skipped. `hardware` is one of HARDWARE.
    """
    check_hardware(hardware)
    clock = clock or SystemClock()
    emulated_picos = EmulatedPicos(starts=MicroPython if hardware == "micropython" else InProcess)
    room = Room(clock, NOISE[noise], seed=seed, short_cuts=short_cuts, emulated_picos=emulated_picos)
    built = emulated_settings(pads=pads, seats=seats, hardware=hardware)
    if hardware in usb.KINDS:
        for reader in built.readers:
            usb.KINDS[hardware].plug(room, clock, reader.title, reader.own)
    return open_hardware(built, cards=cards, clock=clock, room=room)


def stopped_clock(now_ns: int) -> ManualClock:
    """Return a clock that advances only while a driver sleeps on it, for tables in virtual time."""
    return ManualClock(now_ns)


def shared_clock(now_ns: int) -> SharedClock:
    """Return a clock for virtual time that lets other code act while a driver sleeps."""
    return SharedClock(now_ns)


def skip_idle(hardware: Hardware, until_ns: float) -> None:
    """Skip the polls until `until_ns` if they would find nothing, time is virtual, and the room has shortcuts."""
    if not isinstance(hardware.clock, SharedClock) or not hardware.room.short_cuts:
        return
    bank = hardware.sources.get("readers")
    if isinstance(bank, Skipping):
        _skipped(hardware, bank.skip_idle(until_ns))
    elif all(isinstance(source, RestingPico) and source.is_idle for source in hardware.sources.values()):
        oversleep(hardware.room, hardware.clock, until_ns)


def skip_alike(hardware: Hardware, until_ns: float) -> int:
    """Skip the polls until `until_ns` if they would repeat the last ones, which found nothing; return the ns skipped.

    Nothing is skipped at a table with Picos, because they poll on their own schedule.
    """
    bank = hardware.sources.get("readers")
    if not isinstance(bank, Skipping) or hardware.assembly.plan.picos:
        return 0
    return _skipped(hardware, bank.skip_alike(until_ns))


def _skipped(hardware: Hardware, skipped_ns: int) -> int:
    """Notify emulated buttons that nothing moved in the skipped time, and return that time."""
    buttons = hardware.sources.get("buttons emulated")
    if skipped_ns and isinstance(buttons, RestingButtons):
        buttons.rests()
    return skipped_ns
