"""From observations to facts: in time order, by zone, with tags turned into cards.

Nothing here knows a rule, a journal or a chip: sources come in through the wiring.
"""
