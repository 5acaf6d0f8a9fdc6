"""The commands that try a game out with simulated players, and by what changes if a card or an option does.

Each is found by its entry point (group `cardtable.commands`); only arguments and output are here.
"""
