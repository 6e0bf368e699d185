"""`scripts/deploy --same-release`."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from deployment_support import ENVIRONMENT

from stack.console import CommandError
from stack.deployment import environment, rollback

RELEASE = "20261126-120000-abc1234-changed"
SITE = "https://site.org"
#: The template of a stored release. It lacks some of the present parameters.
TEMPLATE = f"""
    Parameters:
      SiteAddress: {{}}
      Architecture: {{Default: arm64}}
      SecretsRevision: {{}}
      RequestsPerSecond: {{Default: 7}}
    Globals: {{Function: {{Environment: {{Variables: {{RELEASE: {RELEASE}}}}}}}}}
"""


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> MagicMock:
    """What the command does, with a stack that has the release."""
    mock = MagicMock()
    template = tmp_path / "template.yaml"
    template.write_text(TEMPLATE)
    mock.fetch.return_value = (template, tmp_path / "dist")
    mock.describe_stacks.return_value = {
        "Stacks": [
            {
                "StackStatus": "UPDATE_COMPLETE",
                "Outputs": [
                    {"OutputKey": name, "OutputValue": value}
                    for name, value in {"Release": RELEASE, "DistributionAddress": SITE}.items()
                ],
                "Parameters": [
                    {"ParameterKey": name, "ParameterValue": value}
                    for name, value in {"SiteAddress": SITE, "Architecture": "arm64"}.items()
                ],
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


def test_is_deployed_under_a_new_name_with_the_present_parameters(
    steps: MagicMock, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rollback.deploy_same_release(given(SecretsRevision="2")) == 0
    (options,) = (call.args for call in steps.sam.call_args_list)
    overrides = options[options.index("--parameter-overrides") + 1].split()
    # The default is that of the release, not that of the checkout.
    assert set(overrides) == {f"SiteAddress={SITE}", "Architecture=arm64", "SecretsRevision=2", "RequestsPerSecond=7"}
    assert "The release has no parameters MailSender, which are omitted." in capsys.readouterr().out

    template, dist = steps.fetch.return_value
    _, _, name, stored_template, stored_dist = steps.store.call_args.args
    assert (stored_template, stored_dist) == (template, dist)
    # The name contains the commit of the code, not that of the checkout.
    assert name != RELEASE and name.endswith("-abc1234-changed")
    assert name in template.read_text() and RELEASE not in template.read_text()
    order = ["preflight", "fetch", "resolve", "companion_stacks.parameters", "sam", "store", "switch_to"]
    assert [call for call, *_ in steps.mock_calls if call in order] == order
    assert steps.switch_to.call_args.args[1] == name
    steps.require_working_release.assert_called_once()


@pytest.mark.parametrize(("parameter", "value"), [("SiteAddress", "https://other.org"), ("Architecture", "x86_64")])
def test_is_refused_when_it_was_built_for_another_value(steps: MagicMock, parameter: str, value: str) -> None:
    with pytest.raises(CommandError, match=f"was built for another {parameter}"):
        rollback.deploy_same_release(given(**{parameter: value}))
    steps.sam.assert_not_called()


def test_asks_for_confirmation_where_a_deployment_does(steps: MagicMock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "no")
    assert rollback.deploy_same_release(replace(ENVIRONMENT, requires_confirmation=True)) == 1
    steps.sam.assert_not_called()
    steps.companion_stacks.parameters.assert_not_called()


def test_undoes_no_failed_update_when_the_release_is_not_stored(steps: MagicMock) -> None:
    steps.fetch.side_effect = CommandError("There is no release.", "These are stored: none.")
    with pytest.raises(CommandError, match="no release"):
        rollback.deploy_same_release(ENVIRONMENT)
    steps.resolve.assert_not_called()
