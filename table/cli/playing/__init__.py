"""Commands that run a table: `play` an emulated one, `run` a real one.

Commands that print something and exit are in the parent package.
"""
