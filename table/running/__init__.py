"""The running table: its thread, the current game, sources, lights, health and errors.

It knows nothing of emulated hands and people, who post messages and follow the board like everybody else.
"""
