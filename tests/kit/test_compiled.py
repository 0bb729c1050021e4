"""The build under test: modules are compiled if, and only if, the test run asks for it."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import hatch_build
import hippodrome
from tests.support import COMPILED

PACKAGES = ("hippodrome.kit", "hippodrome.games", "hippodrome.bots")


def module_names() -> list[str]:
    """Return the names of all modules of the rules and the bots."""
    names: list[str] = []
    for package in PACKAGES:
        names.append(package)
        path = importlib.import_module(package).__path__
        names += [module.name for module in pkgutil.walk_packages(path, package + ".")]
    return names


def test_the_list_of_modules_covers_every_package() -> None:
    assert {"hippodrome.kit.agenda", "hippodrome.games.pig.sequence", "hippodrome.bots.playthrough"} <= set(
        module_names()
    )


@pytest.mark.parametrize("name", module_names())
def test_a_module_is_compiled_if_and_only_if_it_should_be(name: str) -> None:
    file = importlib.import_module(name).__file__
    assert file is not None
    _, folder, *path = name.split(".")
    is_hot = not path or path[-1] not in hatch_build.INTERPRETED[folder]
    assert file.endswith((".so", ".pyd") if COMPILED and is_hot else ".py"), file


@pytest.mark.parametrize(("folder", "names"), hatch_build.INTERPRETED.items())
def test_the_list_of_interpreted_modules_names_modules(folder: str, names: tuple[str, ...]) -> None:
    stems = {name.rpartition(".")[2] for name in module_names() if name.startswith(f"hippodrome.{folder}.")}
    assert set(names) <= stems


def test_the_top_level_package_is_never_compiled() -> None:
    assert hippodrome.__file__.endswith(".py")
