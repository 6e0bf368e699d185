"""Notices changes to the files that are deployed. The web app's own are Vite's business."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from .instance import ROOT

#: Folders and files whose content is deployed.
WATCHED = ("functions", "shared", "infra", "template.yaml", "Cargo.toml", "Cargo.lock")
#: A few hundred files: looking at them all takes some ten milliseconds, and needs no other program.
INTERVAL_SECONDS = 1.0


def changes(known: dict, apply: Callable[[set[str]], None], check: Callable[[], None]) -> None:
    """
    Calls `apply` with the names of what changed since `fingerprints` returned `known`, and `check` all the time, until one of them
    raises.
    """
    while True:
        time.sleep(INTERVAL_SECONDS)
        check()
        now = fingerprints()
        changed = {path for path in known.keys() | now.keys() if known.get(path) != now.get(path)}
        if changed:
            known = now
            apply(changed)


def fingerprints() -> dict[str, tuple[int, int]]:
    """Time and size of each watched file."""
    found = {}
    for name in WATCHED:
        for path in files(ROOT / name):
            try:
                state = path.stat()
            except FileNotFoundError:
                continue
            found[str(path.relative_to(ROOT))] = (state.st_mtime_ns, state.st_size)
    return found


def files(path: Path):
    """A file itself, or every file below a folder. Test snapshots and an editor's own files are no change."""
    if not path.is_dir():
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if name not in ("tests", "target", "node_modules")]
        for name in names:
            if not name.startswith(".") and not name.endswith(("~", ".swp", ".snap.new")):
                yield Path(folder) / name
