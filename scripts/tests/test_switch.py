"""A release after its deployment: it is probed, switched to, watched, and left when it has faults."""

from pathlib import Path
from unittest.mock import MagicMock

import pytest
from deployment_support import ENVIRONMENT, deploy_functions, responded

from stack.console import CommandError
from stack.deployment import switch
from stack.deployment.switch import require_working_release, switch_to
from stack.local_clients import LocalClients


@pytest.fixture(scope="module")
def stack(clients: LocalClients) -> LocalClients:
    """A stack whose first release is live, with the log of its gateway."""
    clients("logs").create_log_group(logGroupName=f"/aws/vendedlogs/apigateway/{ENVIRONMENT.stack}")
    deploy_functions(clients, "first")
    return clients


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> MagicMock:
    """The steps that need a site: a release is stored with its site, and the site works."""
    mock = MagicMock()
    mock.site_errors.return_value = []
    mock.releases.names.return_value = ["first", "second"]
    mock.releases.fetch.side_effect = lambda *of: (None, tmp_path / of[2])
    for name in ("site_errors", "releases", "publish_earlier_site"):
        monkeypatch.setattr(switch, name, getattr(mock, name))
    monkeypatch.setattr("stack.deployment.watch.WATCH_SECONDS", 0)
    return mock


def test_a_first_deployment_is_live_already(stack: LocalClients, steps: MagicMock) -> None:
    assert switch_to(ENVIRONMENT, "first") is None
    steps.site_errors.return_value = ["The start page: 500"]
    with pytest.raises(CommandError, match=r"The site is deployed, but:\n.*The start page: 500"):
        require_working_release(ENVIRONMENT, {}, None)
    assert responded(stack) == "first"


def test_requests_reach_a_release_that_works(stack: LocalClients, steps: MagicMock) -> None:
    deploy_functions(stack, "second")
    switched = switch_to(ENVIRONMENT, "second")
    assert switched and switched.before == "first"
    require_working_release(ENVIRONMENT, {}, switched)
    assert responded(stack) == "second"
    steps.publish_earlier_site.assert_not_called()


def test_no_request_reaches_a_release_whose_functions_do_not_start(stack: LocalClients, steps: MagicMock) -> None:
    deploy_functions(stack, "broken")
    with pytest.raises(CommandError, match=r"no request reaches them:\n.*masar-release-endpoint") as error:
        switch_to(ENVIRONMENT, "broken")
    assert error.value.hint.startswith("second is live.")
    assert responded(stack) == "second"


def test_a_release_with_faults_is_left_for_the_one_before(
    stack: LocalClients, steps: MagicMock, tmp_path: Path
) -> None:
    deploy_functions(stack, "third")
    switched = switch_to(ENVIRONMENT, "third")
    assert responded(stack) == "third"
    steps.site_errors.return_value = ["The API's courses: 500"]
    with pytest.raises(CommandError, match=r"so second is live again:\n.*The API's courses: 500"):
        require_working_release(ENVIRONMENT, {"SiteBucketName": "site"}, switched)
    assert responded(stack) == "second"
    steps.publish_earlier_site.assert_called_once_with(ENVIRONMENT, {"SiteBucketName": "site"}, tmp_path / "second")
