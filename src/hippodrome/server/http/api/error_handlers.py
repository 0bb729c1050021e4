"""Whatever goes wrong with a request, told in the one form that every answer of that kind has."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from hippodrome.server.http.http_errors import HttpError, invalid

_TEXTS = {
    404: "There is nothing at this address.",
    405: "This address is not for that. It takes {allowed}.",
}

_PYDANTIC_UNION_TAGS = ("constrained-int", "constrained-str")
"""What pydantic puts behind a field that may be of several kinds."""


def error_response(fault: HttpError, headers: dict[str, str] | None = None) -> Response:
    """Return a fault as an answer."""
    retry = {"Retry-After": str(fault.retry_after_s)} if fault.retry_after_s else {}
    return JSONResponse(fault.json(), fault.status, {**(headers or {}), **retry})


def validation_error(error: dict[str, Any]) -> HttpError:
    """What is wrong with a field, in one sentence that names it."""
    place = [part for part in error["loc"] if part not in _PYDANTIC_UNION_TAGS]
    kind = str(error["type"])
    if kind == "json_invalid":
        return invalid(f"The body cannot be read as JSON: {str(error['ctx']['error']).lower()}.", "body")
    where = ".".join(str(part) for part in place[1:]) or str(place[0])
    name = field_name(place[1:]) or str(place[0])
    if kind == "missing":
        return invalid(f"The field {name} is missing.", where)
    if kind == "extra_forbidden":
        return invalid(f"The field {name} is not known here.", where)
    said = str(error["msg"]).removeprefix("Input ").removeprefix("Value error, ")
    return invalid(f"The field {name} does not fit: it {said[0].lower()}{said[1:]}.", where)


def field_name(place: Sequence[int | str]) -> str:
    """Return a field as people call it: the third of seats, level."""
    words: list[str] = []
    for part in place:
        if isinstance(part, int) and words:
            words[-1] += f" {part + 1}"
        else:
            words.append(str(part))
    return ", ".join(words)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Return a fault that a route has raised."""
    assert isinstance(error, HttpError)
    return error_response(error)


async def on_validation_error(request: Request, error: Exception) -> Response:
    """Return a request whose fields are not what they should be: the first of them is named."""
    assert isinstance(error, RequestValidationError)
    return error_response(validation_error(error.errors()[0]))


async def on_starlette_error(request: Request, error: Exception) -> Response:
    """No such address, not with this method, or a body that is no text."""
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.BAD_REQUEST:
        return error_response(invalid("The body cannot be read: it is not text.", "body"))
    headers = dict(error.headers or {})
    phrase = HTTPStatus(error.status_code).phrase
    text = _TEXTS.get(error.status_code, f"{phrase}.").format(allowed=headers.get("Allow", "GET"))
    code = {404: "missing", 405: "method"}.get(error.status_code, phrase.lower().replace(" ", "-"))
    return error_response(HttpError(error.status_code, code, text, request.url.path), headers)


def add_error_handlers(app: FastAPI) -> None:
    """Let an application tell of everything in this form."""
    app.add_exception_handler(HttpError, on_http_error)
    app.add_exception_handler(RequestValidationError, on_validation_error)
    app.add_exception_handler(HTTPException, on_starlette_error)
