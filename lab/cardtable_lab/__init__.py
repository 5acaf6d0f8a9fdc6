"""The lab of the card table, of the distribution `cardtable-lab`: simulated players, and whatever tries the table out.

A table does without: what is here knows the table, which knows it by entry points alone.
"""
