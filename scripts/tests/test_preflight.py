"""
What `scripts/deploy check` finds. The local AWS answers most of it; what it does not know, or never refuses, is answered here in the
shapes that botocore knows of AWS (its Stubber takes no other), and was not rehearsed against an account.
"""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import boto3
import pytest
from botocore.stub import Stubber

from stack import deploy, emulator, identity
from stack.console import CommandError
from stack.deployment import preflight, settings
from stack.deployment.environment import Environment, read_environments
from stack.deployment.finding import FAILURE, FINE, WARNING
from stack.instance import ROOT, Instance, free_port

CERTIFICATE = "arn:aws:acm:us-east-1:000000000000:certificate/11111111-2222-3333-4444-555555555555"
WHOLE = {
    "SiteAddress": "https://www.site.org",
    "MailSender": "no-reply@site.org",
    "CertificateArn": CERTIFICATE,
    "HostedZoneId": "Z0123456789ABCDEFGHIJ",
    "AlarmEmail": "operator@site.org",
}
ENVIRONMENT = Environment(
    "production", "masar-preflight", "eu-west-3", parameters=WHOLE, tags={"environment": "production"}
)
ROOT_USER = {"Account": "000000000000", "Arn": "arn:aws:iam::000000000000:root", "UserId": "1"}


def given(**parameters: str) -> Environment:
    return replace(ENVIRONMENT, parameters={**WHOLE, **parameters})


def without(*names: str, **others: str) -> Environment:
    return replace(
        ENVIRONMENT, parameters={name: value for name, value in {**WHOLE, **others}.items() if name not in names}
    )


def said(findings, severity: str = FAILURE) -> str:
    """What is wrong, or worth knowing."""
    return "\n".join(finding.said for finding in findings if finding.severity == severity)


@pytest.fixture(autouse=True)
def own_identity(tmp_path, monkeypatch):
    """Settings of an operator, in place of the examples: test_identity.py has those."""
    path = tmp_path / "operator.toml"
    path.write_text('[contact]\nmail = "contact@site.org"\n[region]\nid = "eu-west-3"\n')
    monkeypatch.setattr(identity, "FILE", str(path))


class TestSettings:
    def test_of_ones_own_are_taken(self):
        assert not list(settings.check(ENVIRONMENT))

    @pytest.mark.parametrize("name", ["staging", "production"])
    def test_of_the_repository_have_to_be_made_ones_own(self, name):
        environment = read_environments((ROOT / "samconfig.toml").read_text())[name]
        assert "SiteAddress of" in said(settings.check(environment)) and "which is an example" in said(
            settings.check(environment)
        )

    @pytest.mark.parametrize(
        ("environment", "complaint"),
        [
            (without("MailSender"), "MailSender of production is missing"),
            (given(SiteAdress="https://site.org"), "SiteAdress is no parameter"),
            (without("CertificateArn", "HostedZoneId"), "for which the CDN has no certificate"),
            (without("SiteAddress"), "CertificateArn is given without SiteAddress"),
            (given(CertificateArn=CERTIFICATE.replace("us-east-1", "eu-west-3")), "CertificateArn is arn:"),
            (without("CertificateArn", "SiteAddress"), "HostedZoneId is given without CertificateArn"),
            (given(SiteAddress="http://www.site.org"), "SiteAddress is http://"),
            (without("AlarmEmail"), "AlarmEmail of production is missing"),
            (
                replace(without("AlarmEmail", MonthlyBudget="50"), name="staging"),
                "MonthlyBudget is given without AlarmEmail",
            ),
            (replace(ENVIRONMENT, web_acl="yes"), "web_acl of production is yes"),
            (replace(given(WebAclArn="arn:own"), web_acl="count"), "web_acl and WebAclArn are both given"),
            (replace(ENVIRONMENT, health_check="yes"), "health_check of production is yes"),
            (replace(ENVIRONMENT, backup_region="eu-west-3"), "backup_region of production is the region of the stack"),
            (
                replace(given(BackupVaultArn="arn:own"), backup_region="eu-central-1"),
                "backup_region and BackupVaultArn are both given",
            ),
        ],
    )
    def test_that_cannot_work_are_refused(self, environment, complaint):
        assert complaint in said(settings.check(environment))

    def test_everything_is_said_at_once(self):
        assert len(said(settings.check(without("MailSender", "CertificateArn", "AlarmEmail"))).splitlines()) == 4

    @pytest.mark.parametrize("parameters", [{}, {"SiteAddress": "https://d1.cloudfront.net"}])
    def test_the_cdns_own_address_needs_no_certificate(self, parameters):
        own = {"MailSender": "no-reply@site.org", "AlarmEmail": "operator@site.org", **parameters}
        assert not list(settings.check(replace(ENVIRONMENT, parameters=own)))

    def test_staging_may_have_nobody_who_is_mailed(self):
        staging = replace(without("AlarmEmail"), name="staging")
        assert not said(settings.check(staging)) and "AlarmEmail" in said(settings.check(staging), WARNING)

    def test_what_this_machine_cannot_build_is_refused(self, monkeypatch):
        monkeypatch.setattr("platform.machine", lambda: "aarch64")
        assert not list(settings.check(given(Architecture="arm64")))
        assert "not built on this machine" in said(settings.check(given(Architecture="x86_64")))


