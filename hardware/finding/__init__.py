"""Detects what is wired, by asking chips and watching pins. It drives no pin without permission.

It knows neither zones nor seats: its caller, which asks people what they touched and pressed, does.
"""
