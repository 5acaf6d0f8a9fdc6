"""What only one game shows; each of these packages is found by its entry point (group `cardtable.looks`).

Nothing is decided here: it draws pictures, and teaches.
"""
