"""A template for experiment files: every key, with a comment that explains it."""

from __future__ import annotations

import tomlkit

from hippodrome import catalogue
from hippodrome.bots import default_level, levels
from hippodrome.kit.game import Game, Setting, Value
from hippodrome.kit.round_robin import RoundRobinSpec
from hippodrome.variants.paths import file_names

_TEXT = """\
# An experiment with {title}. Run it with: hippodrome lab run FILE
title = "What would you like to know?"
game = "{game}"
# with = "my-variant/"      # a variant, in a folder or file next to this one
scenarios = [{scenarios}]
{sides}
# only = [{only}]     # only pairings with one of these
players = [{players}]      # bots: {levels}; each plays against each other
games = 100                # at most this many per pairing, scenario and arm
# seats = {seats}                # with more than two seats, the two opponents alternate
# batch = 20               # results are saved and checked after this many matches
# seed = 1                 # determines all dice
# swap = true              # play every match again with the same dice and the seats swapped
# mirror = true            # each opponent also plays itself: does the seat matter?
# decisions = true         # also save one row per decision

[options]
{options}

# Any value of the data files, by file, row and key, with the values to try; "option.NAME" for an option.
# Files: {files}.
[vary]
# "option.{option}" = {values}

# Stop a pairing when its score is known to differ from 50 %, or to lie within the margin of it. At most 5 of 100
# experiments stop any pairing with a wrong verdict.
[stop]
margin = 0.05
alpha = 0.05
"""


_SIDES_TEXT = """\
# The sides to compare: some of {keys}; or "all".
sides = [{first}]"""
_NO_SIDES_TEXT = """\
# sides = ["one", "other"]   # to compare values of an option, and
# side_option = "NAME_*"     # its name; the star stands for red, white and so on"""


def template_text(game: Game) -> str:
    """Return the text of a new experiment file, which can be run unchanged."""
    spec = game.analysis.round_robin()
    first = game.scenarios()[0]
    varied = next((each for each in first.options if isinstance(each.default, int)), first.options[0])
    all_levels = levels(game)
    easy_levels = all_levels[: all_levels.index(default_level(game)) + 1]
    return _TEXT.format(
        title=game.title,
        game=game.base,
        scenarios=_toml(spec.scenarios[0] if spec is not None else first.slug),
        sides=_sides(spec),
        only=_toml(spec.contenders[0].key if spec is not None else easy_levels[-1]),
        players=_quote_all(easy_levels[-1:] if spec is not None else easy_levels[-2:]),
        levels=", ".join(all_levels),
        seats=first.default_seats,
        options="\n".join(f"# {each.name} = {_default_value(each)}" for each in first.options),
        option=varied.name,
        values=_toml(list(varied.values)),
        files=", ".join(file_names(catalogue.game_texts(game.base))),
    )


def _sides(spec: RoundRobinSpec | None) -> str:
    if spec is None:
        return _NO_SIDES_TEXT
    keys = [one.key for one in spec.contenders]
    return _SIDES_TEXT.format(keys=", ".join(keys), first=_quote_all(keys[:2]))


def _quote_all(words: list[str]) -> str:
    return ", ".join(_toml(word) for word in words)


def _default_value(setting: Setting) -> str:
    return _toml(setting.values[0] if setting.custom_kind else setting.default)


def _toml(value: Value | list[Value]) -> str:
    return tomlkit.item(value).as_string()
