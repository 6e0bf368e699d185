"""The last release of this repository, whose functions and pages run beside those of the next one."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from . import tools
from .instance import LOCAL, ROOT

#: What its site is built from, and what publishes it.
SITE_SOURCES = ("frontend", "infra", "scripts", "shared")
PUBLISH = (
    "import sys, boto3; from pathlib import Path; from stack import publish; "
    "publish.publish(boto3.client('s3'), sys.argv[1], Path(sys.argv[2]))"
)


@cache
def commit() -> str:
    """Its commit (CONTRIBUTING.md, Versions). Empty in a clone without it."""
    pattern = "^Release [0-9]+\\."
    found = git("log", "--max-count=1", "--format=%H", "--extended-regexp", f"--grep={pattern}")
    return found.decode().strip()


def is_missing() -> str | None:
    """Why there is nothing to compare with. None if there is."""
    return None if commit() else "the clone has no commit of a release. Fetch all commits."


def file(path: str) -> str:
    """A file of its commit."""
    return git("show", f"{commit()}:{path}").decode()


def build_site() -> None:
    """Builds its site, unless it is built."""
    source = checkout()
    stamp = source / "built"
    if is_missing() or stamp.is_file():
        return
    source.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-x", "-C", source], input=git("archive", commit(), *SITE_SOURCES), check=True)
    tools.install_packages(source / "frontend")
    tools.run(["npm", "run", "--silent", "build"], cwd=source / "frontend")
    stamp.touch()


def publish_site(bucket: str, variables: dict[str, str]) -> None:
    """Publishes its site to a bucket as it did itself. The variables name the AWS and its credentials."""
    source = checkout()
    environment = {**os.environ, **variables, "PYTHONPATH": str(source / "scripts")}
    tools.run([sys.executable, "-c", PUBLISH, bucket, source / "frontend" / "dist"], env=environment)


def checkout() -> Path:
    """The folder with its sources."""
    return LOCAL / "test" / "releases" / commit()


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout
