"""The pages: scoreboard, seats, virtual table, host, rules, scores, and each game's front end.

They draw what the API returns; only the API's routes change the table.
"""
