"""Finds out what is wired, by asking chips and watching pins. It drives no pin without permission.

Knows neither zones nor seats: whoever asks people what they touched and pressed does.
"""
