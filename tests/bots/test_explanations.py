"""Explanations and advice: sentences about the options of a search, with only significant differences."""

from __future__ import annotations

import re

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.advice import advise, advise_state, adviser_level, has_no_secret
from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.bots.explanations import difference, differences, explain, percent
from hippodrome.games.benhur.state import tricks_in_hand
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from tests.games.benhur.world import World, race_of, world
from tests.games.wheelie.world import world as skirmish

ONE, TWO, THREE = (Action("whips", (number,)) for number in (1, 2, 3))
DEVIATIONS = [300, 50, 100, 50, 0]


def at_the_whips() -> World:
    """Return a race in which Red sets its whips, and may use 1, 2 or 3."""
    return world("circus", A="0/1/2 whips 2", B="0/2/2", dice="")


def option(action: Action, value: int, features: list[int], visits: int = 64) -> ScoredOption:
    """Return an option with these results and the same deviations as all others."""
    return ScoredOption(action, visits, value, features, DEVIATIONS)


def explanation(*options: ScoredOption, baseline: Action = THREE) -> list[str]:
    """Return the lines about a decision on the whips between these options."""
    match = at_the_whips().match
    return explain(match.game, match.state, 0, Analysis(list(options), baseline)).lines()


def test_the_chosen_option_is_compared_with_the_next_best() -> None:
    lines = explanation(
        option(THREE, 611, [480, 450, 0, 300, 0]),
        option(TWO, 540, [300, 480, 0, 300, 0]),
        option(ONE, 222, [100, 480, 0, 300, 0], 8),
    )
    assert lines[0].startswith("3 whips (chosen): wins about 61 % (64 simulations); ")
    assert lines[0].endswith("; 1.8 squares further ahead, but 0.3 fewer wounds left than “2 whips”.")
    assert lines[1].startswith("2 whips: wins about 54 % (64 simulations)")
    assert " than " not in lines[1], "the first line compares these two"
    assert lines[2].startswith("1 whip: wins about 22 % (8 simulations); ")
    assert lines[2].endswith("3.8 squares further behind than “3 whips”.")


def test_the_first_options_have_odds_unless_the_match_hides_odds() -> None:
    match = at_the_whips().match
    analysis = Analysis([option(THREE, 611, [0] * 5), option(TWO, 540, [0] * 5)], THREE)
    with_odds, without = (explain(match.game, match.state, 0, analysis, odds) for odds in (True, False))
    assert with_odds.reasons[0].text == "wins about 61 % (64 simulations); move 5.0 on average."
    assert without.reasons[0].text == "wins about 61 % (64 simulations)."


def test_the_choice_without_lookahead_is_named_if_it_differs() -> None:
    options = (option(THREE, 611, [0] * 5), option(TWO, 540, [0] * 5))
    assert explanation(*options, baseline=ONE)[-1] == "Without looking ahead, the bot would have chosen “1 whip”."
    assert not [line for line in explanation(*options) if line.startswith("Without looking ahead")]


def test_a_note_says_that_the_bot_keeps_its_default_though_another_option_looks_better() -> None:
    lines = explanation(option(THREE, 540, [0] * 5, 8), option(TWO, 611, [0] * 5, 8))
    assert lines[-1] == (
        "Another option did better, but not clearly (the lead is within what chance explains), "
        "so the bot keeps its default move."
    )
    assert "default move" not in explanation(option(THREE, 611, [0] * 5), option(TWO, 540, [0] * 5))[-1]


def test_a_long_list_of_options_is_cut_short() -> None:
    options = [ScoredOption(Action("whips", (number,)), 9, 500 - number, [], []) for number in range(1, 10)]
    lines = explanation(*options, baseline=ONE)
    assert len(lines) == 7
    assert lines[-1] == "3 other options looked worse."


def test_a_bot_without_lookahead_has_nothing_to_compare() -> None:
    match = at_the_whips().match
    analysis = bots.make("driver", match.game, 1).analyse(match.game, match.state, 0)
    assert explain(match.game, match.state, 0, analysis).lines() == [
        "This level plays by simple rules and does not look ahead."
    ]


def test_a_search_of_a_single_option_has_nothing_to_compare() -> None:
    assert explanation(option(ONE, 300, [0] * 5)) == [
        "The bot's rules of thumb saw no other move worth a closer look among the 3 options."
    ]


def test_options_that_there_was_no_time_to_compare_are_not_called_the_only_ones() -> None:
    assert explanation(option(ONE, 300, [0] * 5, 1), option(TWO, 0, [0] * 5, 0)) == [
        "There was no time to compare the 3 options: this is what the bot's rules of thumb choose."
    ]


def test_few_simulations_are_called_a_guess() -> None:
    lines = explanation(option(THREE, 540, [0] * 5, 3), option(TWO, 611, [0] * 5, 1))
    assert lines[0].startswith("3 whips (chosen): wins perhaps 54 % (a guess from 3 simulations); ")
    assert lines[1].startswith("2 whips: wins perhaps 61 % (a guess from 1 simulation)")
    assert lines[-1].startswith("Another option did better, but not clearly (few simulations)")


def test_what_speaks_against_the_choice_is_marked_as_such() -> None:
    lines = explanation(option(THREE, 611, [0, 300, 0, 0, 0]), option(TWO, 540, [0, 480, 0, 0, 0]))
    assert lines[0].endswith("; in spite of 1.8 fewer wounds left than “2 whips”.")


def test_a_risky_choice_names_its_risk() -> None:
    race = world("circus", A="4/2/3", B="4/2/4", dice="3").play("whips 1")
    options = [ScoredOption(action, 64, 500, [], []) for action in race.match.proposals()[:2]]
    advice = explain(race.match.game, race.state, 0, Analysis(options, options[0].action))
    assert advice.label == "Ram White: straight on"
    assert advice.reasons[0].text.endswith("Risk: You ram White: it is wounded on 5 or more, you on a 6.")


