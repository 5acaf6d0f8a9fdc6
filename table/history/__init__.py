"""Finished games, each a record in a file beside the journal, and statistics of people.

Here live the records, what follows from them (summaries, statistics, ratings, moments), and what families do with them:
import, backup, restore, forget. Nothing here takes part in a game that is on, and what was sealed in one stays sealed.
"""
