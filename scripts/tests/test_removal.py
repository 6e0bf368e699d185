"""Removal of a stack, and the resources that it leaves, with the local AWS."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import MagicMock

import pytest
from deployment_support import ENVIRONMENT, IMPOSSIBLE, TABLE

from stack import cloudformation, publish, templates
from stack.console import CommandError
from stack.deployment import companion_stacks, environment, leftovers, releases, remove
from stack.local_clients import LocalClients
from stack.templates import Template

#: A template with everything that a removal deletes or keeps.
TEMPLATE = {
    "Resources": {"SiteBucket": {"Type": "AWS::S3::Bucket"}, "Table": TABLE},
    "Outputs": {"SiteBucketName": {"Value": {"Ref": "SiteBucket"}}},
}


#: The bucket of SAM.
ARCHIVES = "masar-archives"


#: A table whose name contains that of the stack, as in template.yaml.
NAMED_TABLE = {**TABLE, "Properties": {**TABLE["Properties"], "TableName": {"Fn::Sub": "${AWS::StackName}-users"}}}


#: A template whose first deployment fails after it has created a table and a bucket.
FAILING = {
    "Resources": {
        "Table": TABLE,
        "FilesBucket": {
            "Type": "AWS::S3::Bucket",
            "DeletionPolicy": "Retain",
            "Properties": {"BucketName": {"Fn::Sub": "${AWS::StackName}-files-${AWS::AccountId}-${AWS::Region}"}},
        },
        "Nested": {**IMPOSSIBLE, "DependsOn": ["Table", "FilesBucket"]},
    }
}


def make_change_set(clients: LocalClients) -> None:
    """Does to a new stack what `sam deploy --no-execute-changeset` does."""
    clients("cloudformation").create_change_set(
        StackName=ENVIRONMENT.stack,
        ChangeSetName="dry-run",
        ChangeSetType="CREATE",
        TemplateBody=json.dumps(TEMPLATE),
    )
    assert cloudformation.stack_status(clients, ENVIRONMENT.stack) == "REVIEW_IN_PROGRESS"


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
    """The bucket of SAM."""
    location = {"LocationConstraint": ENVIRONMENT.region}
    clients("s3").create_bucket(Bucket=ARCHIVES, CreateBucketConfiguration=location)
    yield
    remove.empty_bucket(clients("s3"), ARCHIVES)
    clients("s3").delete_bucket(Bucket=ARCHIVES)


@pytest.mark.usefixtures("archives")
class TestImportIntoNewStack:
    @pytest.fixture(autouse=True)
    def removed(self, clients: LocalClients) -> Iterator[Any]:
        """What a removed stack has left."""
        clients("dynamodb").create_table(**TABLE["Properties"])
        clients("dynamodb").put_item(TableName="masar-release-users", Item={"pk": {"S": "user#1"}})
        yield
        leftovers.delete_stack(ENVIRONMENT, ENVIRONMENT.client)
        leftovers.delete_table(clients("dynamodb"), "masar-release-users")

    def test_continues_after_an_interruption(self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(*_: Any) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as interrupted:
            interrupted.setattr(leftovers, "not_imported", interrupt)
            with pytest.raises(KeyboardInterrupt):
                import_table()
        assert cloudformation.stack_status(clients, ENVIRONMENT.stack) == "REVIEW_IN_PROGRESS"

        import_table()
        assert cloudformation.physical_ids(clients, ENVIRONMENT.stack)["Table"] == "masar-release-users"
        assert clients("dynamodb").scan(TableName="masar-release-users")["Count"] == 1
        # Nothing outside of the prefix is ever deleted.
        (uploaded,) = clients("s3").list_objects_v2(Bucket=ARCHIVES)["Contents"]
        assert uploaded["Key"].startswith(f"{ENVIRONMENT.s3_prefix}/")


@pytest.mark.usefixtures("archives")
class TestTableOutsideOfItsStack:
    """What a release that adds a table leaves when it is rolled back: a stack without the table, which exists."""

    #: The release before. Its stack has no table.
    BEFORE = {"TemplateBody": json.dumps({"Resources": {"SiteBucket": {"Type": "AWS::S3::Bucket"}}})}
    LEFT = leftovers.Leftovers(empty=("masar-release-users",))

    @pytest.fixture(autouse=True)
    def deployed(self, clients: LocalClients) -> Iterator[Any]:
        cloudformation.create_or_update(clients, ENVIRONMENT.stack, self.BEFORE, {})
        yield
        leftovers.delete_stack(ENVIRONMENT, ENVIRONMENT.client)
        leftovers.delete(ENVIRONMENT, ENVIRONMENT.client, self.LEFT)

    @staticmethod
    def add_table(clients: LocalClients, **others: Any) -> None:
        resources = {"SiteBucket": {"Type": "AWS::S3::Bucket"}, "Table": TABLE, **others}
        template = {"TemplateBody": json.dumps({"Resources": resources})}
        cloudformation.create_or_update(clients, ENVIRONMENT.stack, template, {})

    def test_without_data_is_deleted_after_confirmation(self, clients: LocalClients) -> None:
        with pytest.raises(CommandError, match="UPDATE_ROLLBACK_COMPLETE"):
            self.add_table(clients, Nested={**IMPOSSIBLE, "DependsOn": "Table"})
        assert leftovers.find(ENVIRONMENT, ENVIRONMENT.client) == self.LEFT

        assert leftovers.resolve(replace(ENVIRONMENT, confirmed=True), imports_resources=False)
        assert not leftovers.find(ENVIRONMENT, ENVIRONMENT.client)
        self.add_table(clients)
        assert not leftovers.find(ENVIRONMENT, ENVIRONMENT.client), "the stack has the table"

    def test_with_data_is_imported(self, clients: LocalClients) -> None:
        self.add_table(clients)
        clients("dynamodb").put_item(TableName="masar-release-users", Item={"pk": {"S": "user#1"}})
        cloudformation.create_or_update(clients, ENVIRONMENT.stack, self.BEFORE, {})
        with pytest.raises(CommandError, match="data is in: masar-release-users") as refused:
            leftovers.resolve(ENVIRONMENT, imports_resources=False)
        assert "--import-resources" in refused.value.hint

        assert leftovers.resolve(ENVIRONMENT, imports_resources=True)
        import_table()
        assert cloudformation.physical_ids(clients, ENVIRONMENT.stack)["Table"] == "masar-release-users"
        with pytest.raises(CommandError, match="exists, and has its tables"):
            leftovers.resolve(ENVIRONMENT, imports_resources=True)
        clients("dynamodb").delete_item(TableName="masar-release-users", Key={"pk": {"S": "user#1"}})


class TestFirstDeploymentWithRollback:
    """What a failed `sam deploy` with rollback leaves: a stack that cannot be updated, and tables that exist."""

    @pytest.fixture(autouse=True)
    def failed(self, clients: LocalClients) -> Iterator[Any]:
        clients("cloudformation").create_stack(
            StackName=ENVIRONMENT.stack, TemplateBody=json.dumps(FAILING), Capabilities=["CAPABILITY_IAM"]
        )
        with pytest.raises(Exception, match="ROLLBACK_COMPLETE"):
            clients("cloudformation").get_waiter("stack_create_complete").wait(
                StackName=ENVIRONMENT.stack, WaiterConfig={"Delay": 1}
            )
        yield
        leftovers.delete(
            ENVIRONMENT, ENVIRONMENT.client, replace(leftovers.find(ENVIRONMENT, ENVIRONMENT.client), filled=())
        )

    def test_deletes_leftovers_without_data_after_confirmation(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        left = leftovers.find(ENVIRONMENT, ENVIRONMENT.client)
        assert left == leftovers.Leftovers(
            "ROLLBACK_COMPLETE", ("masar-release-users", "masar-release-files-000000000000-eu-west-3")
        )

        monkeypatch.setattr("builtins.input", lambda _: "something else")
        assert not leftovers.resolve(ENVIRONMENT, imports_resources=False)
        assert leftovers.find(ENVIRONMENT, ENVIRONMENT.client) == left

        monkeypatch.setattr("builtins.input", lambda _: ENVIRONMENT.stack)
        assert leftovers.resolve(ENVIRONMENT, imports_resources=False)
        assert not leftovers.find(ENVIRONMENT, ENVIRONMENT.client)
        assert clients("dynamodb").list_tables()["TableNames"] == []
        assert leftovers.resolve(ENVIRONMENT, imports_resources=False), "without leftovers, no confirmation is needed"

    def test_keeps_tables_with_data(self, clients: LocalClients) -> None:
        agreeing = replace(ENVIRONMENT, confirmed=True)
        clients("dynamodb").put_item(TableName="masar-release-users", Item={"pk": {"S": "user#1"}})
        with pytest.raises(CommandError, match="data is in: masar-release-users"):
            leftovers.resolve(agreeing, imports_resources=False)
        assert leftovers.resolve(agreeing, imports_resources=True)
        assert leftovers.find(ENVIRONMENT, ENVIRONMENT.client).status == ""
        assert clients("dynamodb").scan(TableName="masar-release-users")["Count"] == 1
        clients("dynamodb").delete_item(TableName="masar-release-users", Key={"pk": {"S": "user#1"}})

    def test_keeps_a_bucket_with_files(self, clients: LocalClients) -> None:
        bucket = "masar-release-files-000000000000-eu-west-3"
        clients("s3").put_object(Bucket=bucket, Key="image/1", Body=b"1")
        with pytest.raises(CommandError, match=f"data is in: {bucket}"):
            leftovers.resolve(replace(ENVIRONMENT, confirmed=True), imports_resources=False)
        clients("s3").delete_object(Bucket=bucket, Key="image/1")


def test_a_dry_run_leaves_no_stack(clients: LocalClients) -> None:
    make_change_set(clients)
    assert environment.describe_stack(clients("cloudformation"), ENVIRONMENT.stack) == {}
    assert environment.is_first_deployment(ENVIRONMENT)
    assert not leftovers.find(ENVIRONMENT, ENVIRONMENT.client)
    assert leftovers.resolve(ENVIRONMENT, imports_resources=True)
    assert remove.remove(replace(ENVIRONMENT, confirmed=True)) == 0
    assert cloudformation.stack_status(clients, ENVIRONMENT.stack) in (None, "DELETE_COMPLETE")


@pytest.mark.usefixtures("web_acl_of_the_emulator")
def test_removal_asks_for_confirmation_and_keeps_tables(clients: LocalClients, monkeypatch: pytest.MonkeyPatch) -> None:
    cloudformation.create_or_update(clients, ENVIRONMENT.stack, {"TemplateBody": json.dumps(TEMPLATE)}, {})
    clients("cloudformation").update_termination_protection(
        StackName=ENVIRONMENT.stack, EnableTerminationProtection=True
    )
    assert not environment.is_first_deployment(ENVIRONMENT)
    assert not leftovers.find(ENVIRONMENT, ENVIRONMENT.client), "a working stack owns its tables"
    bucket = environment.stack_outputs(ENVIRONMENT)["SiteBucketName"]
    clients("s3").put_object(Bucket=bucket, Key="index.html", Body=b"1")
    acl = companion_stacks.web_acl(replace(ENVIRONMENT, web_acl="on"))
    assert acl

    monkeypatch.setattr("builtins.input", lambda _: "something else")
    assert remove.remove(ENVIRONMENT) == 1
    assert clients("s3").list_objects_v2(Bucket=bucket)["KeyCount"] == 1

    monkeypatch.setattr("builtins.input", lambda _: ENVIRONMENT.stack)
    assert remove.remove(ENVIRONMENT) == 0
    assert cloudformation.stack_status(clients, ENVIRONMENT.stack) in (None, "DELETE_COMPLETE")
    assert bucket not in [found["Name"] for found in clients("s3").list_buckets()["Buckets"]]
    assert clients("dynamodb").list_tables()["TableNames"] == ["masar-release-users"]
    assert companion_stacks.web_acl(replace(ENVIRONMENT, web_acl="on"), read_only=True) == ""
    remove.empty_bucket(clients("s3"), bucket)


@pytest.mark.usefixtures("web_acl_of_the_emulator")
def test_a_removal_continues_after_the_stack_is_gone(clients: LocalClients) -> None:
    bucket = {"Type": "AWS::S3::Bucket", "Properties": {"VersioningConfiguration": {"Status": "Enabled"}}}
    sam = {"Resources": {"Bucket": bucket}, "Outputs": {releases.SAM_BUCKET_OUTPUT: {"Value": {"Ref": "Bucket"}}}}
    cloudformation.create_or_update(clients, releases.SAM_STACK, {"TemplateBody": json.dumps(sam)}, {})
    agreeing = replace(ENVIRONMENT, confirmed=True, web_acl="on")
    stored = releases.sam_bucket(agreeing.client)

    companion_stacks.web_acl(agreeing)
    clients("s3").put_object(Bucket=stored, Key="masar-release/releases/1/template.yaml", Body=b"1")
    assert remove.remove(agreeing) == 0
    assert companion_stacks.web_acl(agreeing, read_only=True) == ""
    assert not list(releases.versions(agreeing, agreeing.client))

    # The stored releases are deleted last.
    clients("s3").put_object(Bucket=stored, Key="masar-release/releases/1/template.yaml", Body=b"1")
    assert remove.remove(agreeing) == 0
    with pytest.raises(CommandError, match="no stack masar-release in eu-west-3, and no web ACL"):
        remove.remove(agreeing)
    clients("cloudformation").delete_stack(StackName=releases.SAM_STACK)


class TestDeletionThatFailsOnce:
    @pytest.fixture
    def bucket(self, clients: LocalClients) -> Iterator[str]:
        """The bucket of the site."""
        cloudformation.create_or_update(clients, ENVIRONMENT.stack, {"TemplateBody": json.dumps(TEMPLATE)}, {})
        yield environment.stack_outputs(ENVIRONMENT)["SiteBucketName"]
        leftovers.delete_stack(ENVIRONMENT, ENVIRONMENT.client)
        leftovers.delete_table(clients("dynamodb"), "masar-release-users")

    @pytest.fixture
    def delete_stack(self) -> Iterator[MagicMock]:
        """Deletes no stack. The first try fails."""
        mock = MagicMock(side_effect=[CommandError("masar-release could not be deleted", ""), None])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(leftovers, "delete_stack", mock)
            yield mock

    def test_is_repeated_when_the_sites_bucket_was_filled_meanwhile(
        self, clients: LocalClients, bucket: str, delete_stack: MagicMock
    ) -> None:
        clients("s3").put_object(Bucket=bucket, Key="catalogue/courses.json", Body=b"1")
        remove.delete_stack(ENVIRONMENT, bucket)
        assert delete_stack.call_count == 2
        assert clients("s3").list_objects_v2(Bucket=bucket)["KeyCount"] == 0


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
