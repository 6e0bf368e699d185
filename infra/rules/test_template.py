"""
Rules for the templates as a whole: linters, generated parts, documentation, and names that contain the name of the
stack: AWS limits their length, which depends on samconfig.toml.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cfnlint.schema import PROVIDER_SCHEMA_MANAGER

from platform_template import TEMPLATE, TEMPLATES
from stack import generate, tools
from stack.deployment.environment import Environment, read_environments
from stack.instance import ROOT


@pytest.mark.parametrize(
    "linter", [[Path(sys.executable).with_name("cfn-lint")], [*tools.checkov(), "-f"]], ids=["cfn-lint", "checkov"]
)
def test_linters_find_nothing(linter: Any) -> None:
    lint = subprocess.run([*linter, *TEMPLATES], cwd=ROOT, capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout + lint.stderr


def test_generated_parts_are_up_to_date() -> None:
    for path, text in generate.generated().items():
        assert path.read_text() == text, "scripts/generate writes it"


def test_every_parameter_is_documented() -> None:
    for name, parameter in TEMPLATE["Parameters"].items():
        assert parameter["Description"].endswith("."), name


ENVIRONMENTS = read_environments((ROOT / "samconfig.toml").read_text()).values()
ALL_RESOURCES = [resource for template in TEMPLATES.values() for resource in template["Resources"].items()]
VARIABLE = re.compile(r"\$\{([\w:.]+)\}")
#: Limits that the schemas of CloudFormation do not have, from AWS's API references.
PATTERNS = {
    ("AWS::Backup::BackupVault", "BackupVaultName"): r"^[a-zA-Z0-9\-_]{2,50}$",
    ("AWS::CloudWatch::Dashboard", "DashboardName"): r"^[a-zA-Z0-9\-_]{1,255}$",
    ("AWS::SQS::Queue", "QueueName"): r"^[a-zA-Z0-9\-_]{1,80}$",
    ("AWS::WAFv2::WebACL", "Name"): r"^[\w\-]{1,128}$",
}


def values(environment: Environment) -> dict[str, Any]:
    """The parameters and pseudo parameters that names consist of."""
    account, unique = "111122223333", "11111111-2222-3333-4444-555555555555"
    return {
        "AWS::AccountId": account,
        "AWS::Region": environment.region,
        "AWS::StackId": f"arn:aws:cloudformation:{environment.region}:{account}:stack/{environment.stack}/{unique}",
        "AWS::StackName": environment.stack,
        "Name": environment.stack,
        "StackName": environment.stack,
    }


def resolve(value: Any, given: dict[str, Any]) -> Any:
    """A part of a template with its intrinsic functions evaluated; None if it depends on something else."""
    if not isinstance(value, dict):
        return value
    ((function, argument),) = value.items()
    found = None
    match function, argument:
        case "Ref", name:
            found = given.get(name)
        case "Fn::Sub", [text, own]:
            found = resolve({"Fn::Sub": text}, given | {name: resolve(part, given) for name, part in own.items()})
        case "Fn::Sub", text if all(given.get(name) for name in VARIABLE.findall(text)):
            found = VARIABLE.sub(lambda variable: given[variable[1]], text)
        case "Fn::Split", [separator, whole] if text := resolve(whole, given):
            found = text.split(separator)
        case "Fn::Select", [index, whole] if parts := resolve(whole, given):
            found = parts[int(index)]
    return found


def names(environment: Environment) -> Iterator[tuple[str, str, str, str]]:
    """The logical id, type, property and value of each name with the name of the stack."""
    given = values(environment)
    for logical_id, resource in ALL_RESOURCES:
        for name, value in resource.get("Properties", {}).items():
            resolved = resolve(value, given) if name.endswith("Name") else None
            if resolved and environment.stack in resolved:
                yield logical_id, resource["Type"], name, resolved


def is_accepted(kind: str, name: str, value: str) -> bool:
    """Whether AWS accepts a value of a property that is a name."""
    if pattern := PATTERNS.get((kind, name)):
        return bool(re.search(pattern, value))
    limits = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", kind).schema["properties"][name]
    assert "pattern" in limits or "maxLength" in limits, f"PATTERNS needs the limits of {name} of {kind}"
    return bool(re.search(limits.get("pattern", ""), value)) and len(value) <= limits.get("maxLength", len(value))


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda environment: environment.name)
def test_aws_accepts_every_name(environment: Environment) -> None:
    found = list(names(environment))
    assert {"BackupVaultName", "BucketName", "TableName"} <= {name for _, _, name, _ in found}
    assert not [name for name in found if not is_accepted(*name[1:])]


def test_a_vault_that_outlives_its_stack_does_not_block_the_next_stack() -> None:
    name = TEMPLATES["infra/backups.yaml"]["Resources"]["Vault"]["Properties"]["BackupVaultName"]
    given = values(Environment("staging", "masar", "eu-west-3"))
    others = given | {"AWS::StackId": given["AWS::StackId"].replace("11111111", "22222222")}
    assert resolve(name, given) != resolve(name, others)
