"""Measure the speed of Hippodrome and of other game libraries.

    ./play bench [GROUP ...] [--rounds N] [--json FILE]

The groups are playouts, copies and simulation; all are measured if none is named. Each case is measured in every round,
in short slices that alternate with the other cases, so that all run under the same load. Tables show medians; ratios
are computed within a round. On a shared machine only ratios are meaningful, so goals are ratios, and a goal counts as
missed only if two runs miss it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

WORKER = Path(__file__).with_name("worker.py")
SLICES_PER_ROUND = 4
"""Slices of each case per round; simulations, which are long, run once."""

PLAIN, COMPILED, ANCHOR = "plain", "compiled", "anchor"

Row = tuple[str, str]
"""A case and the build it was measured on."""


@dataclass(frozen=True)
class Case:
    """Something to measure, with its builds and its group in the report."""

    name: str
    group: str
    builds: tuple[str, ...]
    rate: str
    """The number that ratios are computed from."""


OURS = (PLAIN, COMPILED)
PLAYOUTS, COPIES, SIMULATION = "playouts", "copies", "simulation"
GAMES = ("benhur", "wheelie", "races", "chariot", "magic")
"""The games that are measured in all ways."""

CASES = [
    Case("OpenSpiel pig", PLAYOUTS, (ANCHOR,), "decisions/s"),
    Case("OpenSpiel backgammon", PLAYOUTS, (ANCHOR,), "decisions/s"),
    Case("python-chess", PLAYOUTS, (ANCHOR,), "decisions/s"),
    *[
        Case(f"{slug} {way}", PLAYOUTS, OURS, "decisions/s")
        for slug in GAMES
        for way in ("driven", "driven, log", "Match.play", "inside", "inside, log")
    ],
    Case("races by drivers", PLAYOUTS, OURS, "decisions/s"),
    Case("pig driven", PLAYOUTS, OURS, "decisions/s"),
    Case("pig inside", PLAYOUTS, OURS, "decisions/s"),
    Case("OpenSpiel backgammon clone", COPIES, (ANCHOR,), "us/call"),
    *[Case(f"{slug} {work}", COPIES, OURS, "us/call") for slug in GAMES for work in ("clone", "snapshot", "digest")],
    Case("chariot/kadesh clone", COPIES, OURS, "us/call"),
    Case("simulate, 1 process", SIMULATION, OURS, "games/s"),
    Case("simulate, 2 processes", SIMULATION, OURS, "games/s"),
]
RATE = {case.name: case.rate for case in CASES}
GROUPS = (PLAYOUTS, COPIES, SIMULATION)
COLUMNS = {
    PLAYOUTS: ("games/s", "decisions/s", "decisions/game"),
    COPIES: ("us/call",),
    SIMULATION: ("games/s",),
}
YARDSTICKS = {
    PLAYOUTS: ("OpenSpiel pig", "OpenSpiel backgammon", "python-chess"),
    COPIES: ("OpenSpiel backgammon clone",),
    SIMULATION: ("simulate, 1 process",),
}


@dataclass(frozen=True)
class Goal:
    """A target for the ratio of two measurements: a minimum, or for times a maximum."""

    case: Row
    base: Row
    wanted: float
    at_most: bool = False

    def text(self) -> str:
        """Return the goal as a line of the report."""
        bound = "at most" if self.at_most else "at least"
        return f"{self.case[0]} ({self.case[1]}) / {self.base[0]}: {bound} {self.wanted}"


PIG = ("OpenSpiel pig", ANCHOR)
BACKGAMMON = ("OpenSpiel backgammon", ANCHOR)
BACKGAMMON_CLONE = ("OpenSpiel backgammon clone", ANCHOR)
ONE_PROCESS = "simulate, 1 process"
GOALS = [
    Goal(("benhur driven", PLAIN), PIG, 0.3),
    Goal(("benhur driven, log", PLAIN), PIG, 0.25),
    Goal(("benhur driven", COMPILED), PIG, 2.0),
    Goal(("benhur inside", COMPILED), PIG, 4.0),
    Goal(("pig driven", COMPILED), PIG, 4.0),
    Goal(("wheelie driven", PLAIN), BACKGAMMON, 0.06),
    Goal(("wheelie driven", COMPILED), BACKGAMMON, 0.5),
    Goal(("races driven", PLAIN), BACKGAMMON, 0.04),
    Goal(("races driven", COMPILED), BACKGAMMON, 0.3),
    Goal(("chariot driven", PLAIN), BACKGAMMON, 0.1),
    Goal(("chariot driven", COMPILED), BACKGAMMON, 0.5),
    Goal(("magic driven", PLAIN), BACKGAMMON, 0.1),
    Goal(("magic driven", COMPILED), BACKGAMMON, 1.0),
    Goal(("benhur clone", COMPILED), BACKGAMMON_CLONE, 0.5, at_most=True),
    Goal(("chariot/kadesh clone", COMPILED), BACKGAMMON_CLONE, 8.0, at_most=True),
    Goal(("simulate, 2 processes", PLAIN), (ONE_PROCESS, PLAIN), 1.8),
    Goal(("simulate, 2 processes", COMPILED), (ONE_PROCESS, COMPILED), 1.8),
]
"""The targets by game: the race in lanes is compared with a dice game, the larger games with backgammon."""


class Worker:
    """A process that measures in one of the two environments."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen([python, str(WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.about = self._read()

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the worker ended with code {self.process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def measure(self, name: str) -> dict[str, Any]:
        """Measure one case once and return the answer of the worker."""
        assert self.process.stdin is not None
        self.process.stdin.write(name + "\n")
        self.process.stdin.flush()
        return self._read()

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class Bench:
    """All measurements of a run."""

    def __init__(self, groups: list[str], rounds: int) -> None:
        self.cases = [case for case in CASES if case.group in groups]
        self.groups = groups
        self.rounds = rounds
        self.results: dict[Row, list[dict[str, float]]] = {}
        self.missing: dict[str, str] = {}
        self.workers: dict[str, Worker] = {}
        self.load = 0.0

    # ---------------------------------------------------------------- measurement

    def start(self) -> None:
        """Start a worker in each available environment, and check that both play the same matches."""
        plain = Worker(sys.executable)
        self.workers = {PLAIN: plain, ANCHOR: plain}
        python = os.environ.get("HIPPODROME_COMPILED_PYTHON", "")
        if not python:
            self.missing["compiled build"] = "HIPPODROME_COMPILED_PYTHON is not set to an interpreter"
            return
        compiled = Worker(python)
        if not compiled.about["compiled"]:
            self.missing["compiled build"] = f"the package installed for {python} is not compiled"
            compiled.close()
        else:
            self.workers[COMPILED] = compiled
        if compiled.about["fingerprint"] != plain.about["fingerprint"]:
            self.missing["agreement"] = "the two builds do not play the same matches; one of them is out of date"

    def run(self) -> None:
        """Run all rounds."""
        for number in range(self.rounds):
            print(f"round {number + 1} of {self.rounds}", file=sys.stderr, flush=True)
            counts_by_row: dict[Row, Counter[str]] = {}
            for turn in range(SLICES_PER_ROUND):
                for case in self.cases:
                    if turn == 0 or case.group != SIMULATION:
                        for build in case.builds:
                            self.measure((case.name, build), counts_by_row)
            for row, counts in counts_by_row.items():
                self.results.setdefault(row, []).append(rates(counts))
        self.results = {row: figures for row, figures in self.results.items() if label(row) not in self.missing}
        self.load = load_average()

    def measure(self, row: Row, counted: dict[Row, Counter[str]]) -> None:
        """Measure one case on one build; a case that failed is not tried again."""
        worker = self.workers.get(row[1])
        if worker is None or label(row) in self.missing:
            return
        answer = worker.measure(row[0])
        if "error" in answer:
            self.missing[label(row)] = answer["error"]
        else:
            counted.setdefault(row, Counter()).update(answer)

    def close(self) -> None:
        """End the workers."""
        for worker in {id(worker): worker for worker in self.workers.values()}.values():
            worker.close()

    # ---------------------------------------------------------------- evaluation

    def median(self, row: Row, number: str) -> float:
        """Return the median of a number over the rounds."""
        return median([answer[number] for answer in self.results[row]])

    def ratios(self, row: Row, base: Row) -> list[float]:
        """Return the ratio of two rows in each round; an empty list if one of them was not measured."""
        if row not in self.results or base not in self.results:
            return []
        rate = RATE[row[0]]
        return [one[rate] / other[rate] for one, other in zip(self.results[row], self.results[base], strict=True)]

    def yardsticks(self, group: str, build: str) -> list[Row]:
        """Return the rows that a group is compared with."""
        return [(name, build if name.startswith("simulate") else ANCHOR) for name in YARDSTICKS[group]]

    # ---------------------------------------------------------------- reports

    def json(self) -> dict[str, Any]:
        """Return all measurements as JSON."""
        return {
            "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
            "load": self.load,
            "rounds": self.rounds,
            "cases": [self.json_row(row) for row in self.results],
            "goals": [self.json_goal(goal) for goal in GOALS if self.is_in_scope(goal)],
            "missing": self.missing,
        }

    def json_row(self, row: Row) -> dict[str, Any]:
        """Return a row with its medians, the figures of every round, and its ratios to the yardsticks."""
        figures = self.results[row]
        (group,) = [case.group for case in self.cases if case.name == row[0]]
        ratios = {base[0]: self.ratios(row, base) for base in self.yardsticks(group, row[1]) if base != row}
        return {
            "case": row[0],
            "build": row[1],
            "medians": {number: self.median(row, number) for number in figures[0]},
            "rounds": figures,
            "ratios": {name: median(values) for name, values in ratios.items() if values},
        }

    def json_goal(self, goal: Goal) -> dict[str, Any]:
        """Return a goal with its result; `reached` is None if it could not be measured."""
        values = self.ratios(goal.case, goal.base)
        value = median(values) if values else None
        reached = None
        if value is not None:
            reached = value <= goal.wanted if goal.at_most else value >= goal.wanted
        spread = [min(values), max(values)] if values else []
        return {
            "goal": goal.text(),
            "wanted": goal.wanted,
            "value": value,
            "range": spread,
            "reached": reached,
        }

    def is_in_scope(self, goal: Goal) -> bool:
        """Return whether both cases of a goal belong to the groups of this run."""
        return any(case.name == goal.case[0] for case in self.cases)

    def text(self) -> str:
        """Return the report as text."""
        parts = [self.table(group) for group in GROUPS if group in self.groups]
        goals = [self.json_goal(goal) for goal in GOALS if self.is_in_scope(goal)]
        parts.append("\n".join(["Goals", *[goal_line(goal) for goal in goals]]))
        if self.load > (os.cpu_count() or 1):
            parts.append(f"The machine was busy (load {self.load:.1f}); this affects simulations most.")
        if self.missing:
            lines = [f"  {what}: {why}" for what, why in self.missing.items()]
            parts.append("\n".join(["Not measured", *lines]))
        return "\n\n".join(parts)

    def table(self, group: str) -> str:
        """Return the table of a group, with ratios to its yardsticks."""
        names = [case.name for case in self.cases if case.group == group]
        rows = [row for row in self.results if row[0] in names]
        ratios = [f"/ {name}" for name in YARDSTICKS[group]]
        cells = [[f"{group}, median of {self.rounds}", "build", *COLUMNS[group], *ratios]]
        for row in rows:
            figures = [format_number(self.median(row, number)) for number in COLUMNS[group]]
            compared = [self.ratios(row, base) for base in self.yardsticks(group, row[1])]
            cells.append([*row, *figures, *[format_number(median(values)) if values else "-" for values in compared]])
        return format_table(cells)


def rates(counts: Mapping[str, float]) -> dict[str, float]:
    """Return the counts of a round per second, game or call."""
    seconds = counts["seconds"]
    if "calls" in counts:
        return {"us/call": seconds / counts["calls"] * 1e6}
    per_unit = {"games/s": counts["games"] / seconds}
    if "decisions" in counts:
        per_unit["decisions/s"] = counts["decisions"] / seconds
        per_unit["decisions/game"] = counts["decisions"] / counts["games"]
    return per_unit


def load_average() -> float:
    """Return the load average of the last five minutes; 0 where the system has none."""
    return os.getloadavg()[1] if hasattr(os, "getloadavg") else 0.0


def label(row: Row) -> str:
    """Return the name of a row in the list of missing measurements."""
    return f"{row[0]} ({row[1]})"


def goal_line(goal: dict[str, Any]) -> str:
    """Return the result of a goal as a line of the report."""
    if goal["reached"] is None:
        return f"  not measured  {goal['goal']}"
    low, high = goal["range"]
    verdict = "reached" if goal["reached"] else "missed"
    spread = f"{format_number(low)} to {format_number(high)}"
    return f"  {verdict:<12}  {goal['goal']}; it is {format_number(goal['value'])} ({spread})"


def format_number(value: float) -> str:
    """Return a number with three significant digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def format_table(rows: list[list[str]]) -> str:
    """Return rows in columns: the first two left-aligned, numbers right-aligned."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[k].ljust(widths[k]) if k < 2 else row[k].rjust(widths[k]) for k in range(len(row))]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "-" * sum([*widths, 2 * (len(widths) - 1)]))
    return "\n".join(lines)


def parse_arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(prog="./play bench", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="number of rounds (5)")
    parser.add_argument("--json", metavar="FILE", help="write the figures to a JSON file; - prints only them")
    args = parser.parse_args()
    unknown = [group for group in args.groups if group not in GROUPS]
    if unknown:
        parser.error(f"unknown group {unknown[0]!r}; groups are: {', '.join(GROUPS)}")
    if args.rounds < 1:
        parser.error("--rounds must be at least 1")
    return args


def main() -> None:
    """Measure and print the report."""
    args = parse_arguments()
    bench = Bench(args.groups or list(GROUPS), args.rounds)
    bench.start()
    try:
        bench.run()
    finally:
        bench.close()
    if args.json:
        text = json.dumps(bench.json(), indent=2) + "\n"
        if args.json == "-":
            sys.stdout.write(text)
            return
        Path(args.json).write_text(text, encoding="utf-8")
    print(bench.text())


if __name__ == "__main__":
    main()
