"""Play the laboratory's experiments of these pages and write them down: machines.md, symmetry-checks.md and laboratory/.

python tools/lab_pages.py                     play what is left of them, on all cores, and write everything
python tools/lab_pages.py mirrors             only one of the two pages, machines or mirrors
python tools/lab_pages.py --processes 1       on one
python tools/lab_pages.py --results FOLDER    go on from results that are kept elsewhere
python tools/lab_pages.py --again             only write the pages anew, from the results that are there
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
from hippodrome.lab.findings.base import Matches, group_by, score_share, share_cells
from hippodrome.lab.report_writer import write_report_files
from hippodrome.lab.stats import Share

DOCS = Path(__file__).resolve().parents[1] / "docs"
REPORTS = DOCS / "laboratory"
FIELD = "machines"
CONFIRMED = "handicap"
TRIED = ("handicap-boar", "handicap-beastman", "handicap-pump", "handicap-pump-sturdy")
MIRRORS = ("mirror-benhur", "mirror-wheelie", "mirror-races", "mirror-magic")
WEAKEST = 3

MACHINES = """\
# Is this chariot too strong?

{state}The article behind Chariot Races says of its odd machines that nobody has playtested them. So we did: all
eleven, each against each, {games} races a pair on each of two tracks, the {first} and the {second}; {total} races in
all. Every race is run twice with the same dice and the seats swapped. [The whole report](laboratory/machines.md) has
every pairing, lanes, lengths, luck, what goes with winning, and ratings.

![How often each machine beats each other one](laboratory/machines-matrix.svg)

## What the figures mean

- *Won* is how many of its races a machine wins, whichever of the others it meets. In a fair field everybody would
  have 50 %.
- The *interval* holds the true share in 95 of 100 experiments like this one. Two machines whose intervals do not meet
  differ; of two whose intervals overlap much, nobody can say yet which is better.
- *Points* are strengths by regression: one of 200 points beats one of 100 in two races of three, and an even match is
  one of equal points.
- All of it is true of the program that drives here (`{players}`), which drives all machines alike. A better driver
  may make more of a machine, or less.

{field}

{strong}

## Fair handicaps for the three weakest

The three weakest are {weakest}. What would make them equal to the rest? We let each race against all others with some
values of its profile changed, everybody else as usual:

{tried}

The others gain as well when the three are no longer easy prey, so a handicap has to give a little more than 50 %
here. We suggest:

{handicaps}

To see whether that holds, all three had their handicaps at once and raced against the whole field again, with dice
that were not used in the search ({confirmed} races; [the report](laboratory/handicap.md)). Three earlier suggestions,
each tried with dice of its own, left one of the three off 50 %: a boar or beastman chariot of 9 inches without more won
42 to 44 %, a beastman chariot of 9 inches and 5 wounds 56 %.

{result}

{verdict}

A handicap is one experiment away from another: change the values in `hippodrome lab examples handicap`, and run it.

## Again

```
hippodrome lab run machines --report machines.md
hippodrome lab run handicap --report handicap.md
```

give the same races, figures and digests (`{digest}` and `{other}`) on any machine. `python tools/lab_pages.py` plays
all of it and writes these pages; the compiled build takes some twenty minutes on two cores.
"""

MIRROR_PAGE = """\
# Games in the mirror

{state}A program against itself, with the same things: where the rules treat both seats alike, the first seat must win
half of its matches. If it did not, either the rules would not be symmetric after all, or something in this house
would be wrong: the dice, a program that sees more from one seat, or the laboratory itself. Seats are *not* swapped
here: with swapped seats two equals score 50 % whatever happens, which would show nothing.

{table}

A draw counts half. The first interval is Wilson's, for this number of matches; the second holds at every look. One in
twenty of the first kind misses the truth by chance, and in its first 400 races Ben-Hur did (44.8 %, 40.0 % – 49.6 %);
where one does, more matches tell, so ten times as many were played. Another 20,000
(`hippodrome simulate benhur --seats driver,driver -o laps=1 --games 20000 --seed 5`) gave 50.1 % (49.4 % – 50.8 %).

