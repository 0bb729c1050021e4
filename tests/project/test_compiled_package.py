"""The compiled package that ./play makes in the background: when it is made, used and made again."""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


class Builder:
    """The compiled package of a project in a folder, whose tools and wheels are fakes."""

    def __init__(self, play: ModuleType, patch: pytest.MonkeyPatch, root: Path) -> None:
        self.play = play
        self.root = root
        self.wheels: list[str] = []
        self.tried: list[str] = []
        self.started: list[list[str]] = []
        self.compiler = "/bin/cc"
        self.has_headers = True
        self.failure = ""
        patch.setattr(play, "ROOT", root)
        patch.setattr(play, "find_c_compiler", lambda: self.compiler)
        patch.setattr(play, "has_python_headers", lambda: self.has_headers)
        patch.setattr(play, "run_quietly", self.run)
        patch.setattr(play, "requirements_of", lambda *extras: [])
        patch.setattr(play.subprocess, "Popen", lambda command, **rest: self.started.append(command))
        patch.setattr(play.Environment, "create", lambda env, clear: None)
        patch.setattr(play.Environment, "install", lambda env, *args: None)
        for name in ("kit/agenda.py", "server/app.py"):
            self.write(name, "first")
        for name in ("pyproject.toml", "hatch_build.py"):
            (root / name).touch()

    def write(self, name: str, text: str) -> None:
        """Write a file of the package."""
        path = self.root / "src" / "hippodrome" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, argv: Sequence[object], env: Mapping[str, str]) -> None:
        """Build a wheel, compiled if requested, or try the package."""
        if "hatchling" not in argv:
            self.tried.append(str(next(Path(env["PYTHONPATH"]).rglob("agenda.so")).read_text()))
            return
        if self.failure:
            raise SystemExit(self.failure)
        self.wheels.append(env["HIPPODROME_COMPILE"])
        assert env.get("CC") == (self.compiler if env["HIPPODROME_COMPILE"] == "1" else None)
        content = self.root / "content" / "hippodrome" / "kit"
        shutil.rmtree(self.root / "content", ignore_errors=True)
        content.mkdir(parents=True)
        if env["HIPPODROME_COMPILE"] == "1":
            (content / "agenda.so").write_text(f"machine code {len(self.wheels)}")
        made = shutil.make_archive(str(Path(str(argv[-1])) / "hippodrome"), "zip", self.root / "content")
        Path(made).rename(Path(made).with_suffix(".whl"))

    def package(self) -> Any:
        """Return the package for the sources as they are now."""
        package = self.play.CompiledPackage()
        package.home.mkdir(exist_ok=True)
        return package


@pytest.fixture
def builder(play: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Builder:
    monkeypatch.delenv("CC", raising=False)
    return Builder(play, monkeypatch, tmp_path)


def test_the_first_start_compiles_in_the_background_and_the_next_uses_it(
    play: ModuleType, builder: Builder, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = play.prepare_compiled("serve")
    assert [command[-1] for command in builder.started] == [play.BUILD_COMMAND]
    assert len(capsys.readouterr().err.splitlines()) == 1
    folder = Path(settings["HIPPODROME_COMPILED_FOLDER"])
    assert not folder.exists()
    assert settings["PYTHONPATH"].split(os.pathsep)[0] == str(folder), "later processes find the package there"
    assert play.main([play.BUILD_COMMAND]) == 0
    assert (folder / "hippodrome").is_dir()
    assert builder.tried == ["machine code 1"]
    for command in ("serve", "games"):
        assert play.prepare_compiled(command) == settings
    assert len(builder.started) == 1
    assert capsys.readouterr().err == ""


def test_short_commands_do_not_start_a_compilation(play: ModuleType, builder: Builder) -> None:
    assert play.prepare_compiled("games") == {}
    assert builder.started == []


def test_without_the_headers_of_python_one_line_says_so(
    play: ModuleType, builder: Builder, capsys: pytest.CaptureFixture[str]
) -> None:
    builder.has_headers = False
    assert play.prepare_compiled("serve") == {}
    assert builder.started == []
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("The rules cannot be compiled, so bots think more slowly: python3.")


def test_a_failed_compilation_leaves_a_message_and_no_package(play: ModuleType, builder: Builder) -> None:
    builder.failure = "the disk is full"
    package = builder.package()
    assert package.build() == 1
    assert not package.exists()
    assert "the disk is full" in package.failure.read_text()
    play.prepare_compiled("serve")
    assert not package.failure.exists(), "the next start tries again"


def test_only_changed_rules_are_compiled_again(builder: Builder) -> None:
    first = builder.package()
    assert first.build() == 0
    builder.write("server/app.py", "second")
    second = builder.package()
    assert second.build() == 0
    assert not first.folder.exists(), "an old package is deleted"
    builder.write("kit/agenda.py", "third")
    third = builder.package()
    assert third.build() == 0
    assert third.build() == 0, "it exists already"
    assert builder.wheels == ["1", "0", "1"]
    assert builder.tried == ["machine code 1", "machine code 1", "machine code 3"]


def test_a_package_of_other_sources_is_not_used(play: ModuleType, builder: Builder) -> None:
    builder.package().build()
    builder.write("server/app.py", "second")
    assert play.prepare_compiled("games") == {}
