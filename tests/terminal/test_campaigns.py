"""The commands of hippodrome campaign: a file that is begun, played on, decided, shown and exported."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.kit.campaign import Outcome
from hippodrome.terminal import campaign_files
from tests.terminal.conftest import Run


@pytest.fixture
def file(run: Run, home: Path) -> Path:
    """A new ladder between two programs."""
    path = home / "ladder.json"
    result = run("campaign", "new", path, "wheelie", "--names", "Falcons,Bulls", "--seats", "random,random")
    assert result.exit_code == 0, result.output
    return path


def grown(path: Path, games: int = 2) -> None:
    """Red has a kill in so many games."""
    campaign = campaign_files.load(path)
    for number in range(games):
        figures = {"kills Red": 1, "alive Red": 1, "kills White": 0, "alive White": 1}
        campaign.add_game(Outcome("", f"{number:064}", "ladder", campaign.next_options(), [1, 2], figures))
    campaign_files.keep(path, campaign)


def record_of(path: Path, home: Path, seed: int = 5, **options: str) -> Path:
    """The record of a match that could be the next game."""
    chosen = {**campaign_files.load(path).next_options(), **options}
    match = hd.new("wheelie", "ladder", seats=2, seed=seed, options=chosen)
    while match.decision:
        match.play(match.proposals()[0])
    record = home / f"{seed}.record"
    record.write_text(match.record(), encoding="utf-8")
    return record


def test_a_campaign_is_begun_in_a_file_and_shown(run: Run, file: Path) -> None:
    shown = run("campaign", "show", file).output
    assert "What a Wheelie: The ladder" in shown
    assert "Red    Falcons" in shown
    assert "No game has been played yet." in shown
    assert f"hippodrome campaign play {file}" in shown.replace("~", str(Path.home()))
    assert json.loads(file.read_text(encoding="utf-8"))["players"] == ["random", "random"]


def test_a_file_that_is_there_is_not_overwritten(run: Run, file: Path) -> None:
    before = file.read_bytes()
    result = run("campaign", "new", file)
    assert result.exit_code == 2
    assert "is there already" in result.stderr
    assert file.read_bytes() == before


def test_the_next_game_is_played_and_taken_in(run: Run, file: Path) -> None:
    result = run("campaign", "play", file, "--seed", 3)
    assert result.exit_code == 0, result.output
    assert "Game 1 " in result.output
    (game,) = campaign_files.load(file).games
    assert game.match == "ladder.json.game1.record"
    match = hd.replay((file.parent / game.match).read_text(encoding="utf-8"))
    assert (match.commitment, match.result is not None) == (game.commitment, True)
    assert "verify" in result.output


def test_a_game_that_was_stopped_goes_on(run: Run, home: Path) -> None:
    path = home / "war.json"
    run("campaign", "new", path, "--seats", "me,random")
    stopped = run("campaign", "play", path, "--seed", 3, typed="q\n")
    assert stopped.exit_code == 0
    assert "hippodrome campaign play" in stopped.output
    assert campaign_files.load(path).games == []
    begun = (home / "war.json.game1.record").read_text(encoding="utf-8")
    assert run("campaign", "play", path, "--seats", "random,random").exit_code == 0
    (game,) = campaign_files.load(path).games
    assert f"commitment {game.commitment}" in begun


def test_a_finished_game_that_was_not_taken_in_is(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(campaign_files, "write_whole", broken)
        result = run("campaign", "play", file, "--seed", 3)
        assert (result.exit_code, "No space left" in result.stderr) == (2, True)
    assert campaign_files.load(file).games == []
    assert run("campaign", "play", file).exit_code == 0
    assert len(campaign_files.load(file).games) == 1


def test_a_record_is_taken_in_once(run: Run, file: Path, home: Path) -> None:
    record = record_of(file, home)
    assert run("campaign", "import", file, record).exit_code == 0
    assert campaign_files.load(file).games[0].match == record.name
    again = run("campaign", "import", file, record)
    assert again.exit_code == 2
    assert "this match is in the campaign already" in again.stderr
    other = run("campaign", "import", file, record_of(file, home, 6, morale="off"))
    assert "played with morale off; it must be on" in other.stderr
    assert len(campaign_files.load(file).games) == 1


def test_a_record_of_something_else_is_refused(run: Run, file: Path) -> None:
    records = Path(__file__).parents[1] / "records"
    assert "does not play" in run("campaign", "import", file, records / "benhur-arena.record").stderr
    assert "another match" in run("campaign", "import", file, records / "wheelie-duel.record").stderr


def test_what_is_open_is_decided_by_colour_name_or_number(run: Run, file: Path) -> None:
    grown(file)
    assert "decide" in run("campaign", "show", file).output
    wrong = run("campaign", "decide", file, "red", "cook")
    assert "this can be warrior or driver, not cook" in wrong.stderr
    assert "nobody is called 'Green'" in run("campaign", "decide", file, "Green", "driver").stderr
    assert "Bulls has nothing to decide now" in run("campaign", "decide", file, "2", "driver").stderr
    assert "Expert Driver from now on" in run("campaign", "decide", file, "falcons", "Driver").output
    assert campaign_files.load(file).next_options()["expert_red"] == "driver"


def test_a_person_is_asked_before_the_next_game(run: Run, home: Path) -> None:
    path = home / "war.json"
    run("campaign", "new", path, "--seats", "me:Aulus,random")
    grown(path)
    result = run("campaign", "play", path, typed="9\n2\nq\n")
    assert "Aulus: the crew becomes Expert. Warrior or Driver?" in result.output
    assert "Type 1 or 2." in result.output
    assert campaign_files.load(path).next_options()["expert_red"] == "driver"
    assert "expert_red driver" in (home / "war.json.game3.record").read_text(encoding="utf-8").replace("=", " ")


def test_a_program_takes_what_is_usual(run: Run, file: Path) -> None:
    grown(file)
    assert run("campaign", "play", file, "--seed", 1).exit_code == 0
    assert campaign_files.load(file).entries[2].answer == "warrior"


def test_a_campaign_is_exported_as_text_and_as_a_file(run: Run, file: Path, home: Path) -> None:
    grown(file)
    text = run("campaign", "export", file).output
    assert "Game 2 goes to Falcons." in text
    assert "It stands 2 games to 0 for Falcons." in text
    assert run("campaign", "export", file, "--json", "-o", home / "copy.json").exit_code == 0
    assert (home / "copy.json").read_bytes() == file.read_bytes()
    found = json.loads(run("campaign", "show", file, "--json").stdout)
    assert (found["over"], found["questions"][0]["seat"]) == (False, 0)


@pytest.mark.parametrize("command", ["show", "play", "export"])
def test_a_broken_file_is_named_and_left_as_it_is(run: Run, file: Path, command: str) -> None:
    grown(file)
    broken = file.read_text(encoding="utf-8").replace('"alive White": 1', '"alive White": "yes"', 1)
    file.write_text(broken, encoding="utf-8")
    line = next(number for number, row in enumerate(broken.splitlines(), 1) if '"yes"' in row)
    result = run("campaign", command, file)
    assert result.exit_code == 2
    assert f"ladder.json, line {line}, entries[0].figures.alive White: must be" in result.stderr
    assert "left as it is" in result.stderr
    assert file.read_text(encoding="utf-8") == broken
    assert sorted(os.listdir(file.parent)) == ["ladder.json"]


def test_half_a_file_and_no_file_are_named(run: Run, file: Path, home: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8")[:100], encoding="utf-8")
    assert "this is not JSON" in run("campaign", "show", file).stderr
    assert "there is no file" in run("campaign", "show", home / "nothing.json").stderr
    file.write_bytes(b"\xff\xfe")
    assert "it is not text" in run("campaign", "show", file).stderr


def test_what_cannot_be_begun_is_said(run: Run, home: Path) -> None:
    path = home / "war.json"
    assert "there is no such campaign; there are: wheelie ladder" in run("campaign", "new", path, "benhur").stderr
    assert "for 2 players, not 3" in run("campaign", "new", path, "--names", "A,B,C").stderr
    assert "no option 'expert_red'" in run("campaign", "new", path, "-o", "expert_red=driver").stderr
    assert not path.exists()
