"""Client addresses as rate limits and connection limits count them."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

NETWORK_BITS = 48  # the largest network that providers assign to one customer
NETWORK_SHARE = 10  # a network may use this many times the limit of one address


def client_key(connection: HTTPConnection) -> str:
    """The limit key of the client that sent a request."""
    return limit_key(connection.client.host if connection.client is not None else None)


def limit_key(host: str | None) -> str:
    """What a client's limits are counted by; for IPv6 the /64 network of a household."""
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
    """Everything that a limit key counts for, each with its multiple of one address's limit."""
    network = network_of(key)
    return {key: 1} if network is None else {key: 1, network: NETWORK_SHARE}


def count_less(counts: Counter[str], keys: Iterable[str]) -> None:
    """Count one less for each key, and drop those with none left."""
    for key in keys:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


@lru_cache(10_000)
def network_of(key: str) -> str | None:
    """The IPv6 network around a limit key, which one client may own; None for IPv4."""
    try:
        network = ip_network(key)
    except ValueError:
        return None
    return (
        str(network.supernet(new_prefix=NETWORK_BITS)) if isinstance(network, IPv6Network) else None
    )
