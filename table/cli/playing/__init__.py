"""The commands that keep a table: `play` an emulated one, `run` a real one; how a game starts or goes on at either.

Commands that look at something and end are in the room around this one.
"""
