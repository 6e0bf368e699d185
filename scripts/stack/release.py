"""`scripts/deploy`: the whole platform on AWS."""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from . import build, console, identity, publish, take_in, tools
from .console import Failure, step
from .instance import ROOT

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib

#: What the repository's own samconfig.toml says, so that it can be tried.
EXAMPLE = "masar.example"
#: Where the site answers without a domain of its own.
CDN_DOMAIN = ".cloudfront.net"
#: Nothing is there: until the CDN has a name, links lead nowhere.
NOWHERE = "https://nowhere.invalid"
DIST = tools.FRONTEND / "dist"
#: As SAM reads a value that is empty.
EMPTY = '""'
#: A stack that was never made whole: it is gone on with, and nothing is rolled back.
BEGUN = ("", "CREATE_FAILED", "REVIEW_IN_PROGRESS", "UPDATE_FAILED")


@dataclass(frozen=True)
class Environment:
    """An environment of samconfig.toml."""

    name: str
    stack: str
    region: str
    #: Whether somebody has to agree before something is changed.
    confirmed: bool = False
    parameters: dict[str, str] = field(default_factory=dict)
    #: Whether they have, beforehand.
    agreed: bool = False

    @property
    def session(self) -> boto3.Session:
        return boto3.Session(region_name=self.region)


@dataclass(frozen=True)
class Answer:
    """What the site answered."""

    status: int
    #: Whatever the case of their names.
    headers: Mapping[str, str]
    text: str


def command() -> int:
    environments = read_environments((ROOT / "samconfig.toml").read_text())
    parser = argparse.ArgumentParser(
        prog="scripts/deploy",
        description="Checks, builds and deploys the platform to AWS with your credentials, publishes the web app, and tries it.",
        epilog="docs/operations.md says how an older release comes back.",
    )
    parser.add_argument("environment", choices=environments, help="which section of samconfig.toml")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--dry-run", action="store_true", help="show what would change, as a change set that is not executed")
    action.add_argument("--remove", action="store_true", help="delete the stack; tables and people's files stay")
    action.add_argument("--take-in", action="store_true", help="make the stack anew with the tables and files that a removed one left")
    parser.add_argument("--yes", action="store_true", help="agree beforehand, where nobody can type")
    options = parser.parse_args()
    environment = replace(environments[options.environment], agreed=options.yes)
    try:
        if options.remove:
            return remove(environment)
        return deploy(environment, options.dry_run, options.take_in)
    except (BotoCoreError, ClientError) as error:
        raise Failure(f"AWS refused: {error}", "Check your credentials and permissions, and try again.") from None


def read_environments(samconfig: str) -> dict[str, Environment]:
    """The environments that can be deployed."""
    found = {}
    for name, section in tomllib.loads(samconfig).items():
        given = section.get("deploy", {}).get("parameters") if isinstance(section, dict) else None
        if given:
            overrides = dict(override.split("=", 1) for override in given.get("parameter_overrides", "").split())
            found[name] = Environment(name, given["stack_name"], given["region"], given.get("confirm_changeset", False), overrides)
    return found


