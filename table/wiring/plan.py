"""Translates a table.toml for the hardware: a plan of readers, buttons, lights and Picos."""

from hardware.drivers import READERS
from hardware.plan import ButtonPlan, LightPlan, PicoPlan, Plan, ReaderPlan
from hardware.presence import Patience
from table.running.signals import BUZZER
from table.settings.model import Settings
from table.settings.sections import Button, Buzzer, Reader

_NS_PER_MS = 1_000_000


def plan_of(settings: Settings) -> Plan:
    """Return the hardware's plan for a table.toml. Readers are named by their titles."""
    return Plan(
        readers=tuple(_reader_plan(reader) for reader in settings.readers),
        buttons=tuple(
            ButtonPlan(
                button.seat,
                button.backend,
                button.pin,
                dead_time_ns=button.debounce_ms * _NS_PER_MS,
                settle_ns=button.settle_ms * _NS_PER_MS,
                look_ns=button.look_ms * _NS_PER_MS,
                pico=pico_of(button),
                channel=button.channel,
            )
            for button in settings.buttons
        ),
        lights=_light_plans(settings),
        picos=tuple(
            PicoPlan(pico.name, pico.port, pico.serial_number, pico.backend)
            for pico in settings.picos
            if pico.name in {pico_of(part) for part in settings.parts}
        ),
        switched=settings.switched,
        sweep_ns=settings.table.sweep_ms * _NS_PER_MS,
        gpio=settings.table.gpio,
        gpio_chip=settings.table.gpio_chip,
    )


def pico_of(part: Reader | Button | Buzzer) -> str | None:
    """Return the name of the Pico that a part is wired to; an emulated part may name one, but is not wired to it."""
    return part.pico if part.backend == "pico" else None


def _reader_plan(reader: Reader) -> ReaderPlan:
    patience = Patience(
        misses=reader.misses,
        silence_ns=reader.silence_ms * _NS_PER_MS,
        agreeing=reader.agreeing,
        pile=reader.placement == "pile",
        departs=reader.backend not in READERS or READERS[reader.backend].departs,
        one_by_one=reader.asks,
    )
    return ReaderPlan(
        reader.title, reader.backend, reader.bus, reader.spi_device, reader.select_pin, reader.reset, reader.speed_hz,
        reader.gain, patience, pico_of(reader), reader.channel, reader.own,
    )  # fmt: skip


def _light_plans(settings: Settings) -> tuple[LightPlan, ...]:
    """Return the lights, each named after its zone or seat, and the buzzer."""
    pads = [
        LightPlan(
            reader.served[0],
            reader.light_backend(settings.table.gpio),
            reader.light_pin,
            pico_of(reader),
            reader.label,
        )
        for reader in settings.readers
        if reader.light_pin is not None
    ]
    seats = [
        LightPlan(
            f"seat.{button.seat}",
            button.light_backend(button.backend),
            button.light_pin,
            pico_of(button),
            button.label,
        )
        for button in settings.buttons
        if button.light_pin is not None
    ]
    buzzer = settings.buzzer
    return (*pads, *seats, *([LightPlan(BUZZER, buzzer.backend, buzzer.pin, pico_of(buzzer))] if buzzer else ()))
