"""Reasons: what a program weighed is told in plain sentences, and only what is surely so."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.advice import advise, adviser_level, advise_state, has_no_secret
from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.bots.explanations import difference, differences, explain, percent
from hippodrome.games.benhur.state import tricks_in_hand
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from tests.games.benhur.world import World, race_of, world
from tests.games.wheelie.world import world as skirmish

ONE, TWO, THREE = (Action("whips", (number,)) for number in (1, 2, 3))
SPREADS = [300, 50, 100, 50, 0]


def at_the_whips() -> World:
    """A race in which Red sets its whips, and may take 1, 2 or 3."""
    return world("circus", A="0/1/2 whips 2", B="0/2/2", dice="")


def weighed(action: Action, value: int, aspects: list[int], visits: int = 64) -> ScoredOption:
    return ScoredOption(action, visits, value, aspects, SPREADS)


def said(*options: ScoredOption, usual: Action = THREE) -> list[str]:
    """What is said of a decision about the whips."""
    match = at_the_whips().match
    return explain(match.game, match.state, 0, Analysis(list(options), usual)).lines()


def test_the_chosen_option_is_compared_with_the_next_best() -> None:
    lines = said(
        weighed(THREE, 611, [480, 450, 0, 300, 0]),
        weighed(TWO, 540, [300, 480, 0, 300, 0]),
        weighed(ONE, 222, [100, 480, 0, 300, 0], 8),
    )
    assert lines[0].startswith("3 whips (chosen): 61 % to win, in 64 tries; ")
    assert lines[0].endswith(
        "; 1.8 more squares ahead of the best rival, but 0.3 fewer wounds left than with “2 whips”."
    )
    assert lines[1].startswith("2 whips: 54 % to win, in 64 tries")
    assert "than with" not in lines[1], "the first line has said it"
    assert lines[2].startswith("1 whip: 22 % to win, in 8 tries; ")
    assert lines[2].endswith("3.8 fewer squares ahead of the best rival than with “3 whips”.")


def test_the_odds_of_the_first_options_are_told_unless_the_table_has_none() -> None:
    match = at_the_whips().match
    thoughts = Analysis([weighed(THREE, 611, [0] * 5), weighed(TWO, 540, [0] * 5)], THREE)
    with_odds, without = (explain(match.game, match.state, 0, thoughts, odds) for odds in (True, False))
    assert with_odds.reasons[0].text == "61 % to win, in 64 tries; move 5.0 on average."
    assert without.reasons[0].text == "61 % to win, in 64 tries."


def test_what_the_plain_program_would_have_done_is_named_when_it_differs() -> None:
    options = (weighed(THREE, 611, [0] * 5), weighed(TWO, 540, [0] * 5))
    assert said(*options, usual=ONE)[-1] == "By rule of thumb the choice would have been “1 whip”."
    assert not [line for line in said(*options) if line.startswith("By rule of thumb")]


def test_who_keeps_to_a_rule_of_thumb_though_another_option_looked_better_says_so() -> None:
    lines = said(weighed(THREE, 540, [0] * 5, 8), weighed(TWO, 611, [0] * 5, 8))
    assert lines[-1] == "It keeps to its rule of thumb: so few tries do not tell for sure what is better."
    assert "rule of thumb" not in said(weighed(THREE, 611, [0] * 5), weighed(TWO, 540, [0] * 5))[-1]


def test_many_options_are_not_all_told() -> None:
    options = [ScoredOption(Action("whips", (number,)), 9, 500 - number, [], []) for number in range(1, 10)]
    lines = said(*options, usual=ONE)
    assert len(lines) == 7
    assert lines[-1] == "3 more were weighed, and looked worse."


def test_a_program_that_weighs_nothing_says_so() -> None:
    match = at_the_whips().match
    told = bots.make("driver", match.game, 1).analyse(match.game, match.state, 0)
    assert explain(match.game, match.state, 0, told).lines() == ["It weighed nothing: it follows its rules of thumb."]


def test_where_there_is_one_option_there_is_nothing_to_weigh() -> None:
    assert said(weighed(ONE, 300, [0] * 5)) == ["There was nothing to weigh: only this could be done."]


@pytest.mark.parametrize(
    ("gap", "visits", "named"), [(40, 64, False), (120, 64, True), (120, 8, False), (9, 9999, False)]
)
def test_a_difference_is_named_only_if_it_is_sure(gap: int, visits: int, named: bool) -> None:
    game = at_the_whips().match.game
    one, other = (weighed(action, 500, [lead, 0, 0, 0, 0], visits) for action, lead in ((ONE, gap), (TWO, 0)))
    assert bool(differences(game, one, other)) is named
    assert ("fewer" in differences(game, other, one)) is named


def test_an_aspect_may_have_words_of_its_own_for_more_and_less() -> None:
    nearer = "{0} inches nearer|{0} inches farther off"
    assert [difference(nearer, gap) for gap in (150, -40)] == ["1.5 inches nearer", "0.4 inches farther off"]
    assert [difference("wounds left", gap) for gap in (150, -40)] == ["1.5 more wounds left", "0.4 fewer wounds left"]


@pytest.mark.parametrize(
    ("thousandths", "text"), [(0, "0 %"), (4, "<1 %"), (5, "1 %"), (614, "61 %"), (996, ">99 %"), (1000, "100 %")]
)
def test_a_chance_is_never_rounded_to_impossible_or_certain(thousandths: int, text: str) -> None:
    assert percent(thousandths) == text


@pytest.mark.parametrize("slug", sorted(hd.games()))
def test_every_aspect_has_its_words(slug: str) -> None:
    match = hd.new(slug, seed=1)
    for _ in range(30):
        for seat in range(match.setup.seats):
            assert len(match.game.features(match.state, seat)) == len(match.game.words.aspects)
        if match.decision is not None:
            match.play(match.proposals()[0])


# -------------------------------------------------------------------- advice


def test_advice_names_a_legal_action_and_is_the_same_for_the_same_seed() -> None:
    match = at_the_whips().match
    first, again = advise(match, seed=3), advise(match, seed=3)
    assert match.check(first.action) is None
    assert first.lines() == again.lines()
    assert "to win" in first.lines()[0]


def test_advice_does_not_depend_on_what_the_seat_cannot_know() -> None:
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


def test_a_choice_by_rule_of_thumb_is_weighed_beside_others_when_asked() -> None:
    duel = skirmish(A="hittite 0 0 0", B="egyptian 0 9 90", spread="1 3 4 4", scenario="duel", order="AB")
    state = duel.match.game.imagine(duel.state, 0, bytes(32))
    champion = bots.make("champion", duel.match.game, 1).analyse(duel.match.game, state, 0)
    assert [option.visits for option in champion.options] == [0]
    advice = advise_state(duel.match.game, state, 0, 1)
    assert advice.action.text == champion.chosen.text == advice.reasons[0].action.text
    assert len(advice.reasons) > 2
    assert all("% to win, in " in reason.text for reason in advice.reasons)
    assert len({reason.action.verb for reason in advice.reasons}) > 2


def test_nobody_is_advised_who_has_nothing_to_decide() -> None:
    match = at_the_whips().match
    with pytest.raises(ValueError, match="nothing to decide"):
        advise(match, seat=1)
    assert adviser_level(match.game) == "champion"


def test_who_holds_a_trick_has_a_secret() -> None:
    match = world("circus", A="0/1/2 whips 2", B="0/2/2 hand 6", dice="").match
    assert has_no_secret(match, 0)
    assert not has_no_secret(match, 1)
