"""Checks of AWS Backup, which copies the tables to another region every day. A deployment succeeds without copies."""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

from .. import templates
from ..local_clients import Client
from .environment import Clients, Environment
from .finding import Finding, ok, warning

SUBJECT = "Copies"
RUNBOOK = "docs/runbook.md, CopiesFailed."
RESOURCE_TYPE = "DynamoDB"
#: A daily copy that is older has been missed. AWS Backup has six hours for a backup, and a copy takes its own time.
COPY_AGE_LIMIT = timedelta(days=2)


def region_settings(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that AWS Backup may copy tables, in the region of the stack and in that of the copies."""
    if not environment.backup_region:
        return
    for region in (environment.region, environment.backup_region):
        settings = aws("backup", region_name=region).describe_region_settings()
        preferences = (settings["ResourceTypeOptInPreference"], settings["ResourceTypeManagementPreference"])
        if not all(preference.get(RESOURCE_TYPE, False) for preference in preferences):
            hint = (
                f"scripts/aws backup update-region-settings --region {region} --resource-type-opt-in-preference "
                "DynamoDB=true --resource-type-management-preference DynamoDB=true"
            )
            yield warning(SUBJECT, f"AWS Backup is not allowed to copy tables in {region}.", hint)


def newest_copies(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that the newest copy of each table is not old."""
    if not environment.backup_region:
        return
    backup = aws("backup", region_name=environment.backup_region)
    vault, oldest = f"{environment.stack}-copies", datetime.now(timezone.utc) - COPY_AGE_LIMIT
    created = creation_time(backup, vault)
    # The next deployment creates a vault that does not exist. A new one has no copies yet.
    if created is None or created > oldest:
        return
    missing = sorted(copied_tables(environment) - tables_with_copies(backup, vault, oldest))
    if missing:
        message = f"{vault} in {environment.backup_region} has no copy of the last two days of: {', '.join(missing)}."
        yield warning(SUBJECT, message, RUNBOOK)
    else:
        yield ok(SUBJECT, f"{vault} in {environment.backup_region} has copies of the last two days")


def creation_time(backup: Client, vault: str) -> datetime | None:
    """
    When a vault was created; None if it does not exist.

    Vaults are listed, because AWS Backup answers AccessDeniedException to a request for one that does not exist.
    """
    for page in backup.get_paginator("list_backup_vaults").paginate():
        for found in page["BackupVaultList"]:
            if found["BackupVaultName"] == vault:
                created: datetime = found["CreationDate"]
                return created
    return None


def copied_tables(environment: Environment) -> set[str]:
    """The names of the tables that infra/backups.yaml copies."""
    selection = templates.read("infra/backups.yaml")["Resources"]["Selection"]["Properties"]["BackupSelection"]
    names = {resource["Fn::Sub"].rpartition("/")[2] for resource in selection["Resources"]}
    return {name.replace("${StackName}", environment.stack) for name in names}


def tables_with_copies(backup: Client, vault: str, since: datetime) -> set[str]:
    """The names of the tables of which a vault has a complete copy that is not older."""
    pages = backup.get_paginator("list_recovery_points_by_backup_vault").paginate(
        BackupVaultName=vault, ByResourceType=RESOURCE_TYPE, ByCreatedAfter=since
    )
    return {
        point["ResourceArn"].rpartition("/")[2]
        for page in pages
        for point in page["RecoveryPoints"]
        if point["Status"] == "COMPLETED"
    }
