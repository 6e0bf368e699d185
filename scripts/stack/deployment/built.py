"""
The build of a commit, which every environment gets: `scripts/deploy build` makes it without credentials of AWS, and
`scripts/deploy ENVIRONMENT --built FOLDER` deploys it and compiles nothing.

The functions are the same in every environment of one processor architecture. The web app contains the URL of its site,
so there is one for each environment whose URL is set.
"""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .. import tools
from ..console import CommandError, step
from ..instance import ROOT
from .environment import Environment
from .sam import overrides, sam_for, values
from .steps import DIST, build_site, check_templates

FOLDER = ROOT / ".aws-sam" / "built"
#: What the folder has besides the output of `sam build`: the commit, and a folder with the web app of each environment.
COMMIT, SITES = "commit", "sites"


def build(environment: Environment, environments: Iterable[Environment]) -> int:
    """Builds the functions for the architecture of an environment, and the web apps of all."""
    tools.require()
    commit = commit_of_checkout()
    check_templates()
    sam = sam_for(environment)
    with step("Building the functions (minutes)"):
        # The address has no effect on the functions, which get it as a variable.
        sam("build", "--build-dir", str(FOLDER), *overrides(values(environment, environment.value("SiteAddress"))))
    for site in environments:
        if url := site.value("SiteAddress"):
            build_site(url)
            shutil.copytree(DIST, FOLDER / SITES / site.name)
    (FOLDER / COMMIT).write_text(commit)
    print(f"\n  The build of {commit} is in {FOLDER.relative_to(ROOT)}.")
    return 0


def require(folder: Path) -> None:
    """
    Fails if a folder is no build, or if the checkout is not its commit: the templates, the settings and the catalogue
    belong to the functions.
    """
    if not (folder / COMMIT).is_file():
        raise CommandError(f"{folder} is not the output of scripts/deploy build.", "Nothing was changed.")
    built, present = (folder / COMMIT).read_text(), commit_of_checkout()
    if built != present:
        raise CommandError(
            f"{folder} is built from {built}, and {present} is checked out.",
            f"Check {built} out, or build again. Nothing was changed.",
        )


def take(folder: Path, environment: Environment) -> bool:
    """Puts a build in the place of a build of the environment. Returns whether it has the environment's web app."""
    replace(ROOT / environment.build_folder, folder)
    shutil.rmtree(ROOT / environment.build_folder / SITES, ignore_errors=True)
    site = folder / SITES / environment.name
    if not site.is_dir():
        return False
    replace(DIST, site)
    return True


def replace(folder: Path, source: Path) -> None:
    """Makes a folder a copy of another one."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)


def commit_of_checkout() -> str:
    """The commit that is checked out. Fails if a file differs from it."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    if changed := git("status", "--porcelain", "--untracked-files=no"):
        raise CommandError(
            f"Files differ from the commit that is checked out:\n{changed}", "Commit or undo that first."
        )
    return git("rev-parse", "HEAD")
