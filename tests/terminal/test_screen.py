"""The whole screen: everything fits 80 x 24, reads without colour, and tells the news."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from rich.console import Console
from rich.text import Text

import hippodrome as hd
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.odds_text import percent
from hippodrome.terminal.board import board, fitting
from hippodrome.terminal.log_view import Entry, Note, column, story
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop, numbered
from hippodrome.terminal.screen_layout import Choice, Picture, frame, option_lines, shortened, standing_lines, status
from hippodrome.terminal.theme import painted
from tests.terminal.help import Silent, played

TRACKS = [scenario.slug for scenario in hd.game("benhur").scenarios()]


def asked(match: hd.Match) -> Picture:
    """The picture that the seat to decide is shown, if a person sits there."""
    table = MatchLoop(match, [Seat(number, "me") for number in range(match.setup.seats)], Silent())
    table.viewer = match.seat
    return table.picture(table.choices(odds=False))


def rows_of(lines: list[Text], width: int, height: int) -> int:
    """How many rows of a terminal of this size the lines take up."""
    console = Console(width=width, height=height, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    with console.capture() as capture:
        for line in lines:
            console.print(line)
    return capture.get().count("\n")


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [(track, seats) for place, track in enumerate(TRACKS) for seats in sorted({2 + place, 6})],
)
def test_everything_fits_the_screen(scenario: str, seats: int) -> None:
    match = hd.new("benhur", scenario, seats=seats, seed=seats, options={"tricks": 2})
    for moves in (0, seats + 4, 40, 90, 140):
        picture = asked(played(match, moves))
        for width, height in ((80, 24), (81, 25), (132, 43)):
            lines = frame(picture, width, height)
            assert len(lines) <= height - 1, "the last line is for typing"
            assert max(line.cell_len for line in lines) <= width
            assert rows_of(lines, width, height) == len(lines), "no line is folded"
            check_complete(picture, [line.plain for line in lines])


def check_complete(picture: Picture, lines: list[str]) -> None:
    """Nothing a player needs has been cut off."""
    text = "\n".join(lines)
    for row in board(picture.scene, {choice.action: choice.number for choice in picture.choices}):
        assert row.plain in text, "the whole board"
    for _, name, *_ in picture.scene.panels[0].rows:
        assert any(name in line[40:] for line in lines), f"{name} stands in the standings"
    assert picture.scene.prompt in text
    for choice in picture.choices:
        assert f"{choice.number}  {choice.label[:18]}" in text, "every option"
    bar = next(number for number, line in enumerate(lines) if "───" in line)
    told = [line.split(" │ ")[1] for line in lines[bar + 1 :] if " │ " in line]
    assert sum(1 for line in told if line.strip()) >= min(4, len(picture.entries)), "the latest of the story"


@pytest.mark.parametrize("slug", list(hd.games()))
def test_the_whole_board_of_every_game_fits_the_smallest_screen(slug: str) -> None:
    match = hd.new(slug, seed=1)
    for moves in (0, 12):
        picture = asked(played(match, moves))
        lines = [line.plain for line in frame(picture, 80, 24)]
        assert len(lines) <= 23
        assert max(len(line) for line in lines) <= 80
        text = "\n".join(lines)
        for row in fitting(picture.scene, {choice.action: choice.number for choice in picture.choices}, 52, 18):
            assert row.plain in text
        assert picture.scene.prompt[:60] in text


def test_large_boards_are_drawn_smaller_and_options_keep_both_ends() -> None:
    scene = hd.new("races", seed=1).scene()
    sizes = [len(fitting(scene, {}, width, 60)) for width in (300, 100, 60)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 3
    assert shortened("Move Household knights 1 from b1", 21) == "Move House… 1 from b1"
    assert shortened("Go to b1", 21) == "Go to b1"


def test_standings_in_a_narrow_column_call_chariots_by_their_faction() -> None:
    panel = next(panel for panel in hd.new("races", seed=1).scene().panels if panel.name == "standings")
    assert "boar chariot" in "\n".join(line.plain for line in standing_lines(panel, 60, 20, {}))
    narrow = [line.plain for line in standing_lines(panel, 27, 20, {})]
    assert narrow[0].split() == ["Pl", "Chariot", "Lap", "To", "go"]
    assert "Red " in "\n".join(narrow)
    assert "boar" not in "\n".join(narrow)


@pytest.mark.parametrize("scenario", TRACKS)
def test_squares_differ_without_colour(scenario: str) -> None:
    match = played(hd.new("benhur", scenario, seats=6, seed=1), 30)
    text = "\n".join(line.plain for line in board(match.scene(), {}))
    for letters in ("Re", "Wh", "Bl", "Gr", "Go", "Pu"):
        assert text.count(letters) == 1
    for letters in ("%5", "%4", "%3", ". "):
        assert letters in text
    jumps = {"river": ("J ", "~~", '""'), "villa": ("J ", "~~", "##"), "circus": ('""', "##")}
    for letters in jumps.get(scenario, ()):
        assert letters in text


def test_a_square_that_an_option_leads_to_shows_its_number() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=1)
    text = "\n".join(line.plain for line in board(match.scene(match.seat), {"lane 2": 2, "lane 4": 4}))
    assert " 2" in text
    assert " 4" in text
    assert "|2" not in text
    assert "|4" not in text
    assert "|1" in text, "no option leads there"
    assert "|3" in text


def test_a_taken_square_keeps_the_letter_of_its_chariot() -> None:
    match = hd.new("benhur", "circus", seats=3, seed=8, options={"tricks": 0})
    for moves in range(4, 60):
        picture = asked(played(match, moves))
        scene, numbers = picture.scene, {choice.action: choice.number for choice in picture.choices}
        bold = [node.id for layer in scene.layers for node in layer.nodes if node.css == "target bold"]
        if bold:
            action = next(handle.action for handle in scene.handles if handle.on == bold[0])
            text = "\n".join(line.plain for line in board(scene, numbers))
            assert any(f"{letter}{numbers[action]}" in text for letter in "RWB")
            return
    raise AssertionError("nobody ever stood in the way")


# -------------------------------------------------------------------- options


def test_options_with_a_number_of_their_own_go_by_it() -> None:
    actions = [hd.Action("whips", (n,)) for n in (2, 1, 3)]
    assert {number: action.text for number, action in numbered(actions).items()} == {
        1: "whips 1",
        2: "whips 2",
        3: "whips 3",
    }


@pytest.mark.parametrize("texts", [("straight", "left"), ("pass", "trick 3"), ("fight 0", "fight 2")])
def test_other_options_go_by_their_place(texts: tuple[str, str]) -> None:
    actions = [hd.Action(text.split()[0], tuple(int(n) for n in text.split()[1:])) for text in texts]
    assert {number: action.text for number, action in numbered(actions).items()} == {1: texts[0], 2: texts[1]}


def test_many_options_stand_in_columns_and_the_rest_is_counted() -> None:
    choices = [Choice(n, f"go {n}", f"Go to square {n}") for n in range(1, 31)]
    lines = [line.plain for line in option_lines(choices, "go 1", 80, 3)]
    assert len(lines) == 3
    assert lines[0].startswith("> 1  Go to square 1")
    assert lines[0].count("Go to square") == 3
    assert "22 more: o shows all" in lines[2]
    assert max(len(line) for line in lines) <= 80


def test_odds_stand_beside_the_options() -> None:
    choices = [Choice(1, "straight", "Straight on"), Choice(2, "left", "Change lane left", "83 % across")]
    lines = [line.plain for line in option_lines(choices, "straight", 80, 3)]
    assert lines == ["> 1  Straight on", "  2  Change lane left  83 % across"]


# -------------------------------------------------------------------- the story


def entries(count: int, dull: bool = True) -> list[Entry]:
    return [Entry(f"Red does thing {n}.", "BH-M1", n, None, dull) for n in range(count)]


def test_old_lines_give_way_to_new_ones() -> None:
    lines = [line.plain for line in column(entries(20), 40, 5, since=18)]
    assert lines == [f"Red does thing {n}. BH-M1" for n in range(15, 20)]


def test_news_that_do_not_fit_are_told_in_short() -> None:
    story = entries(20)
    story[3].dull = story[4].dull = False
    lines = [line.plain for line in column(story, 40, 6, since=0)]
    assert lines[0] == "In short (l: in full)"
    assert lines[1:] == [f"Red does thing {n}. BH-M1" for n in (3, 4, 17, 18, 19)]


def test_a_sentence_is_never_cut_in_two() -> None:
    for height in range(3, 12):
        lines = [line.plain for line in column(entries(20, dull=False), 18, height, since=0)]
        assert len(lines) <= height
        assert not lines[1].startswith(" "), "it begins with the beginning of a sentence"


def test_steps_in_a_row_are_told_once() -> None:
    match = hd.new("benhur", "circus", seats=2, dice=[6, 1, 3, 1], options={"tricks": 0})
    for action in ("lane 1", "lane 4", "whips 1", "straight", "straight", "straight"):
        match.play(action)
    lines = [entry.line() for entry in story(match, SPECTATOR)]
    assert lines[0] == "Red rolls [6] for a starting lane. BH-Q5"
    driven = [line for line in lines if line.startswith("Red drives to")]
    assert driven == [
        "Red drives to lane 1 of the first straight, square 9. BH-Q36",
        "Red drives to lane 1 of the first straight, square 11. (x2) BH-Q36",
    ], "the line lies between"


def test_the_story_hides_what_a_seat_may_not_know() -> None:
    match = played(hd.new("benhur", "circus", seats=3, seed=5), 6)
    for seat in range(3):
        dealt = [entry.text for entry in story(match, seat) if " is dealt " in entry.text]
        hidden = [text for text in dealt if text.endswith("a sneaky trick.")]
        assert len(dealt) == 3
        assert len(hidden) == 2, "one's own card only"


def test_a_note_stands_before_what_it_is_about_and_is_not_repeated() -> None:
    match = played(hd.new("benhur", "circus", seats=2, seed=5, options={"tricks": 0}), 30)
    place = len(match.events) - 1
    lines = [entry.line() for entry in story(match, SPECTATOR, [Note(place, "only way: straight on")])]
    assert lines[-2] == "only way: straight on"


def test_the_status_names_the_trail_and_the_dice() -> None:
    match = played(hd.new("benhur", "circus", seats=2, seed=5), 8)
    text = status(match.scene(match.seat))
    assert text.startswith("Round ")
    assert "Points left" in text
    assert text.count("Round") == 1, "nothing is said twice"


# -------------------------------------------------------------------- looks


def test_factions_dice_and_clauses_are_painted() -> None:
    text = painted("Red rolls [5] against Blue. BH-R4")
    styled = {text.plain[span.start : span.end] for span in text.spans}
    assert styled == {"Red", "[5]", "Blue", "BH-R4"}


def test_percentages_never_claim_too_much() -> None:
    assert percent(Fraction(5, 6)) == "83 %"
    assert percent(Fraction(1, 1000)) == "<1 %"
    assert percent(Fraction(999, 1000)) == ">99 %"
    assert percent(Fraction(0)) == "0 %"
    assert percent(Fraction(1)) == "100 %"
