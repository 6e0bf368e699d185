"""Removal of a stack, the resources that it leaves, and updates that failed, with the local AWS."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from botocore.exceptions import WaiterError
from deployment_support import ENVIRONMENT, IMPOSSIBLE, TABLE, stack_status

from stack import cloudformation, publish, rehearsal, templates
from stack.console import CommandError
from stack.deployment import companion_stacks, environment, leftovers, releases, remove, rollback
from stack.local_clients import LocalClients
from stack.templates import Template

CONFIRMED = replace(ENVIRONMENT, confirmed=True)
#: A template with everything that a removal deletes or keeps.
TEMPLATE = {
    "Resources": {"SiteBucket": {"Type": "AWS::S3::Bucket"}, "Table": TABLE},
    "Outputs": {"SiteBucketName": {"Value": {"Ref": "SiteBucket"}}},
}
#: The bucket of SAM.
ARCHIVES = "masar-archives"
#: A table whose name contains that of the stack, as in template.yaml.
NAMED_TABLE = {**TABLE, "Properties": {**TABLE["Properties"], "TableName": {"Fn::Sub": "${AWS::StackName}-users"}}}


def delete_table(clients: LocalClients) -> None:
    """Deletes the table, as a person does who wants no data of a removed stack."""
    name = {"TableName": TABLE["Properties"]["TableName"]}
    clients("dynamodb").update_table(**name, DeletionProtectionEnabled=False)
    clients("dynamodb").delete_table(**name)


def make_change_set(clients: LocalClients) -> None:
    """Does to a new stack what `sam deploy --no-execute-changeset` does."""
    clients("cloudformation").create_change_set(
        StackName=ENVIRONMENT.stack,
        ChangeSetName="dry-run",
        ChangeSetType="CREATE",
        TemplateBody=json.dumps(TEMPLATE),
    )
    assert stack_status(clients) == "REVIEW_IN_PROGRESS"


def test_imports_retained_resources_under_their_names_in_the_template() -> None:
    source = templates.main()
    template, kept = leftovers.with_static_names(templates.main(), "masar-staging", "123456789012", "eu-west-3")
    retained = {name for name, resource in source["Resources"].items() if "DeletionPolicy" in resource}
    assert kept.keys() == retained
    assert (kept["UsersTable"], kept["FilesBucket"]) == (
        "masar-staging-users",
        "masar-staging-files-123456789012-eu-west-3",
    )
    assert "${" not in json.dumps(list(kept.values()))
    for name in kept:
        named_by = leftovers.NAME_PROPERTIES[source["Resources"][name]["Type"]]
        template["Resources"][name]["Properties"][named_by] = source["Resources"][name]["Properties"][named_by]
    assert template == source, "nothing else is changed"


def packaged(table: Template, **others: Template) -> str:
    """A template with a table, as `sam package` writes it."""
    resources = {"SiteBucket": {"Type": "AWS::S3::Bucket"}, "Table": table, **others}
    return json.dumps({"Metadata": {"Code": f"s3://{ARCHIVES}/code.zip"}, "Resources": resources})


def import_table(table: Template = NAMED_TABLE, **others: Template) -> None:
    leftovers.deploy_stack_with_existing_resources(ENVIRONMENT, packaged(table, **others), {})


@pytest.fixture
def archives(clients: LocalClients) -> Iterator[None]:
    location = {"LocationConstraint": ENVIRONMENT.region}
    clients("s3").create_bucket(Bucket=ARCHIVES, CreateBucketConfiguration=location)
    yield
    remove.empty_bucket(clients("s3"), ARCHIVES)
    clients("s3").delete_bucket(Bucket=ARCHIVES)


@pytest.fixture
def table(clients: LocalClients, archives: None) -> Iterator[None]:
    """A table outside of a stack, which is imported."""
    clients("dynamodb").create_table(**TABLE["Properties"])
    clients("dynamodb").put_item(TableName="masar-release-users", Item={"pk": {"S": "user#1"}})
    yield
    assert cloudformation.physical_ids(clients, ENVIRONMENT.stack)["Table"] == "masar-release-users"
    assert clients("dynamodb").scan(TableName="masar-release-users")["Count"] == 1
    remove.delete_stack(ENVIRONMENT)
    delete_table(clients)


@pytest.mark.usefixtures("table")
def test_an_import_into_a_new_stack_continues_after_an_interruption(
    clients: LocalClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as interrupted:
        interrupted.setattr(leftovers, "not_imported", MagicMock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            import_table()
    assert stack_status(clients) == "REVIEW_IN_PROGRESS"
    import_table()
    # Nothing outside of the prefix is ever deleted.
    (uploaded,) = clients("s3").list_objects_v2(Bucket=ARCHIVES)["Contents"]
    assert uploaded["Key"].startswith(f"{ENVIRONMENT.s3_prefix}/")


@pytest.mark.usefixtures("table")
def test_a_table_outside_of_its_stack_is_imported(clients: LocalClients) -> None:
    """What a release that adds a table leaves when it is rolled back: a stack without the table, which exists."""
    before = json.dumps({"Resources": {"SiteBucket": {"Type": "AWS::S3::Bucket"}}})
    cloudformation.create_or_update(clients, ENVIRONMENT.stack, {"TemplateBody": before}, {})
    import_table()


@pytest.mark.usefixtures("archives")
def test_what_does_not_exist_is_created_after_confirmation_only(
    clients: LocalClients, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "no")
    with pytest.raises(CommandError, match="Nothing was imported"):
        import_table()
    assert "These do not exist, so the stack creates them without data: masar-release-users." in capsys.readouterr().out
    assert stack_status(clients) is None
    assert clients("dynamodb").list_tables()["TableNames"] == []


def test_a_dry_run_leaves_no_stack(clients: LocalClients) -> None:
    make_change_set(clients)
    assert cloudformation.describe_stack(clients("cloudformation"), ENVIRONMENT.stack) == {}
    assert environment.is_first_deployment(ENVIRONMENT)
    assert remove.remove(CONFIRMED) == 0
    assert stack_status(clients) is None


@pytest.mark.usefixtures("web_acl_of_the_emulator")
def test_removal_asks_for_confirmation_and_keeps_tables(clients: LocalClients, monkeypatch: pytest.MonkeyPatch) -> None:
    cloudformation.create_or_update(clients, ENVIRONMENT.stack, {"TemplateBody": json.dumps(TEMPLATE)}, {})
    clients("cloudformation").update_termination_protection(
        StackName=ENVIRONMENT.stack, EnableTerminationProtection=True
    )
    assert not environment.is_first_deployment(ENVIRONMENT)
    bucket = environment.stack_outputs(ENVIRONMENT)["SiteBucketName"]
    clients("s3").put_object(Bucket=bucket, Key="index.html", Body=b"1")
    acl = companion_stacks.web_acl(replace(ENVIRONMENT, web_acl="on"))
    assert acl

    monkeypatch.setattr("builtins.input", lambda _: "something else")
    assert remove.remove(ENVIRONMENT) == 1
    assert clients("s3").list_objects_v2(Bucket=bucket)["KeyCount"] == 1

    monkeypatch.setattr("builtins.input", lambda _: ENVIRONMENT.stack)
    assert remove.remove(ENVIRONMENT) == 0
    assert stack_status(clients) is None
    assert bucket not in [found["Name"] for found in clients("s3").list_buckets()["Buckets"]]
    assert clients("dynamodb").list_tables()["TableNames"] == ["masar-release-users"]
    assert companion_stacks.web_acl(replace(ENVIRONMENT, web_acl="on"), read_only=True) == ""
    remove.empty_bucket(clients("s3"), bucket)


@pytest.mark.usefixtures("web_acl_of_the_emulator")
def test_a_removal_continues_after_the_stack_is_gone(clients: LocalClients) -> None:
    cloudformation.create_or_update(clients, releases.SAM_STACK, {"TemplateBody": json.dumps(rehearsal.SAM)}, {})
    agreeing = replace(ENVIRONMENT, confirmed=True, web_acl="on")
    stored = releases.sam_bucket(agreeing)

    companion_stacks.web_acl(agreeing)
    clients("s3").put_object(Bucket=stored, Key="masar-release/releases/1/template.yaml", Body=b"1")
    assert remove.remove(agreeing) == 0
    assert companion_stacks.web_acl(agreeing, read_only=True) == ""
    assert not list(releases.versions(agreeing))

    # The stored releases are deleted last.
    clients("s3").put_object(Bucket=stored, Key="masar-release/releases/1/template.yaml", Body=b"1")
    assert remove.remove(agreeing) == 0
    with pytest.raises(CommandError, match="no stack masar-release in eu-west-3, and no web ACL"):
        remove.remove(agreeing)
    clients("cloudformation").delete_stack(StackName=releases.SAM_STACK)


def test_a_deletion_that_fails_is_repeated_when_the_sites_bucket_was_filled_meanwhile(
    clients: LocalClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = {"TemplateBody": json.dumps({"Resources": {"SiteBucket": {"Type": "AWS::S3::Bucket"}}})}
    cloudformation.create_or_update(clients, ENVIRONMENT.stack, request, {})
    bucket = cloudformation.physical_ids(clients, ENVIRONMENT.stack)["SiteBucket"]
    clients("s3").put_object(Bucket=bucket, Key="catalogue/courses.json", Body=b"1")
    fail_once = MagicMock(side_effect=[CommandError("masar-release could not be deleted", ""), None])
    with monkeypatch.context() as failing:
        failing.setattr(remove, "delete_stack", fail_once)
        remove.delete_emptied_stack(ENVIRONMENT, bucket)
    assert fail_once.call_count == 2
    assert clients("s3").list_objects_v2(Bucket=bucket)["KeyCount"] == 0
    remove.delete_stack(ENVIRONMENT)


def test_a_removal_stops_publishing_into_the_bucket(clients: LocalClients) -> None:
    schedule = {
        "Type": "AWS::Events::Rule",
        "Properties": {"ScheduleExpression": "rate(5 minutes)", "State": "ENABLED"},
    }
    template = {"Resources": {publish.SCHEDULE: schedule, "Other": schedule}}
    cloudformation.create_or_update(clients, ENVIRONMENT.stack, {"TemplateBody": json.dumps(template)}, {})
    remove.stop_publishing(ENVIRONMENT.client, ENVIRONMENT.stack)
    rules = clients("events").list_rules()["Rules"]
    assert sorted(rule["State"] for rule in rules) == ["DISABLED", "ENABLED"]
    clients("cloudformation").delete_stack(StackName=ENVIRONMENT.stack)


RELEASE = "20261125-120000-abc"


def with_queue(**resources: Any) -> str:
    queue = {"Type": "AWS::SQS::Queue"}
    return json.dumps({"Resources": {"Queue": queue, **resources}, "Outputs": {"Release": {"Value": RELEASE}}})


class TestFailedUpdateOfADeployedStack:
    @pytest.fixture(autouse=True)
    def failed(self, clients: LocalClients) -> Iterator[None]:
        client, name = clients("cloudformation"), {"StackName": ENVIRONMENT.stack}
        cloudformation.create_or_update(clients, ENVIRONMENT.stack, {"TemplateBody": with_queue()}, {})
        # As `sam deploy` does.
        client.update_stack(**name, TemplateBody=with_queue(Nested=IMPOSSIBLE), DisableRollback=True)
        with pytest.raises(WaiterError):
            cloudformation.wait(client, "stack_update_complete", name)
        assert stack_status(clients) == "UPDATE_FAILED"
        yield
        remove.delete_stack(ENVIRONMENT)

    def test_is_undone_after_confirmation(self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("builtins.input", lambda _: "no")
        assert not leftovers.resolve_failed_update(ENVIRONMENT)
        assert stack_status(clients) == "UPDATE_FAILED"
        assert leftovers.resolve_failed_update(CONFIRMED)
        assert stack_status(clients) == "UPDATE_ROLLBACK_COMPLETE"
        assert leftovers.resolve_failed_update(ENVIRONMENT), "there is nothing left to undo"

    def test_is_undone_by_a_rollback_without_a_deployment(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        sites = MagicMock()
        monkeypatch.setattr(rollback, "require_working_release", sites)
        assert rollback.roll_back(CONFIRMED, "") == 0
        assert stack_status(clients) == "UPDATE_ROLLBACK_COMPLETE"
        assert f"{ENVIRONMENT.stack} runs {RELEASE} again." in capsys.readouterr().out
        sites.assert_called_once()

    def test_stays_without_confirmation(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(rollback, "releases", MagicMock(fetch=MagicMock(return_value=(tmp_path, tmp_path))))
        monkeypatch.setattr("builtins.input", lambda _: "no")
        for name in ("", "20261124-120000-abc"):
            assert rollback.roll_back(ENVIRONMENT, name) == 1
            assert stack_status(clients) == "UPDATE_FAILED"


def test_a_failed_update_of_a_first_deployment_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    # RollbackStack deletes a stack that was never complete. The emulator updates no stack in CREATE_FAILED.
    client = MagicMock()
    client.describe_stacks.return_value = {"Stacks": [{"StackStatus": "UPDATE_FAILED"}]}
    monkeypatch.setattr(environment.Environment, "client", lambda *_: client)
    assert leftovers.resolve_failed_update(ENVIRONMENT)
    client.rollback_stack.assert_not_called()
