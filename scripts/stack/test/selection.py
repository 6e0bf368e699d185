"""Finds the tests that a name selects: an endpoint, a screen, a command of `scripts/ops`, or a Python test file."""

import difflib
from collections.abc import Sequence

from ..console import CommandError
from ..instance import ROOT
from ..tools import FRONTEND
from . import suites
from .schedule import needed
from .stack import SharedStack
from .suite import Suite, Task, pytest

FUNCTIONS = ROOT / "functions" / "src"
#: Areas of endpoints, such as `course-prices`.
AREAS = {folder.name.replace("_", "-") for folder in FUNCTIONS.iterdir() if folder.is_dir()}
#: Every endpoint and job, such as `users/verify-email`: a file of its area, or a folder.
ENDPOINTS = {
    path.relative_to(FUNCTIONS).with_suffix("").as_posix().replace("_", "-")
    for path in FUNCTIONS.glob("*/*")
    if path.name != "mod.rs"
}
#: The commands of `scripts/ops` that have tests: a file, or a folder of modules.
OPS_TESTS = ROOT / "infra" / "ops" / "tests"
OPS_COMMANDS = {path.stem for path in OPS_TESTS.glob("*.rs")} | {
    path.parent.name for path in OPS_TESTS.glob("*/mod.rs")
}
UNIT_TESTS = [path.relative_to(FRONTEND).as_posix() for path in (FRONTEND / "src").rglob("*.test.ts*")]
#: The files of Python tests, by their names without `test_`.
PYTHON_TESTS = {
    path.stem.removeprefix("test_"): path.relative_to(ROOT).as_posix()
    for folder in ("infra/rules", "scripts/tests", "infra/front_door")
    for path in (ROOT / folder).glob("test_*.py")
}


def tasks(stack: SharedStack, names: Sequence[str]) -> list[Task]:
    chosen = [suite for name in names for suite in selected(name)]
    builds = [suite for suite in suites.without_stack() if suite.name in (suites.RUST_BUILD, suites.WEB_BUILD)]
    return needed([*suites.preparations(stack), *builds, *chosen], chosen)


def selected(name: str) -> list[Suite]:
    """The suites that one name selects. If there is none, fails with similar names."""
    found = [*rust(name), *web(name), *python(name)]
    if not found:
        close = difflib.get_close_matches(name, known_names(), n=5, cutoff=0.4)
        raise CommandError(
            f"No test is called {name!r}.",
            f"Similar names: {', '.join(close)}." if close else "See scripts/test --help.",
        )
    return found


def rust(name: str) -> list[Suite]:
    """
    Front-door tests of an endpoint (`users/login`) or an area (`users`). Tests of `scripts/ops` (`ops`) or of one of
    its commands (`receipts`, or `ops/users` where an area has the same name).
    """
    found = []
    if name in ENDPOINTS | AREAS:
        module = name.replace("/", "::").replace("-", "_")
        found.append(suites.front_door(f"Rust: {name}", "front_door", f"{module}::"))
    if name == "ops":
        found.append(suites.front_door("Rust: tests of scripts/ops", "ops"))
    command = name.removeprefix("ops/")
    if command in OPS_COMMANDS:
        found.append(suites.front_door(f"Rust: scripts/ops {command}", "ops", f"{command}::"))
    return found


def web(name: str) -> list[Suite]:
    """Unit and component tests of a folder or file in frontend/src, and browser journeys."""
    found = []
    if tests := [path for path in UNIT_TESTS if f"/{name}/" in path or path.split("/")[-1].startswith(f"{name}.")]:
        found.append(suites.vitest(f"Web: unit tests of {name}", *tests, needs=(suites.WEB_PACKAGES,)))
    if name == "lastRelease":
        found += [suites.earlier_journeys(), *suites.two_releases()]
    if name == "firefox":
        found.append(suites.firefox_journeys())
    if (FRONTEND / "e2e" / f"{name}.spec.ts").is_file():
        found.append(suites.journeys(f"e2e/{name}.spec.ts", name=f"Web: journeys of {name}"))
    return found


def python(name: str) -> list[Suite]:
    path = PYTHON_TESTS.get(name, "")
    if path == suites.TWO_RELEASES:
        return suites.two_releases()
    if path in (suites.SAM_LOCAL, suites.SCANNER):
        return [suites.sam_local() if path == suites.SAM_LOCAL else suites.scanner()]
    if path.startswith("infra/front_door"):
        return [suites.on_stack(path, path)]
    return [pytest(path, path, needs=(suites.LINTERS,))] if path else []


def known_names() -> list[str]:
    features = [folder.name for folder in (FRONTEND / "src" / "features").iterdir()]
    units = [path.split("/")[-1].split(".")[0] for path in UNIT_TESTS]
    journeys = [path.name.removesuffix(".spec.ts") for path in (FRONTEND / "e2e").glob("*.spec.ts")]
    named = {*AREAS, *ENDPOINTS, *OPS_COMMANDS, *features, *units, *journeys, *PYTHON_TESTS}
    return sorted(named | {"ops", "lastRelease", "firefox"})
