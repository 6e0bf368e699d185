"""What scripts/deploy does around SAM, with an emulator in the place of AWS."""

import json
import os
import re
import sys
from dataclasses import replace
from datetime import datetime, timezone

import pytest

from stack import build, deploy, emulator, release, take_in, tools
from stack.console import CommandError
from stack.deployment import beside, binaries, environment, left_over, records, releases, smoke
from stack.deployment.environment import EDGE_REGION, Environment
from stack.instance import ROOT, Instance, free_port

ENVIRONMENT = Environment(
    "staging",
    "masar-release",
    "eu-west-3",
    parameters={"MailSender": "no-reply@site.org"},
    tags={"environment": "staging"},
)
TABLE = {
    "Type": "AWS::DynamoDB::Table",
    "DeletionPolicy": "Retain",
    "Properties": {
        "TableName": "masar-release-users",
        "BillingMode": "PAY_PER_REQUEST",
        "DeletionProtectionEnabled": True,
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    },
}
#: A stack with all that a removal looks at.
TEMPLATE = {
    "Resources": {"SiteBucket": {"Type": "AWS::S3::Bucket"}, "Table": TABLE},
    "Outputs": {"SiteBucketName": {"Value": {"Ref": "SiteBucket"}}},
}
#: What cannot be made.
NOWHERE = {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "http://127.0.0.1:1/nothing"}}
#: What becomes of a first deployment that fails: a table and a bucket, and then something that is not to be had.
FAILING = {
    "Resources": {
        "Table": TABLE,
        "FilesBucket": {
            "Type": "AWS::S3::Bucket",
            "DeletionPolicy": "Retain",
            "Properties": {"BucketName": {"Fn::Sub": "${AWS::StackName}-files-${AWS::AccountId}-${AWS::Region}"}},
        },
        "Nested": {**NOWHERE, "DependsOn": ["Table", "FilesBucket"]},
    }
}


@pytest.fixture(scope="module")
def cloud(tmp_path_factory):
    folder = tmp_path_factory.mktemp("emulator")
    instance = Instance("masar-release", folder, folder / "stack.json", free_port(), free_port())
    with emulator.running(instance):
        key = deploy.developer_key(instance)
        with pytest.MonkeyPatch.context() as variables:
            variables.setenv("AWS_ENDPOINT_URL", instance.aws)
            variables.setenv("AWS_ACCESS_KEY_ID", key["accessKeyId"])
            variables.setenv("AWS_SECRET_ACCESS_KEY", key["secretAccessKey"])
            yield deploy.Cloud(instance, key)


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(environment, "PATIENCE", 1)


class TestEnvironments:
    def test_are_those_of_samconfig(self):
        environments = environment.read_environments((ROOT / "samconfig.toml").read_text())
        assert list(environments) == ["staging", "production"]
        assert [found.confirmed for found in environments.values()] == [False, True]
        assert [found.is_production for found in environments.values()] == [False, True]
        for name, found in environments.items():
            assert found.tags == {"stack": found.stack, "environment": name}
            assert (found.web_acl, found.health_check, found.backup_region) == ("off", "off", "")

    def test_have_a_build_folder_for_each_processor(self):
        here = replace(ENVIRONMENT, parameters={"Architecture": "x86_64"})
        assert (str(ENVIRONMENT.build_folder), str(here.build_folder)) == (
            ".aws-sam/staging-arm64",
            ".aws-sam/staging-x86_64",
        )

    def test_know_what_is_not_told(self):
        assert (ENVIRONMENT.value("DmarcPolicy"), ENVIRONMENT.mail_domain, ENVIRONMENT.host) == ("none", "site.org", "")
        assert replace(ENVIRONMENT, parameters={"SiteAddress": "https://site.org"}).host == "site.org"


def test_nobody_has_to_type_who_has_agreed_beforehand(monkeypatch):
    def nobody(_):
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    with pytest.raises(CommandError, match="Nobody is there to agree"):
        environment.agreed("This changes it.", ENVIRONMENT)
    assert environment.agreed("This changes it.", replace(ENVIRONMENT, agreed=True))