def deploy(environment: Environment, dry_run: bool, takes_in: bool = False) -> int:
    tools.require()
    require_own_values(environment)
    require_what_belongs_together(environment.parameters)
    with step("Checking templates and catalogue"):
        # samconfig.toml is the operator's own.
        not_theirs = ["--deselect", "infra/rules/test_template.py::test_sam_knows_how_to_deploy"]
        tools.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *not_theirs, "infra/rules"])
        tools.run(["cargo", "run", "--quiet", "--locked", "--package", "ops", "--", "catalogue", "check"], env=with_catalogue())
    account = environment.session.client("sts").get_caller_identity()["Account"]
    print(f"· Account {account}, {environment.region}, stack {environment.stack}")
    with step("Installing the SAM CLI and cargo-lambda, when they are missing"):
        programs = tools.environment("deploy") / "bin"
    search = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "SAM_CLI_TELEMETRY": "0"}

    def sam(*arguments: str) -> None:
        # What it shows and asks is for the person.
        if subprocess.run([programs / "sam", *arguments, "--config-env", environment.name], cwd=ROOT, env=search).returncode != 0:
            raise Failure(f"`sam {arguments[0]}` failed.", "Mend what it says, and try again.")

    before, begun = outputs(environment), is_begun(environment)
    if takes_in and described(environment):
        raise Failure(f"There is a stack {environment.stack}: it has its tables.", "Deploy without --take-in.")
    site = environment.parameters.get("SiteAddress") or before.get("DistributionAddress") or NOWHERE
    if site != NOWHERE:
        build_site(site)
    with step("Building the functions (minutes)"):
        tools.run(build_of_functions(environment), env=search)
    sam("build", *overrides(environment, site))
    if dry_run:
        sam("deploy", *overrides(environment, site), "--no-execute-changeset")
        if bucket := before.get("SiteBucketName"):
            print(f"· The web app: {publish.publish(environment.session.client('s3'), bucket, DIST, dry_run=True)}")
        return 0
    if environment.confirmed and not agreed(f"This changes {environment.stack}.", environment):
        return 1
    if takes_in:
        packaged = ROOT / ".aws-sam" / "packaged.yaml"
        sam("package", "--resolve-s3", "--region", environment.region, "--output-template-file", str(packaged))
        with step("Making the stack with the tables and the bucket that are there"):
            take_in.take_in(environment.session, environment.stack, packaged.read_text(), values(environment, site))
    else:
        # Tables outlive a first deployment that fails, and the next one could not make them again: it goes on from where that was.
        first = ["--disable-rollback"] if begun else []
        sam("deploy", *overrides(environment, site), *first, "--no-confirm-changeset")
    after = outputs(environment)
    if site == NOWHERE:
        # The CDN's name is known only when it is there, and the functions need it for the links in mails.
        site = after["DistributionAddress"]
        sam("deploy", *overrides(environment, site), "--no-confirm-changeset")
        build_site(site)
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


def build_site(address: str) -> None:
    with step("Building the web app"):
        tools.install_web_packages()
        tools.run(["npm", "run", "--silent", "build"], cwd=tools.FRONTEND, env={**os.environ, "SITE_ADDRESS": address})


def build_of_functions(environment: Environment) -> list[str]:
    """Builds at once, on every core, what `sam build` would one by one; it finds them built."""
    template = build.template()
    architecture = environment.parameters.get("Architecture", template["Parameters"]["Architecture"]["Default"])
    for_arm = ["--arm64"] if architecture == "arm64" else []
    binaries = [option for binary in build.functions(template).values() for option in ("--bin", binary)]
    return ["cargo", "lambda", "build", "--release", *for_arm, *binaries]


def agreed(what: str, environment: Environment) -> bool:
    """Whether somebody types the stack's name, or has agreed beforehand."""
    print(what)
    if environment.agreed:
        return True
    try:
        typed = input("Type its name to go on: ")
    except EOFError:
        raise Failure("Nobody is there to agree.", "Give --yes. Nothing was changed.") from None
    if typed.strip() == environment.stack:
        return True
    print("Nothing was changed.")
    return False


def require_own_values(environment: Environment) -> None:
    """Fails when samconfig.toml or infra/operator.toml is as it came."""
    for name, value in environment.parameters.items():
        if value.endswith(EXAMPLE):
            raise Failure(
                f"{name} of {environment.name} is {value}, which is an example.",
                "Put your own into samconfig.toml. Without SiteAddress, the site answers under the CDN's own name.",
            )
    if "MailSender" not in environment.parameters:
        raise Failure(f"MailSender of {environment.name} is missing.", "Put the address that mails come from into samconfig.toml.")
    identity.require_own(environment.name, environment.region)


