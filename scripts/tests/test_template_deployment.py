"""Templates of infra/ by themselves, deployed to the local AWS."""

import json
from typing import Any

import pytest

from stack import cloudformation, templates
from stack.emulator_templates import adapt, force_update
from stack.instance import Instance
from stack.local_clients import LocalClients


def test_the_cdn_sends_the_configured_version_of_the_origin_secret(clients: LocalClients, instance: Instance) -> None:
    template = templates.read("infra/hosting.yaml")
    adapt(instance, template)
    secrets = clients("secretsmanager")
    arn = secrets.create_secret(Name="origin", SecretString="first")["ARN"]
    given = {name: parameter.get("Default", "") for name, parameter in template["Parameters"].items()} | {
        "Name": "masar-rotation",
        "SiteAddress": "https://example.org",
        "ApiId": "abc",
        "OriginSecretArn": arn,
        "FilesAddress": instance.aws,
    }

    def sent_with(version: Any) -> Any:
        force_update(template, version)
        cloudformation.create_or_update(
            clients, "rotation", {"TemplateBody": json.dumps(template)}, given | {"OriginSecretVersion": version}
        )
        cloudfront = clients("cloudfront")
        listed = cloudfront.list_distributions()["DistributionList"]["Items"]
        (distribution,) = (found for found in listed if found["Comment"] == "masar-rotation")
        origins = cloudfront.get_distribution_config(Id=distribution["Id"])["DistributionConfig"]["Origins"]["Items"]
        return [
            header["HeaderValue"] for origin in origins for header in origin.get("CustomHeaders", {}).get("Items", [])
        ]

    assert sent_with("") == ["first"]
    second = secrets.put_secret_value(SecretId=arn, SecretString="second")["VersionId"]
    assert sent_with(second) == ["second"]
    third = secrets.put_secret_value(SecretId=arn, SecretString="third")["VersionId"]
    # Without a new parameter, the CDN keeps its version.
    assert sent_with(second) == ["second"]
    assert sent_with(third) == ["third"]


@pytest.mark.parametrize(
    ("policy", "reports", "dmarc"),
    [
        ("none", "", {"_dmarc.site.org. TXT": '"v=DMARC1; p=none"'}),
        ("reject", "d@site.org", {"_dmarc.site.org. TXT": '"v=DMARC1; p=reject; rua=mailto:d@site.org"'}),
        ("existing", "d@site.org", {}),
    ],
)
def test_creates_email_records_in_the_zone_of_the_sender(
    clients: LocalClients, policy: str, reports: str, dmarc: dict[str, str]
) -> None:
    template = templates.read("infra/mail.yaml")
    # The emulator gives an identity no keys.
    template["Resources"] = {
        name: resource for name, resource in template["Resources"].items() if not name.startswith("DkimRecord")
    }
    del template["Outputs"]["DkimRecords"]
    created = clients("route53").create_hosted_zone(Name="site.org", CallerReference=policy)
    name, zone = f"mail-{policy}", created["HostedZone"]["Id"].rpartition("/")[2]
    given = {
        "Name": name,
        "Domain": "site.org",
        "HostedZoneId": zone,
        "MailFromSubdomain": "bounce",
        "Tls": "preferred",
        "DmarcPolicy": policy,
        "DmarcReports": reports,
    }
    outputs = cloudformation.create_or_update(clients, name, {"TemplateBody": json.dumps(template)}, given)

    entered = {
        f"{record['Name']} {record['Type']}": record["ResourceRecords"][0]["Value"]
        for record in clients("route53").list_resource_record_sets(HostedZoneId=zone)["ResourceRecordSets"]
        if record["Type"] not in ("NS", "SOA")
    }
    mail_from = {
        "bounce.site.org. MX": "10 feedback-smtp.eu-west-3.amazonses.com",
        "bounce.site.org. TXT": '"v=spf1 include:amazonses.com ~all"',
    }
    assert entered == {**mail_from, **dmarc}
    identity = clients("sesv2").get_email_identity(EmailIdentity="site.org")
    assert identity["MailFromAttributes"]["MailFromDomain"] == "bounce.site.org"
    assert [record for record in outputs["SenderRecords"].split(", ") if record] == [
        key.replace(". ", " ") + f" {value}" for key, value in (mail_from | dmarc).items()
    ]
    clients("cloudformation").delete_stack(StackName=name)
    cloudformation.wait(clients("cloudformation"), "stack_delete_complete", {"StackName": name})


def test_alias_records_allow_an_apex_domain() -> None:
    # A domain without a label in front takes no CNAME. The emulator has no record set groups.
    resources = templates.read("infra/hosting.yaml")["Resources"].values()
    (group,) = (resource for resource in resources if resource["Type"] == "AWS::Route53::RecordSetGroup")
    assert [record["Type"] for record in group["Properties"]["RecordSets"]] == ["A", "AAAA"]
    for record in group["Properties"]["RecordSets"]:
        assert record["AliasTarget"]["DNSName"] == {"Fn::GetAtt": ["Distribution", "DomainName"]}
        assert record["AliasTarget"]["HostedZoneId"] == "Z2FDTNDATAQYW2"


def test_a_budget_notifies_before_it_is_spent_and_can_be_replaced() -> None:
    # The emulator has no budgets.
    (budget,) = templates.read("infra/budget.yaml")["Resources"].values()
    assert budget["Type"] == "AWS::Budgets::Budget"
    assert "BudgetName" not in budget["Properties"]["Budget"], "another address replaces it, and a name would be taken"
    notifications = [entry["Notification"] for entry in budget["Properties"]["NotificationsWithSubscribers"]]
    assert [(entry["NotificationType"], entry["Threshold"]) for entry in notifications] == [
        ("FORECASTED", 100),
        ("ACTUAL", 80),
        ("ACTUAL", 100),
    ]
    for entry in budget["Properties"]["NotificationsWithSubscribers"]:
        assert entry["Subscribers"] == [{"SubscriptionType": "EMAIL", "Address": {"Ref": "AlarmEmail"}}]
