"""Random variants of a game: each one must be refused with file, line and key, or play without a fault.

report = fuzz_variants("races", count=100, seed=1)
print(report.text())
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeVar

import tomlkit

from hippodrome import catalogue
from hippodrome.bots import Chance
from hippodrome.kit.match import Match
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.lab.fuzz import plan_trial, replay_match
from hippodrome.lab.match_runner import derive_seed
from hippodrome.variants import Variant, VariantError, pack_variant, parse_variant
from hippodrome.variants.merging import REMOVE, is_list_of_tables, key_field

T = TypeVar("T")
MAX_EDITS = 3  # in one variant
NAMED_PLACE = re.compile(r"^fuzz\.toml, (?:data/\S+\.toml, |rules\.toml, )?line \d+(?:, \S.*?)?: .+", re.DOTALL)
"""The form of a message about an error: file and line, and the key unless the file cannot be read at all."""
_STRANGE_TEXTS = ("", " ", "x", "no such thing", 'a "quote"', "é" * 60, "../secret", "{turns}", "99", "<b>", "a\nb")
_STRANGE_NUMBERS = (0, 1, -1, 2, 3, 7, 100, 1_000_000, -(10**9))


@dataclass
class VariantFuzzReport:
    """The result: how many variants were refused and played, the matches, and the faults with the variants."""

    game: str
    seed: int
    refused: int = 0
    played: int = 0
    matches: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """True if there was no fault."""
        return not self.faults

    def text(self) -> str:
        """Return the report as text."""
        counts = f"{self.refused} variants of {self.game} refused, {self.played} played in {self.matches} matches"
        return "\n".join([f"{counts}, seed {self.seed}: {len(self.faults)} faults.", *self.faults])


def fuzz_variants(
    game: str,
    count: int,
    seed: int,
    matches: int = 20,
    decisions: int | None = None,
    progress: Callable[[int, int | None], object] = lambda done, total: None,
) -> VariantFuzzReport:
    """Make random variants of a game, and play matches of those that are accepted, up to a number of decisions each."""
    report = VariantFuzzReport(game, seed)
    for number in range(count):
        text = random_variant(game, derive_seed(seed, number))
        fault = _try_variant(text, derive_seed(seed, number), matches, decisions, report)
        if fault:
            report.faults.append(f"variant {number}: {fault}\n{text}")
        progress(number + 1, count)
    return report


def _try_variant(text: str, seed: int, matches: int, decisions: int | None, report: VariantFuzzReport) -> str:
    """Return the fault of a variant, or an empty text."""
    try:
        variant = parse_variant(text, "fuzz.toml")
        game = catalogue.build_variant(variant)
    except VariantError as error:
        report.refused += 1
        return next((f"no place in {problem!r}" for problem in error.problems if not NAMED_PLACE.match(problem)), "")
    except Exception:
        return traceback.format_exc(limit=-4)
    report.played += 1
    catalogue.register_variant(variant)
    try:
        for number in range(matches):
            trial = plan_trial(game, seed, number)
            match = replay_match(trial.game, trial.scenario, trial.seats, dict(trial.options), trial.seed, decisions)
            report.matches += 1
            problems = _check_match(match)
            if problems:
                return f"{trial.scenario}: {'; '.join(problems)}"
    except Exception:
        return traceback.format_exc(limit=-5)
    finally:
        catalogue.unregister_variant(variant)
    return ""


def _check_match(match: Match) -> list[str]:
    """Return what is wrong with a match: invariants, clauses that do not exist, symbols that are not drawn."""
    game = match.game
    problems = list(game.analysis.invariants(match.state))
    clauses = game.rulebook.clauses
    problems += [f"{type(event).__name__} cites {event.rule!r}" for event in match.events if event.rule not in clauses]
    scene = match.scene(-1)
    drawn = {node.data for layer in scene.layers for node in layer.nodes if node.shape == "use"}
    problems += [f"there is no symbol {name!r}" for name in sorted(drawn) if f'id="{name}"' not in scene.symbols]
    return problems


# -------------------------------------------------------------------- random variants


def random_variant(game: str, seed: int) -> str:
    """Return the packed file of a random variant, valid or not."""
    chance = Chance(seed)
    texts = {name: text for name, text in catalogue.game_texts(game).items() if name.startswith("data/")}
    files: dict[str, str] = {}
    for _ in range(1 + chance.below(MAX_EDITS) // 2):
        name = pick(list(texts), chance)
        kind = chance.below(10)
        if kind < 6:
            files[name] = tomlkit.dumps(_overlay(parse_toml(texts[name]), chance))
        elif kind < 8 and name.count("/") > 1:
            whole = _change(parse_toml(texts[name]), chance)
            whole["key"] = pick(["fresh", "new-one", str(whole.get("key")), "x y"], chance)
            files[name.replace(".toml", "-copy.toml")] = tomlkit.dumps(whole)
        else:
            files[name] = _garble(texts[name], chance)
    variant = Variant(game, "fuzz", "Fuzz", files=tuple(sorted(files.items())))
    return pack_variant(variant)


def pick(values: Sequence[T], chance: Chance) -> T:
    """Return one of several values."""
    return values[chance.below(len(values))]


def _overlay(whole: dict[str, Any], chance: Chance) -> dict[str, Any]:
    """Return a file that changes a row or value of a data file: a changed, new or removed row."""
    name = pick(list(whole), chance)
    rows = whole[name]
    if not is_list_of_tables(rows) or not key_field(rows):
        return {name: _change(deepcopy(rows), chance)}
    key = key_field(rows)
    row = deepcopy(pick(rows, chance))
    kind = chance.below(8)
    if kind == 0:
        return {name: [{key: row[key], REMOVE: True}]}
    if kind == 1:
        row[key] = (
            pick(["fresh", 40, row[key], "x y"], chance) if isinstance(row[key], str) else pick([40, 59, 99], chance)
        )
        return {name: [_change(row, chance) if chance.below(2) else row]}
    column = pick([*row, "unknown"], chance)
    old = row.get(column, "")
    alike = [other[column] for other in rows if column in other]
    return {
        name: [{key: row[key], column: pick(alike, chance) if alike and chance.below(3) == 0 else _change(old, chance)}]
    }


def _change(value: Any, chance: Chance) -> Any:
    """Return a value with one random change, at any depth."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return (
            pick([value + 1, value - 1, value * 2, *_STRANGE_NUMBERS], chance)
            if chance.below(2)
            else value + pick([1, -1, 2], chance)
        )
    if isinstance(value, str):
        return _change_text(value, chance)
    if isinstance(value, dict):
        if not value or chance.below(12) == 0:
            return {**value, "unknown": 1}
        key = pick(list(value), chance)
        if chance.below(10) == 0:
            return {name: inside for name, inside in value.items() if name != key}
        return {**value, key: _change(value[key], chance)}
    if isinstance(value, list):
        return _change_list(value, chance)
    return 1


