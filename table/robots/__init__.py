"""Robots: simulated players at seats of people's games. They think with `table.ai`, and here they have hands.

`duel` lets them play among themselves by the rules alone; `seated` puts them at a live table, where they know no more
than the person at their seat would.
"""
