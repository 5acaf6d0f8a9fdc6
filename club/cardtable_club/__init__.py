"""A club of tables, distribution `cardtable-club`: the publisher of each table, the hub, and tournaments.

It stands on the table and the web, which know it by entry points alone.
"""
