"""
`scripts/deploy check`: settings, account, state of the stack, tokens and sender.

botocore's Stubber accepts only responses with the shapes of AWS. They were not compared with a real account.
"""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber

from stack.console import CommandError
from stack.deployment import preflight, sam
from stack.deployment.environment import Environment, read_environments
from stack.deployment.preflight import FAILURE, OK, WARNING
from stack.instance import ROOT

CERTIFICATE = "arn:aws:acm:us-east-1:000000000000:certificate/11111111-2222-3333-4444-555555555555"


VALUES = {
    "SiteAddress": "https://www.site.org",
    "MailSender": "no-reply@site.org",
    "CertificateArn": CERTIFICATE,
    "HostedZoneId": "Z0123456789ABCDEFGHIJ",
    "AlarmEmail": "operator@site.org",
    "MonthlyBudget": "50",
}


ENVIRONMENT = Environment(
    "production", "masar-preflight", "eu-west-3", parameters=VALUES, tags={"environment": "production"}
)


def given(**parameters: str) -> Environment:
    return without(**parameters)


def without(*names: str, **others: str) -> Environment:
    return replace(ENVIRONMENT, parameters={name: VALUES[name] for name in VALUES if name not in names} | others)


def messages(findings: Any) -> str:
    return "\n".join(finding.message for finding in findings if finding.severity == FAILURE)


#: Reads the descriptions of services once.
SESSION = boto3.Session(region_name="eu-west-3", aws_access_key_id="a", aws_secret_access_key="b")


def stubbed_clients(**responses: Any) -> Any:
    """Clients with prepared responses: for each service, its operations in order, with a response or an error code."""
    clients = {}
    for service, operations in responses.items():
        client = clients[service] = SESSION.client(service)
        stubber = Stubber(client)
        for operation, response in operations:
            if isinstance(response, str):
                stubber.add_client_error(operation, response, f"{response}: does not exist")
            else:
                stubber.add_response(operation, response)
        stubber.activate()
    return lambda service, region_name=None: clients[service]


def stack_with(status: str, **parameters: str) -> list[Any]:
    described = {
        "StackName": "a",
        "StackStatus": status,
        "CreationTime": datetime.now(UTC),
        "Parameters": [{"ParameterKey": name, "ParameterValue": value} for name, value in parameters.items()],
    }
    return [("describe_stacks", {"Stacks": [described]})]


STACK = stack_with("UPDATE_COMPLETE")


OWN = """
[contact]
mail = "contact@site.org"
messaging = ""
[name]
en = "Exemplary Ways Ltd"
ar = "المثالية للتعليم"
[region]
id = "eu-west-3"
"""


