"""The pages that people open: scoreboard, seats, virtual table, host, rules, scores, and how each game looks.

They draw what the API returns; nothing here changes the table.
"""
