"""Checks infra/operator.toml, which the site, the legal texts and the emails are built with, before a deployment."""

import re
from collections.abc import Iterator

from .console import CommandError
from .toml import tomllib

FILE = "infra/operator.toml"
#: The environment that may be deployed with the example values: only testers see it.
STAGING = "staging"
#: Matches example values: the word in one of the languages, or a reserved domain (RFC 2606).
EXAMPLE = re.compile(r"\b(example|exemple|مثال)\b", re.IGNORECASE)
#: How users pay, in each language.
PAYMENT = ("payment.en", "payment.fr", "payment.ar")


def errors(environment: str, region: str, text: str) -> Iterator[CommandError]:
    """The errors in the text of the settings file that prevent the deployment of an environment."""
    try:
        values = read(text)
    except tomllib.TOMLDecodeError as error:
        yield CommandError(f"{FILE} is not TOML: {error}.", f"Correct {FILE}.")
        return
    if not values.get("contact.mail", "").strip():
        yield CommandError(
            f"contact.mail is missing in {FILE}.",
            "Set the email address of the operator: the privacy policy refers users to it.",
        )
    if environment == STAGING:
        return
    if left := examples(values):
        yield CommandError(
            f"{FILE} has example values, and {environment} is not deployed with them: {', '.join(left)}.",
            "Set the operator's own values: the footer, the privacy policy, the terms and the emails contain them.",
        )
    if missing := without_payment(values):
        yield CommandError(
            f"{FILE} does not say how users pay: {', '.join(missing)}.",
            "Write it in each language: the site promises that the email about an accepted request says it.",
        )
    stored = values.get("region.id")
    if stored != region:
        yield CommandError(
            f"region.id in {FILE} is {stored}, but {environment} is deployed to {region}.",
            "Set that region, and its name in each language: the privacy policy states where data is stored.",
        )


def warnings(environment: str, text: str) -> Iterator[CommandError]:
    """What is missing in the text of the settings file, although the environment may be deployed without it."""
    try:
        values = read(text)
    except tomllib.TOMLDecodeError:
        return  # `errors` reports it.
    if environment == STAGING and (missing := without_payment(values)):
        yield CommandError(
            f"{FILE} does not say how users pay: {', '.join(missing)}.",
            "Write it in each language before you deploy production: emails about accepted place requests lack it.",
        )


def without_payment(values: dict[str, str]) -> list[str]:
    """The settings that must say how users pay, and are missing or empty."""
    return [name for name in PAYMENT if not values.get(name, "").strip()]


def examples(values: dict[str, str]) -> list[str]:
    """The settings with example values."""
    return [name for name, value in values.items() if EXAMPLE.search(value)]


def read(text: str) -> dict[str, str]:
    """The values of the file, by table and key (`contact.mail`). The builds report every other error in them."""
    return {
        f"{table}.{key}": value
        for table, keys in tomllib.loads(text).items()
        if isinstance(keys, dict)
        for key, value in keys.items()
        if isinstance(value, str)
    }
