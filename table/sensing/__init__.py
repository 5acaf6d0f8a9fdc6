"""From what sources saw to facts: in order, by zone, with tags turned into cards and unknown tags into aliases.

Nothing here knows a rule, a journal or a chip: sources come in through the wiring.
"""
