"""Client addresses as rate limits and connection limits count them."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network

NETWORK = 48  # bits: the most that providers give to one customer
NETWORK_SHARE = 10  # how many times as much as one address a network may use up


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


def limit_shares(key: str) -> dict[str, int]:
    """All that a limit key counts for, with how many times the limit of one address each has."""
    network = network_of(key)
    return {key: 1} if network is None else {key: 1, network: NETWORK_SHARE}


@lru_cache(10_000)
def network_of(key: str) -> str | None:
    """The IPv6 network around a limit key, since one visitor may have all of it; IPv4 has none."""
    try:
        network = ip_network(key)
    except ValueError:
        return None
    return str(network.supernet(new_prefix=NETWORK)) if isinstance(network, IPv6Network) else None
