"""The rules that template.yaml is held to. Most are read from what SAM makes of it, which is what AWS gets."""

import copy
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib

from stack import build, deploy, generate, tools
from stack.instance import ROOT

TEMPLATE = build.template()
RESOURCES = deploy.transformed(TEMPLATE)["Resources"]
FUNCTIONS = build.functions(TEMPLATE)
ROUTES = deploy.routes(TEMPLATE)
#: Of files, each in its own part of the bucket.
KINDS = ["document", "image", "video"]
#: What an account's deletion does with SES's suppression list.
SUPPRESSION_LIST = ["ses:GetSuppressedDestination", "ses:DeleteSuppressedDestination"]
WIRINGS = list(ROOT.glob("functions/*/*/src/handler.rs"))


def of_type(kind: str) -> dict:
    return {name: resource for name, resource in RESOURCES.items() if resource["Type"] == kind}


def area_of(function: str) -> str:
    """`CoursesList` of `CoursesListFunction`: what all resources of a function begin with."""
    return function.removesuffix("Function")


def named_by(value) -> set[str]:
    """The names of what a part of the template refers to."""
    if isinstance(value, list):
        return set().union(*map(named_by, value))
    if not isinstance(value, dict):
        return set()
    found = set().union(*map(named_by, value.values()))
    if "Ref" in value:
        found.add(value["Ref"])
    if "Fn::GetAtt" in value:
        found.add(value["Fn::GetAtt"][0])
    if "Fn::Sub" in value:
        text = value["Fn::Sub"]
        found |= set(re.findall(r"\$\{(\w+)", text if isinstance(text, str) else text[0]))
    return found


def dependencies(name: str) -> set[str]:
    """What CloudFormation makes before a resource: what it refers to, in its update policy too, and what it is told to wait for."""
    resource = RESOURCES[name]
    told = resource.get("DependsOn", [])
    return (named_by(resource) | set([told] if isinstance(told, str) else told)) & set(RESOURCES)


def test_no_resource_waits_for_itself():
    done: set[str] = set()

    def visit(name: str, way: list[str]) -> None:
        assert name not in way, " → ".join([*way[way.index(name) :], name])
        if name not in done:
            for needed in dependencies(name):
                visit(needed, [*way, name])
            done.add(name)

    for name in RESOURCES:
        visit(name, [])


def test_there_are_functions():
    assert len(FUNCTIONS) >= 2


