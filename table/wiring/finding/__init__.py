"""Finds out with people what is wired: asks them to touch, press and look, and writes what came of it as table.toml.

The conversation is the same at the terminal, in JSON lines and on a phone.
"""
