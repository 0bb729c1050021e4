"""The script ./play: what it installs when, and which word goes where."""

import ast
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def play() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("play_script", str(ROOT / "play"))
    spec = importlib.util.spec_from_loader("play_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    cached, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = cached
    return module


class Installed:
    """An environment that only notes what it was asked to do."""

    def __init__(self, play: ModuleType, patch: pytest.MonkeyPatch, folder: Path, compiled: bool) -> None:
        self.done: list[object] = []
        self.env: Any = play.Environment(folder.name, compiled)
        self.env.stamp_file = folder / "stamp.json"
        self.env.python = folder / "python"
        patch.setattr(self.env, "create", self.create)
        patch.setattr(self.env, "build_wheel", lambda: self.done.append("compile"))
        patch.setattr(self.env, "install_project", lambda extras: self.done.append(f"install{extras}"))

    def create(self, afresh: bool) -> None:
        self.env.python.touch()
        self.done.append("create afresh" if afresh else "create")

    def ensure(self, *extras: str) -> list[object]:
        self.done.clear()
        self.env.ensure(*extras)
        return list(self.done)


@pytest.fixture
def installed(play: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Installed:
    return Installed(play, monkeypatch, tmp_path, compiled=False)


@pytest.fixture
def compiled(play: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Installed:
    return Installed(play, monkeypatch, tmp_path, compiled=True)


# Python's version ---------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (4, 0)])
def test_a_new_python_will_do(play: ModuleType, version: tuple[int, int]) -> None:
    assert play.too_old(*version) is None


@pytest.mark.parametrize("version", [(2, 7), (3, 9), (3, 10)])
def test_an_old_python_is_told_what_is_needed(play: ModuleType, version: tuple[int, int]) -> None:
    message = play.too_old(*version)
    assert "needs Python 3.11 or newer" in message
    assert "{}.{}".format(*version) in message


def test_an_old_python_can_read_the_script_far_enough_to_say_so() -> None:
    """A syntax error would come before the message."""
    ast.parse((ROOT / "play").read_text(encoding="utf-8"), feature_version=(3, 6))


# fingerprints -------------------------------------------------------------------------------------


def test_a_fingerprint_follows_contents_and_names(play: ModuleType, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("x")
    two.write_text("y")
    seen = {play.fingerprint([one, two], tmp_path)}
    assert play.fingerprint([two, one], tmp_path) in seen, "the order of the files does not matter"
    one.write_text("z")
    seen.add(play.fingerprint([one, two], tmp_path))
    seen.add(play.fingerprint([one], tmp_path))
    one.rename(tmp_path / "three")
    seen.add(play.fingerprint([tmp_path / "three", two], tmp_path))
    assert len(seen) == 4


def test_only_the_compiled_environment_follows_the_package(play: ModuleType) -> None:
    front_door = ROOT / "src" / "hippodrome" / "__init__.py"
    assert front_door in play.installed_files(compiled=True)
    assert front_door not in play.installed_files(compiled=False)
    for compiled in (True, False):
        assert {ROOT / "pyproject.toml", ROOT / "hatch_build.py"} <= set(play.installed_files(compiled))


# installation -------------------------------------------------------------------------------------


def test_the_first_start_installs_and_the_second_does_nothing(installed: Installed) -> None:
    assert installed.ensure() == ["create", "install"]
    assert installed.ensure() == []


def test_extras_are_added_and_kept(installed: Installed) -> None:
    installed.ensure()
    assert installed.ensure("test") == ["install[test]"]
    assert installed.ensure("check") == ["install[check,test]"]
    assert installed.ensure("test") == []
    assert installed.ensure() == []


def test_a_changed_project_is_installed_again(
    installed: Installed, play: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed.ensure("test")
    monkeypatch.setattr(play, "fingerprint", lambda paths: "another")
    assert installed.ensure() == ["install[test]"]
    assert installed.ensure() == []


def test_the_rules_are_compiled_again_only_when_something_changed(
    compiled: Installed, play: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled.ensure() == ["create", "compile", "install"]
    assert compiled.ensure("test") == ["install[test]"]
    monkeypatch.setattr(play, "fingerprint", lambda paths: "another")
    assert compiled.ensure("test") == ["compile", "install[test]"]
    assert compiled.ensure("test") == []


def test_another_python_makes_the_environment_afresh(installed: Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    installed.ensure()
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert installed.ensure() == ["create afresh", "install"]


def test_an_environment_without_its_python_is_made_afresh(installed: Installed) -> None:
    installed.ensure()
    installed.env.python.unlink()
    assert installed.ensure() == ["create afresh", "install"]


def test_an_interrupted_installation_is_taken_up_again(installed: Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    installed.ensure()

    def interrupted(extras: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(installed.env, "install_project", interrupted)
        with pytest.raises(KeyboardInterrupt):
            installed.ensure("test")
    assert installed.ensure("test") == ["create", "install[test]"]


def test_a_spoilt_stamp_counts_as_none(installed: Installed) -> None:
    installed.ensure()
    for text in ("", "[1]", '{"extras": 3}'):
        installed.env.stamp_file.write_text(text)
        assert installed.ensure() == ["create", "install"]


def test_what_an_installer_says_is_shown_only_when_it_fails(
    play: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    play.run_quietly([sys.executable, "-c", "print('all is well')"])
    assert capfd.readouterr() == ("", "")
    with pytest.raises(SystemExit, match="this failed"):
        play.run_quietly([sys.executable, "-c", "print('no such package'); raise SystemExit(3)"])
    assert "no such package" in capfd.readouterr().err


# verbs --------------------------------------------------------------------------------------------


@pytest.fixture
def words(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What hippodrome is started with, instead of starting it."""
    seen: list[list[str]] = []

    def hand_over(argv: Sequence[object]) -> int:
        seen.append([Path(str(argv[0])).parents[1].name, *map(str, argv[1:])])
        return 7

    monkeypatch.setattr(play, "hand_over", hand_over)
    monkeypatch.setattr(play.Environment, "ensure", lambda env, *extras: env)
    return seen


@pytest.mark.parametrize(
    ("typed", "started"),
    [
        ([], [".venv", "play"]),
        (["rules", "benhur", "--help"], [".venv", "rules", "benhur", "--help"]),
        (["--version"], [".venv", "--version"]),
        (["--compiled"], [".venv-compiled", "play"]),
        (["--compiled", "watch", "x"], [".venv-compiled", "watch", "x"]),
        (["fuzz", "--seconds", "5"], [".venv-compiled", "fuzz", "--seconds", "5"]),
    ],
)
def test_words_reach_hippodrome(play: ModuleType, words: list[list[str]], typed: list[str], started: list[str]) -> None:
    assert play.main(typed) == 7, "the exit code comes through"
    assert words == [started]


@pytest.mark.parametrize("word", ["help", "-h", "--help"])
def test_help_names_every_verb(
    play: ModuleType, words: list[list[str]], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    play.main([word])
    listed = capsys.readouterr().out
    for verb in ("help", "test", "pytest", "check", "fix", "bench", "fuzz", "--compiled"):
        assert f"./play {verb} " in listed


def test_the_compiled_build_skips_the_tests_that_are_not_for_it(play: ModuleType) -> None:
    skip = ["--ignore=tests/house", "--ignore=tests/server", "--ignore=tests/browser"]
    assert play.compiled_args([]) == [*skip, "-n", "2"]
    assert play.compiled_args(["tests/kit", "tests/house/test_play.py", "-x"]) == [*skip, "tests/kit", "-x"]


def test_every_part_runs_even_if_an_early_one_fails(play: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    ran: list[str] = []

    def part(name: str, code: int) -> tuple[str, Callable[[], int]]:
        def run() -> int:
            ran.append(name)
            return code

        return name, run

    def uninstallable() -> int:
        raise SystemExit("no compiler")

    code = play.run_parts([part("one", 0), part("two", 3), ("three", uninstallable), part("four", 0)])
    assert code == 3
    assert ran == ["one", "two", "four"]
    printed = capsys.readouterr()
    assert [line.split()[0] for line in printed.out.splitlines()[-4:]] == ["ok", "FAILED", "FAILED", "ok"]
    assert "no compiler" in printed.err


def test_all_parts_in_order_give_success(play: ModuleType) -> None:
    assert play.run_parts([("one", lambda: 0)]) == 0


def test_interrupting_ends_without_a_traceback(
    play: ModuleType, words: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(args: Sequence[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(play.VERBS, "test", interrupted)
    assert play.main(["test"]) == 130


def test_exit_codes_come_through(play: ModuleType) -> None:
    assert play.run([sys.executable, "-c", "raise SystemExit(5)"]) == 5


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals to die of")
def test_a_program_killed_by_a_signal_has_failed(play: ModuleType) -> None:
    kill_itself = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    assert play.run([sys.executable, "-c", kill_itself]) == 128 + 15


@pytest.mark.skipif(os.name == "nt", reason="Windows does not mark programs")
@pytest.mark.parametrize("name", ["play", ".ci/run"])
def test_scripts_are_executable(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
