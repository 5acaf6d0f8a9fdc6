"""The running table: its thread, the current game, sources, lights, health and errors.

It knows nothing of emulated hands and people: they post messages like everybody else, and follow the board.
"""
