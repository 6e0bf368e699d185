"""Rules for the functions in template.yaml: roles, logs, memory, variables and releases."""

import copy
import re
import tomllib
from typing import Any

import pytest
from samtranslator.yaml_helper import yaml_parse

from platform_template import (
    ENDPOINTS,
    FUNCTIONS,
    RESOURCES,
    ROUTES,
    TEMPLATE,
    listed,
    of_type,
    role_prefix,
    source_of,
    statements,
    variables,
)
from stack import last_release, templates
from stack.deployment.compatibility import removed
from stack.deployment.releases import keep_aliases
from stack.instance import ROOT
from stack.rate_limits import LIMITS, parameter

#: The kinds of files. Each has a prefix in the bucket.
KINDS = ["document", "image", "video"]


#: What functions do with archives of exports, which have a prefix in the same bucket.
USES_OF_ARCHIVES = {
    "UsersMakeExportFunction": {"s3:PutObject", "s3:DeleteObject"},
    # The permission of a presigned URL.
    "UsersGetExportFunction": {"s3:GetObject"},
    "UsersDeleteFunction": {"s3:DeleteObject"},
    "UsersRejectVerificationFunction": {"s3:DeleteObject"},
    "OperatorDeleteUnverifiedFunction": {"s3:DeleteObject"},
}


#: CloudFormation accepts 500 resources in a stack. This leaves room for a release that cannot wait.
MAX_RESOURCES = 480


#: What functions do with SES's suppression list: the deletion of a user removes the email address, and staff see why
#: an email did not arrive.
USES_OF_SUPPRESSION_LIST = {
    "UsersDeleteFunction": ["ses:GetSuppressedDestination", "ses:DeleteSuppressedDestination"],
    "UsersRejectVerificationFunction": ["ses:GetSuppressedDestination", "ses:DeleteSuppressedDestination"],
    "OperatorDeleteUnverifiedFunction": ["ses:GetSuppressedDestination", "ses:DeleteSuppressedDestination"],
    "StaffGetPersonFunction": ["ses:GetSuppressedDestination"],
}


#: Prefixes of actions that change nothing.
READING = {"BatchGet", "Get", "List", "Query", "Scan"}
#: Changes that a GET request may cause, because no client can use them.
CHANGES_OF_READERS = {
    # It records when a session was last used.
    "UsersMeFunction": {"dynamodb:UpdateItem"},
}


def route_of(function: str) -> str:
    return next(route for route, behind in ROUTES.items() if behind == function)


def test_the_stack_has_room_for_more_resources() -> None:
    assert len(RESOURCES) <= MAX_RESOURCES, "docs/scaling.md, Quotas"


@pytest.mark.parametrize("function", ENDPOINTS)
class TestEndpoint:
    def test_has_one_route(self, function: str) -> None:
        assert list(ROUTES.values()).count(function) == 1

    def test_is_invoked_through_its_alias_by_the_role_of_the_api(self, function: str) -> None:
        method, path = route_of(function).split()
        functions = "arn:${AWS::Partition}:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions"
        operation = RESOURCES["Api"]["Properties"]["Body"]["paths"][path][method.lower()]
        assert operation["x-amazon-apigateway-integration"] == {
            "type": "aws_proxy",
            "httpMethod": "POST",
            "payloadFormatVersion": "2.0",
            "credentials": {"Fn::GetAtt": ["ApiRole", "Arn"]},
            "uri": {"Fn::Sub": f"{functions}/${{{function}.Arn}}:live/invocations"},
        }

    def test_can_refuse_requests_that_bypass_the_cdn(self, function: str) -> None:
        secret = {"Fn::GetAtt": ["OriginSecret", "Id"]}
        assert variables(function)["REQUIRED_ORIGIN"] == {"Fn::If": ["RefusesDirectCalls", secret, "none"]}
        policy = RESOURCES["SecretsPolicy"]
        assert {"Ref": f"{role_prefix(function)}Role"} in policy["Properties"]["Roles"]
        batches, _, reading = policy["Properties"]["PolicyDocument"]["Statement"]
        assert batches == {"Effect": "Allow", "Action": "secretsmanager:BatchGetSecretValue", "Resource": "*"}
        allowed = {"Effect": "Allow", "Action": "secretsmanager:GetSecretValue", "Resource": secret}
        assert reading == {"Fn::If": ["RefusesDirectCalls", allowed, {"Ref": "AWS::NoValue"}]}
        # A function that requires the secret before it may read it would refuse all requests.
        assert "SecretsPolicy" in RESOURCES[function]["DependsOn"]

    def test_has_less_time_than_the_gateway(self, function: str) -> None:
        assert RESOURCES[function]["Properties"]["Timeout"] <= 29


