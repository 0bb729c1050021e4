"""Compounds that games offer: legal, the same in every imagined state, played as promised, undone as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hippodrome.catalogue import all_games
from hippodrome.kit.compounds import ILLEGAL_STOP, Compound, Destination
from hippodrome.kit.dice import seed_from
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import Match
from tests.conformance.random_matches import Case, cases, decisions, every_case

GAMES_WITH_COMPOUNDS = {"benhur", "magic"}


def offers(match: Match) -> list[Compound]:
    """Return everything that the deciding seat is offered."""
    return [*match.named_compounds(), *match.destinations()]


def texts(compounds: Sequence[Compound]) -> list[tuple[object, ...]]:
    """Return what a player can see of compounds."""
    return [
        (one.text, one.label, one.note, one.warning)
        + ((one.name, one.node.id, one.cost, one.source, one.path) if isinstance(one, Destination) else ())
        for one in compounds
    ]


@every_case
def test_compounds_are_the_same_in_every_state_the_seat_could_imagine(case: Case) -> None:
    for number, match in enumerate(decisions(case)):
        shown = texts(offers(match))
        imagined = match.clone()
        imagined.state = match.imagine(match.seat, seed_from(number))
        assert texts(offers(imagined)) == shown
        assert match.destinations(SPECTATOR) == []
        assert match.named_compounds(SPECTATOR) == []


@every_case
def test_compounds_can_be_played_and_undone(case: Case) -> None:
    for match in decisions(case):
        for compound in offers(match):
            trial = match.clone()
            run = trial.play_all(compound.actions)
            assert run.stop != ILLEGAL_STOP, (compound, run.refusal)
            assert run.count >= 1
            if not trial.undo_refusal:
                trial.undo()
                assert trial.snapshot() == match.snapshot()
                assert len(trial.events) == len(match.events)


@every_case
def test_a_frame_says_that_there_may_be_destinations(case: Case) -> None:
    for match in decisions(case):
        if match.destinations():
            assert match.game.presentation.has_destinations(match.state, match.seat)


@pytest.mark.parametrize("slug", list(all_games()))
def test_games_that_should_offer_compounds_do(slug: str) -> None:
    offered = any(offers(match) for case in cases() if case.game == slug for match in decisions(case))
    assert offered == (slug in GAMES_WITH_COMPOUNDS)
