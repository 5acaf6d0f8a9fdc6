"""Who may do what: cookies, roles, the host's PIN, seats, and approvals by others.

It grants roles. The only requests that it sends to the table concern people coming and going.
"""
