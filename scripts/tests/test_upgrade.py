"""`scripts/upgrade`: what counts as a major version behind, and as lost from a lock file."""

import json
from pathlib import Path

import pytest

from stack.upgrade import is_behind, native_packages


@pytest.mark.parametrize(
    ("current", "newest", "behind"),
    [
        ("1.4.0", "1.9.2", False),
        ("1.9.2", "2.0.0", True),
        ("0.60.2", "0.60.9", False),
        ("0.60.2", "0.61.0", True),
        ("9.39.5", "10.0.1", True),
    ],
)
def test_a_major_version_is_the_first_number_that_is_not_0(current: str, newest: str, behind: bool) -> None:
    assert is_behind(current, newest) is behind


def test_lists_the_systems_of_native_packages(tmp_path: Path) -> None:
    lock = tmp_path / "package-lock.json"
    native = {f"node_modules/@oxlint/binding-{system}-x64": {"os": [system]} for system in ("linux", "darwin")}
    lock.write_text(json.dumps({"packages": {"node_modules/react": {}, **native}}))
    assert native_packages(lock) == {("@oxlint/binding", "linux"), ("@oxlint/binding", "darwin")}
