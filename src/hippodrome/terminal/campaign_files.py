"""Campaign files: created, loaded, played and saved. A file with errors is never changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import hippodrome as hd
from hippodrome import bots
from hippodrome.atomic_files import write_atomically
from hippodrome.kit.campaign import Campaign, CampaignKind, NotReadyError, new_campaign, read_campaign
from hippodrome.kit.game import VARIANT
from hippodrome.kit.match import Match, campaign_outcome
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.toml_reader import DataError
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.match_arguments import ME, Seat, find_game, new_match, read_options, read_seats
from hippodrome.terminal.record_files import read_record
from hippodrome.terminal.saves import shell_path

FRIEND = "friend"
"""A player by link, in a campaign file from a server."""


def campaign_kinds() -> list[CampaignKind]:
    """Return all kinds of campaigns of all games."""
    return [kind for game in hd.games().values() for kind in game.campaigns()]


def find_kind(game: str | None, slug: str | None) -> CampaignKind:
    """Return the kind of campaign with this name; without one, the first of the game or of a loaded variant."""
    of_game = [kind for kind in campaign_kinds() if game is None or kind.game == find_game(game).slug]
    kinds = [kind for kind in of_game if slug in (None, kind.slug)]
    kinds.sort(key=lambda kind: VARIANT not in kind.game)  # a loaded variant takes precedence
    if not kinds:
        known = ", ".join(f"{kind.game} {kind.slug}" for kind in campaign_kinds())
        raise UsageError(f"there is no such campaign; choose one of: {known}")
    if game is None and VARIANT not in kinds[0].game and len({kind.game for kind in kinds}) > 1:
        known = ", ".join(f"{kind.game} ({kind.title})" for kind in kinds)
        raise UsageError(f"several games have campaigns; name one after the file: {known}")
    return kinds[0]


# -------------------------------------------------------------------- the file


def create(path: Path, kind: CampaignKind, names: str | None, seats: str | None, options: Sequence[str]) -> Campaign:
    """Create a campaign in a new file, and return it."""
    if path.exists():
        command = f"hippodrome campaign play {shell_path(path)}"
        raise UsageError(f"{path} already exists; continue it with {command}, or name another file")
    game = find_game(kind.game)
    players = read_seats(game, seats, kind.default_seats)
    crew_names = [name.strip() for name in names.split(",")] if names is not None else default_names(players)
    values = read_options(game, game.scenario(kind.scenarios[0]), options)
    try:
        campaign = new_campaign(kind, crew_names, [player.level for player in players], values)
    except NotReadyError as error:
        raise UsageError(error_text(error)) from None
    save(path, campaign)
    return campaign


def default_names(seats: Sequence[Seat]) -> list[str]:
    """Return the names of the crews if none are given: the names of the people, else the colours."""
    return [seat.name or seat.faction for seat in seats]


def load(path: Path) -> Campaign:
    """Return the campaign in a file. Errors name the line and key; the file is not changed."""
    try:
        return read_campaign(path.read_text(encoding="utf-8"), str(path), campaign_kinds())
    except DataError as error:
        hint = "; load its variant with --variant" if ", game: " in str(error) and VARIANT in str(error) else ""
        raise UsageError(f"{error}{hint}; the file was not changed") from None
    except FileNotFoundError:
        command = f"hippodrome campaign new {shell_path(path)}"
        raise UsageError(f"there is no file {str(path)!r}; start a campaign with {command}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a campaign: it is not a text file") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def save(path: Path, campaign: Campaign) -> None:
    """Write the file atomically: a crash leaves either the old or the new version."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, campaign.text())
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


# -------------------------------------------------------------------- games


def record_path(path: Path, campaign: Campaign) -> Path:
    """Return the path of the save file of the next game."""
    return path.with_name(f"{path.name}.game{len(campaign.games) + 1}.record")


def next_match(campaign: Campaign, seed: str | None) -> Match:
    """Return the next game at its first decision."""
    if campaign.is_over():
        raise UsageError(f"the campaign is over: {campaign.verdict()}")
    game = find_game(campaign.kind.game)
    options = [f"{name}={value}" for name, value in campaign.next_options().items()]
    return new_match(game, game.scenario(campaign.next_scenario()), campaign.seats, options, seed)


def next_players(campaign: Campaign, seats: str | None) -> list[Seat]:
    """Return the players of the next game: as in the file, or as typed after --seats for this game only."""
    game = find_game(campaign.kind.game)
    if seats is not None:
        players = read_seats(game, seats, campaign.seats)
        if len(players) != campaign.seats:
            raise UsageError(f"this campaign has {campaign.seats} players, not {len(players)}")
        return players
    people = (ME, FRIEND)
    known = [*people, *bots.all_levels(game)]
    levels = [player if player in known else bots.default_level(game) for player in campaign.players]
    named = zip(levels, campaign.names, strict=True)
    return [
        Seat(number, ME if level in people else level, name if level in people else "")
        for number, (level, name) in enumerate(named)
    ]


def add_match(path: Path, campaign: Campaign, match: Match, record_name: str) -> list[str]:
    """Add a finished match to the campaign, save the file, and return the effects as sentences."""
    try:
        effects = campaign.add_game(campaign_outcome(match, record_name))
    except NotReadyError as error:
        raise UsageError(error_text(error)) from None
    save(path, campaign)
    return effects


def import_record(path: Path, campaign: Campaign, record: Path) -> list[str]:
    """Add the match in a record file to the campaign, as `add_match` does."""
    match = read_record(record)
    if match.game.slug != campaign.kind.game:
        raise UsageError(f"{record} is a record of {match.game.title}, not of this campaign's game")
    return add_match(path, campaign, match, record.name)


# -------------------------------------------------------------------- decisions between games


def find_crew(campaign: Campaign, text: str) -> int:
    """Return the seat of a crew by its colour, its name or its number from 1."""
    for seat in range(campaign.seats):
        if text.lower() in (FACTIONS[seat].lower(), campaign.names[seat].lower(), str(seat + 1)):
            return seat
    known = ", ".join(f"{FACTIONS[seat]} ({name})" for seat, name in enumerate(campaign.names))
    raise UsageError(f"there is no crew {text!r}; choose one of: {known}")


def decide(path: Path, campaign: Campaign, crew: str, answer: str) -> list[str]:
    """Answer the open question of a crew, save the file, and return the effects as sentences."""
    seat = find_crew(campaign, crew)
    questions = [question for question in campaign.questions() if question.seat == seat]
    if not questions:
        raise UsageError(f"{campaign.names[seat]} has nothing to decide now")
    try:
        effects = campaign.decide(seat, questions[0].name, answer.lower())
    except NotReadyError as error:
        raise UsageError(error_text(error)) from None
    save(path, campaign)
    return effects


def error_text(error: NotReadyError) -> str:
    """Return the message of an error in the style of the command line: a small first letter and no full stop."""
    text = str(error)
    return text[:1].lower() + text[1:].removesuffix(".")
