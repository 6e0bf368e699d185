"""
Finds what a release removes although the release before needs it.

Functions of two releases run at the same time during a switch, and going back runs the older ones again, without an
update of the stack. What both share has no versions: tables, secrets, roles, routes. So a release stops using such a
thing, and the next one removes it. In between, the template marks it: a resource by `Metadata: ReleaseBefore: true`, a
statement of a role by a `Sid` that begins with `ReleaseBefore`.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from samtranslator.yaml_helper import yaml_parse

from ..console import CommandError
from ..templates import Template, routes
from . import releases
from .environment import Environment
from .preflight import WARNING, Finding
from .switch import live_release

MARK = "ReleaseBefore"
#: Types that no function and no page needs.
UNNEEDED_TYPES = (
    "AWS::Budgets::Budget",
    "AWS::CloudFormation::Stack",
    "AWS::CloudWatch::Alarm",
    "AWS::CloudWatch::Dashboard",
    "AWS::Logs::MetricFilter",
)


def require(environment: Environment, outputs: Mapping[str, str], built: Path) -> None:
    """Fails when a built template removes what the release needs that a stack with these outputs has."""
    current = live_release(environment, outputs)
    if current is None:
        return
    if current not in releases.names(environment):
        message = f"{current} is not stored, so it is not compared."
        print(Finding(WARNING, "Going back", message, "Nothing: it is from now on."))
        return
    with TemporaryDirectory() as folder:
        stored, _ = releases.fetch(environment, current, Path(folder))
        lacking = removed(yaml_parse(stored.read_text()), yaml_parse(built.read_text()))
    if lacking:
        raise CommandError(
            f"This release lacks what {current} needs, so one could not go back to it:\n"
            + "\n".join(f"  | {need}" for need in lacking),
            "docs/operations/releases.md, Removing. Or add --no-way-back.",
        )


def removed(before: Template, after: Template) -> list[str]:
    """What the later template lacks of the earlier one, without what the earlier one marks."""
    kept = set(shared(after, marked=True))
    return sorted(need for need in shared(before, marked=False) if need not in kept)


def shared(template: Template, marked: bool) -> Iterator[str]:
    """What the functions and pages of a template share with those of other releases, in words; with what it marks."""
    for name, resource in template["Resources"].items():
        kind, properties = resource["Type"], resource.get("Properties", {})
        if kind in UNNEEDED_TYPES or (resource.get("Metadata", {}).get(MARK) and not marked):
            continue
        if kind == "AWS::IAM::Policy":
            for role in properties["Roles"]:
                yield from permissions_in(properties["PolicyDocument"], role["Ref"], marked)
            continue
        yield f"{name} ({kind})"
        for index in properties.get("GlobalSecondaryIndexes", []):
            yield f"{name}: the index {index['IndexName']}"
        # A disabled rule is there only for the release before.
        rules = properties.get("LifecycleConfiguration", {}).get("Rules", [])
        needed = (rule["Id"] for rule in rules if marked or rule["Status"] == "Enabled")
        yield from (f"{name}: the lifecycle rule {rule}" for rule in needed)
        if kind == "AWS::Serverless::HttpApi" and "DefinitionBody" in properties:
            yield from (f"{function}: the route {route}" for route, function in routes(template).items())
        # Releases up to 1.3 have their routes here.
        for event in properties.get("Events", {}).values():
            if event["Type"] == "HttpApi":
                yield f"{name}: the route {event['Properties']['Method']} {event['Properties']['Path']}"
        if kind == "AWS::IAM::Role":
            yield from permissions_in(properties.get("Policies"), name, marked)


def permissions_in(policies: Any, role: str, marked: bool) -> Iterator[str]:
    """What policies allow a role; with what they mark. It is the same whichever policy of the role says it."""
    for statement in statements(policies):
        if marked or not str(statement.get("Sid", "")).startswith(MARK):
            yield from permissions(role, statement)


def statements(value: Any) -> Iterator[Template]:
    """The statements in a part of a template, also those that depend on a condition."""
    match value:
        case {"Effect": _}:
            yield value
        case dict():
            yield from statements(list(value.values()))
        case list():
            for item in value:
                yield from statements(item)


def permissions(name: str, statement: Template) -> Iterator[str]:
    """The permissions of a statement: each action with each resource."""
    if statement["Effect"] == "Allow":
        condition = f" if {json.dumps(statement['Condition'], sort_keys=True)}" if "Condition" in statement else ""
        for action in listed(statement["Action"]):
            if action.startswith("logs:"):
                # A version has its log group as a setting, and the groups of a stack are resources of their own.
                yield f"{name}: the permission {action}"
                continue
            for resource in listed(statement["Resource"]):
                yield f"{name}: the permission {action} for {json.dumps(resource, sort_keys=True)}{condition}"


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
