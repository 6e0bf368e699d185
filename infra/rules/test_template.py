"""Rules for the templates as a whole: linters, generated parts, dependencies and documentation."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from platform_template import RESOURCES, TEMPLATE
from stack import generate, templates, tools
from stack.instance import ROOT


def references(value: Any) -> set[str]:
    """The logical ids that a part of the template refers to."""
    if isinstance(value, list):
        return set().union(*map(references, value))
    if not isinstance(value, dict):
        return set()
    found = set().union(*map(references, value.values()))
    if "Ref" in value:
        found.add(value["Ref"])
    if "Fn::GetAtt" in value:
        found.add(value["Fn::GetAtt"][0])
    if "Fn::Sub" in value:
        text = value["Fn::Sub"]
        found |= set(re.findall(r"\$\{(\w+)", text if isinstance(text, str) else text[0]))
    return found


def dependencies(name: str) -> set[str]:
    """The resources that CloudFormation creates before a resource: those that it refers to or depends on."""
    resource = RESOURCES[name]
    explicit = resource.get("DependsOn", [])
    return (
        references(resource) | {explicit} if isinstance(explicit, str) else references(resource) | {*explicit}
    ) & set(RESOURCES)


def test_dependencies_have_no_circle() -> None:
    done: set[str] = set()

    def visit(name: str, way: list[str]) -> None:
        assert name not in way, " → ".join([*way[way.index(name) :], name])
        if name not in done:
            for needed in dependencies(name):
                visit(needed, [*way, name])
            done.add(name)

    for name in RESOURCES:
        visit(name, [])


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
