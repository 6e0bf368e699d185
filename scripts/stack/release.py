"""`scripts/deploy`: the whole platform on AWS."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from botocore.exceptions import BotoCoreError, ClientError
from samtranslator.yaml_helper import yaml_parse

from . import build, console, publish, take_in, tools
from .console import CommandError, step
from .deployment import beside, binaries, left_over, preflight, records, releases, smoke
from .deployment.environment import Environment, agreed, defaults, described, is_begun, outputs, read_environments
from .instance import ROOT

#: Nothing is there: until the CDN has a name, links lead nowhere.
NOWHERE = "https://nowhere.invalid"
DIST = tools.FRONTEND / "dist"
#: As SAM reads a value that is empty.
EMPTY = '""'


def command() -> int:
    environments = read_environments((ROOT / "samconfig.toml").read_text())
    parser = argparse.ArgumentParser(
        prog="scripts/deploy",
        description="Checks, builds and deploys the platform to AWS with your credentials, publishes the web app, and tries it.",
        epilog="docs/operations.md has the steps from an empty account on, and says how an older release comes back.",
    )
    parser.add_argument(
        "command",
        nargs="?",
        choices=["check"],
        help="only say what a deployment would fail with; nothing is built or changed",
    )
    parser.add_argument("environment", choices=environments, help="which section of samconfig.toml")
    action = parser.add_mutually_exclusive_group()
    action.add_argument(
        "--dry-run", action="store_true", help="show what would change, as a change set that is not executed"
    )
    action.add_argument("--remove", action="store_true", help="delete the stack; tables and people's files stay")
    action.add_argument(
        "--back",
        nargs="?",
        const="",
        metavar="RELEASE",
        help="deploy a release again that was there before, the last one unless told; nothing is built",
    )
    action.add_argument(
        "--take-in", action="store_true", help="make the stack anew with the tables and files that a removed one left"
    )
    parser.add_argument(
        "--now", action="store_true", help="deploy for all calls at once, whatever alarm rings: to mend what is broken"
    )
    parser.add_argument("--yes", action="store_true", help="agree beforehand, where nobody can type")
    options = parser.parse_args()
    environment = replace(environments[options.environment], agreed=options.yes)
    if options.now:
        environment = at_once(environment)
    try:
        if options.command == "check":
            preflight.require(environment)
            return 0
        if options.remove:
            return remove(environment)
        if options.back is not None:
            return go_back(environment, options.back)
        return deploy(environment, options.dry_run, options.take_in)
    except (BotoCoreError, ClientError) as error:
        raise CommandError(f"AWS refused: {error}", "Check your credentials and permissions, and try again.") from None


def deploy(environment: Environment, dry_run: bool, takes_in: bool = False) -> int:
    tools.require()
    preflight.require(environment)
    if not (dry_run or clear_the_way(environment, takes_in)):
        return 1
    with step("Checking templates and catalogue"):
        # samconfig.toml is the operator's own.
        not_theirs = ["--deselect", "infra/rules/test_template.py::test_sam_knows_how_to_deploy"]
        tools.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *not_theirs, "infra/rules"])
        operate(["catalogue", "check"])
    sam = sam_of(environment)
    before, begun = outputs(environment), is_begun(environment)
    site = environment.value("SiteAddress") or before.get("DistributionAddress") or NOWHERE
    if site != NOWHERE:
        build_site(site)
    with step("Building the functions (minutes)"):
        tools.run(build_of_functions(environment), env=tools.environment_variables())
    sam("build", "--build-dir", str(environment.build_folder), *overrides(environment, site))
    binaries.require(environment, ROOT / environment.build_folder)
    release = releases.new_name()
    releases.write_name(ROOT / environment.build_folder / "template.yaml", release)
    built = ["--template-file", str(environment.build_folder / "template.yaml")]
    if dry_run:
        environment = with_what_aws_says(environment, beside.parameters(environment, read_only=True))
        sam("deploy", *built, *overrides(environment, site), "--no-execute-changeset")
        if bucket := before.get("SiteBucketName"):
            print(f"· The web app: {publish.publish(environment.client('s3'), bucket, DIST, dry_run=True)}")
        return 0
    if environment.confirmed and not agreed(f"This changes {environment.stack}.", environment):
        return 1
    environment = with_what_aws_says(environment, beside.parameters(environment))
    packaged = ROOT / environment.build_folder / "packaged.yaml"
    sam("package", *built, "--resolve-s3", "--region", environment.region, "--output-template-file", str(packaged))
    built = ["--template-file", str(packaged)]
    if takes_in:
        with step("Making the stack with the tables and the bucket that are there"):
            take_in.take_in(
                environment.session,
                environment.stack,
                packaged.read_text(),
                values(environment, site),
                environment.tags,
            )
    else:
        # Tables outlive a first deployment that fails, and the next one could not make them again: it goes on from where that was.
        rollback = "--disable-rollback" if begun else "--no-disable-rollback"
        sam("deploy", *built, *overrides(environment, site), rollback, "--no-confirm-changeset")
    after = outputs(environment)
    if site == NOWHERE:
        # The CDN's name is known only when it is there, and the functions need it for the links in mails.
        site = after["DistributionAddress"]
        # Of the same release, SAM would publish no new versions.
        release = releases.renamed(packaged, release)
        sam("deploy", *built, *overrides(environment, site), "--no-disable-rollback", "--no-confirm-changeset")
        build_site(site)
    with step(f"Keeping the release {release}"):
        releases.keep(environment, environment.client, release, packaged, DIST)
    environment.client("cloudformation").update_termination_protection(
        StackName=environment.stack, EnableTerminationProtection=True
    )
    beside.after(environment, after)
    import_catalogue(environment)
    show(environment, after, DIST)
    print(f"\n  Site   {site}\n  CDN    {after['DistributionAddress']}\n")
    if by_hand := records.to_enter(environment, after):
        print("  DNS records to enter, once (docs/operations.md):")
        print("".join(f"    {record}\n" for record in by_hand))
    try_site(after)
    return 0


def go_back(environment: Environment, name: str) -> int:
    """Deploys a release again as it was, with the parameters of now. Nothing is built, and the tables are as they are."""
    before = outputs(environment)
    current, site = (
        before.get("Release", ""),
        environment.value("SiteAddress") or before.get("DistributionAddress", NOWHERE),
    )
    if not current:
        raise CommandError(
            f"{environment.stack} says of no release that it is deployed.",
            "Deploy first; releases are kept from then on.",
        )
    name = name or releases.one_before(environment, environment.client, current)
    with TemporaryDirectory() as folder:
        template, dist = releases.fetch(environment, environment.client, name, Path(folder))
        if not agreed(f"This brings {environment.stack} from {current} back to {name}.", environment):
            return 1
        known = yaml_parse(template.read_text())["Parameters"]
        told = at_once(with_what_aws_says(environment, beside.parameters(environment, read_only=True)))
        given = {parameter: value for parameter, value in values(told, site).items() if parameter in known}
        sam_of(environment)(
            "deploy",
            "--template-file",
            str(template),
            *as_overrides(given),
            "--no-disable-rollback",
            "--no-confirm-changeset",
        )
        after = outputs(environment)
        show(environment, after, dist)
    try_site(after)
    print(f"{environment.stack} is {name} again.")
    return 0


def at_once(environment: Environment) -> Environment:
    """The environment without bits and alarms: what is broken is not left to nine tenths of the calls, and its own alarms ring."""
    return replace(
        environment, parameters={**environment.parameters, "ReleaseShift": "AllAtOnce", "ReleaseAlarms": "off"}
    )


def show(environment: Environment, told: dict[str, str], dist: Path) -> None:
    """Brings a built web app to the people."""
    with step("Publishing the web app"):
        changes = publish.publish(environment.client("s3"), told["SiteBucketName"], dist)
        publish.invalidate(environment.client("cloudfront"), told["DistributionId"], changes)


def try_site(told: dict[str, str]) -> None:
    """Fails when something that everybody needs is not as it should be."""
    with step("Trying the site"):
        # Its own name need not lead to the CDN yet.
        faults = smoke.faults(lambda path: smoke.fetch(told["DistributionAddress"] + path))
    if faults:
        raise CommandError(
            "The site is deployed, but:\n" + "\n".join(f"  | {fault}" for fault in faults), "See docs/runbook.md."
        )


def sam_of(environment: Environment) -> Callable[..., None]:
    """Runs commands of SAM for an environment."""
    with step("Installing the SAM CLI and cargo-lambda, when they are missing"):
        variables = tools.environment_variables()

    # SAM looks for it beside the template, and templates are elsewhere.
    settings = ["--config-file", str(ROOT / "samconfig.toml"), "--config-env", environment.name]

    def sam(*arguments: str) -> None:
        # What it shows and asks is for the person.
        if subprocess.run(["sam", *arguments, *settings], cwd=ROOT, env=variables).returncode != 0:
            raise CommandError(f"`sam {arguments[0]}` failed.", "Mend what it says, and try again.")

    return sam


def clear_the_way(environment: Environment, takes_in: bool) -> bool:
    """
    Deletes what a stack has left that was never made whole, when somebody agrees: otherwise CloudFormation would find that its tables
    exist already. Whether the stack can then be made or updated.
    """
    aws = environment.client
    left = left_over.find(environment, aws)
    if takes_in:
        if not left and described(aws("cloudformation"), environment.stack):
            raise CommandError(f"There is a stack {environment.stack}: it has its tables.", "Deploy without --take-in.")
        if left.status:
            if not agreed(
                f"{environment.stack} is {left.status}. This deletes the stack; its tables and files stay.", environment
            ):
                return False
            left_over.delete_stack(environment, aws)
        return True
    if left.filled:
        left_over.refuse(environment, left)
    if left:
        if not agreed(f"{environment.stack} has left {left}. This deletes all of that.", environment):
            return False
        left_over.clear(environment, aws, left)
    return True


def with_what_aws_says(environment: Environment, companions: dict[str, str]) -> Environment:
    """The environment with the parameters that the account decides, where samconfig.toml does not, and with what is beside the stack."""
    aws = environment.client
    derived = {
        "BusyConcurrency": str(preflight.busy_concurrency(aws)),
        "MailHostedZoneId": preflight.mail_zone(environment, aws),
    }
    return replace(environment, parameters={**derived, **environment.parameters, **companions})


def import_catalogue(environment: Environment) -> None:
    """Brings the courses, where there are none: visitors of a new site see those of the repository."""
    if environment.client("dynamodb").scan(TableName=f"{environment.stack}-courses", Limit=1)["Count"] == 0:
        with step("Importing the catalogue"):
            operate(["catalogue", "import", "--stack", environment.stack], AWS_REGION=environment.region)


def operate(arguments: list[str], **variables: str) -> None:
    """Runs the operator's tool."""
    known = {**os.environ, "CATALOGUE": str(ROOT / "infra" / "catalogue"), **variables}
    tools.run(["cargo", "run", "--quiet", "--locked", "--package", "ops", "--", *arguments], env=known)


