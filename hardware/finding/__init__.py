"""Detects what is wired, by asking chips and watching pins. It drives no pin without permission.

It knows neither zones nor seats; its caller finds those by asking people what they touched and pressed.
"""
