"""`scripts/deploy`: environments, parameters, builds, SAM, smoke test and DNS records, with the local AWS."""

import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError, WaiterError
from deployment_support import ENVIRONMENT

from stack import local_deploy, publish, templates, tools
from stack.console import CommandError
from stack.deployment import __main__ as command_line
from stack.deployment import binaries, deploy, dns_records, environment, parameters, rollback, sam, smoke_test, steps
from stack.instance import ROOT
from stack.local_clients import LocalClients


def samconfig(setting: str) -> str:
    """A samconfig.toml with a setting of an environment."""
    return f"""
        [staging.deploy.parameters]
        stack_name = "masar-staging"
        region = "eu-west-3"
        {setting}
    """


class TestEnvironments:
    def test_reads_samconfig(self) -> None:
        text = """
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
            [production.companion_stacks.parameters]
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

    @pytest.mark.parametrize("section", ["companion_stacks", "beside"])
    def test_read_companion_stacks_from_the_section_of_today_and_of_before(self, section: Any) -> None:
        text = f"""
            [staging.deploy.parameters]
            stack_name = "masar-staging"
            region = "eu-west-3"
            [staging.{section}.parameters]
            web_acl = "count"
        """
        assert environment.read_environments(text)["staging"].web_acl == "count"

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

    def test_have_a_build_folder_for_each_architecture(self) -> None:
        here = replace(ENVIRONMENT, parameters={"Architecture": "x86_64"})
        assert (str(ENVIRONMENT.build_folder), str(here.build_folder)) == (
            ".aws-sam/staging-arm64",
            ".aws-sam/staging-x86_64",
        )

    def test_have_defaults(self) -> None:
        assert (ENVIRONMENT.value("DmarcPolicy"), ENVIRONMENT.mail_domain, ENVIRONMENT.host) == ("none", "site.org", "")
        assert replace(ENVIRONMENT, parameters={"SiteAddress": "https://site.org"}).host == "site.org"


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


def failed_wait(*pages: list[dict[str, str]]) -> tuple[str, list[Any]]:
    """What is reported after a wait that timed out, with these pages of events, and the pages that were not read."""
    client, left = MagicMock(), iter([{"StackEvents": events} for events in pages])
    client.get_waiter.return_value.wait.side_effect = WaiterError("StackUpdateComplete", "Max attempts exceeded", {})
    client.get_paginator.return_value.paginate.return_value = left
    with pytest.raises(CommandError) as error:
        environment.wait_for_stack(client, "masar", "stack_update_complete")
    return str(error.value), list(left)


class TestFailedWait:
    #: The end of a page, and the first event of an operation.
    FAILED = {"LogicalResourceId": "Api", "ResourceStatus": "UPDATE_FAILED", "ResourceStatusReason": "AccessDenied"}
    BEGAN = {"LogicalResourceId": "masar", "ResourceStatus": "UPDATE_IN_PROGRESS"}
    OTHER = {"LogicalResourceId": "Table", "ResourceStatus": "UPDATE_COMPLETE"}

    def test_reports_reasons_of_every_page_of_the_last_operation(self) -> None:
        message, left = failed_wait([self.OTHER], [self.FAILED, self.BEGAN], [self.OTHER])
        assert "  | Api: AccessDenied" in message and "Max attempts" not in message
        assert len(left) == 1, "earlier operations are not read"

    def test_without_a_reason_of_cloudformation_reports_that_of_the_wait(self) -> None:
        message, _ = failed_wait([self.OTHER, self.BEGAN])
        assert "  | Waiter StackUpdateComplete failed: Max attempts exceeded" in message


def test_passes_every_parameter_to_sam() -> None:
    option, given = parameters.overrides(parameters.values(ENVIRONMENT, "https://site.org"))
    assert option == "--parameter-overrides"
    values = dict(override.split("=", 1) for override in given.split())
    assert values.keys() == templates.main()["Parameters"].keys()
    assert (values["SiteAddress"], values["MailSender"], values["WebAclArn"]) == (
        "https://site.org",
        "no-reply@site.org",
        '""',
    )


def test_passes_values_with_spaces_to_sam_in_quotes() -> None:
    assert parameters.overrides({"A": "b c", "D": "", "E": "f"}) == ["--parameter-overrides", 'A="b c" D="" E=f']


def test_derives_parameters_from_the_account_unless_they_are_configured(clients: LocalClients) -> None:
    limit = clients("lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    derived = parameters.with_derived(
        ENVIRONMENT, {"WebAclArn": "arn:of:an:acl", "BackupVaultArn": "arn:of:a:vault"}
    ).parameters
    assert derived["BusyConcurrency"] == str(int(limit * 0.8))
    assert (derived["WebAclArn"], derived["BackupVaultArn"], derived["MailHostedZoneId"]) == (
        "arn:of:an:acl",
        "arn:of:a:vault",
        "",
    )
    configured = replace(ENVIRONMENT, parameters={"MailSender": "no-reply@site.org", "BusyConcurrency": "7"})
    assert parameters.with_derived(configured, {}).parameters["BusyConcurrency"] == "7"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file with the arguments of the last SAM command, in a test that does not run SAM."""
    said, program = tmp_path / "said", tmp_path / "sam"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{said}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(tools, "environment_variables", lambda: os.environ)
    return said


