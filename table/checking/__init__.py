"""`cardtable check`: plays a game by chance, and holds it against what the table promises.

`watched` looks at each verb of the game as the table calls it, `player` decides what the people of a game do, `trial`
plays games and holds what was told against the promises. A finding names a line of the author's files where it can.
"""
