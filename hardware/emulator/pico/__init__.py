"""Emulated Raspberry Pi Picos: the real program, `firmware_bridge.pico`, over emulated chips and pins."""
