"""Commands that run a table: `play` an emulated one, `run` a real one.

Commands that print something and end are in the package above.
"""
