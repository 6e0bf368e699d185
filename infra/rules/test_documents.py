"""Links between documents, the index of decision records, and the changelog."""

import re
from pathlib import Path

import pytest

from stack.instance import ROOT

RECORDS = ROOT / "docs" / "decisions"
#: The template has placeholders for links.
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "frontend/*.md", "infra/*/*.md", ".github/**/*.md")
    for path in ROOT.glob(pattern)
    if path != RECORDS / "template.md"
)
#: The target of each link of the form `[text](target)`, without those to other sites.
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")


def anchors(path: Path) -> set[str]:
    """The anchor that GitHub gives each heading."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_and_headings_that_exist(document):
    for link in LINK.findall(document.read_text()):
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), link


def test_the_index_lists_every_decision_record_with_its_date_and_title():
    index = re.findall(r"^\| \[(\d{4})\]\((\S+)\) \| (\S+) \| (.+) \|$", (RECORDS / "README.md").read_text(), re.MULTILINE)
    written = []
    for path in sorted(RECORDS.glob("[0-9]*.md")):
        title, _, status = path.read_text().splitlines()[:3]
        number, title = title.removeprefix("# ").split(". ", 1)
        written.append((number, path.name, status.split(",")[0], title))
    assert index == written


def test_a_decision_record_has_its_sections_and_fits_a_page():
    for path in RECORDS.glob("[0-9]*.md"):
        text = path.read_text()
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"], path
        assert len(text.splitlines()) <= 60, path


def test_the_changelog_describes_the_version():
    (version,) = re.findall(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    described = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert described[:2] == ["Unreleased", version]
