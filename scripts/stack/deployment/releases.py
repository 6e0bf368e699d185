"""
Stores what was deployed, for rollback. A release consists of its packaged template and its web app. They are in SAM's
bucket, which also has the archives of functions that the template refers to.
"""

import io
import subprocess
import tarfile
from datetime import datetime, timezone
from pathlib import Path

from ..console import CommandError
from ..instance import ROOT
from .environment import Clients, Environment, describe_stack, outputs_of

#: The name of the release in template.yaml, which occurs in the functions' environment, an alarm and an output.
UNRELEASED, OCCURRENCES = "unreleased", 3
#: SAM's stack, created by `resolve_s3`, and the output with its bucket.
SAM_STACK, SAM_BUCKET_OUTPUT = "aws-sam-cli-managed-default", "SourceBucket"
#: How many releases of a stack are stored.
MAX_RELEASES = 20
TEMPLATE, SITE = "template.yaml", "site.tar.gz"


def new_name(now: datetime | None = None) -> str:
    """The name of a new release: time and commit. Names sort by time."""
    command = ["git", "describe", "--always", "--exclude=*", "--dirty=-changed"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return f"{(now or datetime.now(timezone.utc)):%Y%m%d-%H%M%S}-{commit or 'unknown'}"


def write_name(template: Path, name: str) -> None:
    """Writes the name into a built template. SAM publishes new versions of functions whose environment has changed."""
    text = template.read_text()
    if text.count(UNRELEASED) != OCCURRENCES:
        raise CommandError(f"{template} has the name of a release already, or no place for it.", "Build it again.")
    template.write_text(text.replace(UNRELEASED, name))


def rename(packaged: Path, name: str) -> str:
    """Replaces the name in a packaged template by a new one, and returns that."""
    new = new_name()
    packaged.write_text(packaged.read_text().replace(name, new))
    return new


def store(environment: Environment, aws: Clients, name: str, packaged: Path, dist: Path) -> None:
    """Stores a release, and deletes the oldest ones beyond `MAX_RELEASES`."""
    s3, bucket = aws("s3"), sam_bucket(aws)
    s3.put_object(Bucket=bucket, Key=key(environment, name, SITE), Body=packed(dist))
    # The template comes last: a release that has one is complete.
    s3.put_object(Bucket=bucket, Key=key(environment, name, TEMPLATE), Body=packaged.read_bytes())
    for old in names(environment, aws)[MAX_RELEASES:]:
        for file in (TEMPLATE, SITE):
            s3.delete_object(Bucket=bucket, Key=key(environment, old, file))


def names(environment: Environment, aws: Clients) -> list[str]:
    """The names of the stored releases, the newest first."""
    prefix = key(environment, "", "")[:-1]
    pages = aws("s3").get_paginator("list_objects_v2").paginate(Bucket=sam_bucket(aws), Prefix=prefix)
    keys = [item["Key"] for page in pages for item in page.get("Contents", [])]
    return sorted((found.split("/")[-2] for found in keys if found.endswith(f"/{TEMPLATE}")), reverse=True)


def one_before(environment: Environment, aws: Clients, current: str) -> str:
    """The newest release that is older than the current one."""
    for name in names(environment, aws):
        if name < current:
            return name
    raise CommandError(
        f"No release of {environment.stack} is stored that is older than {current}.",
        "Check out an older commit, and deploy that.",
    )


def fetch(environment: Environment, aws: Clients, name: str, folder: Path) -> tuple[Path, Path]:
    """Downloads a release into a folder. Returns the paths of its template and its web app."""
    stored = names(environment, aws)
    if name not in stored:
        raise CommandError(
            f"There is no release {name} of {environment.stack}.", f"These are stored: {', '.join(stored) or 'none'}."
        )
    s3, bucket = aws("s3"), sam_bucket(aws)
    template, dist = folder / TEMPLATE, folder / "dist"
    template.write_bytes(s3.get_object(Bucket=bucket, Key=key(environment, name, TEMPLATE))["Body"].read())
    site = s3.get_object(Bucket=bucket, Key=key(environment, name, SITE))["Body"].read()
    with tarfile.open(fileobj=io.BytesIO(site)) as archive:
        archive.extractall(dist, filter="data")
    return template, dist


def sam_bucket(aws: Clients) -> str:
    """SAM's bucket in the region, which exists since the first deployment."""
    outputs = outputs_of(describe_stack(aws("cloudformation"), SAM_STACK))
    if SAM_BUCKET_OUTPUT not in outputs:
        raise CommandError(
            f"SAM has no bucket here: there is no stack {SAM_STACK}.", "Deploy first: SAM then creates it."
        )
    return outputs[SAM_BUCKET_OUTPUT]


def key(environment: Environment, name: str, file: str) -> str:
    return f"{environment.stack}/releases/{name}/{file}"


def packed(folder: Path) -> bytes:
    """A compressed archive of a folder."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        archive.add(folder, arcname=".")
    return buffer.getvalue()
