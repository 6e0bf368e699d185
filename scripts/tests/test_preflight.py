"""`scripts/deploy check` with the local AWS."""

from dataclasses import replace

import pytest
from preflight_support import ENVIRONMENT, given, without

from stack.console import CommandError
from stack.deployment import preflight


@pytest.mark.usefixtures("operator_toml", "clients")
def test_runs_all_checks_on_the_local_aws(capsys: pytest.CaptureFixture[str]) -> None:
    # Staging may be deployed with the repository's operator.
    preflight.require(replace(ENVIRONMENT, name="staging"))
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == ["✓ Account", "✓ Stack"]

    with pytest.raises(CommandError, match="2 of these prevent the deployment"):
        preflight.require(replace(without("CertificateArn"), name="staging"))
    assert "✗ samconfig.toml: SiteAddress is https://www.site.org" in capsys.readouterr().out

    # What corrects a failure must not be prevented by it.
    preflight.require_settings(without("AlarmEmail"))
    with pytest.raises(CommandError, match="1 of these prevents"):
        preflight.require_settings(given(Requests="many"))