def test_sam_receives_the_path_of_samconfig(said: Path) -> None:
    sam.sam_for(ENVIRONMENT)("build", "--build-dir", "/elsewhere")
    *command, _, settings, _, environment_of = said.read_text().splitlines()
    assert command == ["build", "--build-dir", "/elsewhere"]
    assert (settings, environment_of) == (str(ROOT / "samconfig.toml"), "staging")


@pytest.mark.parametrize("command", ["package", "deploy"])
def test_sam_uploads_below_the_prefix_of_the_stack(said: Path, command: str) -> None:
    sam.sam_for(ENVIRONMENT)(command, "--template-file", "/elsewhere/template.yaml")
    assert said.read_text().splitlines()[:5] == [
        *(command, "--template-file", "/elsewhere/template.yaml"),
        *("--s3-prefix", ENVIRONMENT.stack),
    ]


@pytest.mark.parametrize(
    ("option", "called"),
    [
        (["--rollback"], ("roll_back", "")),
        (["--back"], ("roll_back", "")),
        (["--back", "20261122-180500-abc1234"], ("roll_back", "20261122-180500-abc1234")),
        (["--import-resources"], ("deploy", False, True, True, None)),
        (["--take-in"], ("deploy", False, True, True, None)),
    ],
)
def test_options_keep_their_former_names(monkeypatch: pytest.MonkeyPatch, option: Any, called: Any) -> None:
    calls = []
    for action in ("deploy", "roll_back"):
        monkeypatch.setattr(command_line, action, lambda _, *arguments, name=action: calls.append((name, *arguments)))
    monkeypatch.setattr("sys.argv", ["scripts/deploy", "production", *option])
    command_line.command()
    assert calls == [called]


