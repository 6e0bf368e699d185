"""The fields of users, as `shared/store/src/users` declares them."""

import re

from stack.instance import ROOT

USERS = ROOT / "shared" / "store" / "src" / "users"
SOURCE = "".join((USERS / name).read_text() for name in ("types.rs", "profile.rs"))


def fields(struct: str) -> list[str]:
    """The names of a struct's fields."""
    _, _, rest = SOURCE.partition(f"pub struct {struct} {{\n")
    body, _, _ = rest.partition("\n}\n")
    found = re.findall(r"^    pub (?:r#)?(\w+):", body, re.MULTILINE)
    assert found, f"{struct} has no fields"
    return found
