"""template.yaml as SAM transforms it, which is what AWS receives."""

from typing import Any

from stack import templates

TEMPLATE = templates.main()


RESOURCES = templates.transform(TEMPLATE)["Resources"]


FUNCTIONS = templates.functions(TEMPLATE)


ROUTES = templates.routes(TEMPLATE)


#: The functions that clients reach. Other functions invoke the rest.
ENDPOINTS = {function: binary for function, binary in FUNCTIONS.items() if function in ROUTES.values()}


def of_type(kind: str) -> dict[str, Any]:
    return {name: resource for name, resource in RESOURCES.items() if resource["Type"] == kind}


def role_prefix(function: str) -> str:
    """`CoursesList` of `CoursesListFunction`: what all resources of a function begin with."""
    return function.removesuffix("Function")
