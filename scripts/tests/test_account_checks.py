"""`scripts/deploy check`: account, state of the stack, tokens and sender; and the zone of emails."""

from dataclasses import replace
from typing import Any

import pytest
from preflight_support import (
    ENVIRONMENT,
    NO_STACK,
    STACK,
    VALUES,
    given,
    messages,
    stack_with,
    stubbed_clients,
    zone_of,
)

from stack.deployment import account_checks, domain, preflight
from stack.deployment.environment import Environment
from stack.deployment.finding import FAILURE, OK, WARNING

pytestmark = pytest.mark.usefixtures("operator_toml")

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
        (finding,) = preflight.run(account_checks.sender, ENVIRONMENT, aws)
        assert finding.severity == WARNING and finding.subject == "Sender" and "AccessDenied" in finding.message


class TestFormerTokens:
    @pytest.mark.parametrize(
        ("stack", "configured", "warned"),
        [
            (STACK, {}, True),
            (STACK, {"FormerTokens": "accepted"}, False),
            (stack_with("UPDATE_COMPLETE", FormerTokens="refused"), {}, False),
            (NO_STACK, {}, False),
        ],
    )
    def test_warns_before_an_update_that_signs_users_out(self, stack: Any, configured: Any, warned: bool) -> None:
        environment = replace(ENVIRONMENT, parameters=ENVIRONMENT.parameters | configured)
        found = messages(account_checks.former_tokens(environment, stubbed_clients(cloudformation=stack)), WARNING)
        assert ("all users will have to sign in" in found) == warned


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
    (finding,) = account_checks.stack(ENVIRONMENT, stubbed_clients(cloudformation=stack_with(status)))
    assert finding.severity == severity and what in finding.message


class TestSender:
    @staticmethod
    def is_refused(environment: Environment, stack: Any, domain: Any = MISSING, sender: Any = MISSING) -> bool:
        """Whether the deployment is, with these identities of the domain and of the sender's email address."""
        identities = [("get_email_identity", domain), ("get_email_identity", sender)]
        found = list(account_checks.sender(environment, stubbed_clients(sesv2=identities, cloudformation=stack)))
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
        aws = stubbed_clients(route53=[("get_hosted_zone", zone_of(name))])
        assert domain.mail_zone_id(ENVIRONMENT, aws) == expected
    assert domain.mail_zone_id(given(MailHostedZoneId="Z2"), stubbed_clients()) == "Z2"
