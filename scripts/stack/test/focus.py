"""Finds the tests that a name selects: of an endpoint, a screen, a command of `scripts/ops`, or a Python test file."""

import difflib

from ..console import CommandError
from ..instance import ROOT
from ..tools import FRONTEND
from . import parts
from .part import Part, Preparation, python
from .schedule import needed
from .stack import TestStack

FUNCTIONS = ROOT / "functions"
OPS_TESTS = ROOT / "infra" / "ops" / "tests"
PYTHON_TESTS = ("infra/rules", "scripts/tests", "infra/front_door")


def tasks(stack: TestStack, names: list[str]) -> list[Part | Preparation]:
    """The parts that the names select, and what they need."""
    chosen = [part for name in names for part in selected(name)]
    compiled = [part for part in parts.without_stack() if part.name in (parts.COMPILED, parts.BUILT)]
    return needed([*parts.preparations(stack), *compiled, *chosen], chosen)


def selected(name: str) -> list[Part]:
    """The parts that one name selects. Fails with names that are close when there is none."""
    found = [*rust(name), *web(name), *scripts(name)]
    if not found:
        close = difflib.get_close_matches(name, known(), n=5, cutoff=0.4)
        raise CommandError(
            f"No test is called {name!r}.",
            f"Names that are close: {', '.join(close)}." if close else "See scripts/test --help.",
        )
    return found


def rust(name: str) -> list[Part]:
    """Front-door tests of an endpoint (`users/login`) or of an area (`users`), or tests of a command of `scripts/ops`."""
    found = []
    if (FUNCTIONS / name).is_dir():
        module = name.replace("/", "_").replace("-", "_")
        found.append(parts.front_door(f"Rust: {name}", "front_door", module))
    if (OPS_TESTS / f"{name}.rs").is_file():
        found.append(parts.front_door(f"Rust: scripts/ops {name}", "ops", f"{name}::"))
    return found


def web(name: str) -> list[Part]:
    """Unit and component tests of a folder or file in frontend/src, and browser journeys."""
    found = []
    if tests := [
        path for path in unit_tests() if f"/{name}/" in path or path.rsplit("/", 1)[-1].startswith(f"{name}.")
    ]:
        found.append(parts.vitest(f"Web: unit tests of {name}", *tests, needs=(parts.WEB_PACKAGES,)))
    if (FRONTEND / "e2e" / f"{name}.spec.ts").is_file():
        found.append(parts.journeys(f"e2e/{name}.spec.ts", name=f"Web: journeys of {name}"))
    return found


def scripts(name: str) -> list[Part]:
    """A file of Python tests, by its name without `test_`."""
    found = []
    for folder in PYTHON_TESTS:
        path = f"{folder}/test_{name}.py"
        if path == parts.SAM_LOCAL:
            found.append(parts.by_sam())
        elif (ROOT / path).is_file():
            needs = (parts.STACK, parts.PROGRAMS) if folder == "infra/front_door" else (parts.LINTERS,)
            found.append(python(path, path, needs=needs, environment=parts.address))
    return found


def unit_tests() -> list[str]:
    return [path.relative_to(FRONTEND).as_posix() for path in (FRONTEND / "src").rglob("*.test.ts*")]


def known() -> list[str]:
    """Every name that selects something."""
    endpoints = [folder.relative_to(FUNCTIONS).as_posix() for folder in FUNCTIONS.glob("*/*") if folder.is_dir()]
    commands = [path.stem for path in OPS_TESTS.glob("*.rs")]
    features = [folder.name for folder in (FRONTEND / "src" / "features").iterdir()]
    units = [path.rsplit("/", 1)[-1].split(".")[0] for path in unit_tests()]
    journeys = [path.name.removesuffix(".spec.ts") for path in (FRONTEND / "e2e").glob("*.spec.ts")]
    rules = [path.stem.removeprefix("test_") for folder in PYTHON_TESTS for path in (ROOT / folder).glob("test_*.py")]
    return sorted({*endpoints, *commands, *features, *units, *journeys, *rules})
