"""The pipeline, and the roles by which it and operators work."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from stack import nightly, templates
from stack.deployment.environment import read_environments
from stack.instance import ROOT

WORKFLOWS = ROOT / ".github" / "workflows"
WORKFLOW = yaml.safe_load((WORKFLOWS / "deploy.yml").read_text())
JOBS = WORKFLOW["jobs"]
TEST = yaml.safe_load((WORKFLOWS / "test.yml").read_text())
NIGHTLY = yaml.safe_load((WORKFLOWS / "nightly.yml").read_text())
ENVIRONMENTS = read_environments((ROOT / "samconfig.toml").read_text())
PIPELINE = templates.read("infra/pipeline.yaml")["Resources"]
STACKS_OF_AN_ADMINISTRATOR = ("infra/pipeline.yaml", "infra/operator-role.yaml")


def operator_statements() -> list[dict[str, Any]]:
    """The statements of the role of operators, also those that only a role which diagnoses has."""
    resources = templates.read("infra/operator-role.yaml")["Resources"]
    (policy,) = resources["Role"]["Properties"]["Policies"]
    found: list[dict[str, Any]] = policy["PolicyDocument"]["Statement"]
    diagnosing: list[dict[str, Any]] = resources["Diagnosing"]["Properties"]["PolicyDocument"]["Statement"]
    return found + diagnosing


def statements(*policies: str) -> list[dict[str, Any]]:
    return [
        statement for policy in policies for statement in PIPELINE[policy]["Properties"]["PolicyDocument"]["Statement"]
    ]


def actions(statement: dict[str, Any]) -> list[str]:
    return [statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"]


def test_every_change_is_tested_with_the_command_of_the_readme() -> None:
    assert {"pull_request", "workflow_call"} <= set(TEST[True]), "YAML reads `on` as true"
    assert JOBS["test"]["uses"] == "./.github/workflows/test.yml"
    assert TEST["jobs"]["test"]["steps"][-1]["run"] == ".ci/run"
    assert (ROOT / ".ci" / "run").read_text().endswith("\nexec scripts/test\n")


def test_the_nightly_check_runs_every_part_of_the_command() -> None:
    one_machine, shards = NIGHTLY["jobs"]["nightly"], NIGHTLY["jobs"]["mutants"]
    script, *parts = one_machine["steps"][-1]["run"].split()
    assert (script, {*parts, "mutants"}) == ("scripts/nightly", {*nightly.PARTS})
    testing = shards["steps"][-1]
    assert testing["run"] == 'scripts/mutants --all --shard "$SHARD"'
    numbers = shards["strategy"]["matrix"]["shard"]
    assert numbers == [*range(len(numbers))]
    assert testing["env"]["SHARD"] == f"${{{{ matrix.shard }}}}/{len(numbers)}"
    assert "schedule" in NIGHTLY[True]


def test_a_clone_has_the_commits_to_compare_with() -> None:
    checkout = TEST["jobs"]["test"]["steps"][0]["with"]
    assert checkout["fetch-depth"] == 0


def test_dependencies_are_audited_with_every_pull_request() -> None:
    audit = TEST["jobs"]["audit"]
    assert audit["steps"][-1]["run"] == "scripts/audit"
    assert audit["if"] == "github.event_name != 'push'"


@pytest.mark.parametrize(("environment", "after"), [("staging", "test"), ("production", "staging")])
def test_an_environment_is_deployed_after_the_jobs_it_needs(environment: Any, after: Any) -> None:
    job = JOBS[environment]
    assert (job["needs"], job["environment"]) == (after, environment)
    assert environment in ENVIRONMENTS
    *_, deploying = job["steps"]
    assert deploying["run"] == 'scripts/deploy "$ENVIRONMENT" --yes'
    # Two deployments of the same stack at once would be refused.
    assert job["concurrency"] == f"deploy-{environment}"


def test_staging_is_deployed_from_main_only() -> None:
    assert WORKFLOW[True] == {"push": {"branches": ["main"]}}


def test_no_key_is_stored_and_only_deployments_may_assume_a_role() -> None:
    for path in WORKFLOWS.glob("*.yml"):
        assert "secrets." not in path.read_text()
    assert WORKFLOW["permissions"] == TEST["permissions"] == NIGHTLY["permissions"] == {"contents": "read"}
    jobs = JOBS | {f"{name} in another file": job for name, job in (TEST["jobs"] | NIGHTLY["jobs"]).items()}
    assert {name for name, job in jobs.items() if "id-token" in job.get("permissions", {})} == {"staging", "production"}
    for job in jobs.values():
        checkouts = [step for step in job.get("steps", []) if step.get("uses", "").startswith("actions/checkout@")]
        assert all(step["with"]["persist-credentials"] is False for step in checkouts)


@pytest.mark.parametrize("workflow", [*WORKFLOWS.glob("*.yml")], ids=lambda path: path.name)
def test_actions_of_others_are_pinned_to_commits(workflow: Path) -> None:
    """A tag can be moved to other code. Renovate updates the commit with the version in the comment."""
    used = re.findall(r"uses: (?!\./)(.+)", workflow.read_text())
    assert used and not [action for action in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", action)]


def test_one_environment_of_one_repository_may_assume_the_role() -> None:
    (trust,) = PIPELINE["Role"]["Properties"]["AssumeRolePolicyDocument"]["Statement"]
    assert trust["Condition"] == {
        "StringEquals": {
            "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
            "token.actions.githubusercontent.com:sub": {"Fn::Sub": "repo:${Repository}:environment:${Environment}"},
        }
    }


def test_a_role_has_no_permissions_for_resources_of_other_functions() -> None:
    for statement in statements("Delivery", "Provisioning"):
        if statement["Resource"] == "*":
            # What only looks, and what has no name before it exists.
            assert statement["Sid"] in ("Looking", "WithoutNamesBeforeTheyExist")
            assert not {"iam", "dynamodb", "s3", "lambda"} & {
                action.split(":")[0]
                for action in actions(statement)
                if not re.match(r"\w+:(Get|List|Describe)", action)
            }


def test_cannot_read_secrets_of_another_stack() -> None:
    of_the_stack = {"StringEquals": {"aws:ResourceTag/aws:cloudformation:stack-name": {"Ref": "StackName"}}}
    reading = [
        statement
        for statement in [*statements("Delivery", "Provisioning"), *operator_statements()]
        if "secretsmanager:GetSecretValue" in actions(statement)
    ]
    assert [statement["Condition"] for statement in reading] == [of_the_stack] * 2


def test_an_operator_has_the_cloudformation_permissions_of_the_tool() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "infra" / "ops" / "src").rglob("*.rs"))
    asked = {
        f"cloudformation:{''.join(word.capitalize() for word in operation.split('_'))}"
        for operation in re.findall(
            r"\.(describe_stacks|describe_stack_resource|list_stack_resources|describe_stack_events)\(", sources
        )
    }
    allowed = {action for statement in operator_statements() for action in actions(statement)}
    assert asked and asked <= allowed


#: The requests about the files bucket in the sources of the tool, and what each needs.
REQUESTS_TO_FILES = {
    "list_objects_v2": "s3:ListBucket",
    "list_multipart_uploads": "s3:ListBucketMultipartUploads",
    "abort_multipart_upload": "s3:AbortMultipartUpload",
    "delete_object": "s3:DeleteObject",
    "mark_unclaimed": "s3:PutObjectTagging",
}


def test_an_operator_has_the_permissions_of_the_sweep() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "infra" / "ops" / "src" / "storage").glob("*.rs"))
    asked = {action for request, action in REQUESTS_TO_FILES.items() if f"{request}(" in sources}
    (files,) = (statement for statement in operator_statements() if statement.get("Sid") == "Files")
    assert asked == set(REQUESTS_TO_FILES.values())
    assert asked <= set(actions(files))


def test_the_pipeline_may_attach_only_policies_of_the_templates() -> None:
    (attaching,) = (
        statement for statement in statements("Provisioning") if "iam:AttachRolePolicy" in actions(statement)
    )
    (policy,) = attaching["Condition"]["ArnEquals"]["iam:PolicyARN"]
    assert policy["Fn::Sub"].endswith("/AWSBackupServiceRolePolicyForBackup")


def test_the_pipeline_cannot_change_its_own_role() -> None:
    (denied,) = (statement for statement in statements("Provisioning") if statement["Effect"] == "Deny")
    assert (denied["Action"], denied["Resource"]["Fn::Sub"].split("role/")[1]) == ("iam:*", "${AWS::StackName}-*")


def test_neither_operator_nor_pipeline_may_delete_or_update_an_audit_record() -> None:
    changing = {"dynamodb:DeleteItem", "dynamodb:UpdateItem"}
    (denied,) = (statement for statement in operator_statements() if statement["Effect"] == "Deny")
    assert set(actions(denied)) == changing
    assert denied["Resource"]["Fn::Sub"].endswith(":table/${StackName}-audit")

    of_pipeline = [
        statement for statement in statements("Delivery", "Provisioning") if changing & set(actions(statement))
    ]
    assert of_pipeline
    tables = [resource["Fn::Sub"] for statement in of_pipeline for resource in statement["Resource"]]
    assert not [table for table in tables if re.search(r"\*|-audit$", table.split(":table/")[-1])]


def test_an_operator_sends_email_as_the_configured_sender_only() -> None:
    sending = {"ses:SendEmail", "ses:SendRawEmail"}
    (statement,) = (one for one in operator_statements() if sending & set(actions(one)))
    assert set(actions(statement)) == sending
    # As the roles of the functions.
    assert statement["Condition"] == {"StringEquals": {"ses:FromAddress": {"Ref": "MailSender"}}}


@pytest.mark.parametrize("template", STACKS_OF_AN_ADMINISTRATOR)
def test_the_documents_have_the_command_that_deploys_the_role(template: str) -> None:
    page = (ROOT / "docs" / "operations" / "releases.md").read_text().replace("\\\n", "")
    (command,) = re.findall(rf"scripts/sam deploy --template {template} .+", page)
    given = dict(value.split("=") for value in command.split("--parameter-overrides ")[1].split())
    parameters = templates.read(template)["Parameters"]
    required = {name for name, parameter in parameters.items() if "Default" not in parameter}
    assert required <= set(given) <= set(parameters)


#: What finding the causes of alarms needs beside actions that only read.
OF_DIAGNOSES = ("logs:StartQuery", "sqs:ReceiveMessage", "sqs:DeleteMessage")


def test_an_operator_cannot_change_the_stack() -> None:
    for statement in operator_statements():
        for action in actions(statement):
            assert "*" not in action
            service, verb = action.split(":")
            reads = re.match("Get|List|Describe", verb)
            assert service in ("dynamodb", "s3", "ses") or reads or action in OF_DIAGNOSES, action
            assert not re.search("Table$|Bucket$|TimeToLive$", verb) or verb.startswith(("Describe", "List")), action


#: The entries of alarms whose checks need more than the operator's role, as the runbook says at its top.
OF_AN_ADMINISTRATOR = ("PagesRefused", "CdnFunctionErrors", "SiteUnreachable")
#: What a check in a console needs.
ACTIONS_OF_CONSOLES = {"Route 53 console": "route53:GetHealthCheckStatus"}
#: Actions whose names differ from those of the commands.
ACTIONS_OTHERWISE = {"sesv2": "ses", "s3api": "s3"}


def test_an_operator_who_diagnoses_can_check_alarms() -> None:
    page = (ROOT / "docs" / "runbook.md").read_text()
    allowed = {action for statement in operator_statements() for action in actions(statement)}
    reading, alarms = re.split("^## Alarms$", page.split("\n## Stack\n")[0], flags=re.MULTILINE)
    checks = {"reading logs and queues": reading}
    for name, text in re.findall(r"^### (\w+)$(.+?)(?=^### |\Z)", alarms, re.MULTILINE | re.DOTALL):
        checks[name] = text.partition("**Check.**")[2].partition("**Fix.**")[0]
    beyond = {}
    for name, check in checks.items():
        needed = {
            f"{ACTIONS_OTHERWISE.get(service, service)}:{''.join(map(str.capitalize, operation.split('-')))}"
            for service, operation in re.findall(r"scripts/aws ([\w-]+) ([\w-]+)", check)
        }
        needed |= {action for console, action in ACTIONS_OF_CONSOLES.items() if console in check}
        if needed - allowed:
            beyond[name] = needed - allowed
    assert tuple(beyond) == OF_AN_ADMINISTRATOR, beyond
    introduction = page.partition("\n## ")[0]
    assert all(f"[{name}](#{name.lower()})" in introduction for name in OF_AN_ADMINISTRATOR)
