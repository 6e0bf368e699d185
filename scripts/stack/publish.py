"""Puts the built web app into its bucket, as the CDN serves it."""

import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path

from .console import CommandError

#: Their names change with their content.
ASSETS = "assets/"
#: The assets of the release and of the one before, which pages fetch that are still open in somebody's browser.
RELEASE = "release.json"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
#: A single invalidation of everything costs as much as one of a file.
MANY = 15


@dataclass(frozen=True)
class Changes:
    """What publishing a build does to the bucket, by keys."""

    uploaded: list[str]
    #: Of those, what was there with other content.
    replaced: list[str]
    deleted: list[str]

    def __str__(self) -> str:
        return f"{len(self.uploaded)} files to upload ({len(self.replaced)} replaced), {len(self.deleted)} to delete"


def publish(s3, bucket: str, dist: Path, dry_run: bool = False) -> Changes:
    """
    Brings the bucket to what `npm run build` has made. Assets come first, so that no page refers to what is not there yet; those of
    the release before stay, others go last.
    """
    built = {path.relative_to(dist).as_posix(): path for path in sorted(dist.rglob("*")) if is_published(path, dist)}
    if "index.html" not in built:
        raise CommandError(f"There is no built web app in {dist}.", "Run npm run build in frontend/.")
    said = {key: headers(key) for key in built}
    there = listing(s3, bucket)
    assets = [key for key in built if key.startswith(ASSETS)]
    kept = kept_assets(s3, bucket, assets) if RELEASE in there else []
    digests = {key: hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest() for key, path in built.items()}
    changes = Changes(
        # The headers of what is not hashed may have changed, whatever its content.
        uploaded=[key for key in built if not (key.startswith(ASSETS) and there.get(key) == digests[key])],
        replaced=[key for key in built if key in there and there[key] != digests[key]],
        deleted=[key for key in there if key not in built and key not in kept and key != RELEASE],
    )
    if dry_run:
        return changes
    for key in sorted(changes.uploaded, key=lambda key: not key.startswith(ASSETS)):
        s3.put_object(Bucket=bucket, Key=key, Body=built[key].read_bytes(), **said[key])
    release = {"assets": assets, "before": kept}
    s3.put_object(Bucket=bucket, Key=RELEASE, Body=json.dumps(release).encode(), **headers(RELEASE))
    for key in changes.deleted:
        s3.delete_object(Bucket=bucket, Key=key)
    return changes


def is_published(path: Path, dist: Path) -> bool:
    """Whether a file of the build is the site's: what begins with a dot is the build's own."""
    return path.is_file() and not any(part.startswith(".") for part in path.relative_to(dist).parts)


def listing(s3, bucket: str) -> dict[str, str]:
    """What is in the bucket, with the MD5 of each."""
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket)
    return {item["Key"]: item["ETag"].strip('"') for page in pages for item in page.get("Contents", [])}


def kept_assets(s3, bucket: str, assets: list[str]) -> list[str]:
    """The assets of the release before these: publishing the same again makes no release."""
    release = json.loads(s3.get_object(Bucket=bucket, Key=RELEASE)["Body"].read())
    return release["before"] if release["assets"] == assets else release["assets"]


def headers(key: str) -> dict:
    """What an object says of itself, to browsers and to the CDN."""
    suffix = Path(key).suffix
    if suffix not in TYPES:
        raise CommandError(f"Nothing is known of files like {key}.", "Name their type in scripts/stack/publish.py.")
    said = {"ContentType": TYPES[suffix], "CacheControl": cache_control(key)}
    if key.endswith("404.html"):
        # The CDN's viewer-response function reads it.
        said["Metadata"] = {"status": "404"}
    return said


def cache_control(key: str) -> str:
    if key.startswith(ASSETS):
        return "public, max-age=31536000, immutable"
    return "no-cache" if key.endswith(".html") else "public, max-age=3600"


def invalidate(cloudfront, distribution: str, changes: Changes) -> list[str]:
    """Has the CDN forget what was replaced or deleted, and returns the paths."""
    paths = sorted(f"/{key}" for key in [*changes.replaced, *changes.deleted])
    if len(paths) > MANY:
        paths = ["/*"]
    if paths:
        batch = {"Paths": {"Quantity": len(paths), "Items": paths}, "CallerReference": str(time.time_ns())}
        cloudfront.create_invalidation(DistributionId=distribution, InvalidationBatch=batch)
    return paths
