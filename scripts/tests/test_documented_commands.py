"""What the documents tell people to type. The operator's tool has a test of its own."""

import re
import shlex
import subprocess
import sys

import boto3
import pytest
from botocore import xform_name

from stack.instance import ROOT

MODULES = {"deploy": "deployment"}
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), ROOT / "frontend" / "README.md"]
#: `scripts/aws SERVICE OPERATION` with all that follows, on lines that go on too.
OF_AWS = re.compile(r"scripts/aws ([a-z][\w-]*)\s+([a-z][\w-]*)((?:\\\n|[^\n`#])*)")
#: What the AWS CLI has for itself, and does not hand to an operation.
ITS_OWN = {"output", "query", "region"}
#: What the AWS CLI calls otherwise than the SDK: services, and options by their operation.
OTHERWISE = {"s3api": "s3"}
OPTIONS_OTHERWISE = {"sns subscribe": {"notification-endpoint"}}
#: Services whose resources belong to no region, or whose client finds the region of a resource.
WITHOUT_REGION = {"cloudfront", "iam", "route53", "s3api", "sts"}
#: Commands for the local stack, whose variables have its region.
OF_LOCAL_STACK = {("logs", "describe-log-groups")}
#: Without the commands over operations of S3, `scripts/aws s3`.
COMMANDS_OF_AWS = sorted(
    {found for path in DOCUMENTS for found in OF_AWS.findall(path.read_text()) if found[0] != "s3"}
)
SESSION = boto3.Session(region_name="eu-west-3", aws_access_key_id="a", aws_secret_access_key="b")
COMMANDS = sorted(
    {
        (script, arguments.split("  #")[0].strip())
        for path in DOCUMENTS
        for script, arguments in re.findall(
            r"scripts/(dev|test|deploy|bench|generate)\b((?: +[-\w]+)*)", path.read_text()
        )
        if not arguments or arguments.startswith((" -", " build ", " check ", " staging", " production"))
    }
)


@pytest.mark.parametrize(("script", "arguments"), COMMANDS)
def test_documented_commands_and_options_exist(script: str, arguments: str) -> None:
    assert (ROOT / "scripts" / script).is_file()
    # argparse prints the help only if it accepts the options before it.
    command = [sys.executable, "-m", f"stack.{MODULES.get(script, script)}", *shlex.split(arguments), "--help"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert result.returncode == 0, result.stderr
    for option in re.findall(r"--[a-z-]+", arguments):
        assert option in result.stdout
    for environment in re.findall(r"staging|production", arguments):
        assert environment in result.stdout


@pytest.mark.parametrize(("service", "operation", "rest"), COMMANDS_OF_AWS)
def test_documented_aws_commands_exist_and_name_their_region(service: str, operation: str, rest: str) -> None:
    # Without a region, a command reads or changes that of the profile, which may be another one.
    assert service in WITHOUT_REGION or (service, operation) in OF_LOCAL_STACK or "--region" in rest
    client = SESSION.client(OTHERWISE.get(service, service))
    if operation == "wait":
        assert rest.split(maxsplit=1)[0].replace("-", "_") in client.waiter_names
        return
    named = {xform_name(name, "-"): name for name in client.meta.method_to_api_mapping.values()}
    shape = client.meta.service_model.operation_model(named[operation]).input_shape
    members = {xform_name(name, "-") for name in (shape.members if shape else ())}
    known = members | {f"no-{name}" for name in members} | OPTIONS_OTHERWISE.get(f"{service} {operation}", set())
    assert set(re.findall(r"--([a-z0-9-]+)", rest)) - ITS_OWN <= known