@pytest.fixture(autouse=True)
def operator_toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An infra/operator.toml without example values."""
    path = tmp_path / "operator.toml"
    path.write_text(OWN)
    monkeypatch.setattr(preflight, "OPERATOR_FILE", str(path))
    return path


class TestSettings:
    OF_THE_REPOSITORY = read_environments((ROOT / "samconfig.toml").read_text()).values()

    @pytest.mark.parametrize(
        "environment",
        [
            ENVIRONMENT,
            replace(ENVIRONMENT, web_acl="on", blocked_addresses="192.0.2.1 2001:db8:1:2::/64"),
            # The CDN's own domain needs no certificate.
            without("SiteAddress", "CertificateArn", "HostedZoneId"),
            without("CertificateArn", "HostedZoneId", SiteAddress="https://d1.cloudfront.net"),
        ],
    )
    def test_accepts_valid_settings(self, environment: Environment) -> None:
        assert not list(preflight.settings(environment))

    @pytest.mark.parametrize("environment", OF_THE_REPOSITORY, ids=lambda environment: environment.name)
    def test_refuses_the_example_values_of_the_repository(self, environment: Environment) -> None:
        examples = {name: value for name, value in environment.parameters.items() if value.endswith(".example")}
        if not examples:
            pytest.skip("the values are an operator's own")
        found = messages(preflight.settings(environment))
        for name, value in examples.items():
            assert f"{name} of {environment.name} is {value}, which is an example." in found

    @pytest.mark.parametrize(
        ("environment", "message"),
        [
            (without("MailSender"), "MailSender of production is missing"),
            (given(SiteAdress="https://site.org"), "SiteAdress is no parameter"),
            (given(UploadsPerIp="8"), "UploadsPerIp is a part of the parameter RateLimits"),
            (given(RateLimits="UploadsPerCountry:8"), "RateLimits of production: UploadsPerCountry is no rate limit"),
            (given(RateLimits="AttemptsPerResetCode:11"), "AttemptsPerResetCode is 11, and not from 1 to 10"),
            (given(RateLimits="UploadsPerIp"), "UploadsPerIp is missing, and not from 1 to 1000000"),
            (given(RateLimits="UploadsPerIp:8,UploadsPerIp:9"), "UploadsPerIp occurs twice"),
            (without("CertificateArn", "HostedZoneId"), "for which the CDN has no certificate"),
            (without("SiteAddress"), "CertificateArn is given without SiteAddress"),
            (given(CertificateArn=CERTIFICATE.replace("us-east-1", "eu-west-3")), "CertificateArn is arn:"),
            (without("CertificateArn", "SiteAddress"), "HostedZoneId is given without CertificateArn"),
            (given(SiteAddress="http://www.site.org"), "SiteAddress is http://"),
            (without("AlarmEmail"), "AlarmEmail of production is missing"),
            (without("MonthlyBudget"), "MonthlyBudget of production is missing"),
            (given(MonthlyBudget="0"), "MonthlyBudget of production is missing"),
            (
                replace(without("AlarmEmail", MonthlyBudget="50"), name="staging"),
                "MonthlyBudget is given without AlarmEmail",
            ),
            (replace(ENVIRONMENT, web_acl="yes"), "web_acl of production is yes"),
            (replace(given(WebAclArn="arn:own"), web_acl="count"), "web_acl and WebAclArn are both given"),
            (
                replace(ENVIRONMENT, web_acl="count", blocked_addresses="192.0.2.1 somebody"),
                "blocked_addresses of production: 'somebody' does not appear to be an IPv4 or IPv6 network",
            ),
            (
                replace(ENVIRONMENT, web_acl="count", blocked_addresses="192.0.2.1/24"),
                "blocked_addresses of production: 192.0.2.1/24 has host bits set",
            ),
            (replace(ENVIRONMENT, web_acl="on", blocked_addresses="::/0"), "has every address"),
            (
                replace(ENVIRONMENT, blocked_addresses="192.0.2.1"),
                "blocked_addresses of production is given without web_acl",
            ),
            (replace(ENVIRONMENT, health_check="yes"), "health_check of production is yes"),
            (replace(ENVIRONMENT, backup_region="eu-west-3"), "backup_region of production is the region of the stack"),
            (
                replace(given(BackupVaultArn="arn:own"), backup_region="eu-central-1"),
                "backup_region and BackupVaultArn are both given",
            ),
        ],
    )
    def test_refuses_settings_that_cannot_work(self, environment: Any, message: str) -> None:
        assert message in messages(preflight.settings(environment))

    def test_staging_needs_no_alarm_recipient(self) -> None:
        staging = replace(without("AlarmEmail", "MonthlyBudget"), name="staging")
        (finding,) = preflight.settings(staging)
        assert finding.severity == WARNING and "AlarmEmail" in finding.message


def test_the_example_catalogue_is_refused_except_in_staging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "EXAMPLE_CATALOGUE", str(tmp_path))
    for name in ("production", "live"):
        (finding,) = preflight.catalogue(replace(ENVIRONMENT, name=name))
        assert finding.severity == FAILURE
        assert f"infra/catalogue has example courses, and {name} is not deployed with them." in finding.message
        assert f"delete {tmp_path}" in finding.hint
    assert not list(preflight.catalogue(replace(ENVIRONMENT, name="staging")))


class TestOperator:
    @pytest.mark.parametrize(
        ("own", "other", "message", "in_staging"),
        [
            ("", "", "", ""),
            ("contact@site.org", "contact@masar.example", "example values: contact.mail.", ""),
            ("contact@site.org", "contact@example.org", "example values: contact.mail.", ""),
            ("Exemplary Ways Ltd", "Organisation EXEMPLE", "example values: name.en.", ""),
            ("المثالية للتعليم", "مؤسسة مثال", "example values: name.ar.", ""),
            ("contact@site.org", " ", "contact.mail is missing.", "✗"),
            ('mail = "contact@site.org"', "", "contact.mail is missing.", "✗"),
            ("eu-west-3", "eu-south-1", "region.id is eu-south-1, but", ""),
            ("[name]", "[name", "It is not TOML", "✗"),
        ],
    )
    def test_is_real_except_in_staging(
        self, operator_toml: Path, own: str, other: str, message: str, in_staging: str
    ) -> None:
        operator_toml.write_text(OWN.replace(own, other) if own else OWN)
        for name, severity in (("production", "✗"), ("live", "✗"), ("staging", in_staging)):
            found = list(preflight.operator_identity(replace(ENVIRONMENT, name=name)))
            assert [finding.severity for finding in found] == ([severity] if message and severity else [])
            assert all(message in finding.message for finding in found)

    def test_of_the_repository_is_an_example(self) -> None:
        values = preflight.operator_values((ROOT / "infra" / "operator.toml").read_text())
        examples = {name for name, value in values.items() if preflight.EXAMPLE.search(value)}
        if not examples:
            pytest.skip("the file is an operator's own")
        # No examples: texts for Algerian law, the region that samconfig.toml names, the choice of tax, how
        # soon the operator decides, the time zone of the seat; and what is left empty.
        tables = ("country", "decision", "notice", "prices", "region", "representative", "seat", "stamp_duty")
        own = tuple(f"{table}." for table in tables)
        assert all(name.startswith(("contact.phone", *own)) for name in set(values) - examples)


#: Responses about identities of SES.
VERIFIED, PENDING = ({"VerifiedForSendingStatus": verified} for verified in (True, False))
MISSING = "NotFoundException"


class TestAccount:
    def test_stops_without_credentials(self) -> None:
        found = preflight.check(
            replace(ENVIRONMENT, name="staging"), stubbed_clients(sts=[("get_caller_identity", "ExpiredToken")])
        )
        assert "ExpiredToken" in messages(found) and len(found) == 1

    def test_a_denied_check_is_a_warning(self) -> None:
        sending = stack_with("UPDATE_COMPLETE", MailSender="no-reply@former.org")
        aws = stubbed_clients(cloudformation=sending, sesv2=[("get_email_identity", "AccessDenied")])
        (finding,) = preflight.run(preflight.sender, ENVIRONMENT, aws)
        assert finding.severity == WARNING and finding.subject == "Sender" and "AccessDenied" in finding.message


@pytest.mark.parametrize(
    ("stack", "configured", "warned"),
    [
        (STACK, {}, True),
        (STACK, {"FormerTokens": "accepted"}, False),
        (stack_with("UPDATE_COMPLETE", FormerTokens="refused"), {}, False),
        ([("describe_stacks", "ValidationError")], {}, False),
    ],
)
def test_warns_before_an_update_that_signs_users_out(stack: Any, configured: Any, warned: bool) -> None:
    found = list(preflight.former_tokens(given(**configured), stubbed_clients(cloudformation=stack)))
    assert ["all users will have to sign in" in finding.message for finding in found] == [True] * warned


@pytest.mark.parametrize(
    ("status", "severity", "what"),
    [
        ("UPDATE_COMPLETE", OK, "is UPDATE_COMPLETE"),
        # What `sam deploy` leaves that has not executed the change set of a new stack.
        ("REVIEW_IN_PROGRESS", OK, "is not created yet"),
        ("UPDATE_IN_PROGRESS", FAILURE, "is UPDATE_IN_PROGRESS"),
        ("UPDATE_ROLLBACK_FAILED", FAILURE, "takes no update"),
        ("ROLLBACK_COMPLETE", FAILURE, "can only be deleted"),
        ("UPDATE_FAILED", WARNING, "is UPDATE_FAILED"),
    ],
)
def test_a_stack_that_cannot_be_updated_is_refused(status: str, severity: str, what: str) -> None:
    (finding,) = preflight.stack(ENVIRONMENT, stubbed_clients(cloudformation=stack_with(status)))
    assert finding.severity == severity and what in finding.message


class TestSender:
    @staticmethod
    def is_refused(environment: Environment, stack: Any, domain: Any = MISSING, sender: Any = MISSING) -> bool:
        """Whether the deployment is, with these identities of the domain and of the sender's email address."""
        identities = [("get_email_identity", domain), ("get_email_identity", sender)]
        found = list(preflight.sender(environment, stubbed_clients(sesv2=identities, cloudformation=stack)))
        assert all("docs/runbook.md, Another domain." in finding.hint for finding in found)
        return "SES has verified neither site.org nor no-reply@site.org" in messages(found)

    @pytest.mark.parametrize("setting", ["create", "existing"])
    def test_of_another_domain_has_to_be_verified(self, setting: str) -> None:
        environment = given(MailIdentity=setting)
        former = stack_with("UPDATE_COMPLETE", MailSender="no-reply@former.org")
        assert self.is_refused(environment, former, PENDING, MISSING)
        assert not self.is_refused(environment, former, VERIFIED, PENDING)
        assert not self.is_refused(environment, former, MISSING, VERIFIED)
        # Without an identity of the domain, each sender has one of its own.
        for address in ("no-reply@SITE.org", "hello@site.org"):
            same_domain = stack_with("UPDATE_COMPLETE", MailSender=address)
            assert self.is_refused(environment, same_domain) == (setting == "existing")
        assert not self.is_refused(environment, stack_with("UPDATE_COMPLETE", MailSender=VALUES["MailSender"]))

    def test_of_a_stack_that_never_sent_is_accepted(self) -> None:
        for status in ("CREATE_FAILED", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED", "UPDATE_FAILED"):
            assert not self.is_refused(ENVIRONMENT, stack_with(status, MailSender="no-reply@mistyped.org")), status
        ((operation, response),) = stack_with("UPDATE_FAILED", MailSender="no-reply@former.org")
        response["Stacks"][0]["Outputs"] = [{"OutputKey": "Release", "OutputValue": "20261125-120000-abc"}]
        assert self.is_refused(ENVIRONMENT, [(operation, response)])


def test_emails_have_the_zone_of_the_site_if_it_contains_their_domain() -> None:
    for name, expected in (("site.org", VALUES["HostedZoneId"]), ("www.site.org", "")):
        zone = {"HostedZone": {"Id": "/hostedzone/Z1", "Name": f"{name}.", "CallerReference": "1"}}
        aws = stubbed_clients(route53=[("get_hosted_zone", zone)])
        assert sam.mail_zone_id(ENVIRONMENT, aws) == expected
    assert sam.mail_zone_id(given(MailHostedZoneId="Z2"), stubbed_clients()) == "Z2"


@pytest.mark.usefixtures("clients")
def test_runs_all_checks_on_the_local_aws(capsys: pytest.CaptureFixture[str]) -> None:
    # Staging may be deployed with the repository's operator.
    preflight.require(replace(ENVIRONMENT, name="staging"))
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == ["✓ Account", "✓ Stack"]

    with pytest.raises(CommandError, match="2 of these prevent the deployment"):
        preflight.require(replace(without("CertificateArn"), name="staging"))
    assert "✗ samconfig.toml: SiteAddress is https://www.site.org" in capsys.readouterr().out

    # What corrects a failure must not be prevented by it.
    preflight.require_settings(without("AlarmEmail"))
    with pytest.raises(CommandError, match="1 of these prevents"):
        preflight.require_settings(given(Requests="many"))
