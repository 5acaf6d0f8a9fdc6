"""A torture run: whole evenings of simulated people, with everything that can break breaking at once.

`python -m cardtable_lab.bench.torture --evenings 20 --seed 1`. Table, people and chips share virtual time, so a table
can be killed in the middle of a hand's way to a pad, and people go on when it is back. After each fault, and at the end
of each game, what may never be otherwise is checked (`evening.py`, `ruins.py`).
"""
