"""Robots: simulated players at seats in people's games. `table.ai` decides; these are the hands.

In `duel` they play each other by the rules alone; `seated` puts them at a live table, where they know no more than a
person at their seat would.
"""