def build_site(address: str) -> None:
    with step("Building the web app"):
        tools.install_web_packages()
        tools.run(["npm", "run", "--silent", "build"], cwd=tools.FRONTEND, env={**os.environ, "SITE_ADDRESS": address})


def build_of_functions(environment: Environment) -> list[str]:
    """Builds at once, on every core, what `sam build` would one by one; it finds them built."""
    for_arm = ["--arm64"] if environment.architecture == "arm64" else []
    binaries = [option for binary in build.functions(build.template()).values() for option in ("--bin", binary)]
    return ["cargo", "lambda", "build", "--release", *for_arm, *binaries]


def overrides(environment: Environment, site: str) -> list[str]:
    return as_overrides(values(environment, site))


def as_overrides(given: dict[str, str]) -> list[str]:
    """Parameters, as SAM is given them."""
    return ["--parameter-overrides", " ".join(f"{name}={value or EMPTY}" for name, value in given.items())]


def values(environment: Environment, site: str) -> dict[str, str]:
    """Every parameter's value: SAM leaves what is not given as it was, and whoever takes one out of samconfig.toml wants its default."""
    untold = {name: value for name, value in defaults().items() if value is not None}
    return {**untold, **environment.parameters, "SiteAddress": site}


def remove(environment: Environment) -> int:
    """Deletes the stacks. Tables and people's files are retained, and their names stay taken."""
    cloudformation = environment.client("cloudformation")
    if not described(cloudformation, environment.stack):
        raise CommandError(f"There is no stack {environment.stack} in {environment.region}.", "Check samconfig.toml.")
    what = f"This deletes {environment.stack}: site, API, functions, secrets, mail identity, alarms and web ACL. Tables and files stay."
    if not agreed(what, environment):
        return 1
    told = outputs(environment)
    beside.remove(environment, beside.alarms_stack(environment))
    with step("Emptying the site's bucket"):
        empty(environment.client("s3"), told.get("SiteBucketName"))
    left_over.delete_stack(environment, environment.client)
    # The CDN has used it until now.
    beside.remove(environment, beside.web_acl_stack(environment))
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
