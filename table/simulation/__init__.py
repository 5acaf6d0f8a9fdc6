"""Simulated people at emulated chips, in virtual time, and what the table said held against what they did.

It may look at both sides, the people's secrets and the table's; nothing of the table looks at it.
"""
