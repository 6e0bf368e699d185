"""Decision records, the changelog, and names of resources. test_links.py checks the links."""

import json
import re

from platform_template import RESOURCES, TEMPLATE
from stack import operator_settings
from stack.instance import ROOT
from stack.toml import tomllib

RECORDS = ROOT / "docs" / "decisions"
LEGAL = json.loads((ROOT / "frontend" / "src" / "locales" / "en" / "legal.json").read_text())
RESOURCE = re.compile(r"`([A-Z][A-Za-z]+(?:Bucket|Function|LogGroup|Policy|Queue|Role|Secret|Table))`")


def test_a_number_belongs_to_one_decision() -> None:
    lines = re.findall(r"^\| (\d{4}[\d, ]*) \|", (RECORDS / "measured.md").read_text(), re.MULTILINE)
    titles = [path.read_text().splitlines()[0] for path in RECORDS.glob("[0-9]*.md")]
    numbers = [*(number for line in lines for number in line.split(", ")), *(title[2:6] for title in titles)]
    assert len(numbers) > 50 and sorted(set(numbers)) == sorted(numbers)
    assert [path.name[:4] for path in RECORDS.glob("[0-9]*.md")] == [title[2:6] for title in titles]


def test_a_decision_record_has_its_sections_and_fits_a_page() -> None:
    for path in RECORDS.glob("[0-9]*.md"):
        text = path.read_text()
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"], path
        assert len(text.splitlines()) <= 60, path


def test_the_changelog_describes_the_version() -> None:
    (version,) = re.findall(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    described = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert described[:2] == ["Unreleased", version]


def test_the_form_and_the_list_of_a_companys_texts_have_every_fact() -> None:
    form = (ROOT / operator_settings.FILE).read_text()
    page = (ROOT / "docs" / "operations" / "texts.md").read_text()
    tables = tomllib.loads(form)
    facts = {
        f"{table}.{key}" if table in ("contact", "prices") else table for table, keys in tables.items() for key in keys
    }
    listed = set(re.findall(r"^\| \d+ \| [^|]+ \| `([a-z.]+)`", page, re.MULTILINE))
    assert listed >= facts and len(facts) > 8
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)]
    assert numbers == [*range(1, len(numbers) + 1)]
    parts = [part for part in form.split("\n\n") if re.search(r"^\[\w+\]$", part, re.MULTILINE)]
    assert len(parts) == len(tables) and all("\n# Shown " in part for part in parts)
    for section in re.findall(r"`([a-z]+)`", "".join(re.findall(r"^\| (?:1[6-9]|2[0-2]) .+$", page, re.MULTILINE))):
        assert section in LEGAL["sections"], section


def test_documents_name_resources_that_exist() -> None:
    """Decision records may name what was considered and does not exist."""
    documents = [path for path in (ROOT / "docs").rglob("*.md") if RECORDS not in path.parents]
    named = {(name, path.name) for path in documents for name in RESOURCE.findall(path.read_text())}
    assert ("UsersLoginRole", "adding-an-endpoint.md") in named
    assert not [(name, page) for name, page in named if name not in {*RESOURCES, *TEMPLATE["Parameters"]}]