@pytest.mark.parametrize(
    ("status", "begun"),
    [
        ("CREATE_FAILED", True),
        ("UPDATE_FAILED", True),
        ("REVIEW_IN_PROGRESS", True),
        ("UPDATE_ROLLBACK_COMPLETE", False),
    ],
)
def test_a_first_deployment_is_gone_on_with_however_often_it_failed(monkeypatch, status, begun):
    monkeypatch.setattr(environment, "described", lambda *_: {"StackStatus": status})
    assert environment.is_begun(ENVIRONMENT) is begun


def test_what_outlives_its_stack_is_taken_in_under_the_names_that_the_template_gives_it():
    source = build.template()
    template, kept = take_in.with_static_names(build.template(), "masar-staging", "123456789012", "eu-west-3")
    retained = {name for name, resource in source["Resources"].items() if resource.get("DeletionPolicy") == "Retain"}
    assert kept.keys() == retained
    assert (kept["UsersTable"], kept["FilesBucket"]) == (
        "masar-staging-users",
        "masar-staging-files-123456789012-eu-west-3",
    )
    assert "${" not in json.dumps(list(kept.values()))
    for name in kept:
        named_by = take_in.NAMED_BY[source["Resources"][name]["Type"]]
        template["Resources"][name]["Properties"][named_by] = source["Resources"][name]["Properties"][named_by]
    assert template == source, "nothing else is changed"


def test_what_is_missing_is_named_and_not_made_anew():
    kept = {"UsersTable": "masar-users", "FilesTable": "masar-files"}
    changes = [
        {"LogicalResourceId": "UsersTable", "Action": "Import"},
        {"LogicalResourceId": "FilesTable", "Action": "Add"},
    ]
    assert take_in.not_imported(kept, changes) == ["masar-files"]


def test_every_parameter_is_given_since_sam_would_leave_it_as_it_was():
    option, given = release.overrides(ENVIRONMENT, "https://site.org")
    assert option == "--parameter-overrides"
    values = dict(override.split("=", 1) for override in given.split())
    assert values.keys() == build.template()["Parameters"].keys()
    assert (values["SiteAddress"], values["MailSender"], values["WebAclArn"]) == (
        "https://site.org",
        "no-reply@site.org",
        '""',
    )


def test_every_function_is_built_at_once_for_the_architecture_that_is_deployed():
    built = release.build_of_functions(ENVIRONMENT)
    assert built[:5] == ["cargo", "lambda", "build", "--release", "--arm64"]
    assert built[6::2] == list(build.functions(build.template()).values())
    here = replace(ENVIRONMENT, parameters={"Architecture": "x86_64"})
    assert "--arm64" not in release.build_of_functions(here)


class TestBinaries:
    @staticmethod
    def built(folder, machine):
        for function in build.functions(build.template()):
            path = folder / function / "bootstrap"
            path.parent.mkdir()
            path.write_bytes(b"\x7fELF" + bytes(14) + machine.to_bytes(2, "little"))

    def test_of_the_environments_processor_are_deployed(self, tmp_path):
        self.built(tmp_path, 0xB7)
        binaries.require(ENVIRONMENT, tmp_path)

    def test_of_another_processor_are_refused(self, tmp_path):
        self.built(tmp_path, 0x3E)
        with pytest.raises(CommandError, match="CoursesListFunction in .* is built for x86_64, and staging runs arm64"):
            binaries.require(ENVIRONMENT, tmp_path)

    def test_have_to_be_there(self, tmp_path):
        with pytest.raises(CommandError, match="CoursesListFunction is not in"):
            binaries.require(ENVIRONMENT, tmp_path)

    def test_say_their_processor(self, tmp_path):
        script = tmp_path / "bootstrap"
        script.write_text("#!/bin/sh\nexec something else\n")
        assert binaries.machine(script) == "nothing that Lambda runs"
        if sys.platform == "linux":
            assert binaries.machine(build.Path(sys.executable)) == deploy.THIS_MACHINE


