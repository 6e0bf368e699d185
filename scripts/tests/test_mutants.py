"""The mutants of `scripts/mutants`: what they are compared with, and how they are counted."""

import json
import re
from pathlib import Path

import pytest
from deployment_support import git

from stack import mutants
from stack.instance import ROOT
from stack.test.suite import Counts


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one commit on its main branch, of a file of the crate `domain` and one of another crate."""
    folder = tmp_path / "checkout"
    for crate in ("domain", "mail"):
        (folder / "shared" / crate / "src").mkdir(parents=True)
        (folder / "shared" / crate / "src" / "lib.rs").write_text("fn one() {}\n")
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=first")
    monkeypatch.setattr(mutants, "ROOT", folder)
    return folder


def commit(folder: Path, line: str) -> None:
    with (folder / "shared" / "domain" / "src" / "lib.rs").open("a") as file:
        file.write(line)
    git(folder, "commit", "--quiet", "--all", f"--message={line}")


def test_a_branch_is_compared_with_the_commit_at_which_it_left_the_main_branch(checkout: Path) -> None:
    first = git(checkout, "rev-parse", "HEAD")
    git(checkout, "switch", "--quiet", "--create=topic")
    commit(checkout, "fn two() {}\n")
    commit(checkout, "fn three() {}\n")
    assert mutants.base_commit() == first


def test_a_clone_without_a_main_branch_is_compared_with_the_commit_before(checkout: Path) -> None:
    first = git(checkout, "rev-parse", "HEAD")
    commit(checkout, "fn two() {}\n")
    git(checkout, "checkout", "--quiet", "--detach")
    git(checkout, "branch", "--quiet", "--delete", "--force", "main")
    assert mutants.base_commit() == first


def test_changes_that_are_not_committed_and_new_files_count(checkout: Path) -> None:
    base = git(checkout, "rev-parse", "HEAD")
    assert mutants.diff(base, "domain") == ""
    commit(checkout, "fn two() {}\n")
    source = checkout / "shared" / "domain" / "src"
    (source / "lib.rs").write_text("fn one() {}\nfn two() {}\nfn three() {}\n")
    (source / "new.rs").write_text("fn four() {}\n")
    (checkout / "shared" / "mail" / "src" / "lib.rs").write_text("fn other() {}\n")
    changes = mutants.diff(base, "domain")
    assert [line for line in changes.splitlines() if line.startswith("+")] == [
        "+++ b/shared/domain/src/lib.rs",
        "+fn two() {}",
        "+fn three() {}",
        "+++ b/shared/domain/src/new.rs",
        "+fn four() {}",
    ]


def test_the_copy_is_equal_to_the_checkout_and_keeps_the_times_of_equal_files(checkout: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    mutants.copy_checkout(checkout, copy)
    unchanged, mutated = (copy / "shared" / crate / "src" / "lib.rs" for crate in ("mail", "domain"))
    written = unchanged.stat().st_mtime_ns
    mutated.write_text("fn one() { loop {} }\n")
    (copy / "shared" / "left.rs").write_text("")
    mutants.copy_checkout(checkout, copy)
    assert unchanged.stat().st_mtime_ns == written
    assert mutated.read_text() == "fn one() {}\n"
    files = [path for path in copy.rglob("*") if path.is_file()]
    assert sorted(files) == sorted([unchanged, mutated])


def test_a_mutant_with_which_the_tests_hang_is_found(tmp_path: Path) -> None:
    outcomes = tmp_path / "outcomes.json"
    assert mutants.counts(outcomes, []) == Counts(0, 0)
    outcomes.write_text(json.dumps({"caught": 7, "missed": 2, "timeout": 1, "unviable": 4, "success": 0}))
    (tmp_path / "missed.txt").write_text("a.rs:1:2: replace < with > in one\na.rs:3:4: delete field b in Table::two\n")
    assert mutants.counts(outcomes, []) == Counts(8, 2)
    assert mutants.counts(outcomes, [r"in \w*Table::"]) == Counts(8, 1)


def test_an_exception_names_code_that_exists() -> None:
    """One for a function that was renamed would later be one for another function."""
    sources = [path.read_text() for crate in mutants.CRATES for path in (ROOT / "shared" / crate / "src").rglob("*.rs")]
    names = {name for pattern in mutants.exceptions() for name in re.findall(r"[A-Z]\w{3,}|[a-z]+_[a-z_]+", pattern)}
    assert len(names) > 20
    defined = {word for source in sources for word in re.findall(r"\w+", source)}
    assert names - defined == set()
