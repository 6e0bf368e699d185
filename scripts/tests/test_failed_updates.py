"""A stack whose update failed and was not rolled back, with the local AWS."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from botocore.exceptions import WaiterError
from deployment_support import ENVIRONMENT, IMPOSSIBLE

from stack.cloudformation import stack_status
from stack.console import CommandError
from stack.deployment import environment, failed_update, rollback
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
        environment.wait(cloudformation, waiter, StackName=ENVIRONMENT.stack)
    except WaiterError:
        assert "Nested" in body


@pytest.fixture(autouse=True)
def removed(clients: LocalClients) -> Iterator[None]:
    yield
    clients("cloudformation").delete_stack(StackName=ENVIRONMENT.stack)
    environment.wait(clients("cloudformation"), "stack_delete_complete", StackName=ENVIRONMENT.stack)


@pytest.fixture
def failed(clients: LocalClients) -> None:
    """A deployed stack whose last update failed."""
    change(clients, "create", "stack_create_complete", template())
    change(clients, "update", "stack_update_complete", template(Nested=IMPOSSIBLE))
    assert stack_status(clients, ENVIRONMENT.stack) == "UPDATE_FAILED"


@pytest.mark.usefixtures("failed")
class TestOfADeployedStack:
    def test_is_not_a_first_deployment(self) -> None:
        assert not environment.is_first_deployment(ENVIRONMENT)

    def test_is_undone_after_confirmation(self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("builtins.input", lambda _: "no")
        assert not failed_update.resolve(ENVIRONMENT)
        assert stack_status(clients, ENVIRONMENT.stack) == "UPDATE_FAILED"
        assert failed_update.resolve(CONFIRMED)
        assert stack_status(clients, ENVIRONMENT.stack) == "UPDATE_ROLLBACK_COMPLETE"
        assert failed_update.resolve(ENVIRONMENT), "there is nothing left to undo"

    def test_is_undone_by_a_rollback_without_a_deployment(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        sites = MagicMock()
        monkeypatch.setattr(rollback, "require_working_site", sites)
        assert rollback.roll_back(CONFIRMED, "") == 0
        assert stack_status(clients, ENVIRONMENT.stack) == "UPDATE_ROLLBACK_COMPLETE"
        assert f"{ENVIRONMENT.stack} runs {RELEASE} again." in capsys.readouterr().out
        sites.assert_called_once()

    def test_is_undone_before_the_rollback_to_another_release(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        path = tmp_path / "template.yaml"
        path.write_text("Parameters: {}")
        statuses = []

        def record(*_: Any) -> tuple[Path, Path]:
            statuses.append(stack_status(clients, ENVIRONMENT.stack))
            return path, tmp_path

        for name, value in {
            "with_derived": lambda *_: ENVIRONMENT,
            "companion_stacks": MagicMock(),
            "releases": MagicMock(fetch=record),
            "sam_for": lambda _: record,
            "publish_earlier_site": lambda *_: None,
            "require_working_site": MagicMock(),
        }.items():
            monkeypatch.setattr(rollback, name, value)
        assert rollback.roll_back(CONFIRMED, "20261124-120000-abc") == 0
        assert statuses == ["UPDATE_FAILED", "UPDATE_ROLLBACK_COMPLETE"]

    def test_stays_when_there_is_no_such_release(self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch) -> None:
        fetch = MagicMock(side_effect=CommandError("There is no release unknown.", ""))
        monkeypatch.setattr(rollback, "releases", MagicMock(fetch=fetch))
        with pytest.raises(CommandError, match="There is no release unknown"):
            rollback.roll_back(CONFIRMED, "unknown")
        assert stack_status(clients, ENVIRONMENT.stack) == "UPDATE_FAILED"

    def test_stays_without_confirmation(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(rollback, "releases", MagicMock(fetch=MagicMock(return_value=(tmp_path, tmp_path))))
        monkeypatch.setattr("builtins.input", lambda _: "no")
        for name in ("", "20261124-120000-abc"):
            assert rollback.roll_back(ENVIRONMENT, name) == 1
            assert stack_status(clients, ENVIRONMENT.stack) == "UPDATE_FAILED"

    def test_names_the_runbook_when_it_cannot_be_undone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as failing:
            failing.setattr(environment, "wait", MagicMock(side_effect=WaiterError("a", "b", {})))
            with pytest.raises(CommandError) as error:
                failed_update.roll_back(ENVIRONMENT)
        message = str(error.value)
        assert "masar-release in eu-west-3 could not be rolled back:" in message and "  | Nested: " in message
        assert "Rollback failed" in error.value.hint


def test_of_a_first_deployment_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    # RollbackStack deletes a stack that was never complete. The emulator updates no stack in CREATE_FAILED.
    cloudformation = MagicMock()
    cloudformation.describe_stacks.return_value = {"Stacks": [{"StackStatus": "UPDATE_FAILED"}]}
    monkeypatch.setattr(environment.Environment, "client", lambda *_: cloudformation)
    assert failed_update.resolve(ENVIRONMENT)
    cloudformation.rollback_stack.assert_not_called()
