"""Finished games, as records in a file next to the journal, and people's statistics.

This package holds the records, what is computed from them (summaries, statistics, ratings, moments), and what can be
done with them: import, backup, restore, forget. Nothing here takes part in a running game, and sealed events stay
sealed.
"""
