"""`scripts/test`: counts, order of tasks, selection by name, and the result cache."""

import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stack.console import CommandError
from stack.instance import ROOT
from stack.test import selection, suites
from stack.test.__main__ import report
from stack.test.result_cache import ResultCache
from stack.test.schedule import Schedule, needed
from stack.test.stack import SharedStack
from stack.test.suite import Counts, Preparation, Suite


@pytest.mark.parametrize(
    ("output", "exit_code", "counted"),
    [
        (
            "test result: ok. 3 passed; 0 failed; 1 ignored\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored",
            1,
            (4, 2, 1),
        ),
        (" Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 5 passed | 2 skipped (8)\n", 1, (5, 1, 2)),
        ("  ✓  1 [desktop] > a.spec.ts:1:1 > 3 passed\n\n  1 flaky\n  2 skipped\n  3 passed (1.0m)\n", 0, (3, 1, 2)),
        ("F.s  [ 100%]\n1 failed, 7 passed, 1 skipped, 2 errors in 73.24s (0:01:13)\n", 1, (7, 3, 1)),
        # A runner without tests fails, and one that crashes even if every test passed.
        ("error: could not compile", 0, (0, 1, 0)),
        ("no tests ran in 0.01s", 0, (0, 1, 0)),
        ("test result: ok. 3 passed; 0 failed; 0 ignored", 101, (3, 1, 0)),
    ],
)
def test_counts_the_results_of_every_runner(output: str, exit_code: int, counted: tuple[int, int, int]) -> None:
    command = ["sh", "-c", f'printf %s "$1"; exit {exit_code}', "runner", output]
    assert completed(Suite("it", command, has_counts=True))["it"].result.counts == Counts(*counted)


@pytest.mark.parametrize(("command", "counts"), [("true", "1 passed, 0 failed"), ("false", "0 passed, 1 failed")])
def test_a_check_without_counts_is_one_test(command: str, counts: str) -> None:
    assert str(completed(Suite("it", [command]))["it"].result.counts) == counts


def completed(*tasks: Any, lanes: int = 2) -> Any:
    return {end.task.name: end for end in Schedule(list(tasks), lanes).run()}


def test_a_task_waits_for_what_it_needs_while_others_run() -> None:
    order = []
    built = threading.Event()

    def build() -> None:
        assert built.wait(60)
        order.append("build")

    def check() -> None:
        order.append("check")
        built.set()

    tasks = [
        Preparation("build", build),
        Preparation("test", lambda: order.append("test"), needs=("build",)),
        Preparation("check", check),
    ]
    assert [end.result.counts.failed for end in Schedule(tasks, lanes=2).run()] == [0, 0, 0]
    assert order == ["check", "build", "test"]


def test_of_the_tasks_that_need_the_exclusive_one_only_one_runs_at_a_time() -> None:
    running: list[str] = []
    seen: list[list[str]] = []
    beside = threading.Event()

    def use_stack(name: str) -> None:
        running.append(name)
        seen.append([*running])
        assert beside.wait(60)
        running.remove(name)

    tasks = [
        Preparation("stack", lambda: None),
        Preparation("first", lambda: use_stack("first"), needs=("stack",)),
        Preparation("second", lambda: use_stack("second"), needs=("stack",)),
        Preparation("other", beside.set),
    ]
    assert [end.result.counts.failed for end in Schedule(tasks, lanes=2, exclusive="stack").run()] == [0] * 4
    assert seen == [["first"], ["second"]]


def test_tasks_that_need_a_failed_task_are_not_run() -> None:
    def fail() -> None:
        raise CommandError("Port 1 is in use.", "End that program.")

    after = Suite("tests", ["false"], needs=("stack",))
    later = Suite("report", ["false"], needs=("tests",))
    result = completed(Preparation("stack", fail), after, later)
    assert "End that program." in result["stack"].result.output
    assert [result[name].result.counts.failed for name in ("stack", "tests", "report")] == [1, 1, 1]
    assert "stack" in result["tests"].result.output


