"""`scripts/deploy`: environments, parameters, builds, SAM, smoke test and DNS records, with the local AWS."""

import os
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError, WaiterError
from deployment_support import ENVIRONMENT

from stack import cloudformation, templates, tools
from stack.console import CommandError
from stack.deployment import builds, deploy, environment, sam, steps


def samconfig(setting: str) -> str:
    return f"""
        [staging.deploy.parameters]
        stack_name = "masar-staging"
        region = "eu-west-3"
        {setting}
    """


class TestEnvironments:
    @pytest.mark.parametrize("section", ["companion_stacks", "beside"])
    def test_reads_samconfig_with_the_section_of_today_and_of_before(self, section: str) -> None:
        text = f"""
            version = 0.1
            [default.build.parameters]
            build_in_source = true
            [staging.deploy.parameters]
            stack_name = "masar-staging"
            region = "eu-west-3"
            [production.deploy.parameters]
            stack_name = "masar-production"
            region = "eu-south-1"
            confirm_changeset = true
            tags = "stack=masar-production environment=production"
            parameter_overrides = "SiteAddress=https://site.org MailSender=no-reply@site.org"
            [production.{section}.parameters]
            web_acl = "on"
            health_check = "on"
            backup_region = "eu-central-1"
        """
        assert list(environment.read_environments(text).values()) == [
            environment.Environment("staging", "masar-staging", "eu-west-3"),
            environment.Environment(
                "production",
                "masar-production",
                "eu-south-1",
                requires_confirmation=True,
                parameters={"SiteAddress": "https://site.org", "MailSender": "no-reply@site.org"},
                tags={"stack": "masar-production", "environment": "production"},
                web_acl="on",
                health_check="on",
                backup_region="eu-central-1",
            ),
        ]

    @pytest.mark.parametrize(
        "overrides",
        [
            '"AlarmEmail=a@site.org SiteAddress=https://site.org"',
            '["AlarmEmail=a@site.org", "SiteAddress=https://site.org"]',
            '\'AlarmEmail="a@site.org" SiteAddress="https://site.org"\'',
            '"""AlarmEmail=a@site.org\n  SiteAddress=https://site.org"""',
        ],
    )
    def test_reads_parameters_in_the_forms_of_sam(self, overrides: str) -> None:
        found = environment.read_environments(samconfig(f"parameter_overrides = {overrides}"))["staging"]
        assert found.parameters == {"AlarmEmail": "a@site.org", "SiteAddress": "https://site.org"}

    @pytest.mark.parametrize(
        ("setting", "error"),
        [
            ('parameter_overrides = "AlarmEmail = a@site.org"', "AlarmEmail is not Name=value"),
            ('parameter_overrides = "=a@site.org"', "=a@site.org is not Name=value"),
            ("parameter_overrides = 'AlarmEmail=\"a@site.org'", 'AlarmEmail="a@site.org is not Name=value'),
            ('parameter_overrides = "Operator=o\'reilly"', "Operator=o'reilly is not Name=value"),
            ("tags = [1]", "1 is not Name=value"),
            ('tags = {stack = "masar"}', "{'stack': 'masar'} is not Name=value"),
        ],
    )
    def test_refuses_what_is_no_parameter(self, setting: str, error: str) -> None:
        with pytest.raises(CommandError, match=re.escape(f"samconfig.toml: {error}")) as refused:
            environment.read_environments(samconfig(setting))
        assert "quote characters" in refused.value.hint


def test_confirmation_in_advance_needs_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_terminal(_: Any) -> None:
        raise EOFError

    monkeypatch.setattr("builtins.input", no_terminal)
    with pytest.raises(CommandError, match="There is no terminal to confirm at"):
        environment.confirm("This changes it.", ENVIRONMENT)
    assert environment.confirm("This changes it.", replace(ENVIRONMENT, confirmed=True))


@pytest.mark.parametrize(
    ("status", "outputs", "begun"),
    [
        ("CREATE_FAILED", [], True),
        ("UPDATE_FAILED", [], True),
        ("UPDATE_FAILED", [{"OutputKey": "Release", "OutputValue": "20261125-120000-abc"}], False),
        ("UPDATE_ROLLBACK_COMPLETE", [], False),
    ],
)
def test_a_failed_first_deployment_counts_as_first_again(
    monkeypatch: pytest.MonkeyPatch, status: Any, outputs: Any, begun: Any
) -> None:
    monkeypatch.setattr(environment, "describe_stack", lambda *_: {"StackStatus": status, "Outputs": outputs})
    assert environment.is_first_deployment(ENVIRONMENT) is begun


