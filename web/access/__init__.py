"""Who may do what: cookies, roles, the host's PIN, seats, and approvals by others.

It grants roles; it asks the table only to let people come and go.
"""
