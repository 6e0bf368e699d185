"""Commands of docs/runbook.md that must not lose what they are about. test_monitoring.py has the entries of alarms."""

import re

from stack import templates
from stack.instance import ROOT

PAGE = (ROOT / "docs" / "runbook.md").read_text()


def test_failed_events_are_deleted_one_by_one() -> None:
    assert "sqs delete-message" in PAGE
    assert "purge-queue" not in PAGE, "it deletes events that nobody has read"
    for resource in templates.main()["Resources"].values():
        if resource["Type"] == "AWS::SQS::Queue":
            assert resource["Properties"]["QueueName"]["Fn::Sub"].replace("${AWS::StackName}", "STACK") in PAGE


def test_a_manual_copy_of_a_backup_is_kept_as_long_as_a_daily_one() -> None:
    # Without a lifecycle, AWS Backup applies that of the backup, which expires after two days.
    (rule,) = templates.read("infra/backups.yaml")["Resources"]["Plan"]["Properties"]["BackupPlan"]["BackupPlanRule"]
    (copy,) = rule["CopyActions"]
    commands = re.findall(r"scripts/aws backup start-copy-job(?:\\\n|[^\n])*", PAGE)
    assert commands
    for command in commands:
        assert f"--lifecycle DeleteAfterDays={copy['Lifecycle']['DeleteAfterDays']}" in command
