"""`scripts/deploy check` with the local AWS."""

from dataclasses import replace
from pathlib import Path

import pytest
from preflight_support import ENVIRONMENT, given

from stack import emulator
from stack.console import CommandError
from stack.deployment import preflight
from stack.instance import Instance, free_port
from stack.local_clients import create_developer_key

pytestmark = pytest.mark.usefixtures("operator_toml")


def test_runs_all_checks_on_the_local_aws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    instance = Instance("masar-preflight", tmp_path, tmp_path / "stack.json", free_port(), free_port())
    with emulator.running(instance):
        key = create_developer_key(instance)
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
        output = capsys.readouterr().out
        # The local AWS has no distribution, as a new account.
        (warned,) = (line for line in output.splitlines() if line.startswith(("!", "✗")))
        assert warned.startswith("! CDN: This account has no distribution yet"), output
        for subject in ("Account", "Stack", "Certificate", "Hosted zone", "SES", "Mail identity", "Lambda"):
            assert f"✓ {subject}: " in output

        aws("sesv2").create_email_identity(EmailIdentity="site.org")
        aws("dynamodb").create_table(
            TableName="masar-preflight-users",
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        )
        other_site = replace(whole, parameters={**whole.parameters, "SiteAddress": "https://site.org"})
        with pytest.raises(CommandError, match="2 of these prevent the deployment"):
            preflight.require(other_site)
        output = capsys.readouterr().out
        assert "✗ Certificate: It is for *.site.org, and the site is site.org" in output
        assert "✗ Mail identity: site.org has an identity" in output
        assert "! Stack: masar-preflight has left without anything in them: masar-preflight-users" in output

        # What corrects a failure must not be prevented by it.
        preflight.require_settings(other_site)
        assert "Certificate" not in capsys.readouterr().out
        with pytest.raises(CommandError, match="1 of these prevents"):
            preflight.require_settings(replace(whole, parameters={"RequestsPerSecond": "many"}))
