"""A torture run: simulated people play for whole evenings while everything that can break does, all at once.

`python -m cardtable_lab.bench.torture --evenings 20 --seed 1`. Table, people and chips share virtual time, so that a
table can be killed while a hand is on its way to a pad; people continue when the table is back. The invariants are
checked after each fault and at the end of each game (`evening.py`, `ruins.py`).
"""
