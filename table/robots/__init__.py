"""Robots: simulated players at seats in people's games. `table.ai` decides; this package carries the decisions out.

In `duel`, robots play each other by the rules alone, without a table. `seated` puts a robot at a live table, where it
knows no more than a person at its seat would.
"""
