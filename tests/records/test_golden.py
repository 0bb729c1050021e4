"""Every golden record replays exactly, on every build.

`pytest tests/records --rewrite-logs` replays the selected records and writes their logs, after a change of wording.
`pytest tests/records --rewrite-records` also plays a new match for each selected scenario whose record is missing or no
longer replays, after a change of the rules. Both respect -k.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.catalogue import all_games
from tests.records import golden
from tests.support import COMPILED


@pytest.fixture(autouse=True)
def rewrite_golden(request: pytest.FixtureRequest) -> None:
    """Rewrite the files of the selected match if the command line asks for it."""
    if "name" not in request.fixturenames:
        return
    name: str = request.getfixturevalue("name")
    if request.config.getoption("--rewrite-records"):
        golden.rewrite_record(name)
    elif request.config.getoption("--rewrite-logs"):
        golden.rewrite_log(name)


@cache
def replay(name: str) -> hd.Match:
    """Return the match of a record; it is shared and must not be changed."""
    return hd.replay(golden.read(golden.record_file(name)))


@pytest.mark.parametrize("name", golden.names())
def test_a_golden_match_replays_to_the_letter(name: str) -> None:
    match, text = replay(name), golden.read(golden.record_file(name))
    assert match.result is not None
    assert golden.record_like(match, text) == text
    assert match.log() + "\n" == golden.read(golden.log_file(name))


def test_every_scenario_has_exactly_one_golden_match() -> None:
    files = {path.name for path in golden.FOLDER.iterdir() if path.suffix in (".record", ".log")}
    assert files == {name + suffix for name in golden.names() for suffix in (".record", ".log")}


@pytest.mark.skipif(
    not COMPILED, reason="it replays every golden match, and their features are the same on every build"
)
@pytest.mark.parametrize("slug", list(all_games()))
def test_the_golden_matches_cover_most_of_a_game(slug: str) -> None:
    game = all_games()[slug]
    matches = [replay(name) for name in golden.names() if name.startswith(slug + "-")]
    covered: set[str] = set().union(*[golden.features(match) for match in matches])
    verbs: set[str] = set().union(*[golden.verbs(match) for match in matches])
    assert verbs == set(game.words.labels)
    assert len(covered & set(game.analysis.fuzz_actions())) >= 0.9 * len(game.analysis.fuzz_actions())
    assert len(covered & set(game.words.events)) >= 0.8 * len(game.words.events)


def test_a_record_from_before_an_option_existed_replays_with_its_default() -> None:
    text = golden.read(golden.record_file("chariot-rome")).replace("option turns 10\n", "")
    match = hd.replay(text)
    assert match.setup.options == {"turns": 10, "handicap": "none"}
    assert golden.record_like(match, text) == text
    short = hd.new("chariot", "rome", options={"turns": 3}, seed=1)
    assert "option turns 3\n" in golden.record_like(short, text)


def test_a_record_from_before_the_handicap_existed_replays_without_one() -> None:
    text = golden.read(golden.record_file("chariot-delta"))
    older = "".join([line for line in text.splitlines(keepends=True) if not line.startswith("option handicap")])
    assert hd.new("chariot", "delta", seed=1).setup.options["handicap"] != "none"
    assert hd.replay(older).setup.options["handicap"] == "none"


# -------------------------------------------------------------------- rewriting

NAME = f"pig-{all_games()['pig'].scenarios()[0].slug}"


def test_rewriting_leaves_a_record_that_still_replays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record, log = golden.read(golden.record_file(NAME)), golden.read(golden.log_file(NAME))
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    golden.write(golden.record_file(NAME), record)
    for rewrite in (golden.rewrite_log, golden.rewrite_record):
        golden.write(golden.log_file(NAME), "old wording\n")
        rewrite(NAME)
        assert (golden.read(golden.record_file(NAME)), golden.read(golden.log_file(NAME))) == (record, log)


def test_rewriting_plays_a_new_match_for_a_record_that_no_longer_replays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "SEEDS", range(1, 3))
    for text in (None, "not a record\n"):
        if text is not None:
            golden.write(golden.record_file(NAME), text)
        assert golden.stored_match(NAME) is None
        golden.rewrite_record(NAME)
        match = golden.stored_match(NAME)
        assert match is not None
        assert golden.read(golden.log_file(NAME)) == match.log() + "\n"
