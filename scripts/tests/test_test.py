"""`scripts/test` itself: what it counts, in which order it runs, and what it leaves out."""

import json
import subprocess
import threading
from functools import partial

import pytest

from stack.console import CommandError
from stack.instance import ROOT
from stack.test import counts, focus, parts
from stack.test.__main__ import report_end
from stack.test.counts import Counts
from stack.test.part import Part, Preparation
from stack.test.passed import Passed
from stack.test.schedule import Schedule, needed
from stack.test.stack import TestStack


@pytest.mark.parametrize(
    ("output", "counted"),
    [
        (
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\ntest result: FAILED. 1 passed; 2 failed; 0 ignored",
            (4, 2, 1),
        ),
        ("error: could not compile", (0, 0, 0)),
    ],
)
def test_the_counts_of_cargo_are_summed(output, counted):
    assert counts.cargo(output) == Counts(*counted)


def test_a_journey_that_needed_a_second_try_has_failed(tmp_path):
    report = tmp_path / "playwright.json"
    report.write_text(json.dumps({"stats": {"expected": 5, "unexpected": 1, "skipped": 2, "flaky": 3}}))
    assert str(counts.playwright(report, "")) == "5 passed, 4 failed, 2 skipped"


def ended(*tasks, lanes=2):
    return {end.task.name: end for end in Schedule(list(tasks), lanes).run()}


def test_a_runner_that_ran_nothing_has_failed(tmp_path):
    nothing = Part("nothing", ["true"], count=counts.cargo)
    unreadable = Part("unreadable", ["true"], count=partial(counts.vitest, tmp_path / "missing.json"))
    assert [end.result.counts for end in ended(nothing, unreadable).values()] == [Counts(0, 1)] * 2


def test_a_runner_that_fails_without_a_failed_test_has_failed():
    command = ["sh", "-c", "echo 'test result: ok. 3 passed; 0 failed; 0 ignored'; exit 101"]
    assert ended(Part("crash", command, count=counts.cargo))["crash"].result.counts == Counts(3, 1)


def test_what_failed_is_shown():
    assert "no such table" in ended(Part("it", ["sh", "-c", "echo no such table; exit 1"]))["it"].result.output


def test_a_part_waits_for_what_it_needs_and_runs_beside_the_rest():
    order = []
    built = threading.Event()

    def build():
        assert built.wait(60)
        order.append("build")

    def check():
        order.append("check")
        built.set()

    tasks = [
        Preparation("build", build),
        Preparation("test", lambda: order.append("test"), needs=("build",)),
        Preparation("check", check),
    ]
    assert [end.result.counts.failed for end in Schedule(tasks, lanes=2).run()] == [0, 0, 0]
    assert order == ["check", "build", "test"]


def test_what_needs_something_that_failed_is_not_run():
    def fail():
        raise CommandError("Port 1 is in use.", "End that program.")

    after = Part("tests", ["false"], needs=("stack",))
    later = Part("report", ["false"], needs=("tests",))
    result = ended(Preparation("stack", fail), after, later)
    assert "End that program." in result["stack"].result.output
    assert [result[name].result.counts.failed for name in ("stack", "tests", "report")] == [1, 1, 1]
    assert "stack" in result["tests"].result.output


@pytest.fixture
def checkout(tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path / "checkout"], check=True)
    (tmp_path / "checkout" / "functions").mkdir()
    (tmp_path / "checkout" / "functions" / "a.rs").write_text("one")
    (tmp_path / "checkout" / "README.md").write_text("one")
    return tmp_path / "checkout"


def test_a_part_that_passed_runs_again_when_its_files_change(checkout):
    part = Part("tests", ["true"], inputs=("functions/",))
    memory = checkout / ".git" / "passed.json"
    assert Passed(memory, checkout).counts(part) is None
    Passed(memory, checkout).remember(part, Counts(7, 0))
    (checkout / "README.md").write_text("two")
    assert Passed(memory, checkout).counts(part) == Counts(7, 0)
    for change in (
        lambda path: path.write_text("two"),
        lambda path: path.with_name("b.rs").write_text("new"),
        lambda path: path.unlink(),
    ):
        change(checkout / "functions" / "a.rs")
        assert Passed(memory, checkout).counts(part) is None
        Passed(memory, checkout).remember(part, Counts(7, 0))


def test_a_part_that_failed_and_one_with_another_command_run_again(checkout):
    memory = checkout / ".git" / "passed.json"
    part = Part("tests", ["true"], inputs=("functions/",))
    Passed(memory, checkout).remember(part, Counts(7, 0))
    assert Passed(memory, checkout).counts(Part("tests", ["true", "--all"], inputs=("functions/",))) is None
    Passed(memory, checkout).remember(part, Counts(6, 1))
    assert Passed(memory, checkout).counts(part) is None


def test_what_changed_while_a_part_ran_is_not_taken_for_passed(checkout):
    memory = checkout / ".git" / "passed.json"
    part = Part("tests", ["true"], inputs=("functions/",))
    before = Passed(memory, checkout)
    (checkout / "functions" / "a.rs").write_text("two")
    before.remember(part, Counts(7, 0))
    assert Passed(memory, checkout).counts(part) is None


def names(tasks):
    return [task.name for task in tasks]


def test_everything_that_is_needed_is_there():
    whole = parts.everything(TestStack())
    assert needed(whole, whole) == whole
    assert parts.STACK not in names(needed(whole, parts.without_stack()))


@pytest.mark.parametrize(
    ("name", "selected"),
    [
        ("users/login", ["Rust: users/login", "Web: unit tests of users/login"]),
        ("users", ["Rust: users", "Web: unit tests of users"]),
        ("signup", ["Web: unit tests of signup", "Web: journeys of signup"]),
        ("teachers", ["Rust: scripts/ops teachers"]),
        ("cdn", ["infra/front_door/test_cdn.py"]),
    ],
)
def test_a_name_selects_tests(name, selected):
    assert names(focus.selected(name)) == selected


def test_a_name_that_selects_nothing_is_told_which_are_close():
    with pytest.raises(CommandError) as error:
        focus.selected("user/login")
    assert "users/login" in error.value.hint


def test_what_cannot_run_on_a_machine_is_said_and_counted_as_skipped(capsys):
    part = Part("sam local", ["false"], obstacle=lambda: "no container engine")
    end = ended(part)["sam local"]
    assert end.result.counts == Counts(0, 0, 1)
    report_end(end)
    assert capsys.readouterr().out.startswith("– sam local: 0 passed, 0 failed, 1 skipped")
    assert "not run: no container engine" in end.result.output


def test_a_nightly_run_has_every_test_of_the_front_door():
    commands = [str(word) for part in parts.with_stack(full=True) for word in part.command]
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "infra" / "front_door").glob("test_*.py")} <= set(
        commands
    )
    assert parts.SAM_LOCAL not in [str(word) for part in parts.with_stack() for word in part.command], (
        "it takes minutes"
    )
