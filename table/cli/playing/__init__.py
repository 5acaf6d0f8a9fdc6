"""Commands that run a table: `play` an emulated one, `run` a real one.

Commands that look at something and end are in the room around this one.
"""
