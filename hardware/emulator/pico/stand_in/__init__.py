"""What stands in for `machine` and `time` of a Pico. MicroPython for unix runs it, and CPython imports it."""
