"""`scripts/bench`: measures sizes, and speeds relative to each other in one run."""

import argparse
import os
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path

from . import build, console, local_stack, site, templates, tools
from .console import step
from .instance import LOCAL, ROOT, Instance, free_port


def command() -> int:
    argparse.ArgumentParser(
        prog="scripts/bench",
        description="Builds functions and web app as for a deployment, and measures them. No result is a failure.",
    ).parse_args()
    tools.require()
    tools.install_web_packages()

    with step("Building the functions for release (minutes)"):
        tools.run(["cargo", "build", "--locked", "--release", "--bins"])
    with step("Building the benchmark"):
        tools.run(["cargo", "build", "--locked", "--release", "--package", "testing", "--examples"])
        build.build()
    with step("Building the web app"):
        tools.run(["npm", "run", "--silent", "build"], cwd=tools.FRONTEND)

    release = tools.target_directory() / "release"
    print("\nZipped size of each function")
    for binary in sorted(templates.functions(templates.main()).values()):
        print(f"  {zipped(release / binary) / 1e6:6.2f} MB  {binary}")

    print("\nInitial download of a screen", flush=True)
    subprocess.run(["npm", "run", "--silent", "bundle-size"], cwd=tools.FRONTEND, check=True)

    folder = LOCAL / "bench"
    instance = Instance("masar-bench", folder / "stack", folder / "stack.json", free_port(), free_port())
    local_stack.reset(instance)
    print()
    with local_stack.running(instance) as stack, site.running(instance, stack.api, built=True):
        stack.import_catalogue()
        print("\nWarm responses", flush=True)
        subprocess.run(
            [release / "examples" / "bench"],
            cwd=ROOT,
            env={**os.environ, "STACK_FILE": str(instance.description)},
            check=True,
        )
        print("\nIn a browser", flush=True)
        browser = {
            "STACK_FILE": str(instance.description),
            "FFMPEG_PATH": tools.ffmpeg(),
            "CHROMIUM_PATH": tools.chromium(),
        }
        subprocess.run(
            ["npm", "run", "--silent", "benchmark"], cwd=tools.FRONTEND, env={**os.environ, **browser}, check=True
        )
    return 0


def zipped(binary: Path) -> int:
    """The size of a function's archive, compressed as by `sam build`."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.write(binary, "bootstrap")
    return len(buffer.getvalue())


if __name__ == "__main__":
    console.main(command)
