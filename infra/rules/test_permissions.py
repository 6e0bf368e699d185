"""A role grants what its endpoint's tests show, and the list of requests in docs/data-model.md names
these and no others.

The source of an endpoint's requests to AWS are the lists in infra/costs/calls.toml, which front-door tests assert
(infra/ops/tests/costs.rs), with the requests that other front-door tests of the endpoint name.
"""

import re
from typing import Any

import pytest

from platform_template import FUNCTIONS, RESOURCES, role_prefix
from stack import templates
from stack.instance import ROOT
from stack.templates import Template
from stack.toml import tomllib

CALLS = tomllib.loads((ROOT / "infra" / "costs" / "calls.toml").read_text())["call"]
_, COURSES, SERVICES, OPERATOR, USERS, FILES = (ROOT / "docs" / "data-model.md").read_text().split("\n| Endpoint |")
#: The tables of docs/data-model.md, by the area of the endpoints.
PAGE = {"courses": COURSES, "services": SERVICES, "operator": OPERATOR, "users": USERS, "file": FILES}

#: The permissions of requests whose names differ from them. A transaction does not say how it changes a table.
PERMISSIONS = {
    "PutObject": {"PutObject", "PutObjectTagging"},
    "CreateMultipartUpload": {"PutObject", "PutObjectTagging"},
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
    "s3:ListBucket": "without it, S3 responds 403 instead of 404 for a missing object",
    "dynamodb:Scan courses": "the courses are in memory before the request",
    "dynamodb:Query coursePrices": "as the courses",
    "sqs:SendMessage": "Lambda sends an event that failed for good",
    "UsersRegisterFunction s3:PutObjectTagging": "adds the tag again when the transaction fails",
    "FileImageFunction dynamodb:GetItem users": "for the way back to the release before, which reads them",
    "UsersLoginFunction ses:SendEmail": "for a user that is not verified",
    "UsersDeleteFunction ses:DeleteSuppressedDestination": "for an email address on the suppression list",
    "UsersDeleteFunction dynamodb:GetItem files": "for each file",
    **{
        f"{function} dynamodb:GetItem files": "the verdict on a teacher's files, where files are scanned for malware"
        for function in ("UsersLoginFunction", "UsersPasskeyLoginFunction", "UsersVerifyEmailFunction")
    },
    # The same code deletes the user, and the tests of the deletion by the user show these.
    **{
        f"UsersRejectVerificationFunction {permission}": "for files, uploads, payments, requests, bounced emails"
        for permission in (
            "dynamodb:PutItem payments",
            "dynamodb:DeleteItem payments",
            "dynamodb:DeleteItem placeRequests",
            "dynamodb:UpdateItem courseDetails",
            "dynamodb:GetItem uploads",
            "dynamodb:GetItem files",
            "dynamodb:DeleteItem files",
            "s3:AbortMultipartUpload",
            "ses:DeleteSuppressedDestination",
        )
    },
}


def folder(function: str) -> str:
    """`users/verify-email` of `UsersVerifyEmailFunction`."""
    for path in (ROOT / "functions").glob("*/*"):
        name = path.relative_to(ROOT / "functions").as_posix()
        if name.replace("/", "").replace("-", "") == role_prefix(function).lower():
            return name
    raise AssertionError(function)


def requests(function: str) -> set[str]:
    """`dynamodb GetItem users`, `s3 PutObject`: the requests that tests of the endpoint name."""
    paths = (ROOT / "functions" / folder(function) / "tests").rglob("*.rs")
    found = re.findall(r'"((?:dynamodb|lambda|s3|ses) \w+[\w ]*)"', "".join(path.read_text() for path in paths))
    return {*found, *(request for call in CALLS if call["function"] == function for request in call["asks"])}


def shown(function: str) -> set[str]:
    """`dynamodb:GetItem users`, `s3:PutObject`: the permissions that these requests may need."""
    permissions = set()
    for service, operation, *names in map(str.split, requests(function)):
        for permission in PERMISSIONS.get(operation, {operation}):
            permissions |= {f"{service}:{permission} {table}" for table in names} or {f"{service}:{permission}"}
    return permissions


def granted(function: str) -> set[str]:
    """The permissions of the role, in the same form. The log and the secrets are not requests of a call."""
    permissions = set()
    for statement in templates.statements(RESOURCES, function):
        actions = statement["Action"]
        for action in [actions] if isinstance(actions, str) else actions:
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


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call["name"])
def test_a_role_grants_the_requests_of_a_call(call: dict[str, list[str]]) -> None:
    permissions = granted(str(call["function"]))
    for service, operation, *names in map(str.split, call["asks"]):
        for table in names or [""]:
            needed = {f"{service}:{name} {table}".strip() for name in PERMISSIONS.get(operation, {operation})}
            assert needed & permissions, f"{operation} {table}"


