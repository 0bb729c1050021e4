"""Load scripts of bench/ and tools/ as modules. Those of bench/ can import each other, as when they are run."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "bench"


def load_script(name: str, folder: str = "bench") -> ModuleType:
    """Import a script by its name."""
    sys.path.insert(0, str(BENCH))
    try:
        spec = importlib.util.spec_from_file_location(f"hippodrome_{folder}_{name}", ROOT / folder / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(BENCH))
    return module


def load_attack_runner() -> ModuleType:
    """Import the runner of bench/attacks; the folder stays importable, because an attack is imported when it runs."""
    if str(BENCH) not in sys.path:
        sys.path.append(str(BENCH))
    return importlib.import_module("attacks.runner")
