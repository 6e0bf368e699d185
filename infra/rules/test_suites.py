"""`scripts/test` skips a suite that passed with the same files, so its inputs contain every file that it reads."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from stack.instance import ROOT
from stack.test import suites
from stack.test.result_cache import files
from stack.test.suite import TestSuite
from stack.tools import FRONTEND

#: The sources that name the files which a suite reads, by the name of the suite.
SOURCES = {
    "Rust: unit tests": ["functions/src/**/*.rs", "shared/*/src/**/*.rs", "infra/ops/src/**/*.rs"],
    "Rust: front-door tests": ["functions/tests/**/*.rs", "shared/testing/**/*.rs"],
    "Rust: tests of scripts/ops": ["infra/ops/tests/**/*.rs"],
    "Web: unit tests": ["frontend/src/**/*.ts*", "frontend/vite/**/*.ts"],
    "Web: browser journeys": ["frontend/e2e/**/*.ts"],
    "Scripts": ["scripts/tests/*.py"],
    "Generated Python clients": [suites.GENERATED_CLIENT],
}
TRACKED = files(ROOT)
SUITES: dict[str, TestSuite] = {suite.name: suite for suite in [*suites.without_stack(), *suites.with_stack()]}


def of_rust(source: Path, text: str) -> Iterator[Path]:
    """Included files, and literals that name a path of the repository where a source asks for its folder."""
    for path in re.findall(r'include_(?:str|bytes)!\("([^"]+)"\)', text):
        yield source.parent / path
    if re.search(r'env!\("CARGO_MANIFEST_DIR"\)|\brepository\(\)', text):
        for path in re.findall(r'"(?:\{root\}/)?([\w./-]+)(?:#[\w-]+)?"', text):
            # Not the name of a program: "scripts/ops".
            if "." in path or (ROOT / path).is_dir():
                yield ROOT / path


def of_web(source: Path, text: str) -> Iterator[Path]:
    """Paths from the folder of a source, and from frontend/, in which npm starts the tools."""
    for path in re.findall(r"'(\.\./[^']+)'", text):
        yield source.parent / path
    for path in re.findall(r"readFileSync\('([^']+)'", text):
        yield FRONTEND / path


def of_python(_source: Path, text: str) -> Iterator[Path]:
    """Files: `ROOT / "docs" / "runbook.md"`."""
    for path in re.findall(r'\bROOT((?: / "[^"]+")+)', text):
        file = ROOT.joinpath(*re.findall(r'"([^"]+)"', path))
        if file.is_file():
            yield file


READERS = {".rs": of_rust, ".ts": of_web, ".tsx": of_web, ".py": of_python}


def read(patterns: list[str]) -> set[str]:
    """The files that the sources name, and those of the folders that they name, as far as git does not ignore them."""
    found = set()
    for source in (path for pattern in patterns for path in ROOT.glob(pattern)):
        for path in READERS[source.suffix](source, source.read_text()):
            resolved = path.resolve()
            if resolved.exists() and ROOT in resolved.parents:
                name = resolved.relative_to(ROOT).as_posix() + ("/" if resolved.is_dir() else "")
                found |= {file for file in TRACKED if file == name or (name.endswith("/") and file.startswith(name))}
    return found


@pytest.mark.parametrize("name", SOURCES)
def test_the_inputs_of_a_suite_contain_what_it_reads(name: str) -> None:
    files_of_suite = read(SOURCES[name])
    assert files_of_suite, "the patterns of its sources find nothing"
    assert not sorted(file for file in files_of_suite if not file.startswith(SUITES[name].inputs))
