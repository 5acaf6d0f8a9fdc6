"""Every state that a game can reach with a tiny deck: each has a way on, which people are told, and leads to an end.

`python -m cardtable_lab.bench.exploring` goes through all of them; tests go through a few thousand.
"""