def test_a_forced_move_is_explained_as_the_only_one() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=4, options={"tricks": 0})
    while match.decision is not None and match.decision.name == "PickLane":
        match.play(match.proposals()[0])
    only = match.only_action()
    assert only is not None
    analysis = Analysis([ScoredOption(only, 0, 0, [])], only)
    assert explain(match.game, match.state, match.seat, analysis).lines() == ["This was the only move."]


def test_a_move_of_an_earlier_plan_is_explained_as_such() -> None:
    match = at_the_whips().match
    analysis = Analysis([option(TWO, 540, [0] * 5, 0)], THREE, planned=True)
    assert explain(match.game, match.state, 0, analysis).lines() == [
        "This move is part of a plan that was made earlier."
    ]


@pytest.mark.parametrize(
    ("gap", "visits", "mentioned"), [(40, 64, False), (120, 64, True), (120, 8, False), (9, 9999, False)]
)
def test_a_difference_is_mentioned_only_if_it_is_significant(gap: int, visits: int, mentioned: bool) -> None:
    game = at_the_whips().match.game
    one, other = (option(action, 500, [lead, 0, 0, 0, 0], visits) for action, lead in ((ONE, gap), (TWO, 0)))
    assert differences(game, one, other) == ("1.2 squares further ahead" if mentioned else "")
    assert differences(game, other, one) == ("1.2 squares further behind" if mentioned else "")


def test_a_feature_may_have_separate_texts_for_more_and_less() -> None:
    nearer = "{0} inches nearer|{0} inches farther off"
    assert [difference(nearer, gap) for gap in (150, -40)] == ["1.5 inches nearer", "0.4 inches farther off"]
    assert [difference("wounds left", gap) for gap in (150, -40)] == ["1.5 more wounds left", "0.4 fewer wounds left"]


def test_small_whole_differences_are_written_as_words() -> None:
    lanes = "{0:lane} further inside|{0:lane} further out"
    assert difference(lanes, 100) == "one lane further inside"
    assert difference(lanes, -200) == "two lanes further out"
    assert difference(lanes, 700) == "7 lanes further inside"
    assert difference("{0:inch} a turn faster|{0:inch} a turn slower", 300) == "three inches a turn faster"
    assert difference("{0} % closer|{0} % further", 300) == "3 % closer"
    assert difference("{0:fewer action die}|{0:more action die}", 150) == "1.5 fewer action dice"


@pytest.mark.parametrize(
    ("thousandths", "text"), [(0, "0 %"), (4, "<1 %"), (5, "1 %"), (614, "61 %"), (996, ">99 %"), (1000, "100 %")]
)
def test_a_chance_is_never_rounded_to_impossible_or_certain(thousandths: int, text: str) -> None:
    assert percent(thousandths) == text


@pytest.mark.parametrize("slug", sorted(hd.games()))
def test_every_feature_of_a_game_has_its_text(slug: str) -> None:
    match = hd.new(slug, seed=1)
    for _ in range(30):
        for seat in range(match.setup.seats):
            assert len(match.game.analysis.features(match.state, seat)) == len(match.game.words.features)
        if match.decision is not None:
            match.play(match.proposals()[0])


# -------------------------------------------------------------------- advice


def test_advice_names_a_legal_action_and_is_the_same_for_the_same_seed() -> None:
    match = at_the_whips().match
    first, again = advise(match, seed=3), advise(match, seed=3)
    assert match.check(first.action) is None
    assert first.lines() == again.lines()
    assert "wins about" in first.lines()[0]


def test_advice_does_not_depend_on_hidden_information() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=3)
    while match.decision is not None and (match.seat != 0 or match.decision.name != "NextStep"):
        match.play(match.proposals()[0])
    other = match.clone()
    race, rival = race_of(other), race_of(other).chariots[1]
    (card,) = tricks_in_hand(rival.hand)
    rival.hand = 1 << race.deck[0]
    race.deck = (card, *race.deck[1:])
    race.recount_hands()
    other.replace_dice(TapeDice(seed_from(99)))
    assert other.digest() != match.digest()
    assert advise(other, seed=5).lines() == advise(match, seed=5).lines()


def test_advice_compares_a_choice_made_without_lookahead_with_others() -> None:
    duel = skirmish(A="hittite 0 0 0", B="egyptian 0 9 90", spread="1 3 4 4", scenario="duel", order="AB")
    state = duel.match.game.imagine(duel.state, 0, bytes(32))
    champion = bots.make("champion", duel.match.game, 1).analyse(duel.match.game, state, 0)
    assert [option.visits for option in champion.options] == [0]
    advice = advise_state(duel.match.game, state, 0, 1)
    assert advice.action.text == champion.chosen.text == advice.reasons[0].action.text
    assert len(advice.reasons) > 2
    assert all(re.match(r"wins about [<>]?\d+ % \(\d+ simulations?\)", reason.text) for reason in advice.reasons)
    assert len({reason.action.verb for reason in advice.reasons}) > 2


def test_a_seat_with_nothing_to_decide_gets_no_advice() -> None:
    match = at_the_whips().match
    with pytest.raises(ValueError, match="nothing to decide"):
        advise(match, seat=1)
    assert adviser_level(match.game) == "champion"


def test_a_seat_that_holds_a_trick_has_a_secret() -> None:
    match = world("circus", A="0/1/2 whips 2", B="0/2/2 hand 6", dice="").match
    assert has_no_secret(match, 0)
    assert not has_no_secret(match, 1)
