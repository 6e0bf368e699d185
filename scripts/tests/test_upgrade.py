"""`scripts/upgrade`: what counts as a major version behind."""

import pytest

from stack.upgrade import is_behind


@pytest.mark.parametrize(
    ("current", "newest", "behind"),
    [("1.4.0", "1.9.2", False), ("1.9.2", "2.0.0", True), ("0.60.2", "0.60.9", False), ("0.60.2", "0.61.0", True), ("9.39.5", "10.0.1", True)],
)
def test_a_major_version_is_the_first_number_that_is_not_0(current, newest, behind):
    assert is_behind(current, newest) is behind
