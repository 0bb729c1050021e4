"""The addresses of the server, for this computer and for the others in the network."""

from __future__ import annotations

import contextlib
import socket


def local_address(host: str, port: int) -> str:
    """Return the URL for a browser on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def network_address(port: int) -> str:
    """Return the URL for other machines on the same network; empty if there is none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing; only selects the local address that would be used
        return f"http://{probe.getsockname()[0]}:{port}"
    return ""
