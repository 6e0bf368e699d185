"""What scripts/deploy does around SAM, with an emulator in the place of AWS."""

import json

import pytest

from stack import build, deploy, emulator, release
from stack.console import Failure
from stack.instance import ROOT, Instance, free_port

ENVIRONMENT = release.Environment("staging", "masar-release", "eu-west-3", parameters={"MailSender": "no-reply@site.org"})
#: A stack with all that a removal looks at.
TEMPLATE = {
    "Resources": {
        "SiteBucket": {"Type": "AWS::S3::Bucket"},
        "Table": {
            "Type": "AWS::DynamoDB::Table",
            "DeletionPolicy": "Retain",
            "Properties": {
                "TableName": "masar-release-users",
                "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            },
        },
    },
    "Outputs": {"SiteBucketName": {"Value": {"Ref": "SiteBucket"}}},
}


@pytest.fixture(scope="module")
def cloud(tmp_path_factory):
    folder = tmp_path_factory.mktemp("emulator")
    instance = Instance("masar-release", folder, folder / "stack.json", free_port(), free_port())
    with emulator.running(instance):
        key = deploy.developer_key(instance)
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("AWS_ENDPOINT_URL", instance.aws)
            environment.setenv("AWS_ACCESS_KEY_ID", key["accessKeyId"])
            environment.setenv("AWS_SECRET_ACCESS_KEY", key["secretAccessKey"])
            yield deploy.Cloud(instance, key)


def test_the_environments_of_the_repository_have_to_be_made_ones_own():
    environments = release.read_environments((ROOT / "samconfig.toml").read_text())
    assert list(environments) == ["staging", "production"]
    assert [environment.confirmed for environment in environments.values()] == [False, True]
    for environment in environments.values():
        with pytest.raises(Failure, match="is an example"):
            release.require_own_values(environment)


def test_a_sender_is_wanted_and_an_address_is_not():
    release.require_own_values(ENVIRONMENT)
    with pytest.raises(Failure, match="MailSender of staging is missing"):
        release.require_own_values(release.Environment("staging", "masar-staging", "eu-west-3"))


def test_every_parameter_is_given_since_sam_would_leave_it_as_it_was():
    option, given = release.overrides(ENVIRONMENT, "https://site.org")
    assert option == "--parameter-overrides"
    values = dict(override.split("=", 1) for override in given.split())
    assert values.keys() == build.template()["Parameters"].keys()
    assert (values["SiteAddress"], values["MailSender"], values["WebAclArn"]) == ("https://site.org", "no-reply@site.org", '""')


def test_a_stack_that_is_not_there_tells_nothing_and_cannot_be_removed(cloud):
    nowhere = release.Environment("staging", "masar-nowhere", "eu-west-3")
    assert release.outputs(nowhere) == {}
    assert release.is_begun(nowhere)
    with pytest.raises(Failure, match="no stack masar-nowhere"):
        release.remove(nowhere)


def test_a_removal_asks_deletes_the_stack_and_leaves_tables(cloud, monkeypatch):
    deploy.create_or_update(cloud, ENVIRONMENT.stack, {"TemplateBody": json.dumps(TEMPLATE)}, {})
    assert not release.is_begun(ENVIRONMENT)
    bucket = release.outputs(ENVIRONMENT)["SiteBucketName"]
    cloud("s3").put_object(Bucket=bucket, Key="index.html", Body=b"1")

    monkeypatch.setattr("builtins.input", lambda _: "something else")
    assert release.remove(ENVIRONMENT) == 1
    assert cloud("s3").list_objects_v2(Bucket=bucket)["KeyCount"] == 1

    monkeypatch.setattr("builtins.input", lambda _: ENVIRONMENT.stack)
    assert release.remove(ENVIRONMENT) == 0
    assert deploy.stack_status(cloud, ENVIRONMENT.stack) in (None, "DELETE_COMPLETE")
    assert bucket not in [found["Name"] for found in cloud("s3").list_buckets()["Buckets"]]
    assert cloud("dynamodb").list_tables()["TableNames"] == ["masar-release-users"]
    release.empty(cloud("s3"), bucket)
