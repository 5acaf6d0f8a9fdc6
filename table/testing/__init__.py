"""Tables for tests, emulated or real, that read as verbs; and the fixtures that come with the package.

No part of the table uses it, and it names no game.
"""
