"""Rules for the templates as a whole: linters, generated parts and documentation."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from platform_template import TEMPLATE
from stack import generate, templates, tools
from stack.instance import ROOT


@pytest.mark.parametrize(
    "linter", [[Path(sys.executable).with_name("cfn-lint")], [*tools.checkov(), "-f"]], ids=["cfn-lint", "checkov"]
)
def test_linters_find_nothing(linter: Any) -> None:
    paths = ["template.yaml", *templates.others()]
    lint = subprocess.run([*linter, *paths], cwd=ROOT, capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout + lint.stderr


def test_generated_parts_are_up_to_date() -> None:
    for path, text in generate.generated().items():
        assert path.read_text() == text, "scripts/generate writes it"


def test_every_parameter_is_documented() -> None:
    for name, parameter in TEMPLATE["Parameters"].items():
        assert parameter["Description"].endswith("."), name
