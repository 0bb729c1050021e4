"""The commands of hippodrome campaign: new, show, play, import, decide and export."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.kit.campaign import MatchOutcome
from hippodrome.terminal import campaign_files
from tests.terminal.conftest import Run


@pytest.fixture
def file(run: Run, home: Path) -> Path:
    """A new ladder between two bots."""
    path = home / "ladder.json"
    result = run("campaign", "new", path, "wheelie", "--names", "Falcons,Bulls", "--seats", "random,random")
    assert result.exit_code == 0, result.output
    return path


def add_kills_of_red(path: Path, games: int = 2) -> None:
    """Add games in which Red has a kill, so that its crew gains a skill."""
    campaign = campaign_files.load(path)
    for number in range(games):
        figures = {"kills Red": 1, "alive Red": 1, "kills White": 0, "alive White": 1}
        campaign.add_game(MatchOutcome("", f"{number:064}", "ladder", campaign.next_options(), [1, 2], figures))
    campaign_files.save(path, campaign)


def write_next_game(path: Path, home: Path, seed: int = 5, **options: str) -> Path:
    """Write the record of a match that fits as the next game, but for the given options."""
    values = {**campaign_files.load(path).next_options(), **options}
    match = hd.new("wheelie", "ladder", seats=2, seed=seed, options=values)
    while match.decision:
        match.play(match.proposals()[0])
    record = home / f"{seed}.record"
    record.write_text(match.record(), encoding="utf-8")
    return record


def test_a_new_campaign_is_saved_and_shown(run: Run, file: Path) -> None:
    shown = run("campaign", "show", file).output
    assert "What a Wheelie: The ladder" in shown
    assert "Red    Falcons" in shown
    assert "No game has been played yet." in shown
    assert f"hippodrome campaign play {file}" in shown.replace("~", str(Path.home()))
    assert json.loads(file.read_text(encoding="utf-8"))["players"] == ["random", "random"]


def test_an_existing_file_is_not_overwritten(run: Run, file: Path) -> None:
    before = file.read_bytes()
    result = run("campaign", "new", file, "wheelie")
    assert result.exit_code == 2
    assert "already exists" in result.stderr
    assert file.read_bytes() == before


def test_the_next_game_is_played_and_added(run: Run, file: Path) -> None:
    result = run("campaign", "play", file, "--seed", 3)
    assert result.exit_code == 0, result.output
    assert "(ladder.json.game1.record)" in result.output
    (game,) = campaign_files.load(file).games
    assert game.match == "ladder.json.game1.record"
    match = hd.replay((file.parent / game.match).read_text(encoding="utf-8"))
    assert (match.commitment, match.result is not None) == (game.commitment, True)
    assert "verify" in result.output


def test_an_interrupted_game_is_resumed(run: Run, home: Path) -> None:
    path = home / "war.json"
    run("campaign", "new", path, "wheelie", "--seats", "me,random")
    stopped = run("campaign", "play", path, "--seed", 3, typed="q\n")
    assert stopped.exit_code == 0
    assert "hippodrome campaign play" in stopped.output
    assert campaign_files.load(path).games == []
    saved = (home / "war.json.game1.record").read_text(encoding="utf-8")
    assert run("campaign", "play", path, "--seats", "random,random").exit_code == 0
    (game,) = campaign_files.load(path).games
    assert f"commitment {game.commitment}" in saved


def test_a_finished_game_is_added_later_if_the_file_could_not_be_written(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(campaign_files, "write_atomically", fail)
        result = run("campaign", "play", file, "--seed", 3)
        assert (result.exit_code, "No space left" in result.stderr) == (2, True)
    assert campaign_files.load(file).games == []
    assert run("campaign", "play", file).exit_code == 0
    assert len(campaign_files.load(file).games) == 1


def test_a_record_is_imported_once(run: Run, file: Path, home: Path) -> None:
    record = write_next_game(file, home)
    assert run("campaign", "import", file, record).exit_code == 0
    assert campaign_files.load(file).games[0].match == record.name
    again = run("campaign", "import", file, record)
    assert again.exit_code == 2
    assert "this match is in the campaign already" in again.stderr
    other = run("campaign", "import", file, write_next_game(file, home, 6, morale="off"))
    assert "played with morale off; it must be on" in other.stderr
    assert len(campaign_files.load(file).games) == 1


def test_a_record_of_another_game_or_scenario_is_refused(run: Run, file: Path) -> None:
    records = Path(__file__).parents[1] / "records"
    other_game = run("campaign", "import", file, records / "benhur-arena.record")
    assert "is a record of Ben-Hur, not of this campaign's game" in other_game.stderr
    assert (
        "this match does not fit: the campaign plays ladder with 2 seats"
        in run("campaign", "import", file, records / "wheelie-duel.record").stderr
    )


def test_a_crew_is_named_by_colour_name_or_number(run: Run, file: Path) -> None:
    add_kills_of_red(file)
    assert "hippodrome campaign decide ~/ladder.json red driver" in run("campaign", "show", file).output
    wrong = run("campaign", "decide", file, "red", "cook")
    assert "the answer must be warrior or driver, not cook" in wrong.stderr
    assert "there is no crew 'Green'" in run("campaign", "decide", file, "Green", "driver").stderr
    assert "Bulls has nothing to decide now" in run("campaign", "decide", file, "2", "driver").stderr
    assert "Falcons now has an Expert Driver." in run("campaign", "decide", file, "falcons", "Driver").output
    assert campaign_files.load(file).next_options()["expert_red"] == "driver"


def test_a_person_is_asked_before_the_next_game(run: Run, home: Path) -> None:
    path = home / "war.json"
    run("campaign", "new", path, "wheelie", "--seats", "me:Aulus,random")
    add_kills_of_red(path)
    result = run("campaign", "play", path, typed="9\n2\nq\n")
    assert "Aulus becomes Expert: Warrior or Driver?" in result.output
    assert "Type 1 or 2." in result.output
    assert campaign_files.load(path).next_options()["expert_red"] == "driver"
    assert "expert_red driver" in (home / "war.json.game3.record").read_text(encoding="utf-8").replace("=", " ")


def test_a_bot_takes_the_default(run: Run, file: Path) -> None:
    add_kills_of_red(file)
    assert run("campaign", "play", file, "--seed", 1).exit_code == 0
    assert campaign_files.load(file).entries[2].answer == "warrior"


def test_a_campaign_is_exported_as_text_and_as_a_file(run: Run, file: Path, home: Path) -> None:
    add_kills_of_red(file)
    text = run("campaign", "export", file).output
    assert "Falcons wins game 2." in text
    assert "Falcons leads 2-0." in text
    assert run("campaign", "export", file, "--json", "-o", home / "copy.json").exit_code == 0
    assert (home / "copy.json").read_bytes() == file.read_bytes()
    shown = json.loads(run("campaign", "show", file, "--json").stdout)
    assert (shown["over"], shown["questions"][0]["seat"]) == (False, 0)


@pytest.mark.parametrize("command", ["show", "play", "export"])
def test_an_error_in_a_file_is_located_and_the_file_is_not_changed(run: Run, file: Path, command: str) -> None:
    add_kills_of_red(file)
    broken = file.read_text(encoding="utf-8").replace('"alive White": 1', '"alive White": "many"', 1)
    file.write_text(broken, encoding="utf-8")
    line = next(number for number, row in enumerate(broken.splitlines(), 1) if '"many"' in row)
    result = run("campaign", command, file)
    assert result.exit_code == 2
    assert f"ladder.json, line {line}, entries[0].figures.alive White: must be" in result.stderr
    assert "the file was not changed" in result.stderr
    assert file.read_text(encoding="utf-8") == broken
    assert sorted(os.listdir(file.parent)) == ["ladder.json"]


def test_a_truncated_missing_or_binary_file_is_reported(run: Run, file: Path, home: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8")[:100], encoding="utf-8")
    assert "this is not JSON" in run("campaign", "show", file).stderr
    file.write_text("Dear diary,", encoding="utf-8")
    assert "this is not a campaign file" in run("campaign", "show", file).stderr
    assert "there is no file" in run("campaign", "show", home / "nothing.json").stderr
    file.write_bytes(b"\xff\xfe")
    assert "it is not a text file" in run("campaign", "show", file).stderr


def test_an_impossible_campaign_is_refused_and_creates_no_file(run: Run, home: Path) -> None:
    path = home / "war.json"
    assert (
        "choose one of: benhur season, races season, wheelie ladder" in run("campaign", "new", path, "chariot").stderr
    )
    assert "for 2 players, not 3" in run("campaign", "new", path, "wheelie", "--names", "A,B,C").stderr
    assert "no option 'expert_red'" in run("campaign", "new", path, "wheelie", "-o", "expert_red=driver").stderr
    assert not path.exists()


# -------------------------------------------------------------------- seasons


def test_a_season_is_raced_track_by_track(run: Run, home: Path) -> None:
    path = home / "season.json"
    made = run("campaign", "new", path, "races", "--seats", "random,random,random", "-o", "races=3", "-o", "laps=1")
    assert made.exit_code == 0, made.output
    assert "Chariot Races: A season" in made.output
    assert campaign_files.load(path).next_scenario() == "oval"
    raced = run("campaign", "play", path, "--seed", 3)
    assert raced.exit_code == 0, raced.output
    assert "Race 1, Old Oval:" in raced.output
    assert "Points:" in raced.output
    shown = json.loads(run("campaign", "show", path, "--json").output)
    assert shown["next_scenario"] == "eight"
    assert sorted(int(row[3]) for row in shown["rows"]) == [4, 6, 10]


def test_without_a_game_the_games_with_campaigns_are_named(run: Run, home: Path) -> None:
    result = run("campaign", "new", home / "any.json")
    assert result.exit_code == 2
    assert "several games have campaigns" in result.stderr
    assert "benhur (A season), races (A season), wheelie (The ladder)" in " ".join(result.stderr.split())


def test_a_season_of_ben_hur_is_raced(run: Run, home: Path) -> None:
    path = home / "season.json"
    made = run("campaign", "new", path, "benhur", "--seats", "random,random", "-o", "races=3", "-o", "laps=1")
    assert made.exit_code == 0, made.output
    raced = run("campaign", "play", path, "--seed", 3)
    assert raced.exit_code == 0, raced.output
    assert "Race 1, The River:" in raced.output
    assert campaign_files.load(path).next_scenario() == "circus"
