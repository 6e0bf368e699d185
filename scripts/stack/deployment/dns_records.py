"""DNS records that the user creates by hand if Route 53 has no zone for them."""

from collections.abc import Mapping

from .environment import Environment


def to_create(environment: Environment, outputs: Mapping[str, str]) -> list[str]:
    """The records of the site, and of the sender's domain, that the stack has not created."""
    records = []
    if environment.value("CertificateArn") and not environment.value("HostedZoneId"):
        records.append(f"{environment.host} CNAME {outputs['DistributionAddress'].removeprefix('https://')}")
    if not environment.value("MailHostedZoneId"):
        for name in ("DkimRecords", "SenderRecords"):
            records += [record.strip() for record in outputs.get(name, "").split(",") if record.strip()]
    return records
