"""Steps that deployments and rollbacks consist of."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError

from .. import publish, tools
from ..console import CommandError, step
from ..instance import ROOT
from . import smoke_test
from .environment import Environment

DIST = tools.FRONTEND / "dist"
#: Rules for `sam build` and `sam deploy`, whose build folders scripts/deploy does not use.
SAMCONFIG_TEST = "infra/rules/test_samconfig.py"
#: Where to find out why the catalogue was not published.
READ_LOG = f"Read the log of {publish.PUBLISHER}."


def check_templates() -> None:
    """Checks the templates and the catalogue."""
    with step("Checking templates and catalogue"):
        pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        tools.run([*pytest, "--ignore", SAMCONFIG_TEST, "infra/rules"])
        run_ops(["catalogue", "check"])


def build_site(url: str) -> None:
    with step("Building the web app"):
        tools.install_web_packages()
        tools.run(["npm", "run", "--silent", "build"], cwd=tools.FRONTEND, env={**os.environ, "SITE_ADDRESS": url})


def publish_site(environment: Environment, outputs: Mapping[str, str], dist: Path) -> None:
    """
    Publishes the catalogue and a built web app, and invalidates the CDN's cache.

    A new web app may read what only the catalogue of its own release has, so it is not published without that.
    """
    with step("Publishing the web app"):
        if error := try_publishing_catalogue(environment):
            raise CommandError(
                f"The web app was not published, because this failed first: {error}",
                f"The functions are new and the site is old. {READ_LOG} Deploy again, or add --rollback to go back.",
            )
        publish_files(environment, outputs, dist)


def publish_earlier_site(environment: Environment, outputs: Mapping[str, str], dist: Path) -> CommandError | None:
    """
    Publishes the catalogue and the web app of an earlier release, and invalidates the CDN's cache. Returns the error of
    a catalogue that cannot be published: the web app is published all the same.
    """
    with step("Publishing the web app"):
        error = try_publishing_catalogue(environment)
        publish_files(environment, outputs, dist)
    if error is None:
        return None
    return CommandError(
        f"{environment.stack} is rolled back and its site is published, but this failed: {error}",
        f"Visitors read the catalogue that was published last. {READ_LOG} A schedule tries again every five minutes.",
    )


def try_publishing_catalogue(environment: Environment) -> Exception | None:
    """Publishes the catalogue. Returns the error if that fails."""
    try:
        publish.publish_catalogue(environment.client, environment.stack)
    except (BotoCoreError, ClientError, CommandError) as error:
        return error
    return None


def publish_files(environment: Environment, outputs: Mapping[str, str], dist: Path) -> None:
    """Publishes the files of a built web app, and invalidates the CDN's cache."""
    publish.publish(environment.client("s3"), outputs["SiteBucketName"], dist)
    publish.invalidate(environment.client("cloudfront"), outputs["DistributionId"])


def import_catalogue_if_empty(environment: Environment) -> None:
    """Imports the repository's catalogue into a stack that has no courses."""
    if environment.client("dynamodb").scan(TableName=f"{environment.stack}-courses", Limit=1)["Count"] == 0:
        with step("Importing the catalogue"):
            run_ops(["catalogue", "import", "--stack", environment.stack], AWS_REGION=environment.region)


def run_ops(arguments: list[str], **variables: str) -> None:
    """Runs scripts/ops with the catalogue of the repository."""
    env = {**os.environ, "CATALOGUE": str(ROOT / "infra" / "catalogue"), **variables}
    tools.run([ROOT / "scripts" / "ops", *arguments], env=env)


def site_errors(outputs: Mapping[str, str]) -> list[str]:
    """The errors that the smoke test finds."""
    # The site's own domain may not point to the CDN yet.
    return smoke_test.errors(lambda path: smoke_test.fetch(outputs["DistributionAddress"] + path))


def require_working_site(outputs: Mapping[str, str]) -> None:
    """Runs the smoke test, and fails when it finds an error."""
    with step("Testing the site"):
        errors = site_errors(outputs)
    if errors:
        raise CommandError(
            "The site is deployed, but:\n" + "\n".join(f"  | {error}" for error in errors), "See docs/runbook.md."
        )
