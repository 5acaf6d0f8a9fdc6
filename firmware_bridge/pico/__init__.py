"""The program that runs on a Raspberry Pi Pico.

It is written for MicroPython, which runs it on the board and on a PC; the host imports parts of it under CPython.
"""
