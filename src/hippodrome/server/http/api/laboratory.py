"""The laboratory: preview, start, stop, resume and delete experiments, and read their reports.

Experiments use this machine's processor, so only local users may run them, unless the server was started with --lab.
"""

from __future__ import annotations

import asyncio
import io
import ipaddress
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from hippodrome.kit.game import Game
from hippodrome.lab import experiment_form, experiment_preview, tunable_values
from hippodrome.lab.experiment import ExperimentError, StopRule
from hippodrome.lab.report_writer import for_frame
from hippodrome.lab.results import VARIANT_FILE
from hippodrome.server.http.api.common import (
    GamesDep,
    Responses,
    SeatKeysDep,
    ServicesDep,
    error_responses,
    find_game,
)
from hippodrome.server.http.api.games import Theme
from hippodrome.server.http.api.lab_models import (
    ExperimentCard,
    ExperimentEstimate,
    ExperimentFormData,
    ExperimentPage,
    ExperimentPreview,
    ExperimentProblem,
    LabComparison,
    LabExample,
    LabGame,
    LabPage,
    LabSide,
    LabStopRule,
    LabValue,
    LabValueRow,
    LabVariation,
    NewExperiment,
    NewExperimentPreview,
    PairingResult,
)
from hippodrome.server.http.http_errors import HttpError, invalid
from hippodrome.server.services.lab_jobs import REPORT_FILE, ExperimentStatus
from hippodrome.server.services.seat_keys import holder_of
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
async def read_laboratory(request: Request, services: ServicesDep, games: GamesDep, keys: SeatKeysDep) -> LabPage:
    """Return whether the laboratory is open to the client, example experiments, and this server's experiments."""
    lab = services.laboratory
    if not is_open(request):
        return LabPage(open=False, why=LAB_CLOSED, processes=lab.processes, examples=[], experiments=[])
    lab.start_worker()
    example_cards = [
        LabExample(**vars(one), game_title=game.title)
        for slug, game in games.items()
        for one in examples()
        if one.game == slug
    ]
    cards = [ExperimentCard(**experiment_card(services, status, games, holder_of(keys))) for status in lab.all()]
    return LabPage(open=True, why="", processes=lab.processes, examples=example_cards, experiments=cards)


@lru_cache(maxsize=1)
def examples() -> tuple[experiment_preview.Example, ...]:
    """Return the example experiments, read only once."""
    return tuple(experiment_preview.examples())


@router.get("/games/{game}", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404))
async def read_lab_game(game: str, services: ServicesDep, games: GamesDep) -> LabGame:
    """Return what an experiment with a game can compare, and every value it can vary."""
    rules = find_game(games, game)
    comparisons = [
        LabComparison(
            compare=one.compare, title=one.title, sides=[LabSide(key=key, name=name) for key, name in one.sides]
        )
        for one in experiment_form.comparisons(rules)
    ]
    return LabGame(comparisons=comparisons, rows=[tunable_row(row) for row in await services.laboratory.values(rules)])


def tunable_row(row: tunable_values.TunableRow) -> LabValueRow:
    """Return a row of a data file with the values that can be varied."""
    values = [
        LabValue(path=one.path, name=one.name, current=experiment_form.format_value(one.now)) for one in row.values
    ]
    return LabValueRow(file=row.file, name=row.name, values=values)


@router.post("/previews", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 413))
async def preview_experiment(new: NewExperimentPreview, services: ServicesDep) -> ExperimentPreview:
    """Return the size of an experiment, or what is wrong with it. A form is converted to a file first."""
    experiment: str | experiment_form.ExperimentForm = new.text if new.form is None else to_lab_form(new.form)
    preview = await services.laboratory.preview(experiment)
    problems = (
        [ExperimentProblem(line=preview.line, key=preview.key, text=sentence(preview.error))] if preview.error else []
    )
    form = to_form_data(preview.form) if preview.form is not None else None
    return ExperimentPreview(
        text=preview.text, form=form, cells=preview.cells, matches=preview.matches, problems=problems
    )


@router.post("/estimates", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 413))
async def estimate_experiment(new: NewExperiment, services: ServicesDep) -> ExperimentEstimate:
    """Return how long a valid experiment may take on this server; a few of its matches are played to find out."""
    try:
        estimate = await services.laboratory.estimate(new.text)
    except ExperimentError as error:
        raise invalid(sentence(error.reason), error.key) from None
    return ExperimentEstimate(seconds=estimate.seconds, at_least=estimate.is_lower_bound)


def to_lab_form(given: ExperimentFormData) -> experiment_form.ExperimentForm:
    """Convert a form sent by a browser to a form of the laboratory."""
    fields = given.model_dump(exclude={"vary", "stop"})
    vary = [(one.path, one.values) for one in given.vary]
    return experiment_form.ExperimentForm(
        **fields, vary=vary, stop=StopRule(**given.stop.model_dump()) if given.stop is not None else None
    )


def to_form_data(form: experiment_form.ExperimentForm) -> ExperimentFormData:
    """Convert a form of the laboratory for the browser, without validation: a file may exceed the form's limits."""
    vary = [LabVariation.model_construct(path=path, values=typed) for path, typed in form.vary]
    stop = LabStopRule.model_construct(**vars(form.stop)) if form.stop is not None else None
    rest: dict[str, Any] = {name: value for name, value in vars(form).items() if name not in ("vary", "stop")}
    rest |= {name: list(rest[name]) for name in ("scenarios", "sides", "only", "players")}
    return ExperimentFormData.model_construct(**rest, vary=vary, stop=stop)


