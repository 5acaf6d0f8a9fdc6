"""Who may do what: cookies, the registry, the host's PIN, seats, and claims that others agree to.

It grants offices; the only thing it asks of the table is that people come and go.
"""