#: Reads the descriptions of services once.
SESSION = boto3.Session(region_name="eu-west-3", aws_access_key_id="a", aws_secret_access_key="b")


def answering(**answers):
    """Clients that answer as told: for each service, the operations in their order, each with an answer or the code of an error."""
    clients = {}
    for service, told in answers.items():
        client = clients[service] = SESSION.client(service)
        stubber = Stubber(client)
        for operation, answer in told:
            if isinstance(answer, str):
                stubber.add_client_error(operation, answer, f"{answer} was answered: does not exist")
            else:
                stubber.add_response(operation, answer)
        stubber.activate()
    return lambda service, region_name=None: clients[service]


NO_STACK = [("describe_stacks", "ValidationError")] * 3
STACK = [
    (
        "describe_stacks",
        {"Stacks": [{"StackName": "a", "StackStatus": "UPDATE_COMPLETE", "CreationTime": datetime.now(timezone.utc)}]},
    )
]


class TestAccount:
    def test_says_who_one_is(self):
        who = {**ROOT_USER, "Arn": "arn:aws:sts::000000000000:assumed-role/deployer/me"}
        (finding,) = preflight.account(ENVIRONMENT, answering(sts=[("get_caller_identity", who)]))
        assert (
            finding.severity == FINE
            and "000000000000, as arn:aws:sts::000000000000:assumed-role/deployer/me" in finding.said
        )

    def test_warns_of_root(self):
        assert "root" in said(
            preflight.account(ENVIRONMENT, answering(sts=[("get_caller_identity", ROOT_USER)])), WARNING
        )

    def test_asks_nothing_more_without_credentials(self):
        found = preflight.check(
            replace(ENVIRONMENT, name="staging"), answering(sts=[("get_caller_identity", "ExpiredToken")])
        )
        assert "ExpiredToken" in said(found) and len(found) == 1

    def test_what_may_not_be_looked_at_is_said_and_stops_nothing(self):
        (finding,) = preflight.read(
            preflight.mail_account, ENVIRONMENT, answering(sesv2=[("get_account", "AccessDenied")])
        )
        assert finding.severity == WARNING and finding.subject == "Mail account" and "AccessDenied" in finding.said


class TestRegion:
    def test_has_to_be_known(self):
        assert "eu-west-9 is not known" in said(preflight.region(replace(ENVIRONMENT, region="eu-west-9"), answering()))

    @pytest.mark.parametrize(
        ("status", "complaint"), [("ENABLED_BY_DEFAULT", ""), ("DISABLED", "eu-west-3 is disabled for this account.")]
    )
    def test_has_to_be_on(self, status, complaint):
        aws = answering(account=[("get_region_opt_status", {"RegionName": "eu-west-3", "RegionOptStatus": status})])
        assert said(preflight.region(ENVIRONMENT, aws)) == complaint


