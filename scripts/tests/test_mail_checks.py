"""`scripts/deploy check`: SES account, identity and DNS records."""

from typing import Any

import pytest
from preflight_support import (
    DRY_RUN,
    ENVIRONMENT,
    NO_STACK,
    VALUES,
    given,
    messages,
    records,
    stack_with,
    stubbed_clients,
    without,
    zone_of,
)

from stack.deployment import domain_checks, mail_checks
from stack.deployment.environment import Environment
from stack.deployment.finding import FAILURE, OK, WARNING, Finding

#: Responses about identities of SES.
VERIFIED = {"DkimAttributes": {"Status": "SUCCESS"}, "VerifiedForSendingStatus": True}
PENDING = {"DkimAttributes": {"Status": "PENDING", "Tokens": ["abc"]}, "VerifiedForSendingStatus": False}
#: Of an email address, which has no DKIM records.
ADDRESS = {"DkimAttributes": {"Status": "NOT_STARTED"}, "VerifiedForSendingStatus": True}
UNVERIFIED_ADDRESS = {**ADDRESS, "VerifiedForSendingStatus": False}
MISSING = "NotFoundException"

#: A stack that sends from the domain already.
OURS = stack_with("UPDATE_COMPLETE", MailSender=VALUES["MailSender"])

pytestmark = pytest.mark.usefixtures("operator_toml")


def sending_from(sender: str) -> list[Any]:
    """The responses for a deployed stack with this sender."""
    return stack_with("UPDATE_COMPLETE", MailSender=sender)


def identity_finding(
    domain: Any = MISSING, sender: Any = MISSING, environment: Environment = ENVIRONMENT, stack: Any = OURS
) -> Finding:
    """The finding about these identities of the domain and of the sender's email address."""
    identities = [("get_email_identity", domain), ("get_email_identity", sender)]
    (finding,) = mail_checks.mail_identity(environment, stubbed_clients(sesv2=identities, cloudformation=stack))
    return finding


