"""What the host does with what a table keeps: whether it keeps games, backups, forgetting, reports.

What was played is in the room above.
"""
