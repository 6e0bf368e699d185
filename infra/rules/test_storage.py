"""Rules for tables, files bucket and secrets in template.yaml."""

import re

import pytest

from conditions import resolve_conditions
from platform_template import RESOURCES, constant, of_type
from stack import templates
from stack.instance import ROOT

#: The resources that outlive their stacks, by template and logical id.
RETAINED = {
    f"{path}: {name}": resource
    for path in ("template.yaml", *templates.others())
    for name, resource in templates.read(path)["Resources"].items()
    if resource.get("DeletionPolicy", "Delete") != "Delete"
}


@pytest.mark.parametrize("name", RETAINED)
def test_a_retained_resource_is_deleted_when_its_creation_is_rolled_back(name: str) -> None:
    """Otherwise, the next attempt cannot create it. CloudFormation cannot delete a protected table."""
    resource = RETAINED[name]
    is_protected = resource["Properties"].get("DeletionProtectionEnabled")
    assert resource["DeletionPolicy"] == ("Retain" if is_protected else "RetainExceptOnCreate")
    assert resource["UpdateReplacePolicy"] == "Retain"


@pytest.mark.parametrize("table", of_type("AWS::DynamoDB::Table"))
class TestTable:
    def test_is_paid_per_request(self, table: str) -> None:
        assert RESOURCES[table]["Properties"]["BillingMode"] == "PAY_PER_REQUEST"

    def test_is_protected_from_deletion(self, table: str) -> None:
        assert f"template.yaml: {table}" in RETAINED
        properties = RESOURCES[table]["Properties"]
        assert properties["DeletionProtectionEnabled"] is True
        assert properties["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"] is True

    def test_is_named_after_the_stack(self, table: str) -> None:
        words = re.findall("[A-Z][a-z]+", table.removesuffix("Table"))
        name = "-".join(words).lower()
        assert RESOURCES[table]["Properties"]["TableName"] == {"Fn::Sub": "${AWS::StackName}-" + name}


@pytest.mark.parametrize("table", ["attempts", "password_resets", "users"])
def test_expired_items_are_deleted(table: str) -> None:
    # The emulator ignores this, so tests with a running stack do not check it.
    resource = "".join(word.capitalize() for word in table.split("_")) + "Table"
    assert RESOURCES[resource]["Properties"]["TimeToLiveSpecification"] == {
        "AttributeName": "expiresAt",
        "Enabled": True,
    }


