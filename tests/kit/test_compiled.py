"""Which build is being tested: the one that was meant."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import hippodrome
from tests.support import COMPILED

FOLDERS = ("hippodrome.kit", "hippodrome.games", "hippodrome.bots")


def modules() -> list[str]:
    """Every module of the rules and of the programs that play."""
    found: list[str] = []
    for folder in FOLDERS:
        found.append(folder)
        path = importlib.import_module(folder).__path__
        found += [module.name for module in pkgutil.walk_packages(path, folder + ".")]
    return found


def test_there_are_modules_to_look_at() -> None:
    assert {"hippodrome.kit.agenda", "hippodrome.games.pig.state", "hippodrome.bots.playthrough"} <= set(modules())


@pytest.mark.parametrize("name", modules())
def test_a_module_is_compiled_if_and_only_if_it_should_be(name: str) -> None:
    file = importlib.import_module(name).__file__
    assert file is not None
    assert file.endswith((".so", ".pyd") if COMPILED else ".py"), file


def test_the_front_door_is_never_compiled() -> None:
    assert hippodrome.__file__.endswith(".py")
