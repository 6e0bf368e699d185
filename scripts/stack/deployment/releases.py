"""
Stores what was deployed, for rollback. A release consists of its packaged template and its web app. They are in SAM's
bucket, which also has the archives of functions that the template refers to.

The bucket keeps a version of every object that is deleted or overwritten, and has no lifecycle rule, so versions are
deleted here. It belongs to all of SAM's stacks in the region: only objects below the prefix of the stack are touched.

A deployment of the same stack may be in progress elsewhere, and have uploaded archives of a release that is not stored
yet. So versions and releases of the last day are kept.
"""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError
from samtranslator.yaml_helper import yaml_parse

from ..cloudformation import describe_stack, outputs_of
from ..console import CommandError
from ..instance import ROOT
from ..templates import Template
from .environment import Environment
from .preflight import WARNING, Finding

#: The name of the release in template.yaml, which occurs in the functions' environment and an output.
UNRELEASED, OCCURRENCES = "unreleased", 2
#: SAM's stack, created by `resolve_s3`, and the output with its bucket.
SAM_STACK, SAM_BUCKET_OUTPUT = "aws-sam-cli-managed-default", "SourceBucket"
#: How many releases of a stack are kept, and how old a version is before it is deleted.
MAX_RELEASES, MIN_AGE = 20, timedelta(days=1)
#: A hash that is the same for every code. SAM makes the logical id of a version from it.
SAME_CODE = "0" * 64
TEMPLATE, SITE = "template.yaml", "site.tar.gz"
#: How many versions S3 deletes in one request.
MAX_DELETIONS = 1000


