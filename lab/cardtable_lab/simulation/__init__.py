"""Simulated players at emulated chips, in virtual time; what the table said is compared with what they did.

It may see both sides, the players' secrets and the table's; no part of the table imports it.
"""
