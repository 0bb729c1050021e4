"""Pages that can be longer than the screen: clauses, help and the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from hippodrome.kit.match import Match
from hippodrome.kit.rulebook import Clause, Rulebook
from hippodrome.kit.scene import Node
from hippodrome.terminal.log_view import LogNote, grouped_lines, merged_log
from hippodrome.terminal.theme import ERROR, STRONG, highlight

MAX_CLAUSES_IN_FULL = 3
MAX_THINGS = 4  # on a page of inspected things

HELP: tuple[tuple[str, str], ...] = (
    ("Enter", "play the option marked with >"),
    ("2", "play option 2; you can also type its action, as shown by o"),
    ("go 0/2/6", "go to a place beyond the next step, where the game has such places; go alone lists them"),
    ("go 0306 with axemen", "send several pieces to a place together: names or kinds with commas, or all"),
    (
        "go ahead 5 right 2",
        "on a table in inches: drive there as far as you can; or go 12,20, from the upper left corner",
    ),
    ("1; 1; left", "play several options or actions in turn; they stop at dice, and u undoes all of them"),
    ("e", "pass: end, stop or decline; Enter never does while you can do something else"),
    ("u", "undo your last move, if no dice have been rolled since"),
    ("?", "show the rule of this decision; ? and an id shows that clause, ? and a word finds clauses"),
    (
        "i",
        "inspect a thing on the board by its name, as in i red: its values and rules, and why it cannot be chosen now",
    ),
    ("o", "show all options with their full odds"),
    ("hint", "ask the strongest bot what it would do in your place, and why"),
    ("why", "explain the last move of a bot, unless that reveals a secret"),
    ("b", "describe the board in text"),
    ("l", "show the log, turn by turn; l all also shows its routine lines"),
    ("s", "save now (the match is also saved after every move)"),
    ("q", "save and quit; so do Ctrl-C and Ctrl-D"),
    ("h", "show this help"),
)


def clause_lines(clause: Clause) -> list[Text]:
    """Return a clause with its text and, where the rulebook is unclear, the question, our reading and the reason."""
    lines = [Text.assemble((f"{clause.id}  {clause.title}", "bold"), (f"  ({clause.chapter})", "dim"))]
    lines += [Text(), highlight(clause.text)]
    for name, text in (("Question", clause.question), ("Reading", clause.reading), ("Why", clause.why)):
        if text:
            lines += [Text(), Text.assemble((f"{name}: ", "bold"), highlight(text))]
    if clause.see:
        lines += [Text(), Text.assemble(("See: ", "bold"), highlight(", ".join(clause.see)))]
    return lines


def matching_clauses(rulebook: Rulebook, words: str) -> list[Text]:
    """Return the clause with this id, or those that contain these words: a few in full, many by title."""
    clauses = rulebook.find(words)
    if not clauses:
        return [Text(f"No clause contains {words!r}. Try another word, or an id such as {example_id(rulebook)}.")]
    if len(clauses) > MAX_CLAUSES_IN_FULL:
        example = clauses[0].id
        head = Text(f"{len(clauses)} clauses contain {words!r}. Type ? and an id, such as ? {example}, to read one.")
        return [
            head,
            Text(),
            *[highlight(f"{clause.id:<8} {clause.title} ({clause.chapter})") for clause in clauses],
        ]
    lines: list[Text] = []
    for clause in clauses:
        lines += [*([Text()] if lines else []), *clause_lines(clause)]
    return lines


def inspection_lines(match: Match, viewer: int, words: str) -> list[Text]:
    """Return the cards of the things whose labels contain these words, at most a few, with refusals first."""
    found: dict[str, list[Text]] = {}
    for node in things_named(match, viewer, words):
        inspection = match.inspect(node.id, viewer)
        card = inspection.card
        title = card.title if card is not None else node.label
        if title in found or len(found) == MAX_THINGS:
            continue
        lines = [Text(title, style=STRONG)]
        if inspection.refusal is not None:
            lines.append(Text(f"  Not now: {inspection.refusal.text} [{inspection.refusal.rule}]", style=ERROR))
        if card is not None:
            lines += [Text.assemble(("  " + name + ": ", "bold"), value) for name, value in card.facts]
            lines += [highlight(f"  {text} {rule}".rstrip()) for text, rule in card.notes]
        found[title] = [*lines, Text()]
    return [line for lines in found.values() for line in lines]


def things_named(match: Match, viewer: int, words: str) -> list[Node]:
    """Return the nodes whose labels contain the words, those that begin with them first, without marks of choices."""
    scene, small = match.scene(viewer), words.lower()
    marks = {handle.on for handle in scene.handles}
    nodes = [node for layer in scene.layers for node in layer.nodes if small in node.label.lower()]
    return sorted(
        [node for node in nodes if node.id not in marks], key=lambda node: not node.label.lower().startswith(small)
    )


def example_id(rulebook: Rulebook) -> str:
    """Return the id of the first clause."""
    return next(iter(rulebook.clauses), "")


def help_lines(legend: Mapping[str, str]) -> list[Text]:
    """Return the keys, and the legend of the board: each glyph with its meaning."""
    lines = [Text("What you can type", style=STRONG)]
    lines += [Text.assemble((f"  {key:<7}", "bold"), text) for key, text in HELP]
    if legend:
        lines += [Text(), Text("Symbols on the board", style=STRONG)]
    return lines + [Text.assemble((f"  {glyph:<7}", "bold"), text) for glyph, text in legend.items()]


def log_lines(match: Match, seat: int, notes: Sequence[LogNote], shows_routine: bool = True) -> list[Text]:
    """Return the full log, one line per entry, with a heading for each turn."""
    return grouped_lines(merged_log(match, seat, notes), shows_routine)
