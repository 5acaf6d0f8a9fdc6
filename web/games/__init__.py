"""The front ends of games, each a package found by its entry point (group `cardtable.ui`).

Nothing is decided here: front ends draw pictures and teach.
"""
