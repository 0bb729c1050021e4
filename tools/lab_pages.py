"""Run the experiments of docs/machines.md and docs/symmetry-checks.md; write the pages and docs/laboratory/.

./play study lab-pages                        play the matches that are missing, on all cores, and write everything
./play study lab-pages symmetry-checks        only one of the two pages, machines or symmetry-checks
./play study lab-pages --processes 1          use one process
./play study lab-pages --results-dir FOLDER   use and continue the results in another folder
./play study lab-pages --from-results         play nothing; write the pages from the results so far
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import hippodrome as hd
from hippodrome.lab import pool
from hippodrome.lab.experiment import describe_arm, parse
from hippodrome.lab.experiment_preview import examples
from hippodrome.lab.experiment_run import ExperimentRun, RunProgress
from hippodrome.lab.findings import collect_findings
from hippodrome.lab.findings.base import Matches, group_by, score_share
from hippodrome.lab.report_writer import write_report_files
from hippodrome.lab.stats import Share, percent, percent_range

DOCS = Path(__file__).resolve().parents[1] / "docs"
REPORTS = DOCS / "laboratory"
FIELD_EXPERIMENT = "machines"
CONFIRMATION_EXPERIMENT = "handicap"
CANDIDATE_EXPERIMENTS = ("handicap-boar", "handicap-beastman", "handicap-pump", "handicap-pump-sturdy")
MIRROR_EXPERIMENTS = ("mirror-benhur", "mirror-wheelie", "mirror-races", "mirror-magic")
WEAKEST_COUNT = 3

MACHINES_PAGE = """\
<!-- This page is written by tools/lab_pages.py. -->

# Is this chariot too strong?

{state}Several machines of Chariot Races were published without a playtest (CR-O14). This study is one: all eleven
machines, each against each other, {games} races per pair on each of two tracks, the {first} and the {second}; {total}
races in total. Every race is run twice with the same dice and the seats swapped. The
[complete report](laboratory/machines.md) also has every pairing, starting places, lengths, luck, ratings, and what goes
with winning.

![How often each machine beats each other one](laboratory/machines-matrix.svg)

## What the figures mean

- *Won* is the share of its races that a machine wins, against all others together. In a fair field it would be 50 %.
- The *interval* contains the true share in 95 of 100 experiments like this one. If the intervals of two machines do not
  overlap, the machines differ; if they overlap widely, it is not known which is better.
- *Fair points* are strengths by regression: 200 points beat 100 points in two races of three, and machines with equal
  points are even.
- All figures hold for one bot, `{players}`, which drives all machines in the same way. A better driver may get more, or
  less, out of a machine.

{field}

{strong}

## Fair handicaps for the three weakest

The three weakest are {weakest}. What would make them equal to the rest? Each raced against all others with some values
of its profile changed, and all other machines unchanged:

{tried}

The other machines win more often too once these three are no longer easy to beat, so a handicap should give slightly
more than 50 % here. We suggest:

{handicaps}

As a test, all three got their handicaps at once and raced against the whole field again, with dice that were not used
in the search ({confirmed} races; [report](laboratory/handicap.md)). Three earlier suggestions, each tested with other
dice, left one of the three away from 50 %: a boar or beastman chariot with only 9 inches won 42 to 44 %, a beastman
chariot with 9 inches and 5 wounds 56 %.

{result}

{verdict}

To try another handicap, change the values in `hippodrome lab examples handicap` and run it.

## Reproduce it

These commands give the same races and figures on any machine. All experiments of this page together take about twenty
minutes on two cores with the compiled build.

```
hippodrome lab run machines --report machines.md
hippodrome lab run handicap --report handicap.md
```
"""

SYMMETRY_PAGE = """\
<!-- This page is written by tools/lab_pages.py. -->

# Symmetry checks

{state}In these matches a bot plays against itself with equal forces. Where the rules treat both seats alike, the first
seat must win half of the matches. If it did not, the rules would not be symmetric, or there would be a bug: in the
dice, in a bot that sees more from one seat, or in the lab. Seats are *not* swapped here: with swapped seats equal
players always score 50 %, which would show nothing.

{table}

A draw counts as half a win. The interval is Wilson's, for this number of matches. One in twenty misses the true share
by chance; more matches settle such a case. Races of Ben-Hur are quick, so ten times as many were played. Another 20,000
(`hippodrome simulate benhur -s circus --seats driver,driver -o laps=1 --games 20000 --seed 5`) gave 50.1 % (49.4 % –
50.8 %).

**Chariot** is missing because none of its fourteen battles is symmetric: armies, positions, victory conditions, and
the order of deployment and movement are those of the battle. [chariot-battles.md](chariot-battles.md) shows how often
each side wins.

