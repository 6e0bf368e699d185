"""Every suite and preparation of `scripts/test`."""

import shutil
import sys
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from .. import build, container_engine, last_release, tools
from .. import sam_local as of_sam_local
from ..console import CommandError
from .stack import DESCRIPTION, EARLIER_DESCRIPTION, TWO_RELEASES_DESCRIPTION, SharedStack
from .suite import FOLDER, Preparation, Suite, npm, pytest

CARGO = ["cargo", "test", "--locked", "--workspace", *build.WITHOUT_DEPLOYED, "--no-fail-fast"]
#: Builds every target. `cargo test --no-run` would leave out the functions' binaries, which contain no tests.
BUILD = [*build.COMMAND, "--locked", "--quiet", "--lib", "--tests", "--examples"]
#: Lints in the same compilation: clippy replaces the compiler for the crates of the workspace.
CLIPPY = {"RUSTC_WORKSPACE_WRAPPER": "clippy-driver", "CLIPPY_ARGS": "-Dwarnings__CLIPPY_HACKERY__"}

RUST_FILES = (
    "Cargo.",
    ".cargo/",
    ".clippy.toml",
    "functions/",
    "shared/",
    "infra/ops/",
    "infra/catalogue/",
    "infra/openapi.yaml",
    "infra/operator.toml",
)
SCRIPTS = ("scripts/",)
PYTHON_FILES = (*SCRIPTS, "infra/", ".ruff.toml", ".mypy.ini")
STACK_FILES = (*RUST_FILES, *SCRIPTS, "template.yaml", "infra/")
SITE_FILES = (
    "frontend/",
    "shared/locales/",
    "shared/data/",
    "infra/catalogue/",
    "infra/cdn/",
    "infra/openapi.yaml",
    "infra/operator.toml",
    *SCRIPTS,
)

SAM_LOCAL = "infra/front_door/test_sam_local.py"
SCANNER = "infra/front_door/test_scanner.py"
TWO_RELEASES = "infra/front_door/test_two_releases.py"

#: Journeys that also run with one release's web app and the other's functions, on the desktop.
EARLIER_JOURNEYS = tuple(
    f"e2e/{name}.spec.ts" for name in ("userLifecycle", "profile", "profileFiles", "coursePage", "sessions")
)
#: The journeys of those files that the last release has, too: others ask for what its functions do not do.
COMMON_JOURNEYS = FOLDER / "common-journeys.txt"

#: How many mutants of the changed lines are tested at most. scripts/nightly tests all mutants.
MUTANTS = 30

#: Names of preparations, and of suites that others need.
WEB_PACKAGES = "Installing the packages of the web app"
PROGRAMS = "Installing Chromium and ffmpeg"
FIREFOX = "Installing Firefox"
CONTAINERS = "Installing podman and the SAM CLI"
LINTERS = "Installing the linters of templates"
STACK = "Starting the stack"
EARLIER_BUILD = "Building the web app of the last release"
EARLIER_SITE = "Publishing the web app of the last release"
COMMON = "Listing the journeys of the last release"
EARLIER_FUNCTIONS = "Building the functions of the last release"
BOTH_RELEASES = "Starting the stack of two releases"
RUST_BUILD = "Rust: lint and build"
WEB_BUILD = "Web: build"


def python(module: str) -> list[str]:
    return [sys.executable, "-m", module]


def cargo(name: str, *arguments: str, **options: Any) -> Suite:
    options = {"needs": (RUST_BUILD,), "environment": CLIPPY.copy, **options}
    return Suite(name, [*CARGO, *arguments], has_counts=True, **options)


def everything(stack: SharedStack, every: bool = False, full: bool = False) -> list[Suite | Preparation]:
    """
    All tasks, in the order in which they start. `every` adds what needs a second build of the functions, and `full`
    what takes too long for every day (docs/testing.md).
    """
    first, *others = without_stack(full)
    return [first, *preparations(stack), *with_stack(every, full), *others]


