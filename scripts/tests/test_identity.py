"""That nobody deploys the examples of infra/operator.toml to people."""

import pytest

from stack import identity, release
from stack.console import Failure
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
"""


def refusal(environment, text, region="eu-west-3"):
    with pytest.raises(Failure) as raised:
        identity.require_own_settings(environment, region, text)
    return str(raised.value), raised.value.to_do


def test_own_values_are_deployed_everywhere():
    for environment in ("staging", "production"):
        identity.require_own_settings(environment, "eu-west-3", OWN)


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
def test_an_example_is_refused_but_in_staging(setting, own, example):
    text = OWN.replace(own, example)
    for environment in ("production", "live"):
        said, to_do = refusal(environment, text)
        assert f"infra/operator.toml has example values, with which {environment} is not deployed: {setting}." in said
        assert "Write the operator's own there" in to_do
    identity.require_own_settings("staging", "eu-west-3", text)


def test_a_contact_address_is_wanted_in_staging_too():
    for text in (OWN.replace('mail = "contact@site.org"', ""), OWN.replace("contact@site.org", " "), ""):
        said, to_do = refusal("staging", text)
        assert "contact.mail is missing in infra/operator.toml" in said
        assert "Write the email address" in to_do


def test_the_policy_names_the_region_that_is_deployed_to():
    said, _ = refusal("production", OWN, region="eu-south-1")
    assert "region.id in infra/operator.toml is eu-west-3, but production is deployed to eu-south-1" in said
    identity.require_own_settings("staging", "eu-south-1", OWN)


def test_what_is_no_toml_is_told():
    said, _ = refusal("production", OWN + "[name")
    assert "infra/operator.toml is not TOML" in said


def test_the_values_that_come_with_the_repository_are_all_known_as_examples():
    written = identity.read((ROOT / identity.FILE).read_text())
    left = identity.examples(written)
    if not left:
        pytest.skip("the file is an operator's own")
    # The texts are written for Algerian law, and samconfig.toml names the region: these are no examples.
    assert set(written) - set(left) == {f"country.{code}" for code in ("en", "fr", "ar")} | {f"region.{key}" for key in ("id", "en", "fr", "ar")}
    with pytest.raises(Failure, match="has example values"):
        release.require_own_values(release.Environment("production", "masar", "eu-west-3", parameters={"MailSender": "no-reply@site.org"}))
