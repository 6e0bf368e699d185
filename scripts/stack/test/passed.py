"""Remembers which parts passed with which inputs, so that a part is run again only when something that it reads has changed."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

from ..instance import ROOT, replace
from .counts import FOLDER, Counts
from .part import Part

MEMORY = FOLDER / "passed.json"


class Passed:
    """What passed in this checkout, by the name of the part: the digest of its inputs, and what it counted."""

    def __init__(self, memory: Path = MEMORY, root: Path = ROOT):
        self._memory = memory
        self._files = {path: digest(root / path) for path in files(root)}
        self._tools = tools()
        try:
            self._passed: dict[str, dict] = json.loads(memory.read_text())
        except (OSError, ValueError):
            self._passed = {}

    def counts(self, part: Part) -> Counts | None:
        """What a part counted when it passed with the inputs that it has now; none when it has to run."""
        known = self._passed.get(part.name)
        if not part.inputs or known is None or known["inputs"] != self._inputs(part):
            return None
        return Counts(*known["counts"])

    def remember(self, part: Part, counts: Counts) -> None:
        """Notes how a part ended with the inputs that it had when this began."""
        if counts.failed or not part.inputs:
            self._passed.pop(part.name, None)
        else:
            self._passed[part.name] = {"inputs": self._inputs(part), "counts": [counts.passed, 0, counts.skipped]}
        self._memory.parent.mkdir(parents=True, exist_ok=True)
        replace(self._memory, json.dumps(self._passed, indent=2) + "\n")

    def _inputs(self, part: Part) -> str:
        read = [(path, digest) for path, digest in self._files.items() if path.startswith(part.inputs)]
        command = [str(word) for word in part.command]
        return hashlib.sha256(json.dumps([self._tools, command, read]).encode()).hexdigest()


def files(root: Path) -> list[str]:
    """The files of the checkout that git tracks or would track."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted({name for name in names if name})


def digest(path: Path) -> str:
    """The digest of a file's content; that of a file which is deleted is empty."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def tools() -> list[str]:
    """The versions of the compiler and of Python, which the repository does not pin."""
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout
    return [rustc, sys.version]