## Reproduce it

```
{commands}
```
"""

CHANGE_TEXTS = {
    "machines.boar.move": "moves {} inches (7)",
    "machines.boar.body.2": "has {} wounds (4)",
    "machines.beastman.move": "moves {} inches (7)",
    "machines.beastman.save": "saves on {} or more (4)",
    "machines.pump.dice": "moves by {} dice (2)",
    "machines.pump.body.1": "has Toughness {} (4)",
}


# -------------------------------------------------------------------- playing


def example_run(name: str, parent: Path) -> ExperimentRun:
    """Return the run of an example experiment, with the results so far."""
    text = next(one.text for one in examples() if one.name == name)
    return ExperimentRun(parse(text, name), parent)


def play(run: ExperimentRun, name: str, processes: int) -> None:
    """Play the remaining matches of an experiment."""

    def show_progress(now: RunProgress) -> None:
        sys.stderr.write(f"\r{name}: {now.played} of {now.max_matches} matches")

    run.play(pool.local_pool(processes), show_progress)
    sys.stderr.write("\n")


# -------------------------------------------------------------------- writing


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(["| " + " | ".join(line) + " |" for line in lines])


def share_text(share: Share) -> str:
    """Return a share and its interval as text."""
    return f"{percent(share.share)} ({percent_range(share.low, share.high)})"


def machine_name(key: str) -> str:
    """Return the name of a machine."""
    spec = hd.game("races").analysis.round_robin()
    return next(one.name for one in spec.contenders if one.key == key) if spec is not None else key


def rank_machines(field: Matches) -> list[str]:
    """Return the machines, the strongest first."""
    return sorted(field.entrants, key=lambda name: -score_share(field.against_all(name)).share)


def field_table(field: Matches, run: ExperimentRun) -> str:
    """Return the table of every machine against all others."""
    ratings = next(section for section in collect_findings(run.results).sections if section.key == "ratings").tables[0]
    points = {row[0]: f"{row[1]} ({row[2]})" for row in ratings.rows}  # by the name of the machine
    rows = [
        [
            machine_name(name),
            share_text(score_share(field.against_all(name))),
            share_text(field.survival(name)),
            points[machine_name(name)],
        ]
        for name in rank_machines(field)
    ]
    return table(["", "won", "still racing at the end", "fair points"], rows)


def answer(field: Matches) -> str:
    """Return the answer to the question of the page in a few sentences."""
    best, second, *_ = rank_machines(field)
    fair = [machine_name(name) for name in field.entrants if _contains_half(score_share(field.against_all(name)))]
    middle = f"About even with the field: {', '.join(fair)}." if fair else "No machine is even with the field."
    shares = [score_share(field.against_all(name)).share for name in (best, second)]
    strongest = (
        f"The {machine_name(best)} wins {percent(shares[0], 0)} of its races, "
        f"the {machine_name(second)} {percent(shares[1], 0)}."
    )
    return f"Yes, some are. {strongest} {middle}"


def _contains_half(share: Share) -> bool:
    return share.low <= 0.5 <= share.high


def candidates_table(runs: dict[str, ExperimentRun]) -> str:
    """Return the table of all handicaps that were tried."""
    rows = []
    for name in CANDIDATE_EXPERIMENTS:
        for key in runs[name].experiment.only:
            for (arm,), matches in group_by(Matches(runs[name].results).field_rows(key), "arm").items():
                values = arm.replace("machines.", "").replace(f"{key}.", "")
                won = share_text(score_share([row["score"] for row in matches]))
                rows.append([machine_name(key), values, str(len(matches)), won])
    return table(["", "with", "races", "won against all others"], rows)


def handicap_list(run: ExperimentRun) -> str:
    """Return the handicaps as a list, with the printed values in brackets."""
    changes: dict[str, list[str]] = {}
    for path, value in run.experiment.arms()[0].items():
        changes.setdefault(path.split(".")[1], []).append(CHANGE_TEXTS[path].format(value))
    return "\n".join([f"- The {machine_name(name)} {' and '.join(texts)}." for name, texts in changes.items()])


def confirmation_table(field: Matches, confirmation: Matches) -> str:
    """Return the table of wins without and with the handicaps."""
    rows = []
    for name in confirmation.experiment.only:
        matches = confirmation.field_rows(name)
        before, after = score_share(field.against_all(name)), score_share([row["score"] for row in matches])
        rows.append([machine_name(name), share_text(before), share_text(after), str(len(matches))])
    return table(["", "as printed", "with its handicap", "races"], rows)


def verdict(confirmation: Matches) -> str:
    """Return which handicaps are fair, in a sentence or two."""
    fair: list[str] = []
    unfair: list[str] = []
    for name in confirmation.experiment.only:
        share = score_share([row["score"] for row in confirmation.field_rows(name)])
        (fair if _contains_half(share) else unfair).append(machine_name(name))
    sentences = [f"The interval contains 50 % for: {', '.join(fair)}."] if fair else []
    return " ".join([*sentences, *([f"It does not for: {', '.join(unfair)}."] if unfair else [])])


def unfinished_notice(runs: list[ExperimentRun]) -> str:
    """Return a notice if matches are missing, or else an empty string."""
    played, most = sum(run.progress().played for run in runs), sum(run.progress().max_matches for run in runs)
    if all(run.is_done for run in runs):
        return ""
    return f"**Not finished: {played:,} of {most:,} matches played so far.**\n\n"


def machines_page(runs: dict[str, ExperimentRun]) -> str:
    """Return the page on the racing machines."""
    field, confirmation = Matches(runs[FIELD_EXPERIMENT].results), Matches(runs[CONFIRMATION_EXPERIMENT].results)
    experiment = runs[FIELD_EXPERIMENT].experiment
    titles = [hd.game("races").scenario(slug).title for slug in experiment.scenarios]
    return MACHINES_PAGE.format(
        state=unfinished_notice(
            [runs[FIELD_EXPERIMENT], runs[CONFIRMATION_EXPERIMENT], *[runs[name] for name in CANDIDATE_EXPERIMENTS]]
        ),
        games=experiment.games,
        first=titles[0],
        second=titles[1],
        total=f"{len(field.rows):,}",
        players=", ".join(experiment.players),
        field=field_table(field, runs[FIELD_EXPERIMENT]),
        strong=answer(field),
        weakest=", ".join([f"the {machine_name(name)}" for name in rank_machines(field)[-WEAKEST_COUNT:]]),
        tried=candidates_table(runs),
        handicaps=handicap_list(runs[CONFIRMATION_EXPERIMENT]),
        confirmed=f"{len(confirmation.rows):,}",
        result=confirmation_table(field, confirmation),
        verdict=verdict(confirmation),
    )


def symmetry_page(runs: dict[str, ExperimentRun]) -> str:
    """Return the page on symmetry checks."""
    rows = []
    for name in MIRROR_EXPERIMENTS:
        matches = Matches(runs[name].results)
        if not matches.rows:
            continue
        experiment = runs[name].experiment
        share = score_share([row["score"] for row in matches.rows])
        settings = [*experiment.sides, *[str(value) for _, value in experiment.options]]
        settings += filter(None, [describe_arm(experiment.arms()[0])])
        game = experiment.rules()
        rows.append(
            [
                game.title,
                ", ".join([game.scenario(experiment.scenarios[0]).title, *settings]),
                str(len(matches.rows)),
                percent(share.share),
                percent_range(share.low, share.high),
                "yes" if _contains_half(share) else "no",
            ]
        )
    head = ["game", "set-up", "matches", "first seat won", "95 %", "contains 50 %"]
    return SYMMETRY_PAGE.format(
        state=unfinished_notice([runs[name] for name in MIRROR_EXPERIMENTS]),
        table=table(head, rows),
        commands="\n".join([f"hippodrome lab run {name}" for name in MIRROR_EXPERIMENTS]),
    )


def main() -> None:
    """Play the experiments unless --from-results is given, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", nargs="?", choices=["machines", "symmetry-checks"], help="only this page")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    parser.add_argument("--results-dir", type=Path, default=Path("results"), metavar="FOLDER", help="(results)")
    parser.add_argument("--from-results", action="store_true", help="play nothing; write from the results so far")
    args = parser.parse_args()
    names = {
        "machines": (CONFIRMATION_EXPERIMENT, *CANDIDATE_EXPERIMENTS, FIELD_EXPERIMENT),
        "symmetry-checks": MIRROR_EXPERIMENTS,
    }
    wanted = [name for page in names if args.page in (None, page) for name in names[page]]
    runs = {name: example_run(name, args.results_dir) for name in wanted}
    for name, run in runs.items():
        if not args.from_results:
            play(run, name, args.processes)
    if FIELD_EXPERIMENT in runs:
        write_report_files(collect_findings(runs[FIELD_EXPERIMENT].results), [REPORTS / "machines.md"])
        write_report_files(collect_findings(runs[CONFIRMATION_EXPERIMENT].results), [REPORTS / "handicap.md"])
        (DOCS / "machines.md").write_text(machines_page(runs), encoding="utf-8", newline="\n")
    if MIRROR_EXPERIMENTS[0] in runs:
        (DOCS / "symmetry-checks.md").write_text(symmetry_page(runs), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
