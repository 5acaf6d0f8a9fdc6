"""Phones that just joined the table's own Wi-Fi: the table's page opens by itself on them.

A phone that joins a network asks a page of its maker's whether the Internet is there. In the table's own Wi-Fi every
name leads to the table, so the table is asked, and answers that one has to look at another page first: its own.
"""

from ipaddress import ip_address, ip_network

from table.network.profile import ADDRESS, NETWORK
from web.access.addresses import is_own

PAGE = "/wifi"
_HTTP = "80"


def page_for(phone: str | None, port: str) -> str | None:
    """Return where a phone at this address is to go from wherever it wanted; None if it is not in the table's Wi-Fi."""
    try:
        if phone is None or ip_address(phone) not in ip_network(NETWORK) or not is_own(ADDRESS):
            return None
    except ValueError:  # no address
        return None
    return f"http://{ADDRESS}{'' if port == _HTTP else f':{port}'}{PAGE}"
