"""Going back to an earlier release, on a stack of the local AWS with two functions."""

import json
from dataclasses import replace
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from deployment_support import ENVIRONMENT, deploy_functions, responded

from stack.console import CommandError
from stack.deployment import rollback
from stack.local_clients import LocalClients

#: As `sam package` writes it.
TEMPLATE = {
    "Parameters": {},
    "Resources": {
        name: {"Type": "AWS::Serverless::Function", "Metadata": {"BuildProperties": {"Binary": name}}}
        for name in ("Endpoint", "Job")
    },
}
NAMES = ("20261123-120000-abc", "20261124-120000-abc", "20261125-120000-abc")


@pytest.fixture
def steps(clients: LocalClients, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> MagicMock:
    """Three releases were deployed, and the last one is live. `sam deploy` deploys the first one again."""
    for name in NAMES:
        functions = deploy_functions(clients, name)
        functions.switch(functions.publish())
    mock = MagicMock()
    stored = tmp_path / "template.yaml"
    stored.write_text(json.dumps(TEMPLATE))
    mock.releases.names.return_value = sorted(NAMES, reverse=True)
    mock.releases.one_before.side_effect = lambda *of: max(name for name in NAMES if name < of[2])
    mock.releases.fetch.return_value = (stored, tmp_path / "dist")
    mock.stack_outputs.return_value = {"Release": NAMES[-1]}
    mock.publish_earlier_site.return_value = None
    mock.deploy_stored.side_effect = lambda *_: deploy_functions(clients, NAMES[0])
    for name in (
        *("releases", "stack_outputs", "publish_earlier_site", "deploy_stored", "require_working_site"),
        *("companion_stacks", "with_derived"),
    ):
        monkeypatch.setattr(rollback, name, getattr(mock, name))
    return mock


def test_to_the_release_before_moves_aliases_only(steps: MagicMock, clients: LocalClients) -> None:
    assert rollback.roll_back(replace(ENVIRONMENT, confirmed=True), "") == 0
    assert responded(clients) == NAMES[1]
    steps.deploy_stored.assert_not_called()
    steps.publish_earlier_site.assert_called_once()
    steps.require_working_site.assert_called_once()


def test_again_goes_back_further_and_deploys_the_stored_template(steps: MagicMock, clients: LocalClients) -> None:
    for _ in range(2):
        assert rollback.roll_back(replace(ENVIRONMENT, confirmed=True), "") == 0
    assert steps.releases.fetch.call_args.args[2] == NAMES[0]
    assert responded(clients) == NAMES[0]
    order = ["publish_earlier_site", "deploy_stored", "require_working_site"]
    assert [name for name, *_ in steps.mock_calls if name in order][-3:] == order


def test_is_refused_before_it_begins_when_the_release_does_not_understand_the_data(
    steps: MagicMock, clients: LocalClients
) -> None:
    steps.stack_outputs.return_value = {"Release": NAMES[-1], "DataVersion": "2"}
    assert rollback.roll_back(replace(ENVIRONMENT, confirmed=True), "") == 0, "aliases alone may go back"
    with pytest.raises(CommandError, match="version 1 of the data"):
        rollback.roll_back(replace(ENVIRONMENT, confirmed=True), NAMES[0])
    assert responded(clients) == NAMES[1]
    steps.deploy_stored.assert_not_called()
    steps.publish_earlier_site.assert_called_once()


def test_forward_again_moves_aliases_only(steps: MagicMock, clients: LocalClients) -> None:
    for name in ("", NAMES[-1]):
        assert rollback.roll_back(replace(ENVIRONMENT, confirmed=True), name) == 0
    assert responded(clients) == NAMES[-1]
    steps.deploy_stored.assert_not_called()
