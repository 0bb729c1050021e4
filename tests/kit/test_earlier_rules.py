"""Matches and records of earlier rules: read as far as they can be executed, and continued under the present rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import COMPILED

if COMPILED:
    pytest.skip("the rules of this test are subclasses of compiled classes", allow_module_level=True)

import hippodrome as hd
from hippodrome.kit.earlier_rules import change_sentence
from hippodrome.kit.match import RULES_CHANGED
from hippodrome.kit.record import OtherRulesError, RecordError, change_rules
from hippodrome.kit.state import UnreadableState, snapshot, unpack_row
from tests.other_rules import same_rules_as_version
from tests.pig_two import PlayerTwo, pig_under_rules_2

SEED = 3


def play_moves(count: int, scenario: str = "plain", seed: int = SEED) -> hd.Match:
    """Return a game of Pig to 100 after some moves: two rolls, then hold, and so on."""
    match = hd.new("pig", scenario, seed=seed)
    for number in range(count):
        match.play("hold" if number % 3 == 2 else "roll")
    return match


def pig_of(match: hd.Match) -> Any:
    """Return the state of a game of Pig, under rules 1 or 2."""
    return match.state


def finish(match: hd.Match) -> hd.Match:
    """Play a game of Pig to its end."""
    while match.decision is not None:
        match.play("hold" if pig_of(match).points >= 15 else "roll")
    return match


def continued_under_rules_2(match: hd.Match) -> hd.Match:
    """Continue a match of rules 1 from its saved state under rules 2, which must be in force."""
    saved, record = match.snapshot(), match.record().splitlines()
    start = next(index for index, line in enumerate(record) if line.startswith("start "))
    other = hd.new("pig", match.setup.scenario.slug, seed=SEED)
    other.begun_version = 1
    other.resume(saved)
    change_rules(other)
    assert other.earlier is not None
    other.earlier.header = record[:start]
    other.earlier.lines[:-1] = record[start:]
    other.earlier.is_replayable = False
    return other


def saved_player() -> dict[str, int]:
    """Return a player as rules 1 saved it, with a field that rules 2 no longer have."""
    return {"id": 0, "score": 4, "hat": 1}


# -------------------------------------------------------------------- saved states


def test_a_row_gets_the_default_of_a_new_field_and_drops_one_that_is_gone() -> None:
    player = unpack_row(PlayerTwo, saved_player())
    assert isinstance(player, PlayerTwo)
    assert (player.id, player.score, player.rolls) == (0, 4, 0)


def test_a_row_without_a_field_that_has_no_default_cannot_be_read() -> None:
    with pytest.raises(UnreadableState, match="a saved PlayerTwo has no value for score"):
        unpack_row(PlayerTwo, {"id": 0})


def test_a_state_keeps_the_value_of_the_set_up_where_the_snapshot_has_none() -> None:
    saved, turn = play_moves(4).snapshot(), pig_of(play_moves(4)).turn
    with pig_under_rules_2():
        match = hd.new("pig", options={"bonus": 5}, seed=SEED)
        match.resume(saved)
        assert (pig_of(match).bonus, pig_of(match).turn, len(match.moves)) == (5, turn, 4)


def test_a_step_is_restored_by_the_names_of_its_fields() -> None:
    saved = play_moves(0).snapshot()["state"]
    saved["agenda"] = [["FirstTurn", [2, 5], 7]]
    saved["fields"] = {"FirstTurn": ["calls", "gone"]}
    match = hd.new("pig", seed=SEED)
    match.restore_state(saved)
    assert snapshot(match.state)["agenda"] == [["FirstTurn", [2, 5]]]
    del saved["fields"]
    with pytest.raises(UnreadableState, match="the step FirstTurn was saved with 2 values"):
        match.restore_state(saved)


# -------------------------------------------------------------------- records


def test_a_finished_record_of_earlier_rules_that_still_replays_is_read_and_written_as_it_was() -> None:
    text = finish(play_moves(0)).record()
    with same_rules_as_version("pig", 2):
        match = hd.replay(text)
        assert (match.begun_version, match.rules_version, match.game.version) == (1, 1, 2)
        assert match.record() == text
        check = hd.verify(text)
    assert (check.alarm, check.verdicts[0].proved) == (False, True)
    assert "written under rules 1, and legal under rules 2 too" in check.verdicts[0].sentence


def test_a_match_that_still_replays_continues_with_a_line_in_its_record() -> None:
    text = play_moves(7).record(with_seed=True)
    with same_rules_as_version("pig", 2):
        match = hd.replay(text)
        change_rules(match)
        assert match.undo_refusal == RULES_CHANGED
        record = finish(match).record()
        again = hd.replay(record)
        check = hd.verify(record)
    assert [line.split(" ")[:2] for line in record.splitlines() if line.startswith("rules")] == [["rules", "2"]]
    assert "game pig 1" in record.splitlines()
    assert again.record() == record
    assert (again.begun_version, again.rules_version, again.earlier and again.earlier.is_replayable) == (1, 2, True)
    assert (check.alarm, [verdict.proved for verdict in check.verdicts]) == (False, [True, True, False])


@pytest.mark.parametrize("scenario", ["plain", "blind"])
def test_a_match_under_changed_rules_is_verified_from_the_change(scenario: str) -> None:
    match = play_moves(0, "blind") if scenario == "blind" else play_moves(10)
    if scenario == "blind":
        match.play("call 2", 0)
    moves = len(match.moves)
    with pig_under_rules_2() as game:
        match = finish_blind(continued_under_rules_2(match))
        record = match.record()
        again = hd.replay(record)
        check = hd.verify(record)
        assert again.record() == record
        assert [move.action.text for move in again.moves] == [move.action.text for move in match.moves]
        assert change_sentence(game) == "From here on: rules 2 of Pig."
    assert not check.alarm
    assert [verdict.proved for verdict in check.verdicts] == [False, False, False]
    assert f"Moves {moves + 1} to {len(match.moves)}" in check.verdicts[0].sentence
    assert "not re-executed: written under rules 1" in check.verdicts[0].sentence
    assert "not re-executed" in check.verdicts[1].sentence
    assert "not re-executed" in check.headline


def finish_blind(match: hd.Match) -> hd.Match:
    """Play a game to its end, with the second call if it is missing."""
    if match.decision is not None and match.decision.name == "Call":
        match.play("call 5", 1)
    return finish(match)


def test_a_changed_move_after_the_change_of_rules_raises_the_alarm() -> None:
    begun = play_moves(10)
    with pig_under_rules_2():
        lines = finish(continued_under_rules_2(begun)).record().splitlines()
        change = next(index for index, line in enumerate(lines) if line.startswith("rules "))
        wrong = [*lines]
        wrong[change + 1] = wrong[change + 1].replace("play roll", "play hold")
        check = hd.verify("\n".join(wrong))
        assert (check.alarm, check.line) == (True, change + 2)
        wrong = [*lines]
        wrong[change] = wrong[change].replace('"score":', '"score":1')
        check = hd.verify("\n".join(wrong))
        assert (check.alarm, check.line) == (True, change + 1)


def test_a_record_of_rules_that_cannot_be_executed_is_neither_proved_nor_an_alarm() -> None:
    text = finish(play_moves(10)).record()
    with pig_under_rules_2():
        check = hd.verify(text)
        with pytest.raises(OtherRulesError, match="moves not re-executed: written under rules 1 of Pig"):
            hd.replay(text)
    assert (check.alarm, check.is_proved, check.title, check.over) == (False, False, "Pig", True)
    assert [verdict.proved for verdict in check.verdicts] == [False, False, False]
    assert "Moves not re-executed: written under rules 1" in check.verdicts[0].sentence
    assert check.headline == "Moves not re-executed: written under rules 1"


def test_a_malformed_line_of_earlier_rules_raises_the_alarm() -> None:
    lines = finish(play_moves(10)).record().splitlines()
    lines[-4] = "pardon"
    with pig_under_rules_2():
        assert hd.verify("\n".join(lines)).line == len(lines) - 3


def test_two_changes_of_rules_are_both_in_the_record() -> None:
    begun = play_moves(10)
    with pig_under_rules_2() as game:
        match = continued_under_rules_2(begun)
        match.play("roll")
        game.version = 3
        change_rules(match)
        record = finish(match).record()
        assert [line.split(" ")[1] for line in record.splitlines() if line.startswith("rules ")] == ["2", "3"]
        assert hd.replay(record).record() == record
        check = hd.verify(record)
    assert not check.alarm
    assert "Moves 12 to" in check.verdicts[0].sentence


def test_moves_without_known_dice_are_read() -> None:
    begun = play_moves(3)
    with pig_under_rules_2():
        match = continued_under_rules_2(begun)
        assert match.earlier is not None
        match.earlier.lines[:-1] = [
            "start dice ? digest ?",
            *[f"{n} seat 0 play {begun.moves[n - 1].action.text} dice ? digest ?" for n in (1, 2, 3)],
        ]
        record = finish(match).record()
        assert not hd.verify(record).alarm
        assert hd.replay(record).record() == record


def test_an_unfinished_record_without_seed_is_read_from_the_change() -> None:
    begun = play_moves(3)
    with pig_under_rules_2():
        match = continued_under_rules_2(begun)
        match.play("roll")
        record = match.record()
        assert "seed" not in record.split()
        again = hd.replay(record)
        assert again.digest() == match.digest()
        assert again.record() == record
        assert not hd.verify(record).alarm


def test_a_record_of_newer_rules_says_so() -> None:
    text = play_moves(3).record().replace("game pig 1", "game pig 2")
    with pytest.raises(RecordError, match="line 2: the record uses version 2 of the rules, but this is version 1"):
        hd.replay(text)
