"""The laboratory: what can be asked, experiments that are begun, stopped and gone on with, and their reports.

An experiment keeps this machine busy, so it is for whoever sits at it, unless the server was started with --lab.
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
    "Experiments keep a machine busy and variants stay on it, so both are for whoever sits at the machine of this "
    "server. A server that is started with --lab lets everybody do both who can reach it."
)
REPORT_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; "
    "sandbox allow-same-origin",
    "x-frame-options": "SAMEORIGIN",
}
"""The report may be shown in a frame of our own page, which may look how tall it is; nothing runs in it."""

Download = Literal["report.html", "report.zip", "games.parquet", "decisions.parquet", "experiment.toml", "variant.toml"]
MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".zip": "application/zip",
    ".parquet": "application/vnd.apache.parquet",
    ".toml": "application/toml",
}


# -------------------------------------------------------------------- who may


def is_open(request: Request) -> bool:
    """Return whether the laboratory is open to whoever asks."""
    settings: Settings = request.app.state.settings
    if settings.lab:
        return True
    host = request.client.host if request.client is not None else ""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return not settings.public and (mapped or found).is_loopback


async def require_open_lab(request: Request) -> None:
    """A fault if the laboratory is closed to whoever asks."""
    if not is_open(request):
        raise HttpError(403, "closed", LAB_CLOSED)


REQUIRES_OPEN_LAB = [Depends(require_open_lab)]


# -------------------------------------------------------------------- what can be asked


@router.get("", responses=error_responses())
async def read_laboratory(request: Request, running: ServicesDep, games: GamesDep) -> LabPage:
    """Return whether the laboratory is open, ready experiments to begin with, and those of this server."""
    found = running.laboratory
    if not is_open(request):
        return LabPage(open=False, why=LAB_CLOSED, processes=found.processes, examples=[], experiments=[])
    found.start_worker()
    ready = [LabExample(**vars(one), game_title=games[one.game].title) for one in examples() if one.game in games]
    cards = [LabCard(**experiment_card(running, standing, games)) for standing in found.all()]
    return LabPage(open=True, why="", processes=found.processes, examples=ready, experiments=cards)


@lru_cache(maxsize=1)
def examples() -> tuple[experiment_preview.Example, ...]:
    """Return the ready experiments, read once."""
    return tuple(experiment_preview.examples())


@router.get("/games/{game}", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404))
async def read_lab_game(game: str, running: ServicesDep, games: GamesDep) -> LabGame:
    """What an experiment with a game can compare, and every value that it can vary."""
    found = find_game(games, game)
    comparisons = [
        LabComparison(
            compare=one.compare, title=one.title, sides=[LabSide(key=key, name=name) for key, name in one.sides]
        )
        for one in forms.comparisons(found)
    ]
    return LabGame(comparisons=comparisons, rows=[tunable_row(row) for row in await running.laboratory.values(found)])


def tunable_row(row: tunable_values.TunableRow) -> LabValues:
    """Return a row with what can be varied in it."""
    inside = [LabValue(path=one.path, name=one.name, now=forms.format_value(one.now)) for one in row.values]
    return LabValues(file=row.file, name=row.name, values=inside)


@router.post("/looks", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 413))
async def look_experiment_over(new: NewLook, running: ServicesDep) -> LabLook:
    """Say what an experiment comes to, or what is wrong with it. A form is written as a file first."""
    asked: str | forms.ExperimentForm = new.text if new.form is None else form_of(new.form)
    found = await running.laboratory.preview(asked)
    wrong = [LabFault(line=found.line, key=found.key, text=sentence(found.error))] if found.error else []
    form = lab_form(found.form) if found.form is not None else None
    return LabLook(text=found.text, form=form, cells=found.cells, matches=found.matches, faults=wrong)


def form_of(given: LabForm) -> forms.ExperimentForm:
    """Return a form as the laboratory knows it."""
    told = given.model_dump(exclude={"vary", "stop"})
    vary = [(one.path, one.values) for one in given.vary]
    return forms.ExperimentForm(**told, vary=vary, stop=StopRule(**given.stop.model_dump()) if given.stop is not None else None)


def lab_form(form: forms.ExperimentForm) -> LabForm:
    """Return a form as the browser knows it; a file may hold more than a form takes."""
    vary = [LabVary.model_construct(path=path, values=typed) for path, typed in form.vary]
    stop = LabStop.model_construct(**vars(form.stop)) if form.stop is not None else None
    rest: dict[str, Any] = {name: told for name, told in vars(form).items() if name not in ("vary", "stop")}
    rest |= {name: list(rest[name]) for name in ("scenarios", "sides", "only", "players")}
    return LabForm.model_construct(**rest, vary=vary, stop=stop)


def sentence(text: str) -> str:
    """With a capital and a stop; a path stays as it is."""
    is_path = "." in text.partition(" ")[0].rstrip(".")
    return f"{text[:1] if is_path else text[:1].upper()}{text[1:].rstrip('.')}."


# -------------------------------------------------------------------- experiments


@router.post("/experiments", status_code=201, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 409, 413))
async def begin_experiment(new: NewExperiment, running: ServicesDep, games: GamesDep) -> LabRun:
    """Begin an experiment; one that was begun before goes on, and one that is done is given as it is."""
    return experiment_page(running, await running.laboratory.start(new.text), games)


@router.get("/experiments/{id}", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404))
async def read_experiment(id: str, running: ServicesDep, games: GamesDep) -> LabRun:
    """How an experiment stands."""
    return experiment_page(running, running.laboratory.find(id), games)


@router.post("/experiments/{id}/go", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404, 409))
async def go_on(id: str, running: ServicesDep, games: GamesDep) -> LabRun:
    """Go on with an experiment that was stopped."""
    return experiment_page(running, running.laboratory.resume(id), games)


@router.post("/experiments/{id}/stop", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404))
async def stop_experiment(id: str, running: ServicesDep, games: GamesDep) -> LabRun:
    """Stop an experiment; what is finished is kept."""
    return experiment_page(running, running.laboratory.stop(id), games)


@router.post(
    "/experiments/{id}/delete", status_code=204, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404)
)
async def delete_experiment(id: str, running: ServicesDep) -> Response:
    """Take an experiment away with all its results."""
    await running.laboratory.delete(id)
    return Response(status_code=204)


def experiment_card(running: ServicesDep, standing: ExperimentStatus, games: Mapping[str, Game]) -> dict[str, Any]:
    """Return an experiment in the list."""
    told = {name: getattr(standing, name) for name in LabCard.model_fields if hasattr(standing, name)}
    title = games[standing.game].title if standing.game in games else standing.game
    return {**told, "game_title": title, "place": running.laboratory.queue_position(standing.id)}


def experiment_page(running: ServicesDep, standing: ExperimentStatus, games: Mapping[str, Game]) -> LabRun:
    """Return an experiment by itself."""
    text = running.laboratory.text(standing.id)
    asked = tomllib.loads(text)
    return LabRun(
        **experiment_card(running, standing, games),
        text=text,
        rows=[LabRow(**{name: row[name] for name in LabRow.model_fields}) for row in standing.rows],
        table=standing.table,
        stops="stop" in asked,
        decisions=bool(asked.get("decisions")),
        variant="with" in asked,
    )


# -------------------------------------------------------------------- files


def file_responses() -> Responses:
    """Return a route that answers with a file."""
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return {**error_responses(403, 404, 409), 200: {"description": "The file.", "content": content}}


@router.get(
    "/experiments/{id}/report", response_class=Response, dependencies=REQUIRES_OPEN_LAB, responses=file_responses()
)
async def read_report(id: str, running: ServicesDep, theme: Annotated[Theme, Query()] = "light") -> Response:
    """Return the report as it stands, in the colours of a theme, to be shown in a frame."""
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
    """Return a file to keep: the report, it as Markdown with its pictures, the matches as Parquet, the experiment
    itself.
    """
    suffix = Path(name).suffix
    if suffix != ".toml":
        await running.laboratory.ensure_report(id)
    if name == "report.zip":
        data = await asyncio.to_thread(zip_report, running.laboratory.file(id, "report.md").parent)
    else:
        data = await asyncio.to_thread(running.laboratory.file(id, name).read_bytes)
    shown = f'attachment; filename="{download_name(id, name)}"'
    return Response(data, media_type=MEDIA_TYPES[suffix], headers={"content-disposition": shown})


def download_name(id: str, name: str) -> str:
    """What a file is called where it is kept; the variant is called as the experiment calls it."""
    return f"{id}-{name}" if name != VARIANT_FILE else name


def zip_report(folder: Path) -> bytes:
    """Return the report as Markdown, with its pictures."""
    packing = io.BytesIO()
    with zipfile.ZipFile(packing, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted([*folder.glob("report.md"), *folder.glob("report-*.svg")]):
            file.write(path, path.name)
    return packing.getvalue()
