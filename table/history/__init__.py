"""Games that are over: each as a record of its own in a file beside the journal, and what is counted of people.

Here live the records, what follows from them (summaries, feats, ratings, moments), and what families do with them:
import, backup, restore, forget. Nothing here takes part in a game that is on, and what was sealed in one stays sealed.
"""
