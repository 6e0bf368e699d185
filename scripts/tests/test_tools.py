"""Checks for required programs."""

import shutil
import subprocess
from pathlib import Path

import pytest

from stack import tools
from stack.console import CommandError
from stack.instance import ROOT


@pytest.mark.parametrize("missing", ["cargo", "cc"])
def test_the_tool_of_operators_requires_the_same_programs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, missing: str
) -> None:
    for program in {"bash", "dirname", "cargo", "cc"} - {missing}:
        (tmp_path / program).symlink_to(shutil.which(program) or "/bin/true")
    command = [str(tmp_path / "bash"), str(ROOT / "scripts" / "ops"), "--version"]
    result = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    monkeypatch.setattr(shutil, "which", lambda name: None if name == missing else name)
    with pytest.raises(CommandError) as error:
        tools.require()
    assert result.returncode == 1
    # It also says how to do without Rust.
    assert result.stderr.startswith(f"\n✗ {error.value}\n  → {error.value.hint}")
