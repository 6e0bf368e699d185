"""Builds the functions for this machine, and packs each into the archive that Lambda takes."""

import hashlib
import os
import shlex
import shutil
import sys
import zipfile
from collections.abc import Collection, Sequence
from pathlib import Path

from . import compilation, tools

#: Responds for a function that is not built yet.
STAND_IN = Path(__file__).with_name("stand_in.py")


def build() -> None:
    """Compiles the functions and scripts/ops with the profile that compiles fastest."""
    tools.run(compilation.COMMAND, hint=compilation.HINT)


def binary_path(binary: str) -> Path:
    """Where Cargo puts a binary."""
    return tools.target_directory() / "debug" / binary


def pack(binaries: Sequence[str], folder: Path, full: Collection[str] = ()) -> dict[str, Path]:
    """
    Creates an archive for each binary, and deletes the archives that are no longer needed.

    The archive contains a `bootstrap` script that executes a hard link to the binary on this machine: it is packed and
    deployed a hundred times faster than the binary itself, which only the archives of `full` contain, as on AWS. For a
    binary that is not built yet, the script responds to every request with 503.
    """
    folder.mkdir(parents=True, exist_ok=True)
    archives, links = {}, set()
    for binary in binaries:
        path = binary_path(binary)
        if not path.is_file():
            archives[binary] = script_archive(folder, f"{binary}-unbuilt", [sys.executable, STAND_IN])
        elif binary in full:
            archives[binary] = binary_archive(path, folder)
        else:
            linked = link(path, folder)
            links.add(linked)
            archives[binary] = script_archive(folder, linked.name, [linked])
    for unused in set(folder.iterdir()) - set(archives.values()) - links:
        unused.unlink()
    return archives


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
    """An archive whose `bootstrap` executes a command on this machine."""
    text = "#!/bin/sh\nexec " + shlex.join(map(str, command)) + "\n"
    return archive(folder, name, text.encode())


def binary_archive(binary: Path, folder: Path) -> Path:
    """An archive that contains a binary. Its name contains a digest of the binary."""
    content = binary.read_bytes()
    return archive(folder, f"{binary.name}-{hashlib.sha256(content).hexdigest()[:16]}", content)


def archive(folder: Path, name: str, bootstrap: bytes) -> Path:
    """An archive with an executable file `bootstrap`."""
    path = folder / f"{name}.zip"
    if not path.is_file():
        unfinished = path.with_suffix(".unfinished")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as opened:
            entry = zipfile.ZipInfo("bootstrap")
            entry.external_attr = 0o755 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            opened.writestr(entry, bootstrap)
        unfinished.replace(path)
    return path
