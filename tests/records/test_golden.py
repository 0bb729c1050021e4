"""Golden records replay to the letter on every build; `pytest tests/records --rewrite-records` plays them anew."""

from __future__ import annotations

from functools import cache

import pytest

import hippodrome as hd
from hippodrome.catalogue import all_games
from tests.records import golden
from tests.support import COMPILED


@pytest.fixture(scope="module", autouse=True)
def rewritten(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--rewrite-records"):
        golden.rewrite()


def text_of(name: str) -> str:
    return golden.record_file(name).read_bytes().decode()


@cache
def replayed(name: str) -> hd.Match:
    """The match of a record. Not to be changed."""
    return hd.replay(text_of(name))


def test_every_scenario_has_its_golden_match_and_there_is_no_other() -> None:
    files = {path.name for path in golden.FOLDER.iterdir() if path.suffix in (".record", ".log")}
    assert files == {name + end for name in golden.names() for end in (".record", ".log")}


@pytest.mark.parametrize("name", golden.names())
def test_a_golden_match_replays_to_the_letter(name: str) -> None:
    text = text_of(name)
    match = replayed(name)
    assert match.result is not None
    assert match.record() == text
    assert match.log() + "\n" == golden.log_file(name).read_bytes().decode()


@pytest.mark.skipif(not COMPILED, reason="it plays every golden match, and what they show is the same on every build")
@pytest.mark.parametrize("slug", list(all_games()))
def test_golden_matches_show_most_of_a_game(slug: str) -> None:
    game = all_games()[slug]
    matches = [replayed(name) for name in golden.names() if name.startswith(slug + "-")]
    seen: set[str] = set().union(*[golden.shown(match) for match in matches])
    verbs = {move.action.verb for match in matches for move in match.moves}
    assert verbs == set(game.words.labels)
    assert len(seen & set(game.fuzz_actions())) >= 0.9 * len(game.fuzz_actions())
    assert len(seen & set(game.words.events)) >= 0.8 * len(game.words.events)
