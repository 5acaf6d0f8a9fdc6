"""Tables for tests, emulated or real, that read as verbs; and the fixtures that come with the package.

Nothing of the table uses it, and it names no game.
"""
