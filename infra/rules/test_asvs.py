"""docs/asvs.md names tests and settings that exist, and lists its own gaps."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from stack.instance import ROOT

PAGE = ROOT / "docs" / "asvs.md"
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)
#: A link to a file, and the names of tests or settings in it.
EVIDENCE = re.compile(r"\[[^\]]+\]\(([^)\s#]+)(#[^)\s]+)?\)((?:,? `[^`]+`)*)")
#: In place of evidence: a requirement that applies, and one that does not.
NO_TEST, NOTHING = "no test", "–"
#: How many requirements of ASVS 5.0.0 have that level: all of level 1, and level 2 in chapters 6 to 9; and 5.4.3.
REQUIREMENTS = {"1": 70, "2": 41}


@dataclass(frozen=True)
class Row:
    number: str
    level: str
    requirement: str
    status: str
    shown_by: str


def rows(text: str) -> list[Row]:
    return [Row(*row) for row in ROW.findall(text)]


def declares(name: str, file: Path) -> bool:
    """Whether a file has a test of that name, or if it has no tests, that text."""
    text = file.read_text()
    identifier = re.escape(name)
    if file.suffix == ".rs" and name.isidentifier():
        attributes = r"#\[(?:tokio::)?test\b[^\]]*\]\s+(?:#\[[^\]]*\]\s+)*"
        return re.search(rf"{attributes}(?:async )?fn {identifier}\(", text) is not None
    if file.suffix == ".py":
        return name.startswith("test_") and re.search(rf"^ *def {identifier}\(", text, re.MULTILINE) is not None
    if re.search(r"\.(test|spec)\.tsx?$", file.name):
        return re.search(rf"['\"`]{identifier}", text) is not None
    return name in text


def errors(row: Row) -> list[str]:
    """What is wrong with the evidence of a row."""
    if row.shown_by == (NOTHING if row.status.startswith("not applicable") else NO_TEST):
        return []
    found = []
    for item in row.shown_by.split(" · "):
        if (evidence := EVIDENCE.fullmatch(item)) is None:
            found.append(f"{item}: not a link with names")
            continue
        path, anchor, names = evidence.groups()
        file = (PAGE.parent / path).resolve()
        if not file.is_file():
            found.append(f"{path}: there is no such file")
        elif not names and not anchor:
            found.append(f"{path}: names no test")
        else:
            found += [
                f"{path}: there is no {name}" for name in re.findall("`([^`]+)`", names) if not declares(name, file)
            ]
    return found


def is_gap(row: Row) -> bool:
    return row.status.startswith("not met") or (row.status.startswith("met") and row.shown_by == NO_TEST)


@pytest.mark.parametrize("row", rows(PAGE.read_text()), ids=lambda row: row.number)
class TestRow:
    def test_has_a_status_with_a_reason_unless_it_is_met(self, row: Row) -> None:
        assert re.fullmatch(r"met|(met|not met|not applicable): .+", row.status)

    def test_names_existing_tests_and_settings(self, row: Row) -> None:
        assert errors(row) == []

    def test_is_summarized_in_few_words(self, row: Row) -> None:
        assert len(row.requirement.split()) <= 20


def test_every_requirement_has_one_row_in_order() -> None:
    listed = rows(PAGE.read_text())
    numbers = [tuple(map(int, row.number.split("."))) for row in listed]
    assert numbers == sorted(set(numbers))
    assert Counter(row.level for row in listed) == REQUIREMENTS
    assert {row.number.split(".")[0] for row in listed if row.level == "2"} == {"5", "6", "7", "8", "9"}


def test_gaps_lists_what_is_not_met_or_not_tested() -> None:
    text = PAGE.read_text()
    listed = re.findall(r"^\| (\d+\.\d+\.\d+) \|", text.split("\n## Gaps\n")[1], re.MULTILINE)
    assert listed == [row.number for row in rows(text) if is_gap(row)]


class TestErrors:
    @pytest.mark.parametrize(
        "evidence",
        [
            NO_TEST,
            "[a rule](../infra/rules/test_asvs.py) `test_every_requirement_has_one_row_in_order`",
            "[front door](../shared/testing/tests/front_door.rs) `every_front_door_test_is_compiled`",
            "[titles](../frontend/src/i18n/isolate.test.ts) `isolates a name in its own direction`",
            "[setting](../template.yaml) `GenerateSecretString:` · [page](security.md#access-rules)",
        ],
    )
    def test_accepts_what_exists(self, evidence: str) -> None:
        assert errors(Row("1.1.1", "1", "", "met", evidence)) == []

    @pytest.mark.parametrize(
        "evidence",
        [
            "a test",
            "[file](../template.yaml)",
            "[file](../missing.yaml) `Resources`",
            "[rule](../infra/rules/test_asvs.py) `test_missing`",
            "[not a test](../infra/rules/test_asvs.py) `errors`",
            "[not a test](../shared/auth/src/tokens.rs) `refused`",
            "[titles](../frontend/src/i18n/isolate.test.ts) `isolates nothing`",
            "[setting](../template.yaml) `NoSuchSetting:`",
        ],
    )
    def test_reports_what_does_not_exist(self, evidence: str) -> None:
        assert len(errors(Row("1.1.1", "1", "", "met", evidence))) == 1
