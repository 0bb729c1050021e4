"""The laboratory: preview, start, stop, resume and delete experiments, and read their reports.

Experiments use this machine's processor, so only local users may run them, unless the server was started with --lab.
"""

from __future__ import annotations

import asyncio
import io
import ipaddress
import tomllib
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from hippodrome.kit.game import Game
from hippodrome.lab import experiment_preview, forms, tunable_values
from hippodrome.lab.experiment import StopRule
from hippodrome.lab.report_writer import with_theme
from hippodrome.lab.results import VARIANT_FILE
from hippodrome.server.http.api.common import GamesDep, Responses, ServicesDep, error_responses, find_game
from hippodrome.server.http.api.games import Theme
from hippodrome.server.http.api.lab_models import (
    LabCard,
    LabComparison,
    LabExample,
    LabFault,
    LabForm,
    LabGame,
    LabLook,
    LabPage,
    LabRow,
    LabRun,
    LabSide,
    LabStop,
    LabValue,
    LabValues,
    LabVary,
    NewExperiment,
    NewLook,
)
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.services.lab_jobs import REPORT_FILE, ExperimentStatus
from hippodrome.server.settings import Settings

router = APIRouter(prefix="/api/laboratory", tags=["laboratory"])

LAB_CLOSED = (
    "Experiments and variants use this server's processor and disk, so they are only available on the machine the "
    "server runs on. Start the server with --lab to open them to remote users too."
)
REPORT_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; "
    "sandbox allow-same-origin",
    "x-frame-options": "SAMEORIGIN",
}
"""The report may be framed by our own page, which may measure its height; no script runs in it."""

Download = Literal["report.html", "report.zip", "games.parquet", "decisions.parquet", "experiment.toml", "variant.toml"]
MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".zip": "application/zip",
    ".parquet": "application/vnd.apache.parquet",
    ".toml": "application/toml",
}


# -------------------------------------------------------------------- access


def is_open(request: Request) -> bool:
    """Return whether the laboratory is open to the client that sent this request."""
    settings: Settings = request.app.state.settings
    if settings.lab:
        return True
    host = request.client.host if request.client is not None else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return not settings.public and (mapped or address).is_loopback


async def require_open_lab(request: Request) -> None:
    """Raise HttpError 403 if the laboratory is closed to the client."""
    if not is_open(request):
        raise HttpError(403, "closed", LAB_CLOSED)


REQUIRES_OPEN_LAB = [Depends(require_open_lab)]


# -------------------------------------------------------------------- writing an experiment


@router.get("", responses=error_responses())
async def read_laboratory(request: Request, running: ServicesDep, games: GamesDep) -> LabPage:
    """Return whether the laboratory is open to the client, example experiments, and this server's experiments."""
    lab = running.laboratory
    if not is_open(request):
        return LabPage(open=False, why=LAB_CLOSED, processes=lab.processes, examples=[], experiments=[])
    lab.start_worker()
    ready = [LabExample(**vars(one), game_title=games[one.game].title) for one in examples() if one.game in games]
    cards = [LabCard(**experiment_card(running, status, games)) for status in lab.all()]
    return LabPage(open=True, why="", processes=lab.processes, examples=ready, experiments=cards)


@lru_cache(maxsize=1)
def examples() -> tuple[experiment_preview.Example, ...]:
    """Return the example experiments, read only once."""
    return tuple(experiment_preview.examples())


@router.get("/games/{game}", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404))
async def read_lab_game(game: str, running: ServicesDep, games: GamesDep) -> LabGame:
    """Return what an experiment with a game can compare, and every value it can vary."""
    rules = find_game(games, game)
    comparisons = [
        LabComparison(
            compare=one.compare, title=one.title, sides=[LabSide(key=key, name=name) for key, name in one.sides]
        )
        for one in forms.comparisons(rules)
    ]
    return LabGame(comparisons=comparisons, rows=[tunable_row(row) for row in await running.laboratory.values(rules)])


def tunable_row(row: tunable_values.TunableRow) -> LabValues:
    """Return a row of a data file with the values that can be varied."""
    values = [LabValue(path=one.path, name=one.name, now=forms.format_value(one.now)) for one in row.values]
    return LabValues(file=row.file, name=row.name, values=values)


@router.post("/looks", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 413))
async def look_experiment_over(new: NewLook, running: ServicesDep) -> LabLook:
    """Return the size of an experiment, or what is wrong with it. A form is converted to a file first."""
    experiment: str | forms.ExperimentForm = new.text if new.form is None else form_of(new.form)
    preview = await running.laboratory.preview(experiment)
    faults = [LabFault(line=preview.line, key=preview.key, text=sentence(preview.error))] if preview.error else []
    form = lab_form(preview.form) if preview.form is not None else None
    return LabLook(text=preview.text, form=form, cells=preview.cells, matches=preview.matches, faults=faults)


def form_of(given: LabForm) -> forms.ExperimentForm:
    """Return the laboratory's form for a form sent by a browser."""
    fields = given.model_dump(exclude={"vary", "stop"})
    vary = [(one.path, one.values) for one in given.vary]
    return forms.ExperimentForm(
        **fields, vary=vary, stop=StopRule(**given.stop.model_dump()) if given.stop is not None else None
    )


