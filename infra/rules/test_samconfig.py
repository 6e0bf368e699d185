"""
Rules for samconfig.toml. They must hold for the examples of the repository, and for the file of every operator.

scripts/deploy leaves them out: it uses build folders of its own, and its preflight checks the settings.
"""

import tomllib

import pytest

from platform_template import TEMPLATE
from stack.deployment.environment import Environment, defaults, read_environments
from stack.instance import ROOT

SAMCONFIG = (ROOT / "samconfig.toml").read_text()
SECTIONS = tomllib.loads(SAMCONFIG)
ENVIRONMENTS = list(read_environments(SAMCONFIG).values())
of_each_environment = pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda environment: environment.name)


@of_each_environment
class TestEnvironment:
    def test_continues_a_first_deployment_that_failed(self, environment: Environment) -> None:
        # One that is rolled back leaves its tables, and the next one could not create them again.
        assert SECTIONS[environment.name]["deploy"]["parameters"]["disable_rollback"] is True

    def test_has_a_build_folder_for_its_architecture(self, environment: Environment) -> None:
        # What is built for one environment or architecture is not deployed to another.
        section = SECTIONS[environment.name]
        assert section["build"]["parameters"]["build_dir"] == str(environment.build_folder)
        assert section["deploy"]["parameters"]["template_file"] == f"{environment.build_folder}/template.yaml"

    def test_sets_parameters_of_the_template(self, environment: Environment) -> None:
        # Without SiteAddress, scripts/deploy uses the domain name of the CDN.
        required = {name for name, default in defaults().items() if default is None} - {"SiteAddress"}
        assert required <= set(environment.parameters) <= set(defaults())


@of_each_environment
def test_examples_are_consistent(environment: Environment) -> None:
    if not any(value.endswith(".example") for value in environment.parameters.values()):
        pytest.skip("the values are an operator's own")
    assert environment.tags == {"stack": environment.stack, "environment": environment.name}
    assert environment.requires_confirmation == environment.is_production
    # They cost nothing until an operator wants them.
    assert (environment.web_acl, environment.health_check, environment.backup_region) == ("off", "off", "")
    # The privacy policy says how long logs are kept.
    retention = TEMPLATE["Parameters"]["LogRetentionDays"]["Default"]
    assert int(environment.value("LogRetentionDays")) <= retention == 30
