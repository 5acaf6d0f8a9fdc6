"""MicroPython for unix imports this module in place of its own `machine`."""

from hardware.emulator.pico.stand_in.board import Machine
from hardware.emulator.pico.stand_in.over_pipes import asker

_machine = Machine(asker)
Pin, SPI, WDT = _machine.Pin, _machine.SPI, _machine.WDT
unique_id, reset = _machine.unique_id, _machine.reset
disable_irq, enable_irq = _machine.disable_irq, _machine.enable_irq
