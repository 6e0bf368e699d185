"""Settings of routes that a release does not have, with prepared responses of API Gateway."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import MagicMock

import boto3
import pytest
from botocore.stub import Stubber
from deployment_support import ENVIRONMENT

from stack import templates
from stack.deployment import deploy, environment, rollback, route_settings
from stack.local_clients import Client

API = {"ApiId": "a1b2c3", "StageName": "$default"}
OUTPUTS = {"ApiId": "a1b2c3", "Release": "20261126-120000-abc", "DistributionAddress": "https://d1.cloudfront.net"}
#: A release with one limited route.
TEMPLATE = """
    Parameters: {}
    Resources:
      Api:
        Properties:
          RouteSettings:
            POST /users/login: {ThrottlingRateLimit: 50}
"""


@pytest.fixture
def template(tmp_path: Path) -> Path:
    path = tmp_path / "packaged.yaml"
    path.write_text(TEMPLATE)
    return path


@pytest.fixture
def gateway() -> Iterator[tuple[Client, Stubber]]:
    """The client, and the requests that it expects."""
    client = boto3.client("apigatewayv2", region_name="eu-west-3", aws_access_key_id="a", aws_secret_access_key="b")
    with Stubber(client) as stubber:
        yield client, stubber
        stubber.assert_no_pending_responses()


def has(stubber: Stubber, *routes: str) -> None:
    """Lets the stage have settings of these routes."""
    settings = {route: {"ThrottlingRateLimit": 50.0} for route in routes}
    stubber.add_response("get_stage", {"StageName": "$default", "RouteSettings": settings}, API)


def test_are_deleted(template: Path, gateway: tuple[Client, Stubber]) -> None:
    client, stubber = gateway
    has(stubber, "POST /users/login", "POST /users/me/new", "PUT /file/{id}")
    for route in ("POST /users/me/new", "PUT /file/{id}"):
        stubber.add_response("delete_route_settings", {}, {**API, "RouteKey": route})
    route_settings.delete_unneeded(client, OUTPUTS, template)


def test_of_a_release_stay(template: Path, gateway: tuple[Client, Stubber]) -> None:
    client, stubber = gateway
    has(stubber, "POST /users/login")
    route_settings.delete_unneeded(client, OUTPUTS, template)


def test_of_a_stack_without_an_api_are_not_read(template: Path, gateway: tuple[Client, Stubber]) -> None:
    route_settings.delete_unneeded(gateway[0], {}, template)


@pytest.mark.parametrize("is_gone_meanwhile", [False, True])
def test_of_a_stage_that_somebody_deleted_stop_no_deployment(
    template: Path, gateway: tuple[Client, Stubber], is_gone_meanwhile: bool
) -> None:
    client, stubber = gateway
    if is_gone_meanwhile:
        has(stubber, "POST /users/me/new")
    operation = "delete_route_settings" if is_gone_meanwhile else "get_stage"
    stubber.add_client_error(operation, "NotFoundException", "Invalid stage identifier specified", 404)
    route_settings.delete_unneeded(client, OUTPUTS, template)


def test_are_found_in_the_template_and_on_the_stage_of_the_platform() -> None:
    api = templates.main()["Resources"]["Api"]["Properties"]
    assert api["StageName"] == route_settings.STAGE
    assert route_settings.limited_routes(templates.main()) == set(api["RouteSettings"]) != set()


class TestBeforeTheStackIsUpdated:
    @pytest.fixture
    def aws(self, monkeypatch: pytest.MonkeyPatch) -> MagicMock:
        """The client of every service. The stage has settings of a route that the release does not have."""
        mock = MagicMock()
        mock.get_stage.return_value = {"RouteSettings": {"POST /users/me/new": {}}}
        monkeypatch.setattr(environment.Environment, "client", lambda *_, **__: mock)
        return mock

    ORDER = ("delete_route_settings", "deploy")

    def order(self, aws: MagicMock) -> tuple[str, ...]:
        return tuple(name for name, *_ in aws.mock_calls if name in self.ORDER)

    def test_by_a_deployment(self, aws: MagicMock, template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(deploy, "stack_outputs", lambda _: OUTPUTS)
        monkeypatch.setattr(deploy, "is_first_deployment", lambda _: False)
        build = deploy.Build(template.parent, OUTPUTS["Release"])

        def sam(command: str, *_: str) -> None:
            getattr(aws, command)()

        deploy.deploy_stack(ENVIRONMENT, sam, build, "https://site.org", imports_resources=False)
        assert self.order(aws) == self.ORDER

    def test_by_a_rollback(self, aws: MagicMock, template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, value in {
            "stack_outputs": lambda _: OUTPUTS,
            "confirm": lambda *_: True,
            "with_derived": lambda *_: ENVIRONMENT,
            "failed_update": MagicMock(exists=lambda _: False),
            "companion_stacks": MagicMock(),
            "releases": MagicMock(fetch=MagicMock(return_value=(template, template.parent))),
            "sam_for": lambda _: lambda command, *_: getattr(aws, command)(),
            "publish_earlier_site": lambda *_: None,
            "require_working_site": MagicMock(),
        }.items():
            monkeypatch.setattr(rollback, name, value)
        assert rollback.roll_back(ENVIRONMENT, "20261125-120000-abc") == 0
        assert self.order(aws) == self.ORDER