@pytest.mark.parametrize("function", FUNCTIONS)
class TestFunction:
    def test_can_be_traced(self, function: str) -> None:
        assert RESOURCES[function]["Properties"]["TracingConfig"] == {
            "Mode": {"Fn::If": ["IsTraced", "Active", "PassThrough"]}
        }
        assert {"Ref": f"{role_prefix(function)}Role"} in RESOURCES["FunctionsPolicy"]["Properties"]["Roles"]
        # Lambda checks the permission when tracing is enabled.
        assert "FunctionsPolicy" in RESOURCES[function]["DependsOn"]

    def test_is_invoked_through_an_alias_that_sam_moves_to_each_version(self, function: str) -> None:
        alias = RESOURCES[f"{function}Aliaslive"]
        assert "UpdatePolicy" not in alias
        (version,) = (name for name in RESOURCES if name.startswith(f"{function}Version"))
        assert alias["Properties"]["FunctionVersion"] == {"Fn::GetAtt": [version, "Version"]}

    def test_has_its_own_role(self, function: str) -> None:
        assert RESOURCES[function]["Properties"]["Role"] == {"Fn::GetAtt": [f"{role_prefix(function)}Role", "Arn"]}

    def test_has_only_named_permissions_for_named_resources(self, function: str) -> None:
        role = RESOURCES[f"{role_prefix(function)}Role"]["Properties"]
        assert "ManagedPolicyArns" not in role, "managed policies grant more than a function uses"
        for statement in statements(function):
            assert "*" not in str(statement["Action"]), statement
            if statement["Action"] == USES_OF_SUPPRESSION_LIST.get(function):
                # The suppression list has no ARN.
                assert statement["Resource"] == "*"
                continue
            # Wildcards are allowed for the objects of one kind in the files bucket, and for the snapshot of the
            # catalogue. A condition limits the sender of emails.
            objects = r"\$\{(FilesBucket\.Arn\}/[a-z]+|Hosting\.Outputs\.SiteBucketArn\}/catalogue)/\*"
            mails = r":ses:\$\{AWS::Region\}:\$\{AWS::AccountId\}:(identity|configuration-set)/\*"
            assert "*" not in re.sub(f"{objects}|{mails}", "", str(statement["Resource"])), statement

    def test_only_reads_if_its_method_is_get(self, function: str) -> None:
        if function in ENDPOINTS and route_of(function).startswith("GET "):
            # What staff read of others is an audit record.
            records = {"Fn::GetAtt": ["AuditTable", "Arn"]}
            others = [statement for statement in statements(function) if statement["Resource"] != records]
            actions = {action for statement in others for action in statement["Action"]}
            changing = {action for action in actions if not any(f":{prefix}" in action for prefix in READING)}
            assert changing <= CHANGES_OF_READERS.get(function, set())

    def test_may_list_only_the_files_of_a_kind(self, function: str) -> None:
        for statement in statements(function):
            if "s3:ListBucket" in statement["Action"] and "FilesBucket" in str(statement["Resource"]):
                prefixes = {*listed(statement["Condition"]["StringLike"]["s3:prefix"])}
                assert prefixes <= {f"{kind}/*" for kind in (*KINDS, "part")}

    def test_uses_archives_of_exports_only_as_it_needs(self, function: str) -> None:
        of_archives = [one for one in statements(function) if "FilesBucket.Arn}/export/" in str(one["Resource"])]
        actions = {action for statement in of_archives for action in statement["Action"]}
        assert actions == USES_OF_ARCHIVES.get(function, set())

    def test_sends_email_as_the_configured_sender_only(self, function: str) -> None:
        # The emulator allows more, so tests with a running stack do not check this.
        for statement in statements(function):
            if "ses:" in str(statement["Action"]) and statement["Action"] != USES_OF_SUPPRESSION_LIST.get(function):
                assert statement["Action"] == ["ses:SendEmail"]
                assert statement["Condition"] == {"StringEquals": {"ses:FromAddress": {"Ref": "MailSender"}}}

    def test_writes_json_lines_into_the_log_group_of_the_functions(self, function: str) -> None:
        config = RESOURCES[function]["Properties"]["LoggingConfig"]
        assert config == {"LogFormat": "JSON", "LogGroup": {"Ref": "FunctionsLogGroup"}}

    def test_has_no_permission_for_logs_of_its_own(self, function: str) -> None:
        assert "logs:" not in str(statements(function))

    def test_logs_at_the_default_level(self, function: str) -> None:
        # At lower levels, libraries log what they send and receive.
        assert "RUST_LOG" not in variables(function)

    def test_has_memory_for_tls(self, function: str) -> None:
        assert 512 <= RESOURCES[function]["Properties"]["MemorySize"] <= 1769

    def test_writes_metrics_into_the_namespace_of_its_stack(self, function: str) -> None:
        assert variables(function)["METRICS_NAMESPACE"] == {"Ref": "AWS::StackName"}


def variables_of_all_functions() -> dict[str, Any]:
    return {name: value for function in FUNCTIONS for name, value in variables(function).items()}


