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
from stack.deployment.finding import FAILURE, WARNING

#: A stack that sends from the domain already.
OURS = stack_with("UPDATE_COMPLETE", MailSender=VALUES["MailSender"])

pytestmark = pytest.mark.usefixtures("operator_toml")


class TestMail:
    def test_warns_of_the_sandbox(self) -> None:
        account = {
            "ProductionAccessEnabled": False,
            "SendingEnabled": True,
            "SendQuota": {"Max24HourSend": 200, "MaxSendRate": 1},
        }
        (finding,) = mail_checks.mail_account(ENVIRONMENT, stubbed_clients(sesv2=[("get_account", account)]))
        assert finding.severity == WARNING and "sandbox" in finding.message and "200 emails a day" in finding.message

    def test_refuses_an_account_that_may_not_send(self) -> None:
        for account in ({"SendingEnabled": False}, {"SendingEnabled": True, "EnforcementStatus": "SHUTDOWN"}):
            assert "may not send" in messages(
                mail_checks.mail_account(ENVIRONMENT, stubbed_clients(sesv2=[("get_account", account)]))
            )

    def test_requires_an_identity_of_this_stack_or_an_existing_one(self) -> None:
        there = {"DkimAttributes": {"Status": "SUCCESS"}}
        for missing in (NO_STACK, DRY_RUN):
            clash = stubbed_clients(sesv2=[("get_email_identity", there)], cloudformation=missing)
            assert "has an identity in eu-west-3 already" in messages(mail_checks.mail_identity(ENVIRONMENT, clash))
        ours = stubbed_clients(sesv2=[("get_email_identity", there)], cloudformation=OURS)
        assert not messages(mail_checks.mail_identity(ENVIRONMENT, ours))
        existing = given(MailIdentity="existing")
        nowhere = stubbed_clients(sesv2=[("get_email_identity", "NotFoundException")] * 2)
        assert "has no identity in eu-west-3" in messages(mail_checks.mail_identity(existing, nowhere))
        verified = stubbed_clients(sesv2=[("get_email_identity", there)], cloudformation=OURS)
        assert not messages(mail_checks.mail_identity(existing, verified))

    def test_reports_missing_dkim_records(self) -> None:
        pending = {"DkimAttributes": {"Status": "PENDING", "Tokens": ["abc"]}}
        aws = stubbed_clients(sesv2=[("get_email_identity", pending)], cloudformation=OURS)
        (finding,) = mail_checks.mail_identity(ENVIRONMENT, aws)
        assert finding.severity == WARNING and "abc._domainkey.site.org CNAME abc.dkim.amazonses.com" in finding.hint

    @pytest.mark.parametrize("setting", ["create", "existing"])
    def test_requires_a_verified_identity_of_another_domain_than_that_of_the_stack(self, setting: str) -> None:
        environment = given(MailIdentity=setting)

        def found(domain: Any, sender: Any, deployed: str = "no-reply@former.org") -> Any:
            identities = [("get_email_identity", domain), ("get_email_identity", sender)]
            aws = stubbed_clients(sesv2=identities, cloudformation=stack_with("UPDATE_COMPLETE", MailSender=deployed))
            return list(mail_checks.mail_identity(environment, aws))

        pending = {"DkimAttributes": {"Status": "PENDING", "Tokens": ["abc"]}, "VerifiedForSendingStatus": False}
        verified = {"DkimAttributes": {"Status": "SUCCESS"}, "VerifiedForSendingStatus": True}
        # Of an email address, which has no DKIM records.
        address = {"DkimAttributes": {"Status": "NOT_STARTED"}, "VerifiedForSendingStatus": True}
        unverified = "NotFoundException" if setting == "create" else pending
        for sender in ("NotFoundException", pending):
            (finding,) = found(unverified, sender)
            assert finding.severity == FAILURE and "SES would send nothing" in finding.message
            assert "docs/runbook.md, Another domain." in finding.hint
        assert not messages(found(unverified, address))
        assert not messages(found(unverified, "NotFoundException", deployed="hello@site.org"))
        (finding,) = found(verified, "NotFoundException")
        # The stack cannot create what exists.
        assert (finding.severity == FAILURE) == (setting == "create")

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

    @pytest.mark.parametrize(
        ("policy", "message"),
        [("none", "The record _dmarc.site.org TXT exists already, so the stack cannot create it."), ("existing", "")],
    )
    def test_keeps_the_dmarc_policy_of_the_domain(self, policy: str, message: str) -> None:
        listed = [("list_resource_record_sets", records())] * 2 + [
            ("list_resource_record_sets", records(("_dmarc.site.org", "TXT")))
        ]
        zones = [("get_hosted_zone", zone_of("site.org"))] * 2
        aws = stubbed_clients(route53=[*zones, *listed], cloudformation=NO_STACK)
        assert messages(mail_checks.mail_records(given(DmarcPolicy=policy), aws)) == message

    def test_looks_for_the_records_of_another_domain_than_that_of_the_stack(self) -> None:
        mx = ("list_resource_record_sets", records(("mail.site.org", "MX")))
        listed = [mx, ("list_resource_record_sets", records()), ("list_resource_record_sets", records())]
        zones = [("get_hosted_zone", zone_of("site.org"))] * 2
        for deployed, message in [("former.org", "The record mail.site.org MX exists already"), ("site.org", "")]:
            stack = stack_with("UPDATE_COMPLETE", MailSender=f"no-reply@{deployed}")
            aws = stubbed_clients(route53=[*zones, *listed], cloudformation=stack)
            found = messages(mail_checks.mail_records(ENVIRONMENT, aws))
            assert message in found and bool(message) == bool(found)
