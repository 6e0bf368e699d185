"""The form of docs/runbook.md. test_monitoring.py compares its entries with the alarms."""

import re
from typing import Any

import pytest

from stack import templates
from stack.instance import ROOT

PAGE = (ROOT / "docs" / "runbook.md").read_text()
#: The parts of an entry, in their order.
PARTS = ["Meaning", "Impact", "Check", "Fix", "Prevent"]
REQUIRED = {"Meaning", "Fix"}


def entries(page: str) -> dict[str, str]:
    """The text of each third-level heading."""
    found = re.split(r"^### (.+)$", page, flags=re.MULTILINE)
    return {
        name: re.split(r"^#{1,2} ", text, maxsplit=1, flags=re.MULTILINE)[0]
        for name, text in zip(found[1::2], found[2::2], strict=True)
    }


def is_in_form(text: str) -> bool:
    parts = re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE)
    return parts == [part for part in PARTS if part in parts] and set(parts) >= REQUIRED


ENTRIES = entries(PAGE)


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_has_its_parts_in_order(name: str) -> None:
    assert is_in_form(ENTRIES[name]), f"{PARTS}, of which {sorted(REQUIRED)} are required"


def test_widgets_of_the_dashboard_have_their_titles() -> None:
    titles = set(re.findall(r'"title": "([^"]+)"', (ROOT / "infra" / "monitoring.yaml").read_text()))
    named = set(re.findall(r"\bwidget\s+`([^`]+)`", PAGE))
    assert named and named <= titles


def test_failed_events_are_deleted_one_by_one() -> None:
    assert "sqs delete-message" in PAGE
    assert "purge-queue" not in PAGE, "it deletes events that nobody has read"
    queues = [
        resource["Properties"]["QueueName"]["Fn::Sub"]
        for resource in templates.main()["Resources"].values()
        if resource["Type"] == "AWS::SQS::Queue"
    ]
    for name in queues:
        assert name.replace("${AWS::StackName}", "STACK") in PAGE


def test_a_manual_copy_of_a_backup_is_kept_as_long_as_a_daily_one() -> None:
    # Without a lifecycle, AWS Backup applies that of the backup, which expires after two days.
    (rule,) = templates.read("infra/backups.yaml")["Resources"]["Plan"]["Properties"]["BackupPlan"]["BackupPlanRule"]
    (copy,) = rule["CopyActions"]
    commands = re.findall(r"scripts/aws backup start-copy-job(?:\\\n|[^\n])*", PAGE)
    assert commands
    for command in commands:
        assert f"--lifecycle DeleteAfterDays={copy['Lifecycle']['DeleteAfterDays']}" in command


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**Meaning.** A.\n\n**Impact.** B.\n\n**Check.** C.\n\n**Fix.** D.\n\n**Prevent.** E.\n", True),
        ("**Meaning.** A.\n\n**Fix.** D.\n", True),
        ("**Fix.** D.\n\n**Meaning.** A.\n", False),
        ("**Meaning.** A.\n\n**Look.** C.\n\n**Fix.** D.\n", False),
        ("**Meaning.** A.\n", False),
        ("", False),
    ],
)
def test_the_form_is_recognized(text: str, expected: Any) -> None:
    assert is_in_form(text) == expected
