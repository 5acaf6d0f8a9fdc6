"""What tries the table out, distribution `cardtable-lab`: simulated people, studies, benchmarks, proofs.

A table does without: what is here knows the table, which knows it by entry points alone.
"""
