"""Who may do what: cookies, roles, the host's PIN, seats, and approvals by others.

It grants roles, and sends the table only requests that concern people who come and go.
"""
