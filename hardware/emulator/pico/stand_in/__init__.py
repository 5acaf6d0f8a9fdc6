"""Stand-ins for a Pico's `machine` and `time`. MicroPython for unix runs them, and CPython imports them."""
