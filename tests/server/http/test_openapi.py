"""The schema of all that travels, and the client's types that are made from it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hippodrome.server import wire
from hippodrome.server.http import openapi

ROOT = Path(__file__).resolve().parents[3]
CLIENT = ROOT / "client"
GENERATOR = CLIENT / "node_modules" / "openapi-typescript"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(openapi.document_text())
    return found


def test_every_message_of_the_wire_is_in_it(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name, message in vars(wire).items():
        if isinstance(message, type) and issubclass(message, (wire.Message, wire.Part)) and message.__struct_fields__:
            assert name in schemas, name
    assert {part["$ref"].rpartition("/")[2] for part in schemas["Request"]["anyOf"]} >= {"Hello", "Play", "Undo"}


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    text = json.dumps(document)
    for place in {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}:
        assert place in schemas, place


def test_every_route_says_what_can_go_wrong_in_the_one_form(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    found = answer["content"]["application/json"]["schema"]["$ref"]
                    assert found == "#/components/schemas/ErrorBody", (method, path, status)
    assert "HTTPValidationError" not in document["components"]["schemas"]


def test_it_is_written_to_a_file(tmp_path: Path) -> None:
    openapi.main([str(tmp_path / "schema.json")])
    assert (tmp_path / "schema.json").read_text(encoding="utf-8") == openapi.document_text()


@pytest.mark.skipif(not GENERATOR.exists(), reason="the tools of the client are not installed")
def test_the_clients_types_are_those_of_the_schema(tmp_path: Path) -> None:
    """The schema has changed? ./play types writes them anew."""
    openapi.main([str(tmp_path / "schema.json")])
    words = ["exec", "--", "openapi-typescript", str(tmp_path / "schema.json"), "--default-non-nullable=false"]
    command = [sys.executable, str(CLIENT / "node.py"), *words, "-o", str(tmp_path / "wire.d.ts")]
    subprocess.run(command, capture_output=True, check=True)
    created = (tmp_path / "wire.d.ts").read_text(encoding="utf-8")
    assert (CLIENT / "src" / "wire.d.ts").read_text(encoding="utf-8") == created


def test_every_message_has_its_alias_in_the_client(document: dict[str, Any]) -> None:
    aliases = (CLIENT / "src" / "types.ts").read_text(encoding="utf-8")
    for name in document["components"]["schemas"]:
        assert f'Schemas["{name}"]' in aliases, name


def test_it_can_be_had_as_a_command() -> None:
    command = [sys.executable, "-m", "hippodrome.server.http.openapi"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(said)["info"]["title"] == "Hippodrome"