class TestCertificate:
    @staticmethod
    def found(**certificate):
        whole = {"DomainName": "www.site.org", "Status": "ISSUED", "KeyAlgorithm": "RSA-2048", **certificate}
        return list(
            preflight.certificate(ENVIRONMENT, answering(acm=[("describe_certificate", {"Certificate": whole})]))
        )

    @pytest.mark.parametrize("names", [["www.site.org"], ["site.org", "*.site.org"]])
    def test_is_taken_when_it_is_issued_for_the_host(self, names):
        (finding,) = self.found(SubjectAlternativeNames=names)
        assert finding.severity == FINE

    @pytest.mark.parametrize("names", [["site.org"], ["*.org"], ["*.www.site.org"], ["other.org"]])
    def test_is_refused_for_another_host(self, names):
        assert "and the site is www.site.org" in said(self.found(SubjectAlternativeNames=names))

    def test_that_waits_says_its_records(self):
        record = {"Name": "_x.www.site.org.", "Type": "CNAME", "Value": "_y.acm-validations.aws."}
        (finding,) = self.found(
            Status="PENDING_VALIDATION",
            DomainValidationOptions=[{"DomainName": "www.site.org", "ResourceRecord": record}],
        )
        assert finding.severity == FAILURE and "_x.www.site.org. CNAME _y.acm-validations.aws." in finding.hint

    def test_that_is_no_good_is_refused(self):
        assert "It is EXPIRED" in said(self.found(Status="EXPIRED"))
        assert "Its key is EC_secp521r1" in said(self.found(KeyAlgorithm="EC_secp521r1"))

    def test_that_ends_soon_is_told(self):
        assert "It ends on" in said(self.found(NotAfter=datetime.now(timezone.utc) + timedelta(days=3)), WARNING)

    def test_of_another_account_is_refused(self):
        aws = answering(acm=[("describe_certificate", "ResourceNotFoundException")])
        assert "There is none" in said(preflight.certificate(ENVIRONMENT, aws))


def zone_of(name: str, private: bool = False) -> dict:
    return {
        "HostedZone": {
            "Id": "/hostedzone/Z1",
            "Name": f"{name}.",
            "CallerReference": "1",
            "Config": {"PrivateZone": private},
        }
    }


def records(*found: tuple[str, str]) -> dict:
    sets = [{"Name": f"{name}.", "Type": kind} for name, kind in found]
    return {"ResourceRecordSets": sets, "IsTruncated": False, "MaxItems": "1"}


class TestZone:
    def test_is_taken_when_the_host_is_in_it_and_has_no_record(self):
        listed = [("list_resource_record_sets", records(("xyz.site.org", "A")))] * 3
        aws = answering(route53=[("get_hosted_zone", zone_of("site.org")), *listed], cloudformation=NO_STACK)
        (finding,) = preflight.zone(ENVIRONMENT, aws)
        assert finding.severity == FINE

    def test_has_no_record_that_the_stack_would_make(self):
        listed = [
            ("list_resource_record_sets", records(("www.site.org", "A"))),
            *[("list_resource_record_sets", records())] * 2,
        ]
        aws = answering(route53=[("get_hosted_zone", zone_of("site.org")), *listed], cloudformation=NO_STACK)
        assert "a record www.site.org A already" in said(preflight.zone(ENVIRONMENT, aws))

    @pytest.mark.parametrize(
        ("answer", "complaint"),
        [
            (zone_of("other.org"), "the zone of other.org, which www.site.org is not in"),
            (zone_of("w.site.org"), "the zone of w.site.org"),
            (zone_of("site.org", private=True), "site.org is private"),
            ("NoSuchHostedZone", "which this account does not have"),
        ],
    )
    def test_has_to_be_the_public_zone_of_the_host(self, answer, complaint):
        aws = answering(route53=[("get_hosted_zone", answer)], cloudformation=STACK)
        assert complaint in said(preflight.zone(ENVIRONMENT, aws))

    def test_is_done_by_hand_when_there_is_none(self):
        assert "nothing leads www.site.org" in said(preflight.zone(without("HostedZoneId"), answering()), WARNING)


