"""Inspecting the board: every labelled node has a card or a refusal with its clause, and neither reveals a secret."""

from __future__ import annotations

from hippodrome.kit.dice import seed_from
from hippodrome.kit.inspection import Inspection, number_in
from hippodrome.kit.match import Match
from hippodrome.kit.scene import Node
from tests.conformance.random_matches import Case, decisions, every_case

PLAYED_GAMES = ("benhur", "races", "chariot", "magic", "wheelie")
MAX_NODES = 40  # per decision, of the hundreds that the ground may have


def plain_nodes(match: Match, number: int) -> list[Node]:
    """Return labelled nodes without a handle: all of the pieces, and some of the ground."""
    scene = match.scene(match.seat)
    handled = {handle.on for handle in scene.handles}
    nodes = [(layer.static, node) for layer in scene.layers for node in layer.nodes if node.label]
    pieces = [
        node for is_static, node in nodes if not is_static and node.id not in handled and "target" not in node.css
    ]
    ground = [node for is_static, node in nodes if is_static]
    step = max(len(ground) // MAX_NODES, 1)
    return [*pieces, *ground[number % step :: step]]


def text_of(inspection: Inspection) -> str:
    """Return everything that an inspection tells."""
    card = inspection.card
    return repr([inspection.refusal, inspection.meant, card and [card.title, card.facts, card.notes]])


@every_case
def test_a_refusal_has_its_clause_and_every_piece_a_card_with_its_values(case: Case) -> None:
    pieces = 0
    for number, match in enumerate(decisions(case)):
        clauses = match.game.rulebook.clauses
        for node in plain_nodes(match, number):
            inspection = match.inspect(node.id, match.seat)
            refusal, card = inspection.refusal, inspection.card
            if refusal is not None:
                assert refusal.rule in clauses
                assert refusal.text.endswith(".")
                assert "Legal now" not in refusal.text
            if card is not None:
                assert card.title
                assert all(name and value for name, value in card.facts)
                assert all(text.endswith((".", ")")) and (not rule or rule in clauses) for text, rule in card.notes)
            if case.game in PLAYED_GAMES and "plate" in node.css.split() and not node.id.startswith("attack"):
                assert card is not None, node.id
                assert len(card.facts) >= 3, node.id
                assert card.notes, node.id
                pieces += 1
    assert pieces or case.game not in PLAYED_GAMES


@every_case
def test_an_inspection_changes_nothing_and_reveals_no_secret(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        before = match.digest()
        other = match.clone()
        other.state = match.imagine(match.seat, seed_from(number))
        for node in plain_nodes(match, number)[:12]:
            assert text_of(other.inspect(node.id, match.seat)) == text_of(match.inspect(node.id, match.seat))
            spectator = match.inspect(node.id)
            assert (spectator.refusal, spectator.meant) == (None, [])
        assert match.digest() == before


@every_case
def test_ids_that_no_scene_has_are_harmless(case: Case) -> None:
    for match in list(decisions(case))[:3]:
        prefixes = {node.id.split("-")[0] for layer in match.scene(match.seat).layers for node in layer.nodes}
        for prefix in prefixes:
            for rest in ("", "-", "-99999", "--1", "-x", "-1-99999", "-٣", "-0-0-0"):
                text_of(match.inspect(prefix + rest, match.seat))


def test_the_number_in_an_id() -> None:
    assert number_in("unit-3-figure", "unit") == 3
    assert [number_in(id, "unit") for id in ("unit", "unit-x", "units-3", "unit--3", "unit-12345678")] == [-1] * 5