def sentence(text: str) -> str:
    """Return the text with a capital and a full stop; a path at its start keeps its case."""
    is_path = "." in text.partition(" ")[0].rstrip(".")
    return f"{text[:1] if is_path else text[:1].upper()}{text[1:].rstrip('.')}."


# -------------------------------------------------------------------- experiments


@router.post(
    "/experiments", status_code=201, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 409, 413, 503)
)
async def start_experiment(
    new: NewExperiment, services: ServicesDep, games: GamesDep, keys: SeatKeysDep
) -> ExperimentPage:
    """Start an experiment. If the same one was started before, resume it, or return it if it is done.

    It belongs to the personal key sent along, if it is new: no other one may stop or delete it.
    """
    await services.rooms.check_disk()
    status = await services.laboratory.start(new.text, holder_of(keys))
    return await experiment_page(services, status, games, keys)


@router.get("/experiments/{id}", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404))
async def read_experiment(id: str, services: ServicesDep, games: GamesDep, keys: SeatKeysDep) -> ExperimentPage:
    """Return the current state of an experiment."""
    return await experiment_page(services, services.laboratory.find(id), games, keys)


@router.post("/experiments/{id}/resume", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404, 409))
async def resume_experiment(id: str, services: ServicesDep, games: GamesDep, keys: SeatKeysDep) -> ExperimentPage:
    """Resume a stopped experiment."""
    return await experiment_page(services, services.laboratory.resume(id), games, keys)


@router.post("/experiments/{id}/stop", dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404))
async def stop_experiment(id: str, services: ServicesDep, games: GamesDep, keys: SeatKeysDep) -> ExperimentPage:
    """Stop an experiment that the personal key sent along has started. Finished results are kept."""
    services.laboratory.require_owner(id, holder_of(keys))
    return await experiment_page(services, services.laboratory.stop(id), games, keys)


@router.post(
    "/experiments/{id}/delete", status_code=204, dependencies=REQUIRES_OPEN_LAB, responses=error_responses(403, 404)
)
async def delete_experiment(id: str, services: ServicesDep, keys: SeatKeysDep) -> Response:
    """Delete an experiment that the personal key sent along has started, with all its results."""
    services.laboratory.require_owner(id, holder_of(keys))
    await services.laboratory.delete(id)
    return Response(status_code=204)


def experiment_card(
    services: ServicesDep, status: ExperimentStatus, games: Mapping[str, Game], holder: str
) -> dict[str, Any]:
    """Return the fields of an ExperimentCard, for the holder of a personal key."""
    fields = {name: getattr(status, name) for name in ExperimentCard.model_fields if hasattr(status, name)}
    return {
        **fields,
        "game_title": games[status.game].title if status.game in games else status.game,
        "queue_position": services.laboratory.queue_position(status.id),
        "max_matches": status.most,
        "updated": status.touched,
        "own": status.owner in ("", holder),
    }


async def experiment_page(
    services: ServicesDep, status: ExperimentStatus, games: Mapping[str, Game], keys: list[str]
) -> ExperimentPage:
    """Return the full description of an experiment."""
    text = services.laboratory.text(status.id)
    flags = await services.laboratory.flags(status.id)
    return ExperimentPage(
        **experiment_card(services, status, games, holder_of(keys)),
        text=text,
        rows=[pairing_result(row, games.get(status.game)) for row in status.rows],
        table=status.table,
        stops=flags.stops,
        decisions=flags.decisions,
        variant=flags.variant,
    )


def pairing_result(row: dict[str, Any], game: Game | None) -> PairingResult:
    """Return the result of a pairing, the better opponent first unless values were varied.

    An earlier version may have saved its row without the names.
    """
    titles = {one.slug: one.title for one in game.scenarios()} if game is not None else {}
    named = {"opponents": row["pairing"].split(" v "), "arm_title": row["arm"], **row}
    if not row["arm"] and row["score"] < 0.5:
        named["opponents"] = named["opponents"][::-1]
        named |= {"score": 1 - row["score"], "low": 1 - row["high"], "high": 1 - row["low"]}
    named["scenario_title"] = titles.get(row["scenario"], row["scenario"])
    return PairingResult(**{name: named[name] for name in PairingResult.model_fields})


# -------------------------------------------------------------------- files


def file_responses() -> Responses:
    """Return the OpenAPI description of a route that responds with a file."""
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return {**error_responses(403, 404, 409), 200: {"description": "The file.", "content": content}}


@router.get(
    "/experiments/{id}/report", response_class=Response, dependencies=REQUIRES_OPEN_LAB, responses=file_responses()
)
async def read_report(id: str, services: ServicesDep, theme: Annotated[Theme, Query()] = "light") -> Response:
    """Return the current report in the colours of a theme, for display in a frame."""
    await services.laboratory.ensure_report(id)
    text = await asyncio.to_thread(services.laboratory.file(id, REPORT_FILE).read_text, encoding="utf-8")
    return Response(for_frame(text, theme), media_type=MEDIA_TYPES[".html"], headers=REPORT_HEADERS)


@router.get(
    "/experiments/{id}/files/{name}",
    response_class=Response,
    dependencies=REQUIRES_OPEN_LAB,
    responses=file_responses(),
)
async def read_lab_file(id: str, name: Download, services: ServicesDep) -> Response:
    """Return a file to download: the report as HTML or zipped Markdown, the results as Parquet, or the experiment."""
    suffix = Path(name).suffix
    if suffix != ".toml":
        await services.laboratory.ensure_report(id)
    if name == "report.zip":
        data = await asyncio.to_thread(zip_report, services.laboratory.file(id, "report.md").parent)
    else:
        data = await asyncio.to_thread(services.laboratory.file(id, name).read_bytes)
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
