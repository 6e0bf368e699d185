"""`scripts/deploy`: the whole platform on AWS."""

import argparse
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from . import console, publish, tools
from .console import Failure, step
from .instance import ROOT

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib

#: What the repository's own samconfig.toml says, so that it can be tried.
EXAMPLE = "masar.example"
#: Nothing is there: until the CDN has a name, links lead nowhere.
NOWHERE = "https://nowhere.invalid"
DIST = tools.FRONTEND / "dist"


@dataclass(frozen=True)
class Environment:
    """An environment of samconfig.toml."""

    name: str
    stack: str
    region: str
    parameters: dict[str, str] = field(default_factory=dict)

    @property
    def session(self) -> boto3.Session:
        return boto3.Session(region_name=self.region)


@dataclass(frozen=True)
class Answer:
    """What the site answered."""

    status: int
    headers: dict[str, str]
    text: str


def command() -> int:
    environments = read_environments((ROOT / "samconfig.toml").read_text())
    parser = argparse.ArgumentParser(
        prog="scripts/deploy",
        description="Checks, builds and deploys the platform to AWS with your credentials, publishes the web app, and tries it.",
        epilog="An older release comes back by deploying it: git checkout v1.2.0 && scripts/deploy production",
    )
    parser.add_argument("environment", choices=environments, help="which section of samconfig.toml")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
    action.add_argument("--remove", action="store_true", help="delete the stack; tables and people's files stay")
    options = parser.parse_args()
    environment = environments[options.environment]
    try:
        return remove(environment) if options.remove else deploy(environment, options.dry_run)
    except (BotoCoreError, ClientError) as error:
        raise Failure(f"AWS refused: {error}", "Check your credentials and permissions, and try again.") from None


def read_environments(samconfig: str) -> dict[str, Environment]:
    """The environments that can be deployed."""
    found = {}
    for name, section in tomllib.loads(samconfig).items():
        given = section.get("deploy", {}).get("parameters") if isinstance(section, dict) else None
        if given:
            overrides = dict(override.split("=", 1) for override in given.get("parameter_overrides", "").split())
            found[name] = Environment(name, given["stack_name"], given["region"], overrides)
    return found


def deploy(environment: Environment, dry_run: bool) -> int:
    tools.require()
    require_own_values(environment)
    with step("Checking templates and catalogue"):
        tools.run([Path(sys.executable).with_name("cfn-lint"), "template.yaml", *nested_templates()])
        tools.run(["cargo", "run", "--quiet", "--locked", "--package", "ops", "--", "catalogue", "check"], env=with_catalogue())
    account = environment.session.client("sts").get_caller_identity()["Account"]
    print(f"· Account {account}, {environment.region}, stack {environment.stack}")
    with step("Installing the SAM CLI and cargo-lambda, when they are missing"):
        programs = tools.environment("deploy") / "bin"

    def sam(*arguments: str) -> None:
        search = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "SAM_CLI_TELEMETRY": "0"}
        # What it shows and asks is for the person.
        if subprocess.run([programs / "sam", *arguments, "--config-env", environment.name], cwd=ROOT, env=search).returncode != 0:
            raise Failure(f"`sam {arguments[0]}` failed.", "Mend what it says, and try again.")

    before = outputs(environment)
    site = environment.parameters.get("SiteAddress") or before.get("DistributionAddress") or NOWHERE
    sam("build")
    sam("deploy", *overrides(environment, site), *(["--no-execute-changeset"] if dry_run else []))
    after = outputs(environment)
    if site == NOWHERE and not dry_run:
        # The CDN's name is known only when it is there, and the functions need it for the links in mails.
        site = after["DistributionAddress"]
        sam("deploy", *overrides(environment, site), "--no-confirm-changeset")
    with step("Building the web app"):
        tools.install_web_packages()
        tools.run(["npm", "run", "--silent", "build"], cwd=tools.FRONTEND, env={**os.environ, "SITE_ADDRESS": site})
    if dry_run:
        if bucket := before.get("SiteBucketName"):
            print(f"· The web app: {publish.publish(environment.session.client('s3'), bucket, DIST, dry_run=True)}")
        return 0
    with step("Publishing the web app"):
        changes = publish.publish(environment.session.client("s3"), after["SiteBucketName"], DIST)
        publish.invalidate(environment.session.client("cloudfront"), after["DistributionId"], changes)
    with step("Trying the site"):
        # Its own name need not lead to the CDN yet.
        faults = smoke(lambda path: fetch(after["DistributionAddress"] + path))
    if faults:
        raise Failure("The site is deployed, but:\n" + "\n".join(f"  | {fault}" for fault in faults), "See docs/runbook.md.")
    print(f"\n  Site   {site}\n  CDN    {after['DistributionAddress']}\n")
    if records := after.get("DkimRecords"):
        print("  DNS records by which SES knows the sender's domain, once:")
        print("".join(f"    {record.strip()}\n" for record in records.split(",")))
    return 0


