"""`scripts/deploy check`: certificate and hosted zone."""

from typing import Any

import pytest
from preflight_support import (
    DRY_RUN,
    ENVIRONMENT,
    NO_STACK,
    STACK,
    messages,
    records,
    stubbed_clients,
    without,
    zone_of,
)

from stack.deployment import domain_checks
from stack.deployment.finding import FAILURE, OK, WARNING

pytestmark = pytest.mark.usefixtures("operator_toml")


class TestCertificate:
    @staticmethod
    def found(**certificate: Any) -> Any:
        whole = {"DomainName": "www.site.org", "Status": "ISSUED", "KeyAlgorithm": "RSA-2048", **certificate}
        return list(
            domain_checks.certificate(
                ENVIRONMENT, stubbed_clients(acm=[("describe_certificate", {"Certificate": whole})])
            )
        )

    @pytest.mark.parametrize("names", [["www.site.org"], ["site.org", "*.site.org"]])
    def test_accepts_a_certificate_for_the_host(self, names: Any) -> None:
        (finding,) = self.found(SubjectAlternativeNames=names)
        assert finding.severity == OK

    @pytest.mark.parametrize("names", [["site.org"], ["*.org"], ["*.www.site.org"], ["other.org"]])
    def test_refuses_a_certificate_for_another_host(self, names: Any) -> None:
        assert "and the site is www.site.org" in messages(self.found(SubjectAlternativeNames=names))

    def test_reports_the_records_that_a_certificate_waits_for(self) -> None:
        record = {"Name": "_x.www.site.org.", "Type": "CNAME", "Value": "_y.acm-validations.aws."}
        (finding,) = self.found(
            Status="PENDING_VALIDATION",
            DomainValidationOptions=[{"DomainName": "www.site.org", "ResourceRecord": record}],
        )
        assert finding.severity == FAILURE and "_x.www.site.org. CNAME _y.acm-validations.aws." in finding.hint

    def test_refuses_an_expired_certificate_and_an_unsupported_key(self) -> None:
        assert "It is EXPIRED" in messages(self.found(Status="EXPIRED"))
        assert "Its key is EC_secp521r1" in messages(self.found(KeyAlgorithm="EC_secp521r1"))


class TestZone:
    def test_accepts_a_zone_that_contains_the_host(self) -> None:
        listed = [("list_resource_record_sets", records(("xyz.site.org", "A")))] * 3
        aws = stubbed_clients(route53=[("get_hosted_zone", zone_of("site.org")), *listed], cloudformation=NO_STACK)
        (finding,) = domain_checks.zone(ENVIRONMENT, aws)
        assert finding.severity == OK

    @pytest.mark.parametrize("stack", [NO_STACK, DRY_RUN], ids=["no stack", "a dry run"])
    def test_refuses_records_that_exist_already(self, stack: Any) -> None:
        listed = [
            ("list_resource_record_sets", records(("www.site.org", "A"))),
            *[("list_resource_record_sets", records())] * 2,
        ]
        aws = stubbed_clients(route53=[("get_hosted_zone", zone_of("site.org")), *listed], cloudformation=stack)
        assert "The record www.site.org A exists already" in messages(domain_checks.zone(ENVIRONMENT, aws))

    @pytest.mark.parametrize(
        ("response", "message"),
        [
            (zone_of("other.org"), "the zone of other.org, which does not contain www.site.org"),
            (zone_of("w.site.org"), "the zone of w.site.org"),
            (zone_of("site.org", private=True), "site.org is private"),
            ("NoSuchHostedZone", "which this account does not have"),
        ],
    )
    def test_refuses_every_other_zone(self, response: Any, message: str) -> None:
        aws = stubbed_clients(route53=[("get_hosted_zone", response)], cloudformation=STACK)
        assert message in messages(domain_checks.zone(ENVIRONMENT, aws))

    def test_warns_when_records_have_to_be_created_by_hand(self) -> None:
        assert "no record points www.site.org" in messages(
            domain_checks.zone(without("HostedZoneId"), stubbed_clients()), WARNING
        )
