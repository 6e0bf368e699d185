"""The templates with their conditions evaluated."""

from typing import Any


def resolve_conditions(template: dict[str, Any], values: dict[str, str]) -> Any:  # noqa: C901
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
