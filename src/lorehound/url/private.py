"""Which host names are addresses inside a house: private, loopback, link-local, reserved."""

import ipaddress


def is_private_host(host: str) -> bool:
    """Whether ``host`` (no port) is a literal address that is not of the open internet, or a name of this machine.

    An IPv4 address inside an IPv6 one counts as itself. Other names show only when they are resolved.
    """
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    if not (name[-1:].isdigit() or ":" in name):
        return False
    try:
        return not is_public(name)
    except ValueError:
        return False


def is_public(address: str) -> bool:
    """Whether an IPv4 or IPv6 ``address`` is one of the open internet (ValueError when it is none)."""
    ip = ipaddress.ip_address(address.split("%", 1)[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is None and ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


_NAT64 = ipaddress.ip_network("64:ff9b::/96")
