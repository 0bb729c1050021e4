"""A game at the terminal, typed line by line: whole races, undo, odds, rules, several people, save and resume."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import hippodrome as hd
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.saves import Save, newest
from tests.terminal.conftest import Run
from tests.terminal.help import Silent, first_seed

ARENA = ("play", "benhur", "--scenario", "arena", "--option", "laps=1", "--seed", first_seed(), "--no-odds")


def saved(home: Path) -> Path:
    """The only save there is."""
    (path,) = (home / "hippodrome").glob("*.record")
    return path


# -------------------------------------------------------------------- whole games


def test_a_whole_race_by_pressing_enter(run: Run, home: Path) -> None:
    result = run(*ARENA, typed="\n" * 400)
    assert result.exit_code == 0, result.output
    text = result.output
    assert re.search(r"^\w+ wins: first over the line after the last lap\.$", text, re.MULTILINE)
    assert re.search(r"^ +1 +\w+ +(you|driver) ", text, re.MULTILINE), "places"
    assert "Figures: rounds " in text
    assert f"Check the dice: hippodrome verify ~/hippodrome/{saved(home).name}" in text
    assert "Rematch: hippodrome play benhur --scenario arena --seats me,driver,driver,driver --option laps=1" in text
    match = hd.replay(saved(home).read_text(encoding="utf-8"))
    assert match.result is not None
    assert f"Seed: {hd.replay(match.record()).first_dice.pack()[1]}" in text
    assert f"Commitment: {match.commitment}" in text


def test_the_dice_are_committed_to_before_the_first_question(run: Run, home: Path) -> None:
    text = run(*ARENA).output
    match = hd.replay(saved(home).read_text(encoding="utf-8"))
    assert text.index(f"Commitment: {match.commitment}") < text.index("Red: choose your starting lane")


def test_programs_answer_and_forced_moves_are_taken(run: Run) -> None:
    text = run(*ARENA, typed="\n" * 9).output
    assert "only way: 1 whip" in text
    assert "Red: set your whips" not in text.split("Round 2")[0], "in round 1 there is nothing to choose"
    assert re.search(r"(White|Blue|Green) rolls \[\d\] to move\. BH-M4", text)


def test_the_same_seed_and_answers_give_the_same_race(run: Run, home: Path) -> None:
    texts = []
    for number in range(2):
        path = home / f"race{number}.record"
        run(*ARENA, "--save", path, typed="\n" * 30)
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_a_program_alone_is_watched_to_the_end(run: Run, home: Path) -> None:
    result = run("watch", "benhur", "-s", "arena", "-o", "laps=1", "--seats", "driver,random", "--seed", 1)
    assert result.exit_code == 0
    assert " wins: " in result.output
    assert "Rematch: hippodrome watch benhur --scenario arena --seats driver,random --option laps=1" in result.output
    assert not (home / "hippodrome").exists(), "nothing is saved unless asked for"


def test_watching_saves_where_it_is_told(run: Run, home: Path) -> None:
    run("watch", "-s", "arena", "-o", "laps=1", "--seats", "random,random", "--save", home / "w.record")
    assert hd.replay((home / "w.record").read_text(encoding="utf-8")).result is not None


# -------------------------------------------------------------------- what can be typed


def test_numbers_words_and_labels_all_choose(run: Run, home: Path) -> None:
    for typed, lane in (("4\n", 4), ("lane 4\n", 4), ("Lane 4\n", 4), ("LANE 4\n", 4)):
        path = home / f"{typed.strip()}.record"
        run(*ARENA, "--save", path, typed=typed)
        red = [move for move in hd.replay(path.read_text(encoding="utf-8")).moves if move.seat == 0]
        assert red[0].action.text == f"lane {lane}"


def test_what_cannot_be_is_refused_with_its_clause_and_asked_again(run: Run) -> None:
    text = run(*ARENA, typed="9\nlane 9\nfly\n\n").output
    assert re.search(r"There is no option 9; there are [\d, ]+\. Type h for help\.", text)
    assert "There are only 4 lanes. Legal now: lane" in text
    assert "[BH-Q5]" in text
    assert "'fly' is not possible here." in text
    assert text.count("Red: choose your starting lane.") == 4
    assert "Red lines up in" in text


def test_a_step_can_be_taken_back_until_a_die_falls(run: Run, home: Path) -> None:
    start = "\nstraight\n"
    run(*ARENA, "--save", home / "a.record", typed=start)
    after = run(*ARENA, "--save", home / "b.record", typed=start + "u\n")
    assert after.output.count("Red: drive (") == 3
    assert after.output.count("crosses the line") == 1
    one, two = (hd.replay((home / f"{name}.record").read_text(encoding="utf-8")) for name in "ab")
    assert [move.action.text for move in two.moves] == [move.action.text for move in one.moves][:-1]
    again = run(*ARENA, "--save", home / "c.record", typed=start + "u\nu\n")
    assert "This cannot be taken back. A die has fallen" in again.output


def race_of_two() -> MatchLoop:
    """Red to move, with 3 squares or more."""
    match = hd.new("benhur", "arena", seats=4, seed=first_seed(), options={"laps": 1})
    while match.decision is not None and match.decision.name != "NextStep":
        match.play(match.proposals()[0])
    return MatchLoop(match, [Seat(0, "me"), *[Seat(number, "driver") for number in (1, 2, 3)]], Silent())


def test_undo_goes_back_over_moves_that_were_the_only_ones() -> None:
    table = race_of_two()
    before = table.match.digest()
    table.match.play("straight")
    table.forced.add(len(table.match.moves))
    table.match.play("straight")
    table.undo()
    assert table.match.digest() == before
    assert table.forced == set()


def test_an_undo_that_cannot_reach_a_choice_changes_nothing() -> None:
    table = race_of_two()
    table.forced.add(len(table.match.moves))
    table.match.play("straight")
    digest, moves = table.match.digest(), len(table.match.moves)
    table.undo()
    assert (table.match.digest(), len(table.match.moves)) == (digest, moves)
    assert table.message.startswith("This cannot be taken back.")


def test_a_race_that_cannot_be_saved_goes_on() -> None:
    table = race_of_two()
    table.save = Save(Path("nowhere") / "race.record", table.seats)
    assert not table.keep()
    assert table.message == "This could not be saved: No such file or directory."


def test_odds_stand_beside_options_that_dice_decide(run: Run) -> None:
    words = ("play", "-s", "arena", "--option", "laps=1", "--seed", first_seed())
    text = run(*words, typed="\n").output
    assert re.search(r"2  Change lane (left|right)  \(83 % across, 17 % straight on\)", text)
    assert re.search(r"> 1  Straight on$", text, re.MULTILINE), "nothing to say about a sure thing"
    assert "% across" not in run(*words, "--no-odds", typed="\n").output


def test_odds_in_full_on_demand(run: Run) -> None:
    words = ("play", "-s", "arena", "--option", "laps=1", "--seed", first_seed())
    text = run(*words, typed="\no\n").output
    assert "   83 %  across" in text
    assert "Counted exactly, if nobody answers." in text


def test_a_match_without_odds_tells_none_and_stays_so_when_it_is_resumed(run: Run) -> None:
    text = run(*ARENA, typed="\no\n").output
    assert "This match is played without odds." in text
    assert "%" not in run("play", "--resume", typed="\no\n").output


def test_the_rule_behind_the_question_and_any_other(run: Run) -> None:
    text = run(*ARENA, typed="?\n? bh-s5\n? caltrops on\n? bend\n? nonsense\n").output
    book = hd.game("benhur").rulebook.clauses
    assert f"BH-Q5  {book['BH-Q5'].title}" in text
    assert f"BH-S5  {book['BH-S5'].title}" in text
    assert "Reading: " in text
    assert "Why: " in text
    assert f"BH-Q47  {book['BH-Q47'].title}" in text
    assert re.search(r"\d+ clauses have 'bend'; \? and an id shows one in full\.", text)
    assert "No clause has 'nonsense'." in text


def test_help_log_and_board_in_words(run: Run) -> None:
    text = run(*ARENA, typed="\nh\nb\nl\n").output
    assert "takes your last move back" in text
    assert "a stone wall" in text
    assert "The Arena, 1 lap. Round 1. It is Red's turn" in text
    log = text.split("The log\n")[1]
    assert log.index("for a starting lane") < log.index("Round 1:")


def test_saving_now_says_where(run: Run, home: Path) -> None:
    text = run(*ARENA, typed="s\n").output
    assert f"Saved in {saved(home)}." in text.replace("\n", "")


# -------------------------------------------------------------------- several people


def test_a_curtain_falls_between_people_who_hold_cards(run: Run) -> None:
    words = ("play", "-s", "arena", "--seats", "me:Anna,me:Ben", "--seed", 3, "--no-odds")
    text = run(*words, "-o", "tricks=1", typed="\n" * 12).output
    assert "(Anna), press Enter when you are ready." in text
    assert "(Ben), press Enter when you are ready." in text
    before, after = text.split("press Enter when you are ready.", 1)
    assert " is dealt " not in before, "nothing that was dealt shows before the curtain"
    own = re.findall(r"^(Red|White) is dealt (?!a sneaky trick)", after.split("press Enter")[0], re.MULTILINE)
    assert len(own) == 1, "and behind it only one's own card"


def test_a_person_who_decides_twice_in_a_row_sees_no_curtain_between(run: Run) -> None:
    words = ("play", "-s", "arena", "--seats", "me,me,driver", "--seed", 3, "--no-odds", "-o", "tricks=1")
    text = run(*words, typed="\n" * 40).output
    people = re.findall(r"(\w+), press Enter", text)
    assert len(people) > 2
    assert all(one != other for one, other in pairwise(people))


def test_without_cards_there_is_no_curtain(run: Run) -> None:
    words = ("play", "-s", "arena", "--seats", "me,me", "--seed", 3, "--no-odds", "-o", "tricks=0")
    assert "press Enter" not in run(*words, typed="\n" * 20).output


# -------------------------------------------------------------------- stopping and going on


def test_quitting_saves_and_says_how_to_go_on(run: Run, home: Path) -> None:
    for typed in ("\nq\n", "\n"):
        result = run(*ARENA, typed=typed)
        assert result.exit_code == 0
        assert "Go on with: hippodrome play --resume" in result.output
    assert newest() is not None


def test_a_resumed_race_goes_on_as_if_it_had_not_stopped(run: Run, home: Path) -> None:
    once, twice = home / "once.record", home / "twice.record"
    run(*ARENA, "--save", once, typed="\n" * 40)
    run(*ARENA, "--save", twice, typed="\n" * 15)
    assert once.read_text(encoding="utf-8") != twice.read_text(encoding="utf-8")
    run("play", "--resume", twice, "--no-odds", typed="\n" * 25)
    assert once.read_text(encoding="utf-8") == twice.read_text(encoding="utf-8")


def test_resume_alone_takes_the_newest_unfinished_race(run: Run, home: Path) -> None:
    run(*ARENA, typed="\n\n")
    first = saved(home)
    (home / "hippodrome" / "done.record").write_text("Hippodrome record 1\nend finished places 1 2\n")
    moves = len(hd.replay(first.read_text(encoding="utf-8")).moves)
    run("play", "--resume", "--no-odds", typed="\n\n")
    assert len(hd.replay(first.read_text(encoding="utf-8")).moves) > moves
    assert sorted(path.name for path in (home / "hippodrome").glob("*.record")) == sorted(["done.record", first.name])


def test_who_sits_where_is_remembered(run: Run, home: Path) -> None:
    path = home / "race.record"
    run("play", "-s", "arena", "--seats", "random,me:Ben,driver", "--save", path, "--seed", 2, typed="\n")
    text = run("play", "--resume", path, typed="\n").output
    assert "White: " in text
    over = run("play", "--resume", path, "--seats", "driver,driver,driver", typed="")
    assert " wins: " in over.output, "other seats may take it over"


def test_a_curtain_names_the_person_after_a_pause(run: Run, home: Path) -> None:
    path = home / "race.record"
    run("play", "-s", "arena", "--seats", "me:Anna,me:Ben", "--save", path, "--seed", 2, typed="\n" * 6)
    assert re.search(r"\((Anna|Ben)\), press Enter", run("play", "--resume", path, typed="\n\n").output)
