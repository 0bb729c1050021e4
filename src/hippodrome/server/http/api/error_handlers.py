"""Exception handlers that send every error of the REST API in the same form."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import RouteContext, iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import compile_path

from hippodrome.server.http.http_errors import HttpError, invalid

_TEXTS = {
    404: "There is nothing at this address.",
    405: "This address does not support that method. Use {allowed}.",
}

_PYDANTIC_UNION_TAGS = ("constrained-int", "constrained-str")
"""Pydantic appends these to the location of a field that may have several types."""


def error_response(error: HttpError, headers: dict[str, str] | None = None) -> Response:
    """Return the response for an error."""
    retry = {"Retry-After": str(error.retry_after_s)} if error.retry_after_s else {}
    return JSONResponse(error.json(), error.status, {**(headers or {}), **retry})


def validation_error(error: dict[str, Any]) -> HttpError:
    """Return an error that says in one sentence which field is wrong and why."""
    location = [part for part in error["loc"] if part not in _PYDANTIC_UNION_TAGS]
    kind = str(error["type"])
    if kind == "json_invalid":
        return invalid(f"The body cannot be read as JSON: {str(error['ctx']['error']).lower()}.", "body")
    where = ".".join(str(part) for part in location[1:]) or str(location[0])
    name = field_name(location[1:]) or str(location[0])
    if kind == "missing":
        return invalid(f"The field {name} is missing.", where)
    if kind == "extra_forbidden":
        return invalid(f"The field {name} is unknown.", where)
    reason = str(error["msg"]).removeprefix("Input ").removeprefix("Value error, ")
    return invalid(f"The field {name} is not valid: it {reason[0].lower()}{reason[1:]}.", where)


def field_name(location: Sequence[int | str]) -> str:
    """Return a readable name for the location of a field, such as "seats 3, level"."""
    words: list[str] = []
    for part in location:
        if isinstance(part, int) and words:
            words[-1] += f" {part + 1}"
        else:
            words.append(str(part))
    return ", ".join(words)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Return the response for an HttpError raised by a route."""
    assert isinstance(error, HttpError)
    return error_response(error)


async def on_validation_error(request: Request, error: Exception) -> Response:
    """Return the response for a request with invalid fields; it names the first of them."""
    assert isinstance(error, RequestValidationError)
    return error_response(validation_error(error.errors()[0]))


async def on_starlette_error(request: Request, error: Exception) -> Response:
    """Return the response for an unknown path, a wrong method or a body that is not text."""
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.BAD_REQUEST:
        return error_response(invalid("The body cannot be read: it is not text.", "body"))
    headers = dict(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(allowed_methods(request))
    phrase = HTTPStatus(error.status_code).phrase
    text = _TEXTS.get(error.status_code, f"{phrase}.").format(allowed=headers.get("Allow"))
    code = {404: "not_found", 405: "method"}.get(error.status_code, phrase.lower().replace(" ", "-"))
    return error_response(HttpError(error.status_code, code, text, request.url.path), headers)


def allowed_methods(request: Request) -> list[str]:
    """Return the methods of all routes that share the path of the first route that fits a request.

    The framework names those of one route only. A fixed path ("/file") comes before one with a parameter ("/{id}").
    """
    path = request.url.path
    contexts = [context for context in iter_route_contexts(request.app.routes) if matches_path(context, path)]
    return sorted({method for each in contexts if each.path == contexts[0].path for method in each.methods or ()})


def matches_path(context: RouteContext, path: str) -> bool:
    """Return whether a route has this path."""
    return context.path is not None and compile_path(context.path)[0].match(path) is not None


def add_error_handlers(app: FastAPI) -> None:
    """Register the exception handlers with an application."""
    app.add_exception_handler(HttpError, on_http_error)
    app.add_exception_handler(RequestValidationError, on_validation_error)
    app.add_exception_handler(HTTPException, on_starlette_error)
