"""The program of the Raspberry Pi Pico. MicroPython runs it, on the board and on a PC, and CPython imports it."""
