"""A search of every state that a game can reach with a tiny deck.

Each state must have a legal move, prompt a player who can make it, and lead to an end of the game.
`python -m cardtable_lab.bench.exploring` visits all states; tests visit a few thousand.
"""
