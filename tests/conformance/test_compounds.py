"""Compounds that games offer: legal, the same in every imagined state, played as promised, undone as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hippodrome.catalogue import all_games
from hippodrome.kit.compounds import ILLEGAL_STOP, Compound, Course, Destination
from hippodrome.kit.dice import seed_from
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.match import Match
from tests.conformance.random_matches import Case, cases, decisions, every_case

GAMES_WITH_COMPOUNDS = {"benhur", "chariot", "magic", "races", "wheelie"}
MAX_SELECTED_PLACES = 5
TARGETS_MI = (
    (5_000, 0),
    (4_000, 3_000),
    (9_000, -6_000),
    (-2_000, 500),
)  # ahead of the steered piece, and to its right
FACING_BY = (None, 300)  # from the direction in which it looks now


def offers(match: Match) -> list[Compound]:
    """Return everything that the deciding seat is offered, some of it for selected pieces and for a few points."""
    return [*match.named_compounds(), *match.destinations(), *selected_offers(match), *courses(match)]


def selected_offers(match: Match) -> list[Compound]:
    """Return some of what a single piece and what all pieces of a kind are offered when they are selected."""
    selection = match.selection()
    if selection is None or not selection.pieces:
        return []
    first = selection.pieces[len(match.moves) % len(selection.pieces)]
    group = [piece.node for piece in selection.pieces if piece.kind == first.kind]
    alone, together = match.selection_destinations([first.node]), match.selection_destinations(group)
    return [*alone[-MAX_SELECTED_PLACES:], *together[:MAX_SELECTED_PLACES], *together[-1:]]


def work_out(match: Match, compound: Compound) -> Compound | None:
    """Return the compound with its actions; None if its plan finds nothing to do."""
    if not compound.plan:
        return compound
    found = match.plan(compound.plan)
    return found if found is not None and found.actions else None


def courses(match: Match) -> list[Course]:
    """Return the courses of the steered piece to a few points."""
    steered = match.steered_node()
    if not steered:
        return []
    nodes = {node.id: node for layer in match.scene(match.seat).layers for node in layer.nodes}
    piece = nodes[steered]
    pose = Pose(piece.x, piece.y, piece.turn)
    points = [pose.point_nearest(*target) for target in TARGETS_MI]
    turns = [None if by is None else (piece.turn + by) % 3600 for by in FACING_BY]
    found = [match.course(*point, turn) for point in points for turn in turns]
    return [course for course in found if course is not None]


def texts(compounds: Sequence[Compound]) -> list[tuple[object, ...]]:
    """Return what a player can see of compounds."""
    return [
        (one.text, one.label, one.note, one.warning, one.repeats)
        + ((one.cost, one.end, one.path) if isinstance(one, Course) else ())
        + ((one.name, one.node.id, one.cost, one.source, one.path) if isinstance(one, Destination) else ())
        for one in compounds
    ]


def selected_nodes(match: Match) -> list[str]:
    """Return the nodes of the pieces that may be selected."""
    selection = match.selection()
    return [] if selection is None else [piece.node for piece in selection.pieces]


@every_case
def test_compounds_are_the_same_in_every_state_the_seat_could_imagine(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        shown = texts(offers(match))
        imagined = match.clone()
        imagined.state = match.imagine(match.seat, seed_from(number))
        assert texts(offers(imagined)) == shown
        assert [selected_nodes(imagined), imagined.plan("no-such-plan 1 2")] == [selected_nodes(match), None]
        assert match.destinations(SPECTATOR) == []
        assert match.named_compounds(SPECTATOR) == []
        assert match.selection(SPECTATOR) is None
        assert match.steered_node(SPECTATOR) == ""


@every_case
def test_compounds_can_be_played_and_undone(case: Case) -> None:
    for match in decisions(case):
        for offered in offers(match):
            compound = work_out(match, offered)
            if compound is None:
                continue
            trial = match.clone()
            run = trial.play_all(compound.actions)
            assert run.stop != ILLEGAL_STOP, (compound, run.refusal)
            assert run.count >= 1
            if not trial.undo_refusal:
                trial.undo()
                assert trial.snapshot() == match.snapshot()
                assert len(trial.events) == len(match.events)


@every_case
def test_the_pieces_to_select_have_different_names_and_nodes(case: Case) -> None:
    for match in decisions(case):
        selection = match.selection()
        pieces = [] if selection is None else selection.pieces
        assert len({piece.node for piece in pieces}) == len({piece.name for piece in pieces}) == len(pieces)
        assert match.selection_destinations(["no such node"]) == []
        for piece in pieces:
            assert not piece.action or match.check(piece.action) is None


@every_case
def test_a_frame_says_that_there_may_be_destinations(case: Case) -> None:
    for match in decisions(case):
        if match.destinations():
            assert match.game.presentation.has_destinations(match.state, match.seat)


@pytest.mark.parametrize("slug", list(all_games()))
def test_games_that_should_offer_compounds_do(slug: str) -> None:
    offered = any(offers(match) for case in cases() if case.game == slug for match in decisions(case))
    assert offered == (slug in GAMES_WITH_COMPOUNDS)
