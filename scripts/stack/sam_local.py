"""`scripts/dev --sam`: the API by `sam local start-api`, with each function in a container of Lambda's own image."""

import filecmp
import json
import os
import shutil
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import build, compilation, container_engine, deploy, tools
from .console import CommandError, step
from .container_engine import Engine
from .instance import LOCAL, REGION, Instance, replace
from .processes import Process, terminate_orphans

WHAT = "`sam local start-api`"
HINT = "Mend what it says, and start again; docs/operations.md has a section on it."
#: Where cargo-lambda puts what it builds, and where SAM has the functions from.
BUILT = LOCAL / "sam" / "built"
FUNCTIONS = LOCAL / "sam" / "functions"
IMAGE = f"public.ecr.aws/lambda/provided:al2023-{deploy.THIS_MACHINE}"
#: The temporary keys are good for this long: the longest that AWS has.
KEY_SECONDS = 12 * 60 * 60
#: The image may have to be downloaded.
STARTING_SECONDS = 900


def compile_functions() -> None:
    """
    Compiles the functions for Lambda's image, whose C library is older than that of many machines, with the profile that is quick to
    build.
    """
    architecture = ["--arm64"] if deploy.THIS_MACHINE == "arm64" else []
    tools.run(
        ["cargo", "lambda", "build", "--workspace", "--bins", *architecture, "--lambda-dir", BUILT],
        env=tools.environment_variables(),
        hint=compilation.HINT,
    )
    for binary in build.functions(build.template()).values():
        use(BUILT / binary / "bootstrap", FUNCTIONS / binary / "bootstrap")


def use(built: Path, used: Path) -> None:
    """Puts a binary that changed where its container has it from, at once: a container runs the one of before, and SAM then ends it."""
    if used.is_file() and filecmp.cmp(built, used, shallow=False):
        return
    used.parent.mkdir(parents=True, exist_ok=True)
    unfinished = used.parent.with_suffix(".unfinished")
    shutil.copy2(built, unfinished)
    os.replace(unfinished, used)


@contextmanager
def running(instance: Instance, port: int, engine: Engine) -> Iterator[Process]:
    """The API of an instance that runs, at a port of this machine, from when it answers until the block ends."""
    folder = instance.folder / "sam"
    folder.mkdir(parents=True, exist_ok=True)
    terminate_orphans(folder)
    host = engine.address_of_this_machine()
    source = build.template()
    template = folder / "template.json"
    replace(
        template, json.dumps(made_for_containers(source, deployed(instance, source), host, instance), indent=2) + "\n"
    )
    command = ["sam", "local", "start-api", "--template", template, "--port", str(port), "--region", REGION]
    # The first call of a function starts its container, and the next ones use it.
    command += ["--warm-containers", "LAZY"]
    if engine.has_image(IMAGE):
        command.append("--skip-pull-image")
    environment = {**tools.environment_variables(), "DOCKER_HOST": engine.host}
    with (
        container_engine.passage(host, instance.port_aws),
        Process(command, folder / "sam.log", folder, environment) as process,
    ):
        with step("Starting `sam local start-api` (the first time, with a download of Lambda's image)"):
            process.wait_until(lambda: answers(port), WHAT, HINT, STARTING_SECONDS)
        yield process


def answers(port: int) -> bool:
    """Whether a call comes back from its function."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/courses", timeout=STARTING_SECONDS) as response:
            return response.status == 200
    except urllib.error.HTTPError as refused:
        with refused:
            raise CommandError(
                f"{WHAT} answers {refused.code}: {refused.read().decode(errors='replace')}", HINT
            ) from None
    except OSError:
        return False


def deployed(instance: Instance, source: dict) -> dict[str, dict]:
    """
    What each function has on the local AWS, by its name in the template: memory, timeout, variables, and for a key one that may do
    what its role may.
    """
    cloud = deploy.Cloud(instance, json.loads(instance.description.read_text())["credentials"])
    names = deploy.physical_ids(cloud, instance)
    found = {}
    for function in build.functions(source):
        settings = cloud("lambda").get_function_configuration(FunctionName=names[function])
        found[function] = {
            "MemorySize": settings["MemorySize"],
            "Timeout": settings["Timeout"],
            "Variables": {**settings["Environment"]["Variables"], **key_of(cloud, settings["Role"])},
        }
    return found


def key_of(cloud: deploy.Cloud, role: str) -> dict[str, str]:
    """The variables with which an SDK signs as a role."""
    key = cloud("sts").assume_role(RoleArn=role, RoleSessionName="sam-local", DurationSeconds=KEY_SECONDS)[
        "Credentials"
    ]
    return {
        "AWS_ACCESS_KEY_ID": key["AccessKeyId"],
        "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"],
        "AWS_SESSION_TOKEN": key["SessionToken"],
    }


def made_for_containers(source: dict, functions: dict[str, dict], host: str, instance: Instance) -> dict:
    """
    The template that SAM serves: the routes and functions of the real one, with what the deployed functions have. Their containers
    reach the local AWS at `host`, and browsers reach it where it is for this machine.
    """
    api = deploy.api(source)
    # SAM takes every other body for text, and fails at bytes that are none. AWS looks at the body itself.
    api["x-amazon-apigateway-binary-media-types"] = ["multipart/form-data"]
    addresses = {"AWS_ENDPOINT_URL": f"http://{host}:{instance.port_aws}", "FILES_ADDRESS": instance.aws}
    resources = {
        "Api": {"Type": "AWS::Serverless::HttpApi", "Properties": {"StageName": "$default", "DefinitionBody": api}}
    }
    for function, binary in build.functions(source).items():
        settings = functions[function]
        resources[function] = {
            "Type": "AWS::Serverless::Function",
            "Properties": {
                "Runtime": source["Globals"]["Function"]["Runtime"],
                "Handler": source["Globals"]["Function"]["Handler"],
                "Architectures": [deploy.THIS_MACHINE],
                "CodeUri": str(FUNCTIONS / binary),
                "MemorySize": settings["MemorySize"],
                "Timeout": settings["Timeout"],
                "Environment": {
                    "Variables": {**settings["Variables"], **addresses, "AWS_EC2_METADATA_DISABLED": "true"}
                },
            },
        }
    return {"AWSTemplateFormatVersion": "2010-09-09", "Transform": "AWS::Serverless-2016-10-31", "Resources": resources}