class TestSmoke:
    #: A site that is as it should be.
    ANSWERS = {
        "/?lang=ar": smoke.Answer(
            200, {"Content-Security-Policy": "default-src 'none'"}, '<html lang="ar"><script src="/assets/a.js">'
        ),
        "/assets/a.js": smoke.Answer(200, {"Cache-Control": "immutable"}, ""),
        "/no-such-page": smoke.Answer(404, {}, "<h1>"),
        "/api/courses?lang=fr": smoke.Answer(200, {}, '{"success": true, "data": [{"_id": "a"}]}'),
        "/api/users/me": smoke.Answer(401, {}, ""),
    }

    def test_finds_nothing_where_all_is_well(self):
        assert smoke.faults(self.ANSWERS.__getitem__) == []

    @pytest.mark.parametrize(
        ("path", "answer", "fault"),
        [
            ("/api/courses?lang=fr", smoke.Answer(200, {}, '{"success": true, "data": []}'), "there are none"),
            ("/api/courses?lang=fr", smoke.Answer(200, {}, "<html>"), "The API's courses: 200 <html>"),
            ("/api/users/me", smoke.Answer(200, {}, ""), "without a token"),
            ("/no-such-page", smoke.Answer(200, {}, "<h1>"), "not there"),
        ],
    )
    def test_says_what_is_not(self, path, answer, fault):
        (found,) = smoke.faults({**self.ANSWERS, path: answer}.__getitem__)
        assert fault in found


def test_records_are_entered_by_hand_where_there_is_no_zone():
    told = {
        "DistributionAddress": "https://d1.cloudfront.net",
        "DkimRecords": "a CNAME b,\n c CNAME d",
        "SenderRecords": "mail MX 10 e, ",
    }
    given = {"SiteAddress": "https://site.org", "CertificateArn": "arn", "MailSender": "no-reply@site.org"}
    mails = ["a CNAME b", "c CNAME d", "mail MX 10 e"]
    without = replace(ENVIRONMENT, parameters=given)
    assert records.to_enter(without, told) == ["site.org CNAME d1.cloudfront.net", *mails]
    assert records.to_enter(replace(without, parameters={**given, "HostedZoneId": "Z1"}), told) == mails
    assert (
        records.to_enter(replace(without, parameters={**given, "HostedZoneId": "Z1", "MailHostedZoneId": "Z1"}), told)
        == []
    )


def test_a_stack_that_is_not_there_tells_nothing_and_cannot_be_removed(cloud):
    nowhere = Environment("staging", "masar-nowhere", "eu-west-3")
    assert environment.outputs(nowhere) == {}
    assert environment.is_begun(nowhere)
    with pytest.raises(CommandError, match="no stack masar-nowhere"):
        release.remove(nowhere)


def test_parameters_that_the_account_decides_are_derived_where_nobody_tells_them(cloud):
    limit = cloud("lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    derived = release.with_what_aws_says(
        ENVIRONMENT, {"WebAclArn": "arn:of:an:acl", "BackupVaultArn": "arn:of:a:vault"}
    ).parameters
    assert derived["BusyConcurrency"] == str(int(limit * 0.8))
    assert (derived["WebAclArn"], derived["BackupVaultArn"], derived["MailHostedZoneId"]) == (
        "arn:of:an:acl",
        "arn:of:a:vault",
        "",
    )
    told = replace(ENVIRONMENT, parameters={"MailSender": "no-reply@site.org", "BusyConcurrency": "7"})
    assert release.with_what_aws_says(told, {}).parameters["BusyConcurrency"] == "7"


def test_sam_is_told_where_its_settings_are_since_templates_are_elsewhere(monkeypatch, tmp_path):
    said, program = tmp_path / "said", tmp_path / "sam"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{said}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(tools, "environment_variables", lambda: os.environ)
    release.sam_of(ENVIRONMENT)("deploy", "--template-file", "/elsewhere/template.yaml")
    *command, _, settings, _, environment_of = said.read_text().splitlines()
    assert command == ["deploy", "--template-file", "/elsewhere/template.yaml"]
    assert (settings, environment_of) == (str(ROOT / "samconfig.toml"), "staging")


