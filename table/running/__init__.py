"""The running table: its thread, the current game, sources, lights, health and errors.

It does not depend on emulated hands and people, which post messages and follow the board like everything else.
"""