def preparations(stack: SharedStack) -> list[Preparation]:
    return [
        Preparation(WEB_PACKAGES, tools.install_packages),
        Preparation(PROGRAMS, tools.programs_for_tests),
        # Two installations of Debian packages cannot run at once.
        Preparation(CONTAINERS, install_containers, needs=(PROGRAMS,)),
        Preparation(FIREFOX, tools.firefox, needs=(CONTAINERS,)),
        Preparation(LINTERS, tools.install_template_linters),
        Preparation(STACK, stack.start, needs=(RUST_BUILD, WEB_BUILD)),
        Preparation(EARLIER_BUILD, last_release.build_site, needs=(WEB_BUILD,)),
        Preparation(EARLIER_SITE, stack.serve_last_release, needs=(STACK, EARLIER_BUILD)),
        Preparation(COMMON, partial(last_release.list_journeys, EARLIER_JOURNEYS, COMMON_JOURNEYS), (EARLIER_BUILD,)),
        Preparation(EARLIER_FUNCTIONS, last_release.build_functions, needs=(RUST_BUILD,)),
        Preparation(BOTH_RELEASES, stack.start_two_releases, needs=(STACK, EARLIER_FUNCTIONS)),
    ]


def without_stack(full: bool = False) -> list[Suite]:
    """The suites that need no running stack. The first is the one that others wait for the longest."""
    web = (WEB_PACKAGES,)
    # The models of protocols, with more requests and faults than the unit tests have (docs/model.md).
    whole_models = cargo("Rust: whole models", "--test", "whole", "--", "--nocapture")
    return [
        Suite(RUST_BUILD, [*BUILD], environment=CLIPPY.copy),
        npm(WEB_BUILD, "build", needs=web),
        Suite("Rust: format", ["cargo", "fmt", "--check"], inputs=(*RUST_FILES, ".rustfmt.toml")),
        cargo(
            "Rust: unit tests",
            *("--lib", "--bins"),
            inputs=(*RUST_FILES, "infra/", "template.yaml", "docs/", "README.md"),
        ),
        *([whole_models] if full else []),
        npm("Web: types", "typecheck", inputs=SITE_FILES, needs=web),
        npm("Web: lint and format", "lint", inputs=SITE_FILES, needs=web),
        *([npm("Web: lint with every rule", "lint:full", needs=web)] if full else []),
        npm("Web: generated API types", "check:api", inputs=SITE_FILES, needs=web),
        npm("Web: generated country table", "check:countries", inputs=SITE_FILES, needs=web),
        npm("Web: generated list of passwords", "check:known-passwords", inputs=SITE_FILES, needs=web),
        npm("Web: rendered icons", "check:icons", inputs=SITE_FILES, needs=web),
        vitest(
            "Web: unit tests",
            script="test:shuffled" if full else "test",
            inputs=(*SITE_FILES, "infra/hosting.yaml", "docs/words.md", "shared/export/readme/"),
            needs=web,
        ),
        Suite("Python: lint", [*python("ruff"), "check"], inputs=PYTHON_FILES),
        Suite("Python: format", [*python("ruff"), "format", "--check"], inputs=PYTHON_FILES),
        Suite("Python: types", python("mypy"), inputs=PYTHON_FILES),
        # It compares files of every kind.
        pytest("Rules for templates and documents", "infra/rules", inputs=("",), needs=(LINTERS,)),
        pytest(
            "Scripts",
            "scripts/tests",
            inputs=(*STACK_FILES, "docs/", "README.md", "frontend/README.md", "samconfig.toml"),
            needs=(LINTERS,),
        ),
        # The last, since it may take minutes and no other suite waits for it.
        Suite(
            "Rust: mutants of changed lines",
            [*python("stack.mutants"), "--at-most", str(MUTANTS)],
            inputs=RUST_FILES,
            needs=(RUST_BUILD,),
        ),
    ]


def with_stack(every: bool = False, full: bool = False) -> list[Suite]:
    """The suites that send requests to a running stack. The journeys are last: they have the machine for themselves."""
    generated_requests = on_stack("Generated requests", "infra/front_door/test_generated_requests.py")
    of_full_runs = [sam_local(image=True), scanner(), generated_requests]
    return [
        front_door("Rust: front-door tests", "front_door", full=full, inputs=STACK_FILES),
        front_door("Rust: tests of scripts/ops", "ops", inputs=STACK_FILES),
        on_stack("CDN", "infra/front_door/test_cdn.py", inputs=(*STACK_FILES, *SITE_FILES)),
        on_stack("Client of the specification", "infra/front_door/test_specification_client.py", inputs=STACK_FILES),
        on_stack("Generated Python clients", "infra/front_door/test_generated_client.py", inputs=STACK_FILES),
        sam_local(),
        *(of_full_runs if full else []),
        Suite(
            "Rehearsal of releases",
            [*python("stack.rehearsal"), "--built"],
            inputs=(*STACK_FILES, *SITE_FILES),
            needs=(RUST_BUILD, WEB_BUILD),
        ),
        earlier_journeys(),
        *(two_releases() if every or full else []),
        *([firefox_journeys()] if full else []),
        journeys(full=full, inputs=(*STACK_FILES, *SITE_FILES)),
    ]


