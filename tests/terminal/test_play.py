"""The commands play and watch, typed line by line: whole races, input, undo, odds, several people, save and resume."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import hippodrome as hd
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.saves import SaveFile, newest_unfinished
from tests.terminal.conftest import Run
from tests.terminal.matches import SilentScreen, seed_with_red_first

ARENA = ("play", "benhur", "--scenario", "arena", "--option", "laps=1", "--seed", seed_with_red_first(), "--no-odds")


def only_save(home: Path) -> Path:
    """Return the path of the only save."""
    (path,) = (home / "hippodrome").glob("*.record")
    return path


# -------------------------------------------------------------------- whole matches


def test_a_whole_race_by_pressing_enter_and_e_to_pass(run: Run, home: Path) -> None:
    result = run(*ARENA, typed="\ne\n" * 400)
    assert result.exit_code == 0, result.output
    text = result.output
    assert re.search(r"^\w+ wins: first over the line after the last lap\.$", text, re.MULTILINE)
    assert re.search(r"^ +1 +\w+ +(you|driver) ", text, re.MULTILINE), "places"
    assert re.search(r"^Rounds: \d+\. Chariots destroyed: \d+\. Moves: \d+\. Dice: \d+\.$", text, re.MULTILINE)
    assert "How it was decided:" in text
    assert f"Verify the dice: hippodrome verify ~/hippodrome/{only_save(home).name}" in text
    assert "Rematch: hippodrome play benhur --scenario arena --seats me,driver,driver,driver --option laps=1" in text
    match = hd.replay(only_save(home).read_text(encoding="utf-8"))
    assert match.result is not None
    assert f"Seed: {hd.replay(match.record()).first_dice.pack()[1]}" in text
    assert f"Commitment: {match.commitment}" in text


def test_the_dice_are_committed_to_before_the_first_question(run: Run, home: Path) -> None:
    text = run(*ARENA).output
    match = hd.replay(only_save(home).read_text(encoding="utf-8"))
    assert text.index(f"Commitment: {match.commitment}") < text.index("Red: Choose your starting lane")


def test_bots_move_and_forced_moves_are_played(run: Run) -> None:
    text = run(*ARENA, typed="\n" * 9).output
    assert "only move: 1 whip" in text
    assert "Red: Set your whips" not in text.split("Round 2")[0], "in round 1 there is nothing to choose"
    assert re.search(r"(White|Blue|Green) rolls \[\d\] to move\. BH-M4", text)


def test_the_same_seed_and_answers_give_the_same_race(run: Run, home: Path) -> None:
    texts = []
    for number in range(2):
        path = home / f"race{number}.record"
        run(*ARENA, "--save", path, typed="\n" * 30)
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_bots_are_watched_to_the_end(run: Run, home: Path) -> None:
    result = run("watch", "benhur", "-s", "arena", "-o", "laps=1", "--seats", "driver,random", "--seed", 1)
    assert result.exit_code == 0
    assert " wins: " in result.output
    assert "Rematch: hippodrome watch benhur --scenario arena --seats driver,random --option laps=1" in result.output
    assert not (home / "hippodrome").exists(), "nothing is saved unless asked for"


def test_plain_output_has_every_line_of_the_log_once(run: Run, home: Path) -> None:
    result = run("watch", "benhur", "-s", "arena", "-o", "laps=1", "--seats", "driver,random", "--seed", 1)
    lines = result.output.splitlines()
    (end,) = [place for place, line in enumerate(lines) if line.startswith(("Red wins:", "White wins:"))]
    assert lines[end - 1] == ""
    last = lines[end - 2]
    assert lines.count(last) == 1, last


def test_watch_saves_the_record_to_a_file(run: Run, home: Path) -> None:
    run("watch", "-s", "arena", "-o", "laps=1", "--seats", "random,random", "--save", home / "w.record")
    assert hd.replay((home / "w.record").read_text(encoding="utf-8")).result is not None


# -------------------------------------------------------------------- input


def test_an_option_is_chosen_by_number_action_or_label(run: Run, home: Path) -> None:
    for typed, lane in (("4\n", 4), ("lane 4\n", 4), ("Lane 4\n", 4), ("LANE 4\n", 4)):
        path = home / f"{typed.strip()}.record"
        run(*ARENA, "--save", path, typed=typed)
        red = [move for move in hd.replay(path.read_text(encoding="utf-8")).moves if move.seat == 0]
        assert red[0].action.text == f"lane {lane}"


def test_an_illegal_action_is_refused_with_its_clause_and_the_question_asked_again(run: Run) -> None:
    text = run(*ARENA, typed="9\nlane 9\nfly\n\n").output
    assert re.search(r"There is no option 9\. The options are [\d, ]+\. Type h for help\.", text)
    assert "There are only 4 lanes. Legal now: lane" in text
    assert "[BH-Q5]" in text
    assert "'fly' is not possible here." in text
    assert text.count("Red: Choose your starting lane.") == 4
    assert "Red lines up in" in text


def test_a_step_can_be_undone_until_dice_are_rolled(run: Run, home: Path) -> None:
    start = "\nstraight\n"
    run(*ARENA, "--save", home / "a.record", typed=start)
    after = run(*ARENA, "--save", home / "b.record", typed=start + "u\n")
    assert after.output.count("Red: Drive (") == 3
    assert after.output.count("crosses the line") == 1
    one, two = (hd.replay((home / f"{name}.record").read_text(encoding="utf-8")) for name in "ab")
    assert [move.action.text for move in two.moves] == [move.action.text for move in one.moves][:-1]
    again = run(*ARENA, "--save", home / "c.record", typed=start + "u\nu\n")
    assert "Can't undo: dice have been rolled." in again.output


def loop_with_red_to_move() -> MatchLoop:
    """Return a race in which Red, a person, may move 3 squares or more."""
    match = hd.new("benhur", "arena", seats=4, seed=seed_with_red_first(), options={"laps": 1})
    while match.decision is not None and match.decision.name != "NextStep":
        match.play(match.proposals()[0])
    return MatchLoop(match, [Seat(0, "me"), *[Seat(number, "driver") for number in (1, 2, 3)]], SilentScreen())


def test_undo_also_undoes_the_forced_moves_after_a_choice() -> None:
    loop = loop_with_red_to_move()
    before = loop.match.digest()
    loop.match.play("straight")
    loop.forced_moves.add(len(loop.match.moves))
    loop.match.play("straight")
    loop.undo()
    assert loop.match.digest() == before
    assert loop.forced_moves == set()


def test_an_undo_that_cannot_reach_a_choice_is_refused_and_changes_nothing() -> None:
    loop = loop_with_red_to_move()
    loop.forced_moves.add(len(loop.match.moves))
    loop.match.play("straight")
    digest, moves = loop.match.digest(), len(loop.match.moves)
    loop.undo()
    assert (loop.match.digest(), len(loop.match.moves)) == (digest, moves)
    assert loop.message == "Can't undo: dice have been rolled."


def test_a_failed_save_sets_a_message_and_raises_nothing() -> None:
    loop = loop_with_red_to_move()
    loop.save = SaveFile(Path("nowhere") / "race.record", loop.seats)
    assert not loop.save_match()
    assert loop.message == "The match could not be saved: No such file or directory."


def test_odds_are_shown_beside_options_that_depend_on_dice(run: Run) -> None:
    words = ("play", "-s", "arena", "--option", "laps=1", "--seed", seed_with_red_first())
    text = run(*words, typed="\n").output
    assert re.search(r"2  Change lane (left|right)  \(83 % across\)", text)
    assert re.search(r"> 1  Straight on$", text, re.MULTILINE), "a certain outcome has no odds"
    assert "% across" not in run(*words, "--no-odds", typed="\n").output


def test_full_odds_are_shown_on_request(run: Run) -> None:
    words = ("play", "-s", "arena", "--option", "laps=1", "--seed", seed_with_red_first())
    text = run(*words, typed="\no\n").output
    assert "   83 %  across" in text
    assert "Exact odds, before any reaction by another player." in text


def test_a_match_without_odds_has_none_after_it_is_resumed_either(run: Run) -> None:
    text = run(*ARENA, typed="\no\n").output
    assert "This match is played without odds." in text
    assert "%" not in run("play", "--resume", typed="\no\n").output


def test_question_marks_show_the_rule_of_the_decision_and_other_clauses(run: Run) -> None:
    text = run(*ARENA, typed="?\n? bh-s5\n? caltrops on\n? bend\n? nonsense\n").output
    book = hd.game("benhur").rulebook.clauses
    assert f"BH-Q5  {book['BH-Q5'].title}" in text
    assert f"BH-S5  {book['BH-S5'].title}" in text
    assert "Reading: " in text
    assert "Why: " in text
    assert f"BH-Q47  {book['BH-Q47'].title}" in text
    assert re.search(r"\d+ clauses contain 'bend'\. Type \? and an id, such as \? BH-\w+, to read one\.", text)
    assert "No clause contains 'nonsense'." in text


def test_help_log_and_description_of_the_board_are_shown(run: Run) -> None:
    text = run(*ARENA, typed="\nh\nb\nl\n").output
    assert "undo your last move" in text
    assert "a stone wall" in text
    assert "The Arena, 1 lap. Round 1. It is Red's turn" in text
    log = text.split("> Log\n")[1]
    assert log.index("for a starting lane") < log.index("Round 1:")


def test_save_names_the_file(run: Run, home: Path) -> None:
    text = run(*ARENA, typed="s\n").output
    assert f"Saved to {only_save(home)}." in text.replace("\n", "")


# -------------------------------------------------------------------- passing


def test_enter_never_passes_while_something_can_be_done(run: Run, home: Path) -> None:
    run("play", "wheelie", "--seed", 5, "--no-odds", "--speed", "instant", typed="\n" * 120)
    match, passes = hd.replay(only_save(home).read_text(encoding="utf-8")), 0
    again = match.rewound()
    for move in match.moves:
        menu = again.menu()
        assert menu is not None
        passes += len(menu.passes) > 0 and move.seat == 0
        assert move.seat != 0 or move.action not in menu.passes or not menu.choices
        again.play(move.action, move.seat)
    assert passes > 5, "there was something to pass"


def test_e_passes_after_a_warning_of_what_is_lost(run: Run, home: Path) -> None:
    words = ("play", "chariot", "--scenario", "rome", "--seats", "me,me", "--seed", 5, "--no-odds")
    text = run(*words, typed="1\n" * 2 + "e\n" * 12).output
    assert re.search(r"\d+ units have not moved\. Type the same again if you are sure\.", text)
    assert "done" in [move.action.text for move in hd.replay(only_save(home).read_text(encoding="utf-8")).moves]


# -------------------------------------------------------------------- inspecting


def test_a_thing_on_the_board_is_inspected_by_its_name(run: Run) -> None:
    words = ("play", "wheelie", "--scenario", "duel", "--seats", "me,me", "--seed", 5, "--no-odds")
    text = run(*words, typed="\n" * 12 + "i red\n? red's\ninspect nothing like it\ni\n").output
    assert text.count("Action dice: 6 of 6") == 2
    assert "Every damage costs 1 action die. WW-I10" in text
    assert "Nothing on the board is called 'nothing like it'." in text
    assert "Type i and a name, such as i red." in text


def test_an_inspected_thing_says_why_it_cannot_be_chosen(run: Run) -> None:
    words = ("play", "chariot", "--scenario", "rome", "--seats", "me,me", "--seed", 5, "--no-odds")
    text = run(*words, typed="1\n1\ni of the sabines\n").output
    assert "Not now: There is no combat in this phase. Choose one of your own units to move." in " ".join(text.split())


# -------------------------------------------------------------------- several people


def test_a_curtain_closes_between_people_who_hold_cards(run: Run) -> None:
    words = ("play", "-s", "arena", "--seats", "me:Anna,me:Ben", "--seed", 3, "--no-odds")
    text = run(*words, "-o", "tricks=1", typed="\n" * 12).output
    assert "(Anna), press Enter when you are ready." in text
    assert "(Ben), press Enter when you are ready." in text
    before, after = text.split("press Enter when you are ready.", 1)
    assert " is dealt " not in before, "no card is shown before the curtain"
    own_cards = re.findall(r"^(Red|White) is dealt (?!a sneaky trick)", after.split("press Enter")[0], re.MULTILINE)
    assert len(own_cards) == 1, "and after it only the player's card"


def test_a_person_who_decides_twice_in_a_row_sees_no_curtain_between(run: Run) -> None:
    words = ("play", "-s", "arena", "--seats", "me,me,driver", "--seed", 3, "--no-odds", "-o", "tricks=1")
    text = run(*words, typed="\ne\n" * 40).output
    people = re.findall(r"(\w+), press Enter", text)
    assert len(people) > 2
    assert all(one != other for one, other in pairwise(people))


def test_without_cards_there_is_no_curtain(run: Run) -> None:
    words = ("play", "-s", "arena", "--seats", "me,me", "--seed", 3, "--no-odds", "-o", "tricks=0")
    assert "press Enter" not in run(*words, typed="\n" * 20).output


# -------------------------------------------------------------------- save and resume


def test_quitting_saves_and_shows_how_to_resume(run: Run, home: Path) -> None:
    for typed in ("\nq\n", "\n"):
        result = run(*ARENA, typed=typed)
        assert result.exit_code == 0
        assert "Resume with: hippodrome play --resume" in result.output
    assert newest_unfinished() is not None


def test_a_resumed_race_continues_as_if_it_had_not_stopped(run: Run, home: Path) -> None:
    once, twice = home / "once.record", home / "twice.record"
    run(*ARENA, "--save", once, typed="\n" * 40)
    run(*ARENA, "--save", twice, typed="\n" * 15)
    assert once.read_text(encoding="utf-8") != twice.read_text(encoding="utf-8")
    run("play", "--resume", twice, "--no-odds", typed="\n" * 25)
    assert once.read_text(encoding="utf-8") == twice.read_text(encoding="utf-8")


def test_resume_without_a_file_resumes_the_newest_unfinished_race(run: Run, home: Path) -> None:
    run(*ARENA, typed="\n\n")
    first = only_save(home)
    (home / "hippodrome" / "done.record").write_text("Hippodrome record 1\nend finished places 1 2\n")
    moves = len(hd.replay(first.read_text(encoding="utf-8")).moves)
    run("play", "--resume", "--no-odds", typed="\n\n")
    assert len(hd.replay(first.read_text(encoding="utf-8")).moves) > moves
    assert sorted(path.name for path in (home / "hippodrome").glob("*.record")) == sorted(["done.record", first.name])


def test_the_players_of_the_seats_are_saved(run: Run, home: Path) -> None:
    path = home / "race.record"
    run("play", "-s", "arena", "--seats", "random,me:Ben,driver", "--save", path, "--seed", 2, typed="\n")
    text = run("play", "--resume", path, typed="\n").output
    assert "White: " in text
    with_bots = run("play", "--resume", path, "--seats", "driver,driver,driver", typed="")
    assert " wins: " in with_bots.output, "other players may replace them"


def test_the_curtain_of_a_resumed_race_names_the_person(run: Run, home: Path) -> None:
    path = home / "race.record"
    run("play", "-s", "arena", "--seats", "me:Anna,me:Ben", "--save", path, "--seed", 2, typed="\n" * 6)
    assert re.search(r"\((Anna|Ben)\), press Enter", run("play", "--resume", path, typed="\n\n").output)
