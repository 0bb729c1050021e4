"""The layout of full screens: everything fits 80 x 24, is clear without colour, and shows the news."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import ClassVar

import pytest
from rich.console import Console
from rich.text import Text

import hippodrome as hd
from hippodrome.kit.actions import parse
from hippodrome.kit.agenda import Step
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.log_lines import LogLine
from hippodrome.kit.menu import Menu
from hippodrome.kit.odds_text import percent
from hippodrome.kit.recap import Recap, SeatRecap
from hippodrome.terminal.board import draw_board, draw_board_to_fit
from hippodrome.terminal.log_view import (
    LogNote,
    grouped_lines,
    latest_lines,
    line_text,
    merged_log,
    recap_lines,
    sentence,
)
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop, key_actions
from hippodrome.terminal.screen_layout import (
    ListedOption,
    ScreenContent,
    layout,
    option_lines,
    shorten_middle,
    standings_lines,
    status,
)
from hippodrome.terminal.theme import highlight
from tests.terminal.matches import SilentScreen, play_with_bots

TRACKS = [scenario.slug for scenario in hd.game("benhur").scenarios()]


def content_for_decider(match: hd.Match) -> ScreenContent:
    """Return what a person in the deciding seat sees."""
    loop = MatchLoop(match, [Seat(number, "me") for number in range(match.setup.seats)], SilentScreen())
    loop.viewer = match.seat
    return loop.content(loop.options(with_odds=False))


def count_rows(lines: list[Text], width: int, height: int) -> int:
    """Return the number of rows that the lines fill in a terminal of this size."""
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
        content = content_for_decider(play_with_bots(match, moves))
        for width, height in ((80, 24), (81, 25), (132, 43)):
            lines = layout(content, width, height)
            assert len(lines) <= height - 1, "the last line is for typing"
            assert max(line.cell_len for line in lines) <= width
            assert count_rows(lines, width, height) == len(lines), "no line is folded"
            assert_complete(content, [line.plain for line in lines])


def assert_complete(content: ScreenContent, lines: list[str]) -> None:
    """Assert that nothing a player needs is cut off."""
    text = "\n".join(lines)
    for row in draw_board(
        content.scene, {option.action: int(option.key) for option in content.options if option.key.isdigit()}
    ):
        assert row.plain in text, "the whole board"
    for _, name, *_ in content.scene.panels[0].rows:
        assert any(name in line[40:] for line in lines), f"{name} is in the standings"
    assert content.scene.prompt in text
    for option in content.options:
        assert f"{option.key}  {option.label[:18]}" in text, "every option"
    bar = next(number for number, line in enumerate(lines) if "───" in line)
    log = [line.split(" │ ")[1] for line in lines[bar + 1 :] if " │ " in line]
    assert sum(1 for line in log if line.strip()) >= min(4, len(content.log)), "the latest log lines"


@pytest.mark.parametrize("slug", list(hd.games()))
def test_the_whole_board_of_every_game_fits_the_smallest_screen(slug: str) -> None:
    match = hd.new(slug, seed=1)
    for moves in (0, 12):
        content = content_for_decider(play_with_bots(match, moves))
        lines = [line.plain for line in layout(content, 80, 24)]
        assert len(lines) <= 23
        assert max(len(line) for line in lines) <= 80
        text = "\n".join(lines)
        for row in draw_board_to_fit(
            content.scene,
            {option.action: int(option.key) for option in content.options if option.key.isdigit()},
            52,
            18,
        ):
            assert row.plain in text
        assert content.scene.prompt[:60] in text


def test_large_boards_are_scaled_down_and_labels_keep_both_ends() -> None:
    scene = hd.new("races", seed=1).scene()
    sizes = [len(draw_board_to_fit(scene, {}, width, 60)) for width in (300, 100, 60)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 3
    assert shorten_middle("Move Household knights 1 from b1", 21) == "Move House… 1 from b1"
    assert shorten_middle("Go to b1", 21) == "Go to b1"


def test_standings_in_a_narrow_column_name_chariots_by_their_faction() -> None:
    panel = next(panel for panel in hd.new("races", seed=1).scene().panels if panel.name == "standings")
    assert "marauder chariot" in "\n".join(line.plain for line in standings_lines(panel, 60, 20, {}))
    narrow = [line.plain for line in standings_lines(panel, 27, 20, {})]
    assert narrow[0].split() == ["Pl", "Chariot", "Lap", "To", "go"]
    assert "Red " in "\n".join(narrow)
    assert "marauder" not in "\n".join(narrow)


@pytest.mark.parametrize("scenario", TRACKS)
def test_squares_differ_without_colour(scenario: str) -> None:
    match = play_with_bots(hd.new("benhur", scenario, seats=6, seed=1), 30)
    text = "\n".join(line.plain for line in draw_board(match.scene(), {}))
    for name in ("Re", "Wh", "Bl", "Gr", "Go", "Pu"):
        assert text.count(name) == 1
    for glyphs in ("%5", "%4", "%3", ". "):
        assert glyphs in text
    terrain = {"river": ("J ", "~~", '""'), "villa": ("J ", "~~", "##"), "circus": ('""', "##")}
    for glyphs in terrain.get(scenario, ()):
        assert glyphs in text


def test_a_square_that_an_option_leads_to_shows_its_number() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=1)
    text = "\n".join(line.plain for line in draw_board(match.scene(match.seat), {"lane 2": 2, "lane 4": 4}))
    assert " 2" in text
    assert " 4" in text
    assert "|2" not in text
    assert "|4" not in text
    assert "|1" in text, "no option leads there"
    assert "|3" in text


def test_an_occupied_square_keeps_the_letter_of_its_chariot() -> None:
    match = hd.new("benhur", "circus", seats=3, seed=8, options={"tricks": 0})
    for moves in range(4, 60):
        content = content_for_decider(play_with_bots(match, moves))
        scene, numbers = (
            content.scene,
            {option.action: int(option.key) for option in content.options if option.key.isdigit()},
        )
        bold = [node.id for layer in scene.layers for node in layer.nodes if node.css == "target bold"]
        if bold:
            action = next(handle.action for handle in scene.handles if handle.on == bold[0])
            text = "\n".join(line.plain for line in draw_board(scene, numbers))
            assert any(f"{letter}{numbers[action]}" in text for letter in "RWB")
            return
    raise AssertionError("no chariot was ever in the way")


# -------------------------------------------------------------------- options


class PassingStep(Step):
    """A step of which "pass" is a pass."""

    PASSES: ClassVar[tuple[str, ...]] = ("pass",)
    __slots__ = ()


def actions_by_key(*texts: str) -> dict[str, str]:
    actions = [action for text in texts if (action := parse(text)) is not None]
    return {key: action.text for key, action in key_actions(Menu(PassingStep(), actions)).items()}


def test_options_numbered_from_1_are_typed_by_their_number() -> None:
    assert actions_by_key("whips 2", "whips 1", "whips 3") == {"1": "whips 1", "2": "whips 2", "3": "whips 3"}


@pytest.mark.parametrize("texts", [("straight", "left"), ("hit 2", "hit 5"), ("fight 0", "fight 2")])
def test_other_options_are_numbered_by_their_position(texts: tuple[str, str]) -> None:
    assert actions_by_key(*texts) == {"1": texts[0], "2": texts[1]}


def test_the_pass_is_listed_last_and_typed_as_e() -> None:
    assert list(actions_by_key("pass", "trick 3").items()) == [("1", "trick 3"), ("e", "pass")]


def test_many_options_are_shown_in_columns_and_the_rest_is_counted() -> None:
    options = [ListedOption(str(n), f"go {n}", f"Go to square {n}") for n in range(1, 31)]
    lines = [line.plain for line in option_lines(options, "go 1", 80, 3)]
    assert len(lines) == 3
    assert lines[0].startswith("> 1  Go to square 1")
    assert lines[0].count("Go to square") == 3
    assert "22 more: o shows all" in lines[2]
    assert max(len(line) for line in lines) <= 80


def test_odds_are_shown_beside_the_options() -> None:
    options = [
        ListedOption("1", "straight", "Straight on"),
        ListedOption("2", "left", "Change lane left", "83 % across"),
    ]
    lines = [line.plain for line in option_lines(options, "straight", 80, 3)]
    assert lines == ["> 1  Straight on", "  2  Change lane left  83 % across"]


# -------------------------------------------------------------------- the log


def make_log(count: int, is_key_moment: bool = False) -> list[LogLine]:
    lines = [LogLine(n, f"Red does thing {n}.", "BH-M1", 0) for n in range(count)]
    for line in lines:
        line.is_key_moment = is_key_moment
    return lines


def make_line(place: int, text: str, **flags: bool) -> LogLine:
    line = LogLine(place, text, "BH-M1", 0)
    for name, value in flags.items():
        setattr(line, name, value)
    return line


def test_a_recap_shows_losses_first_and_is_cut_to_its_height() -> None:
    harm = [make_line(3, "Red is destroyed.", is_loss=True), make_line(1, "Red skids.")]
    others = [SeatRecap(1, "White: 2 shunts.", [make_line(2, "White shunts Red.")])]
    lines = [line.plain.strip() for line in recap_lines(Recap(0, harm, others), 60, 10)]
    assert lines[:3] == ["Since your last move", "! Red is destroyed. BH-M1", "- Red skids. BH-M1"]
    assert lines[3:5] == ["White: 2 shunts.", "White shunts Red. BH-M1"]
    short = [line.plain for line in recap_lines(Recap(0, harm * 9, others), 60, 6)]
    assert len(short) == 6
    assert short[-2] == "… (l: log)"


def test_the_log_has_a_heading_for_each_turn_and_counts_routine_lines() -> None:
    log = [
        make_line(0, "Turn 1.", is_heading=True),
        make_line(1, "Red drives.", is_routine=True),
        make_line(2, "Red skids."),
        make_line(3, "Turn 2.", is_heading=True),
    ]
    short = [line.plain for line in grouped_lines(log, shows_routine=False)]
    assert short == ["", "Turn 1. BH-M1", "  Red skids. BH-M1", "  (1 more: l all)", "", "Turn 2. BH-M1"]
    assert "  Red drives. BH-M1" in [line.plain for line in grouped_lines(log, shows_routine=True)]


def test_the_die_is_marked_and_not_the_score_that_it_needs() -> None:
    line = make_line(0, "Red rolls 4 to hit (needs 4+).")
    line.dice, line.dice_at = [4], 10
    assert sentence(line) == "Red rolls [4] to hit (needs 4+)."


def test_only_the_latest_lines_are_shown() -> None:
    lines = [line.plain for line in latest_lines(make_log(20), 40, 5, since=18)]
    assert lines == [f"Red does thing {n}. BH-M1" for n in range(15, 20)]


def test_only_key_moments_and_the_latest_lines_stay_if_the_news_does_not_fit() -> None:
    log = make_log(20)
    log[3].is_key_moment = log[4].is_key_moment = True
    lines = [line.plain for line in latest_lines(log, 40, 6, since=0)]
    assert lines[0] == "Shortened (l: full log)"
    assert lines[1:] == [f"Red does thing {n}. BH-M1" for n in (3, 4, 17, 18, 19)]


def test_a_sentence_is_never_cut_in_two() -> None:
    for height in range(3, 12):
        lines = [line.plain for line in latest_lines(make_log(20, is_key_moment=True), 18, height, since=0)]
        assert len(lines) <= height
        assert not lines[1].startswith(" "), "the first line is the start of a sentence"


def test_moves_of_a_piece_in_a_row_are_one_line() -> None:
    match = hd.new("benhur", "circus", seats=2, dice=[6, 1, 3, 1], options={"tricks": 0})
    for action in ("lane 1", "lane 4", "whips 1", "straight", "straight", "straight"):
        match.play(action)
    lines = [line_text(line) for line in merged_log(match, SPECTATOR)]
    assert lines[0] == "Red rolls [6] for a starting lane. BH-Q5"
    driven = [line for line in lines if line.startswith("Red drives to")]
    assert driven == [
        "Red drives to lane 1 of the first straight, square 9. BH-Q36",
        "Red drives to lane 1 of the first straight, square 11. (x2) BH-Q36",
    ], "crossing the line separates them"


def test_the_log_hides_the_cards_of_other_seats() -> None:
    match = play_with_bots(hd.new("benhur", "circus", seats=3, seed=5), 6)
    for seat in range(3):
        dealt = [line.text for line in merged_log(match, seat) if " is dealt " in line.text]
        hidden = [text for text in dealt if text.endswith("a sneaky trick.")]
        assert len(dealt) == 3
        assert len(hidden) == 2, "a seat sees only its own card"


def test_a_note_is_shown_before_its_event() -> None:
    match = play_with_bots(hd.new("benhur", "circus", seats=2, seed=5, options={"tricks": 0}), 30)
    place = len(match.events) - 1
    lines = [line_text(line) for line in merged_log(match, SPECTATOR, [LogNote(place, "only move: straight on")])]
    assert lines[-2] == "only move: straight on"


def test_the_status_shows_the_breadcrumbs_and_the_facts_of_the_turn() -> None:
    match = play_with_bots(hd.new("benhur", "circus", seats=2, seed=5), 8)
    text = status(match.scene(match.seat))
    assert text.startswith("Round ")
    assert "Points left" in text
    assert text.count("Round") == 1, "no fact is shown twice"


# -------------------------------------------------------------------- styles


def test_factions_dice_and_clauses_are_highlighted() -> None:
    text = highlight("Red rolls [5] against Blue. BH-R4")
    styled = {text.plain[span.start : span.end] for span in text.spans}
    assert styled == {"Red", "[5]", "Blue", "BH-R4"}


def test_percentages_are_0_or_100_only_if_exact() -> None:
    assert percent(Fraction(5, 6)) == "83 %"
    assert percent(Fraction(1, 1000)) == "<1 %"
    assert percent(Fraction(999, 1000)) == ">99 %"
    assert percent(Fraction(0)) == "0 %"
    assert percent(Fraction(1)) == "100 %"
