"""Who may do what: cookies, roles, the host's PIN, seats, and approvals by others.

It grants offices; the only thing it asks of the table is that people come and go.
"""