def require_what_belongs_together(parameters: dict[str, str]) -> None:
    """Fails when the site would be made for an address under which it does not answer."""
    site, certificate = parameters.get("SiteAddress", ""), parameters.get("CertificateArn", "")
    if certificate and not site:
        raise Failure("CertificateArn is given without SiteAddress.", "Say for which address it is.")
    if certificate and certificate.split(":")[3:4] != ["us-east-1"]:
        raise Failure(f"CertificateArn is {certificate}.", "CloudFront takes certificates of us-east-1 alone: make one there.")
    if parameters.get("HostedZoneId") and not certificate:
        raise Failure("HostedZoneId is given without CertificateArn.", "The CDN answers for a domain of your own with its certificate.")
    if site and not certificate and not site.endswith(CDN_DOMAIN):
        raise Failure(
            f"SiteAddress is {site}, for which the CDN has no certificate.",
            "Add CertificateArn. Without a domain of your own, leave SiteAddress out.",
        )
    if parameters.get("Architecture") == "x86_64" and platform.machine() not in ("x86_64", "AMD64"):
        raise Failure("Functions for x86_64 are not built on this machine.", "Leave Architecture out: arm64 is built everywhere.")


def with_catalogue() -> dict[str, str]:
    return {**os.environ, "CATALOGUE": str(ROOT / "infra" / "catalogue")}


def overrides(environment: Environment, site: str) -> list[str]:
    given = values(environment, site)
    return ["--parameter-overrides", " ".join(f"{name}={value or EMPTY}" for name, value in given.items())]


def values(environment: Environment, site: str) -> dict[str, str]:
    """Every parameter's value: SAM leaves what is not given as it was, and whoever takes one out of samconfig.toml wants its default."""
    defaults = {name: str(parameter["Default"]) for name, parameter in build.template()["Parameters"].items() if "Default" in parameter}
    return {**defaults, **environment.parameters, "SiteAddress": site}


def described(environment: Environment) -> dict:
    """The stack as CloudFormation knows it; nothing when there is none yet."""
    try:
        (stack,) = environment.session.client("cloudformation").describe_stacks(StackName=environment.stack)["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return {}
        raise
    return stack


def is_begun(environment: Environment) -> bool:
    """Whether the stack is still to be made: there is none, or no deployment has ended well."""
    return described(environment).get("StackStatus", "") in BEGUN


def outputs(environment: Environment) -> dict[str, str]:
    """What the stack tells of itself; nothing when there is none yet."""
    stack = described(environment)
    return {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}


def fetch(address: str) -> Answer:
    """What is answered at an address, be it an error."""
    try:
        with urllib.request.urlopen(address, timeout=35) as response:
            return Answer(response.status, response.headers, response.read().decode(errors="replace"))
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read().decode(errors="replace"))
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
    if not described(environment):
        raise Failure(f"There is no stack {environment.stack} in {environment.region}.", "Check samconfig.toml.")
    what = f"This deletes {environment.stack}: site, API, functions, secrets and mail identity. Tables and files stay."
    if not agreed(what, environment):
        return 1
    session, told = environment.session, outputs(environment)
    with step("Emptying the site's bucket"):
        empty(session.client("s3"), told.get("SiteBucketName"))
    with step("Deleting the stack"):
        cloudformation = session.client("cloudformation")
        cloudformation.delete_stack(StackName=environment.stack)
        cloudformation.get_waiter("stack_delete_complete").wait(StackName=environment.stack)
    print("Deleted. With --take-in, tables and files are brought into a new stack.")
    return 0


def empty(s3, bucket: str | None) -> None:
    """Deletes what is in a bucket, when there is one: a removal that failed half-way is repeated."""
    try:
        for key in publish.listing(s3, bucket) if bucket else ():
            s3.delete_object(Bucket=bucket, Key=key)
    except s3.exceptions.NoSuchBucket:
        pass


if __name__ == "__main__":
    console.main(command, local=False)
