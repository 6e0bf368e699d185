"""A role grants the requests to AWS that front-door tests have recorded (functions/aws_requests), and no others."""

import re

import pytest

from platform_template import FUNCTIONS, RESOURCES, listed, statements
from stack.instance import ROOT
from stack.templates import Template

SNAPSHOTS = ROOT / "functions" / "aws_requests"
REQUEST = re.compile(r"^(?:(?:\d+|all) )?((?:dynamodb|lambda|s3|ses) \w+[\w ]*)", re.MULTILINE)

#: The permissions of requests whose names differ from them. A transaction does not say how it changes a table.
PERMISSIONS = {
    "CreateMultipartUpload": {"PutObject"},
    "UploadPart": {"PutObject"},
    "CompleteMultipartUpload": {"PutObject"},
    "Invoke": {"InvokeFunction"},
    "ListObjectsV2": {"ListBucket"},
    "ListParts": {"ListMultipartUploadParts"},
    "TransactWriteItems": {"PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"},
}
#: Permissions that no list of requests shows, with the reason.
UNLISTED = {
    "s3:GetObject": "a presigned URL in a response: the browser sends the request",
    "s3:GetObjectVersion": "as above, for the version that a scan has cleared",
    "s3:ListBucket": "without it, S3 responds 403 instead of 404 for a missing object",
    "dynamodb:Scan courses": "the courses are in memory before the request",
    "sqs:SendMessage": "Lambda sends an event that failed for good",
    "OperatorRemoveFilesFunction s3:AbortMultipartUpload": "the second step with an upload, of which a run takes one",
    "UsersDeleteFunction ses:DeleteSuppressedDestination": "for an email address on the suppression list",
    **{
        f"{function} dynamodb:GetItem files": "the verdict on a teacher's files, where files are scanned for malware"
        for function in ("UsersLoginFunction", "UsersPasskeyLoginFunction", "UsersVerifyEmailFunction")
    },
    # The same code deletes the user, and the tests of the deletion by the user show these.
    **{
        f"{function} {permission}": "for files, payments, requests, bounced emails"
        for function in ("UsersRejectVerificationFunction", "OperatorDeleteUnverifiedFunction")
        for permission in (
            "dynamodb:PutItem payments",
            "dynamodb:UpdateItem payments",
            "dynamodb:DeleteItem payments",
            "dynamodb:DeleteItem placeRequests",
            "dynamodb:UpdateItem courseDetails",
            "dynamodb:GetItem files",
            "dynamodb:UpdateItem files",
            "ses:DeleteSuppressedDestination",
        )
    },
}


def requests(function: str) -> set[str]:
    """`dynamodb GetItem users`, `s3 PutObject`: the requests that the function has sent in tests."""
    paths = SNAPSHOTS.glob(f"{FUNCTIONS[function]}.*.snap")
    return {request for path in paths for request in REQUEST.findall(path.read_text())}


def shown(function: str) -> set[str]:
    """`dynamodb:GetItem users`, `s3:PutObject`: the permissions that these requests may need."""
    permissions = set()
    for service, operation, *names in map(str.split, requests(function)):
        for permission in PERMISSIONS.get(operation, {operation}):
            permissions |= {f"{service}:{permission} {table}" for table in names} or {f"{service}:{permission}"}
    return permissions


def granted(function: str) -> set[str]:
    """
    The permissions of the role, in the same form, but for those of the release before. The log and the secrets are not
    requests of a call.
    """
    permissions = set()
    for statement in statements(function):
        if statement.get("Sid", "").startswith("ReleaseBefore"):
            continue
        for action in statement["Action"]:
            if action.startswith("dynamodb:"):
                permissions |= {f"{action} {table}" for table in tables(statement)}
            elif not action.startswith(("logs:", "secretsmanager:")):
                permissions.add(action)
    return permissions


