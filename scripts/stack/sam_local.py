"""`scripts/dev --sam`: serves the API with `sam local start-api`, each function in a container of Lambda's image."""

import filecmp
import hashlib
import json
import shutil
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from . import build, cloudformation, container_engine, templates, tools
from .console import CommandError, step
from .container_engine import Engine
from .instance import LOCAL, REGION, ROOT, Instance, replace
from .local_clients import LocalClients
from .local_deploy import ARCHITECTURE
from .processes import Process, terminate_orphans
from .templates import Template

NAME = "`sam local start-api`"
HINT = "Correct what it reports, and start again; docs/operations/local.md describes it."
#: The folder into which cargo-lambda builds, and the one from which SAM reads.
BUILT = LOCAL / "sam" / "built"
FUNCTIONS = LOCAL / "sam" / "functions"
IMAGE = f"public.ecr.aws/lambda/provided:al2023-{ARCHITECTURE}"
#: SAM calls these in an image to add its emulator of Lambda.
SAM_CALLS = (Path("/bin/sh"), Path("/bin/chmod"), Path("/bin/mv"))
#: The lifetime of the temporary keys: the longest that AWS allows.
KEY_SECONDS = 12 * 60 * 60
#: Downloading the image can take minutes.
START_SECONDS = 900


def compile_functions() -> None:
    """
    Compiles the functions for Lambda's image, whose C library is older than that of many machines. It uses the profile
    that compiles fastest.
    """
    architecture = ["--arm64"] if ARCHITECTURE == "arm64" else []
    tools.run(
        ["cargo", "lambda", "build", "--package", "functions-local", *architecture, "--lambda-dir", BUILT],
        env=tools.environment_variables(),
        hint=build.HINT,
    )
    copy_if_changed(BUILT / build.FUNCTIONS / "bootstrap", FUNCTIONS / "bootstrap")


def missing_engine() -> str | None:
    """Why containers cannot run the functions that are built for this machine; None if they can."""
    return (
        container_engine.missing() if sys.platform == "linux" else f"containers cannot run programs of {sys.platform}."
    )


def missing_image() -> str | None:
    """Why Lambda's image cannot be used; None if it can."""
    if reason := container_engine.missing():
        return reason
    with tempfile.TemporaryDirectory() as folder, container_engine.running(Path(folder)) as engine:
        return None if engine.pull(IMAGE) else f"Lambda's image cannot be downloaded: {IMAGE}"


def copy_if_changed(built: Path, used: Path) -> None:
    """Replaces a binary that SAM serves, atomically: SAM then stops the containers that run the binary before it."""
    if used.is_file() and filecmp.cmp(built, used, shallow=False):
        return
    used.parent.mkdir(parents=True, exist_ok=True)
    unfinished = used.parent.with_suffix(".unfinished")
    shutil.copy2(built, unfinished)
    unfinished.replace(used)


@contextmanager
def running(
    instance: Instance, port: int, engine: Engine, functions: Path = FUNCTIONS, image: str | None = None
) -> Iterator[Process]:
    """Serves the API of a running instance until the block ends, by default in Lambda's image."""
    folder = instance.folder / "sam"
    folder.mkdir(parents=True, exist_ok=True)
    terminate_orphans(folder)
    host = engine.host_address()
    source = templates.main()
    template = folder / "template.json"
    served = sam_template(source, deployed_settings(instance, source), host, instance, functions)
    replace(template, json.dumps(served, indent=2) + "\n")
    # The first request to a function starts its container, which the following requests use.
    options = ["--port", str(port), "--region", REGION, "--warm-containers", "LAZY"]
    command: list[str | Path] = ["sam", "local", "start-api", "--template", template, *options]
    if image:
        command += ["--invoke-image", image]
    if engine.has_image(image or IMAGE):
        command.append("--skip-pull-image")
    environment = {**tools.environment_variables(), "DOCKER_HOST": engine.host}
    with (
        container_engine.port_forwarding(host, instance.port_aws),
        Process(NAME, command, folder / "sam.log", folder, environment, HINT) as process,
    ):
        with step("Starting `sam local start-api` (the first time, with a download of Lambda's image)"):
            process.wait_until(lambda: responds(port), START_SECONDS)
        yield process


