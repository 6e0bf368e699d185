"""The check of infra/operator.toml: no environment but staging is deployed with example values."""

from typing import Any

import pytest

from stack import operator_settings
from stack.deployment import settings
from stack.deployment.environment import Environment
from stack.deployment.finding import FAILURE, WARNING
from stack.instance import ROOT

OWN = """
[contact]
mail = "contact@site.org"
messaging = ""
[name]
en = "Exemplary Ways Ltd"
ar = "المثالية للتعليم"
[country]
en = "Algeria"
[region]
id = "eu-west-3"
[payment]
en = "By bank transfer."
fr = "Par virement."
ar = "بتحويل مصرفي."
"""


def errors(environment: Any, text: str, region: str = "eu-west-3") -> Any:
    """The errors with their hints."""
    return [(str(fault), fault.hint) for fault in operator_settings.errors(environment, region, text)]


def test_own_values_are_accepted_in_every_environment() -> None:
    for environment in ("staging", "production"):
        assert not errors(environment, OWN)


@pytest.mark.parametrize(
    ("setting", "own", "example"),
    [
        ("contact.mail", "contact@site.org", "contact@masar.example"),
        ("contact.mail", "contact@site.org", "contact@example.org"),
        ("contact.messaging", 'messaging = ""', 'messaging = "https://messages.masar.example/masar"'),
        ("name.en", "Exemplary Ways Ltd", "Example Organisation"),
        ("name.en", "Exemplary Ways Ltd", "Organisation EXEMPLE"),
        ("name.ar", "المثالية للتعليم", "مؤسسة مثال"),
    ],
)
def test_example_values_are_refused_except_in_staging(setting: str, own: str, example: str) -> None:
    text = OWN.replace(own, example)
    for environment in ("production", "live"):
        ((message, hint),) = errors(environment, text)
        assert (
            f"infra/operator.toml has example values, and {environment} is not deployed with them: {setting}."
            in message
        )
        assert "Set the operator's own values" in hint
    assert not errors("staging", text)


def test_staging_requires_a_contact_email_too() -> None:
    for text in (OWN.replace('mail = "contact@site.org"', ""), OWN.replace("contact@site.org", " "), ""):
        ((message, hint),) = errors("staging", text)
        assert "contact.mail is missing in infra/operator.toml" in message
        assert "Set the email address" in hint


def test_requires_the_region_of_the_deployment() -> None:
    ((message, _),) = errors("production", OWN, region="eu-south-1")
    assert "region.id in infra/operator.toml is eu-west-3, but production is deployed to eu-south-1" in message
    assert not errors("staging", OWN, region="eu-south-1")


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (OWN.replace("By bank transfer.", ""), "payment.en"),
        (OWN.replace("Par virement.", " "), "payment.fr"),
        (OWN.replace('ar = "بتحويل مصرفي."', ""), "payment.ar"),
        (OWN.partition("[payment]")[0], "payment.en, payment.fr, payment.ar"),
    ],
)
def test_requires_how_users_pay_except_in_staging(text: str, missing: str) -> None:
    message = f"infra/operator.toml does not say how users pay: {missing}."
    for environment in ("production", "live"):
        ((error, hint),) = errors(environment, text)
        assert error == message
        assert "Write it in each language" in hint
        assert not list(operator_settings.warnings(environment, text))
    assert not errors("staging", text)
    (warned,) = operator_settings.warnings("staging", text)
    assert str(warned) == message


def test_warns_of_nothing_when_all_is_set() -> None:
    for environment in ("staging", "production"):
        assert not list(operator_settings.warnings(environment, OWN))


def test_reports_invalid_toml() -> None:
    text = OWN + "[name"
    ((message, _),) = errors("production", text)
    assert "infra/operator.toml is not TOML" in message
    assert not list(operator_settings.warnings("staging", text))


def test_reports_all_errors_at_once() -> None:
    text = OWN.replace("contact@site.org", "").replace("Exemplary", "Example").replace("Par virement.", "")
    assert len(errors("production", text, region="eu-south-1")) == 4


def test_recognizes_the_example_values_of_the_repository() -> None:
    values = operator_settings.read((ROOT / operator_settings.FILE).read_text())
    examples = operator_settings.examples(values)
    if not examples:
        pytest.skip("the file is an operator's own")
    # No examples: texts for Algerian law, the region that samconfig.toml names, the choice of tax, and how to pay.
    others = {name for name in values if name.startswith(("country.", "payment.", "prices.", "region."))}
    assert set(values) - set(examples) == others
    found = list(settings.operator_identity(Environment("production", "masar", "eu-west-3")))
    assert found
    assert {finding.severity for finding in found} == {FAILURE}
    assert "has example values" in found[0].message
    found = list(settings.operator_identity(Environment("staging", "masar", "eu-west-3")))
    assert [finding.severity for finding in found] == [WARNING] * len(found)
