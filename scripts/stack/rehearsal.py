"""`scripts/rehearse`: releases, rollbacks and failed releases of the whole platform, on a local AWS of their own."""

import argparse
import copy
import http.client
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from . import build, cloudformation, console, local_deploy, local_stack, templates, tools
from .console import CommandError
from .deployment import compatibility, releases, rollback, steps, switch
from .deployment.environment import Environment, stack_outputs
from .deployment.steps import Response, publish_site, smoke_test
from .deployment.switch import Functions, require_working_release, switch_to
from .instance import LOCAL, REGION, Instance, free_port
from .local_clients import LocalClients, create_developer_key
from .templates import Template

NAME = "masar-rehearsal"
ENVIRONMENT = Environment("staging", NAME, REGION, parameters={"MailSender": local_deploy.MAIL_SENDER}, confirmed=True)
#: SAM's bucket, which keeps the releases.
SAM: Template = {
    "Resources": {
        "Bucket": {"Type": "AWS::S3::Bucket", "Properties": {"VersioningConfiguration": {"Status": "Enabled"}}}
    },
    "Outputs": {releases.SAM_BUCKET_OUTPUT: {"Value": {"Ref": "Bucket"}}},
}
NAMES = [f"2026110{number}-120000-rehearsal" for number in range(1, 5)]


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/rehearse",
        description="Deploys releases that differ in inline script, table, route and role, goes back, and lets "
        "releases fail, with every function of the present build. docs/operations/rehearsals.md has the same for AWS.",
    )
    parser.add_argument("--built", action="store_true", help="use the functions and the web app that are built")
    if not parser.parse_args().built:
        build.build()
        tools.install_packages()
        tools.run(["npm", "run", "--silent", "build"], cwd=tools.FRONTEND)
    with running() as rehearsal:
        rehearse(rehearsal)
        print("\n" + "\n".join(f"{seconds:6.1f} s  {step}" for step, seconds in rehearsal.steps))
    return 0


@dataclass
class Rehearsal:
    instance: Instance
    clients: LocalClients
    steps: list[tuple[str, float]]

    def time(self, step: str, action: Callable[[], object]) -> None:
        started = time.monotonic()
        action()
        self.steps.append((step, time.monotonic() - started))

    def fails(self, step: str, message: str, action: Callable[[], object]) -> None:
        """A step that has to fail with a message."""

        def expect() -> None:
            try:
                action()
            except CommandError as error:
                if message not in str(error):
                    raise
            else:
                raise AssertionError(f"{step}: it did not fail")

        self.time(step, expect)

    def release(self, name: str, template: Template, dist: Path) -> None:
        """What `scripts/deploy` does with a build."""
        releases.keep_aliases(template)
        template["Globals"]["Function"]["Environment"]["Variables"]["RELEASE"] = name
        template["Outputs"]["Release"]["Value"] = name
        packaged = self.instance.folder / f"{name}.json"
        packaged.write_text(json.dumps(template))
        compatibility.require(ENVIRONMENT, stack_outputs(ENVIRONMENT), packaged)
        archive = build.pack(self.instance.folder / "archives")
        self.instance.describe(
            local_deploy.deploy(self.instance, self.clients, template, archive), self.clients.credentials
        )
        releases.store(ENVIRONMENT, name, packaged, dist)
        switch = switch_to(ENVIRONMENT, name)
        if switch is None:
            local_stack.import_catalogue(self.instance)
        outputs = stack_outputs(ENVIRONMENT)
        publish_site(ENVIRONMENT, outputs, dist)
        require_working_release(ENVIRONMENT, outputs, switch)

    def get(self, url: str) -> Response:
        """A response of the local CDN, which recognizes the host name."""
        parts = urlsplit(url)
        host = urlsplit(local_deploy.cdn_url(self.instance, f"https://{parts.netloc}")).netloc
        connection = http.client.HTTPConnection("127.0.0.1", self.instance.port_aws, timeout=60)
        connection.request("GET", f"{parts.path}?{parts.query}", headers={"Host": host})
        response = connection.getresponse()
        return Response(response.status, response.headers, response.read().decode(errors="replace"))

    def require(self, release: str, script: str, route: int) -> None:
        """Checks which release, which inline script and which status of the new route visitors get."""
        site = stack_outputs(ENVIRONMENT)["DistributionAddress"]
        page = self.get(f"{site}/")
        assert Functions(ENVIRONMENT).live_release() == release
        assert f"<script>{script}" in page.text, page.text[:1000]
        assert smoke_test(lambda path: self.get(site + path)) == []
        assert self.get(f"{site}/api/rehearsal").status == route


