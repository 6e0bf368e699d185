"""Holds a deployment to an operator's own settings: infra/operator.toml, which site, legal texts and mails are built with."""

import re
from collections.abc import Iterator

from .console import CommandError

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib

FILE = "infra/operator.toml"
#: The environment that may have the examples: only testers see it.
STAGING = "staging"
#: What an example has in it: the word in one of the languages, or a domain that nobody can have (RFC 2606).
EXAMPLE = re.compile(r"\b(example|exemple|مثال)\b", re.IGNORECASE)


def faults(environment: str, region: str, text: str) -> Iterator[CommandError]:
    """Everything in the text of the settings file with which an environment is not deployed."""
    try:
        written = read(text)
    except tomllib.TOMLDecodeError as error:
        yield CommandError(f"{FILE} is not TOML: {error}.", f"Mend {FILE}.")
        return
    if not written.get("contact.mail", "").strip():
        yield CommandError(
            f"contact.mail is missing in {FILE}.",
            "Write the email address that people reach the operator at: the privacy policy sends them there.",
        )
    if environment == STAGING:
        return
    if left := examples(written):
        yield CommandError(
            f"{FILE} has example values, with which {environment} is not deployed: {', '.join(left)}.",
            "Write the operator's own there: footer, privacy policy, terms and mails name them.",
        )
    stored = written.get("region.id")
    if stored != region:
        yield CommandError(
            f"region.id in {FILE} is {stored}, but {environment} is deployed to {region}.",
            "Write that region there, and below it in words in each language: the privacy policy says where data is stored.",
        )


def examples(written: dict[str, str]) -> list[str]:
    """The settings that are examples."""
    return [name for name, value in written.items() if EXAMPLE.search(value)]


def read(text: str) -> dict[str, str]:
    """Each value of the file, by its table and key (`contact.mail`). The builds say what else is wrong with one."""
    return {
        f"{table}.{key}": value
        for table, keys in tomllib.loads(text).items()
        if isinstance(keys, dict)
        for key, value in keys.items()
        if isinstance(value, str)
    }
