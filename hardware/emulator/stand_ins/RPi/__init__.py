"""A stand-in for the package that both RPi.GPIO and rpi-lgpio install."""