def test_a_release_is_deployed_before_it_is_switched_to_and_published_after(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = MagicMock()
    steps.require_working_release.side_effect = CommandError("The site is deployed, but:", "")
    steps.deploy_stack.return_value = ("20261126-120000-abc", "https://site.org")
    steps.with_derived.return_value = ENVIRONMENT
    for name in (
        *("tools", "preflight", "failed_update", "leftovers", "releases", "companion_stacks", "dns_records"),
        *("check_templates", "sam_for", "stack_outputs", "build_release", "deploy_stack", "with_derived"),
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


class TestACatalogueThatCannotBePublished:
    OUTPUTS = {"SiteBucketName": "bucket", "DistributionId": "E1", "Release": "20261126-120000-abc"}
    ERRORS = (
        CommandError("The catalogue was not published: a cause", ""),
        ClientError({"Error": {"Code": "ResourceNotFoundException", "Message": "a cause"}}, "Invoke"),
        ReadTimeoutError(endpoint_url="a cause"),
    )

    @pytest.fixture(params=ERRORS, ids=lambda error: type(error).__name__)
    def publish(self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> MagicMock:
        """The functions that publish, of which that of the catalogue fails."""
        mock = MagicMock()
        mock.publish_catalogue.side_effect = request.param
        for name in ("publish_catalogue", "publish", "invalidate"):
            monkeypatch.setattr(f"stack.publish.{name}", getattr(mock, name))
        monkeypatch.setattr(environment.Environment, "client", mock.client)
        return mock

    def test_leaves_the_old_site_of_a_deployment(self, publish: MagicMock, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match=r"The web app was not published.*a cause") as error:
            steps.publish_site(ENVIRONMENT, self.OUTPUTS, tmp_path)
        assert "OperatorPublishCatalogueFunction" in error.value.hint
        publish.publish.assert_not_called()

    def test_does_not_prevent_the_site_of_a_rollback(
        self, publish: MagicMock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        template = tmp_path / "template.yaml"
        template.write_text("{Parameters: {}, Resources: {}}")
        for name, value in {
            "stack_outputs": lambda _: self.OUTPUTS,
            "confirm": lambda *_: True,
            "with_derived": lambda *_: ENVIRONMENT,
            "failed_update": MagicMock(exists=lambda _: False),
            "companion_stacks": MagicMock(),
            "releases": MagicMock(fetch=MagicMock(return_value=(template, tmp_path))),
            "Functions": MagicMock(),
            "live_release": lambda *_: "20261126-120000-abc",
            "sam_for": MagicMock(),
            "require_working_site": publish.require_working_site,
        }.items():
            monkeypatch.setattr(rollback, name, value)
        with pytest.raises(CommandError, match=r"its site is published, but this failed: .*a cause") as error:
            rollback.roll_back(ENVIRONMENT, "20261125-120000-abc")
        assert "OperatorPublishCatalogueFunction" in error.value.hint
        published = ("publish", "invalidate", "require_working_site")
        assert tuple(name for name, *_ in publish.mock_calls if name in published) == published


class TestBinaries:
    @staticmethod
    def built(folder: Path, machine: int) -> None:
        for function in templates.functions(templates.main()):
            path = folder / function / "bootstrap"
            path.parent.mkdir()
            path.write_bytes(b"\x7fELF" + bytes(14) + machine.to_bytes(2, "little"))

    def test_of_the_environments_architecture_are_accepted(self, tmp_path: Path) -> None:
        self.built(tmp_path, 0xB7)
        binaries.require(ENVIRONMENT, tmp_path)

    def test_of_another_architecture_are_refused(self, tmp_path: Path) -> None:
        self.built(tmp_path, 0x3E)
        with pytest.raises(
            CommandError, match=r"CoursesListFunction in .* is built for x86_64, and staging runs arm64"
        ):
            binaries.require(ENVIRONMENT, tmp_path)

    def test_missing_ones_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="CoursesListFunction is not in"):
            binaries.require(ENVIRONMENT, tmp_path)

    def test_have_an_architecture(self, tmp_path: Path) -> None:
        script = tmp_path / "bootstrap"
        script.write_text("#!/bin/sh\nexec something else\n")
        assert binaries.architecture(script) == "nothing that Lambda runs"
        if sys.platform == "linux":
            assert binaries.architecture(Path(sys.executable)) == local_deploy.ARCHITECTURE


class TestSmokeTest:
    PAGE = '<html lang="ar"><script>start()</script><script src="/assets/a.js">'
    HEADERS = {header: "; ".join(parts) for header, parts in smoke_test.PAGE_HEADERS.items()}
    POLICY = "; ".join([HEADERS["Content-Security-Policy"], *publish.script_hashes(PAGE)])
    #: The responses of a working site.
    RESPONSES = {
        "/?lang=ar": smoke_test.Response(200, HEADERS | {"Content-Security-Policy": POLICY}, PAGE),
        "/assets/a.js": smoke_test.Response(200, {"Cache-Control": "immutable"}, ""),
        "/no-such-page": smoke_test.Response(404, {}, "<h1>"),
        "/api/courses?lang=fr": smoke_test.Response(200, {}, '{"success": true, "data": [{"_id": "a"}]}'),
        "/api/users/me": smoke_test.Response(401, {}, ""),
    }

    def test_accepts_a_working_site(self) -> None:
        assert smoke_test.errors(self.RESPONSES.__getitem__) == []

    @pytest.mark.parametrize(
        ("path", "response", "error"),
        [
            (
                "/api/courses?lang=fr",
                smoke_test.Response(200, {}, '{"success": true, "data": []}'),
                "the list is empty",
            ),
            ("/api/courses?lang=fr", smoke_test.Response(200, {}, "<html>"), "The API's courses: 200 <html>"),
            ("/api/users/me", smoke_test.Response(200, {}, ""), "without a token"),
            ("/no-such-page", smoke_test.Response(200, {}, "<h1>"), "A missing page"),
            ("/?lang=ar", smoke_test.Response(200, HEADERS, PAGE), "The policy refuses the start page's script"),
        ],
    )
    def test_reports_each_error(self, path: Any, response: Any, error: Any) -> None:
        (found,) = smoke_test.errors({**self.RESPONSES, path: response}.__getitem__)
        assert error in found

    @pytest.mark.parametrize("header", ["Strict-Transport-Security", "X-Content-Type-Options", "Referrer-Policy"])
    def test_reports_a_missing_header_of_pages(self, header: str) -> None:
        page = self.RESPONSES["/?lang=ar"]
        page = replace(page, headers={name: value for name, value in page.headers.items() if name != header})
        assert smoke_test.errors({**self.RESPONSES, "/?lang=ar": page}.__getitem__) == [f"Pages have {header}: none"]


def test_lists_records_to_create_without_a_zone() -> None:
    outputs = {
        "DistributionAddress": "https://d1.cloudfront.net",
        "DkimRecords": "a CNAME b,\n c CNAME d",
        "SenderRecords": "mail MX 10 e, ",
    }
    given = {"SiteAddress": "https://site.org", "CertificateArn": "arn", "MailSender": "no-reply@site.org"}
    mails = ["a CNAME b", "c CNAME d", "mail MX 10 e"]
    without = replace(ENVIRONMENT, parameters=given)
    assert dns_records.to_create(without, outputs) == ["site.org CNAME d1.cloudfront.net", *mails]
    assert dns_records.to_create(replace(without, parameters={**given, "HostedZoneId": "Z1"}), outputs) == mails
    assert (
        dns_records.to_create(
            replace(without, parameters={**given, "HostedZoneId": "Z1", "MailHostedZoneId": "Z1"}), outputs
        )
        == []
    )
