"""`cardtable check`: plays a game at random, and checks it against what the table promises.

`watched` looks at each verb of the game as the table calls it, `player` decides what the people of a game do, `trial`
plays games and checks what was told against the promises. A finding names a line of the author's files where it can.
"""
