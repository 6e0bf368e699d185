"""A build that every environment gets: `scripts/deploy build`, and `--built`."""

import json
from dataclasses import replace
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from deployment_support import ENVIRONMENT, git

from stack import templates
from stack.console import CommandError
from stack.deployment import builds, environment

PRODUCTION = replace(ENVIRONMENT, name="production", parameters={"SiteAddress": "https://site.org"})
STAGING = replace(ENVIRONMENT, parameters={"SiteAddress": "https://staging.site.org"})
WITHOUT_DOMAIN = replace(ENVIRONMENT, name="other", parameters={})
#: As `sam build` writes it: without anchors.
TEMPLATE = json.dumps(templates.main())


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a commit, in which `sam build` and the build of the web app do nothing but write files."""
    git(tmp_path, "init", "--quiet")
    (tmp_path / ".gitignore").write_text("/.aws-sam/\n/dist/\n")
    commit(tmp_path, "one")

    def sam(*arguments: str) -> None:
        folder = Path(arguments[arguments.index("--build-dir") + 1])
        for function in templates.functions(templates.main()):
            (folder / function).mkdir(parents=True)
            (folder / function / "bootstrap").write_text(function)
        (folder / "template.yaml").write_text(TEMPLATE)

    def build_site(url: str) -> None:
        (tmp_path / "dist").mkdir(exist_ok=True)
        (tmp_path / "dist" / "index.html").write_text(f"the app of {url}")

    stand_ins = {
        "ROOT": tmp_path,
        "DIST": tmp_path / "dist",
        "FOLDER": tmp_path / ".aws-sam" / "built",
        "build_site": build_site,
        "sam_for": lambda _: sam,
        "check_templates": lambda: None,
    }
    for name, stand_in in stand_ins.items():
        monkeypatch.setattr(builds, name, stand_in)
    return tmp_path


def commit(folder: Path, text: str) -> str:
    (folder / "file").write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", text)
    return git(folder, "rev-parse", "HEAD")


def made(checkout: Path) -> Path:
    assert builds.build(STAGING, [STAGING, PRODUCTION, WITHOUT_DOMAIN]) == 0
    return checkout / ".aws-sam" / "built"


def test_a_build_has_the_functions_once_and_the_web_app_for_each_url(checkout: Path) -> None:
    folder = made(checkout)
    sites = {path.parent.name: path.read_text() for path in folder.glob("sites/*/index.html")}
    assert sites == {"staging": "the app of https://staging.site.org", "production": "the app of https://site.org"}
    assert (folder / "commit").read_text() == git(checkout, "rev-parse", "HEAD")


@pytest.mark.parametrize("target", [STAGING, PRODUCTION], ids=lambda target: target.name)
def test_every_environment_gets_the_same_functions_without_compiling(
    checkout: Path, target: environment.Environment
) -> None:
    sam = MagicMock()
    folder = made(checkout)
    functions = {path.relative_to(folder): path.read_bytes() for path in folder.glob("*/bootstrap")}
    build = builds.build_release(target, sam, target.value("SiteAddress"), folder)
    sam.assert_not_called()
    assert functions == {path.relative_to(build.folder): path.read_bytes() for path in build.folder.glob("*/bootstrap")}
    assert build.release in build.template.read_text()
    assert (checkout / "dist" / "index.html").read_text() == f"the app of {target.value('SiteAddress')}"
    # It can be deployed again, and to the next environment.
    assert (folder / "template.yaml").read_text() == TEMPLATE
    assert build.folder == checkout / target.build_folder
    assert not (build.folder / "sites").exists()


class TestCommit:
    def test_that_is_not_checked_out_is_refused(self, checkout: Path) -> None:
        folder, before = made(checkout), git(checkout, "rev-parse", "HEAD")
        builds.require(folder)
        commit(checkout, "two")
        with pytest.raises(CommandError, match=f"is built from {before}, and "):
            builds.require(folder)

    def test_with_changed_files_is_refused(self, checkout: Path) -> None:
        folder = made(checkout)
        (checkout / "file").write_text("changed")
        with pytest.raises(CommandError, match="Files differ from the commit"):
            builds.require(folder)
        with pytest.raises(CommandError, match="Files differ from the commit"):
            builds.build(STAGING, [STAGING])
