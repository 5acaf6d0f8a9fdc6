"""The commands of the lab: `simulate`, `study` and `policy`.

The table finds each by its entry point (group `cardtable.commands`). This package has only their arguments and output.
"""
