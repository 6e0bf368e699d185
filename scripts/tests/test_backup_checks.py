"""`scripts/deploy check`: the copies of the tables in another region."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from preflight_support import ENVIRONMENT, messages, stubbed_clients

from stack.deployment import backup_checks
from stack.deployment.finding import OK, WARNING

COPIED = replace(ENVIRONMENT, backup_region="eu-central-1")
TABLES = sorted(backup_checks.copied_tables(COPIED))


def allowed(opted_in: bool = True, managed: bool = True) -> Any:
    settings = {
        "ResourceTypeOptInPreference": {"DynamoDB": opted_in, "EBS": True},
        "ResourceTypeManagementPreference": {"DynamoDB": managed},
    }
    return ("describe_region_settings", settings)


def vaults(*created: tuple[str, datetime]) -> Any:
    return {"BackupVaultList": [{"BackupVaultName": name, "CreationDate": time} for name, time in created]}


def test_nothing_is_checked_without_copies() -> None:
    assert not list(backup_checks.region_settings(ENVIRONMENT, stubbed_clients()))
    assert not list(backup_checks.newest_copies(ENVIRONMENT, stubbed_clients()))


class TestRegionSettings:
    @staticmethod
    def found(*settings: Any) -> Any:
        return list(backup_checks.region_settings(COPIED, stubbed_clients(backup=settings)))

    def test_accepts_two_regions_that_allow_copies(self) -> None:
        assert not self.found(allowed(), allowed())

    @pytest.mark.parametrize("forbidden", [allowed(opted_in=False), allowed(managed=False)])
    def test_warns_of_the_region_that_does_not(self, forbidden: Any) -> None:
        (finding,) = self.found(forbidden, allowed())
        assert (finding.severity, finding.message) == (
            WARNING,
            "AWS Backup is not allowed to copy tables in eu-west-3.",
        )
        assert "update-region-settings --region eu-west-3 " in finding.hint
        (finding,) = self.found(allowed(), forbidden)
        assert "in eu-central-1." in finding.message and "--region eu-central-1 " in finding.hint


class TestNewestCopies:
    @staticmethod
    def found(tables: Any, status: str = "COMPLETED", age: timedelta = timedelta(days=30)) -> Any:
        now = datetime.now(timezone.utc)
        points = [
            {
                "ResourceArn": f"arn:aws:dynamodb:eu-west-3:000000000000:table/{table}",
                "CreationDate": now,
                "Status": status,
            }
            for table in tables
        ]
        responses = [
            ("list_backup_vaults", vaults(("another", now), ("masar-preflight-copies", now - age))),
            ("list_recovery_points_by_backup_vault", {"RecoveryPoints": points}),
        ]
        return list(backup_checks.newest_copies(COPIED, stubbed_clients(backup=responses)))

    def test_accepts_a_copy_of_each_table(self) -> None:
        assert len(TABLES) == 8 and "masar-preflight-users" in TABLES
        (finding,) = self.found(TABLES)
        assert finding.severity == OK

    def test_warns_of_tables_without_one(self) -> None:
        assert messages(self.found(TABLES[1:]), WARNING) == (
            f"masar-preflight-copies in eu-central-1 has no copy of the last two days of: {TABLES[0]}."
        )
        assert ", ".join(TABLES) in messages(self.found(TABLES, status="PARTIAL"), WARNING)

    def test_waits_two_days_for_the_first_copies(self) -> None:
        assert not self.found([], age=timedelta(hours=47))

    def test_a_vault_that_does_not_exist_yet_is_fine(self) -> None:
        aws = stubbed_clients(backup=[("list_backup_vaults", vaults(("another", datetime.now(timezone.utc))))])
        assert not list(backup_checks.newest_copies(COPIED, aws))