class TestReleases:
    @pytest.fixture
    def aws(self, cloud):
        """An account that SAM has its bucket in."""
        sam = {
            "Resources": {"Bucket": {"Type": "AWS::S3::Bucket"}},
            "Outputs": {"SourceBucket": {"Value": {"Ref": "Bucket"}}},
        }
        deploy.create_or_update(cloud, releases.SAM_STACK, {"TemplateBody": json.dumps(sam)}, {})
        return ENVIRONMENT.client

    def test_are_named_after_the_moment_and_the_commit(self):
        name = releases.new_name(datetime(2026, 11, 22, 18, 5, tzinfo=timezone.utc))
        assert re.fullmatch(r"20261122-180500-[0-9a-f]{7,}(-changed)?", name)

    def test_are_written_where_functions_alarm_and_stack_say_of_which_release_they_are(self, tmp_path):
        template = tmp_path / "template.yaml"
        # `sam build` writes the template anew, without anchors.
        template.write_text(json.dumps(build.template()))
        releases.write_name(template, "20261122-180500-abc1234")
        named = json.loads(template.read_text())
        assert named["Globals"]["Function"]["Environment"]["Variables"]["RELEASE"] == "20261122-180500-abc1234"
        assert named["Resources"]["ReleaseErrors"]["Properties"]["Dimensions"][0]["Value"] == "20261122-180500-abc1234"
        assert named["Outputs"]["Release"]["Value"] == "20261122-180500-abc1234"
        with pytest.raises(CommandError, match="is of a release already"):
            releases.write_name(template, "20261122-180600-abc1234")

    def test_of_a_template_that_is_one_already_are_another_where_it_says_so(self, tmp_path):
        packaged = tmp_path / "packaged.yaml"
        packaged.write_text("RELEASE: 20261122-180500-abc1234\nValue: 20261122-180500-abc1234\n")
        name = releases.renamed(packaged, "20261122-180500-abc1234")
        assert name != "20261122-180500-abc1234" and packaged.read_text() == f"RELEASE: {name}\nValue: {name}\n"

    def test_that_mend_what_is_broken_ask_no_alarm_and_wait_for_nothing(self):
        urgent = release.at_once(replace(ENVIRONMENT, parameters={"ReleaseShift": "Linear10PercentEvery1Minute"}))
        assert (urgent.value("ReleaseShift"), urgent.value("ReleaseAlarms")) == ("AllAtOnce", "off")
        assert (ENVIRONMENT.value("ReleaseShift"), ENVIRONMENT.value("ReleaseAlarms")) == (
            "Canary10Percent5Minutes",
            "on",
        )

    def test_come_back_as_they_were_deployed(self, aws, tmp_path):
        for number in (1, 2, 3):
            packaged, dist = tmp_path / "packaged.yaml", tmp_path / f"dist-{number}"
            (dist / "assets").mkdir(parents=True)
            (dist / "index.html").write_text(f"the page of {number}")
            (dist / "assets" / "app.js").write_text(f"the app of {number}")
            packaged.write_text(f"the template of {number}")
            releases.keep(ENVIRONMENT, aws, f"2026112{number}-120000-abc", packaged, dist)
        assert releases.names(ENVIRONMENT, aws) == [f"2026112{number}-120000-abc" for number in (3, 2, 1)]
        before = releases.one_before(ENVIRONMENT, aws, "20261123-120000-abc")
        (tmp_path / "back").mkdir()
        template, dist = releases.fetch(ENVIRONMENT, aws, before, tmp_path / "back")
        assert template.read_text() == "the template of 2"
        assert {path.relative_to(dist).as_posix(): path.read_text() for path in dist.rglob("*.*")} == {
            "index.html": "the page of 2",
            "assets/app.js": "the app of 2",
        }

    def test_are_named_when_another_is_asked_for(self, aws, tmp_path):
        with pytest.raises(CommandError, match="There is no release of-nobody") as refused:
            releases.fetch(ENVIRONMENT, aws, "of-nobody", tmp_path)
        assert "20261123-120000-abc" in refused.value.hint
        with pytest.raises(CommandError, match="is kept that is older than 20261121"):
            releases.one_before(ENVIRONMENT, aws, "20261121-120000-abc")

    def test_are_forgotten_when_there_are_many(self, aws, tmp_path, monkeypatch):
        monkeypatch.setattr(releases, "KEPT", 2)
        (tmp_path / "dist").mkdir()
        (tmp_path / "packaged.yaml").write_text("")
        releases.keep(ENVIRONMENT, aws, "20261124-120000-abc", tmp_path / "packaged.yaml", tmp_path / "dist")
        assert releases.names(ENVIRONMENT, aws) == ["20261124-120000-abc", "20261123-120000-abc"]
        keys = aws("s3").list_objects_v2(Bucket=releases.bucket_of(aws), Prefix="masar-release/")["Contents"]
        assert len(keys) == 4, "nothing of the forgotten is left"


