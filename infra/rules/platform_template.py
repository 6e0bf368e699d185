"""The templates as AWS receives them: SAM transforms template.yaml."""

import math
import re
from typing import Any

from stack import templates
from stack.instance import ROOT
from stack.templates import Template

TEMPLATE = templates.main()
#: All templates, by their paths.
TEMPLATES = {
    templates.MAIN: templates.transform(TEMPLATE),
    **{path: templates.read(path) for path in templates.others()},
}
RESOURCES = TEMPLATES[templates.MAIN]["Resources"]
FUNCTIONS = templates.functions(TEMPLATE)
ROUTES = templates.routes(TEMPLATE)
#: The functions that clients reach. Other functions invoke the rest.
ENDPOINTS = {function: binary for function, binary in FUNCTIONS.items() if function in ROUTES.values()}


def of_type(kind: str) -> dict[str, Any]:
    return {name: resource for name, resource in RESOURCES.items() if resource["Type"] == kind}


def role_prefix(function: str) -> str:
    """`CoursesList` of `CoursesListFunction`: what all resources of a function begin with."""
    return function.removesuffix("Function")


def listed(value: Any) -> list[Any]:
    """The actions or resources of a statement, of which one stands without a list."""
    return value if isinstance(value, list) else [value]


def statements(function: str) -> list[Template]:
    """The permissions of a function, from its role and its policies, without those of all functions."""
    role = f"{role_prefix(function)}Role"
    documents = [policy["PolicyDocument"] for policy in RESOURCES[role]["Properties"]["Policies"]]
    documents += [
        policy["Properties"]["PolicyDocument"]
        for name, policy in of_type("AWS::IAM::Policy").items()
        if name not in ("FunctionsPolicy", "SecretsPolicy") and {"Ref": role} in policy["Properties"]["Roles"]
    ]
    found = (statement for document in documents for statement in document["Statement"])
    return [{**statement, "Action": listed(statement["Action"])} for statement in found]


def variables(function: str) -> dict[str, Any]:
    found: dict[str, Any] = RESOURCES[function]["Properties"]["Environment"]["Variables"]
    return found


def source_of(binary: str) -> str:
    """The source of a function: a file or a folder of its area."""
    words = binary.split("-")
    for length in range(1, len(words)):
        path = ROOT / "functions" / "src" / "_".join(words[:length]) / "_".join(words[length:])
        if path.is_dir():
            return "".join(part.read_text() for part in sorted(path.rglob("*.rs")))
        if path.with_suffix(".rs").is_file():
            return path.with_suffix(".rs").read_text()
    raise AssertionError(f"{binary} has no source")


def constant(path: str, name: str) -> int:
    """A constant of a Rust file: a number, a product of numbers, or a duration in its unit."""
    found = re.search(rf"const {name}: \w+ = (?:Duration::from_\w+\()?([\d_* ]+)\)?;", (ROOT / path).read_text())
    assert found, f"{path} has no constant {name}"
    return math.prod(int(factor.strip().replace("_", "")) for factor in found[1].split("*"))


def resolve_conditions(template: dict[str, Any], values: dict[str, str]) -> Any:  # noqa: C901
    """The template with its conditions evaluated. Parameters without a value have their default, or are empty."""
    given = {name: values.get(name, parameter.get("Default", "")) for name, parameter in template["Parameters"].items()}

    def compared(side: Any) -> str:
        match side:
            case {"Ref": name}:
                return str(given[name])
            # A parameter with a list of values.
            case {"Fn::Join": [separator, {"Ref": name}]}:
                return str(separator).join(given[name].split(","))
        return str(side)

    def holds(condition: Any) -> bool:
        ((function, argument),) = condition.items()
        match function:
            case "Condition":
                return holds(template["Conditions"][argument])
            case "Fn::Not":
                return not holds(argument[0])
            case "Fn::And":
                return all(map(holds, argument))
            case "Fn::Or":
                return any(map(holds, argument))
            case "Fn::Equals":
                left, right = map(compared, argument)
                return left == right
        raise NotImplementedError(function)

    def decide(value: Any) -> Any:
        if isinstance(value, list):
            return [decide(item) for item in value if decide(item) is not None]
        if not isinstance(value, dict):
            return value
        if value == {"Ref": "AWS::NoValue"}:
            return None
        if set(value) == {"Fn::If"}:
            condition, then, otherwise = value["Fn::If"]
            return decide(then if holds(template["Conditions"][condition]) else otherwise)
        return {key: decide(item) for key, item in value.items() if decide(item) is not None}

    def is_made(part: dict[str, Any]) -> bool:
        return "Condition" not in part or holds(template["Conditions"][part["Condition"]])

    kept = {
        section: {name: part for name, part in template.get(section, {}).items() if is_made(part)}
        for section in ("Resources", "Outputs")
    }
    return decide(template | kept)
