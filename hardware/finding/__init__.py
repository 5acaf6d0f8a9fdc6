"""Finds out what is wired, by asking chips and by listening to pins. It drives no pin that nobody has given free.

Knows neither zones nor seats: whoever asks people what they touched and pressed does.
"""