def tables(statement: Template) -> set[str]:
    """The tables of a statement, as requests name them: `passwordResets`."""
    names = re.findall(r"\b(\w+)Table\b", str(statement["Resource"]))
    return {name[0].lower() + name[1:] for name in names}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_role_grants_only_what_tests_show(function: str) -> None:
    unused = {
        permission
        for permission in granted(function) - shown(function)
        if permission not in UNLISTED and f"{function} {permission}" not in UNLISTED
    }
    assert not unused, "remove them from the role, or assert the requests in a front-door test"


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_role_grants_each_request(function: str) -> None:
    sent = requests(function)
    permissions = granted(function)
    assert sent or not permissions, "a front-door test checks every fault of its requests"
    for service, operation, *names in map(str.split, sent):
        for table in names or [""]:
            needed = {f"{service}:{name} {table}".strip() for name in PERMISSIONS.get(operation, {operation})}
            assert needed & permissions, f"{operation} {table}"


def test_every_snapshot_is_of_a_function() -> None:
    assert {path.name.split(".")[0] for path in SNAPSHOTS.iterdir()} <= set(FUNCTIONS.values())


def test_exceptions_are_needed() -> None:
    unlisted = {(function, permission) for function in FUNCTIONS for permission in granted(function) - shown(function)}
    used = {permission for _, permission in unlisted} | {" ".join(pair) for pair in unlisted}
    assert not UNLISTED.keys() - used


def test_few_functions_can_read_the_key_that_signs_tokens() -> None:
    """docs/decisions/0106: with read access to it, or write access to the public keys, one can sign in as any user."""

    def may(action: str, secret: str) -> set[str]:
        return {
            name.removesuffix("Role")
            for name, role in RESOURCES.items()
            if role["Type"] == "AWS::IAM::Role"
            for policy in role["Properties"].get("Policies", [])
            for statement in policy["PolicyDocument"]["Statement"]
            if statement["Effect"] == "Allow"
            and action in listed(statement["Action"])
            and {"Fn::GetAtt": [secret, "Id"]} in listed(statement["Resource"])
        }

    issuers = {
        *("UsersRegister", "UsersLogin", "UsersPasskeyLogin", "UsersVerifyEmail", "UsersResendVerification"),
        *("UsersCorrectEmail", "UsersChangeEmail", "UsersConfirmEmailChange", "UsersChangePassword"),
        "StaffChangePerson",
    }
    assert may("secretsmanager:GetSecretValue", "TokenKeySecret") == issuers
    assert may("secretsmanager:PutSecretValue", "TokenVerificationSecret") == issuers
    # It decodes hostile pictures.
    assert "FileImage" not in may("secretsmanager:GetSecretValue", "SigningKeySecret")
    assert not [permission for permission in granted("FileImageFunction") if permission.endswith(" users")]


def test_the_janitor_alone_deletes_what_users_have_uploaded() -> None:
    """But for malware. Nobody may delete a version, or tag an object."""
    actions = {
        function: {action for statement in statements(function) for action in statement["Action"]}
        for function in FUNCTIONS
    }
    deleting = {function for function in FUNCTIONS if deletes_files(function)}
    assert deleting == {"OperatorRemoveFilesFunction", "OperatorRecordScanFunction"}
    for function in FUNCTIONS:
        others = actions[function] - {"s3:GetObjectVersion"}
        assert not {action for action in others if "Tagging" in action or "Version" in action}, function
    of_profiles = actions["UsersRegisterFunction"] | actions["UsersUpdateFunction"]
    assert {action for action in of_profiles if action.startswith("s3:")} <= {"s3:GetObject"}


def deletes_files(function: str) -> bool:
    """Whether the role may delete objects other than archives of exports."""
    return any(
        "s3:DeleteObject" in statement["Action"]
        and any(
            f"/{kind}/" in str(statement["Resource"]) and "FilesBucket" in str(statement["Resource"])
            for kind in ("document", "image", "video")
        )
        for statement in statements(function)
    )
