"""The commands of hippodrome lab: experiments with many matches, and their reports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from hippodrome.files import write_whole
from hippodrome.terminal.arguments import AsJson, GameName, examples
from hippodrome.terminal.console import Bar, UsageError, say_json, screen
from hippodrome.terminal.saves import typed
from hippodrome.terminal.theme import QUIET, STRONG

if TYPE_CHECKING:
    from hippodrome.lab.experiment import Experiment
    from hippodrome.lab.experiment_preview import Example
    from hippodrome.lab.experiment_run import ExperimentRun
    from hippodrome.lab.findings import Findings
    from hippodrome.variants import Variant

RESULTS = Path("results")

app = typer.Typer(
    help="The laboratory: is this chariot too strong? Ask a question of many matches, and get a report.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog=examples(
        "hippodrome lab new races wolf.toml",
        "hippodrome lab run wolf.toml --processes 2",
        "hippodrome lab show results/races-1a2b3c4d5e6f",
        "hippodrome lab run machines --report machines.html",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(epilog=examples("hippodrome lab new races wolf.toml"))
def new(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, as TOML.")],
) -> None:
    """Begin an experiment: a file with everything that can be asked, and what it means."""
    from hippodrome import catalogue
    from hippodrome.lab.experiment_template import template_text

    if game not in catalogue.games():
        raise UsageError(f"there is no game {game!r}; there are: {', '.join(catalogue.games())}")
    if file.exists():
        raise UsageError(f"{file} is there already; name another file")
    try:
        write_whole(file, template_text(catalogue.games()[game]))
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    screen().print(Text(f"Begun in {file}. Change it, then: hippodrome lab run {typed(file)}"), soft_wrap=True)


@app.command("examples", epilog=examples("hippodrome lab examples", "hippodrome lab examples machines > mine.toml"))
def list_examples(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="The one to show, as its file.")] = None,
    json: AsJson = False,
) -> None:
    """List the example experiments, which lab run takes by their names; or show the file of one."""
    from hippodrome.lab import experiment_preview

    if name is not None:
        print(_example(name).text, end="")
        return
    found = experiment_preview.examples()
    if json:
        say_json([{"name": one.name, "game": one.game, "title": one.title, "about": one.about} for one in found])
        return
    for one in found:
        screen().print(Text.assemble((one.name, STRONG), f"  {one.title} ({one.game})"), soft_wrap=True)


def _example(name: str) -> Example:
    """Return the example experiment of a name."""
    from hippodrome.lab import experiment_preview

    found = {one.name: one for one in experiment_preview.examples()}
    if name not in found:
        raise UsageError(f"there is no example experiment {name!r}; there are: {', '.join(found)}")
    return found[name]


def _asked(file: Path, variant: Variant | None) -> Experiment:
    """Return the experiment of a file, or the example of that name where there is no such file."""
    from hippodrome.lab import experiment_preview
    from hippodrome.lab.experiment import load, parse

    if not file.is_file() and str(file) in [one.name for one in experiment_preview.examples()]:
        return parse(_example(str(file)).text, str(file), variant)
    return load(file, variant)


@app.command(
    epilog=examples(
        "hippodrome lab run machines --report machines.html",
        "hippodrome lab run wolf.toml --processes 2",
        "hippodrome lab run wolf.toml --variant fast/",
        "hippodrome lab run wolf.toml --dask tcp://127.0.0.1:8786",
    )
)
def run(
    file: Annotated[
        Path, typer.Argument(metavar="EXPERIMENT", help="The experiment, as TOML, or an example by name.")
    ],
    variant: Annotated[
        Path | None, typer.Option("--variant", metavar="FOLDER", help="A variant to experiment with.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the folder of results is put.")] = RESULTS,
    processes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many processes share the work; one a core by default.")
    ] = None,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster; the address of its scheduler.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the report too: report.html, or report.md and pictures.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Run an experiment. It can be stopped at any time, and the same command goes on where it stopped."""
    from hippodrome.lab import pool
    from hippodrome.lab.batches import BatchFailed
    from hippodrome.lab.experiment import ExperimentError
    from hippodrome.lab.experiment_run import ExperimentRun
    from hippodrome.lab.findings import collect_findings
    from hippodrome.lab.results import ResultsError
    from hippodrome.variants import VariantError, read

    try:
        running = ExperimentRun(_asked(file, read(variant) if variant is not None else None), out)
        workers = pool.dask_pool(dask) if dask is not None else pool.local_pool(processes or os.cpu_count() or 1)
        with Bar("matches", None) as bar:
            running.play(workers, lambda now: bar.at(now.played, now.max_matches))
    except (ExperimentError, VariantError, ResultsError, BatchFailed, pool.ClusterUnavailable) as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write to {out}: {error.strerror}") from None
    except KeyboardInterrupt:
        Console(stderr=True).print("Stopped. The same command goes on from here.")
        raise
    if report is not None:
        _write(collect_findings(running.results), [report])
    if json:
        say_json(running.summary())
    else:
        _show(screen(), running)


def _show(console: Console, running: ExperimentRun) -> None:
    """How it came out, a line a cell, and where everything is."""
    summary = running.summary()
    console.print(Text(summary["title"], style=STRONG))
    for cell in summary["cells"]:
        words = [cell["pairing"], cell["scenario"], *([cell["arm"]] if cell["arm"] else [])]
        share = f"{cell['score']:.1%} in {cell['games']} ({cell['low']:.1%} – {cell['high']:.1%})"
        verdict = f": {cell['verdict']}" if running.experiment.stop is not None else ""
        console.print(Text(f"  {', '.join(words)}: {share}{verdict}"), soft_wrap=True)
    console.print(Text(f"{summary['games']} matches in {summary['folder']}, digest {summary['table']}"), soft_wrap=True)
    console.print(Text(f"The report: hippodrome lab show {typed(running.results.folder)}", QUIET), soft_wrap=True)


@app.command(epilog=examples("hippodrome lab show results/races-1a2b3c4d5e6f -o report.html"))
def show(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of results that lab run has written.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="report.html, or report.md; by default both, in the folder."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Make the report of an experiment: as HTML, and as Markdown with pictures beside it."""
    from hippodrome.lab.experiment import ExperimentError
    from hippodrome.lab.findings import collect_findings
    from hippodrome.lab.results import Results, ResultsError

    try:
        found = collect_findings(Results.open(folder))
    except (ResultsError, ExperimentError) as error:
        raise UsageError(str(error)) from None
    if json:
        say_json(found.json())
        return
    paths = _write(found, [out] if out is not None else [folder / "report.html", folder / "report.md"])
    console = screen()
    for line in found.headlines():
        console.print(Text(line), soft_wrap=True)
    console.print(Text(f"Written: {', '.join(str(path) for path in paths)}", QUIET), soft_wrap=True)


def _write(found: Findings, paths: list[Path]) -> list[Path]:
    """Write a report, and say what keeps it from being written."""
    from hippodrome.lab.report_writer import write_report_files

    try:
        return write_report_files(found, paths)
    except ValueError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write the report: {error.strerror}") from None
