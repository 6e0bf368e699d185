"""Fixtures that several test files share."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from stack import cloudformation, local_stack, templates
from stack.deployment import companion_stacks
from stack.instance import Instance, free_port
from stack.local_clients import LocalClients, create_developer_key


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    """An emulator without a stack."""
    folder = tmp_path_factory.mktemp("emulator")
    instance = Instance("masar-release", folder, folder / "stack.json", free_port(), free_port())
    with local_stack.emulator(instance):
        yield instance


@pytest.fixture(scope="module")
def clients(instance: Instance) -> Iterator[LocalClients]:
    """Its clients, which are those of `scripts/deploy`, too."""
    key = create_developer_key(instance)
    with pytest.MonkeyPatch.context() as variables:
        variables.setenv("AWS_ENDPOINT_URL", instance.aws)
        variables.setenv("AWS_ACCESS_KEY_ID", key["accessKeyId"])
        variables.setenv("AWS_SECRET_ACCESS_KEY", key["secretAccessKey"])
        yield LocalClients(instance, key)


@pytest.fixture(autouse=True)
def poll_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cloudformation, "POLL_SECONDS", cloudformation.LOCAL_POLL_SECONDS)


@pytest.fixture
def web_acl_of_the_emulator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """infra/waf.yaml without the blocked addresses: the emulator has no IP sets. infra/rules checks them."""
    template = templates.read(companion_stacks.WEB_ACL)
    acl = template["Resources"]["WebAcl"]
    acl["Properties"]["Rules"] = [rule for rule in acl["Properties"]["Rules"] if "Fn::If" not in rule]
    path = tmp_path / "waf.json"
    path.write_text(json.dumps(template | {"Resources": {"WebAcl": acl}}))
    monkeypatch.setattr(companion_stacks, "WEB_ACL", str(path))
