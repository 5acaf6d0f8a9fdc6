"""`cardtable check`: plays a game at random, and checks it against the contract between a game and the table.

`watched` checks each method of the game as the table calls it, `player` decides what the players do, and `trial` plays
games and checks the events. Where possible, a finding names a line in the author's files.
"""