class TestFilesBucket:
    # The emulator ignores most of this, so tests with a running stack do not check it.
    BUCKET = RESOURCES["FilesBucket"]
    PROPERTIES = BUCKET["Properties"]

    def test_is_the_only_bucket(self) -> None:
        assert list(of_type("AWS::S3::Bucket")) == ["FilesBucket"]

    def test_is_private_and_encrypted(self) -> None:
        assert set(self.PROPERTIES["PublicAccessBlockConfiguration"].values()) == {True}
        assert len(self.PROPERTIES["PublicAccessBlockConfiguration"]) == 4
        assert self.PROPERTIES["OwnershipControls"]["Rules"] == [{"ObjectOwnership": "BucketOwnerEnforced"}]
        (encryption,) = self.PROPERTIES["BucketEncryption"]["ServerSideEncryptionConfiguration"]
        assert encryption["ServerSideEncryptionByDefault"]["SSEAlgorithm"] == "AES256"

    def test_is_retained(self) -> None:
        assert "template.yaml: FilesBucket" in RETAINED

    def test_keeps_deleted_objects_for_a_day(self) -> None:
        assert self.PROPERTIES["VersioningConfiguration"] == {"Status": "Enabled"}
        deleted, *_ = self.PROPERTIES["LifecycleConfiguration"]["Rules"]
        assert deleted["Status"] == "Enabled"
        assert (deleted["NoncurrentVersionExpiration"], deleted["ExpiredObjectDeleteMarker"]) == (
            {"NoncurrentDays": 1},
            True,
        )

    def test_allows_cors_for_the_site_only(self) -> None:
        rule, other = self.PROPERTIES["CorsConfiguration"]["CorsRules"]
        assert rule["AllowedOrigins"] == [{"Ref": "SiteAddress"}]
        assert rule["AllowedMethods"] == ["GET", "PUT"]
        allowed = {**rule, "AllowedOrigins": {"Fn::Split": [",", {"Ref": "AllowedOrigins"}]}}
        assert other == {"Fn::If": ["AllowsOrigins", allowed, {"Ref": "AWS::NoValue"}]}

    def test_requires_tls(self) -> None:
        (policy,) = of_type("AWS::S3::BucketPolicy").values()
        assert policy["Properties"]["Bucket"] == {"Ref": "FilesBucket"}
        statement, _ = policy["Properties"]["PolicyDocument"]["Statement"]
        assert (statement["Effect"], statement["Principal"], statement["Action"]) == ("Deny", "*", "s3:*")
        assert statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
        assert len(statement["Resource"]) == 2, "the bucket and its objects"

    @pytest.mark.parametrize("setting", ["answered", "refused"])
    def test_refuses_presigned_downloads_alone_where_an_operator_says_so(self, setting: str) -> None:
        resources = resolve_conditions(templates.main(), {"FileDownloads": setting})["Resources"]
        _, *refused = resources["FilesBucketPolicy"]["Properties"]["PolicyDocument"]["Statement"]
        # Presigned requests are signed in the query, those of functions in a header. An upload is no GetObject.
        limits = [(one["Effect"], one["Action"], one["Condition"]) for one in refused]
        presigned = {"StringEquals": {"s3:authType": "REST-QUERY-STRING"}}
        denied = [("Deny", ["s3:GetObject", "s3:GetObjectVersion"], presigned)]
        assert limits == (denied if setting == "refused" else [])

    def test_leaves_unclaimed_files_to_the_janitor(self) -> None:
        _, abandoned, *_ = self.PROPERTIES["LifecycleConfiguration"]["Rules"]
        assert abandoned["Status"] == "Enabled"
        assert abandoned["AbortIncompleteMultipartUpload"] == {"DaysAfterInitiation": 1}
        assert "TimeToLiveSpecification" not in RESOURCES["FilesTable"]["Properties"]

    def test_expires_copies_of_parts(self) -> None:
        *_, parts = self.PROPERTIES["LifecycleConfiguration"]["Rules"]
        assert (parts["Status"], parts["Prefix"], parts["ExpirationInDays"]) == ("Enabled", "part/", 1)
        assert 'format!("part/{file}/{}"' in (ROOT / "shared/files/src/object_store/multipart.rs").read_text()

    def test_expires_archives_of_exports(self) -> None:
        """As long as the users table says that they can be downloaded."""
        hours = constant("shared/store/src/users/data_exports.rs", "ARCHIVE_PERIOD")
        *_, exports, _ = self.PROPERTIES["LifecycleConfiguration"]["Rules"]
        assert (exports["Status"], exports["ExpirationInDays"]) == ("Enabled", hours / 24)
        # The keys of archives.
        archives = (ROOT / "shared" / "files" / "src" / "object_store" / "archives.rs").read_text()
        assert f'format!("{exports["Prefix"]}{{user}}")' in archives


@pytest.mark.parametrize("secret", of_type("AWS::SecretsManager::Secret"))
def test_the_stack_generates_its_secrets(secret: str) -> None:
    properties = RESOURCES[secret]["Properties"]
    assert "SecretString" not in properties, "a value in the template is no secret"
    assert properties["GenerateSecretString"]["PasswordLength"] >= 64


def test_every_table_that_cannot_be_created_again_is_copied_to_another_region() -> None:
    (selection,) = (
        resource["Properties"]["BackupSelection"]["Resources"]
        for resource in templates.read("infra/backups.yaml")["Resources"].values()
        if resource["Type"] == "AWS::Backup::BackupSelection"
    )
    copied = {arn["Fn::Sub"].rpartition("/")[2].removeprefix("${StackName}") for arn in selection}
    tables = {
        table["Properties"]["TableName"]["Fn::Sub"].removeprefix("${AWS::StackName}")
        for table in of_type("AWS::DynamoDB::Table").values()
    }
    assert tables - copied == {"-attempts", "-password-resets"}