def test_functions_have_only_variables_that_are_read() -> None:
    """The front-door tests check that no variable is missing."""
    source = (ROOT / "shared" / "platform" / "src" / "config.rs").read_text()
    known = set(re.findall(r'"([A-Z][A-Z_]+)"', source))
    # No code reads these: a new value makes another version of the function.
    unread = {"SECRETS_REVISION", "RELEASE"}
    assert variables_of_all_functions().keys() - unread <= known


def test_variables_are_shorter_than_lambda_accepts() -> None:
    # The name of the stack is a part of the bucket's, and so has at most 28 characters.
    tables = {
        name: len(table["Properties"]["TableName"]["Fn::Sub"].replace("${AWS::StackName}", "s" * 28))
        for name, table in of_type("AWS::DynamoDB::Table").items()
    }
    numbers = {name: 10 for name, declared in TEMPLATE["Parameters"].items() if declared["Type"] == "Number"}
    limits = parameter({name: bounds["most"] for name, bounds in LIMITS.items()})
    of_references: dict[str, int] = tables | numbers | {"RateLimits": len(limits), "MailSender": 254}

    def longest(value: Any) -> int:
        match value:
            case {"Fn::If": [_, *values]}:
                return max(map(longest, values))
            case {"Fn::GetAtt": [secret, "Id"]}:
                return len(f"arn:aws:secretsmanager:ap-southeast-1:111122223333:secret:{secret}-0123456789ab-012345")
            case {"Ref": str(name)} if name in of_references:
                return of_references[name]
        # The name of a bucket or a function, the address of a site, a constant.
        return 64

    assert sum(len(name) + longest(value) for name, value in variables_of_all_functions().items()) <= 4096


def test_functions_can_only_append_to_their_log() -> None:
    document = RESOURCES["FunctionsPolicy"]["Properties"]["PolicyDocument"]
    of_logs = [statement for statement in document["Statement"] if "logs:" in str(statement["Action"])]
    assert {action for statement in of_logs for action in statement["Action"]} == {
        "logs:CreateLogStream",
        "logs:PutLogEvents",
    }
    # Not the log of the gateway.
    (current,) = (statement for statement in of_logs if not statement.get("Sid", "").startswith("ReleaseBefore"))
    assert current["Resource"] == {"Fn::GetAtt": ["FunctionsLogGroup", "Arn"]}


def test_every_log_group_has_a_limited_retention() -> None:
    groups = of_type("AWS::Logs::LogGroup").values()
    assert groups
    assert all(group["Properties"]["RetentionInDays"] == {"Ref": "LogRetentionDays"} for group in groups)


def test_a_release_of_scripts_deploy_changes_no_version_and_no_alias() -> None:
    releases = []
    for name in ("20261126-120000-abc", "20261127-120000-abc"):
        template = copy.deepcopy(TEMPLATE)
        template["Globals"]["Function"]["Environment"]["Variables"]["RELEASE"] = name
        keep_aliases(template)
        transformed = templates.transform(template)["Resources"]
        kept = {
            logical_id: resource
            for logical_id, resource in transformed.items()
            if resource["Type"] in ("AWS::Lambda::Version", "AWS::Lambda::Alias")
        }
        releases.append(kept)
    assert releases[0] == releases[1]
    assert len(releases[0]) == 2 * len(FUNCTIONS)


@pytest.mark.skipif(last_release.is_missing() is not None, reason="a clone without the commit of a release")
def test_nothing_is_removed_that_the_last_release_needs() -> None:
    assert removed(yaml_parse(last_release.file("template.yaml")), TEMPLATE) == []


def test_no_function_reserves_concurrency() -> None:
    """A new account runs ten functions at once, and Lambda lets nobody reserve a part of those."""
    reserving = ("ReservedConcurrentExecutions", "ProvisionedConcurrencyConfig")
    everywhere = "".join(str(templates.read(path)) for path in [templates.MAIN, *templates.others()])
    assert not [setting for setting in reserving if setting in everywhere]


def test_every_function_has_a_binary_of_its_name() -> None:
    binaries = [path.stem for path in ROOT.glob("functions/*/src/bin/*.rs")]
    assert sorted(FUNCTIONS.values()) == sorted(binaries), "every binary is a function, and the other way round"
    for function, binary in FUNCTIONS.items():
        assert function == "".join(word.capitalize() for word in binary.split("-")) + "Function"
        assert source_of(binary)


def test_the_first_build_of_sam_builds_all_functions() -> None:
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]
    assert workspace["metadata"]["lambda"]["build"]["bins"] is True
    # In the folder of the workspace, Cargo builds its default members.
    assert workspace["default-members"] == ["functions/size", "functions/speed"]
    assert TEMPLATE["Globals"]["Function"]["CodeUri"] == "."
    assert not [function for function in FUNCTIONS if "CodeUri" in RESOURCES[function]["Properties"]]
