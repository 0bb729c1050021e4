"""The commands of hippodrome lab: experiments with many matches, and their reports.

The lab is imported inside the commands, so that the other commands start faster.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from hippodrome.atomic_files import write_atomically
from hippodrome.terminal.arguments import AsJson, GameName, examples
from hippodrome.terminal.console import ProgressBar, UsageError, make_console, print_json
from hippodrome.terminal.saves import shell_path
from hippodrome.terminal.theme import QUIET, STRONG

if TYPE_CHECKING:
    from hippodrome.lab.experiment import Experiment
    from hippodrome.lab.experiment_preview import Example
    from hippodrome.lab.experiment_run import ExperimentRun
    from hippodrome.lab.findings import Findings
    from hippodrome.variants import Variant

RESULTS_DIR = Path("results")

app = typer.Typer(
    help="Run experiments: is this chariot too strong?",
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
    file: Annotated[Path, typer.Argument(metavar="FILE", help="New file for the experiment, in TOML.")],
) -> None:
    """Create an experiment: a file with all settings explained."""
    from hippodrome import catalogue
    from hippodrome.lab.experiment_template import template_text

    if game not in catalogue.games():
        raise UsageError(f"there is no game {game!r}; choose one of: {', '.join(catalogue.games())}")
    if file.exists():
        raise UsageError(f"{file} already exists; name another file")
    try:
        write_atomically(file, template_text(catalogue.games()[game]))
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    command = f"hippodrome lab run {shell_path(file)}"
    make_console().print(Text(f"Created {file}. Edit it, then run it: {command}"), soft_wrap=True)


@app.command("examples", epilog=examples("hippodrome lab examples", "hippodrome lab examples machines > mine.toml"))
def list_examples(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Example to print.")] = None,
    json: AsJson = False,
) -> None:
    """List the example experiments, or print the file of one.

    You can run an example by its name: hippodrome lab run NAME.
    """
    from hippodrome.lab import experiment_preview

    if name is not None:
        print(find_example(name).text, end="")
        return
    listed = experiment_preview.examples()
    if json:
        print_json([{"name": one.name, "game": one.game, "title": one.title, "about": one.about} for one in listed])
        return
    for one in listed:
        make_console().print(Text.assemble((one.name, STRONG), f"  {one.title} ({one.game})"), soft_wrap=True)


def find_example(name: str) -> Example:
    """Return the example experiment with this name."""
    from hippodrome.lab import experiment_preview

    by_name = {example.name: example for example in experiment_preview.examples()}
    if name not in by_name:
        raise UsageError(f"there is no example experiment {name!r}; choose one of: {', '.join(by_name)}")
    return by_name[name]


def read_experiment(file: Path, variant: Variant | None) -> Experiment:
    """Return the experiment in a file or, if there is no such file, the example with that name."""
    from hippodrome.lab import experiment_preview
    from hippodrome.lab.experiment import load, parse

    if not file.is_file() and str(file) in [example.name for example in experiment_preview.examples()]:
        return parse(find_example(str(file)).text, str(file), variant)
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
    file: Annotated[Path, typer.Argument(metavar="EXPERIMENT", help="Experiment file, or the name of an example.")],
    variant: Annotated[
        Path | None, typer.Option("--variant", metavar="PATH", help="Run the experiment with a variant.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Parent folder of the results.")] = RESULTS_DIR,
    processes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Number of processes; by default one per core.")
    ] = None,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Use the Dask cluster with this scheduler.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a report, as .html, or as .md with pictures.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Run an experiment.

    You can stop it with Ctrl-C; the same command resumes it.
    """
    from hippodrome.lab import pool
    from hippodrome.lab.experiment import ExperimentError
    from hippodrome.lab.experiment_run import ExperimentRun
    from hippodrome.lab.findings import collect_findings
    from hippodrome.lab.match_runner import MatchFailed
    from hippodrome.lab.results import ResultsError
    from hippodrome.variants import VariantError, read_variant

    try:
        experiment_run = ExperimentRun(
            read_experiment(file, read_variant(variant) if variant is not None else None), out
        )
        workers = pool.dask_pool(dask) if dask is not None else pool.local_pool(processes or os.cpu_count() or 1)
        with ProgressBar("matches", None) as bar:
            experiment_run.play(workers, lambda progress: bar.update(progress.played, progress.max_matches))
    except (ExperimentError, VariantError, ResultsError, MatchFailed, pool.ClusterUnavailable) as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write to {out}: {error.strerror}") from None
    except KeyboardInterrupt:
        Console(stderr=True).print("Stopped. Run the same command again to resume.")
        raise
    if report is not None:
        write_report(collect_findings(experiment_run.results), [report])
    if json:
        print_json(experiment_run.summary())
    else:
        show_summary(make_console(), experiment_run)


def show_summary(console: Console, experiment_run: ExperimentRun) -> None:
    """Print the answer of the experiment, one line per cell if there are several, and where the results are."""
    from hippodrome.lab.report_names import VERDICT_TEXTS
    from hippodrome.lab.stats import Share
    from hippodrome.lab.wording import share_text

    summary, names = experiment_run.summary(), experiment_run.names
    console.print(Text(summary["title"], style=STRONG))
    for sentence in summary["answer"]:
        console.print(Text(sentence), soft_wrap=True)
    for cell in summary["cells"] if len(summary["cells"]) > 1 else ():
        title = names.game.scenario(cell["scenario"]).title
        who = ", ".join(filter(None, [" against ".join(cell["opponents"]), title, cell["arm_title"]]))
        share = share_text(Share(cell["score"], cell["low"], cell["high"]))
        verdict = f": {VERDICT_TEXTS[cell['verdict']]}" if experiment_run.experiment.stop is not None else ""
        console.print(Text(f"  {who}: {share} of {names.matches(cell['games'])}{verdict}"), soft_wrap=True)
    where = f"{names.matches(summary['games'])} in {summary['folder']}, digest {summary['table']}"
    console.print(Text(where, QUIET), soft_wrap=True)
    command = f"hippodrome lab show {shell_path(experiment_run.results.folder)}"
    console.print(Text(f"Write the report: {command}", QUIET), soft_wrap=True)


@app.command(epilog=examples("hippodrome lab show results/races-1a2b3c4d5e6f -o report.html"))
def show(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Results folder written by lab run.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Report file, .html or .md; by default both, in the results folder."
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Write the report of an experiment as HTML and Markdown."""
    from hippodrome.lab.experiment import ExperimentError
    from hippodrome.lab.findings import collect_findings
    from hippodrome.lab.results import Results, ResultsError

    try:
        findings = collect_findings(Results.open(folder))
    except (ResultsError, ExperimentError) as error:
        raise UsageError(str(error)) from None
    if json:
        print_json(findings.json())
        return
    paths = write_report(findings, [out] if out is not None else [folder / "report.html", folder / "report.md"])
    console = make_console()
    for line in findings.headlines():
        console.print(Text(line), soft_wrap=True)
    console.print(Text(f"Report: {', '.join(str(path) for path in paths)}", QUIET), soft_wrap=True)


def write_report(findings: Findings, paths: list[Path]) -> list[Path]:
    """Write a report to files, in the formats of their suffixes, and return the paths."""
    from hippodrome.lab.report_writer import write_report_files

    try:
        return write_report_files(findings, paths)
    except ValueError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write the report: {error.strerror}") from None
