"""`scripts/ops`: the program of a release, or the compiled one; and the stack that it uses."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from stack.instance import ROOT

VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
#: Stands for the tool: it prints its arguments, and the variables that decide which stack is used.
TOOL = """#!/bin/sh
[ "$1" != --version ] || { echo "ops $VERSION_OF_TOOL"; exit; }
echo "$NAME" "$@"
echo "stack=$STACK own=$OWN_AWS_CREDENTIALS samconfig=$SAMCONFIG key=$AWS_ACCESS_KEY_ID"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout without a running stack, on a machine whose Cargo runs the tool."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "ops", tmp_path / "scripts" / "ops")
    shutil.copy(ROOT / "Cargo.toml", tmp_path / "Cargo.toml")
    program(tmp_path / "machine" / "cargo", "compiled")
    program(tmp_path / "machine" / "cc", "compiler")
    return tmp_path


def program(path: Path, name: str, version: str = VERSION) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(TOOL.replace("$VERSION_OF_TOOL", version).replace("$NAME", name))
    path.chmod(0o755)


def run(
    checkout: Path, *arguments: str, machine: str = "machine", **variables: str
) -> subprocess.CompletedProcess[str]:
    path = f"{checkout / machine}:/usr/bin:/bin"
    own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_") and name != "STACK"}
    return subprocess.run(
        [checkout / "scripts" / "ops", *arguments],
        env={**own, "PATH": path, **variables},
        capture_output=True,
        text=True,
    )


def test_the_program_of_a_release_is_used_in_place_of_compiling(checkout: Path) -> None:
    assert run(checkout, "doctor").stdout.startswith("compiled run --quiet --locked ")
    program(checkout / "bin" / "ops", "prebuilt")
    assert run(checkout, "doctor", "--json").stdout.startswith("prebuilt doctor --json\n")
    # Without Rust.
    assert run(checkout, "doctor", machine="nothing").stdout.startswith("prebuilt doctor\n")


def test_without_rust_and_a_program_it_says_how_to_get_them(checkout: Path) -> None:
    refused = run(checkout, "doctor", machine="nothing")
    assert refused.returncode == 1
    assert "Rust was not found." in refused.stderr


def test_the_program_of_another_version_is_refused(checkout: Path) -> None:
    program(checkout / "bin" / "ops", "prebuilt", "0.0.1")
    refused = run(checkout, "doctor")
    assert refused.returncode == 1
    assert f"bin/ops is of version 0.0.1, and this checkout is of version {VERSION}." in refused.stderr


class TestStack:
    @pytest.fixture(autouse=True)
    def local_stack(self, checkout: Path) -> None:
        (checkout / ".local").mkdir()
        (checkout / ".local" / "stack.env").write_text("STACK=masar-local\nAWS_ACCESS_KEY_ID=local\n")

    def test_that_runs_is_used_with_what_tells_it_from_a_deployed_one(self, checkout: Path) -> None:
        used = run(checkout, "doctor", AWS_PROFILE="me").stdout.splitlines()[1]
        assert used == f"stack=masar-local own=me samconfig={checkout}/samconfig.toml key=local"
        used = run(checkout, "doctor", AWS_ACCESS_KEY_ID="mine").stdout.splitlines()[1]
        assert used == f"stack=masar-local own=mine samconfig={checkout}/samconfig.toml key=local"
        assert "own= " in run(checkout, "doctor").stdout

    def test_that_is_named_is_used_with_the_own_credentials(self, checkout: Path) -> None:
        for given in (["--stack", "masar-staging"], ["--stack=masar-staging"]):
            used = run(checkout, "doctor", *given, AWS_ACCESS_KEY_ID="mine").stdout.splitlines()[1]
            assert used == "stack= own= samconfig= key=mine"
        used = run(checkout, "doctor", STACK="masar-staging", AWS_ACCESS_KEY_ID="mine").stdout.splitlines()[1]
        assert used == "stack=masar-staging own= samconfig= key=mine"
