"""The probe of every function, with its role and its variables, on the local AWS."""

import json
import os
from pathlib import Path

import pytest

from stack import build, cloudformation, templates
from stack.deployment.switch import probe_error
from stack.instance import Instance
from stack.local_clients import LocalClients

INSTANCE = Instance.described(Path(os.environ["STACK_FILE"]))
STACK = json.loads(INSTANCE.description.read_text())
LAMBDA = LocalClients(INSTANCE, STACK["credentials"])("lambda")
NAMES = cloudformation.physical_ids(LocalClients(INSTANCE, STACK["credentials"]), STACK["stack"])


@pytest.mark.parametrize("function", templates.functions(templates.main()))
def test_every_function_passes(function: str) -> None:
    assert probe_error(LAMBDA, NAMES[function], "$LATEST") is None


@pytest.mark.parametrize(
    ("variables", "error"),
    [({"USERS_TABLE": "none"}, "service_unavailable"), ({"METRICS_NAMESPACE": ""}, "internal_error")],
)
def test_a_function_without_its_table_or_a_variable_fails(
    tmp_path: Path, variables: dict[str, str], error: str
) -> None:
    deployed = LAMBDA.get_function_configuration(FunctionName=NAMES["UsersMeFunction"])
    archive = build.script_archive(tmp_path, "bootstrap", [build.binary_path(build.FUNCTIONS)])
    LAMBDA.create_function(
        FunctionName="probed",
        Runtime=deployed["Runtime"],
        Handler=deployed["Handler"],
        Role=deployed["Role"],
        Timeout=deployed["Timeout"],
        Code={"ZipFile": archive.read_bytes()},
        Environment={"Variables": deployed["Environment"]["Variables"] | variables},
    )
    try:
        found = probe_error(LAMBDA, "probed", "$LATEST")
    finally:
        LAMBDA.delete_function(FunctionName="probed")
    assert found is not None and error in found
