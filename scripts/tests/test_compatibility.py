"""
What a release may not remove as long as the release before needs it. `scripts/rehearse` has a deployment that is
refused.
"""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from stack import templates
from stack.deployment import compatibility
from stack.templates import Template

MAIN = templates.main()
ROLE = "UsersMeRole"


def changed(change: Callable[[Template], Any]) -> Template:
    """template.yaml with a change of its resources."""
    template = copy.deepcopy(MAIN)
    change(template["Resources"])
    return template


def statements(resources: Template) -> Any:
    return resources[ROLE]["Properties"]["Policies"][0]["PolicyDocument"]["Statement"]


def test_a_release_may_add_anything() -> None:
    def add(resources: Template) -> None:
        resources["NewTable"] = copy.deepcopy(resources["UsersTable"])
        statements(resources).append({"Effect": "Allow", "Action": ["dynamodb:Query"], "Resource": "*"})

    assert compatibility.removed(MAIN, changed(add)) == []
    assert compatibility.removed(MAIN, MAIN) == []


@pytest.mark.parametrize(
    ("change", "lacking"),
    [
        (lambda resources: resources.pop("PaymentsTable"), "PaymentsTable (AWS::DynamoDB::Table)"),
        (lambda resources: resources.pop("PepperSecret"), "PepperSecret (AWS::SecretsManager::Secret)"),
        (
            lambda resources: resources["Api"]["Properties"]["DefinitionBody"]["paths"].pop("/users/me"),
            "UsersMeFunction: the route GET /users/me",
        ),
        (
            lambda resources: resources["FilesTable"]["Properties"]["GlobalSecondaryIndexes"].clear(),
            "FilesTable: the index ",
        ),
        (
            lambda resources: resources["FilesBucket"]["Properties"]["LifecycleConfiguration"]["Rules"].clear(),
            "FilesBucket: the lifecycle rule ",
        ),
        (lambda resources: statements(resources).pop(1), f"{ROLE}: the permission "),
    ],
)
def test_what_the_release_before_needs_may_not_go(change: Callable[[Template], Any], lacking: str) -> None:
    assert any(need.startswith(lacking) for need in compatibility.removed(MAIN, changed(change)))


def test_a_permission_may_move_to_another_policy_of_the_role() -> None:
    def move(resources: Template) -> None:
        document = {"Statement": [statements(resources).pop(1)]}
        properties = {"PolicyName": "other", "Roles": [{"Ref": ROLE}], "PolicyDocument": document}
        resources["OtherPolicy"] = {"Type": "AWS::IAM::Policy", "Properties": properties}

    assert compatibility.removed(MAIN, changed(move)) == []
    # And back again.
    assert compatibility.removed(changed(move), MAIN) == []
    assert compatibility.removed(changed(move), changed(lambda resources: statements(resources).pop(1)))


def test_what_the_release_before_marks_may_go() -> None:
    def mark(resources: Template) -> None:
        resources["PaymentsTable"].setdefault("Metadata", {})["ReleaseBefore"] = True
        statements(resources)[-1]["Sid"] = "ReleaseBeforeReads"

    def remove(resources: Template) -> None:
        del resources["PaymentsTable"]
        statements(resources).pop()

    assert compatibility.removed(MAIN, changed(mark)) == []
    assert compatibility.removed(changed(mark), changed(remove)) == []
