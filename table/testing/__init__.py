"""Fixtures for tests of tables, emulated or real.

No part of the table uses it, and it names no game.
"""
