"""Builds the functions for this machine, and packs them into the archive that Lambda takes."""

import os
import shlex
import shutil
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from . import tools

#: Leaves out the packages of the binaries that are deployed to AWS, one for each function: 53 links.
WITHOUT_DEPLOYED = ["--exclude", "functions-size", "--exclude", "functions-speed"]
COMMAND = ["cargo", "build", "--workspace", *WITHOUT_DEPLOYED, "--bins"]
HINT = "Correct what the compiler reports, and try again."
#: Responds for a function that is not built yet.
STAND_IN = Path(__file__).with_name("stand_in.py")
#: All functions in one binary, which starts the one that `_HANDLER` names.
FUNCTIONS = "functions"


def build() -> None:
    """Compiles the functions and scripts/ops with the profile that compiles fastest."""
    tools.run(COMMAND, hint=HINT)


def binary_path(binary: str) -> Path:
    return tools.target_directory() / "debug" / binary


def pack(folder: Path) -> Path:
    """
    Creates the archive of all functions, and deletes those that are no longer needed.

    It contains a `bootstrap` script that executes a hard link to the binary on this machine: it is packed and deployed
    a hundred times faster than the binary itself. Before the functions are built, the script responds with 503.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = binary_path(FUNCTIONS)
    if path.is_file():
        linked = link(path, folder)
        packed = script_archive(folder, linked.name, [linked])
    else:
        linked = None
        packed = script_archive(folder, "unbuilt", [sys.executable, STAND_IN])
    for unused in set(folder.iterdir()) - {linked, packed}:
        unused.unlink()
    return packed


def link(binary: Path, folder: Path) -> Path:
    """Creates a hard link that keeps this build of a binary. Its name contains the time of the build."""
    state = binary.stat()
    path = folder / f"{binary.name}-{state.st_mtime_ns:x}-{state.st_size:x}"
    if not path.is_file():
        try:
            os.link(binary, path)
        except OSError:
            # The folder is on another file system, or the file system has no hard links.
            unfinished = path.with_suffix(".unfinished")
            shutil.copy2(binary, unfinished)
            unfinished.replace(path)
    return path


def script_archive(folder: Path, name: str, command: Sequence[str | Path]) -> Path:
    """An archive whose executable file `bootstrap` executes a command on this machine."""
    path = folder / f"{name}.zip"
    if not path.is_file():
        unfinished = path.with_suffix(".unfinished")
        with zipfile.ZipFile(unfinished, "w") as opened:
            entry = zipfile.ZipInfo("bootstrap")
            entry.external_attr = 0o755 << 16
            opened.writestr(entry, "#!/bin/sh\nexec " + shlex.join(map(str, command)) + "\n")
        unfinished.replace(path)
    return path
