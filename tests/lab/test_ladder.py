"""The ladder: levels meet with swapped seats, matches are saved, and levels are rated."""

from __future__ import annotations

from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.kit.game import Lineup, Result
from hippodrome.lab.fitted_models import rate_players
from hippodrome.lab.ladder import FILE, lineups_of, matches, run_ladder, split_evenly
from hippodrome.lab.ladder.matches import LadderTask, ahead_share, play_task, win_share, with_effort

PLAIN_LEVELS = ("recruit", "driver")


def without_times(figures: dict[str, object]) -> str:
    """Return the figures without the thinking times."""
    for game in figures["ladders"]:  # type: ignore[attr-defined]
        for level in game["levels"]:
            del level["milliseconds"]
    return str(figures)


@pytest.mark.parametrize("slug", sorted(hd.games()))
def test_every_lineup_can_be_set_up_with_the_seats_shared_evenly(slug: str) -> None:
    for lineup in lineups_of(hd.game(slug)):
        assert lineup.seats % 2 == 0
        match = hd.new(slug, lineup.scenario, seats=lineup.seats, options=dict(lineup.options), seed=1)
        assert match.decision is not None


def test_a_game_without_lineups_has_a_default() -> None:
    assert [(lineup.scenario, lineup.seats) for lineup in lineups_of(hd.game("pig"))] == [("plain", 2)]


def test_the_driver_beats_the_recruit_from_either_seat() -> None:
    ladder = run_ladder(["benhur"], PLAIN_LEVELS, games=24).json()["ladders"][0]
    (pair,) = ladder["pairs"]
    assert (pair["one"], pair["other"], pair["games"]) == ("driver", "recruit", 24)
    assert [lineup["games"] for lineup in pair["kinds"]] == [12, 12]
    assert pair["won"]["share"] > 0.8
    assert pair["won"]["low"] < pair["won"]["share"] <= pair["won"]["high"]
    recruit, driver = ladder["levels"]
    assert (recruit["level"], driver["level"]) == PLAIN_LEVELS
    assert driver["rating"] > 25 > recruit["rating"]
    assert driver["decisions"] > 0


def test_both_matches_of_a_task_have_the_same_dice_and_swapped_seats() -> None:
    first, second = play_task(LadderTask("benhur", 1, "driver", "recruit", 0, 1, 100))
    assert first.seats == ("driver", "recruit", "driver", "recruit")
    assert second.seats == ("recruit", "driver", "recruit", "driver")
    assert (first.key, first.rotation, second.rotation) == (second.key, 0, 1)


def test_one_process_or_two_give_the_same_figures() -> None:
    one = run_ladder(["benhur"], PLAIN_LEVELS, games=12)
    two = run_ladder(["benhur"], PLAIN_LEVELS, games=12, processes=2)
    assert without_times(one.json()) == without_times(two.json())


def test_searching_levels_are_deterministic_and_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hd.game("benhur"), "lineups", (Lineup("short", "arena", 2, (("laps", 1),)),))
    one, two = (run_ladder(["benhur"], ("driver", "veteran"), games=2, effort=13) for _ in range(2))
    driver, veteran = one.json()["ladders"][0]["levels"]
    assert veteran["milliseconds"] > driver["milliseconds"]
    assert without_times(one.json()) == without_times(two.json())
    assert "search effort 13 %" in one.title()


def test_saved_matches_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run_ladder(["benhur"], PLAIN_LEVELS, games=8, results_dir=tmp_path)
    file = tmp_path / FILE
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 8
    file.write_text("".join(lines[:7]) + lines[7][:40], encoding="utf-8")  # killed while the last line was written
    calls: list[int] = []
    real = matches.play_rotation

    def count_calls(task: LadderTask, rotation: int) -> matches.LadderMatch:
        calls.append(task.number)
        return real(task, rotation)

    monkeypatch.setattr(matches, "play_rotation", count_calls)
    again = run_ladder(["benhur"], PLAIN_LEVELS, games=8, results_dir=tmp_path)
    assert len(calls) == 2
    assert without_times(again.json()) == without_times(first.json())
    calls.clear()
    run_ladder(
        ["benhur"], PLAIN_LEVELS, games=8, results_dir=tmp_path, effort=50
    )  # without search, effort makes no difference
    assert calls == []
    run_ladder(["benhur"], PLAIN_LEVELS, games=8, results_dir=tmp_path, seed=2)
    assert len(calls) == 8


def test_shares_of_wins_and_of_seats_ahead() -> None:
    seated = ("a", "b", "a", "b")
    assert win_share(Result((1, 2, 3, 4), "x"), seated, "a") == 1
    assert win_share(Result((1, 1, 3, 4), "x"), seated, "a") == 0.5
    assert win_share(Result((2, 2, 2, 2), "x"), seated, "a") == 0.5
    assert ahead_share((1, 2, 3, 4), seated, "a") == 0.75
    assert ahead_share((2, 1, 2, 2), seated, "b") == pytest.approx((1 + 1 + 0.5 + 0.5) / 4)
    assert split_evenly(7, 3) == [3, 2, 2]


def test_effort_applies_only_to_searching_levels() -> None:
    assert with_effort("champion", 25) == "champion/25"
    assert with_effort("champion", 100) == "champion"
    assert with_effort("driver", 25) == "driver"


def test_ratings_follow_wins() -> None:
    ratings = rate_players(["a", "b", "c"], [(("a", "b"), (1, 2)), (("b", "c"), (1, 2))] * 10)
    assert ratings["a"][0] > ratings["b"][0] > ratings["c"][0]
    assert ratings["a"][1] < 25 / 3


def test_all_pairs_meet_if_wanted() -> None:
    ladder = run_ladder(["benhur"], ("random", *PLAIN_LEVELS), games=4, all_pairs=True).json()["ladders"][0]
    assert [(pair["one"], pair["other"]) for pair in ladder["pairs"]] == [
        ("recruit", "random"),
        ("driver", "random"),
        ("driver", "recruit"),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 3}, "an even number of matches, at least 4, not 3"),
        ({"games": 2}, "at least 4, not 2"),
        ({"only": ("genius", "driver")}, "no bot 'genius' plays here; there are: random, recruit, driver"),
        ({"only": ("driver",)}, "no game has two of these levels"),
        ({"processes": 0}, "at least one process"),
        ({"effort": 0}, "an effort of 1 to 1000 per cent"),
    ],
)
def test_impossible_ladders_are_rejected(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run_ladder(["benhur"], **arguments)  # type: ignore[arg-type]
