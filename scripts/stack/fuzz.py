"""`scripts/fuzz`: sends generated input to every parser that reads the bytes of strangers, with libFuzzer."""

import argparse
import os
import re
import subprocess
from pathlib import Path

from . import console, tools
from .console import CommandError, step
from .instance import LOCAL, ROOT

#: The kept inputs, a folder for each target of shared/fuzz/src/lib.rs.
CORPUS = ROOT / "shared" / "fuzz" / "corpus"
#: The inputs that libFuzzer generated, and its findings.
WORK = LOCAL / "fuzz"
#: How the compiler counts what an input reaches. These options need no nightly compiler.
COVERAGE = (
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
)
#: The limits of one input: as a request has, and time for a slow machine and code with checks.
LIMITS = ("-timeout=10", "-rss_limit_mb=512", "-max_len=65536")


def command() -> int:
    targets = sorted(path.name for path in CORPUS.iterdir())
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz",
        description="Sends generated input to the parsers that read the bytes of strangers. Fails when one panics, or"
        " takes too much time or memory.",
        epilog=f"Generated inputs and findings are in {WORK.relative_to(ROOT)}. docs/testing.md says what to do then.",
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"{', '.join(targets)} [default: all]")
    parser.add_argument("--seconds", type=int, default=60, help="how long each target runs [default: %(default)s]")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(targets):
        parser.error(f"no such target: {', '.join(sorted(unknown))}")

    tools.require()
    with step("Building the targets (minutes, once)"):
        program = build()
    chosen = options.targets or targets
    # Every target runs, so that a night shows all findings.
    findings = [finding for target in chosen if (finding := run(program, target, options.seconds))]
    if findings:
        print(f"  → TARGET=<target> {program} <file> repeats a finding.")
    print(f"\n{len(chosen) - len(findings)} passed, {len(findings)} failed")
    return 1 if findings else 0


def build() -> Path:
    host = re.search(r"^host: (\S+)$", tools.output(["rustc", "--version", "--verbose"]), re.MULTILINE)
    if host is None:
        raise CommandError("rustc does not say its platform.", "Install Rust from https://rustup.rs.")
    # With a target, build scripts and procedural macros are compiled without the options.
    options = ["--target", host[1], "--profile", "fuzz", "--package", "fuzz", "--features", "libfuzzer", "--bins"]
    tools.run(
        ["cargo", "build", "--locked", "--quiet", *options],
        env={**os.environ, "RUSTFLAGS": " ".join(COVERAGE), "CARGO_INCREMENTAL": "0"},
    )
    return tools.target_directory() / host[1] / "fuzz" / "fuzz"


def run(program: Path, target: str, seconds: int) -> Path | None:
    """Runs a target. Returns the input that it fails with, if there is one."""
    folder = WORK / target
    generated = folder / "generated"
    generated.mkdir(parents=True, exist_ok=True)
    known = set(folder.iterdir())
    log = folder / "log"
    arguments = [f"-max_total_time={seconds}", *LIMITS, f"-artifact_prefix={folder}/", "-print_final_stats=1"]
    with step(f"{target}, {seconds} s"), log.open("w") as file:
        code = subprocess.run(
            [program, *arguments, generated, CORPUS / target],
            env={**os.environ, "TARGET": target},
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    runs = re.search(r"number_of_executed_units:\s*(\d+)", log.read_text(errors="replace"))
    print(f"  {int(runs[1]) if runs else 0:,} inputs, {len(list(generated.iterdir())):,} that reach other code")
    if code == 0:
        return None
    found = sorted(set(folder.iterdir()) - known - {log})
    finding = found[0] if found else log
    print(f"✗ {target}: {finding.relative_to(ROOT)}")
    return finding


if __name__ == "__main__":
    console.main(command)