class TestMail:
    def test_warns_of_the_sandbox(self) -> None:
        account = {
            "ProductionAccessEnabled": False,
            "SendingEnabled": True,
            "SendQuota": {"Max24HourSend": 200, "MaxSendRate": 1},
        }
        (finding,) = mail_checks.mail_account(ENVIRONMENT, stubbed_clients(sesv2=[("get_account", account)]))
        assert finding.severity == WARNING and "sandbox" in finding.message and "200 emails a day" in finding.message

    @pytest.mark.parametrize("account", [{"SendingEnabled": False}, {"EnforcementStatus": "SHUTDOWN"}])
    def test_refuses_an_account_that_may_not_send(self, account: Any) -> None:
        aws = stubbed_clients(sesv2=[("get_account", {"SendingEnabled": True, **account})])
        assert "may not send" in messages(mail_checks.mail_account(ENVIRONMENT, aws))

    def test_requires_an_identity_of_this_stack_or_an_existing_one(self) -> None:
        for missing in (NO_STACK, DRY_RUN):
            assert "has an identity in eu-west-3 already" in identity_finding(VERIFIED, stack=missing).message
        assert identity_finding(VERIFIED).severity == OK
        existing = given(MailIdentity="existing")
        assert "has no identity in eu-west-3" in identity_finding(environment=existing).message
        assert identity_finding(VERIFIED, environment=existing).severity == OK

    def test_reports_missing_dkim_records(self) -> None:
        finding = identity_finding(PENDING)
        assert finding.severity == WARNING and "abc._domainkey.site.org CNAME abc.dkim.amazonses.com" in finding.hint
        assert "DKIM of site.org is pending: SES does not send yet." in finding.message
        assert "SES sends without it until then." in identity_finding(PENDING, ADDRESS).message

    def test_says_what_is_verified(self) -> None:
        existing = given(MailIdentity="existing")
        for domain, sender, environment, message in (
            (VERIFIED, MISSING, ENVIRONMENT, "site.org is verified"),
            (VERIFIED, UNVERIFIED_ADDRESS, existing, "site.org is verified"),
            (MISSING, ADDRESS, existing, "no-reply@site.org is verified"),
            (MISSING, MISSING, ENVIRONMENT, "site.org will be created"),
            (MISSING, ADDRESS, ENVIRONMENT, "site.org will be created"),
        ):
            finding = identity_finding(domain, sender, environment)
            assert (finding.severity, finding.message) == (OK, message)
        finding = identity_finding(MISSING, UNVERIFIED_ADDRESS, existing)
        assert finding.severity == WARNING and "does not send yet" in finding.message

    @pytest.mark.parametrize("setting", ["create", "existing"])
    def test_requires_a_verified_identity_of_another_domain_than_that_of_the_stack(self, setting: str) -> None:
        environment = given(MailIdentity=setting)
        unverified = MISSING if setting == "create" else PENDING
        for sender in (MISSING, PENDING):
            finding = identity_finding(unverified, sender, environment, stack=sending_from("no-reply@former.org"))
            assert finding.severity == FAILURE and "SES would send nothing" in finding.message
            assert "docs/runbook.md, Another domain." in finding.hint
        for domain, sender, deployed, is_refused in (
            (unverified, ADDRESS, "no-reply@former.org", False),
            (unverified, MISSING, "no-reply@SITE.org", setting == "existing"),
            # Without an identity of the domain, each sender has one of its own.
            (unverified, MISSING, "hello@site.org", setting == "existing"),
            # The stack cannot create what exists.
            (VERIFIED, MISSING, "no-reply@former.org", setting == "create"),
        ):
            finding = identity_finding(domain, sender, environment, stack=sending_from(deployed))
            assert (finding.severity == FAILURE) == is_refused, deployed

    @pytest.mark.parametrize("setting", ["create", "existing"])
    def test_accepts_another_sender_of_a_stack_that_never_sent(self, setting: str) -> None:
        domain = MISSING if setting == "create" else PENDING
        for status in ("CREATE_FAILED", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED", "UPDATE_FAILED"):
            stack = stack_with(status, MailSender="no-reply@mistyped.org")
            finding = identity_finding(domain, environment=given(MailIdentity=setting), stack=stack)
            assert finding.severity != FAILURE, status
        ((operation, response), *_) = stack_with("UPDATE_FAILED", MailSender="no-reply@former.org")
        response["Stacks"][0]["Outputs"] = [{"OutputKey": "Release", "OutputValue": "20261125-120000-abc"}]
        deployed = [(operation, response)] * 3
        assert identity_finding(domain, environment=given(MailIdentity=setting), stack=deployed).severity == FAILURE

    def test_uses_the_zone_of_the_site_if_it_contains_the_domain(self) -> None:
        assert (
            domain_checks.mail_zone_id(ENVIRONMENT, stubbed_clients(route53=[("get_hosted_zone", zone_of("site.org"))]))
            == VALUES["HostedZoneId"]
        )
        assert (
            domain_checks.mail_zone_id(
                ENVIRONMENT, stubbed_clients(route53=[("get_hosted_zone", zone_of("www.site.org"))])
            )
            == ""
        )
        assert domain_checks.mail_zone_id(given(MailHostedZoneId="Z2"), stubbed_clients()) == "Z2"
        assert "MailHostedZoneId is missing" in messages(
            mail_checks.mail_records(without("HostedZoneId"), stubbed_clients()), WARNING
        )

    def test_looks_for_the_records_of_another_domain_than_that_of_the_stack(self) -> None:
        listed = [
            ("list_resource_record_sets", records(("bounce.site.org", "MX"))),
            ("list_resource_record_sets", records()),
        ]
        zones = [("get_hosted_zone", zone_of("site.org"))] * 2
        for deployed, message in [("former.org", "The record bounce.site.org MX exists already"), ("site.org", "")]:
            stack = stack_with("UPDATE_COMPLETE", MailSender=f"no-reply@{deployed}", MailFromSubdomain="bounce")
            aws = stubbed_clients(route53=[*zones, *listed], cloudformation=stack)
            found = messages(mail_checks.mail_records(ENVIRONMENT, aws))
            assert message in found and bool(message) == bool(found)

    @pytest.mark.parametrize("kind", ["A", "AAAA", "CNAME", "MX", "TXT"])
    def test_refuses_a_subdomain_that_something_else_uses(self, kind: str) -> None:
        """A company's webmail is often at `mail.`, as an alias of its provider."""
        environment = given(MailFromSubdomain="mail", DmarcPolicy="existing")
        listed = [("list_resource_record_sets", records(("mail.site.org", kind), ("www.mail.site.org", "A")))]
        zones = [("get_hosted_zone", zone_of("site.org"))] * 2
        aws = stubbed_clients(route53=[*zones, *listed], cloudformation=NO_STACK)
        (finding,) = (one for one in mail_checks.mail_records(environment, aws) if one.severity == FAILURE)
        assert finding.message == f"The record mail.site.org {kind} exists already, so the stack cannot create its own."
        assert "MailFromSubdomain" in finding.hint
