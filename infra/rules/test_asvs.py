"""docs/asvs.md names tests and settings that exist, and lists its own gaps."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from stack.instance import ROOT

PAGE = ROOT / "docs" / "asvs.md"
#: A requirement, or a range of those of one level in one chapter.
ROW = re.compile(r"^\| (\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))? \| ([12]) \| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)
#: A link to a file, and the names of tests or settings in it.
EVIDENCE = re.compile(r"\[[^\]]+\]\(([^)\s#]+)(#[^)\s]+)?\)((?:,? `[^`]+`)*)")
#: In place of evidence: a requirement that applies, and one that does not.
NO_TEST, NOTHING = "no test", "–"
#: The levels of the requirements of ASVS 5.0.0, by chapter: a word for each section, with a digit for each requirement.
LEVELS = {
    1: "22 1111122223 112222222223 222 123",
    2: "122 112 12223 23",
    3: "3 113 12223 11222233 11122333 3 22333",
    4: "12233 23333 22 1222",
    5: "2 112333 113 222",
    6: "122 111111112222 11223333 112233 22222333 2223 33 2222",
    7: "222 1111 22 11222 223 22",
    8: "1233 1123 133 23",
    9: "111 1222",
    10: "22 223 22223 1111122222233333 22222 22 222",
    11: "2233 22233 11233 1222 23 23 33",
    12: "12233 11 22223",
    13: "2333 222223 2233 1222233",
    14: "22 12223333 122",
    15: "12233 12233 1222222 3333",
    16: "2 22222 2222 222 2223",
    17: "23 22223333 22",
}
#: Each requirement of level 1 and 2, with its level.
REQUIRED = {
    (chapter, section, number): level
    for chapter, sections in LEVELS.items()
    for section, levels in enumerate(sections.split(), 1)
    for number, level in enumerate(levels, 1)
    if level in "12"
}


@dataclass(frozen=True)
class Row:
    number: str
    last: str
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


def key(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.split(".")))


def covered(row: Row) -> list[tuple[int, ...]]:
    """The requirements that a row is about: its own, or those of its level in its range."""
    if not row.last:
        return [key(row.number)]
    return [
        number
        for number, level in REQUIRED.items()
        if level == row.level and key(row.number) <= number <= key(row.last)
    ]


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


def test_the_levels_are_those_of_the_standard() -> None:
    levels = "".join(LEVELS.values())
    assert [levels.count(level) for level in "123"] == [70, 183, 92]


def test_every_requirement_of_both_levels_has_one_row_in_order() -> None:
    listed = rows(PAGE.read_text())
    numbers = [key(row.number) for row in listed]
    assert numbers == sorted(numbers)
    of_rows = [(number, row.level) for row in listed for number in covered(row)]
    assert sorted(of_rows) == sorted(REQUIRED.items())


def test_only_requirements_that_do_not_apply_share_a_row() -> None:
    for row in rows(PAGE.read_text()):
        if row.last:
            assert row.status.startswith("not applicable")
            numbers = covered(row)
            assert (numbers[0], numbers[-1]) == (key(row.number), key(row.last))
            assert numbers[0][0] == numbers[-1][0], "of one chapter"


def test_gaps_lists_what_is_not_met_or_not_tested() -> None:
    text = PAGE.read_text()
    listed = re.findall(r"^\| (\d+\.\d+\.\d+) \|", text.split("\n## Gaps\n")[1], re.MULTILINE)
    assert listed == [row.number for row in rows(text) if is_gap(row)]


class TestErrors:
    @pytest.mark.parametrize(
        "evidence",
        [
            NO_TEST,
            "[a rule](../infra/rules/test_asvs.py) `test_every_requirement_of_both_levels_has_one_row_in_order`",
            "[logout](../functions/tests/front_door/users/logout.rs) `returns_401_without_a_token_of_ours`",
            "[titles](../frontend/src/i18n/isolate.test.ts) `isolates a name in its own direction`",
            "[setting](../template.yaml) `GenerateSecretString:` · [page](security.md#access-rules)",
        ],
    )
    def test_accepts_what_exists(self, evidence: str) -> None:
        assert errors(Row("1.1.1", "", "1", "", "met", evidence)) == []

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
        assert len(errors(Row("1.1.1", "", "1", "", "met", evidence))) == 1
