"""Checks for required programs."""

import shutil

import pytest

from stack import tools
from stack.console import CommandError


@pytest.mark.parametrize(("program", "message"), [("cargo", "Rust was not found"), ("cc", "A C compiler")])
def test_requires_the_programs_of_the_readme(monkeypatch: pytest.MonkeyPatch, program: str, message: str) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None if name == program else f"/usr/bin/{name}")
    with pytest.raises(CommandError, match=message):
        tools.require()
