"""An experiment to begin with: a file in which everything that can be asked stands, with what it means."""

from __future__ import annotations

from hippodrome import catalogue
from hippodrome.bots import default_level, levels
from hippodrome.kit.game import Game, Setting
from hippodrome.kit.round_robin import RoundRobinSpec
from hippodrome.variants import toml_writer
from hippodrome.variants.paths import file_names

_TEXT = """\
# An experiment with {title}. Run it with: hippodrome lab run FILE
title = "What is it that you would like to know?"
game = "{game}"
# with = "my-variant/"      # a variant to experiment with, beside this file
scenarios = [{scenarios}]
{sides}
# only = [{only}]     # only pairings in which one of these takes part
players = [{players}]      # programs: {levels}; everybody meets everybody else
games = 100                # at most so many of each pairing, on each scenario, in each arm
# seats = {seats}                # how many sit at the table; two pairs share four seats
# batch = 20               # so many are kept at a time, and looked at to see whether to stop
# seed = 1                 # fixes all dice
# swap = true              # every match again with the same dice and the seats swapped
# mirror = true            # everybody meets himself too: does the seat matter?
# decisions = true         # keep a row for every decision

[options]
{options}

# Any value of the data files, by file, row and key, each with the values to try; "option.NAME" for an option.
# Files: {files}.
[vary]
# "option.{option}" = {values}

# Stop a pairing when it is settled whether it is fair, give or take the margin; wrong in 5 of 100 experiments at most.
[stop]
margin = 0.05
alpha = 0.05
"""


_SIDES_TEXT = """\
# What is compared: some of {keys}; or "all".
sides = [{first}]"""
_NO_SIDES_TEXT = """\
# sides = ["one", "other"]   # what is compared: the values of an option, named by
# side_option = "NAME_*"     # with red, white and so on, one for each seat, in place of the star"""


def template_text(game: Game) -> str:
    """Return the text of a fresh experiment; it can be run as it is."""
    contest = game.round_robin()
    first = game.scenarios()[0]
    varied = next((each for each in first.options if isinstance(each.default, int)), first.options[0])
    known = levels(game)
    plain = known[: known.index(default_level(game)) + 1]
    return _TEXT.format(
        title=game.title,
        game=game.base,
        scenarios=toml_writer.text(contest.scenarios[0] if contest is not None else first.slug),
        sides=_sides(contest),
        only=toml_writer.text(contest.contenders[0].key if contest is not None else plain[-1]),
        players=_quoted(plain[-1:] if contest is not None else plain[-2:]),
        levels=", ".join(known),
        seats=first.default_seats,
        options="\n".join(f"# {each.name} = {_default_value(each)}" for each in first.options),
        option=varied.name,
        values=toml_writer.value(list(varied.values)),
        files=", ".join(file_names(catalogue.texts(game.base))),
    )


def _sides(contest: RoundRobinSpec | None) -> str:
    if contest is None:
        return _NO_SIDES_TEXT
    keys = [one.key for one in contest.contenders]
    return _SIDES_TEXT.format(keys=", ".join(keys), first=_quoted(keys[:2]))


def _quoted(words: list[str]) -> str:
    return ", ".join(toml_writer.text(word) for word in words)


def _default_value(setting: Setting) -> str:
    return toml_writer.value(setting.values[0] if setting.custom_kind else setting.default)
