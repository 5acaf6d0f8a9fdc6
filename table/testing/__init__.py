"""Fixtures for tests of tables, emulated or real.

No part of the table uses this package, and it names no game.
"""
