"""The OpenAPI schema of REST and wire messages. ./play check compares it with the client's types."""

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


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(openapi.document_text())
    return schema


def test_the_schema_contains_every_wire_message(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name, message in vars(wire).items():
        if isinstance(message, type) and issubclass(message, (wire.Message, wire.Part)) and message.__struct_fields__:
            assert name in schemas, name
    assert {part["$ref"].rpartition("/")[2] for part in schemas["Request"]["anyOf"]} >= {"Hello", "Play", "Undo"}


def test_every_reference_of_the_schema_resolves(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    text = json.dumps(document)
    for name in {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}:
        assert name in schemas, name


def test_every_route_documents_its_errors_in_the_common_form(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    reference = answer["content"]["application/json"]["schema"]["$ref"]
                    assert reference == "#/components/schemas/ErrorBody", (method, path, status)
    assert "HTTPValidationError" not in document["components"]["schemas"]


def test_the_schema_can_be_written_to_a_file(tmp_path: Path) -> None:
    openapi.main([str(tmp_path / "schema.json")])
    assert (tmp_path / "schema.json").read_text(encoding="utf-8") == openapi.document_text()


def test_every_schema_has_an_alias_in_the_client(document: dict[str, Any]) -> None:
    aliases = (CLIENT / "src" / "types.ts").read_text(encoding="utf-8")
    for name in document["components"]["schemas"]:
        assert f'Schemas["{name}"]' in aliases, name


def test_the_schema_can_be_printed_by_a_command() -> None:
    command = [sys.executable, "-m", "hippodrome.server.http.openapi"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(output)["info"]["title"] == "Hippodrome"
