"""Rules for samconfig.toml as the repository has it. scripts/deploy leaves them out: operators change the file."""

from typing import Any

import pytest

from platform_template import TEMPLATE
from stack.instance import ROOT
from stack.toml import tomllib


@pytest.mark.parametrize("environment", ["staging", "production"])
def test_samconfig_deploys_both_environments(environment: Any) -> None:
    deployments = tomllib.loads((ROOT / "samconfig.toml").read_text())
    parameters = deployments[environment]["deploy"]["parameters"]
    assert parameters["stack_name"] == f"masar-{environment}"
    assert parameters["tags"] == f"stack=masar-{environment} environment={environment}"
    # A first deployment that is rolled back leaves its tables, and the next one could not make them again.
    assert parameters["disable_rollback"] is True
    # What is built for one environment or processor is not deployed to another.
    assert "Architecture" not in parameters["parameter_overrides"]
    folder = f".aws-sam/{environment}-{TEMPLATE['Parameters']['Architecture']['Default']}"
    assert deployments[environment]["build"]["parameters"]["build_dir"] == folder
    assert parameters["template_file"] == f"{folder}/template.yaml"
    given = {override.split("=")[0] for override in parameters["parameter_overrides"].split()}
    assert given <= set(TEMPLATE["Parameters"])
    # The privacy policy says how long logs are kept.
    retention = dict(override.split("=") for override in parameters["parameter_overrides"].split()).get(
        "LogRetentionDays", 30
    )
    assert int(retention) <= TEMPLATE["Parameters"]["LogRetentionDays"]["Default"] == 30
    required = {name for name, parameter in TEMPLATE["Parameters"].items() if "Default" not in parameter}
    assert required <= given