class TestBeside:
    TOLD = {"DistributionId": "E2EXAMPLE", "SiteAddress": "https://site.org"}

    def test_copies_into_a_vault_of_another_region_or_into_ones_own(self, cloud, monkeypatch, tmp_path):
        # The emulator has no AWS Backup: in place of the vault stands what it can make.
        template = tmp_path / "vault.json"
        template.write_text(
            json.dumps(
                {
                    "Resources": {"Vault": {"Type": "AWS::SNS::Topic"}},
                    "Outputs": {"VaultArn": {"Value": {"Ref": "Vault"}}},
                }
            )
        )
        monkeypatch.setattr(beside, "VAULT", str(template))
        copied = replace(ENVIRONMENT, backup_region="eu-central-1")
        assert beside.vault(copied, read_only=True) == ""
        assert ":eu-central-1:" in beside.vault(copied)
        assert beside.vault(copied, read_only=True) == beside.vault(copied)
        assert beside.vault(replace(ENVIRONMENT, parameters={"BackupVaultArn": "arn:own"})) == "arn:own"
        assert beside.vault(ENVIRONMENT) == ""

    @pytest.fixture(autouse=True)
    def without_arithmetic(self, monkeypatch, tmp_path):
        # The emulator takes no alarm of two metrics: infra/rules has those.
        template = build.read_template(beside.ALARMS)
        resources = template["Resources"].items()
        template["Resources"] = {
            name: resource for name, resource in resources if "Metrics" not in resource.get("Properties", {})
        }
        path = tmp_path / "edge.json"
        path.write_text(json.dumps(template))
        monkeypatch.setattr(beside, "ALARMS", str(path))

    def stacks(self, cloud):
        listed = ENVIRONMENT.client("cloudformation", region_name=EDGE_REGION).list_stacks()["StackSummaries"]
        return {stack["StackName"] for stack in listed if stack["StackStatus"] != "DELETE_COMPLETE"}

    def test_has_the_web_acl_before_the_cdn_and_the_alarms_after_it(self, cloud):
        counting = replace(ENVIRONMENT, web_acl="count")
        assert beside.web_acl(counting, read_only=True) == ""
        arn = beside.web_acl(counting)
        assert arn == beside.web_acl(counting, read_only=True) == beside.web_acl(replace(counting, web_acl="on"))
        beside.after(counting, self.TOLD)
        beside.after(counting, self.TOLD)
        assert self.stacks(cloud) == {"masar-release-web-acl", "masar-release-edge"}

    def test_has_no_web_acl_and_no_alarms_when_they_are_off(self, cloud):
        assert beside.web_acl(ENVIRONMENT) == ""
        beside.after(replace(ENVIRONMENT, parameters={"Monitoring": "off"}), self.TOLD)
        assert self.stacks(cloud) == set()

    def test_leaves_a_web_acl_of_ones_own_alone(self, cloud):
        assert beside.web_acl(replace(ENVIRONMENT, parameters={"WebAclArn": "arn:own"})) == "arn:own"

    def test_says_why_a_stack_could_not_be_made_and_makes_it_anew(self, cloud, monkeypatch, tmp_path):
        working, failing = beside.WEB_ACL, tmp_path / "failing.json"
        failing.write_text(json.dumps({"Resources": {"Nested": NOWHERE}}))
        monkeypatch.setattr(beside, "WEB_ACL", str(failing))
        with pytest.raises(CommandError, match="Nested: "):
            beside.web_acl(replace(ENVIRONMENT, web_acl="count"))
        monkeypatch.setattr(beside, "WEB_ACL", working)
        assert beside.web_acl(replace(ENVIRONMENT, web_acl="count"))
        beside.remove(ENVIRONMENT, beside.web_acl_stack(ENVIRONMENT))


