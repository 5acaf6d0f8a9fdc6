"""Who may do what: cookies, the registry, the host's PIN, seats, and claims that others agree to.

It hands out offices and asks the table for nothing but people who come and go.
"""
