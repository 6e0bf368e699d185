"""Builds the functions for this machine, and packs each as Lambda takes it."""

import hashlib
import os
import shlex
import shutil
import sys
import zipfile
from collections.abc import Collection
from pathlib import Path

import yaml
from samtranslator.yaml_helper import yaml_parse

from . import compilation, tools
from .console import CommandError
from .instance import ROOT

HINT = "Mend template.yaml."
#: Answers for a function that is not built yet.
STAND_IN = Path(__file__).with_name("stand_in.py")


def template() -> dict:
    """The template, as `sam deploy` reads it."""
    return read_template("template.yaml")


def read_template(path: str) -> dict:
    """A template, by its path in the repository."""
    try:
        return yaml_parse((ROOT / path).read_text())
    except yaml.YAMLError as error:
        raise CommandError(f"{path} is not YAML: {error}", f"Mend {path}.") from None


def templates_beside() -> list[str]:
    """The paths of the templates of infra/: those nested in template.yaml, and those of stacks of their own."""
    paths = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "infra").glob("[a-z]*.yaml")))
    return [path for path in paths if path != "infra/openapi.yaml"]


def functions(source: dict) -> dict[str, str]:
    """The binary of each function, by its name in the template."""
    found = {}
    for name, resource in source["Resources"].items():
        if resource.get("Type") == "AWS::Serverless::Function":
            try:
                found[name] = resource["Metadata"]["BuildProperties"]["Binary"]
            except KeyError as missing:
                raise CommandError(
                    f"{name} in template.yaml does not say which binary it is: {missing} is missing.", HINT
                ) from None
    return found


def build() -> None:
    """Compiles the functions and the operator's tool with the profile that is quick to build."""
    tools.run(compilation.COMMAND, hint=compilation.HINT)


def built(binary: str) -> Path:
    """Where a binary is when it is built."""
    return tools.target_directory() / "debug" / binary


def pack(binaries: list[str], folder: Path, whole: Collection[str] = ()) -> dict[str, Path]:
    """
    An archive for each binary. It holds a `bootstrap` script that executes a hard link to the binary on this machine, which is
    packed and deployed in a hundredth of the time; those in `whole` hold the binary itself, as on AWS. For a binary that is
    not built yet, a stand-in answers every request with 503. Files that no archive needs any more are deleted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    archives, links = {}, set()
    for binary in binaries:
        path = built(binary)
        if not path.is_file():
            archives[binary] = script(folder, f"{binary}-unbuilt", [sys.executable, STAND_IN])
        elif binary in whole:
            archives[binary] = archive(path, folder)
        else:
            linked = link(path, folder)
            links.add(linked)
            archives[binary] = script(folder, linked.name, [linked])
    for left_over in set(folder.iterdir()) - set(archives.values()) - links:
        left_over.unlink()
    return archives


def link(binary: Path, folder: Path) -> Path:
    """A hard link that keeps this build of a binary, named after when it was built."""
    state = binary.stat()
    path = folder / f"{binary.name}-{state.st_mtime_ns:x}-{state.st_size:x}"
    if not path.is_file():
        try:
            os.link(binary, path)
        except OSError:
            # Another file system, or one without hard links.
            unfinished = path.with_suffix(".unfinished")
            shutil.copy2(binary, unfinished)
            os.replace(unfinished, path)
    return path


def script(folder: Path, name: str, command: list) -> Path:
    """An archive whose `bootstrap` executes a command on this machine."""
    text = "#!/bin/sh\nexec " + shlex.join(map(str, command)) + "\n"
    return packed(folder, name, text.encode())


def archive(binary: Path, folder: Path) -> Path:
    """An archive of a binary, named after its content."""
    content = binary.read_bytes()
    return packed(folder, f"{binary.name}-{hashlib.sha256(content).hexdigest()[:16]}", content)


def packed(folder: Path, name: str, bootstrap: bytes) -> Path:
    """An archive with an executable `bootstrap` in it, as Lambda takes it."""
    path = folder / f"{name}.zip"
    if not path.is_file():
        unfinished = path.with_suffix(".unfinished")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as opened:
            entry = zipfile.ZipInfo("bootstrap")
            entry.external_attr = 0o755 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            opened.writestr(entry, bootstrap)
        os.replace(unfinished, path)
    return path