**Chariot** is not among them. None of its fourteen battles is symmetric: the armies, where they stand, what each must
do to win, and who deploys and moves first are those of the battle. What its sides score against each other stands in
[chariot-battles.md](chariot-battles.md); a share of 50 % there would be chance, and with swapped seats it would be a
matter of course.

```
{commands}
```

plays them again. `python tools/lab_pages.py` plays all of them and writes this page.
"""

CHANGES = {
    "machines.boar.move": "moves {} inches (7)",
    "machines.boar.body.2": "has {} wounds (4)",
    "machines.beastman.move": "moves {} inches (7)",
    "machines.beastman.save": "saves with {} or more (4)",
    "machines.pump.dice": "is moved by {} dice (2)",
    "machines.pump.body.1": "has Toughness {} (4)",
}


# -------------------------------------------------------------------- playing


def experiment(name: str, parent: Path) -> ExperimentRun:
    """A ready experiment, with what has been played of it."""
    text = next(one.text for one in examples() if one.name == name)
    return ExperimentRun(parse(text, name), parent)


def play(run: ExperimentRun, name: str, processes: int) -> None:
    """Play what is left of an experiment."""

    def at(now: RunProgress) -> None:
        sys.stderr.write(f"\r{name}: {now.played} of {now.max_matches} matches")

    run.play(pool.local_pool(processes), at)
    sys.stderr.write("\n")


# -------------------------------------------------------------------- writing


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(["| " + " | ".join(line) + " |" for line in lines])


def share(found: Share) -> str:
    """A share and its interval."""
    return "{} ({})".format(*share_cells(found))


def called(key: str) -> str:
    """The name of a machine."""
    contest = hd.game("races").round_robin()
    return next(one.name for one in contest.contenders if one.key == key) if contest is not None else key


def ranked(field: Matches) -> list[str]:
    """The machines, the one that wins most first."""
    return sorted(field.entrants, key=lambda name: -score_share(field.against_all(name)).share)


def field_table(field: Matches, run: ExperimentRun) -> str:
    """Every machine against all others."""
    everybody = next(section for section in collect_findings(run.results).sections if section.key == "ratings").tables[0]
    points = {row[0]: f"{row[1]} ({row[2]})" for row in everybody.rows}
    rows = [
        [called(name), share(score_share(field.against_all(name))), share(field.survival(name)), points[name]]
        for name in ranked(field)
    ]
    return table(["", "won", "still racing at the end", "fair points"], rows)


def strong(field: Matches) -> str:
    """The answer in a sentence or two."""
    best, second, *_ = ranked(field)
    fair = [called(name) for name in field.entrants if _holds(score_share(field.against_all(name)))]
    middle = f"About even with the field are: {', '.join(fair)}." if fair else "Nobody is just even with the field."
    shares = [score_share(field.against_all(name)).share for name in (best, second)]
    most = f"The {called(best)} wins {shares[0]:.0%} of its races and the {called(second)} {shares[1]:.0%}."
    return f"Yes, some are. {most} {middle}"


def _holds(found: Share) -> bool:
    return found.low <= 0.5 <= found.high


def tried(runs: dict[str, ExperimentRun]) -> str:
    """What was tried for the weakest, value by value."""
    rows = []
    for name in TRIED:
        for group, inside in Matches(runs[name].results).against_field().items():
            for (arm,), matches in group_by(inside, "arm").items():
                found = share(score_share([row["score"] for row in matches]))
                words = arm.replace("machines.", "").replace(f"{group.partition(' ')[0]}.", "")
                rows.append([called(group.partition(" ")[0]), words, str(len(matches)), found])
    return table(["", "with", "races", "won against all others"], rows)


def handicaps(run: ExperimentRun) -> str:
    """The handicaps in words, with the values of the profile as it is in brackets."""
    found: dict[str, list[str]] = {}
    for path, value in run.experiment.arms()[0].items():
        found.setdefault(path.split(".")[1], []).append(CHANGES[path].format(value))
    return "\n".join([f"- The {called(name)} {' and '.join(words)}." for name, words in found.items()])


def result(field: Matches, helped: Matches) -> str:
    """Before and after."""
    rows = []
    for group, matches in helped.against_field().items():
        name = group.partition(" ")[0]
        after = score_share([row["score"] for row in matches])
        rows.append([called(name), share(score_share(field.against_all(name))), share(after), str(len(matches))])
    return table(["", "as it is", "with its handicap", "races"], rows)


def verdict(helped: Matches) -> str:
    """Whether the handicaps hold."""
    held: list[str] = []
    off: list[str] = []
    for group, matches in helped.against_field().items():
        name, found = called(group.partition(" ")[0]), score_share([row["score"] for row in matches])
        (held if _holds(found) else off).append(name)
    told = [f"50 % lies within the interval of: {', '.join(held)}."] if held else []
    return " ".join([*told, *([f"Not within that of: {', '.join(off)}."] if off else [])])


def state(runs: list[ExperimentRun]) -> str:
    """A warning where not everything has been played; nothing where it has."""
    played, most = sum(run.progress().played for run in runs), sum(run.progress().max_matches for run in runs)
    if all(run.is_done for run in runs):
        return ""
    return f"**Not finished: {played:,} of {most:,} matches so far.**\n\n"


def machines_page(runs: dict[str, ExperimentRun]) -> str:
    """The page of the machines."""
    field, helped = Matches(runs[FIELD].results), Matches(runs[CONFIRMED].results)
    asked = runs[FIELD].experiment
    titles = [hd.game("races").scenario(slug).title for slug in asked.scenarios]
    return MACHINES.format(
        state=state([runs[FIELD], runs[CONFIRMED], *[runs[name] for name in TRIED]]),
        games=asked.games,
        first=titles[0],
        second=titles[1],
        total=f"{len(field.rows):,}",
        players=", ".join(asked.players),
        field=field_table(field, runs[FIELD]),
        strong=strong(field),
        weakest=", ".join([f"the {called(name)}" for name in ranked(field)[-WEAKEST:]]),
        tried=tried(runs),
        handicaps=handicaps(runs[CONFIRMED]),
        confirmed=f"{len(helped.rows):,}",
        result=result(field, helped),
        verdict=verdict(helped),
        digest=runs[FIELD].results.digest(),
        other=runs[CONFIRMED].results.digest(),
    )


def mirrors_page(runs: dict[str, ExperimentRun]) -> str:
    """The page of the mirrors."""
    rows = []
    for name in MIRRORS:
        matches = Matches(runs[name].results)
        if not matches.rows:
            continue
        asked, cell = runs[name].experiment, runs[name].cells[0].json()
        found = score_share([row["score"] for row in matches.rows])
        what = [*asked.sides, *[str(value) for _, value in asked.options], *filter(None, [describe_arm(asked.arms()[0])])]
        game = asked.rules()
        every = f"{cell['low']:.1%} – {cell['high']:.1%}"
        rows.append(
            [
                game.title,
                ", ".join([game.scenario(asked.scenarios[0]).title, *what]),
                str(len(matches.rows)),
                *share_cells(found),
                every,
                "yes" if _holds(found) else "no",
            ]
        )
    head = ["game", "what", "matches", "first seat won", "95 %", "holds at every look", "50 % is within"]
    return MIRROR_PAGE.format(
        state=state([runs[name] for name in MIRRORS]),
        table=table(head, rows),
        commands="\n".join([f"hippodrome lab run {name}" for name in MIRRORS]),
    )


def main() -> None:
    """Play if asked to, and write what was asked for."""
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("page", nargs="?", choices=["machines", "mirrors"], help="this page alone")
    wishes.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wishes.add_argument("--results", type=Path, default=Path("results"))
    wishes.add_argument("--again", action="store_true")
    wish = wishes.parse_args()
    names = {"machines": (CONFIRMED, *TRIED, FIELD), "mirrors": MIRRORS}
    asked = [name for page in names if wish.page in (None, page) for name in names[page]]
    runs = {name: experiment(name, wish.results) for name in asked}
    for name, run in runs.items():
        if not wish.again:
            play(run, name, wish.processes)
    if FIELD in runs:
        write_report_files(collect_findings(runs[FIELD].results), [REPORTS / "machines.md"])
        write_report_files(collect_findings(runs[CONFIRMED].results), [REPORTS / "handicap.md"])
        (DOCS / "machines.md").write_text(machines_page(runs), encoding="utf-8", newline="\n")
    if MIRRORS[0] in runs:
        (DOCS / "symmetry-checks.md").write_text(mirrors_page(runs), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
