"""What a resource has for each combination of the conditions that it depends on.

Linters evaluate conditions only for what their schemas require.
"""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER

from conditions import resolve_conditions
from stack import templates

TEMPLATES = {
    "template.yaml": templates.transform(templates.main()),
    **{path: templates.read(path) for path in templates.others()},
}


def conditions_in(value: Any) -> Iterator[str]:
    """The names of conditions in a part of a template."""
    match value:
        case dict():
            if "Fn::If" in value:
                yield value["Fn::If"][0]
            # Statements of policies have conditions of another kind.
            if isinstance(value.get("Condition"), str):
                yield value["Condition"]
            for item in value.values():
                yield from conditions_in(item)
        case list():
            for item in value:
                yield from conditions_in(item)


def settings(template: dict[str, Any], resource: dict[str, Any]) -> list[dict[str, str]]:
    """The combinations of values on which a resource's conditions depend: each that is compared, and another one."""
    pending = {*conditions_in(resource)}
    conditions: dict[str, Any] = {}
    while pending:
        conditions |= {name: template["Conditions"][name] for name in pending}
        pending = {*conditions_in(list(conditions.values()))} - set(conditions)
    compared: dict[str, set[str]] = {}
    for condition in conditions.values():
        for left, right in re.findall(r"'Fn::Equals': \[(.+?), ([^{}\]]+)\]", str(condition)):
            for parameter in re.findall(r"'Ref': '(\w+)'", left):
                allowed = template["Parameters"][parameter].get("AllowedValues", [right.strip("'"), "1"])
                compared.setdefault(parameter, set()).update(map(str, allowed))
    return [dict(zip(compared, values, strict=True)) for values in itertools.product(*compared.values())]


def gaps(value: Any, path: str = "") -> Iterator[str]:
    """Where a value has nothing: an empty list or object, or an empty text in a list."""
    if value in ({}, []):
        yield path
    elif isinstance(value, dict):
        for key, item in value.items():
            # An empty text joins to nothing, and SAM writes the default of a parameter where its value is split.
            if key not in {"Fn::Join", "Fn::Split"}:
                yield from gaps(item, f"{path}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from [f"{path}/{index}"] if item == "" else gaps(item, f"{path}/{index}")


def filled(value: Any) -> Any:
    """A part of a template whose empty objects, such as the action `Allow: {}`, are not what conditions leave."""
    match value:
        case {"Fn::If": [name, then, otherwise]}:
            return {"Fn::If": [name, then and filled(then), otherwise and filled(otherwise)]}
        case dict():
            return {key: filled(item) for key, item in value.items()} or "{}"
        case list():
            return [filled(item) for item in value]
    return value


def missing(resource: dict[str, Any]) -> list[str]:
    """The properties that the registry requires of a resource, and that it does not have."""
    schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", resource["Type"]).schema
    return [name for name in schema.get("required", []) if name not in resource.get("Properties", {})]


def faults(template: dict[str, Any], name: str) -> set[str]:
    """What is wrong with a resource in some combination of its conditions."""
    resource = template["Resources"][name]
    found = set()
    for values in settings(template, resource):
        alone = {**template, "Resources": {name: filled(resource)}, "Outputs": {}}
        for made in resolve_conditions(alone, values)["Resources"].values():
            found |= {
                f"{fault} with {dict(sorted(values.items()))}"
                for fault in (*gaps(made.get("Properties", {"": ""})), *missing(made))
            }
    return found


@pytest.mark.parametrize("path", TEMPLATES)
def test_a_resource_is_whole_in_every_combination_of_its_conditions(path: str) -> None:
    template = TEMPLATES[path]
    assert not {name: found for name in template["Resources"] if (found := faults(template, name))}