def test_passes_every_parameter_to_sam() -> None:
    option, given = sam.overrides(sam.values(ENVIRONMENT, "https://site.org"))
    assert option == "--parameter-overrides"
    values = dict(override.split("=", 1) for override in given.split())
    assert values.keys() == templates.main()["Parameters"].keys()
    expected = {"SiteAddress": "https://site.org", "MailSender": "no-reply@site.org", "WebAclArn": '""'}
    assert expected.items() <= values.items()


def test_passes_values_with_spaces_to_sam_in_quotes() -> None:
    assert sam.overrides({"A": "b c", "D": "", "E": "f"}) == ["--parameter-overrides", 'A="b c" D="" E=f']


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file with the arguments of the last SAM command, in a test that does not run SAM."""
    said, program = tmp_path / "said", tmp_path / "sam"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{said}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(tools, "environment_variables", lambda: os.environ)
    return said


@pytest.mark.parametrize("command", ["package", "deploy"])
def test_sam_uploads_below_the_prefix_of_the_stack(said: Path, command: str) -> None:
    sam.sam_for(ENVIRONMENT)(command, "--template-file", "/elsewhere/template.yaml")
    assert said.read_text().splitlines()[:5] == [
        *(command, "--template-file", "/elsewhere/template.yaml"),
        *("--s3-prefix", ENVIRONMENT.stack),
    ]


def test_a_command_of_sam_that_fails_is_an_error(said: Path) -> None:
    said.with_name("sam").write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(CommandError, match=r"`sam build` failed\.") as error:
        sam.sam_for(ENVIRONMENT)("build")
    assert "docs/operations/deploying.md#known-failures" in error.value.hint


def test_a_release_is_deployed_before_it_is_switched_to_and_published_after(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = MagicMock()
    steps.require_working_release.side_effect = CommandError("The site is deployed, but:", "")
    steps.deploy_stack.return_value = ("20261126-120000-abc", "https://site.org")
    steps.with_derived.return_value = ENVIRONMENT
    for name in (
        *("tools", "preflight", "leftovers", "releases", "companion_stacks"),
        *("check_templates", "sam_for", "stack_outputs", "build_release", "deploy_stack", "with_derived"),
        "records_to_create",
        *("compatibility", "switch_to", "import_catalogue_if_empty", "publish_site", "require_working_release"),
    ):
        monkeypatch.setattr(deploy, name, getattr(steps, name))
    monkeypatch.setattr(environment.Environment, "client", steps.client)
    with pytest.raises(CommandError, match="The site is deployed, but"):
        deploy.deploy(ENVIRONMENT, dry_run=False)
    order = [
        *("compatibility.require", "deploy_stack", "releases.store", "switch_to", "publish_site"),
        *("companion_stacks.deploy_alarms", "releases.delete_unneeded", "require_working_release"),
    ]
    assert [name for name, *_ in steps.mock_calls if name in order] == order


@pytest.mark.parametrize(
    "error",
    [
        CommandError("The catalogue was not published: a cause", ""),
        ClientError({"Error": {"Code": "ResourceNotFoundException", "Message": "a cause"}}, "Invoke"),
        ReadTimeoutError(endpoint_url="a cause"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_without_its_catalogue_a_web_app_is_not_published(
    error: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    published = MagicMock()
    monkeypatch.setattr("stack.publish.publish_catalogue", MagicMock(side_effect=error))
    monkeypatch.setattr("stack.publish.publish", published)
    with pytest.raises(CommandError, match=r"The web app was not published.*a cause") as refused:
        steps.publish_site(ENVIRONMENT, {}, tmp_path)
    assert "OperatorPublishCatalogueFunction" in refused.value.hint
    published.assert_not_called()


class TestLimitsOfRoutesThatAReleaseDoesNotHave:
    """API Gateway would refuse every update of the stage. The emulator has no such settings."""

    def test_are_deleted_before_the_stack_is_updated(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        aws = MagicMock()
        aws.get_stage.return_value = {"RouteSettings": {"POST /users/login": 1, "POST /users/me/new": 1}}
        monkeypatch.setattr(environment.Environment, "client", lambda *_, **__: aws)
        monkeypatch.setattr(deploy, "stack_outputs", lambda _: {"ApiId": "a1b2c3"})
        monkeypatch.setattr(deploy, "is_first_deployment", lambda _: False)
        build = builds.Build(tmp_path, "20261126-120000-abc")
        build.packaged.write_text("Resources: {Api: {Properties: {RouteSettings: {POST /users/login: {}}}}}")
        deploy.deploy_stack(
            ENVIRONMENT, lambda command, *_: getattr(aws, command)(), build, "https://site.org", imports_resources=False
        )
        stage = {"ApiId": "a1b2c3", "StageName": "$default"}
        aws.delete_route_settings.assert_called_once_with(**stage, RouteKey="POST /users/me/new")
        order = ("delete_route_settings", "deploy")
        assert tuple(name for name, *_ in aws.mock_calls if name in order) == order

    def test_are_found_in_the_template_and_on_the_stage_of_the_platform(self) -> None:
        api = templates.main()["Resources"]["Api"]["Properties"]
        assert api["StageName"] == sam.STAGE
        assert sam.limited_routes(templates.main()) == set(api["RouteSettings"]) != set()


def test_lists_records_to_create_without_a_zone() -> None:
    outputs = {
        "DistributionAddress": "https://d1.cloudfront.net",
        "DkimRecords": "a CNAME b,\n c CNAME d",
        "SenderRecords": "mail MX 10 e, ",
    }
    given = {"SiteAddress": "https://site.org", "CertificateArn": "arn", "MailSender": "no-reply@site.org"}
    mails = ["a CNAME b", "c CNAME d", "mail MX 10 e"]
    for zones, records in (
        ({}, ["site.org CNAME d1.cloudfront.net", *mails]),
        ({"HostedZoneId": "Z1"}, mails),
        ({"HostedZoneId": "Z1", "MailHostedZoneId": "Z1"}, []),
    ):
        configured = replace(ENVIRONMENT, parameters=given | zones)
        assert deploy.records_to_create(configured, outputs) == records


NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
NESTED = "arn:aws:cloudformation:eu-west-3:1:stack/masar-Hosting-ABC/1"


def event(resource: str, status: str, reason: str = "", age: int = 0, **fields: Any) -> dict[str, Any]:
    stated = {"ResourceStatusReason": reason} if reason else {}
    time = NOW - timedelta(seconds=age)
    return {"LogicalResourceId": resource, "ResourceStatus": status, "Timestamp": time, **stated, **fields}


#: A first deployment, in which a resource of a nested stack fails, and what CloudFormation cancels because of that.
OF_STACK = [
    event("masar", "CREATE_FAILED", "The following resource(s) failed to create: [Api, Hosting].", 0),
    event("Api", "CREATE_FAILED", "Resource creation cancelled", 1),
    event(
        *("Hosting", "CREATE_FAILED", f"Embedded stack {NESTED} was not successfully created: [Distribution]", 2),
        ResourceType=cloudformation.NESTED_STACK,
        PhysicalResourceId=NESTED,
        StackId="arn:of:masar",
    ),
    event("Hosting", "CREATE_IN_PROGRESS", age=90),
    event("masar", "CREATE_IN_PROGRESS", age=99),
]
OF_NESTED = [
    event("masar-Hosting-ABC", "DELETE_IN_PROGRESS"),
    event("Distribution", "CREATE_FAILED", "Your account must be verified.", 3),
    event("masar-Hosting-ABC", "CREATE_IN_PROGRESS", age=80),
    event("Distribution", "CREATE_FAILED", "a failure of an earlier deployment", 3600),
]


def client_with(events_of: dict[str, list[dict[str, Any]]]) -> MagicMock:
    """A client with the events of stacks, in the shape of CloudFormation's API."""
    client = MagicMock()
    client.get_paginator.return_value.paginate.side_effect = lambda **stack: [
        {"StackEvents": events_of[stack["StackName"]]}
    ]
    client.get_waiter.return_value.wait.side_effect = WaiterError("StackCreateComplete", "terminal state", {})
    return client


def test_a_failure_in_a_nested_stack_is_printed() -> None:
    client = client_with({"masar": OF_STACK, NESTED: OF_NESTED})
    with pytest.raises(CommandError) as error:
        cloudformation.wait_for_stack(client, "masar", "stack_create_complete")
    _, *reasons = str(error.value).splitlines()
    assert reasons == [
        "  | masar: The following resource(s) failed to create: [Api, Hosting].",
        "  | Distribution: Your account must be verified.",
    ]