class TestMail:
    def test_of_the_sandbox_says_so(self):
        account = {
            "ProductionAccessEnabled": False,
            "SendingEnabled": True,
            "SendQuota": {"Max24HourSend": 200, "MaxSendRate": 1},
        }
        (finding,) = preflight.mail_account(ENVIRONMENT, answering(sesv2=[("get_account", account)]))
        assert finding.severity == WARNING and "sandbox" in finding.said and "200 mails a day" in finding.said

    def test_that_may_not_be_sent_is_refused(self):
        for account in ({"SendingEnabled": False}, {"SendingEnabled": True, "EnforcementStatus": "SHUTDOWN"}):
            assert "may not send" in said(
                preflight.mail_account(ENVIRONMENT, answering(sesv2=[("get_account", account)]))
            )

    def test_has_an_identity_of_this_stack_or_another(self):
        there = {"DkimAttributes": {"Status": "SUCCESS"}}
        clash = answering(sesv2=[("get_email_identity", there)], cloudformation=NO_STACK)
        assert "has an identity in eu-west-3 already" in said(preflight.mail_identity(ENVIRONMENT, clash))
        ours = answering(sesv2=[("get_email_identity", there)], cloudformation=STACK)
        assert not said(preflight.mail_identity(ENVIRONMENT, ours))
        existing = given(MailIdentity="existing")
        nowhere = answering(sesv2=[("get_email_identity", "NotFoundException")] * 2)
        assert "has none in eu-west-3" in said(preflight.mail_identity(existing, nowhere))
        assert not said(preflight.mail_identity(existing, answering(sesv2=[("get_email_identity", there)])))

    def test_says_the_records_that_are_missing(self):
        pending = {"DkimAttributes": {"Status": "PENDING", "Tokens": ["abc"]}}
        aws = answering(sesv2=[("get_email_identity", pending)], cloudformation=STACK)
        (finding,) = preflight.mail_identity(ENVIRONMENT, aws)
        assert finding.severity == WARNING and "abc._domainkey.site.org CNAME abc.dkim.amazonses.com" in finding.hint

    def test_is_entered_in_the_zone_of_the_site_when_its_domain_is_in_it(self):
        assert (
            preflight.mail_zone(ENVIRONMENT, answering(route53=[("get_hosted_zone", zone_of("site.org"))]))
            == WHOLE["HostedZoneId"]
        )
        assert preflight.mail_zone(ENVIRONMENT, answering(route53=[("get_hosted_zone", zone_of("www.site.org"))])) == ""
        assert preflight.mail_zone(given(MailHostedZoneId="Z2"), answering()) == "Z2"
        assert "nobody enters its records" in said(
            preflight.mail_records(without("HostedZoneId"), answering()), WARNING
        )

    @pytest.mark.parametrize(
        ("policy", "complaint"),
        [("none", "There is a record _dmarc.site.org TXT already, and the stack could not make it."), ("existing", "")],
    )
    def test_leaves_a_policy_that_the_domain_has(self, policy, complaint):
        listed = [("list_resource_record_sets", records())] * 2 + [
            ("list_resource_record_sets", records(("_dmarc.site.org", "TXT")))
        ]
        zones = [("get_hosted_zone", zone_of("site.org"))] * 2
        aws = answering(route53=[*zones, *listed], cloudformation=NO_STACK)
        assert said(preflight.mail_records(given(DmarcPolicy=policy), aws)) == complaint


