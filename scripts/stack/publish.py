"""Uploads the built web app to its bucket, from which the CDN serves it, and the catalogue for visitors."""

import base64
import hashlib
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cloudformation import physical_ids
from .console import CommandError
from .local_clients import Client

#: The prefix of the snapshot of the catalogue, the function that writes it, and the schedule that invokes the function.
CATALOGUE = "catalogue/"
PUBLISHER = "OperatorPublishCatalogueFunction"
SCHEDULE = f"{PUBLISHER}EveryFiveMinutes"
#: The prefix of files whose names contain a digest of their content.
ASSETS = "assets/"
#: Lists the assets of this release and of the one before: pages that are open in a browser still fetch those.
RELEASE = "release.json"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".xml": "application/xml; charset=utf-8",
}
#: The text of a script that a page runs: one without a URL, and without a type as data have it.
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\b(?:src|type)=)[^>]*>(.*?)</script>", re.DOTALL)
#: Pages stay in the CDN until they are invalidated. The viewer-response function removes `s-maxage`: it is for the CDN.
PAGE_CACHE_CONTROL = "public, max-age=0, must-revalidate, s-maxage=31536000"


@dataclass(frozen=True)
class Changes:
    """The keys that publishing a build changes in the bucket."""

    uploaded: list[str]
    #: The uploaded keys that existed with other content.
    replaced: list[str]
    deleted: list[str]

    def __str__(self) -> str:
        return f"{len(self.uploaded)} files to upload ({len(self.replaced)} replaced), {len(self.deleted)} to delete"


def publish(s3: Client, bucket: str, dist: Path, dry_run: bool = False) -> Changes:
    """
    Makes the bucket equal to the output of `npm run build`, apart from the snapshot of the catalogue.

    Assets are uploaded first, so that no page refers to a missing one. Assets of the release before are kept. Other
    files that the build does not have are deleted last.
    """
    paths = {path.relative_to(dist).as_posix(): path for path in sorted(dist.rglob("*")) if path.is_file()}
    # Names that begin with a dot belong to the build tool.
    built = {key: path for key, path in paths.items() if "/." not in f"/{key}"}
    if "index.html" not in built:
        raise CommandError(f"There is no built web app in {dist}.", "Run npm run build in frontend/.")
    object_headers = {key: headers(key, path.read_text() if is_page(key) else "") for key, path in built.items()}
    existing = listing(s3, bucket)
    assets = [key for key in built if key.startswith(ASSETS)]
    kept: list[str] = []
    if RELEASE in existing:
        before = json.loads(s3.get_object(Bucket=bucket, Key=RELEASE)["Body"].read())
        # Publishing the same assets again does not make a new release.
        kept = before["before"] if before["assets"] == assets else before["assets"]
    digests = {key: hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest() for key, path in built.items()}
    changes = Changes(
        # The headers of files without a digest in their names may have changed, even if their content is the same.
        uploaded=[key for key in built if not (key.startswith(ASSETS) and existing.get(key) == digests[key])],
        replaced=[key for key in built if key in existing and existing[key] != digests[key]],
        deleted=[
            key for key in existing if not (key in built or key in kept or key == RELEASE or key.startswith(CATALOGUE))
        ],
    )
    if dry_run:
        return changes
    for key in sorted(changes.uploaded, key=lambda key: not key.startswith(ASSETS)):
        s3.put_object(Bucket=bucket, Key=key, Body=built[key].read_bytes(), **object_headers[key])
    release = {"assets": assets, "before": kept}
    s3.put_object(Bucket=bucket, Key=RELEASE, Body=json.dumps(release).encode(), **headers(RELEASE))
    for key in changes.deleted:
        s3.delete_object(Bucket=bucket, Key=key)
    return changes


def listing(s3: Client, bucket: str) -> dict[str, str]:
    """The keys of the bucket, with the MD5 digest of each object."""
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket)
    return {item["Key"]: item["ETag"].strip('"') for page in pages for item in page.get("Contents", [])}


def is_page(key: str) -> bool:
    return key.endswith(".html")


def headers(key: str, page: str = "") -> dict[str, Any]:
    """The headers of an object for browsers, and its metadata for the CDN's viewer-response function."""
    suffix = Path(key).suffix
    if suffix not in TYPES:
        raise CommandError(
            f"The content type of files like {key} is unknown.", "Add it to TYPES in scripts/stack/publish.py."
        )
    status = {"status": "404"} if key.endswith("404.html") else {}
    scripts = {"scripts": " ".join(hashes)} if (hashes := script_hashes(page)) else {}
    return {"ContentType": TYPES[suffix], "CacheControl": cache_control(key), "Metadata": status | scripts}


def script_hashes(page: str) -> list[str]:
    digests = (hashlib.sha256(script.encode()).digest() for script in INLINE_SCRIPT.findall(page))
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]


def cache_control(key: str) -> str:
    if key.startswith(ASSETS):
        return "public, max-age=31536000, immutable"
    return PAGE_CACHE_CONTROL if is_page(key) else "public, max-age=3600"


def invalidate(cloudfront: Client, distribution: str) -> None:
    """
    Removes everything from the CDN's cache.

    The viewer-request function changes URIs, and each file would need both paths. AWS charges for paths: this is one.
    It is sent without changes, too, because an earlier publication may have ended before its invalidation.
    """
    batch = {"Paths": {"Quantity": 1, "Items": ["/*"]}, "CallerReference": str(time.time_ns())}
    cloudfront.create_invalidation(DistributionId=distribution, InvalidationBatch=batch)


def publish_catalogue(clients: Callable[[str], Client], stack: str) -> None:
    """
    Publishes the catalogue for visitors, as a schedule does later.

    A new web app may read what an older release has not published. A stack of an older release has no function for it.
    """
    resources = physical_ids(clients, stack)
    function = resources.get(f"{PUBLISHER}Aliaslive") or resources.get(PUBLISHER)
    if function is None:
        return
    result = clients("lambda").invoke(FunctionName=function, Payload=b"{}")
    if "FunctionError" in result:
        raise CommandError(
            f"The catalogue was not published: {result['Payload'].read().decode()}",
            f"The log of {PUBLISHER} has the cause. The schedule tries again within five minutes.",
        )