@pytest.fixture
def checkout(tmp_path: Path) -> Any:
    subprocess.run(["git", "init", "--quiet", tmp_path / "checkout"], check=True)
    (tmp_path / "checkout" / "functions").mkdir()
    (tmp_path / "checkout" / "functions" / "a.rs").write_text("one")
    (tmp_path / "checkout" / "README.md").write_text("one")
    return tmp_path / "checkout"


def test_a_passed_suite_runs_again_when_its_files_change(checkout: Path) -> None:
    suite = Suite("tests", ["true"], inputs=("functions/",))
    cache = checkout / ".git" / "results.json"
    assert ResultCache(cache, checkout).get(suite) is None
    ResultCache(cache, checkout).put(suite, Counts(7, 0))
    (checkout / "README.md").write_text("two")
    assert ResultCache(cache, checkout).get(suite) == Counts(7, 0)
    changes: list[Callable[[Path], object]] = [
        lambda path: path.write_text("two"),
        lambda path: path.with_name("b.rs").write_text("new"),
        lambda path: path.unlink(),
    ]
    for change in changes:
        change(checkout / "functions" / "a.rs")
        assert ResultCache(cache, checkout).get(suite) is None
        ResultCache(cache, checkout).put(suite, Counts(7, 0))


def test_a_failed_suite_and_one_with_another_command_run_again(checkout: Path) -> None:
    cache = checkout / ".git" / "results.json"
    suite = Suite("tests", ["true"], inputs=("functions/",))
    ResultCache(cache, checkout).put(suite, Counts(7, 0))
    assert ResultCache(cache, checkout).get(Suite("tests", ["true", "--all"], inputs=("functions/",))) is None
    ResultCache(cache, checkout).put(suite, Counts(6, 1))
    assert ResultCache(cache, checkout).get(suite) is None


def test_a_result_is_not_cached_for_files_that_changed_during_the_run(checkout: Path) -> None:
    cache = checkout / ".git" / "results.json"
    suite = Suite("tests", ["true"], inputs=("functions/",))
    before = ResultCache(cache, checkout)
    (checkout / "functions" / "a.rs").write_text("two")
    before.put(suite, Counts(7, 0))
    assert ResultCache(cache, checkout).get(suite) is None


def names(tasks: Any) -> Any:
    return [task.name for task in tasks]


def test_every_need_is_provided() -> None:
    whole = suites.everything(SharedStack(), every=True)
    assert needed(whole, whole) == whole
    assert suites.STACK not in names(needed(whole, suites.without_stack()))


@pytest.mark.parametrize(
    ("name", "selected"),
    [
        ("users/login", ["Rust: users/login", "Web: unit tests of users/login"]),
        ("users", ["Rust: users", "Rust: scripts/ops users", "Web: unit tests of users"]),
        ("users/delete", ["Rust: users/delete", "Web: unit tests of users/delete"]),
        ("ops/users", ["Rust: scripts/ops users"]),
        ("ops", ["Rust: tests of scripts/ops"]),
        ("signup", ["Web: unit tests of signup", "Web: journeys of signup"]),
        ("receipts", ["Rust: scripts/ops receipts"]),
        ("cdn", ["infra/front_door/test_cdn.py"]),
        ("two_releases", ["Functions of two releases", "Web: journeys with the functions of the last release"]),
    ],
)
def test_a_name_selects_tests(name: str, selected: Any) -> None:
    assert names(selection.selected(name)) == selected


def test_a_name_that_selects_nothing_fails_with_similar_names() -> None:
    with pytest.raises(CommandError) as error:
        selection.selected("user/login")
    assert "users/login" in error.value.hint


def test_a_suite_that_cannot_run_is_reported_with_the_reason_and_counted_as_skipped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    suite = Suite("sam local", ["false"], skip_reason=lambda: "no container engine")
    end = completed(suite)["sam local"]
    assert end.result.counts == Counts(0, 0, 1)
    report(end)
    assert capsys.readouterr().out.startswith("– sam local: 0 passed, 0 failed, 1 skipped")
    assert "not run: no container engine" in end.result.output


def test_a_full_run_has_every_python_test_of_the_front_door() -> None:
    commands = [str(word) for suite in suites.with_stack(full=True) for word in suite.command]
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "infra" / "front_door").glob("test_*.py")} <= set(
        commands
    )