class TestConcurrency:
    @staticmethod
    def found(limit: int, environment: Environment = ENVIRONMENT):
        answer = {"AccountLimit": {"ConcurrentExecutions": limit}}
        return list(preflight.concurrency(environment, answering(**{"lambda": [("get_account_settings", answer)] * 2})))

    def test_of_a_usual_account_is_fine(self):
        (finding,) = self.found(1000)
        assert finding.severity == FINE and "the alarm is at 800" in finding.said

    def test_of_a_new_account_is_told_with_the_way_to_more(self):
        (finding,) = self.found(10)
        assert (
            finding.severity == WARNING
            and "10 functions at once" in finding.said
            and "the alarm is at 8" in finding.said
        )
        assert "L-B99A9384" in finding.hint

    def test_has_an_alarm_that_can_go_off(self):
        assert "It would never go off" in said(self.found(500, given(BusyConcurrency="800")))


class TestQuotas:
    @staticmethod
    def found(roles: int, policies: int):
        listed = {"MaxItems": 100, "Quantity": policies}
        cloudfront = [(operation, {key: listed}) for operation, key, *_ in preflight.POLICIES.values()]
        summary = {"SummaryMap": {"Roles": roles, "RolesQuota": 1000}}
        return list(
            preflight.quotas(
                ENVIRONMENT,
                answering(iam=[("get_account_summary", summary)], cloudfront=cloudfront, cloudformation=NO_STACK),
            )
        )

    def test_leave_room_for_a_new_stack(self):
        assert not self.found(100, 4)
        assert "room for 5 roles" in said(self.found(995, 4))
        assert "CloudFront has 19 cache policies of 20" in said(self.found(100, 19), WARNING)


class TestStack:
    @pytest.mark.parametrize(
        ("status", "severity", "what"),
        [
            ("UPDATE_COMPLETE", FINE, "is UPDATE_COMPLETE"),
            ("UPDATE_IN_PROGRESS", FAILURE, "is UPDATE_IN_PROGRESS"),
            ("UPDATE_ROLLBACK_FAILED", FAILURE, "takes no update"),
        ],
    )
    def test_has_to_take_an_update(self, status, severity, what):
        described = {"Stacks": [{"StackName": "a", "StackStatus": status, "CreationTime": datetime.now(timezone.utc)}]}
        (finding,) = preflight.stack(ENVIRONMENT, answering(cloudformation=[("describe_stacks", described)] * 2))
        assert finding.severity == severity and what in finding.said


def test_the_whole_is_looked_at_on_the_local_aws(tmp_path, monkeypatch, capsys):
    instance = Instance("masar-preflight", tmp_path, tmp_path / "stack.json", free_port(), free_port())
    with emulator.running(instance):
        key = deploy.developer_key(instance)
        monkeypatch.setenv("AWS_ENDPOINT_URL", instance.aws)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", key["accessKeyId"])
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", key["secretAccessKey"])
        aws = ENVIRONMENT.client
        arn = aws("acm", region_name="us-east-1").request_certificate(DomainName="*.site.org", ValidationMethod="DNS")[
            "CertificateArn"
        ]
        zone = (
            aws("route53")
            .create_hosted_zone(Name="site.org", CallerReference="1")["HostedZone"]["Id"]
            .rpartition("/")[2]
        )
        # Staging may be deployed with the repository's operator.
        whole = replace(given(CertificateArn=arn, HostedZoneId=zone), name="staging")

        preflight.require(whole)
        told = capsys.readouterr().out
        assert "!" not in told and "✗" not in told, told
        for subject in ("Account", "Stack", "Certificate", "Hosted zone", "SES", "Mail identity", "Lambda"):
            assert f"✓ {subject}: " in told

        aws("sesv2").create_email_identity(EmailIdentity="site.org")
        aws("dynamodb").create_table(
            TableName="masar-preflight-users",
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        )
        with pytest.raises(CommandError, match="2 of these would make the deployment fail"):
            preflight.require(replace(whole, parameters={**whole.parameters, "SiteAddress": "https://site.org"}))
        told = capsys.readouterr().out
        assert "✗ Certificate: It is for *.site.org, and the site is site.org" in told
        assert "✗ Mail identity: site.org has an identity" in told
        assert "! Stack: masar-preflight has left without anything in them: masar-preflight-users" in told
