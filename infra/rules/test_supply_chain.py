"""Packages are what the lock files say, and run nothing when they are installed."""

import json
import re

import pytest

from stack import tools
from stack.instance import ROOT

#: npm packages with an install script, which does not run, and why it need not.
INSTALL_SCRIPTS = {
    "unrs-resolver": "it fetches a program that is missing; the lock file has those of all systems",
    "fsevents": "it compiles what the package contains for macOS",
    "esbuild": "it makes the start of a program faster",
}


@pytest.mark.parametrize("lock", sorted(tools.REQUIREMENTS.glob("*.txt")), ids=lambda lock: lock.name)
def test_every_python_package_has_hashes(lock: object) -> None:
    packages = re.split(r"\n(?=\S)", (tools.REQUIREMENTS / str(lock)).read_text().strip())
    assert len(packages) > 1
    for package in packages:
        assert re.match(r"[a-zA-Z0-9._-]+==\S+", package), package
        assert " --hash=sha256:" in package, package


@pytest.mark.parametrize("folder", tools.NPM_FOLDERS, ids=lambda folder: folder.name)
def test_no_npm_package_runs_a_script_when_it_is_installed(folder: object) -> None:
    path = ROOT / str(folder)
    assert "ignore-scripts=true" in (path / ".npmrc").read_text().splitlines()
    packages = json.loads((path / "package-lock.json").read_text())["packages"]
    with_script = {
        name.rpartition("node_modules/")[2] for name, package in packages.items() if package.get("hasInstallScript")
    }
    assert with_script <= set(INSTALL_SCRIPTS)
    assert all(package.get("integrity") for name, package in packages.items() if name)