class TestFirstDeploymentThatWasRolledBack:
    """What `sam deploy` leaves that was told to roll back: a stack that takes no update, and tables that cannot be made again."""

    @pytest.fixture(autouse=True)
    def failed(self, cloud):
        cloud("cloudformation").create_stack(
            StackName=ENVIRONMENT.stack, TemplateBody=json.dumps(FAILING), Capabilities=["CAPABILITY_IAM"]
        )
        with pytest.raises(Exception, match="ROLLBACK_COMPLETE"):
            cloud("cloudformation").get_waiter("stack_create_complete").wait(
                StackName=ENVIRONMENT.stack, WaiterConfig={"Delay": 1}
            )
        yield
        left_over.clear(
            ENVIRONMENT, ENVIRONMENT.client, replace(left_over.find(ENVIRONMENT, ENVIRONMENT.client), filled=())
        )

    def test_is_recognized_and_cleared_away_when_somebody_agrees(self, cloud, monkeypatch):
        left = left_over.find(ENVIRONMENT, ENVIRONMENT.client)
        assert left == left_over.LeftOver(
            "ROLLBACK_COMPLETE", ("masar-release-users", "masar-release-files-000000000000-eu-west-3")
        )

        monkeypatch.setattr("builtins.input", lambda _: "something else")
        assert not release.clear_the_way(ENVIRONMENT, takes_in=False)
        assert left_over.find(ENVIRONMENT, ENVIRONMENT.client) == left

        monkeypatch.setattr("builtins.input", lambda _: ENVIRONMENT.stack)
        assert release.clear_the_way(ENVIRONMENT, takes_in=False)
        assert not left_over.find(ENVIRONMENT, ENVIRONMENT.client)
        assert cloud("dynamodb").list_tables()["TableNames"] == []
        assert release.clear_the_way(ENVIRONMENT, takes_in=False), "nothing is left, and nobody is asked"

    def test_keeps_what_data_is_in(self, cloud):
        agreeing = replace(ENVIRONMENT, agreed=True)
        cloud("dynamodb").put_item(TableName="masar-release-users", Item={"pk": {"S": "user#1"}})
        with pytest.raises(CommandError, match="data is in: masar-release-users"):
            release.clear_the_way(agreeing, takes_in=False)
        assert release.clear_the_way(agreeing, takes_in=True)
        assert left_over.find(ENVIRONMENT, ENVIRONMENT.client).status == ""
        assert cloud("dynamodb").scan(TableName="masar-release-users")["Count"] == 1
        cloud("dynamodb").delete_item(TableName="masar-release-users", Key={"pk": {"S": "user#1"}})

    def test_keeps_a_bucket_with_files(self, cloud):
        bucket = "masar-release-files-000000000000-eu-west-3"
        cloud("s3").put_object(Bucket=bucket, Key="image/1", Body=b"1")
        with pytest.raises(CommandError, match=f"data is in: {bucket}"):
            release.clear_the_way(replace(ENVIRONMENT, agreed=True), takes_in=False)
        cloud("s3").delete_object(Bucket=bucket, Key="image/1")


def test_a_removal_asks_deletes_the_stack_and_leaves_tables(cloud, monkeypatch):
    deploy.create_or_update(cloud, ENVIRONMENT.stack, {"TemplateBody": json.dumps(TEMPLATE)}, {})
    cloud("cloudformation").update_termination_protection(StackName=ENVIRONMENT.stack, EnableTerminationProtection=True)
    assert not environment.is_begun(ENVIRONMENT)
    assert not left_over.find(ENVIRONMENT, ENVIRONMENT.client), "its tables are its own"
    bucket = environment.outputs(ENVIRONMENT)["SiteBucketName"]
    cloud("s3").put_object(Bucket=bucket, Key="index.html", Body=b"1")
    acl = beside.web_acl(replace(ENVIRONMENT, web_acl="on"))
    assert acl

    monkeypatch.setattr("builtins.input", lambda _: "something else")
    assert release.remove(ENVIRONMENT) == 1
    assert cloud("s3").list_objects_v2(Bucket=bucket)["KeyCount"] == 1

    monkeypatch.setattr("builtins.input", lambda _: ENVIRONMENT.stack)
    assert release.remove(ENVIRONMENT) == 0
    assert deploy.stack_status(cloud, ENVIRONMENT.stack) in (None, "DELETE_COMPLETE")
    assert bucket not in [found["Name"] for found in cloud("s3").list_buckets()["Buckets"]]
    assert cloud("dynamodb").list_tables()["TableNames"] == ["masar-release-users"]
    assert beside.web_acl(replace(ENVIRONMENT, web_acl="on"), read_only=True) == ""
    release.empty(cloud("s3"), bucket)
