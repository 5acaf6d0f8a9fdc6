"""Detects the wiring by querying chips and watching pins. It drives no pin without permission.

It knows nothing about zones or seats; its caller identifies those by asking the user what they touched and pressed.
"""
