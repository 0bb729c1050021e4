"""Build hook: with HIPPODROME_COMPILE=1 the wheel carries kit, games and bots compiled by mypyc.

Without it the wheel is plain Python and this hook does nothing. The compiled modules lie beside their .py
files, which stay in the wheel for tracebacks; Python imports the compiled ones. Everything is built in a
temporary folder.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = ("kit", "games", "bots")
"""The folders of the package that are compiled, every module of them, as one group."""


def wanted() -> bool:
    """Whether this build was asked to compile."""
    return os.environ.get("HIPPODROME_COMPILE", "") not in ("", "0")


def sources(src: Path) -> list[str]:
    """Return the modules to compile, as paths below src, in a fixed order."""
    found = [path for folder in COMPILED for path in (src / "hippodrome" / folder).rglob("*.py")]
    return sorted(path.relative_to(src).as_posix() for path in found)


def missing_compiler() -> str | None:
    """Return the name of the C compiler that cannot be found, or None when there is one."""
    if sys.platform == "win32":
        return None  # setuptools looks for it and says what to install
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    compiler = new_compiler()
    customize_compiler(compiler)
    command = str(compiler.compiler_so[0])
    return None if shutil.which(command) else command


def compile_all(root: Path, work: Path) -> Path:
    """Compile every module below root/src; return the folder with the results, laid out like src."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    options = ["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(work / "cache")]
    with contextlib.chdir(root / "src"):  # so that tracebacks say hippodrome/kit/..., as installed
        extensions = mypycify(
            [*options, *sources(root / "src")],
            opt_level="3",
            target_dir=str(work / "c"),
            group_name="hippodrome",
        )
        if sys.platform != "win32":
            for extension in extensions:
                # No fused multiply-add: compiled and plain Python must agree to the last bit.
                extension.extra_compile_args.append("-ffp-contract=off")
        if sys.platform == "linux":
            for extension in extensions:
                # Nobody replaces these functions from outside, so calls among them need no detour.
                extension.extra_compile_args.append("-fno-semantic-interposition")
                extension.extra_link_args.append("-Wl,-Bsymbolic-functions")
        command = build_ext(Distribution({"name": "hippodrome", "ext_modules": extensions}))
        command.build_lib = str(work / "lib")
        command.build_temp = str(work / "objects")
        command.ensure_finalized()
        command.run()
    return work / "lib"


class CompileHook(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    """Adds the compiled modules to the wheel."""

    work: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        return list(self.metadata.core.optional_dependencies["compile"]) if wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not wanted() or version == "editable":
            return
        if command := missing_compiler():
            self.app.abort(
                f"HIPPODROME_COMPILE=1 needs a C compiler, and '{command}' was not found: "
                "install one (gcc or clang) or build without HIPPODROME_COMPILE."
            )
        self.work = tempfile.TemporaryDirectory(prefix="hippodrome-")
        lib = compile_all(Path(self.root), Path(self.work.name))
        built = sorted(path for path in lib.rglob("*") if path.is_file())
        build_data["force_include"].update({str(path): path.relative_to(lib).as_posix() for path in built})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.work:
            self.work.cleanup()
