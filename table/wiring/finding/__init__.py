"""Detects which parts are wired: asks people to touch, press and watch, and writes table.toml.

The conversation is the same at the terminal, in JSON lines and on a phone.
"""
