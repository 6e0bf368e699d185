"""
The releases that were deployed. What was deployed is kept beside SAM's archives of the functions: its template, which names those
archives, and its site. So an older release comes back without anything being built.
"""

import io
import subprocess
import tarfile
from datetime import datetime, timezone
from pathlib import Path

from ..console import CommandError
from ..instance import ROOT
from .environment import Clients, Environment, described, outputs_of

#: What the template is of until it is deployed: in each function's environment, in an alarm and in an output.
UNRELEASED, PLACES = "unreleased", 3
#: SAM's stack with the bucket of archives, which `resolve_s3` makes.
SAM_STACK, SAM_BUCKET = "aws-sam-cli-managed-default", "SourceBucket"
#: How many releases of a stack are kept.
KEPT = 20
TEMPLATE, SITE = "template.yaml", "site.tar.gz"


def new_name(now: datetime | None = None) -> str:
    """The name of a release that is deployed now: names sort by time, and say which commit it is."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty=-changed"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    return f"{(now or datetime.now(timezone.utc)):%Y%m%d-%H%M%S}-{commit or 'unknown'}"


def write_name(template: Path, name: str) -> None:
    """Writes the name of the release into a built template. SAM publishes new versions of functions whose environment has changed."""
    text = template.read_text()
    if text.count(UNRELEASED) != PLACES:
        raise CommandError(
            f"{template} is of a release already, or of none.",
            "Build it anew: it says `unreleased` where the name belongs.",
        )
    template.write_text(text.replace(UNRELEASED, name))


def renamed(packaged: Path, name: str) -> str:
    """Makes a new release of a packaged template that is one already, and returns its name."""
    new = new_name()
    packaged.write_text(packaged.read_text().replace(name, new))
    return new


def keep(environment: Environment, aws: Clients, name: str, packaged: Path, dist: Path) -> None:
    """Keeps what was deployed, and forgets the oldest releases beyond `KEPT`."""
    s3, bucket = aws("s3"), bucket_of(aws)
    s3.put_object(Bucket=bucket, Key=key(environment, name, SITE), Body=packed(dist))
    # It comes last: a release with a template is whole.
    s3.put_object(Bucket=bucket, Key=key(environment, name, TEMPLATE), Body=packaged.read_bytes())
    for forgotten in names(environment, aws)[KEPT:]:
        for part in (TEMPLATE, SITE):
            s3.delete_object(Bucket=bucket, Key=key(environment, forgotten, part))


def names(environment: Environment, aws: Clients) -> list[str]:
    """The releases that are kept, the newest first."""
    pages = (
        aws("s3").get_paginator("list_objects_v2").paginate(Bucket=bucket_of(aws), Prefix=key(environment, "", "")[:-1])
    )
    keys = [item["Key"] for page in pages for item in page.get("Contents", [])]
    return sorted((found.split("/")[-2] for found in keys if found.endswith(f"/{TEMPLATE}")), reverse=True)


def one_before(environment: Environment, aws: Clients, current: str) -> str:
    """The release that was deployed before the one that is there."""
    for name in names(environment, aws):
        if name < current:
            return name
    raise CommandError(
        f"No release of {environment.stack} is kept that is older than {current}.",
        "Check out an older commit, and deploy that.",
    )


def fetch(environment: Environment, aws: Clients, name: str, folder: Path) -> tuple[Path, Path]:
    """Brings a release back into a folder: its template, and its site."""
    kept = names(environment, aws)
    if name not in kept:
        raise CommandError(
            f"There is no release {name} of {environment.stack}.", f"These are kept: {', '.join(kept) or 'none'}."
        )
    s3, bucket = aws("s3"), bucket_of(aws)
    template, dist = folder / TEMPLATE, folder / "dist"
    template.write_bytes(s3.get_object(Bucket=bucket, Key=key(environment, name, TEMPLATE))["Body"].read())
    site = s3.get_object(Bucket=bucket, Key=key(environment, name, SITE))["Body"].read()
    with tarfile.open(fileobj=io.BytesIO(site)) as archive:
        archive.extractall(dist, filter="data")
    return template, dist


def bucket_of(aws: Clients) -> str:
    """SAM's bucket in the region, which is there since the first deployment."""
    told = outputs_of(described(aws("cloudformation"), SAM_STACK))
    if SAM_BUCKET not in told:
        raise CommandError(
            f"SAM has no bucket here: there is no stack {SAM_STACK}.", "Deploy first; scripts/deploy has SAM make it."
        )
    return told[SAM_BUCKET]


def key(environment: Environment, name: str, part: str) -> str:
    return f"{environment.stack}/releases/{name}/{part}"


def packed(folder: Path) -> bytes:
    """The archive of a folder."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        archive.add(folder, arcname=".")
    return buffer.getvalue()
