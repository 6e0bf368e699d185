"""Caches which suites passed with which inputs: a suite runs again only when a file that it reads has changed."""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from .. import tools
from ..instance import ROOT, replace
from .suite import FOLDER, Counts, Suite

CACHE = FOLDER / "results.json"


class ResultCache:
    """The suites that passed in this checkout, by name: the digest of their inputs, and their counts."""

    def __init__(self, cache: Path = CACHE, root: Path = ROOT):
        self._cache = cache
        self._files = {path: digest(root / path) for path in tools.files(root)}
        #: The versions of the compiler and of Python, which the repository does not pin.
        self._tools = [tools.output(["rustc", "--version"]), sys.version]
        try:
            self._passed: dict[str, dict[str, Any]] = json.loads(cache.read_text())
        except (OSError, ValueError):
            self._passed = {}

    def get(self, suite: Suite) -> Counts | None:
        """The counts of a suite that passed with its present inputs; otherwise None."""
        cached = self._passed.get(suite.name)
        if not suite.inputs or cached is None or cached["inputs"] != self._inputs(suite):
            return None
        return Counts(*cached["counts"])

    def put(self, suite: Suite, counts: Counts) -> None:
        """
        Stores a result, for the inputs at the time when this cache was created. A suite that could not run is tried
        again.
        """
        if counts.failed or not counts.passed or not suite.inputs:
            self._passed.pop(suite.name, None)
        else:
            self._passed[suite.name] = {"inputs": self._inputs(suite), "counts": [counts.passed, 0, counts.skipped]}
        self._cache.parent.mkdir(parents=True, exist_ok=True)
        replace(self._cache, json.dumps(self._passed, indent=2) + "\n")

    def _inputs(self, suite: Suite) -> str:
        inputs = [(path, digest) for path, digest in self._files.items() if path.startswith(suite.inputs)]
        command = [str(argument) for argument in suite.command]
        return hashlib.sha256(json.dumps([self._tools, command, inputs]).encode()).hexdigest()


def digest(path: Path) -> str:
    """The digest of a file's content; empty for a deleted file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
