"""Deploys the platform: builds everything, deploys the stacks with SAM, publishes the web app, and tests the site."""

from collections.abc import Mapping
from pathlib import Path

from .. import publish, tools
from ..console import step
from . import builds, companion_stacks, compatibility, leftovers, preflight, releases
from .builds import DIST, UNKNOWN_SITE, Build, build_release, build_site, check_templates
from .environment import Environment, confirm, is_first_deployment, stack_outputs
from .leftovers import deploy_stack_with_existing_resources
from .sam import Sam, delete_route_settings, overrides, sam_for, values, with_derived
from .steps import import_catalogue_if_empty, publish_site
from .switch import require_working_release, switch_to


def deploy(
    environment: Environment,
    dry_run: bool,
    imports_resources: bool = False,
    can_go_back: bool = True,
    built_folder: Path | None = None,
) -> int:
    """Builds and deploys what is checked out, or deploys a build of it."""
    if built_folder is None:
        tools.require()
    else:
        builds.require(built_folder)
    preflight.require(environment)
    if not (dry_run or leftovers.resolve_failed_update(environment)):
        return 1
    if built_folder is None:
        check_templates()
    sam = sam_for(environment)
    before = stack_outputs(environment)
    site = environment.value("SiteAddress") or before.get("DistributionAddress") or UNKNOWN_SITE
    build = build_release(environment, sam, site, built_folder)
    if can_go_back:
        compatibility.require(environment, before, build.template)
    if dry_run:
        show_changes(environment, sam, build, site, before.get("SiteBucketName"))
        return 0
    if environment.requires_confirmation and not confirm(f"This changes {environment.stack}.", environment):
        return 1
    environment = with_derived(environment, companion_stacks.parameters(environment))
    release, site = deploy_stack(environment, sam, build, site, imports_resources)
    with step(f"Storing the release {release}"):
        releases.store(environment, release, build.packaged, DIST)
    environment.client("cloudformation").update_termination_protection(
        StackName=environment.stack, EnableTerminationProtection=True
    )
    outputs = stack_outputs(environment)
    switch = switch_to(environment, release)
    import_catalogue_if_empty(environment)
    publish_site(environment, outputs, DIST)
    companion_stacks.deploy_alarms(environment, outputs)
    with step("Deleting old releases"):
        releases.delete_unneeded(environment)
    print(f"\n  Site   {site}\n  CDN    {outputs['DistributionAddress']}\n")
    if missing := records_to_create(environment, outputs):
        print("  DNS records to create, once (docs/operations/environments.md):")
        print("".join(f"    {record}\n" for record in missing))
    require_working_release(environment, outputs, switch)
    return 0


def show_changes(environment: Environment, sam: Sam, build: Build, site: str, bucket: str | None) -> None:
    """Creates a change set that is not executed, and compares the built web app with the published one."""
    environment = with_derived(environment, companion_stacks.parameters(environment, read_only=True))
    parameters = overrides(values(environment, site))
    sam("deploy", "--template-file", str(build.template), *parameters, "--no-execute-changeset")
    if bucket:
        print(f"· The web app: {publish.publish(environment.client('s3'), bucket, DIST, dry_run=True)}")


def deploy_stack(
    environment: Environment, sam: Sam, build: Build, site: str, imports_resources: bool
) -> tuple[str, str]:
    """Deploys the stack. Returns the name of the release, and the URL of the site."""
    parameters = values(environment, site)
    # Tables survive a first deployment that fails, and the next one could not create them again: it continues instead.
    rollback = "--disable-rollback" if is_first_deployment(environment) else "--no-disable-rollback"
    template = ["--template-file", str(build.packaged)]
    sam(
        "package",
        *("--template-file", str(build.template), "--resolve-s3", "--region", environment.region),
        *("--output-template-file", str(build.packaged)),
    )
    delete_route_settings(environment.client("apigatewayv2"), stack_outputs(environment), build.packaged)
    if imports_resources:
        with step("Deploying the stack with the existing tables and bucket"):
            deploy_stack_with_existing_resources(environment, build.packaged.read_text(), parameters)
    else:
        sam("deploy", *template, *overrides(parameters), rollback, "--no-confirm-changeset")
    if site != UNKNOWN_SITE:
        return build.release, site
    # The functions need the name of the CDN for links in emails, and it is known only now.
    site = stack_outputs(environment)["DistributionAddress"]
    release = releases.rename(build.packaged, build.release)
    sam("deploy", *template, *overrides(values(environment, site)), "--no-disable-rollback", "--no-confirm-changeset")
    build_site(site)
    return release, site


def records_to_create(environment: Environment, outputs: Mapping[str, str]) -> list[str]:
    """The DNS records of the site, and of the sender's domain, that a person has to create."""
    records = []
    if environment.value("CertificateArn") and not environment.value("HostedZoneId"):
        records.append(f"{environment.host} CNAME {outputs['DistributionAddress'].removeprefix('https://')}")
    if not environment.value("MailHostedZoneId"):
        for name in ("DkimRecords", "SenderRecords"):
            records += [record.strip() for record in outputs.get(name, "").split(",") if record.strip()]
    return records
