"""What only one game shows; each of these packages is found by its entry point (group `cardtable.looks`).

Nothing here decides anything: it draws what pictures say, and teaches.
"""
