"""The front ends of games, each a package found by its entry point (group `cardtable.ui`).

Nothing is decided here: it draws pictures, and teaches.
"""
