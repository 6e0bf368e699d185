"""What a release may not remove as long as the release before needs it."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from deployment_support import ENVIRONMENT

from stack import templates
from stack.console import CommandError
from stack.deployment import compatibility, releases
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


def test_a_deployment_is_compared_with_the_release_that_is_live(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored, built = tmp_path / "stored.yaml", tmp_path / "built.yaml"
    stored.write_text(json.dumps(MAIN))
    built.write_text(json.dumps(changed(lambda resources: resources.pop("PaymentsTable"))))
    fetch = MagicMock(return_value=(stored, tmp_path))
    monkeypatch.setattr(releases, "fetch", fetch)
    monkeypatch.setattr(releases, "names", lambda *_: ["20261126-120000-abc"])
    monkeypatch.setattr(compatibility, "live_release", lambda *_: "20261126-120000-abc")
    with pytest.raises(CommandError, match=r"PaymentsTable \(AWS::DynamoDB::Table\)"):
        compatibility.require(ENVIRONMENT, {}, built)
    assert fetch.call_args.args[2] == "20261126-120000-abc"

    monkeypatch.setattr(compatibility, "live_release", lambda *_: "20261127-120000-abc")
    compatibility.require(ENVIRONMENT, {}, built)
    assert "20261127-120000-abc is not stored" in capsys.readouterr().out
    monkeypatch.setattr(compatibility, "live_release", lambda *_: None)
    compatibility.require(ENVIRONMENT, {}, built)