def new_name() -> str:
    """The name of a new release: time and commit. Names sort by time."""
    command = ["git", "describe", "--always", "--exclude=*", "--dirty=-changed"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return named(commit or "unknown")


def named(commit: str, now: datetime | None = None) -> str:
    """The name of a release of a commit at a time, by default the present one."""
    return f"{(now or datetime.now(UTC)):%Y%m%d-%H%M%S}-{commit}"


def write_name(template: Path, name: str) -> None:
    """Writes the name into a built template, whose deployment then moves no alias."""
    text = template.read_text()
    if text.count(UNRELEASED) != OCCURRENCES:
        raise CommandError(f"{template} has the name of a release already, or no place for it.", "Build it again.")
    parsed = yaml_parse(text.replace(UNRELEASED, name))
    keep_aliases(parsed)
    template.write_text(json.dumps(parsed))


def keep_aliases(template: Template) -> None:
    """Changes a built template so that its deployment publishes no version of an existing function."""
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            resource["Properties"]["AutoPublishCodeSha256"] = SAME_CODE


def rename(packaged: Path, name: str) -> str:
    """Replaces the name in a packaged template by a new one of the same commit, and returns that."""
    commit = name.split("-", 2)[2]
    new = named(commit)
    packaged.write_text(packaged.read_text().replace(name, new))
    return new


def store(environment: Environment, name: str, packaged: Path, dist: Path) -> None:
    s3, bucket = environment.client("s3"), sam_bucket(environment)
    with TemporaryDirectory() as folder:
        site = Path(shutil.make_archive(f"{folder}/site", "gztar", dist))
        s3.put_object(Bucket=bucket, Key=key(environment, name, SITE), Body=site.read_bytes())
    # The template comes last: a release that has one is complete.
    s3.put_object(Bucket=bucket, Key=key(environment, name, TEMPLATE), Body=packaged.read_bytes())


def delete_unneeded(environment: Environment, now: datetime | None = None) -> None:
    """Deletes the releases that are not kept, and other objects that no kept release needs."""
    with failures_as_warning(environment):
        since = (now or datetime.now(UTC)) - MIN_AGE
        texts = kept_templates(environment, since)

        def is_needed(found: str) -> bool:
            return found.rpartition("/")[0] in texts or any(found in text for text in texts.values())

        found = list(versions(environment))
        needed = {name for name in {version["Key"] for version in found} if is_needed(name)}
        # Somebody may have deleted a needed object. Its versions are kept, so that it can be restored.
        delete_versions(
            environment,
            [version for version in found if version["LastModified"] < since and version["Key"] not in needed],
        )


def kept_templates(environment: Environment, since: datetime) -> dict[str, str]:
    """
    The templates of the kept releases, by their folders: the newest, those since a time, and that which the stack has.
    """
    s3, bucket, stored = environment.client("s3"), sam_bucket(environment), names(environment)
    current = outputs_of(describe_stack(environment.client("cloudformation"), environment.stack)).get("Release", "")
    kept = [name for name in stored if name in stored[:MAX_RELEASES] or name >= named("", since) or name == current]
    paths = [key(environment, name, TEMPLATE) for name in kept]
    return {path.rpartition("/")[0]: s3.get_object(Bucket=bucket, Key=path)["Body"].read().decode() for path in paths}


def delete_all(environment: Environment) -> None:
    """Deletes the stored releases of a stack, and the archives of its functions."""
    if describe_stack(environment.client("cloudformation"), SAM_STACK):
        with failures_as_warning(environment):
            delete_versions(environment, versions(environment))


def are_stored(environment: Environment) -> bool:
    has_bucket = bool(describe_stack(environment.client("cloudformation"), SAM_STACK))
    return has_bucket and any(True for _ in versions(environment))


@contextmanager
def failures_as_warning(environment: Environment) -> Iterator[None]:
    """Prints a warning if versions cannot be deleted: they cost storage, but are no reason to end a deployment."""
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        message = f"Unneeded versions below {environment.s3_prefix}/ in SAM's bucket could not be deleted: {error}"
        hint = (
            "They only cost storage. Allow your role s3:ListBucketVersions and s3:DeleteObjectVersion: a later "
            "deployment deletes them."
        )
        print(Finding(WARNING, "Releases", message, hint))


def versions(environment: Environment) -> Iterator[dict[str, Any]]:
    """The versions of the objects below the prefix of the stack, with the markers of deleted ones."""
    paginator = environment.client("s3").get_paginator("list_object_versions")
    pages = paginator.paginate(Bucket=sam_bucket(environment), Prefix=f"{environment.s3_prefix}/")
    return (version for page in pages for kind in ("Versions", "DeleteMarkers") for version in page.get(kind, []))


def delete_versions(environment: Environment, unneeded: Iterable[Mapping[str, Any]]) -> None:
    """Deletes versions of objects. If S3 refuses some, the others are deleted before the first error is raised."""
    identifiers = [{name: version[name] for name in ("Key", "VersionId")} for version in unneeded]
    s3, bucket = environment.client("s3"), sam_bucket(environment)
    errors: list[Any] = []
    for start in range(0, len(identifiers), MAX_DELETIONS):
        batch = {"Objects": identifiers[start : start + MAX_DELETIONS], "Quiet": True}
        errors += s3.delete_objects(Bucket=bucket, Delete=batch).get("Errors", [])
    if errors:
        raise ClientError({"Error": errors[0]}, "DeleteObjects")


def names(environment: Environment) -> list[str]:
    """The names of the stored releases, the newest first."""
    folder = key(environment, "", "")[:-1]
    pages = (
        environment.client("s3")
        .get_paginator("list_objects_v2")
        .paginate(Bucket=sam_bucket(environment), Prefix=folder)
    )
    stored = (item["Key"] for page in pages for item in page.get("Contents", []))
    return sorted((found.split("/")[-2] for found in stored if found.endswith(f"/{TEMPLATE}")), reverse=True)


def one_before(environment: Environment, current: str) -> str:
    for name in names(environment):
        if name < current:
            return name
    raise CommandError(
        f"No release of {environment.stack} is stored that is older than {current}.",
        "Check out an older commit, and deploy that.",
    )


def fetch(environment: Environment, name: str, folder: Path) -> tuple[Path, Path]:
    """Downloads a release into a folder. Returns the paths of its template and its web app."""
    stored = names(environment)
    if name not in stored:
        raise CommandError(
            f"There is no release {name} of {environment.stack}.",
            f"Deploy, or roll back to one that is stored: {', '.join(stored) or 'none'}.",
        )
    s3, bucket = environment.client("s3"), sam_bucket(environment)
    for file in (TEMPLATE, SITE):
        (folder / file).write_bytes(s3.get_object(Bucket=bucket, Key=key(environment, name, file))["Body"].read())
    shutil.unpack_archive(folder / SITE, folder / "dist")
    return folder / TEMPLATE, folder / "dist"


def sam_bucket(environment: Environment) -> str:
    """SAM's bucket in the region, which exists since the first deployment."""
    outputs = outputs_of(describe_stack(environment.client("cloudformation"), SAM_STACK))
    if SAM_BUCKET_OUTPUT not in outputs:
        raise CommandError(
            f"SAM has no bucket here: there is no stack {SAM_STACK}.", "Deploy first: SAM then creates it."
        )
    return outputs[SAM_BUCKET_OUTPUT]


def key(environment: Environment, name: str, file: str) -> str:
    return f"{environment.s3_prefix}/releases/{name}/{file}"
