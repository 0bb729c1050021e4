"""Pieces by name: those that a player chooses together in the terminal, as in "go 0306 with axemen, bowmen 2"."""

from __future__ import annotations

from hippodrome.kit.selection import Selection

EVERYTHING = "all"


def pieces_named(selection: Selection | None, words: str) -> list[str]:
    """Return the nodes of the pieces with these names or kinds, separated by commas; nothing if one is not known."""
    nodes: dict[str, None] = {}
    for word in [part.strip().lower() for part in words.split(",")]:
        pieces = selection.pieces if selection is not None else []
        found = [one.node for one in pieces if word in (one.name.lower(), one.kind.lower(), EVERYTHING)]
        if not found:
            return []
        nodes.update(dict.fromkeys(found))
    return list(nodes)


def pieces_to_choose(selection: Selection | None) -> str:
    """Return a sentence with the kinds of the pieces that can be chosen, each with the number of its pieces."""
    counts: dict[str, int] = {}
    for piece in selection.pieces if selection is not None else []:
        counts[piece.kind or piece.name] = counts.get(piece.kind or piece.name, 0) + 1
    if not counts:
        return "There is nothing to choose."
    kinds = ", ".join([f"{kind} ({count})" for kind, count in counts.items()])
    return f"You can choose: {kinds}, or all; or some by name, with commas."
