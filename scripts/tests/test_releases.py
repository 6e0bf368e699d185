"""The releases that `scripts/deploy` stores and rolls back to, with the local AWS."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from deployment_support import ENVIRONMENT

from stack import cloudformation, rehearsal, templates
from stack.console import CommandError
from stack.deployment import releases
from stack.deployment.environment import Environment
from stack.local_clients import LocalClients


def later() -> datetime:
    """A time at which what exists now is older than a day."""
    return datetime.now(UTC) + timedelta(days=2)


class TestReleases:
    @pytest.fixture(autouse=True)
    def s3(self, clients: LocalClients) -> Any:
        """S3 with the bucket of SAM."""
        cloudformation.create_or_update(clients, releases.SAM_STACK, {"TemplateBody": json.dumps(rehearsal.SAM)}, {})
        return clients("s3")

    def test_writes_the_name_into_functions_and_output(self, tmp_path: Path) -> None:
        template = tmp_path / "template.yaml"
        # `sam build` writes the template without anchors.
        template.write_text(json.dumps(templates.main()))
        releases.write_name(template, "20261122-180500-abc1234")
        named = json.loads(template.read_text())
        assert named["Globals"]["Function"]["Environment"]["Variables"]["RELEASE"] == "20261122-180500-abc1234"
        assert named["Outputs"]["Release"]["Value"] == "20261122-180500-abc1234"
        with pytest.raises(CommandError, match="has the name of a release already"):
            releases.write_name(template, "20261122-180600-abc1234")

    def test_fetches_a_release_as_it_was_stored(self, tmp_path: Path) -> None:
        for number in (1, 2, 3):
            packaged, dist = tmp_path / "packaged.yaml", tmp_path / f"dist-{number}"
            (dist / "assets").mkdir(parents=True)
            (dist / "index.html").write_text(f"the page of {number}")
            (dist / "assets" / "app.js").write_text(f"the app of {number}")
            packaged.write_text(f"the template of {number}")
            releases.store(ENVIRONMENT, f"2026112{number}-120000-abc", packaged, dist)
        assert releases.names(ENVIRONMENT) == [f"2026112{number}-120000-abc" for number in (3, 2, 1)]
        before = releases.one_before(ENVIRONMENT, "20261123-120000-abc")
        (tmp_path / "back").mkdir()
        template, dist = releases.fetch(ENVIRONMENT, before, tmp_path / "back")
        assert template.read_text() == "the template of 2"
        assert {path.relative_to(dist).as_posix(): path.read_text() for path in dist.rglob("*.*")} == {
            "index.html": "the page of 2",
            "assets/app.js": "the app of 2",
        }

    def test_a_missing_release_is_an_error_that_lists_the_stored_ones(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="There is no release of-nobody") as error:
            releases.fetch(ENVIRONMENT, "of-nobody", tmp_path)
        assert "20261123-120000-abc" in error.value.hint
        with pytest.raises(CommandError, match="is stored that is older than 20261121"):
            releases.one_before(ENVIRONMENT, "20261121-120000-abc")

    def test_versions_of_the_last_day_are_not_deleted(self, s3: Any) -> None:
        bucket = releases.sam_bucket(ENVIRONMENT)
        # A deployment that is in progress has uploaded it. Its release is not stored yet.
        archive = "masar-release/of-another-deployment"
        s3.put_object(Bucket=bucket, Key=archive, Body=b"an archive")
        releases.delete_unneeded(ENVIRONMENT)
        assert archive in {version["Key"] for version in releases.versions(ENVIRONMENT)}
        releases.delete_unneeded(ENVIRONMENT, later())
        assert archive not in {version["Key"] for version in releases.versions(ENVIRONMENT)}

    def test_deletes_every_version_that_no_kept_release_needs(
        self, s3: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(releases, "MAX_RELEASES", 2)
        bucket = releases.sam_bucket(ENVIRONMENT)
        of_others = {"masar-release-2/shared", "shared"}
        for key in of_others:
            s3.put_object(Bucket=bucket, Key=key, Body=b"an archive")
        # What an earlier version deleted is still there as old versions.
        deleted = releases.key(ENVIRONMENT, "20261001-120000-abc", releases.SITE)
        s3.put_object(Bucket=bucket, Key=deleted, Body=b"a site")
        s3.delete_object(Bucket=bucket, Key=deleted)

        (tmp_path / "dist").mkdir()
        packaged = tmp_path / "packaged.yaml"
        for day, archives in ((24, ("old", "shared")), (25, ("shared",)), (26, ("shared", "new"))):
            for archive in archives:
                s3.put_object(Bucket=bucket, Key=f"masar-release/{archive}", Body=b"an archive")
            packaged.write_text("\n".join(f"CodeUri: s3://{bucket}/masar-release/{archive}" for archive in archives))
            releases.store(ENVIRONMENT, f"202611{day}-120000-abc", packaged, tmp_path / "dist")
        releases.delete_unneeded(ENVIRONMENT, later())

        assert releases.names(ENVIRONMENT) == ["20261126-120000-abc", "20261125-120000-abc"]
        found = s3.list_object_versions(Bucket=bucket)
        assert "DeleteMarkers" not in found
        assert {version["Key"] for version in found["Versions"]} == {
            "masar-release/shared",
            "masar-release/new",
            *(
                f"masar-release/releases/202611{day}-120000-abc/{file}"
                for day in (25, 26)
                for file in ("template.yaml", "site.tar.gz")
            ),
            *of_others,
        }

    def test_a_needed_archive_that_was_deleted_by_hand_can_be_restored(self, s3: Any) -> None:
        bucket, archive = releases.sam_bucket(ENVIRONMENT), "masar-release/new"
        marker = s3.delete_object(Bucket=bucket, Key=archive)["VersionId"]
        releases.delete_unneeded(ENVIRONMENT, later())
        s3.delete_object(Bucket=bucket, Key=archive, VersionId=marker)
        assert s3.get_object(Bucket=bucket, Key=archive)["Body"].read() == b"an archive"

    def test_a_deployment_continues_when_some_versions_cannot_be_deleted(
        self, s3: Any, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def client(_: Environment, service: str) -> Any:
            created = clients(service)
            created.delete_objects = lambda **_: {"Errors": [{"Code": "AccessDenied", "Message": "no"}]}
            return created

        s3.put_object(Bucket=releases.sam_bucket(ENVIRONMENT), Key="masar-release/unneeded", Body=b"an archive")
        monkeypatch.setattr(Environment, "client", client)
        releases.delete_unneeded(ENVIRONMENT, later())
        assert "(AccessDenied) when calling the DeleteObjects operation: no" in capsys.readouterr().out

    def test_a_removal_deletes_the_objects_of_the_stack_only(self, s3: Any) -> None:
        releases.delete_all(ENVIRONMENT)
        found = s3.list_object_versions(Bucket=releases.sam_bucket(ENVIRONMENT))["Versions"]
        assert {version["Key"] for version in found} == {"masar-release-2/shared", "shared"}
