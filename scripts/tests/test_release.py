"""What scripts/deploy does around SAM, with an emulator in the place of AWS."""

import json
from dataclasses import replace

import pytest

from stack import build, deploy, emulator, release, take_in
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


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"SiteAddress": "https://site.org"}, "for which the CDN has no certificate"),
        ({"CertificateArn": "arn:aws:acm:us-east-1:1:certificate/a"}, "without SiteAddress"),
        ({"SiteAddress": "https://site.org", "CertificateArn": "arn:aws:acm:eu-west-3:1:certificate/a"}, "CertificateArn is arn:.*eu-west-3"),
        ({"HostedZoneId": "Z1"}, "without CertificateArn"),
    ],
)
def test_a_site_is_made_for_an_address_under_which_it_answers(parameters, complaint):
    with pytest.raises(Failure, match=complaint):
        release.require_what_belongs_together(parameters)


def test_the_cdns_own_address_needs_no_certificate_and_another_has_one():
    own = {"SiteAddress": "https://site.org", "CertificateArn": "arn:aws:acm:us-east-1:1:certificate/a", "HostedZoneId": "Z1"}
    for parameters in ({}, {"SiteAddress": "https://d1.cloudfront.net"}, own):
        release.require_what_belongs_together(parameters)


def test_what_this_machine_cannot_build_is_not_deployed(monkeypatch):
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    release.require_what_belongs_together({"Architecture": "arm64"})
    with pytest.raises(Failure, match="not built on this machine"):
        release.require_what_belongs_together({"Architecture": "x86_64"})


def test_nobody_has_to_type_who_has_agreed_beforehand(monkeypatch):
    def nobody(_):
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    with pytest.raises(Failure, match="Nobody is there to agree"):
        release.agreed("This changes it.", ENVIRONMENT)
    assert release.agreed("This changes it.", replace(ENVIRONMENT, agreed=True))


@pytest.mark.parametrize(
    ("status", "begun"),
    [("CREATE_FAILED", True), ("UPDATE_FAILED", True), ("REVIEW_IN_PROGRESS", True), ("UPDATE_ROLLBACK_COMPLETE", False)],
)
def test_a_first_deployment_is_gone_on_with_however_often_it_failed(monkeypatch, status, begun):
    monkeypatch.setattr(release, "described", lambda _: {"StackStatus": status})
    assert release.is_begun(ENVIRONMENT) is begun


def test_what_outlives_its_stack_is_taken_in_under_the_names_that_the_template_gives_it():
    source = build.template()
    template, kept = take_in.with_static_names(build.template(), "masar-staging", "123456789012", "eu-west-3")
    retained = {name for name, resource in source["Resources"].items() if resource.get("DeletionPolicy") == "Retain"}
    assert kept.keys() == retained
    assert (kept["UsersTable"], kept["FilesBucket"]) == ("masar-staging-users", "masar-staging-files-123456789012-eu-west-3")
    assert "${" not in json.dumps(list(kept.values()))
    for name in kept:
        named_by = take_in.NAMED_BY[source["Resources"][name]["Type"]]
        template["Resources"][name]["Properties"][named_by] = source["Resources"][name]["Properties"][named_by]
    assert template == source, "nothing else is changed"


def test_what_is_missing_is_named_and_not_made_anew():
    kept = {"UsersTable": "masar-users", "FilesTable": "masar-files"}
    changes = [{"LogicalResourceId": "UsersTable", "Action": "Import"}, {"LogicalResourceId": "FilesTable", "Action": "Add"}]
    assert take_in.not_imported(kept, changes) == ["masar-files"]


def test_every_parameter_is_given_since_sam_would_leave_it_as_it_was():
    option, given = release.overrides(ENVIRONMENT, "https://site.org")
    assert option == "--parameter-overrides"
    values = dict(override.split("=", 1) for override in given.split())
    assert values.keys() == build.template()["Parameters"].keys()
    assert (values["SiteAddress"], values["MailSender"], values["WebAclArn"]) == ("https://site.org", "no-reply@site.org", '""')


def test_every_function_is_built_at_once_for_the_architecture_that_is_deployed():
    built = release.build_of_functions(ENVIRONMENT)
    assert built[:5] == ["cargo", "lambda", "build", "--release", "--arm64"]
    assert built[6::2] == list(build.functions(build.template()).values())
    here = release.Environment("staging", "masar-release", "eu-west-3", parameters={"Architecture": "x86_64"})
    assert "--arm64" not in release.build_of_functions(here)


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
