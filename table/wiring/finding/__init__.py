"""Detects the wiring by asking the user to touch pads, press buttons and watch lights, and writes table.toml.

The conversation is the same at the terminal, in JSON lines and on a phone.
"""