@pytest.mark.parametrize(
    "linter", [[Path(sys.executable).with_name("cfn-lint")], [*tools.checkov(), "-f"]], ids=["cfn-lint", "checkov"]
)
def test_linters_find_nothing(linter):
    templates = ["template.yaml", *build.templates_beside()]
    lint = subprocess.run([*linter, *templates], cwd=ROOT, capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout + lint.stderr


def test_what_is_derived_is_what_it_is_derived_from():
    for path, text in generate.generated().items():
        assert path.read_text() == text, "scripts/generate writes it"


def test_every_parameter_is_in_the_manual():
    manual = (ROOT / "docs" / "operations" / "environments.md").read_text()
    for name in TEMPLATE["Parameters"]:
        assert f"| `{name}` |" in manual


def test_every_function_folder_is_deployed_under_its_own_name():
    packages = []
    for manifest in ROOT.glob("functions/*/*/Cargo.toml"):
        area, verb = manifest.parts[-3:-1]
        packages.append(tomllib.loads(manifest.read_text())["package"]["name"])
        assert packages[-1] == f"{area}-{verb}"
    assert sorted(FUNCTIONS.values()) == sorted(packages), "every package is a function, and the other way round"
    for function, binary in FUNCTIONS.items():
        assert function == "".join(word.capitalize() for word in binary.split("-")) + "Function"


def test_the_routes_are_those_of_the_openapi_document():
    document = yaml.safe_load((ROOT / "infra" / "openapi.yaml").read_text())
    documented = {f"{method.upper()} {path}" for path, operations in document["paths"].items() for method in operations}
    assert set(ROUTES) == documented


@pytest.mark.parametrize("function", FUNCTIONS)
class TestFunction:
    def test_has_one_route_which_is_its_description(self, function):
        routes = [route for route, behind in ROUTES.items() if behind == function]
        assert routes == [RESOURCES[function]["Properties"]["Description"]]

    def test_can_be_traced(self, function):
        assert RESOURCES[function]["Properties"]["TracingConfig"] == {
            "Mode": {"Fn::If": ["IsTraced", "Active", "PassThrough"]}
        }
        assert {"Ref": f"{area_of(function)}Role"} in RESOURCES["TracingPolicy"]["Properties"]["Roles"]
        # Lambda looks whether it may when it is told to.
        assert "TracingPolicy" in RESOURCES[function]["DependsOn"]

    def test_can_be_kept_to_the_cdn(self, function):
        variables = RESOURCES[function]["Properties"]["Environment"]["Variables"]
        assert variables["REQUIRED_ORIGIN"] == {
            "Fn::If": ["RefusesDirectCalls", {"Fn::GetAtt": ["OriginSecret", "Id"]}, "none"]
        }
        policy = RESOURCES["OriginPolicy"]
        assert {"Ref": f"{area_of(function)}Role"} in policy["Properties"]["Roles"]
        _, reading = policy["Properties"]["PolicyDocument"]["Statement"]
        condition, allowed, otherwise = reading["Fn::If"]
        assert (condition, otherwise) == ("RefusesDirectCalls", {"Ref": "AWS::NoValue"})
        secret = {"Fn::GetAtt": ["OriginSecret", "Id"]}
        assert allowed == {"Effect": "Allow", "Action": "secretsmanager:GetSecretValue", "Resource": secret}
        # One that has to know the secret before it may read it would refuse everybody.
        assert "OriginPolicy" in RESOURCES[function]["DependsOn"]

    def test_is_called_by_an_alias_that_moves_to_a_new_version_bit_by_bit(self, function):
        alias, group = RESOURCES[f"{function}Aliaslive"], RESOURCES[f"{function}DeploymentGroup"]["Properties"]
        assert alias["UpdatePolicy"]["CodeDeployLambdaAliasUpdate"]["DeploymentGroupName"] == {
            "Ref": f"{function}DeploymentGroup"
        }
        # Alarms of this stack, so that one of another environment brings nothing back here.
        watched = {
            "Enabled": True,
            "Alarms": [{"Name": {"Ref": name}} for name in ("ReleaseErrors", "ReleaseFailures")],
        }
        assert group["AlarmConfiguration"] == {"Fn::If": ["IsReleaseWatched", watched, {}]}
        assert "DEPLOYMENT_STOP_ON_ALARM" in group["AutoRollbackConfiguration"]["Events"]
        (version,) = (name for name in RESOURCES if name.startswith(f"{function}Version"))
        assert alias["Properties"]["FunctionVersion"] == {"Fn::GetAtt": [version, "Version"]}

    def test_has_a_role_of_its_own(self, function):
        assert RESOURCES[function]["Properties"]["Role"] == {"Fn::GetAtt": [f"{area_of(function)}Role", "Arn"]}

    def test_may_do_named_things_with_named_resources_only(self, function):
        role = RESOURCES[f"{area_of(function)}Role"]["Properties"]
        assert "ManagedPolicyArns" not in role, "managed policies grant more than a function uses"
        for policy in role["Policies"]:
            for statement in policy["PolicyDocument"]["Statement"]:
                assert "*" not in str(statement["Action"]), statement
                if statement["Action"] == SUPPRESSION_LIST:
                    # It has no ARN.
                    assert (function, statement["Resource"]) == ("UsersDeleteFunction", "*")
                    continue
                # Objects have no names in a template: those of the files bucket, or of one kind of file in it.
                resource = re.sub(r"\$\{FilesBucket\.Arn\}(/[a-z]+)?/\*", "", str(statement["Resource"]))
                # Mail is held to its sender, by a condition.
                resource = re.sub(
                    r":ses:\$\{AWS::Region\}:\$\{AWS::AccountId\}:(identity|configuration-set)/\*", "", resource
                )
                assert "*" not in resource, statement

    def test_lists_the_files_whose_tags_it_changes_and_no_other_part_of_the_bucket(self, function):
        # Who may not list a file is told that it is forbidden when it is not there. The emulator tells everybody the truth.
        tagged, listed = set(), set()
        for policy in RESOURCES[f"{area_of(function)}Role"]["Properties"]["Policies"]:
            for statement in policy["PolicyDocument"]["Statement"]:
                if "s3:DeleteObjectTagging" in statement["Action"]:
                    tagged |= {
                        f"{kind}/*" for kind in re.findall(r"\.Arn\}/(\w+)/\*", str(statement["Resource"])) or KINDS
                    }
                if "s3:ListBucket" in statement["Action"]:
                    prefixes = statement["Condition"]["StringLike"]["s3:prefix"]
                    listed |= {prefixes} if isinstance(prefixes, str) else set(prefixes)
        assert listed == tagged if tagged else listed <= {f"{kind}/*" for kind in KINDS}

    def test_sends_mail_as_the_sender_alone(self, function):
        # Locally this permission is wider, so that no test of a running stack would miss it.
        for policy in RESOURCES[f"{area_of(function)}Role"]["Properties"]["Policies"]:
            for statement in policy["PolicyDocument"]["Statement"]:
                if "ses:" in str(statement["Action"]) and statement["Action"] != SUPPRESSION_LIST:
                    assert statement["Action"] == "ses:SendEmail"
                    assert statement["Condition"] == {"StringEquals": {"ses:FromAddress": {"Ref": "MailSender"}}}

    def test_keeps_its_log_for_a_limited_time_in_a_group_of_its_own(self, function):
        group = f"{area_of(function)}LogGroup"
        assert RESOURCES[function]["Properties"]["LoggingConfig"]["LogGroup"] == {"Ref": group}
        assert RESOURCES[group]["Properties"]["RetentionInDays"] == {"Ref": "LogRetentionDays"}

    def test_has_memory_for_tls_and_less_time_than_the_gateway(self, function):
        properties = RESOURCES[function]["Properties"]
        assert 512 <= properties["MemorySize"] <= 1769
        assert properties["Timeout"] <= 29

    def test_has_a_whole_cpu_where_passwords_are_hashed(self, function):
        (wiring,) = (path for path in WIRINGS if "-".join(path.parts[-4:-2]) == FUNCTIONS[function])
        if "Passwords" in wiring.read_text():
            assert RESOURCES[function]["Properties"]["MemorySize"] == 1769

    def test_gets_variables_that_are_read(self, function):
        known = set(re.findall(r'"([A-Z][A-Z_]+)"', (ROOT / "shared" / "platform" / "src" / "config.rs").read_text()))
        # That it has another value is all that counts.
        variables = set(RESOURCES[function]["Properties"]["Environment"]["Variables"]) - {"SECRETS_REVISION"}
        assert variables <= known

    def test_has_metrics_of_its_stack(self, function):
        variables = RESOURCES[function]["Properties"]["Environment"]["Variables"]
        assert variables["METRICS_NAMESPACE"] == {"Ref": "AWS::StackName"}


def test_a_release_of_another_name_publishes_every_function_and_is_watched():
    other = copy.deepcopy(TEMPLATE)
    # As `scripts/deploy` names it. A parameter would change nothing of what SAM looks at.
    other["Globals"]["Function"]["Environment"]["Variables"]["RELEASE"] = "1a2b3c4"
    published = {
        name for name in deploy.transformed(other)["Resources"] if re.fullmatch(r"\w+FunctionVersion\w+", name)
    }
    assert len(published) == len(FUNCTIONS)
    assert not published & set(RESOURCES)
    alarm = RESOURCES["ReleaseErrors"]["Properties"]
    release = TEMPLATE["Globals"]["Function"]["Environment"]["Variables"]["RELEASE"]
    assert alarm["Dimensions"] == [{"Name": "release", "Value": release}]
    assert (alarm["Namespace"], alarm["MetricName"]) == ({"Ref": "AWS::StackName"}, "ReleaseErrors")


@pytest.mark.parametrize("table", of_type("AWS::DynamoDB::Table"))
class TestTable:
    def test_is_paid_per_request(self, table):
        assert RESOURCES[table]["Properties"]["BillingMode"] == "PAY_PER_REQUEST"

    def test_survives_mistakes(self, table):
        resource = RESOURCES[table]
        properties = resource["Properties"]
        assert properties["DeletionProtectionEnabled"] is True
        assert properties["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"] is True
        assert (resource["DeletionPolicy"], resource["UpdateReplacePolicy"]) == ("Retain", "Retain")

    def test_is_named_after_the_stack(self, table):
        words = re.findall("[A-Z][a-z]+", table.removesuffix("Table"))
        name = "-".join(words).lower()
        assert RESOURCES[table]["Properties"]["TableName"] == {"Fn::Sub": "${AWS::StackName}-" + name}


@pytest.mark.parametrize("table", ["attempts", "files", "password_resets", "uploads"])
def test_what_has_expired_is_forgotten(table):
    # The emulator drops this, so that no test of a running stack would miss it.
    resource = "".join(word.capitalize() for word in table.split("_")) + "Table"
    assert RESOURCES[resource]["Properties"]["TimeToLiveSpecification"] == {
        "AttributeName": "expiresAt",
        "Enabled": True,
    }
    assert "expiresAt" in (ROOT / "shared" / "store" / "src" / f"{table}.rs").read_text()


class TestFilesBucket:
    # The emulator checks next to nothing of this, so that no test of a running stack would miss it.
    BUCKET = RESOURCES["FilesBucket"]
    PROPERTIES = BUCKET["Properties"]

    def test_is_the_only_bucket(self):
        assert list(of_type("AWS::S3::Bucket")) == ["FilesBucket"]

    def test_is_private_and_encrypted(self):
        assert set(self.PROPERTIES["PublicAccessBlockConfiguration"].values()) == {True}
        assert len(self.PROPERTIES["PublicAccessBlockConfiguration"]) == 4
        assert self.PROPERTIES["OwnershipControls"]["Rules"] == [{"ObjectOwnership": "BucketOwnerEnforced"}]
        (encryption,) = self.PROPERTIES["BucketEncryption"]["ServerSideEncryptionConfiguration"]
        assert encryption["ServerSideEncryptionByDefault"]["SSEAlgorithm"] == "AES256"

    def test_survives_mistakes(self):
        assert (self.BUCKET["DeletionPolicy"], self.BUCKET["UpdateReplacePolicy"]) == ("Retain", "Retain")

    def test_keeps_what_was_deleted_for_a_day(self):
        assert self.PROPERTIES["VersioningConfiguration"] == {"Status": "Enabled"}
        deleted, *_ = self.PROPERTIES["LifecycleConfiguration"]["Rules"]
        assert deleted["Status"] == "Enabled"
        assert (deleted["NoncurrentVersionExpiration"], deleted["ExpiredObjectDeleteMarker"]) == (
            {"NoncurrentDays": 1},
            True,
        )

    def test_is_open_to_the_pages_of_the_site_alone(self):
        (rule,) = self.PROPERTIES["CorsConfiguration"]["CorsRules"]
        assert rule["AllowedOrigins"] == [{"Ref": "SiteAddress"}]
        assert rule["AllowedMethods"] == ["GET", "PUT"]

    def test_is_spoken_to_with_tls_alone(self):
        (policy,) = of_type("AWS::S3::BucketPolicy").values()
        assert policy["Properties"]["Bucket"] == {"Ref": "FilesBucket"}
        (statement,) = policy["Properties"]["PolicyDocument"]["Statement"]
        assert (statement["Effect"], statement["Principal"], statement["Action"]) == ("Deny", "*", "s3:*")
        assert statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
        assert len(statement["Resource"]) == 2, "the bucket and what is in it"

    def test_forgets_what_was_abandoned_or_is_not_claimed(self):
        _, abandoned, unclaimed = self.PROPERTIES["LifecycleConfiguration"]["Rules"]
        assert (abandoned["Status"], unclaimed["Status"]) == ("Enabled", "Enabled")
        assert abandoned["AbortIncompleteMultipartUpload"] == {"DaysAfterInitiation": 1}
        assert (unclaimed["TagFilters"], unclaimed["ExpirationInDays"]) == ([{"Key": "claim", "Value": "pending"}], 1)
        # The tag that uploads are written with.
        assert '"claim=pending"' in (ROOT / "shared" / "files" / "src" / "object_store.rs").read_text()


def test_a_route_that_hashes_mails_or_decodes_has_lower_limits_than_others():
    stage = RESOURCES["ApiApiGatewayDefaultStage"]["Properties"]
    costly = {
        route
        for route, function in ROUTES.items()
        if RESOURCES[function]["Properties"]["MemorySize"] == 1769
        or "ses:SendEmail" in json.dumps(RESOURCES[f"{area_of(function)}Role"])
    }
    assert set(stage["RouteSettings"]) == costly
    limits = {
        "ThrottlingRateLimit": {"Ref": "CostlyRequestsPerSecond"},
        "ThrottlingBurstLimit": {"Ref": "CostlyRequestBurst"},
    }
    assert all(settings == limits for settings in stage["RouteSettings"].values())
    for lower, limit in (("CostlyRequestsPerSecond", "RequestsPerSecond"), ("CostlyRequestBurst", "RequestBurst")):
        assert TEMPLATE["Parameters"][lower]["Default"] < TEMPLATE["Parameters"][limit]["Default"]


def test_the_log_of_the_gateway_leaves_the_accounts_policy_small():
    assert RESOURCES["ApiLogGroup"]["Properties"]["LogGroupName"]["Fn::Sub"].startswith("/aws/vendedlogs/")


def test_another_version_of_the_origin_secret_is_another_reference():
    # CloudFormation does not look again where a reference is as before.
    hosting = build.read_template("infra/hosting.yaml")
    (origin,) = (
        origin
        for origin in hosting["Resources"]["Distribution"]["Properties"]["DistributionConfig"]["Origins"]
        if "OriginCustomHeaders" in origin
    )
    (header,) = origin["OriginCustomHeaders"]
    _, of_a_version, current = header["HeaderValue"]["Fn::If"]
    assert of_a_version["Fn::Sub"] == current["Fn::Sub"].replace("}}", ":::${OriginSecretVersion}}}")
    assert RESOURCES["Hosting"]["Properties"]["Parameters"]["OriginSecretVersion"] == {"Ref": "OriginSecretVersion"}


class TestWebAcl:
    RULES = {
        rule["Name"]: rule
        for rule in build.read_template("infra/waf.yaml")["Resources"]["WebAcl"]["Properties"]["Rules"]
    }

    def test_counts_before_it_refuses(self):
        assert build.read_template("infra/waf.yaml")["Parameters"]["Mode"]["Default"] == "count"
        for rule in self.RULES.values():
            condition, counting, refusing = (rule.get("Action") or rule["OverrideAction"])["Fn::If"]
            assert (condition, counting) == ("Counts", {"Count": {}})
            assert list(refusing) in (["Block"], ["None"])

    def test_refuses_nothing_for_its_body(self):
        group = self.RULES["known-exploits"]["Statement"]["ManagedRuleGroupStatement"]
        counted = {
            override["Name"] for override in group["RuleActionOverrides"] if override["ActionToUse"] == {"Count": {}}
        }
        # Those of the group that look into bodies, as its documentation lists them.
        assert counted == {
            f"{rule}_BODY"
            for rule in ("SizeRestrictions", "EC2MetaDataSSRF", "GenericLFI", "GenericRFI", "CrossSiteScripting")
        }


def test_a_line_of_the_gateways_log_is_json_whatever_is_missing_in_it():
    format_of_a_line = TEMPLATE["Resources"]["Api"]["Properties"]["AccessLogSettings"]["Format"]
    line = re.sub(r"\$context\.[\w.]+", "-", format_of_a_line)
    assert json.loads(line)["error"] == "-"


@pytest.mark.parametrize("secret", of_type("AWS::SecretsManager::Secret"))
def test_a_secret_is_made_by_the_stack(secret):
    properties = RESOURCES[secret]["Properties"]
    assert "SecretString" not in properties, "what is written here is no secret"
    assert properties["GenerateSecretString"]["PasswordLength"] >= 64


@pytest.mark.parametrize("environment", ["staging", "production"])
def test_sam_knows_how_to_deploy(environment):
    deployments = tomllib.loads((ROOT / "samconfig.toml").read_text())
    parameters = deployments[environment]["deploy"]["parameters"]
    assert parameters["stack_name"] == f"masar-{environment}"
    assert parameters["tags"] == f"stack=masar-{environment} environment={environment}"
    # A first deployment that is rolled back leaves its tables, and the next one could not make them again.
    assert parameters["disable_rollback"] is True
    # What is built for one environment or processor is not deployed to another.
    assert "Architecture" not in parameters["parameter_overrides"]
    folder = f".aws-sam/{environment}-{TEMPLATE['Parameters']['Architecture']['Default']}"
    assert deployments[environment]["build"]["parameters"]["build_dir"] == folder
    assert parameters["template_file"] == f"{folder}/template.yaml"
    given = {override.split("=")[0] for override in parameters["parameter_overrides"].split()}
    assert given <= set(TEMPLATE["Parameters"])
    # The privacy policy says how long logs are kept.
    retention = dict(override.split("=") for override in parameters["parameter_overrides"].split()).get(
        "LogRetentionDays", 30
    )
    assert int(retention) <= TEMPLATE["Parameters"]["LogRetentionDays"]["Default"] == 30
    required = {name for name, parameter in TEMPLATE["Parameters"].items() if "Default" not in parameter}
    assert required <= given