def rehearse(rehearsal: Rehearsal) -> None:
    """The steps, each with what visitors then get."""
    first, second, third, fourth = NAMES
    dist = tools.FRONTEND / "dist"
    changed_dist, broken_dist = with_script(rehearsal, dist), without_pages(rehearsal, dist)
    before = "(" if "<script>(" in (dist / "index.html").read_text() else ""
    rehearsal.time("first deployment", lambda: rehearsal.release(first, templates.main(), dist))
    rehearsal.require(first, before, 404)
    rehearsal.time(
        "release with another script, table, route and role",
        lambda: rehearsal.release(second, changed(templates.main()), changed_dist),
    )
    rehearsal.require(second, "window.rehearsal=1;", 200)
    rehearsal.time("rollback", lambda: rollback.roll_back(ENVIRONMENT, ""))
    rehearsal.require(first, before, 200)
    rehearsal.time("and forward again", lambda: rollback.roll_back(ENVIRONMENT, second))
    rehearsal.require(second, "window.rehearsal=1;", 200)
    rehearsal.fails(
        "release whose function cannot read its table: no request reaches it",
        "no request reaches them",
        lambda: rehearsal.release(third, broken(changed(templates.main())), changed_dist),
    )
    rehearsal.require(second, "window.rehearsal=1;", 200)
    rehearsal.fails(
        "release whose site lacks a page: it goes back by itself",
        f"{second} is live again",
        lambda: rehearsal.release(fourth, changed(templates.main()), broken_dist),
    )
    rehearsal.require(second, "window.rehearsal=1;", 200)
    rehearsal.fails(
        "release without the table: it is refused",
        "RehearsalTable (AWS::DynamoDB::Table)",
        lambda: rehearsal.release(fourth, templates.main(), dist),
    )


@contextmanager
def running() -> Iterator[Rehearsal]:
    """A local AWS with SAM's bucket, which the commands of scripts/deploy use."""
    folder = LOCAL / "rehearsal"
    instance = Instance(NAME, folder, folder / "stack.json", free_port(), free_port(), has_aliases=True)
    local_stack.reset(instance)
    with local_stack.emulator(instance):
        key = create_developer_key(instance)
        os.environ |= {
            "AWS_ENDPOINT_URL": instance.aws,
            "AWS_ACCESS_KEY_ID": key["accessKeyId"],
            "AWS_SECRET_ACCESS_KEY": key["secretAccessKey"],
        }
        clients = LocalClients(instance, key)
        cloudformation.create_or_update(clients, releases.SAM_STACK, {"TemplateBody": json.dumps(SAM)}, {})
        rehearsal = Rehearsal(instance, clients, [])
        switch.WATCH_SECONDS = 5
        steps.fetch = rehearsal.get
        yield rehearsal


def changed(template: Template) -> Template:
    """With another table, route and permission."""
    resources = template["Resources"]
    table = copy.deepcopy(resources["PaymentsTable"])
    table["Properties"]["TableName"] = {"Fn::Sub": "${AWS::StackName}-rehearsal"}
    resources["RehearsalTable"] = table
    paths = resources["Api"]["Properties"]["DefinitionBody"]["paths"]
    paths["/rehearsal"] = paths["/courses"]
    policy = resources["CoursesListRole"]["Properties"]["Policies"][0]["PolicyDocument"]
    policy["Statement"].append(
        {"Effect": "Allow", "Action": "dynamodb:Scan", "Resource": {"Fn::GetAtt": ["RehearsalTable", "Arn"]}}
    )
    return template


def broken(template: Template) -> Template:
    """With a function that names another table."""
    template["Resources"]["UsersMeFunction"]["Properties"]["Environment"] = {"Variables": {"USERS_TABLE": "none"}}
    return template


def with_script(rehearsal: Rehearsal, dist: Path) -> Path:
    """A web app with another inline script."""
    copied = rehearsal.instance.folder / "changed"
    shutil.copytree(dist, copied)
    for page in copied.rglob("*.html"):
        page.write_text(page.read_text().replace("<script>", "<script>window.rehearsal=1;"))
    return copied


def without_pages(rehearsal: Rehearsal, dist: Path) -> Path:
    """A web app without its page for missing paths."""
    copied = rehearsal.instance.folder / "broken"
    shutil.copytree(dist, copied)
    for page in copied.rglob("404.html"):
        page.unlink()
    return copied


if __name__ == "__main__":
    console.main(command)
