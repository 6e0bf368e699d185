"""
Rules for samconfig.toml. They must hold for the examples of the repository, and for the file of every operator.

scripts/deploy leaves them out: it uses build folders of its own, and its preflight checks the settings.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from platform_template import TEMPLATE
from stack.deployment import settings
from stack.deployment.environment import Environment, defaults, read_environments
from stack.deployment.finding import FAILURE
from stack.instance import ROOT
from stack.toml import tomllib

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


def test_scripts_ops_knows_the_examples_as_scripts_deploy_does() -> None:
    source = (ROOT / "infra" / "ops" / "src" / "stack" / "local.rs").read_text()
    assert f'const EXAMPLE: &str = "{settings.EXAMPLE_DOMAIN}";' in source


class TestOwnValues:
    """The steps of docs/operations/deploying.md change the file. `scripts/test` must pass after them."""

    STAGING = "LogRetentionDays=14 MailSender=no-reply@staging.site.org Architecture=x86_64"
    PRODUCTION = (
        "SiteAddress=https://www.site.org MailSender=no-reply@site.org AlarmEmail=operator@site.org "
        "CertificateArn=arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555 "
        "HostedZoneId=Z0123456789ABCDEFGHIJ DirectCalls=refused DigestEmail=operator@site.org MonthlyBudget=50"
    )
    OTHERS = {"region": "eu-south-1", "web_acl": "count", "health_check": "on", "backup_region": "eu-central-1"}

    @pytest.fixture
    def own(self) -> str:
        """The file with the values of an operator."""
        text = SAMCONFIG
        for environment in ENVIRONMENTS:
            name = f"academy-{environment.name}"
            text = re.sub(rf'(stack_name = "|stack=){environment.stack}(?=[" ])', rf"\g<1>{name}", text)
            if not environment.is_production:
                text = text.replace(str(environment.build_folder), f".aws-sam/{environment.name}-x86_64")
        for setting, value in self.OTHERS.items():
            text = re.sub(rf"^{setting} = .*$", f'{setting} = "{value}"', text, flags=re.MULTILINE)
        parameters = (self.PRODUCTION if environment.is_production else self.STAGING for environment in ENVIRONMENTS)
        return re.sub(
            r"^parameter_overrides = .*$",
            lambda _: f'parameter_overrides = "{next(parameters)}"',
            text,
            flags=re.MULTILINE,
        )

    def test_are_valid(self, own: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("platform.machine", lambda: "x86_64")
        for environment in read_environments(own).values():
            assert (environment.region, environment.mail_domain[-8:]) == ("eu-south-1", "site.org")
            assert not [finding for finding in settings.check(environment) if finding.severity == FAILURE]

    def test_pass_every_test_that_reads_the_file(self, own: str, tmp_path: Path) -> None:
        readers = [
            path.relative_to(ROOT).as_posix()
            for folder in ("infra/rules", "scripts/tests")
            for path in sorted((ROOT / folder).glob("test_*.py"))
            if '"samconfig.toml").read_text()' in path.read_text()
        ]
        assert {"infra/rules/test_samconfig.py", "infra/rules/test_pipeline.py"} <= set(readers)
        # Python finds the root by the folder of the sources, so they are copied.
        for path in ROOT.iterdir():
            if path.name in ("infra", "scripts"):
                shutil.copytree(path, tmp_path / path.name, ignore=shutil.ignore_patterns("node_modules"))
            elif path.name != "samconfig.toml":
                (tmp_path / path.name).symlink_to(path)
        (tmp_path / "samconfig.toml").write_text(own)
        run = subprocess.run(
            [*(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not TestOwnValues"), *readers],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path / "scripts")},
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stdout
