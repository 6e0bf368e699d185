"""What the documents tell people to type. The operator's tool has a test of its own."""

import re
import shlex
import subprocess
import sys

import pytest

from stack.instance import ROOT

MODULES = {"deploy": "release"}
COMMANDS = sorted(
    {
        (script, arguments.split("  #")[0].strip())
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "frontend" / "README.md"]
        for script, arguments in re.findall(r"scripts/(dev|test|deploy|bench|generate)\b((?: +[-\w]+)*)", path.read_text())
        if not arguments or arguments.startswith((" -", " staging", " production"))
    }
)


def test_there_are_commands():
    assert {script for script, _ in COMMANDS} == {"dev", "test", "deploy", "bench", "generate"}


@pytest.mark.parametrize(("script", "arguments"), COMMANDS)
def test_a_command_of_the_documents_is_understood(script, arguments):
    assert (ROOT / "scripts" / script).is_file()
    # Help is told when all that comes before it is understood.
    asked = [sys.executable, "-m", f"stack.{MODULES.get(script, script)}", *shlex.split(arguments), "--help"]
    told = subprocess.run(asked, capture_output=True, text=True, cwd=ROOT)
    assert told.returncode == 0, told.stderr
    for option in re.findall(r"--[a-z-]+", arguments):
        assert option in told.stdout
    for environment in re.findall(r"staging|production", arguments):
        assert environment in told.stdout
