"""`docs/faults.md`: the front-door tests write its tables, and these tests find what they leave out."""

import re

from stack import templates
from stack.instance import ROOT
from stack.toml import tomllib

PAGE = (ROOT / "docs" / "faults.md").read_text()
CALLS = tomllib.loads((ROOT / "infra" / "costs" / "calls.toml").read_text())["call"]


def requests_by_function() -> dict[str, set[str]]:
    """The requests to AWS that fail in tests, by the function's binary."""
    sections = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    rows = re.compile(r"^\| `([^`]+)`", re.MULTILINE)
    return {section.split("\n", 1)[0]: set(rows.findall(section)) for section in sections}


def test_every_request_of_every_function_fails_in_a_test() -> None:
    binaries = templates.functions(templates.main())
    tested = requests_by_function()
    missing = {binary for binary in binaries.values() if binary not in tested}
    for call in CALLS:
        binary = binaries[call["function"]]
        missing |= {f"{binary}: {request}" for request in call["asks"] if request not in tested.get(binary, set())}
    assert not missing


def test_every_table_has_a_column_for_every_fault() -> None:
    titles = re.findall(r"^\| ([a-z ]+) \| [A-Za-z]", PAGE, re.MULTILINE)
    assert len(titles) == 8
    headers = set(re.findall(r"^\| Request \|.*", PAGE, re.MULTILINE))
    assert headers == {f"| Request | {' | '.join(titles)} |"}


def test_no_function_is_left_that_the_template_no_longer_has() -> None:
    assert requests_by_function().keys() <= set(templates.functions(templates.main()).values())


def test_a_fault_that_occurs_once_is_recovered_from() -> None:
    for line in PAGE.splitlines():
        outcomes = re.findall(r"(?<=\| )(\d+)(?:, (\d+))?(?= \|)", line)
        assert len({once for once, _ in outcomes}) <= 1, line
        assert all(persistent in {"", once, "503"} for once, persistent in outcomes), line


def test_every_table_belongs_to_a_test() -> None:
    tests = {
        f"{folder.parent.name}-{folder.name}": "".join(path.read_text() for path in folder.glob("tests/**/*.rs"))
        for folder in ROOT.glob("functions/*/*")
    }
    for section in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]:
        binary = section.split("\n", 1)[0]
        for title in re.findall(r"^### (.+)$", section, re.MULTILINE):
            assert f"async fn {title.lower().replace(' ', '_')}(" in tests[binary], f"{binary}: {title}"
