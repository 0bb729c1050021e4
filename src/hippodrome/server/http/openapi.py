"""The OpenAPI document of the REST API, with the socket messages among its components.

`python -m hippodrome.server.http.openapi FILE` writes it; the client's types are generated from it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

import hippodrome as hd
from hippodrome.server import wire

REF_TEMPLATE = "#/components/schemas/{name}"


def socket_schemas() -> dict[str, Any]:
    """Return the schemas of all socket messages by name.

    `Request` is the union of what a client may send, `Answer` of what the server may send.
    """
    (request, answer), schemas = msgspec.json.schema_components([wire.Request, wire.Answer], ref_template=REF_TEMPLATE)
    return {**schemas, "Request": request, "Answer": answer}


def openapi_document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of an application, including the socket messages."""
    if app.openapi_schema is None:
        document = get_openapi(
            title="Hippodrome",
            version=hd.__version__,
            summary="Set up matches, view any moment of them and verify the dice.",
            routes=app.routes,
        )
        schemas = document["components"]["schemas"]
        duplicates = schemas.keys() & socket_schemas().keys()
        if duplicates:
            raise ValueError(f"socket messages and REST models share names: {', '.join(sorted(duplicates))}")
        schemas.update(socket_schemas())
        app.openapi_schema = document
    return app.openapi_schema


def document_text() -> str:
    """Return the OpenAPI document of a server with default settings, as JSON text."""
    from hippodrome.server.http.app import create_app  # a circular import otherwise
    from hippodrome.server.settings import Settings

    return json.dumps(openapi_document(create_app(Settings())), indent=2, sort_keys=True) + "\n"


def main(arguments: list[str]) -> None:
    """Write the document to the file named in the arguments, or to standard output."""
    if arguments:
        Path(arguments[0]).write_text(document_text(), encoding="utf-8")
    else:
        sys.stdout.write(document_text())


if __name__ == "__main__":
    main(sys.argv[1:])
