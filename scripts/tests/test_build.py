"""The archive of the functions for the local AWS."""

import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from stack import build


def test_the_archive_executes_the_build_it_was_created_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary = tmp_path / "target" / build.FUNCTIONS
    binary.parent.mkdir()
    binary.write_text("#!/bin/sh\necho one")
    binary.chmod(0o755)
    monkeypatch.setattr(build, "binary_path", lambda name: binary.parent / name)
    first = build.pack(tmp_path / "archives")
    with zipfile.ZipFile(first) as packed:
        (entry,) = packed.infolist()
        assert (entry.filename, entry.external_attr >> 16) == ("bootstrap", 0o755)
    # Cargo writes a new file; what runs keeps the one that it was started with.
    binary.unlink()
    assert subprocess.run(extracted(first, tmp_path), capture_output=True, text=True).stdout == "one\n"
    binary.write_text("#!/bin/sh\necho another")
    binary.chmod(0o755)
    second = build.pack(tmp_path / "archives")
    assert subprocess.run(extracted(second, tmp_path), capture_output=True, text=True).stdout == "another\n"
    assert not first.exists()


def extracted(archive: Any, folder: Path) -> Any:
    bootstrap = folder / archive.stem
    bootstrap.write_bytes(zipfile.ZipFile(archive).read("bootstrap"))
    bootstrap.chmod(0o755)
    return bootstrap
