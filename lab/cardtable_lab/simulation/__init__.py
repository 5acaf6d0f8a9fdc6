"""Simulated people at emulated chips, in virtual time, and the comparison with what the table said.

It may see both the players' secrets and the table's; no part of the table imports it.
"""
