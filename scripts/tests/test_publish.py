"""Publishing the web app into a bucket of the emulator."""

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from stack import publish
from stack.console import CommandError
from stack.local_clients import Client, LocalClients

BUCKET = "site"


@pytest.fixture(scope="module")
def s3(clients: LocalClients) -> Client:
    return clients("s3")


@pytest.fixture
def bucket(s3: Client) -> Iterator[Any]:
    s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "eu-west-3"})
    yield BUCKET
    for key in publish.listing(s3, BUCKET):
        s3.delete_object(Bucket=BUCKET, Key=key)
    s3.delete_bucket(Bucket=BUCKET)


def built(folder: Path, **files: Any) -> Any:
    """A build with these assets, and pages that name them."""
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    (folder / ".vite").mkdir(exist_ok=True)
    (folder / ".vite" / "manifest.json").write_text("{}")
    return folder


@pytest.fixture
def releases(tmp_path: Path) -> Any:
    return [
        built(tmp_path / "1", index_html="1", old_html="1", **{"404_html": "1", "assets__a1_js": "a"}),
        built(tmp_path / "2", index_html="2", **{"404_html": "1", "fr__404_html": "1", "assets__a2_js": "a"}),
        built(tmp_path / "3", index_html="3", **{"404_html": "1", "assets__a3_js": "a"}),
    ]


def test_a_page_names_the_hashes_of_the_scripts_that_it_runs(s3: Client, bucket: str, tmp_path: Path) -> None:
    page = (
        '<script>one()</script><script type="application/ld+json">{}</script><script src="/a.js"></script>'
        "<p>text</p><script>two < 3 && '</p>'</script>"
    )
    publish.publish(s3, bucket, built(tmp_path, index_html=page, **{"404_html": "none"}))
    hashes = [b64encode(sha256(script).digest()).decode() for script in (b"one()", b"two < 3 && '</p>'")]
    assert s3.head_object(Bucket=bucket, Key="index.html")["Metadata"] == {
        "scripts": " ".join(f"'sha256-{found}'" for found in hashes)
    }
    assert s3.head_object(Bucket=bucket, Key="404.html")["Metadata"] == {"status": "404"}


def test_each_file_has_content_type_and_cache_control(s3: Client, bucket: str, releases: list[Path]) -> None:
    publish.publish(s3, bucket, releases[1])
    objects = {key: s3.head_object(Bucket=bucket, Key=key) for key in publish.listing(s3, bucket)}
    assert objects["assets/a2.js"]["CacheControl"] == "public, max-age=31536000, immutable"
    assert objects["assets/a2.js"]["ContentType"] == "text/javascript; charset=utf-8"
    assert {objects[key]["CacheControl"] for key in ("index.html", "404.html", "fr/404.html")} == {
        "public, max-age=0, must-revalidate, s-maxage=31536000"
    }
    statuses = [objects[key]["Metadata"].get("status") for key in ("index.html", "404.html", "fr/404.html")]
    assert statuses == [None, "404", "404"]
    assert ".vite/manifest.json" not in objects


def test_texts_state_their_character_set() -> None:
    texts = [kind for kind in publish.TYPES.values() if re.match(r"text/|.*[/+]xml", kind)]
    assert len(texts) == 6
    assert [kind for kind in texts if not kind.endswith("; charset=utf-8")] == []


def test_keeps_the_assets_of_one_earlier_release(s3: Client, bucket: str, releases: list[Path]) -> None:
    first, second, third = (publish.publish(s3, bucket, release) for release in releases)
    assert first.deleted == []
    assert (second.deleted, second.replaced) == (["old.html"], ["index.html"])
    assert sorted(third.deleted) == ["assets/a1.js", "fr/404.html"]
    assert set(publish.listing(s3, bucket)) == {
        *("404.html", "index.html", "release.json"),
        *("assets/a2.js", "assets/a3.js"),
    }


def test_keeps_the_snapshot_of_the_catalogue(s3: Client, bucket: str, releases: list[Path]) -> None:
    s3.put_object(Bucket=bucket, Key="catalogue/fr/courses", Body=b"{}")
    publish.publish(s3, bucket, releases[0])
    assert "catalogue/fr/courses" in publish.listing(s3, bucket)


def test_a_dry_run_changes_nothing(s3: Client, bucket: str, releases: list[Path]) -> None:
    publish.publish(s3, bucket, releases[0])
    before = publish.listing(s3, bucket)
    changes = publish.publish(s3, bucket, releases[1], dry_run=True)
    assert "assets/a2.js" in changes.uploaded and changes.deleted == ["old.html"]
    assert publish.listing(s3, bucket) == before


def test_refuses_a_folder_that_is_no_build(s3: Client, bucket: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no built web app"):
        publish.publish(s3, bucket, tmp_path)
    with pytest.raises(CommandError, match=r"files like virus\.exe"):
        publish.publish(s3, bucket, built(tmp_path, index_html="1", virus_exe="MZ"))
    assert publish.listing(s3, bucket) == {}
