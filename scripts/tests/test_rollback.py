"""
Going back to an earlier release, on a stack of the local AWS with two functions, and deploying the same release.
`scripts/rehearse` goes back by one release and forward again.
"""

import json
from dataclasses import replace
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from deployment_support import ENVIRONMENT, deploy_functions, responded

from stack.cloudformation import named
from stack.console import CommandError
from stack.deployment import environment, rollback
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
    mock.releases.one_before.side_effect = lambda *of: max(name for name in NAMES if name < of[1])
    mock.releases.fetch.return_value = (stored, tmp_path / "dist")
    mock.stack_outputs.return_value = {"Release": NAMES[-1]}
    mock.publish_site.return_value = None
    mock.deploy_stored.side_effect = lambda *_: deploy_functions(clients, NAMES[0])
    for name in (
        *("releases", "stack_outputs", "publish_site", "deploy_stored", "require_working_release"),
        *("companion_stacks", "with_derived"),
    ):
        monkeypatch.setattr(rollback, name, getattr(mock, name))
    return mock


def test_again_goes_back_further_and_deploys_the_stored_template(steps: MagicMock, clients: LocalClients) -> None:
    for _ in range(2):
        assert rollback.roll_back(replace(ENVIRONMENT, confirmed=True), "") == 0
    assert steps.releases.fetch.call_args.args[1] == NAMES[0]
    assert responded(clients) == NAMES[0]
    order = ["publish_site", "deploy_stored", "require_working_release"]
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
    steps.publish_site.assert_called_once()


RELEASE = "20261126-120000-abc1234-changed"
SITE = "https://site.org"
#: The template of a stored release. It lacks some of the present parameters.
WITHOUT_PARAMETERS = f"""
    Parameters:
      SiteAddress: {{}}
      Architecture: {{Default: arm64}}
      SecretsRevision: {{}}
      RequestsPerSecond: {{Default: 7}}
    Globals: {{Function: {{Environment: {{Variables: {{RELEASE: {RELEASE}}}}}}}}}
"""


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> MagicMock:
    """What the command does, with a stack that has the release."""
    mock = MagicMock()
    template = tmp_path / "template.yaml"
    template.write_text(WITHOUT_PARAMETERS)
    mock.fetch.return_value = (template, tmp_path / "dist")
    mock.describe_stacks.return_value = {
        "Stacks": [
            {
                "StackStatus": "UPDATE_COMPLETE",
                "Outputs": named("Output", {"Release": RELEASE, "DistributionAddress": SITE}),
                "Parameters": named("Parameter", {"SiteAddress": SITE, "Architecture": "arm64"}),
            }
        ]
    }
    monkeypatch.setattr(environment.Environment, "client", lambda *_, **__: mock)
    for name in ("fetch", "store"):
        monkeypatch.setattr(f"stack.deployment.releases.{name}", getattr(mock, name))
    monkeypatch.setattr("stack.deployment.preflight.require_settings", mock.preflight)
    monkeypatch.setattr("stack.deployment.leftovers.resolve_failed_update", mock.resolve)
    monkeypatch.setattr(rollback, "companion_stacks", mock.companion_stacks)
    monkeypatch.setattr(rollback, "with_derived", lambda environment, _: environment)
    for name in ("live_release", "switch_to", "require_working_release"):
        monkeypatch.setattr(rollback, name, getattr(mock, name))
    mock.live_release.return_value = RELEASE
    monkeypatch.setattr(rollback, "sam_for", lambda _: mock.sam)
    return mock


def given(**parameters: str) -> environment.Environment:
    return replace(ENVIRONMENT, parameters={**ENVIRONMENT.parameters, **parameters})


def test_the_same_release_is_deployed_under_a_new_name_with_the_present_parameters(
    settings: MagicMock, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rollback.deploy_same_release(given(SecretsRevision="2")) == 0
    (options,) = (call.args for call in settings.sam.call_args_list)
    overrides = options[options.index("--parameter-overrides") + 1].split()
    # The default is that of the release, not that of the checkout.
    assert set(overrides) == {f"SiteAddress={SITE}", "Architecture=arm64", "SecretsRevision=2", "RequestsPerSecond=7"}
    assert "The release has no parameters MailSender, which are omitted." in capsys.readouterr().out

    template, dist = settings.fetch.return_value
    _, name, stored_template, stored_dist = settings.store.call_args.args
    assert (stored_template, stored_dist) == (template, dist)
    # The name contains the commit of the code, not that of the checkout.
    assert name != RELEASE and name.endswith("-abc1234-changed")
    assert name in template.read_text() and RELEASE not in template.read_text()
    order = ["preflight", "fetch", "resolve", "companion_stacks.parameters", "sam", "store", "switch_to"]
    assert [call for call, *_ in settings.mock_calls if call in order] == order
    assert settings.switch_to.call_args.args[1] == name
    settings.require_working_release.assert_called_once()


@pytest.mark.parametrize(("parameter", "value"), [("SiteAddress", "https://other.org"), ("Architecture", "x86_64")])
def test_the_same_release_is_refused_when_it_was_built_for_another_value(
    settings: MagicMock, parameter: str, value: str
) -> None:
    with pytest.raises(CommandError, match=f"was built for another {parameter}"):
        rollback.deploy_same_release(given(**{parameter: value}))
    settings.sam.assert_not_called()


def test_the_same_release_asks_for_confirmation_where_a_deployment_does(
    settings: MagicMock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "no")
    assert rollback.deploy_same_release(replace(ENVIRONMENT, requires_confirmation=True)) == 1
    settings.sam.assert_not_called()
    settings.companion_stacks.parameters.assert_not_called()


def test_the_same_release_undoes_no_failed_update_when_the_release_is_not_stored(settings: MagicMock) -> None:
    settings.fetch.side_effect = CommandError("There is no release.", "These are stored: none.")
    with pytest.raises(CommandError, match="no release"):
        rollback.deploy_same_release(ENVIRONMENT)
    settings.resolve.assert_not_called()
