"""`scripts/mutants`: changes the code of crates in one place at a time, and expects a unit test to fail each time."""

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from . import console, tools
from .console import CommandError, step
from .instance import LOCAL, ROOT
from .test.suite import Counts

CARGO_MUTANTS = "27.1.0"
#: The crates that are mutated: rules, authentication, files and tables.
CRATES = ("domain", "auth", "files", "store")
FOLDER = LOCAL / "mutants"
#: A copy of the checkout, in which the code is changed. Its path stays the same, so Cargo compiles dependencies once.
COPY = FOLDER / "checkout"
DIFF = FOLDER / "changes.diff"
OUTCOMES = FOLDER / "mutants.out" / "outcomes.json"
#: Which mutants are left out, with the reasons.
SETTINGS = ROOT / ".cargo" / "mutants.toml"
#: The main branch, by the names that it may have in a clone.
MAIN_BRANCHES = ("origin/HEAD", "origin/main", "main")
#: The seconds after which a run of the unit tests hangs. They take seconds.
TIMEOUT = 120
#: The exit codes of cargo mutants for a run that says which mutants survived: none; some; none, but tests hung.
COMPLETE = (0, 2, 3)


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/mutants",
        description="Changes the code of crates in one place at a time, and runs their unit tests. A change that no"
        " test finds, a survivor, is a failure.",
        epilog="By default, only changed lines are mutated: those that differ from the commit at which the branch left"
        " the main branch. Exceptions and their reasons are in .cargo/mutants.toml. docs/testing.md says what to do"
        " about a survivor.",
    )
    parser.add_argument("crates", nargs="*", metavar="CRATE", help=f"{', '.join(CRATES)} [default: all]")
    lines = parser.add_mutually_exclusive_group()
    lines.add_argument("--all", action="store_true", help="mutate all lines")
    lines.add_argument("--base", metavar="COMMIT", help="mutate the lines that differ from this commit")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--shard", metavar="K/N", help="run one of N parts of the mutants, K from 0 to N-1")
    part.add_argument("--at-most", type=int, metavar="N", help="run a sample of the mutants when there are more than N")
    options = parser.parse_args()
    if unknown := set(options.crates) - set(CRATES):
        parser.error(f"no such crate: {', '.join(sorted(unknown))}")

    tools.require()
    # Other programs wait for requests with time limits.
    os.nice(10)
    with tools.exclusive("mutants"):
        total = test(options.crates or CRATES, options)
    print(f"\n{total}")
    return 1 if total.failed else 0


def test(crates: Sequence[str], options: argparse.Namespace) -> Counts:
    FOLDER.mkdir(parents=True, exist_ok=True)
    selected = [f"--package={crate}" for crate in crates]
    if not options.all:
        base = options.base or base_commit()
        changes = {crate: changed for crate in crates if (changed := diff(base, crate))} if base else {}
        if not changes:
            print(f"No code of {', '.join(crates)} differs from {base or 'an earlier commit'}.")
            return Counts(0, 0)
        DIFF.write_text("".join(changes.values()))
        # Other crates need not be compiled.
        selected = [f"--in-diff={DIFF}", *(f"--package={crate}" for crate in changes)]
    with step(f"Installing cargo mutants {CARGO_MUTANTS}"):
        # Without optimizations: the compiler takes nearly all the time.
        program = tools.install_cargo_program("cargo-mutants", CARGO_MUTANTS, "--debug")
    copy_checkout()
    if options.shard:
        selected.append(f"--shard={options.shard}")
    elif options.at_most:
        listing = tools.output([program, "mutants", f"--dir={COPY}", "--list", "--json", *selected])
        count = len(json.loads(listing or "[]"))
        if count > options.at_most:
            parts = math.ceil(count / options.at_most)
            print(f"{count} mutants: one in {parts} of them is tested. scripts/mutants tests them all.")
            selected += ["--sharding=round-robin", f"--shard=0/{parts}"]
    return run(program, selected)


def base_commit() -> str | None:
    """
    The commit with which the checkout is compared: where the branch left the main branch. In a clone without a main
    branch, as CI makes it for a pull request, the first parent of the last commit. None if there is neither.
    """
    for ways in (*(("merge-base", "HEAD", name) for name in MAIN_BRANCHES), ("rev-parse", "--verify", "HEAD^")):
        with suppress(CommandError):
            return tools.output(["git", *ways], ROOT).strip()
    return None


def diff(base: str, crate: str) -> str:
    """The changes of a crate's code since a commit, with those that are not committed and with new files."""
    sources = f"shared/{crate}/*.rs"
    # In an index of its own, new files are there, too.
    with TemporaryDirectory() as folder:
        git = ["env", f"GIT_INDEX_FILE={folder}/index", "git"]
        tools.output([*git, "add", "--all", "--", sources], ROOT)
        plain = ["--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/"]
        return tools.output([*git, "diff", "--cached", *plain, base, "--", sources], ROOT)


def copy_checkout(source: Path = ROOT, target: Path = COPY) -> None:
    """
    Makes the copy equal to the checkout. Files that are equal keep their time, by which Cargo knows what to compile.
    Those that an interrupted run left changed are replaced.
    """
    names = {name for name in tools.files(source) if (source / name).is_file()}
    for name in sorted(names):
        content, copy = (source / name).read_bytes(), target / name
        if not (copy.is_file() and copy.read_bytes() == content):
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
    for path in [*target.rglob("*")]:
        if path.is_file() and path.relative_to(target).as_posix() not in names:
            path.unlink()


def run(program: Path, selected: Sequence[str]) -> Counts:
    """Tests mutants. Returns how many a test found, and how many survived."""
    shutil.rmtree(OUTCOMES.parent, ignore_errors=True)
    options = ["--in-place", f"--output={FOLDER}", f"--timeout={TIMEOUT}", "--colors=never", "--annotations=none"]
    done = subprocess.run(
        [program, "mutants", f"--dir={COPY}", *options, *selected],
        # The profile has a folder of its own there, so that no other build waits, or links changed code.
        env={**os.environ, "CARGO_TARGET_DIR": str(tools.target_directory()), "CARGO_INCREMENTAL": "1"},
        check=False,
    )
    if done.returncode not in COMPLETE:
        raise CommandError("The mutants were not tested.", f"The reason is in {OUTCOMES.parent.relative_to(ROOT)}/log.")
    return counts(OUTCOMES, exceptions())


def exceptions() -> list[str]:
    patterns: list[str] = tomllib.loads(SETTINGS.read_text())["exclude_re"]
    return patterns


def counts(outcomes: Path, accepted: Sequence[str]) -> Counts:
    """How many mutants were found and how many survived. Without outcomes, there was none to test."""
    if not outcomes.is_file():
        return Counts(0, 0)
    counted = json.loads(outcomes.read_text())
    survivors = (outcomes.parent / "missed.txt").read_text().splitlines()
    # cargo mutants 27.1.0 tests removed fields of a struct even if an exception names them.
    missed = [name for name in survivors if not any(re.search(pattern, name) for pattern in accepted)]
    for name in missed:
        print(f"✗ {name}")
    return Counts(counted["caught"] + counted["timeout"], len(missed))


if __name__ == "__main__":
    console.main(command)
