"""The pipeline, and the roles by which it and operators work."""

import re
from pathlib import Path
from typing import Any

import yaml

from platform_template import listed
from stack import nightly, templates
from stack.deployment import builds
from stack.deployment.environment import read_environments
from stack.instance import ROOT

WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text()) for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
}
JOBS = {(name, job): steps for name, workflow in WORKFLOWS.items() for job, steps in workflow["jobs"].items()}
WEEKLY = WORKFLOWS["weekly"]
DEPLOY = JOBS["deploy", "deploy"]
#: The condition of jobs without which nothing is deployed.
SWITCH = "vars.DEPLOYS == 'yes'"
#: The minutes of a month that GitHub gives private repositories for nothing, and those that tests and deployments need.
FREE_MINUTES, FOR_DEPLOYMENTS = 2_000, 900
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
    return [one for policy in policies for one in PIPELINE[policy]["Properties"]["PolicyDocument"]["Statement"]]


def actions(statement: dict[str, Any]) -> list[str]:
    return listed(statement["Action"])


def triggers(name: str) -> dict[str, Any]:
    """What starts a workflow. YAML reads `on` as true."""
    found: dict[str, Any] = WORKFLOWS[name][True]
    return found


def calls(job: dict[str, Any]) -> str:
    """The workflow that a job calls; empty if it has steps of its own."""
    return Path(job.get("uses", "")).stem


