"""The schema of all that travels: the REST part as OpenAPI, with the messages of the sockets among its components.

The client's types are made from it: `python -m hippodrome.server.http.openapi FILE` writes it.
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
    """Return the messages of the sockets by name, and Request and Answer: any that a browser or the server may send."""
    (request, answer), found = msgspec.json.schema_components([wire.Request, wire.Answer], ref_template=REF_TEMPLATE)
    return {**found, "Request": request, "Answer": answer}


def openapi_document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of an application, with the messages of the sockets added."""
    if app.openapi_schema is None:
        made = get_openapi(
            title="Hippodrome",
            version=hd.__version__,
            summary="Tables for games: set them up, look at any moment, check the dice.",
            routes=app.routes,
        )
        schemas = made["components"]["schemas"]
        both = schemas.keys() & socket_schemas().keys()
        if both:
            raise ValueError(f"the wire and the REST part both have {', '.join(sorted(both))}")
        schemas.update(socket_schemas())
        app.openapi_schema = made
    return app.openapi_schema


def document_text() -> str:
    """Return the document of the server as it is, as text."""
    from hippodrome.server.http.app import create_app  # the application itself needs this module
    from hippodrome.server.settings import Settings

    return json.dumps(openapi_document(create_app(Settings())), indent=2, sort_keys=True) + "\n"


def main(arguments: list[str]) -> None:
    """Write the document to a file, or to the terminal."""
    if arguments:
        Path(arguments[0]).write_text(document_text(), encoding="utf-8")
    else:
        sys.stdout.write(document_text())


if __name__ == "__main__":
    main(sys.argv[1:])
