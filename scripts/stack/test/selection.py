"""Finds the tests that a name selects: an endpoint, a screen, a command of `scripts/ops`, or a Python test file."""

import difflib
from collections.abc import Sequence

from ..console import CommandError
from ..instance import ROOT
from ..tools import FRONTEND
from . import suites
from .schedule import Task, needed
from .stack import TestStack
from .suite import TestSuite, pytest

FUNCTIONS = ROOT / "functions" / "src"
OPS_TESTS = ROOT / "infra" / "ops" / "tests"
PYTHON_TESTS = ("infra/rules", "scripts/tests", "infra/front_door")


def tasks(stack: TestStack, names: Sequence[str]) -> list[Task]:
    """The suites that the names select, and what they need."""
    chosen = [suite for name in names for suite in selected(name)]
    builds = [suite for suite in suites.without_stack() if suite.name in (suites.RUST_BUILD, suites.WEB_BUILD)]
    return needed([*suites.preparations(stack), *builds, *chosen], chosen)


def selected(name: str) -> list[TestSuite]:
    """The suites that one name selects. If there is none, fails with similar names."""
    found = [*rust(name), *web(name), *python(name)]
    if not found:
        close = difflib.get_close_matches(name, known_names(), n=5, cutoff=0.4)
        raise CommandError(
            f"No test is called {name!r}.",
            f"Similar names: {', '.join(close)}." if close else "See scripts/test --help.",
        )
    return found


def rust(name: str) -> list[TestSuite]:
    """
    Front-door tests of an endpoint (`users/login`) or an area (`users`). Tests of `scripts/ops` (`ops`) or of one of
    its commands (`receipts`, or `ops/users` where an area has the same name).
    """
    found = []
    if name in endpoints() or name in areas():
        module = name.replace("/", "::").replace("-", "_")
        found.append(suites.front_door(f"Rust: {name}", "front_door", f"{module}::"))
    if name == "ops":
        found.append(suites.front_door("Rust: tests of scripts/ops", "ops"))
    command = name.removeprefix("ops/")
    if command in ops_commands():
        found.append(suites.front_door(f"Rust: scripts/ops {command}", "ops", f"{command}::"))
    return found


def areas() -> list[str]:
    """The areas of endpoints, such as `course-prices`."""
    return sorted(folder.name.replace("_", "-") for folder in FUNCTIONS.iterdir() if folder.is_dir())


def endpoints() -> list[str]:
    """Every endpoint and job, such as `users/verify-email`: a file of its area, or a folder."""
    modules = [path for path in FUNCTIONS.glob("*/*") if path.name != "mod.rs"]
    return sorted(path.relative_to(FUNCTIONS).with_suffix("").as_posix().replace("_", "-") for path in modules)


def ops_commands() -> list[str]:
    """The commands of `scripts/ops` that have tests: a file, or a folder of modules."""
    return sorted(
        {path.stem for path in OPS_TESTS.glob("*.rs")} | {path.parent.name for path in OPS_TESTS.glob("*/mod.rs")}
    )


def web(name: str) -> list[TestSuite]:
    """Unit and component tests of a folder or file in frontend/src, and browser journeys."""
    found = []
    if tests := [path for path in unit_tests() if f"/{name}/" in path or path.split("/")[-1].startswith(f"{name}.")]:
        found.append(suites.vitest(f"Web: unit tests of {name}", *tests, needs=(suites.WEB_PACKAGES,)))
    if name == "lastRelease":
        found += [suites.earlier_journeys(), *suites.two_releases()]
    if name == "firefox":
        found.append(suites.firefox_journeys())
    if (FRONTEND / "e2e" / f"{name}.spec.ts").is_file():
        found.append(suites.journeys(f"e2e/{name}.spec.ts", name=f"Web: journeys of {name}"))
    return found


def python(name: str) -> list[TestSuite]:
    """A file of Python tests, by its name without `test_`."""
    special = {suites.SAM_LOCAL: suites.sam_local, suites.SCANNER: suites.scanner}
    found = []
    for folder in PYTHON_TESTS:
        path = f"{folder}/test_{name}.py"
        if path in special:
            found.append(special[path]())
        elif path == suites.TWO_RELEASES:
            found += suites.two_releases()
        elif (ROOT / path).is_file():
            needs = (suites.STACK, suites.PROGRAMS) if folder == "infra/front_door" else (suites.LINTERS,)
            found.append(pytest(path, path, needs=needs, environment=suites.stack_variables))
    return found


def unit_tests() -> list[str]:
    return [path.relative_to(FRONTEND).as_posix() for path in (FRONTEND / "src").rglob("*.test.ts*")]


def known_names() -> list[str]:
    """Every name that selects a test."""
    features = [folder.name for folder in (FRONTEND / "src" / "features").iterdir()]
    units = [path.split("/")[-1].split(".")[0] for path in unit_tests()]
    journeys = [path.name.removesuffix(".spec.ts") for path in (FRONTEND / "e2e").glob("*.spec.ts")]
    python_tests = [path.stem.removeprefix("test_") for one in PYTHON_TESTS for path in (ROOT / one).glob("test_*.py")]
    names = {*areas(), *endpoints(), "ops", *ops_commands(), *features, *units, *journeys, *python_tests}
    return sorted(names | {"lastRelease", "firefox"})
