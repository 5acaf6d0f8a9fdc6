"""Finished games, as records in a file beside the journal, and statistics of people.

It holds the records, what follows from them (summaries, statistics, ratings, moments), and what families do with them:
import, backup, restore, forget. Nothing here takes part in a running game, and sealed events stay sealed.
"""
