"""A plain page that documents the REST API: every route, its parameters and its responses."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

router = APIRouter()

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hippodrome REST API</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
code {{ font-size: 95% }}
dd {{ margin-bottom: 1rem }}
</style>
<h1>REST API</h1>
<p>Machine-readable description: <a href="/api/openapi.json">/api/openapi.json</a>. Its schemas Request and Answer
describe the messages of the sockets <code>/socket/match/ID</code> and <code>/socket/lobby</code>.</p>
<dl>
{routes}
</dl>
</html>
"""


@router.get("/api/docs", include_in_schema=False)
async def read_docs(request: Request) -> HTMLResponse:
    """Return a page with every route."""
    document = request.app.openapi()
    routes = [
        route_html(method, path, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    return HTMLResponse(PAGE.format(routes="\n".join(routes)))


def route_html(method: str, path: str, operation: dict[str, Any]) -> str:
    """Return the entry of a route: its description, parameters and responses."""
    parameters = [str(parameter["name"]) for parameter in operation.get("parameters", [])]
    parameters += [f"body: {body_types(operation['requestBody'])}"] if "requestBody" in operation else []
    responses = [f"{status} {body_types(response)}".strip() for status, response in operation["responses"].items()]
    return (
        f"<dt><code><strong>{method.upper()}</strong> {escape(path)}</code></dt>"
        f"<dd>{escape(operation.get('description', ''))}<br>Parameters: {escape(', '.join(parameters) or 'none')}.<br>"
        f"Responses: {escape(', '.join(responses))}.</dd>"
    )


def body_types(part: dict[str, Any]) -> str:
    """Return the schema of a body by name, or its media type."""
    types = []
    for media_type, content in part.get("content", {}).items():
        schema = content.get("schema", {})
        reference = schema.get("$ref") or schema.get("items", {}).get("$ref", "")
        types.append(reference.rpartition("/")[2] or media_type)
    return " or ".join(types)