def require_own_values(environment: Environment) -> None:
    """Fails when samconfig.toml is as it came."""
    for name, value in environment.parameters.items():
        if value.endswith(EXAMPLE):
            raise Failure(
                f"{name} of {environment.name} is {value}, which is an example.",
                "Put your own into samconfig.toml. Without SiteAddress, the site answers under the CDN's own name.",
            )
    if "MailSender" not in environment.parameters:
        raise Failure(f"MailSender of {environment.name} is missing.", "Put the address that mails come from into samconfig.toml.")


def nested_templates() -> list[str]:
    found = re.findall(r"TemplateURL: (.+)", (ROOT / "template.yaml").read_text())
    return sorted(found)


def with_catalogue() -> dict[str, str]:
    return {**os.environ, "CATALOGUE": str(ROOT / "infra" / "catalogue")}


def overrides(environment: Environment, site: str) -> list[str]:
    given = {**environment.parameters, "SiteAddress": site}
    return ["--parameter-overrides", " ".join(f"{name}={value}" for name, value in given.items())]


def outputs(environment: Environment) -> dict[str, str]:
    """What the stack tells of itself; nothing when there is none yet."""
    try:
        (stack,) = environment.session.client("cloudformation").describe_stacks(StackName=environment.stack)["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return {}
        raise
    return {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}


def fetch(address: str) -> Answer:
    """What is answered at an address, be it an error."""
    try:
        with urllib.request.urlopen(address, timeout=35) as response:
            return Answer(response.status, dict(response.headers), response.read().decode(errors="replace"))
    except urllib.error.HTTPError as error:
        return Answer(error.code, dict(error.headers), error.read().decode(errors="replace"))
    except OSError as error:
        return Answer(0, {}, str(error))


def smoke(ask: Callable[[str], Answer]) -> list[str]:
    """Tries what everybody needs, and returns what is not as it should be."""
    faults = []

    def expect(holds: bool, fault: str) -> None:
        if not holds:
            faults.append(fault)

    home = ask("/?lang=ar")
    expect(home.status == 200 and '<html lang="ar"' in home.text, f"The start page in Arabic: {home.status}")
    expect("default-src 'none'" in home.headers.get("Content-Security-Policy", ""), "Pages have no content security policy")
    assets = re.findall(r'"(/assets/[^"]+\.js)"', home.text)
    expect(bool(assets), "The start page names no script")
    for asset in assets[:1]:
        script = ask(asset)
        expect(script.status == 200 and "immutable" in script.headers.get("Cache-Control", ""), f"{asset}: {script.status}")
    missing = ask("/no-such-page")
    expect(missing.status == 404 and "<h1" in missing.text, f"A page that is not there: {missing.status}")
    courses = ask("/api/courses?lang=fr")
    expect(courses.status == 200 and is_success(courses.text), f"The API's courses: {courses.status} {courses.text[:200]}")
    me = ask("/api/users/me")
    expect(me.status == 401, f"The API without a token: {me.status}")
    return faults


def is_success(text: str) -> bool:
    try:
        return json.loads(text).get("success") is True
    except ValueError:
        return False


def remove(environment: Environment) -> int:
    """Deletes the stack. Tables and people's files are retained, and their names stay taken."""
    told = outputs(environment)
    if not told:
        raise Failure(f"There is no stack {environment.stack} in {environment.region}.", "Check samconfig.toml.")
    print(f"This deletes the stack {environment.stack}: site, API, functions, secrets and mail identity. Tables and files stay.")
    if input("Type its name to go on: ").strip() != environment.stack:
        print("Nothing was deleted.")
        return 1
    session = environment.session
    with step("Emptying the site's bucket"):
        s3 = session.client("s3")
        for key in publish.listing(s3, told["SiteBucketName"]):
            s3.delete_object(Bucket=told["SiteBucketName"], Key=key)
    with step("Deleting the stack"):
        cloudformation = session.client("cloudformation")
        cloudformation.delete_stack(StackName=environment.stack)
        cloudformation.get_waiter("stack_delete_complete").wait(StackName=environment.stack)
    print(f"Deleted. docs/operations.md says how retained tables are brought into a new stack. The files are in {told['FilesBucketName']}.")
    return 0


if __name__ == "__main__":
    console.main(command, local=False)