def test_exceptions_are_needed() -> None:
    unlisted = {(function, permission) for function in FUNCTIONS for permission in granted(function) - shown(function)}
    used = {permission for _, permission in unlisted} | {" ".join(pair) for pair in unlisted}
    assert not UNLISTED.keys() - used


def row(function: str) -> str | None:
    """The row of an endpoint in docs/data-model.md, which may be the row of several; None if it has none."""
    area, name = folder(function).split("/")
    found = re.search(
        rf"^\| (?:[\w-]+, )*{name.removeprefix('video-')}(?:, [\w-]+)* \|.*$", PAGE.get(area, ""), re.MULTILINE
    )
    return found[0] if found else None


def words(table: str) -> str:
    """`password resets` of `passwordResets`, as rows write it."""
    return re.sub("([A-Z])", r" \1", table).lower()


#: The tables, by their names in rows.
TABLES = {
    words(permission.split()[1]): permission.split()[1]
    for function in FUNCTIONS
    for permission in granted(function)
    if permission.startswith("dynamodb:")
}
NAME = rf"\b(?:{'|'.join(sorted(TABLES, key=len, reverse=True))})\b"
#: `GetItem` users and course details; `GetItem` and `UpdateItem` users; `Query` of the index `queue` of place requests.
REQUEST = re.compile(
    rf"(`\w+`(?: and `\w+`)*) (?:of the index `\w+` of )?({NAME}(?:(?:, | and ){NAME})*)",
)


def named(row: str) -> set[str]:
    """`GetItem users`: the requests that a row names with their tables."""
    return {
        f"{operation} {TABLES[table]}"
        for operations, names in REQUEST.findall(row)
        for operation in re.findall(r"\w+", operations.replace("` and `", " "))
        for table in re.findall(NAME, names)
    }


@pytest.mark.parametrize("call", [call for call in CALLS if "held_by" in call], ids=lambda call: call["name"])
def test_the_data_model_names_the_requests_of_a_call(call: dict[str, list[str]]) -> None:
    found = row(str(call["function"]))
    assert found, "docs/data-model.md has no row for it"
    for _, operation, *names in map(str.split, call["asks"]):
        # A column of its own has the emails.
        assert operation == "SendEmail" or f"`{operation}`" in found
        for table in names:
            assert words(table) in found, f"{operation} {table}"


@pytest.mark.parametrize("function", [function for function in FUNCTIONS if row(function)])
def test_the_data_model_names_no_other_request(function: str) -> None:
    sent = {
        f"{operation} {table}"
        for service, operation, *names in map(str.split, requests(function))
        if service == "dynamodb"
        for table in names
    }
    found = row(function)
    assert found
    assert not named(found) - sent, "correct the row, or assert the requests in a front-door test"
    _, _, cells = found.split("|", 2)
    mentioned = {TABLES[table] for table in re.findall(NAME, cells)}
    assert not mentioned - {request.split()[1] for request in sent}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`GetItem` users, course details and files", {"GetItem users", "GetItem courseDetails", "GetItem files"}),
        ("`GetItem` and `UpdateItem` users", {"GetItem users", "UpdateItem users"}),
        ("`Query` of the index `queue` of place requests", {"Query placeRequests"}),
        # The first one is of another table, which the text does not name again.
        ("for each upload `DeleteItem`, `DeleteItem` files, S3 `DeleteObject` for the archive", {"DeleteItem files"}),
    ],
)
def test_requests_of_a_row_are_recognized(text: str, expected: set[str]) -> None:
    assert named(text) == expected


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
            and not statement.get("Sid", "").startswith("ReleaseBefore")
            and action in listed(statement["Action"])
            and {"Fn::GetAtt": [secret, "Id"]} in listed(statement["Resource"])
        }

    issuers = {
        *("UsersRegister", "UsersLogin", "UsersPasskeyLogin", "UsersVerifyEmail", "UsersResendVerification"),
        *("UsersCorrectEmail", "UsersChangeEmail", "UsersConfirmEmailChange", "UsersChangePassword"),
    }
    assert may("secretsmanager:GetSecretValue", "TokenKeySecret") == issuers
    assert may("secretsmanager:PutSecretValue", "TokenVerificationSecret") == issuers
    assert may("secretsmanager:GetSecretValue", "SigningKeySecret") == set()
    decodes = RESOURCES["FileImageRole"]["Properties"]["Policies"][0]["PolicyDocument"]["Statement"]
    users = {"Fn::GetAtt": ["UsersTable", "Arn"]}
    assert {statement.get("Sid") for statement in decodes if users in listed(statement["Resource"])} == {
        "ReleaseBeforeUsers"
    }


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
