"""Client addresses as rate limits and connection limits count them."""

from ipaddress import IPv4Address, ip_address, ip_network


def limit_key(host: str | None) -> str:
    """Whom a limit is for; of IPv6 the first half, since a household has all of the second."""
    if host is None:
        return "unknown"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((int(address) >> 64 << 64, 64)))
