"""A torture run: whole evenings of simulated people, with everything that can break breaking at once.

`python -m cardtable_lab.bench.torture --evenings 20 --seed 1`. Table, people and chips share virtual time, so a table
can be killed while a hand is on its way to a pad, and people continue when it is back. The invariants are checked after
each fault and at the end of each game (`evening.py`, `ruins.py`).
"""
