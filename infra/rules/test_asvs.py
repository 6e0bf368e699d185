"""The tests and settings that docs/asvs.md names exist."""

import re
from pathlib import Path

from stack.instance import ROOT

PAGE = ROOT / "docs" / "asvs.md"
#: A link to a file, and the names of tests or settings in it.
EVIDENCE = re.compile(r"\[[^\]]+\]\(([^)\s#]+)\)((?:,? `[^`]+`)+)")


def declares(file: Path, name: str) -> bool:
    """Whether a file has a test of that name, or if it is no Python and no Rust, that text."""
    if file.suffix == ".py" or (file.suffix == ".rs" and name.isidentifier()):
        # Without the keyword, it is in `endpoint_checks!`.
        declared = rf"^ *(?:(?:async )?(?:def|fn) )?{re.escape(name)}\("
        return re.search(declared, file.read_text(), re.MULTILINE) is not None
    return name in file.read_text()


def test_every_named_test_or_setting_exists() -> None:
    named = [
        (path, name) for path, names in EVIDENCE.findall(PAGE.read_text()) for name in re.findall("`([^`]+)`", names)
    ]
    assert len(named) > 300
    # test_links.py finds files that do not exist.
    assert not [(path, name) for path, name in named if not declares((PAGE.parent / path).resolve(), name)]
