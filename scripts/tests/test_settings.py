"""`scripts/deploy check`: settings in samconfig.toml."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from preflight_support import CERTIFICATE, ENVIRONMENT, VALUES, given, messages, without

from stack.deployment import settings
from stack.deployment.environment import Environment, read_environments
from stack.deployment.finding import FAILURE, WARNING
from stack.instance import ROOT

OF_THE_REPOSITORY = read_environments((ROOT / "samconfig.toml").read_text()).values()

pytestmark = pytest.mark.usefixtures("operator_toml")


class TestSettings:
    def test_accepts_valid_settings(self) -> None:
        assert not list(settings.check(ENVIRONMENT))

    @pytest.mark.parametrize("environment", OF_THE_REPOSITORY, ids=lambda environment: environment.name)
    def test_refuses_the_example_values_of_the_repository(self, environment: Environment) -> None:
        examples = {name: value for name, value in environment.parameters.items() if value.endswith(".example")}
        if not examples:
            pytest.skip("the values are an operator's own")
        found = messages(settings.check(environment))
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
        assert message in messages(settings.check(environment))

    def test_accepts_blocked_addresses(self) -> None:
        assert not list(
            settings.check(replace(ENVIRONMENT, web_acl="on", blocked_addresses="192.0.2.1 2001:db8:1:2::/64"))
        )

    @pytest.mark.parametrize("parameters", [{}, {"SiteAddress": "https://d1.cloudfront.net"}])
    def test_the_cdns_own_domain_needs_no_certificate(self, parameters: Any) -> None:
        own = {name: VALUES[name] for name in ("MailSender", "AlarmEmail", "MonthlyBudget")} | parameters
        assert not list(settings.check(replace(ENVIRONMENT, parameters=own)))

    def test_staging_needs_no_alarm_recipient(self) -> None:
        staging = replace(without("AlarmEmail", "MonthlyBudget"), name="staging")
        assert not messages(settings.check(staging)) and "AlarmEmail" in messages(settings.check(staging), WARNING)


class TestCatalogue:
    @pytest.fixture
    def example(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """The file that marks the catalogue as an example."""
        path = tmp_path / "EXAMPLE"
        path.touch()
        monkeypatch.setattr(settings, "EXAMPLE_CATALOGUE", str(path))
        return path

    def test_the_example_is_refused_except_in_staging(self, example: Path) -> None:
        for name in ("production", "live"):
            (finding,) = settings.catalogue(replace(ENVIRONMENT, name=name))
            assert finding.severity == FAILURE
            assert f"infra/catalogue has example courses, and {name} is not deployed with them." in finding.message
            assert f"delete {example}" in finding.hint
        assert not list(settings.catalogue(replace(ENVIRONMENT, name="staging")))


class TestOperator:
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

    @pytest.fixture
    def file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setattr(settings, "OPERATOR_FILE", str(tmp_path / "operator.toml"))
        return tmp_path / "operator.toml"

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
    def test_is_real_except_in_staging(self, file: Path, own: str, other: str, message: str, in_staging: str) -> None:
        file.write_text(self.OWN.replace(own, other) if own else self.OWN)
        for name, severity in (("production", "✗"), ("live", "✗"), ("staging", in_staging)):
            found = list(settings.operator_identity(replace(ENVIRONMENT, name=name)))
            assert [finding.severity for finding in found] == ([severity] if message and severity else [])
            assert all(message in finding.message for finding in found)

    def test_of_the_repository_is_an_example(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(settings, "OPERATOR_FILE", "infra/operator.toml")
        values = settings.operator_values((ROOT / settings.OPERATOR_FILE).read_text())
        examples = {name for name, value in values.items() if settings.EXAMPLE.search(value)}
        if not examples:
            pytest.skip("the file is an operator's own")
        # No examples: texts for Algerian law, the region that samconfig.toml names, the choice of tax, how
        # soon the operator decides, the time zone of the seat; and what is left empty.
        own = (
            "contact.phone",
            "country.",
            "decision.",
            "notice.",
            "prices.",
            "region.",
            "representative.",
            "seat.",
            "stamp_duty.",
        )
        assert all(name.startswith(own) for name in set(values) - examples)
