"""The commands that try games out: `simulate` and `study`.

Each is found by its entry point (group `cardtable.commands`); only arguments and output are here.
"""
