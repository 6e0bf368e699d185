"""The nightly check."""

import json
from pathlib import Path

import pytest

from stack import local_deploy, nightly, rate_limits
from stack.instance import Instance
from stack.test.counts import Counts, summary


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("✓ Rust\n\n900 s in all\n4203 passed, 1 failed, 2 skipped\n", Counts(4203, 1, 2)),
        ("12 s in all\n7 passed, 0 failed\n", Counts(7, 0)),
        ("7 passed, 0 failed\nNo space left on device\n", Counts(0, 1)),
        ("", Counts(0, 1)),
    ],
)
def test_reads_the_last_line_of_the_tests(output: str, expected: Counts) -> None:
    assert summary(output) == expected


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ((9_000, 11_000), Counts(1, 0)),
        ((9_000, 10_999), Counts(0, 1)),
        ((), Counts(0, 1)),
    ],
)
def test_too_few_generated_requests_are_a_failure(sent: tuple[int, ...], expected: Counts, tmp_path: Path) -> None:
    lines = [json.dumps({"signedIn": bool(run), "cases": cases, "seed": 7}) for run, cases in enumerate(sent)]
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(lines))
    assert nightly.enough_cases(path) == expected


def test_all_rate_limits_are_lifted() -> None:
    instance = Instance("masar-test", Path(), Path(), 1, 2, unlimited=True)
    lifted = local_deploy.parameters(instance)["RateLimits"]
    assert lifted.count(":") == len(rate_limits.LIMITS)
    assert "AttemptsPerResetCode:10," in lifted, "the highest value that the functions take"
    assert not list(rate_limits.errors(lifted))
