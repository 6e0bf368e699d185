"""Links between files of the repository lead to a file that exists, and to a heading that it has."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from stack.instance import ROOT

FENCE = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
#: `[text](target)` and `<img src="target">`.
LINK = re.compile(r"\]\(<?([^)\s>]+)>?\)|\bsrc=\"([^\"]+)\"")
#: A document that a source file or a message names.
MENTION = re.compile(r"\b(?:docs|infra|frontend)/[\w./-]+\.md(?:#[\w-]+)?")
#: Its links are placeholders.
TEMPLATE = ROOT / "docs" / "decisions" / "template.md"


def tracked(pattern: str = "*") -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", pattern],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for line in listed.stdout.splitlines() if (path := ROOT / line).is_file()]


def anchors(markdown: str) -> set[str]:
    """The anchors that GitHub gives the headings of a document."""
    found: set[str] = set()
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", FENCE.sub("", markdown), re.MULTILINE):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        base = re.sub(r"[^\w\- ]", "", text).lower().replace(" ", "-")
        number = 0
        while (anchor := f"{base}-{number}" if number else base) in found:
            number += 1
        found.add(anchor)
    return found


def fault(target: str, page: Path, folder: Path) -> str | None:
    """What is wrong with a relative link in a page, whose paths start at a folder."""
    path, _, anchor = target.partition("#")
    file = folder / path if path else page
    if not file.exists():
        return f"{target}: there is no such file"
    if anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
        return f"{target}: there is no such heading"
    return None


def faults_of_links(page: Path) -> list[str]:
    text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text()))
    targets = [link or source for link, source in LINK.findall(text)]
    return [
        found for target in targets if not re.match(r"[a-z]+:", target) and (found := fault(target, page, page.parent))
    ]


def faults_of_mentions(file: Path) -> list[str]:
    try:
        text = file.read_text()
    except UnicodeDecodeError:
        return []
    return [found for target in MENTION.findall(text) if (found := fault(target, file, ROOT))]


@pytest.mark.parametrize(
    "page", [page for page in tracked("*.md") if page != TEMPLATE], ids=lambda page: str(page.relative_to(ROOT))
)
def test_links_of_a_document_resolve(page: Any) -> None:
    assert faults_of_links(page) == []


def test_documents_that_source_files_name_exist() -> None:
    sources = [
        path
        for path in tracked()
        if path.suffix in {".py", ".rs", ".toml", ".ts", ".tsx", ".yaml", ".yml", ".md"} and path != Path(__file__)
    ]
    assert {str(path.relative_to(ROOT)): found for path in sources if (found := faults_of_mentions(path))} == {}
