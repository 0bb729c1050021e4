"""The REST part described on a plain page: every address, what it takes and what it gives."""

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
<title>Hippodrome: the REST part</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
code {{ font-size: 95% }}
dd {{ margin-bottom: 1rem }}
</style>
<h1>The REST part</h1>
<p>Everything, for programs: <a href="/api/openapi.json">/api/openapi.json</a>. The messages of the sockets
<code>/socket/match/ID</code> and <code>/socket/lobby</code> are among its schemas as Request and Answer.</p>
<dl>
{routes}
</dl>
</html>
"""


@router.get("/api/docs", include_in_schema=False)
async def read_docs(request: Request) -> HTMLResponse:
    """Return every address on one page."""
    document = request.app.openapi()
    routes = [
        route_html(method, path, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    return HTMLResponse(PAGE.format(routes="\n".join(routes)))


def route_html(method: str, path: str, operation: dict[str, Any]) -> str:
    """One address: what it is for, what it takes, what it gives."""
    takes = [str(parameter["name"]) for parameter in operation.get("parameters", [])]
    takes += [f"body: {body_types(operation['requestBody'])}"] if "requestBody" in operation else []
    gives = [f"{status} {body_types(answer)}".strip() for status, answer in operation["responses"].items()]
    return (
        f"<dt><code><strong>{method.upper()}</strong> {escape(path)}</code></dt>"
        f"<dd>{escape(operation.get('description', ''))}<br>Takes: {escape(', '.join(takes) or 'nothing')}.<br>"
        f"Gives: {escape(', '.join(gives))}.</dd>"
    )


def body_types(part: dict[str, Any]) -> str:
    """Return the schema of a body by name, or its media type."""
    found = []
    for media, content in part.get("content", {}).items():
        schema = content.get("schema", {})
        place = schema.get("$ref") or schema.get("items", {}).get("$ref", "")
        found.append(place.rpartition("/")[2] or media)
    return " or ".join(found)