def commands(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", "") for step in job.get("steps", []))


def actions_of(job: dict[str, Any]) -> list[str]:
    """The actions of others that a job uses, without their versions."""
    return [step["uses"].split("@")[0] for step in job.get("steps", []) if "uses" in step]


def step_of(job: dict[str, Any], action: str) -> Any:
    (step,) = (step for step in job["steps"] if step.get("uses", "").startswith(f"{action}@"))
    return step["with"]


def test_the_weekly_check_runs_every_part_of_the_command() -> None:
    one_machine, mutants = WEEKLY["jobs"]["nightly"], WEEKLY["jobs"]["mutants"]
    script, *parts = one_machine["steps"][-1]["run"].split()
    assert (script, {*parts, "mutants"}) == ("scripts/nightly", {*nightly.PARTS})
    testing = mutants["steps"][-1]
    assert testing["run"] == 'scripts/mutants --all --shard "$((10#$(date +%V) % SHARDS))/$SHARDS"'
    assert isinstance(testing["env"]["SHARDS"], int)


def test_what_takes_too_long_for_every_change_runs_once_a_week_and_leaves_minutes_to_deployments() -> None:
    assert set(triggers("weekly")) == {"schedule", "workflow_dispatch"}
    (schedule,) = triggers("weekly")["schedule"]
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", schedule["cron"])
    in_a_week = sum(job["timeout-minutes"] for job in WEEKLY["jobs"].values())
    assert in_a_week * 52 / 12 <= FREE_MINUTES - FOR_DEPLOYMENTS


def test_a_clone_has_the_commits_to_compare_with() -> None:
    for name in [("test", "test"), ("staging", "build"), ("weekly", "nightly")]:
        assert step_of(JOBS[name], "actions/checkout")["fetch-depth"] == 0, name


def test_staging_gets_each_push_to_main_after_the_tests() -> None:
    assert triggers("staging") == {"push": {"branches": ["main"]}}
    job = JOBS["staging", "staging"]
    assert (calls(job), job["with"]["environment"]) == ("deploy", "staging")
    assert set(job["needs"]) == {"test", "build"}


def test_only_a_person_releases_production() -> None:
    assert set(triggers("production")) == {"workflow_dispatch"}
    deploying = {name: job["with"]["environment"] for name, job in JOBS.items() if calls(job) == "deploy"}
    assert deploying == {("staging", "staging"): "staging", ("production", "production"): "production"}
    assert set(deploying.values()) <= set(ENVIRONMENTS)
    # No other job has an environment, and with it a role.
    assert [name for name, job in JOBS.items() if "environment" in job] == [("deploy", "deploy")]
    assert set(triggers("deploy")) == {"workflow_call"}
    # What a branch without a review has is not run.
    assert JOBS["production", "choose"]["if"] == f"{SWITCH} && github.ref == 'refs/heads/main'"


def test_a_variable_stops_every_deployment() -> None:
    """docs/runbook.md sets it when somebody may have used the credentials of the pipeline."""
    assert JOBS["staging", "build"]["if"] == SWITCH
    assert "build" in JOBS["staging", "staging"]["needs"]
    assert JOBS["production", "production"]["needs"] == "choose"


def test_production_gets_the_build_that_staging_has_run() -> None:
    choose, production = JOBS["production", "choose"], JOBS["production", "production"]
    assert "gh run list --workflow staging.yml --branch main --status success " in commands(choose)
    assert production["with"] == {
        "environment": "production",
        **{name: f"${{{{ needs.choose.outputs.{name} }}}}" for name in choose["outputs"]},
    }


def test_a_commit_is_built_once() -> None:
    building = [name for name, job in JOBS.items() if "scripts/deploy build" in commands(job)]
    assert building == [("staging", "build")]
    # The artifact that is built is the one that is deployed, and so is the folder in it.
    uploaded = step_of(JOBS["staging", "build"], "actions/upload-artifact")
    downloaded = step_of(DEPLOY, "actions/download-artifact")
    given = JOBS["staging", "staging"]["with"]
    assert uploaded["name"] == downloaded["name"].replace("${{ inputs.commit }}", given["commit"])
    assert (downloaded["run-id"], given["run"]) == ("${{ inputs.run }}", "${{ github.run_id }}")
    assert step_of(DEPLOY, "actions/checkout")["ref"] == "${{ inputs.commit }}"
    folder = builds.FOLDER.relative_to(ROOT)
    assert f"tar --create --directory {folder.parent} {folder.name} " in commands(JOBS["staging", "build"])
    assert f"tar --extract --directory {folder.parent}\n" in commands(DEPLOY)
    assert commands(DEPLOY).endswith('scripts/deploy "$ENVIRONMENT" --built --yes')


#: What runs code of dependencies: build scripts, procedural macros, packages of npm.
COMPILERS = re.compile(r"cargo|rustup|npm|scripts/(?!deploy \"\$ENVIRONMENT\" --built)\w+")


def test_no_job_has_credentials_and_the_code_of_dependencies() -> None:
    with_role = {name for name, job in JOBS.items() if "aws-actions/configure-aws-credentials" in actions_of(job)}
    with_token = {name for name, job in JOBS.items() if job.get("permissions", {}).get("id-token") == "write"}
    assert with_role == {("deploy", "deploy")}
    assert with_token == with_role | {("staging", "staging"), ("production", "production")}
    writing = {name for name, job in JOBS.items() if "write" in job.get("permissions", {}).values()}
    for name in with_token | writing:
        assert not COMPILERS.search(commands(JOBS[name])), name
        assert "Swatinem/rust-cache" not in actions_of(JOBS[name])


def test_two_deployments_of_an_environment_do_not_run_at_once() -> None:
    assert (DEPLOY["environment"], DEPLOY["concurrency"]) == (
        "${{ inputs.environment }}",
        "deploy-${{ inputs.environment }}",
    )


def test_no_key_is_stored_and_every_job_may_only_read_unless_it_says_so() -> None:
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        assert "secrets." not in path.read_text()
    assert all(workflow["permissions"] == {"contents": "read"} for workflow in WORKFLOWS.values())
    for name, job in JOBS.items():
        if "actions/checkout" in actions_of(job):
            assert step_of(job, "actions/checkout")["persist-credentials"] is False, name


def test_what_a_person_types_reaches_commands_as_a_variable_only() -> None:
    for name, job in JOBS.items():
        assert "${{" not in commands(job), name


def test_actions_of_others_are_pinned_to_commits() -> None:
    """A tag can be moved to other code. Renovate updates the commit with the version in the comment."""
    workflows = "\n".join(path.read_text() for path in (ROOT / ".github" / "workflows").glob("*.yml"))
    used = re.findall(r"uses: (?!\./)(.+)", workflows)
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


#: Requests in the sources of the operator's tool that only a deployed stack refuses, and what each needs.
REQUESTS_OF_OPERATORS = {
    **{
        request: f"cloudformation:{''.join(map(str.capitalize, request.split('_')))}"
        for request in ("describe_stacks", "describe_stack_resource", "list_stack_resources", "describe_stack_events")
    },
    "list_objects_v2": "s3:ListBucket",
    "delete_object": "s3:DeleteObject",
}


def test_an_operator_has_the_permissions_of_the_tool() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "infra" / "ops" / "src").rglob("*.rs"))
    asked = {action for request, action in REQUESTS_OF_OPERATORS.items() if f"{request}(" in sources}
    assert len(asked) > 4
    assert asked <= {action for statement in operator_statements() for action in actions(statement)}


def test_the_pipeline_may_attach_only_policies_of_the_templates() -> None:
    (attaching,) = (
        statement for statement in statements("Provisioning") if "iam:AttachRolePolicy" in actions(statement)
    )
    (policy,) = attaching["Condition"]["ArnEquals"]["iam:PolicyARN"]
    assert policy["Fn::Sub"].endswith("/AWSBackupServiceRolePolicyForBackup")


def test_the_pipeline_may_pass_roles_to_the_services_that_assume_them() -> None:
    roles = [
        role["Properties"]["AssumeRolePolicyDocument"]
        for path in {templates.MAIN, *templates.others()} - set(STACKS_OF_AN_ADMINISTRATOR)
        for role in templates.read(path)["Resources"].values()
        if role["Type"] == "AWS::IAM::Role"
    ]
    services = {statement["Principal"]["Service"] for trust in roles for statement in trust["Statement"]}
    (passing,) = (statement for statement in statements("Provisioning") if "iam:PassRole" in actions(statement))
    assert set(passing["Condition"]["StringEquals"]["iam:PassedToService"]) == services


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
