"""Emulated Raspberry Pi Picos: the program of `firmware_bridge.pico` itself, with emulated chips and pins behind it."""
