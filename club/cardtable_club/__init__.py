"""A club of tables, distribution `cardtable-club`: the publisher of each table, the hub, and tournaments.

It builds on the table and the web, which know it only through entry points.
"""
