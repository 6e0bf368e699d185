"""`scripts/bench`: measures sizes, and speeds relative to each other in one run."""

import argparse
import os
import shutil
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path

from . import build, console, local_stack, templates, tools
from .console import step
from .instance import LOCAL, ROOT, Instance, free_port

#: The measurements of `functions/examples/bench`.
FUNCTION_PARTS = ("cold_starts", "reminders", "staff_lists")
PARTS = ("sizes", "downloads", *FUNCTION_PARTS, "browser")
#: What is measured: the functions, and in a folder below them the benchmarks, which look for functions there.
BINARIES = LOCAL / "bench" / "binaries"
BENCHMARKS = BINARIES / "examples"
#: The budgets of zipped functions in MB (docs/performance.md): with the client of S3, without it, and what hashing of
#: passwords adds.
WITH_S3, WITHOUT_S3, HASHING = 4.0, 3.0, 0.25


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Builds functions and web app as for a deployment, and measures them. Fails for functions over"
        " their budgets of sizes and cold_starts.",
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", default=PARTS, help=f"what to measure: {', '.join(PARTS)} [default: all]"
    )
    parts = parser.parse_args().parts
    unknown = set(parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if "cold_starts" in parts and shutil.which("valgrind") is None:
        raise console.CommandError(
            "Valgrind was not found.", "Install it (Debian: apt-get install valgrind), or name other parts."
        )
    tools.require()
    tools.install_packages()

    with step("Building the functions as for a deployment (minutes)"):
        build_for_deployment(BINARIES)
    if "sizes" in parts:
        measure_sizes()
    if {"downloads", "browser"} & set(parts):
        with step("Building the web app"):
            tools.run(["npm", "run", "--silent", "build"], cwd=tools.FRONTEND)
    if "downloads" in parts:
        print("\nInitial download of a screen", flush=True)
        subprocess.run(["npm", "run", "--silent", "bundle-size"], cwd=tools.FRONTEND, check=True)
    measurements = [part for part in FUNCTION_PARTS if part in parts]
    if measurements:
        with step("Building the benchmarks in the same way"):
            build_for_deployment(BENCHMARKS, "--package", "functions", "--examples")
    if measurements or "browser" in parts:
        measure_on_stack(measurements, in_browser="browser" in parts)
    return 0


def build_for_deployment(target: Path, *options: str) -> None:
    """Builds binaries as `sam build`, by default the functions, for the processor of this machine."""
    folder = LOCAL / "bench" / "built"
    command: list[str | Path] = ["cargo", "lambda", "build", "--locked", "--release", "--lambda-dir", folder, *options]
    tools.run(command, env=tools.environment_variables())
    target.mkdir(parents=True, exist_ok=True)
    for binary in folder.glob("*/bootstrap"):
        binary.replace(target / binary.parent.name)


def measure_sizes() -> None:
    print("\nZipped size of each function")
    exceeded = []
    for name in sorted(templates.functions(templates.main()).values()):
        binary = BINARIES / name
        size = zipped(binary) / 1e6
        print(f"  {size:6.2f} MB  {name}")
        if size > budget(binary):
            exceeded.append(name)
    if exceeded:
        raise console.CommandError(
            f"Over the budget of zipped functions: {', '.join(exceeded)}.", "See docs/performance.md, Cold starts."
        )


def measure_on_stack(measurements: list[str], *, in_browser: bool) -> None:
    with step("Building the local stack"):
        build.build()
    folder = LOCAL / "bench"
    instance = Instance("masar-bench", folder / "stack", folder / "stack.json", free_port(), free_port())
    local_stack.reset(instance)
    print()
    with local_stack.running(instance) as stack:
        stack.import_catalogue()
        stack.publish_catalogue()
        if measurements:
            print("\nWarm responses", flush=True)
            subprocess.run(
                [BENCHMARKS / "bench", *measurements],
                cwd=ROOT,
                env={**os.environ, "STACK_FILE": str(instance.description), "OPS": str(build.binary_path("ops"))},
                check=True,
            )
        if in_browser:
            with local_stack.site(instance, stack.api, built=True):
                print("\nIn a browser", flush=True)
                subprocess.run(
                    ["npm", "run", "--silent", "benchmark"],
                    cwd=tools.FRONTEND,
                    env={**os.environ, **tools.programs_for_tests(), "STACK_FILE": str(instance.description)},
                    check=True,
                )


def budget(binary: Path) -> float:
    """The largest archive in MB. The names of a client and of a hash are in the binaries that contain it."""
    content = binary.read_bytes()
    return (WITH_S3 if b"aws_sdk_s3" in content else WITHOUT_S3) + (HASHING if b"argon2id" in content else 0)


def zipped(file: Path) -> int:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.write(file, file.name)
    return len(buffer.getvalue())


if __name__ == "__main__":
    console.main(command)
