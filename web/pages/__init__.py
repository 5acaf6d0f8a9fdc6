"""The pages: scoreboard, seats, virtual table, host, rules, scores, and each game's front end.

They draw what the API returns; nothing here changes the table.
"""
