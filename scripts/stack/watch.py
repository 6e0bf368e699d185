"""Watches the files that are deployed. Vite watches those of the web app."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from .instance import ROOT

#: Folders and files whose content is deployed.
WATCHED = ("functions", "shared", "infra", "template.yaml", "Cargo.toml", "Cargo.lock")
IGNORED_FOLDERS = ("tests", "target", "node_modules")
#: Polling a few hundred files takes about ten milliseconds. Notifications of the system, in contrast, stop for a single
#: file that an editor replaces.
INTERVAL_SECONDS = 1.0

#: Modification time and size of each file, by its path in the repository.
Fingerprints = dict[str, tuple[int, int]]


def watch(known: Fingerprints, on_change: Callable[[set[str]], None], check: Callable[[], None]) -> None:
    """
    Calls `on_change` with the paths of the files that differ from `known`, and `check` at every interval, until one of
    them raises an exception.
    """
    while True:
        time.sleep(INTERVAL_SECONDS)
        check()
        now = fingerprints()
        changed = {path for path in known.keys() | now.keys() if known.get(path) != now.get(path)}
        if changed:
            known = now
            on_change(changed)


def fingerprints() -> Fingerprints:
    """The fingerprints of all watched files."""
    found = {}
    for name in WATCHED:
        for path in files(ROOT / name):
            try:
                state = path.stat()
            except FileNotFoundError:
                continue
            found[str(path.relative_to(ROOT))] = (state.st_mtime_ns, state.st_size)
    return found


def files(path: Path) -> Iterator[Path]:
    """A file, or every file below a folder. Tests, and temporary files of editors, are left out."""
    if not path.is_dir():
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if name not in IGNORED_FOLDERS]
        for name in names:
            if not name.startswith(".") and not name.endswith(("~", ".swp", ".snap.new")):
                yield Path(folder) / name