@contextmanager
def running_on_own_libraries(instance: Instance, port: int, engine: Engine) -> Iterator[Process]:
    """
    Serves the API with the functions that are built for this machine, in an image with the libraries of this machine.

    It needs neither Lambda's image nor another compilation. No container remains, even if SAM was killed.
    """
    binary = build.binary_path(build.FUNCTIONS)
    code = instance.folder / "sam" / "functions"
    shutil.rmtree(code, ignore_errors=True)
    code.mkdir(parents=True)
    build.link(binary, code).replace(code / "bootstrap")
    root = container_engine.root_with(SAM_CALLS, [binary])
    # SAM adds its emulator of Lambda once to an image of a name. Another checkout has containers of its own.
    image = f"localhost/masar-{hashlib.sha256(root + str(ROOT).encode()).hexdigest()[:12]}"
    engine.remove_containers(image)
    if not engine.has_image(image):
        engine.import_image(image, root)
    try:
        with running(instance, port, engine, code, image) as process:
            yield process
    finally:
        engine.remove_containers(image)


def responds(port: int) -> bool:
    """Whether a function responds. Fails when it responds with an error."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/courses", timeout=START_SECONDS) as response:
            return bool(response.status == 200)
    except urllib.error.HTTPError as error:
        with error:
            body = error.read().decode(errors="replace")
            raise CommandError(f"{NAME} responds with {error.code}: {body}", HINT) from None
    except OSError:
        return False


def deployed_settings(instance: Instance, template: Template) -> dict[str, Any]:
    """
    The memory, timeout and variables of each function as it is deployed to the local AWS. Its variables include a
    temporary key with the permissions of its role.
    """
    clients = LocalClients(instance, json.loads(instance.description.read_text())["credentials"])
    names = cloudformation.physical_ids(clients, instance.name)
    found = {}
    for function in templates.functions(template):
        settings = clients("lambda").get_function_configuration(FunctionName=names[function])
        role = {"RoleArn": settings["Role"], "RoleSessionName": "sam-local", "DurationSeconds": KEY_SECONDS}
        key = clients("sts").assume_role(**role)["Credentials"]
        found[function] = {
            "MemorySize": settings["MemorySize"],
            "Timeout": settings["Timeout"],
            "Variables": {
                **settings["Environment"]["Variables"],
                "AWS_ACCESS_KEY_ID": key["AccessKeyId"],
                "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"],
                "AWS_SESSION_TOKEN": key["SessionToken"],
            },
        }
    return found


def sam_template(
    template: Template,
    settings: Mapping[str, Mapping[str, Any]],
    host: str,
    instance: Instance,
    code: Path = FUNCTIONS,
) -> Template:
    """
    The template that SAM serves: routes and functions of template.yaml, with the settings of the deployed functions.

    Containers reach the local AWS at `host`. Browsers reach it on the loopback interface.
    """
    api = templates.without_aliases(template["Resources"]["Api"]["Properties"]["DefinitionBody"])
    # SAM decodes every other body as text, and fails at bytes that are not text. AWS looks at the body itself.
    api["x-amazon-apigateway-binary-media-types"] = ["multipart/form-data"]
    urls = {"AWS_ENDPOINT_URL": f"http://{host}:{instance.port_aws}", "FILES_ADDRESS": instance.aws}
    resources: Template = {
        "Api": {"Type": "AWS::Serverless::HttpApi", "Properties": {"StageName": "$default", "DefinitionBody": api}}
    }
    defaults = template["Globals"]["Function"]
    binaries = templates.functions(template)
    # Functions without a route run in the local AWS, where the others invoke them.
    for function in templates.routes(template).values():
        deployed = settings[function]
        resources[function] = {
            "Type": "AWS::Serverless::Function",
            "Properties": {
                "Runtime": defaults["Runtime"],
                "Handler": binaries[function],
                "Architectures": [ARCHITECTURE],
                "CodeUri": str(code),
                "MemorySize": deployed["MemorySize"],
                "Timeout": deployed["Timeout"],
                "Environment": {"Variables": {**deployed["Variables"], **urls, "AWS_EC2_METADATA_DISABLED": "true"}},
            },
        }
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Transform": "AWS::Serverless-2016-10-31",
        "Resources": resources,
    }
