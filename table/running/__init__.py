"""The table as it runs: the thread that owns it, the game that is on, sources, lights, health, and what goes wrong.

It knows nothing of emulated hands and people: they post messages like everybody else, and follow the board.
"""
