"""Everything that `scripts/test` runs."""

from functools import partial

from .. import container_engine, tools
from . import counts
from .counts import REPORTS, file_of
from .part import Part, Preparation, npm, python
from .stack import DESCRIPTION, TestStack

CARGO = ["cargo", "test", "--locked", "--workspace"]
#: What is linted: everything. `cargo test --no-run` would leave out the functions' binaries, which have no tests in them.
BUILD = ["cargo", "build", "--locked", "--quiet", "--workspace", "--lib", "--bins", "--tests", "--examples"]
#: One compile builds and lints: clippy takes the compiler's place for the crates of the workspace.
CLIPPY = {"RUSTC_WORKSPACE_WRAPPER": "clippy-driver", "CLIPPY_ARGS": "-Dwarnings__CLIPPY_HACKERY__"}

RUST_FILES = (
    "Cargo.",
    ".cargo/",
    ".clippy.toml",
    "functions/",
    "shared/",
    "infra/ops/",
    "infra/catalogue/",
    "infra/costs/",
    "infra/openapi.yaml",
    "infra/operator.toml",
)
SCRIPTS = ("scripts/",)
STACK_FILES = (*RUST_FILES, *SCRIPTS, "template.yaml", "infra/")
SITE_FILES = (
    "frontend/",
    "shared/locales/",
    "shared/data/",
    "infra/cdn/",
    "infra/openapi.yaml",
    "infra/operator.toml",
    *SCRIPTS,
)

CDN = "infra/front_door/test_cdn.py"
SAM_LOCAL = "infra/front_door/test_sam_local.py"

#: Names of preparations.
WEB_PACKAGES = "Installing the packages of the web app"
PROGRAMS = "Installing Chromium and ffmpeg"
LINTERS = "Installing the linters of templates"
CARGO_SHEAR = "Installing cargo-shear"
STACK = "Starting the stack"
COMPILED = "Rust: lint and build"
BUILT = "Web: build"


def clippy() -> dict[str, str]:
    return CLIPPY


def everything(stack: TestStack, full: bool = False) -> list[Part | Preparation]:
    """The whole check, in the order in which it starts. `full` runs what takes too long for every day (docs/testing.md)."""
    first, *others = without_stack(full)
    return [first, *preparations(stack), *with_stack(full), *others]


def preparations(stack: TestStack) -> list[Preparation]:
    return [
        Preparation(WEB_PACKAGES, tools.install_web_packages),
        Preparation(PROGRAMS, tools.programs),
        Preparation(LINTERS, tools.linters),
        Preparation(CARGO_SHEAR, tools.install_cargo_shear),
        Preparation(STACK, stack.start, needs=(COMPILED, BUILT)),
    ]


def without_stack(full: bool = False) -> list[Part]:
    """What needs no running stack. The first is what the others wait for the longest."""
    web = (WEB_PACKAGES,)
    return [
        Part(COMPILED, BUILD, environment=clippy),
        npm(BUILT, "build", needs=web),
        Part("Rust: format", ["cargo", "fmt", "--check"], inputs=(*RUST_FILES, ".rustfmt.toml")),
        Part("Rust: unused dependencies", [tools.cargo_shear(), "--locked"], inputs=RUST_FILES, needs=(CARGO_SHEAR,)),
        Part(
            "Rust: unit tests",
            [*CARGO, "--no-fail-fast", "--lib", "--bins"],
            inputs=(*RUST_FILES, "infra/"),
            needs=(COMPILED,),
            count=counts.cargo,
            environment=clippy,
        ),
        npm("Web: types", "typecheck", inputs=SITE_FILES, needs=web),
        npm("Web: lint and format", "lint", inputs=SITE_FILES, needs=web),
        *([npm("Web: lint with every rule", "lint:full", needs=web)] if full else []),
        npm("Web: generated API types", "check:api", inputs=SITE_FILES, needs=web),
        npm("Web: generated country table", "check:countries", inputs=SITE_FILES, needs=web),
        npm("Web: generated artwork", "check:artwork", inputs=SITE_FILES, needs=web),
        npm("Web: rendered icons", "check:icons", inputs=SITE_FILES, needs=web),
        vitest("Web: unit tests", script="test:shuffled" if full else "test", inputs=SITE_FILES, needs=web),
        # They compare files of every kind.
        python("Rules for templates and documents", "infra/rules", inputs=("",), needs=(LINTERS,)),
        python(
            "Scripts", "scripts/tests", inputs=(*STACK_FILES, "docs/", "README.md", "samconfig.toml"), needs=(LINTERS,)
        ),
    ]


def with_stack(full: bool = False) -> list[Part]:
    """What goes through the front door of a running stack."""
    return [
        journeys(full=full, inputs=(*STACK_FILES, *SITE_FILES)),
        front_door("Rust: front-door tests", "front_door", inputs=STACK_FILES),
        front_door("Rust: tests of scripts/ops", "ops", inputs=STACK_FILES),
        python("CDN", CDN, inputs=(*STACK_FILES, *SITE_FILES), needs=(STACK, PROGRAMS), environment=address),
        *([by_sam()] if full else []),
    ]


def by_sam() -> Part:
    """Every call through `sam local start-api`."""
    return python("sam local", SAM_LOCAL, needs=(STACK, PROGRAMS), environment=address, obstacle=no_container_engine)


def no_container_engine() -> str | None:
    return None if container_engine.find() else f"no container engine. {container_engine.HINT}"


def front_door(name: str, target: str, *filters: str, **more) -> Part:
    """Tests of a test binary that goes through the front door of the running stack."""
    return Part(
        name,
        [*CARGO, "--no-fail-fast", "--test", target, "--", *filters],
        needs=(COMPILED, STACK, PROGRAMS),
        count=counts.cargo,
        environment=lambda: {**CLIPPY, **address()},
        **more,
    )


def address() -> dict[str, str]:
    """How tests find the stack, and the program that makes their videos."""
    return {"STACK_FILE": str(DESCRIPTION), "FFMPEG_PATH": tools.ffmpeg()}


def vitest(name: str, *arguments: str, script: str = "test", **more) -> Part:
    """Component and unit tests of the web app."""
    report = file_of(REPORTS, name, ".json")
    reporters = ["--reporter=default", "--reporter=json", f"--outputFile.json={report}"]
    return npm(name, script, *reporters, *arguments, count=partial(counts.vitest, report), **more)


def journeys(*arguments: str, name: str = "Web: browser journeys", full: bool = False, **more) -> Part:
    """Journeys in a real browser. `full` runs every journey in every language and at both screen sizes."""
    report = file_of(REPORTS, name, ".json")

    def environment() -> dict[str, str]:
        browser = {"PLAYWRIGHT_JSON_OUTPUT_NAME": str(report), "CHROMIUM_PATH": tools.chromium()}
        return {**address(), **browser, **({"JOURNEYS": "all"} if full else {})}

    counter = partial(counts.playwright, report)
    return npm(name, "e2e", *arguments, count=counter, needs=(STACK, PROGRAMS), environment=environment, **more)
