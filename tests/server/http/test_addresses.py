"""The addresses at which other computers reach the server."""

from __future__ import annotations

import httpx
import pytest

from hippodrome.server.http.addresses import network_address
from hippodrome.server.http.api.health import shared_addresses


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_computer_has_no_address_for_others(host: str) -> None:
    assert shared_addresses(host, 8000, []) == []


def test_a_server_for_the_network_names_its_address() -> None:
    found = network_address(8000)
    assert shared_addresses("0.0.0.0", 8000, []) == ([found] if found and "//127." not in found else [])
    assert shared_addresses("192.168.1.5", 8000, []) == ["http://192.168.1.5:8000"]
    assert shared_addresses("0.0.0.0", 8000, ["https://play.example"]) == ["https://play.example"]


def test_the_test_server_serves_this_computer_only(client: httpx.Client) -> None:
    assert client.get("/api/addresses").json() == {"addresses": []}
