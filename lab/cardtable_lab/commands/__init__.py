"""The commands of the lab: `simulate`, `study` and `policy`.

The table finds each through its entry point (group `cardtable.commands`). This package holds only arguments and output.
"""
