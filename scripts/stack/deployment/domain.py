"""The hosted zones of the site and of emails, and the DNS records that a person has to create."""

from collections.abc import Mapping
from typing import Any

from botocore.exceptions import ClientError

from .environment import Clients, Environment


def mail_zone_id(environment: Environment, aws: Clients) -> str:
    """The zone of the sender's domain: that of samconfig.toml, or that of the site if it contains the domain."""
    configured, site_zone = environment.value("MailHostedZoneId"), environment.value("HostedZoneId")
    if configured or not site_zone:
        return configured
    found = hosted_zone(aws, site_zone)
    return site_zone if found and is_in(environment.mail_domain, found["Name"].rstrip(".")) else ""


def hosted_zone(aws: Clients, zone_id: str) -> dict[str, Any]:
    """A hosted zone; empty when the account does not have it."""
    try:
        found: dict[str, Any] = aws("route53").get_hosted_zone(Id=zone_id)["HostedZone"]
    except ClientError as error:
        if error.response["Error"]["Code"] in ("NoSuchHostedZone", "InvalidInput"):
            return {}
        raise
    return found


def is_in(host: str, name: str) -> bool:
    """Whether the zone of a name contains a host name."""
    return host == name or host.endswith(f".{name}")


def records_to_create(environment: Environment, outputs: Mapping[str, str]) -> list[str]:
    """The records of the site, and of the sender's domain, that the stack has not created."""
    records = []
    if environment.value("CertificateArn") and not environment.value("HostedZoneId"):
        records.append(f"{environment.host} CNAME {outputs['DistributionAddress'].removeprefix('https://')}")
    if not environment.value("MailHostedZoneId"):
        for name in ("DkimRecords", "SenderRecords"):
            records += [record.strip() for record in outputs.get(name, "").split(",") if record.strip()]
    return records
