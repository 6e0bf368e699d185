"""The command line of `scripts/deploy`."""

import argparse
from dataclasses import replace
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError

from .. import cloudformation, console
from ..console import CommandError
from ..instance import ROOT
from . import builds, preflight
from .companion_stacks import deploy_web_acl
from .deploy import deploy
from .environment import Environment, read_environments
from .remove import remove
from .rollback import deploy_same_release, roll_back


def command() -> int:
    environments = read_environments((ROOT / "samconfig.toml").read_text())
    parser = argparse.ArgumentParser(
        prog="scripts/deploy",
        description="Checks, builds and deploys the platform to AWS, publishes the web app, and runs a smoke test.",
        epilog="See docs/operations/deploying.md, and docs/operations/releases.md for rollback.",
    )
    parser.add_argument(
        "command",
        nargs="?",
        choices=["build", "check"],
        help="check: only check the settings and the stack; changes nothing. build: only build what --built deploys to"
        f" every environment, into {builds.FOLDER.relative_to(ROOT)}; needs no credentials of AWS",
    )
    parser.add_argument("environment", choices=environments, help="the section of samconfig.toml")
    parser.add_argument(
        "--built",
        nargs="?",
        const=builds.FOLDER,
        type=Path,
        metavar="FOLDER",
        help="deploy the output of `build` of the commit that is checked out; compiles nothing, and needs no Rust",
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--dry-run", action="store_true", help="show the changes, as a change set that is not executed")
    action.add_argument("--remove", action="store_true", help="delete the stack; tables and users' files are kept")
    action.add_argument(
        "--rollback",
        nargs="?",
        const="",
        metavar="RELEASE",
        help="deploy an earlier release again, by default the one before; nothing is built",
    )
    action.add_argument(
        "--import-resources",
        action="store_true",
        help="deploy the stack with the tables and files that exist outside of it",
    )
    action.add_argument(
        "--same-release",
        action="store_true",
        help="deploy the release that the stack has again, with the settings of samconfig.toml; nothing is built",
    )
    action.add_argument(
        "--web-acl",
        action="store_true",
        help="only update the web ACL of the deployed stack, such as the addresses that it blocks; takes a minute",
    )
    # The names that these options had before.
    action.add_argument("--back", nargs="?", const="", dest="rollback", help=argparse.SUPPRESS)
    action.add_argument("--take-in", action="store_true", dest="import_resources", help=argparse.SUPPRESS)
    parser.add_argument(
        "--no-way-back",
        action="store_true",
        help="deploy even if the release lacks what the one before needs; one cannot go back to that then",
    )
    parser.add_argument("--yes", action="store_true", help="confirm in advance, for use without a terminal")
    options = parser.parse_args()
    environment = replace(environments[options.environment], confirmed=options.yes)
    try:
        if options.command == "check":
            preflight.require(environment)
            return 0
        if options.command == "build":
            return builds.build(environment, environments.values())
        return act(environment, options)
    except (BotoCoreError, ClientError) as error:
        raise CommandError(
            f"AWS refused: {error}", f"Check your credentials and permissions. {cloudformation.HINT}"
        ) from None


def act(environment: Environment, options: argparse.Namespace) -> int:
    if options.remove:
        return remove(environment)
    if options.rollback is not None:
        return roll_back(environment, options.rollback)
    if options.same_release:
        return deploy_same_release(environment)
    if options.web_acl:
        return deploy_web_acl(environment)
    return deploy(environment, options.dry_run, options.import_resources, not options.no_way_back, options.built)


if __name__ == "__main__":
    console.main(command, local=False)
