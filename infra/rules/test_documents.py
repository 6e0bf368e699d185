"""The index of decision records, the changelog, and names of resources. test_links.py checks the links."""

import re

from platform_template import RESOURCES, TEMPLATE
from stack.instance import ROOT

RECORDS = ROOT / "docs" / "decisions"
RESOURCE = re.compile(r"`([A-Z][A-Za-z]+(?:Bucket|Function|LogGroup|Policy|Queue|Role|Secret|Table))`")


def test_the_index_lists_every_decision_record_with_its_date_and_title() -> None:
    index = re.findall(
        r"^\| \[(\d{4})\]\((\S+)\) \| (\S+) \| (.+) \|$", (RECORDS / "README.md").read_text(), re.MULTILINE
    )
    written = []
    for path in sorted(RECORDS.glob("[0-9]*.md")):
        title, _, status = path.read_text().splitlines()[:3]
        number, title = title.removeprefix("# ").split(". ", 1)
        written.append((number, path.name, status.split(",")[0], title))
    assert index == written


def test_a_decision_record_has_its_sections_and_fits_a_page() -> None:
    for path in RECORDS.glob("[0-9]*.md"):
        text = path.read_text()
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"], path
        assert len(text.splitlines()) <= 60, path


def test_the_changelog_describes_the_version() -> None:
    (version,) = re.findall(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    described = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert described[:2] == ["Unreleased", version]


def test_documents_name_resources_that_exist() -> None:
    """Decision records may name what a later decision has removed."""
    documents = [path for path in (ROOT / "docs").rglob("*.md") if RECORDS not in path.parents]
    named = {(name, path.name) for path in documents for name in RESOURCE.findall(path.read_text())}
    assert ("UsersLoginRole", "adding-an-endpoint.md") in named
    assert not [(name, page) for name, page in named if name not in {*RESOURCES, *TEMPLATE["Parameters"]}]
