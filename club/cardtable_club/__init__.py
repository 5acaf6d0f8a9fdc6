"""A club of card tables, of the distribution `cardtable-club`: its publisher at each table, its hub, its tournaments.

It stands on the table and the web, which know it by entry points alone.
"""
