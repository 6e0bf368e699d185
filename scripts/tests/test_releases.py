"""The releases that `scripts/deploy` stores and rolls back to, with the local AWS."""

import json
import re
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from deployment_support import ENVIRONMENT

from stack import cloudformation, templates
from stack.console import CommandError
from stack.deployment import parameters, releases
from stack.deployment.environment import Clients
from stack.local_clients import LocalClients


class TestReleases:
    @pytest.fixture
    def aws(self, clients: LocalClients) -> Any:
        """An account that SAM has its bucket in."""
        sam = {
            "Resources": {"Bucket": {"Type": "AWS::S3::Bucket"}},
            "Outputs": {"SourceBucket": {"Value": {"Ref": "Bucket"}}},
        }
        cloudformation.create_or_update(clients, releases.SAM_STACK, {"TemplateBody": json.dumps(sam)}, {})
        return ENVIRONMENT.client

    def test_names_contain_time_and_commit(self) -> None:
        name = releases.new_name(datetime(2026, 11, 22, 18, 5, tzinfo=timezone.utc))
        assert re.fullmatch(r"20261122-180500-[0-9a-f]{7,}(-changed)?", name)

    def test_writes_the_name_into_functions_alarm_and_output(self, tmp_path: Path) -> None:
        template = tmp_path / "template.yaml"
        # `sam build` writes the template without anchors.
        template.write_text(json.dumps(templates.main()))
        releases.write_name(template, "20261122-180500-abc1234")
        named = json.loads(template.read_text())
        assert named["Globals"]["Function"]["Environment"]["Variables"]["RELEASE"] == "20261122-180500-abc1234"
        assert named["Resources"]["ReleaseErrors"]["Properties"]["Dimensions"][0]["Value"] == "20261122-180500-abc1234"
        assert named["Outputs"]["Release"]["Value"] == "20261122-180500-abc1234"
        with pytest.raises(CommandError, match="has the name of a release already"):
            releases.write_name(template, "20261122-180600-abc1234")

    def test_renames_a_packaged_release(self, tmp_path: Path) -> None:
        packaged = tmp_path / "packaged.yaml"
        packaged.write_text("RELEASE: 20261122-180500-abc1234\nValue: 20261122-180500-abc1234\n")
        name = releases.rename(packaged, "20261122-180500-abc1234")
        assert name != "20261122-180500-abc1234" and packaged.read_text() == f"RELEASE: {name}\nValue: {name}\n"

    def test_corrections_ignore_alarms_and_take_effect_at_once(self) -> None:
        urgent = parameters.without_gradual_release(
            replace(ENVIRONMENT, parameters={"ReleaseShift": "Linear10PercentEvery1Minute"})
        )
        assert (urgent.value("ReleaseShift"), urgent.value("ReleaseAlarms")) == ("AllAtOnce", "off")
        assert (ENVIRONMENT.value("ReleaseShift"), ENVIRONMENT.value("ReleaseAlarms")) == (
            "Canary10Percent5Minutes",
            "on",
        )

    def test_fetches_a_release_as_it_was_stored(self, aws: Clients, tmp_path: Path) -> None:
        for number in (1, 2, 3):
            packaged, dist = tmp_path / "packaged.yaml", tmp_path / f"dist-{number}"
            (dist / "assets").mkdir(parents=True)
            (dist / "index.html").write_text(f"the page of {number}")
            (dist / "assets" / "app.js").write_text(f"the app of {number}")
            packaged.write_text(f"the template of {number}")
            releases.store(ENVIRONMENT, aws, f"2026112{number}-120000-abc", packaged, dist)
        assert releases.names(ENVIRONMENT, aws) == [f"2026112{number}-120000-abc" for number in (3, 2, 1)]
        before = releases.one_before(ENVIRONMENT, aws, "20261123-120000-abc")
        (tmp_path / "back").mkdir()
        template, dist = releases.fetch(ENVIRONMENT, aws, before, tmp_path / "back")
        assert template.read_text() == "the template of 2"
        assert {path.relative_to(dist).as_posix(): path.read_text() for path in dist.rglob("*.*")} == {
            "index.html": "the page of 2",
            "assets/app.js": "the app of 2",
        }

    def test_a_missing_release_is_an_error_that_lists_the_stored_ones(self, aws: Clients, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="There is no release of-nobody") as error:
            releases.fetch(ENVIRONMENT, aws, "of-nobody", tmp_path)
        assert "20261123-120000-abc" in error.value.hint
        with pytest.raises(CommandError, match="is stored that is older than 20261121"):
            releases.one_before(ENVIRONMENT, aws, "20261121-120000-abc")

    def test_deletes_the_oldest_beyond_the_limit(
        self, aws: Clients, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(releases, "MAX_RELEASES", 2)
        (tmp_path / "dist").mkdir()
        (tmp_path / "packaged.yaml").write_text("")
        releases.store(ENVIRONMENT, aws, "20261124-120000-abc", tmp_path / "packaged.yaml", tmp_path / "dist")
        assert releases.names(ENVIRONMENT, aws) == ["20261124-120000-abc", "20261123-120000-abc"]
        keys = aws("s3").list_objects_v2(Bucket=releases.sam_bucket(aws), Prefix="masar-release/")["Contents"]
        assert len(keys) == 4, "deleted releases leave no objects"
