"""Robots: simulated players at seats of people's games. `table.ai` decides, and these are the hands.

`duel` lets them play among themselves by the rules alone; `seated` puts them at a live table, where they know no more
than the person at their seat would.
"""