def install_containers() -> None:
    """Installs what `sam local` needs, if this machine can have it. The suite says why it cannot."""
    with suppress(CommandError):
        container_engine.install_podman()
    if container_engine.missing() is None:
        tools.environment("deploy")


def on_stack(name: str, path: str, **options: Any) -> Suite:
    return pytest(name, path, needs=(STACK, PROGRAMS), environment=stack_variables, **options)


def sam_local(image: bool = False) -> Suite:
    """What only `sam local start-api` shows. `image` compiles the functions for Lambda's image, which it downloads."""
    return pytest(
        "sam local with Lambda's image" if image else "sam local",
        SAM_LOCAL,
        inputs=() if image else STACK_FILES,
        needs=(STACK, PROGRAMS, CONTAINERS),
        environment=lambda: {**stack_variables(), **({"LAMBDA_IMAGE": "yes"} if image else {})},
        skip_reason=of_sam_local.missing_image if image else of_sam_local.missing_engine,
    )


def scanner() -> Suite:
    missing = None if shutil.which("clamscan") else "no ClamAV. Install it (Debian: sudo apt-get install clamav)."
    return on_stack("Scanner", SCANNER, skip_reason=lambda: missing)


def front_door(name: str, target: str, *filters: str, full: bool = False, **options: Any) -> Suite:
    """A Rust test binary that sends requests to the running stack. `full` makes every fault of AWS persist, too."""
    return cargo(
        name,
        *("--test", target, "--", *filters),
        needs=(RUST_BUILD, STACK, PROGRAMS),
        environment=lambda: {**CLIPPY, **stack_variables(), **({"FAULTS": "all"} if full else {})},
        **options,
    )


def stack_variables() -> dict[str, str]:
    """The variables by which tests find the stack, the browser, and the program that makes their videos."""
    return {"STACK_FILE": str(DESCRIPTION), **tools.programs_for_tests()}


def vitest(name: str, *arguments: str, script: str = "test", **options: Any) -> Suite:
    return npm(name, script, *arguments, has_counts=True, **options)


def journeys(*arguments: str, name: str = "Web: browser journeys", full: bool = False, **options: Any) -> Suite:
    """Journeys in a real browser. `full` runs every journey in every language and at both screen sizes."""
    extra: dict[str, str] = options.pop("variables", {"JOURNEYS": "all"} if full else {})
    options = {"needs": (STACK, PROGRAMS), **options}
    return npm(
        name,
        "e2e",
        *arguments,
        has_counts=True,
        environment=lambda: {**stack_variables(), "OPS_PATH": str(build.binary_path("ops")), **extra},
        **options,
    )


def firefox_journeys() -> Suite:
    """The journeys with the tag `@firefox`."""
    suite = journeys("--project=firefox", name="Web: journeys in Firefox", full=True, needs=(STACK, PROGRAMS, FIREFOX))
    return replace(suite, environment=lambda: {**suite.environment(), "FIREFOX_PATH": tools.firefox()})


def earlier_journeys() -> Suite:
    """
    Journeys of the last release in its web app, with the functions and templates of the present one: they run together
    during a release, in open tabs, and after going back.
    """
    return journeys(
        "--project=desktop",
        *EARLIER_JOURNEYS,
        name="Web: journeys of the last release",
        inputs=(*STACK_FILES, "frontend/"),
        needs=(EARLIER_SITE, STACK, PROGRAMS),
        variables={"STACK_FILE": str(EARLIER_DESCRIPTION)},
        skip_reason=last_release.is_missing,
        cwd=last_release.checkout() / "frontend",
    )


def two_releases() -> list[Suite]:
    """The present web app with the functions of the last release, and the functions of both on the same tables."""
    stack = {"STACK_FILE": str(TWO_RELEASES_DESCRIPTION)}
    # Of the suites that need STACK, one runs at a time: one of these two switches the functions.
    needs = (BOTH_RELEASES, STACK, PROGRAMS)
    return [
        pytest(
            "Functions of two releases",
            TWO_RELEASES,
            needs=needs,
            environment=lambda: {**stack_variables(), **stack},
            skip_reason=last_release.is_missing,
        ),
        journeys(
            "--project=desktop",
            f"--test-list={COMMON_JOURNEYS}",
            name="Web: journeys with the functions of the last release",
            needs=(*needs, COMMON),
            variables=stack,
            skip_reason=last_release.is_missing,
        ),
    ]