def _change_list(values: list[Any], chance: Chance) -> list[Any]:
    """Return a list with an item changed, left out or doubled, or an empty list."""
    if not values:
        return [pick([1, "x", 0], chance)]
    place = chance.below(len(values))
    kind = chance.below(8)
    if kind == 0:
        return values[:place] + values[place + 1 :]
    if kind == 1:
        return [*values, deepcopy(values[place])]
    if kind == 2 and chance.below(3) == 0:
        return []
    return [*values[:place], _change(values[place], chance), *values[place + 1 :]]


def _change_text(value: str, chance: Chance) -> str:
    """Return a text with words left out, doubled or exchanged, or another text."""
    words = value.split(" ")
    kind = chance.below(6)
    if kind == 0:
        return pick(_STRANGE_TEXTS, chance)
    place = chance.below(len(words))
    if kind == 1:
        return " ".join(words[:place] + words[place + 1 :])
    if kind == 2:
        return " ".join([*words, words[place]])
    if kind == 3 and value:
        letter = chance.below(len(value))
        return value[:letter] + pick("x.7 w#^", chance) + value[letter + 1 :]
    digits = re.sub(r"\d+", lambda match: str(int(match[0]) + 1), value, count=1)
    return digits if digits != value else f"{value} II"


def _garble(text: str, chance: Chance) -> str:
    """Return a text with one character changed, or a line left out or doubled."""
    kind = chance.below(3)
    if kind == 0:
        place = chance.below(len(text))
        return text[:place] + pick('[]"=x1 \n#', chance) + text[place + 1 :]
    lines = text.splitlines(keepends=True)
    place = chance.below(len(lines))
    middle = [] if kind == 1 else [lines[place], lines[place]]
    return "".join([*lines[:place], *middle, *lines[place + 1 :]])
