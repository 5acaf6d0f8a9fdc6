"""The program of the Raspberry Pi Pico. MicroPython runs it, on the board and on a PC; CPython imports it."""
