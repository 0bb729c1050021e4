"""Pages: texts that may be longer than the screen, clauses, and the help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from hippodrome.kit.actions import Action
from hippodrome.kit.match import Match
from hippodrome.kit.odds_text import in_full
from hippodrome.kit.rulebook import Clause, Rulebook
from hippodrome.kit.scene import Panel
from hippodrome.terminal.chances import Chances
from hippodrome.terminal.log_view import Note, story
from hippodrome.terminal.theme import QUIET, STRONG, painted

MOST_IN_FULL = 3

HELP: tuple[tuple[str, str], ...] = (
    ("Enter", "takes the option marked with >"),
    ("2", "takes option 2; so does its action, as o shows it"),
    ("u", "takes your last move back, if no die has fallen since"),
    ("?", "shows the rule behind the question; ? and an id another clause, ? and a word every clause with it"),
    ("o", "the options with their odds in full"),
    ("hint", "what the strongest program would do in your place, and why"),
    ("why", "what the program that moved last had weighed, if that betrays nothing"),
    ("b", "the board in words"),
    ("l", "the whole log"),
    ("s", "saves now (it is saved after every move anyway)"),
    ("q", "saves and quits; so do Ctrl-C and Ctrl-D"),
    ("h", "this help"),
)


def clause_lines(clause: Clause) -> list[Text]:
    """One clause: its words, and where something was unclear the question, our reading and why."""
    lines = [Text.assemble((f"{clause.id}  {clause.title}", "bold"), (f"  ({clause.chapter})", "dim"))]
    lines += [Text(), painted(clause.text)]
    for name, text in (("Question", clause.question), ("Reading", clause.reading), ("Why", clause.why)):
        if text:
            lines += [Text(), Text.assemble((f"{name}: ", "bold"), painted(text))]
    if clause.see:
        lines += [Text(), Text.assemble(("See: ", "bold"), painted(", ".join(clause.see)))]
    return lines


def clauses_found(rulebook: Rulebook, words: str) -> list[Text]:
    """Return the clause of this id, or those that have these words: a few in full, many by their titles."""
    found = rulebook.find(words)
    if not found:
        return [Text(f"No clause has {words!r}. Try another word, or an id such as {example(rulebook)}.")]
    if len(found) > MOST_IN_FULL:
        head = Text(f"{len(found)} clauses have {words!r}; ? and an id shows one in full.")
        return [
            head,
            Text(),
            *[painted(f"{clause.id:<8} {clause.title} ({clause.chapter})") for clause in found],
        ]
    lines: list[Text] = []
    for clause in found:
        lines += [*([Text()] if lines else []), *clause_lines(clause)]
    return lines


def example(rulebook: Rulebook) -> str:
    """Return the id of some clause."""
    return next(iter(rulebook.clauses), "")


def help_lines(letters: Mapping[str, str]) -> list[Text]:
    """Return the keys, and what is what on the board."""
    lines = [Text("What you can type", style=STRONG)]
    lines += [Text.assemble((f"  {key:<7}", "bold"), words) for key, words in HELP]
    if letters:
        lines += [Text(), Text("What is what on the board", style=STRONG)]
    return lines + [Text.assemble((f"  {glyph:<7}", "bold"), words) for glyph, words in letters.items()]


def log_lines(match: Match, seat: int, notes: Sequence[Note]) -> list[Text]:
    """Return the whole story, a line for each sentence."""
    return [painted(entry.line(), quiet=not entry.rule) for entry in story(match, seat, notes)]


def odds_lines(match: Match, chances: Chances, actions: Sequence[Action] | None = None) -> list[Text]:
    """Return every option, or the actions named, with all that may come of it, and what the board says of it."""
    lines: list[Text] = []
    panels = {panel.of: panel for panel in match.scene(match.seat).panels if panel.of}
    for action in match.proposals() if actions is None else actions:
        label = match.game.label(match.state, action)
        lines.append(Text.assemble((label, "bold"), (f"   {action.text}", "dim")))
        lines += [Text(f"  {line}", style=QUIET) for line in in_full(chances.of(action))]
        if action.text in panels:
            lines += panel_lines(panels[action.text])
    return lines


def panel_lines(panel: Panel) -> list[Text]:
    """Return a table in columns, the first of them to the left."""
    rows = [panel.heads, *panel.rows]
    wide = [max(len(row[place]) for row in rows) for place in range(len(panel.heads))]
    return [
        Text("  " + "  ".join([row[0].ljust(wide[0]), *[cell.rjust(wide[n]) for n, cell in enumerate(row[1:], 1)]]))
        for row in rows
    ]
