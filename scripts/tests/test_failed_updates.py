"""A stack whose update failed and was not rolled back, with the local AWS."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from botocore.exceptions import WaiterError
from deployment_support import ENVIRONMENT, IMPOSSIBLE, stack_status

from stack import cloudformation as stacks
from stack.deployment import environment, leftovers, rollback
from stack.local_clients import LocalClients

QUEUE = {"Type": "AWS::SQS::Queue"}
CONFIRMED = replace(ENVIRONMENT, confirmed=True)
RELEASE = "20261125-120000-abc"


def template(**resources: Any) -> str:
    return json.dumps({"Resources": {"Queue": QUEUE, **resources}, "Outputs": {"Release": {"Value": RELEASE}}})


def change(clients: LocalClients, operation: str, waiter: str, body: str) -> None:
    """Does what `sam deploy` does without rollback."""
    cloudformation = clients("cloudformation")
    getattr(cloudformation, f"{operation}_stack")(
        StackName=ENVIRONMENT.stack, TemplateBody=body, DisableRollback=True, Capabilities=["CAPABILITY_IAM"]
    )
    try:
        stacks.wait(cloudformation, waiter, {"StackName": ENVIRONMENT.stack})
    except WaiterError:
        assert "Nested" in body


@pytest.fixture(autouse=True)
def removed(clients: LocalClients) -> Iterator[None]:
    yield
    clients("cloudformation").delete_stack(StackName=ENVIRONMENT.stack)
    stacks.wait(clients("cloudformation"), "stack_delete_complete", {"StackName": ENVIRONMENT.stack})


@pytest.fixture
def failed(clients: LocalClients) -> None:
    """A deployed stack whose last update failed."""
    change(clients, "create", "stack_create_complete", template())
    change(clients, "update", "stack_update_complete", template(Nested=IMPOSSIBLE))
    assert stack_status(clients) == "UPDATE_FAILED"


@pytest.mark.usefixtures("failed")
class TestOfADeployedStack:
    def test_is_undone_after_confirmation(self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("builtins.input", lambda _: "no")
        assert not leftovers.resolve_failed_update(ENVIRONMENT)
        assert stack_status(clients) == "UPDATE_FAILED"
        assert leftovers.resolve_failed_update(CONFIRMED)
        assert stack_status(clients) == "UPDATE_ROLLBACK_COMPLETE"
        assert leftovers.resolve_failed_update(ENVIRONMENT), "there is nothing left to undo"

    def test_is_undone_by_a_rollback_without_a_deployment(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        sites = MagicMock()
        monkeypatch.setattr(rollback, "require_working_site", sites)
        assert rollback.roll_back(CONFIRMED, "") == 0
        assert stack_status(clients) == "UPDATE_ROLLBACK_COMPLETE"
        assert f"{ENVIRONMENT.stack} runs {RELEASE} again." in capsys.readouterr().out
        sites.assert_called_once()

    def test_stays_without_confirmation(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(rollback, "releases", MagicMock(fetch=MagicMock(return_value=(tmp_path, tmp_path))))
        monkeypatch.setattr("builtins.input", lambda _: "no")
        for name in ("", "20261124-120000-abc"):
            assert rollback.roll_back(ENVIRONMENT, name) == 1
            assert stack_status(clients) == "UPDATE_FAILED"


def test_of_a_first_deployment_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    # RollbackStack deletes a stack that was never complete. The emulator updates no stack in CREATE_FAILED.
    cloudformation = MagicMock()
    cloudformation.describe_stacks.return_value = {"Stacks": [{"StackStatus": "UPDATE_FAILED"}]}
    monkeypatch.setattr(environment.Environment, "client", lambda *_: cloudformation)
    assert leftovers.resolve_failed_update(ENVIRONMENT)
    cloudformation.rollback_stack.assert_not_called()