def lab_form(form: forms.ExperimentForm) -> LabForm:
    """Return the browser's form for a laboratory form, without validation: a file may exceed the form's limits."""
    vary = [LabVary.model_construct(path=path, values=typed) for path, typed in form.vary]
    stop = LabStop.model_construct(**vars(form.stop)) if form.stop is not None else None
    rest: dict[str, Any] = {name: value for name, value in vars(form).items() if name not in ("vary", "stop")}
    rest |= {name: list(rest[name]) for name in ("scenarios", "sides", "only", "players")}
    return LabForm.model_construct(**rest, vary=vary, stop=stop)


def sentence(text: str) -> str:
    """Return the text with a capital and a full stop; a path at its start keeps its case."""
    is_path = "." in text.partition(" ")[0].rstrip(".")
    return f"{text[:1] if is_path else text[:1].upper()}{text[1:].rstrip('.')}."


# -------------------------------------------------------------------- experiments


@router.post("/experiments", status_code=201, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 409, 413))
async def begin_experiment(new: NewExperiment, running: ServicesDep, games: GamesDep) -> LabRun:
    """Start an experiment. If the same one was started before, resume it, or return it if it is done."""
    return experiment_page(running, await running.laboratory.start(new.text), games)


@router.get("/experiments/{id}", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404))
async def read_experiment(id: str, running: ServicesDep, games: GamesDep) -> LabRun:
    """Return the current state of an experiment."""
    return experiment_page(running, running.laboratory.find(id), games)


@router.post("/experiments/{id}/go", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404, 409))
async def go_on(id: str, running: ServicesDep, games: GamesDep) -> LabRun:
    """Resume a stopped experiment."""
    return experiment_page(running, running.laboratory.resume(id), games)


@router.post("/experiments/{id}/stop", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404))
async def stop_experiment(id: str, running: ServicesDep, games: GamesDep) -> LabRun:
    """Stop an experiment. Finished results are kept."""
    return experiment_page(running, running.laboratory.stop(id), games)


@router.post(
    "/experiments/{id}/delete", status_code=204, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404)
)
async def delete_experiment(id: str, running: ServicesDep) -> Response:
    """Delete an experiment with all its results."""
    await running.laboratory.delete(id)
    return Response(status_code=204)


def experiment_card(running: ServicesDep, status: ExperimentStatus, games: Mapping[str, Game]) -> dict[str, Any]:
    """Return the fields of a LabCard for an experiment."""
    fields = {name: getattr(status, name) for name in LabCard.model_fields if hasattr(status, name)}
    title = games[status.game].title if status.game in games else status.game
    return {**fields, "game_title": title, "place": running.laboratory.queue_position(status.id)}


def experiment_page(running: ServicesDep, status: ExperimentStatus, games: Mapping[str, Game]) -> LabRun:
    """Return the full description of an experiment."""
    text = running.laboratory.text(status.id)
    experiment = tomllib.loads(text)
    return LabRun(
        **experiment_card(running, status, games),
        text=text,
        rows=[LabRow(**{name: row[name] for name in LabRow.model_fields}) for row in status.rows],
        table=status.table,
        stops="stop" in experiment,
        decisions=bool(experiment.get("decisions")),
        variant="with" in experiment,
    )


# -------------------------------------------------------------------- files


def file_responses() -> Responses:
    """Return the OpenAPI description of a route that responds with a file."""
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return {**error_responses(403, 404, 409), 200: {"description": "The file.", "content": content}}


@router.get(
    "/experiments/{id}/report", response_class=Response, dependencies=REQUIRES_OPEN_LAB, responses=file_responses()
)
async def read_report(id: str, running: ServicesDep, theme: Annotated[Theme, Query()] = "light") -> Response:
    """Return the current report in the colours of a theme, for display in a frame."""
    await running.laboratory.ensure_report(id)
    text = await asyncio.to_thread(running.laboratory.file(id, REPORT_FILE).read_text, encoding="utf-8")
    return Response(with_theme(text, theme), media_type=MEDIA_TYPES[".html"], headers=REPORT_HEADERS)


@router.get(
    "/experiments/{id}/files/{name}",
    response_class=Response,
    dependencies=REQUIRES_OPEN_LAB,
    responses=file_responses(),
)
async def read_lab_file(id: str, name: Download, running: ServicesDep) -> Response:
    """Return a file to download: the report as HTML or zipped Markdown, the results as Parquet, or the experiment."""
    suffix = Path(name).suffix
    if suffix != ".toml":
        await running.laboratory.ensure_report(id)
    if name == "report.zip":
        data = await asyncio.to_thread(zip_report, running.laboratory.file(id, "report.md").parent)
    else:
        data = await asyncio.to_thread(running.laboratory.file(id, name).read_bytes)
    disposition = f'attachment; filename="{download_name(id, name)}"'
    return Response(data, media_type=MEDIA_TYPES[suffix], headers={"content-disposition": disposition})


def download_name(id: str, name: str) -> str:
    """Return the name of a downloaded file; the variant keeps the name by which the experiment refers to it."""
    return f"{id}-{name}" if name != VARIANT_FILE else name


def zip_report(folder: Path) -> bytes:
    """Return a zip file with the report as Markdown and its pictures."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted([*folder.glob("report.md"), *folder.glob("report-*.svg")]):
            file.write(path, path.name)
    return buffer.getvalue()
