"""The commands games and rules: what there is to play, and what the rulebooks say."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

import hippodrome as hd
from hippodrome import bots
from hippodrome.coverage import Coverage
from hippodrome.kit.game import Game, Scenario
from hippodrome.kit.rulebook import Clause
from hippodrome.kit.state import Json
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.pages import MOST_IN_FULL, clause_lines, example
from hippodrome.terminal.playing import choose_screen
from hippodrome.terminal.screens import WholeScreen
from hippodrome.terminal.theme import QUIET, RULE, STRONG

# -------------------------------------------------------------------- games


def games_json() -> Json:
    """Return all games for programs."""
    return [
        {
            "game": game.slug,
            "title": game.title,
            "line": game.tagline,
            "length": game.length,
            "version": game.version,
            "levels": bots.levels(game),
            "scenarios": [_scenario_json(scenario) for scenario in game.scenarios()],
        }
        for game in hd.games().values()
    ]


def _scenario_json(scenario: Scenario) -> Json:
    return {
        "scenario": scenario.slug,
        "title": scenario.title,
        "text": scenario.text,
        "seats": [scenario.seats[0], scenario.seats[-1]],
        "usual": scenario.default_seats,
        "options": [
            {
                "name": s.name,
                "title": s.title,
                "text": s.text,
                "values": s.values,
                "default": s.default,
                "own": s.custom_kind,
            }
            for s in scenario.options
        ],
    }


def show_games(console: Console) -> None:
    """All games for people."""
    for game in hd.games().values():
        console.print(Text.assemble((game.slug, "bold"), f"  {game.title}, {game.length}"))
        console.print(Padding(Text(game.tagline), (0, 0, 0, 2)))
        console.print(
            Padding(Text(f"Programs, the weakest first: {', '.join(bots.levels(game))}", QUIET), (0, 0, 0, 2))
        )
        for scenario in game.scenarios():
            seats = f"{scenario.seats[0]} to {scenario.seats[-1]} seats, usually {scenario.default_seats}"
            console.print()
            console.print(Text.assemble(("  " + scenario.slug, "bold"), f"  {scenario.title}, {seats}"))
            console.print(Padding(Text(scenario.text), (0, 0, 0, 4)))
        console.print()
        _show_options(console, game.scenarios())
    _show_levels(console)
    console.print(Text(f"Begin with: hippodrome play {next(iter(hd.games()))}"))


def _show_levels(console: Console) -> None:
    """What the programs are."""
    console.print(Text("Programs", "bold"))
    offered = [level for game in hd.games().values() for level in bots.levels(game)]
    for level in dict.fromkeys(["random", *offered]):
        console.print(Padding(Text.assemble((level, "bold"), f"  {bots.description(level)}"), (0, 0, 0, 2)))
    console.print()


def _show_options(console: Console, scenarios: Sequence[Scenario]) -> None:
    """The options, each once, and where their usual values differ."""
    seen: dict[str, list[str]] = {}
    for scenario in scenarios:
        for setting in scenario.options:
            values = ", ".join(str(value) for value in setting.values)
            values += f", or a file of your own ({setting.custom_kind})" if setting.custom_kind else ""
            line = f"--option {setting.name}=...  {setting.text} One of {values}; usually {setting.default}."
            seen.setdefault(line, []).append(scenario.slug)
    for line, slugs in seen.items():
        where = "" if len(slugs) == len(scenarios) else f" ({', '.join(slugs)})"
        console.print(Padding(Text(line + where), (0, 0, 0, 2)))
    console.print()


# -------------------------------------------------------------------- rules


def clause_json(clause: Clause) -> Json:
    """Return a clause for programs."""
    return {name: getattr(clause, name) for name in
            ("id", "chapter", "title", "text", "source", "question", "reading", "why", "see")}  # fmt: skip


def find_clauses(game: Game, words: str) -> list[Clause]:
    """Return the clauses with these words; all of them if there are none."""
    if not words:
        return list(game.rulebook.clauses.values())
    found = game.rulebook.find(words)
    if not found:
        raise UsageError(
            f"no clause of {game.title} has {words!r}; try another, or an id such as {example(game.rulebook)}"
        )
    return found


def show_clauses(console: Console, clauses: Sequence[Clause]) -> None:
    """Clauses in full, by chapter."""
    chapter = ""
    for clause in clauses:
        if clause.chapter != chapter and len(clauses) > 1:
            chapter = clause.chapter
            console.rule(Text(chapter, style=STRONG))
        console.print()
        for line in clause_lines(clause):
            console.print(line)
    console.print()


def chapters(clauses: Sequence[Clause]) -> list[tuple[str, list[Text]]]:
    """Return the clauses by chapter, each with all its lines."""
    found: dict[str, list[Text]] = {}
    for clause in clauses:
        lines = found.setdefault(clause.chapter, [])
        lines += [*([Text()] if lines else []), *clause_lines(clause)]
    return list(found.items())


def show_rulebook(console: Console, clauses: Sequence[Clause]) -> None:
    """The clauses found: a long list page by page where that is possible."""
    screen = choose_screen(console, "instant", plain=len(clauses) <= MOST_IN_FULL)
    if not isinstance(screen, WholeScreen):
        show_clauses(console, clauses)
        return
    with screen, suppress(EOFError, KeyboardInterrupt):
        screen.book(chapters(clauses))


def show_coverage(console: Console, found: Coverage) -> None:
    """Which clauses nothing implements or no test names, with percentages."""
    size = len(found.ids)
    console.print(Text(f"{found.game.title}: {size} clauses", style=STRONG))
    rows = [("cited by code", found.missing_in_code())]
    if found.tests is not None:
        rows.append(("named by tests", found.missing_in_tests()))
    for what, missing in rows:
        share = 100 * (size - len(missing)) / size
        console.print(Text(f"{what:<15} {size - len(missing):>4} of {size}  {_floor(share)} %"))
        if missing:
            console.print(Padding(Text(f"not: {', '.join(missing)}", style=RULE), (0, 0, 0, 2)))
    for id, places in found.unknown().items():
        console.print(Text(f"unknown clause {id}: {', '.join(places)}"))
    if found.tests is None:
        console.print("There is no tests folder beside this installation, so only the code was looked at.")


def _floor(share: float) -> str:
    """Return a percentage that says 100.0 only if nothing is missing."""
    return f"{int(share * 10) / 10:.1f}"
