"""What survives a power cut: the journal in SQLite, who owns it, whether it is sound, and what can be salvaged.

It replays games only to check that they still give what was told.
"""
