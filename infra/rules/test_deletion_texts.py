"""The texts about deletion name everything that the item of a user contains."""

import json
from pathlib import Path

import pytest

from stack.instance import ROOT
from user_fields import fields

LOCALES = ROOT / "frontend" / "src" / "locales"
LANGUAGES = ("en", "fr", "ar")

# A part of the English text that names the field; without an entry, its label in the forms. None: the field says
# nothing about the user besides the others.
NAMED_AS: dict[str, str | None] = {
    "user_id": None,
    "type": "teach",
    "email": "email address",
    "profile": None,
    "profile_version": None,
    "language": "language of your emails",
    "reminders": "reminders",
    "password_hash": "password",
    "token_version": None,
    "sessions": "sessions",
    "passkeys": "passkeys",
    "verified": None,
    "rejected": None,
    "blocked": None,
    "review": "decision on your application",
    "consent": "agreement to the terms",
    "created_at": None,
    "email_change": "change of your email address",
    "previous_emails": "earlier email addresses",
    "reverted_email_change": None,
    "data_export": "copy of your data",
    "interests": "a service opens",
    # Staff cannot delete the account.
    "staff": None,
    # The verification removes it, without which nobody can log in and delete the account.
    "wanted_course": None,
    "fullname": "name",
    "phone2": "phone numbers",
    "birthdate": "date of birth",
    "courses": "courses that you teach",
    "files": None,
    "image": "photo",
    "curriculum": "CV",
    "video": "video",
}


FIELDS = [*fields("User"), *fields("UserProfile"), *fields("ProfileFiles")]
LABELS: dict[str, str] = json.loads((LOCALES / "en" / "userFields.json").read_text())


def texts(language: str) -> dict[str, dict[str, str]]:
    path: Path = LOCALES / language / "deleteInfo.json"
    content: dict[str, dict[str, str]] = json.loads(path.read_text())
    return content


@pytest.mark.parametrize("field", FIELDS)
def test_the_list_of_what_is_removed_names_each_field_of_a_user(field: str) -> None:
    assert field in NAMED_AS or field in LABELS, "name it in removed.text of deleteInfo.json in each language, and here"
    name = NAMED_AS[field] if field in NAMED_AS else LABELS[field].lower()
    assert name is None or name in texts("en")["removed"]["text"]


def test_names_no_other_field() -> None:
    assert set(NAMED_AS) <= set(FIELDS)


@pytest.mark.parametrize("section", ["removed", "stays"])
def test_the_lists_have_the_same_points_in_each_language(section: str) -> None:
    assert len({texts(language)[section]["text"].count("\n- ") for language in LANGUAGES}) == 1
