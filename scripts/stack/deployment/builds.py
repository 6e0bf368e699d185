"""
Builds the web app and the functions, or takes a build of the commit.

`scripts/deploy build` makes that build for every environment, without credentials of AWS, and
`scripts/deploy ENVIRONMENT --built FOLDER` deploys it and compiles nothing. The functions are the same in every
environment of one processor architecture. The web app contains the URL of its site, so there is one for each
environment whose URL is set.
"""

import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .. import tools
from ..console import CommandError, step
from ..instance import ROOT
from . import releases
from .environment import Environment
from .sam import Sam, overrides, sam_for, values

DIST = tools.FRONTEND / "dist"
#: Rules for `sam build` and `sam deploy`, whose build folders scripts/deploy does not use.
SAMCONFIG_TEST = "infra/rules/test_samconfig.py"
FOLDER = ROOT / ".aws-sam" / "built"
#: What the folder has besides the output of `sam build`: the commit, and a folder with the web app of each environment.
COMMIT, SITES = "commit", "sites"
#: The site's URL in a first deployment without a domain: the name of the CDN is known only after it.
UNKNOWN_SITE = "https://nowhere.invalid"


@dataclass(frozen=True)
class Build:
    """The output of `sam build`, with the name of its release."""

    folder: Path
    release: str

    @property
    def template(self) -> Path:
        return self.folder / "template.yaml"

    @property
    def packaged(self) -> Path:
        return self.folder / "packaged.yaml"


def build_release(environment: Environment, sam: Sam, site: str, built: Path | None = None) -> Build:
    """Builds the functions, and the web app if the site's URL is known. A build that exists has the functions."""
    folder = ROOT / environment.build_folder
    has_site = built is not None and take(built, environment)
    if site != UNKNOWN_SITE and not has_site:
        build_site(site)
    if built is None:
        build_functions(environment, sam, site, folder)
    build = Build(folder, releases.new_name())
    releases.write_name(build.template, build.release)
    return build


def build_functions(environment: Environment, sam: Sam, site: str, folder: Path) -> None:
    with step("Building the functions (minutes)"):
        sam("build", "--build-dir", str(folder), *overrides(values(environment, site)))


def build_site(url: str) -> None:
    with step("Building the web app"):
        tools.install_packages()
        tools.run(["npm", "run", "--silent", "build"], cwd=tools.FRONTEND, env={**os.environ, "SITE_ADDRESS": url})


def check_templates() -> None:
    with step("Checking templates and catalogue"):
        pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        tools.run([*pytest, "--ignore", SAMCONFIG_TEST, "infra/rules"])
        run_ops(["catalogue", "check"])


def run_ops(arguments: list[str], **variables: str) -> None:
    env = {**os.environ, "CATALOGUE": str(ROOT / "infra" / "catalogue"), **variables}
    tools.run([ROOT / "scripts" / "ops", *arguments], env=env)


def build(environment: Environment, environments: Iterable[Environment]) -> int:
    """Builds the functions for the architecture of an environment, and the web apps of all."""
    tools.require()
    commit = commit_of_checkout()
    check_templates()
    # The address has no effect on the functions, which get it as a variable.
    build_functions(environment, sam_for(environment), environment.value("SiteAddress"), FOLDER)
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
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)


def commit_of_checkout() -> str:
    """The commit that is checked out. Fails if a file differs from it."""
    if changed := tools.output(["git", "status", "--porcelain", "--untracked-files=no"], ROOT):
        raise CommandError(
            f"Files differ from the commit that is checked out:\n{changed}", "Commit or undo that first."
        )
    return tools.output(["git", "rev-parse", "HEAD"], ROOT).strip()
