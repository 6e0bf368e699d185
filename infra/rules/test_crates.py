"""The crates depend on each other in one direction (docs/architecture.md, "Crates")."""

import re
import tomllib

import pytest

from platform_template import FUNCTIONS, RESOURCES, source_of
from stack.instance import ROOT

#: What each crate of shared/ may depend on, lowest crate first.
ALLOWED = {
    "domain": set(),
    "platform": {"domain"},
    "store": {"domain", "platform"},
    "mail": {"domain", "platform"},
    "api": {"domain", "platform"},
    "content": {"domain", "api"},
    "files": {"domain", "platform", "store"},
    "auth": {"domain", "platform", "store", "mail", "api"},
    "export": {"domain", "platform", "store", "files"},
    "app": {"domain", "platform", "store", "mail", "api", "files", "auth", "export"},
    "passkeys": {"domain", "platform", "store", "api", "auth", "app"},
}
#: What the rules of the domain do not know of: AWS, Lambda, HTTP, and the runtime of a function.
OUTSIDE = re.compile(r"aws|lambda|http|hyper|axum|reqwest|tokio|multer|cookie")
#: What functions do not need: the tools of tests, the models of protocols, which depend on no other crate and on which
#: only the tools of tests depend, and the fuzz targets.
TESTS, MODELS, FUZZ = "testing", "model", "fuzz"


def dependencies(manifest: str) -> set[str]:
    """What a package needs to run: not what its tests need."""
    return set(tomllib.loads((ROOT / manifest).read_text())["dependencies"])


def test_every_crate_has_its_place() -> None:
    assert {path.parent.name for path in ROOT.glob("shared/*/Cargo.toml")} == {*ALLOWED, TESTS, MODELS, FUZZ}


@pytest.mark.parametrize("crate", ALLOWED)
def test_depends_on_allowed_crates_only(crate: str) -> None:
    assert dependencies(f"shared/{crate}/Cargo.toml") & {*ALLOWED, TESTS, MODELS, FUZZ} <= ALLOWED[crate]


def test_models_depend_on_no_crate_of_the_platform() -> None:
    assert not dependencies(f"shared/{MODELS}/Cargo.toml") & {*ALLOWED, TESTS, FUZZ}


def test_the_domain_knows_neither_aws_nor_http() -> None:
    assert not [name for name in dependencies("shared/domain/Cargo.toml") if OUTSIDE.search(name)]


@pytest.mark.parametrize("crate", [crate for crate in ALLOWED if crate not in ("api", "auth", "app", "passkeys")])
def test_only_the_http_kit_and_what_is_above_it_knows_lambda(crate: str) -> None:
    assert not [name for name in dependencies(f"shared/{crate}/Cargo.toml") if name.startswith("lambda")]


def test_functions_do_not_depend_on_tests() -> None:
    assert not dependencies("functions/Cargo.toml") & {TESTS, MODELS}


def test_functions_that_hash_passwords_are_optimized_for_speed_and_have_a_full_cpu() -> None:
    packages = tomllib.loads((ROOT / "Cargo.toml").read_text())["profile"]["release"]["package"]
    assert packages["functions-speed"]["opt-level"] == 3
    fast = {path.stem for path in (ROOT / "functions" / "speed" / "src" / "bin").iterdir()}
    hashes = re.compile(r"\.(passwords|password_confirmation)\(\)")
    assert "users-login" in {name for name in FUNCTIONS.values() if hashes.search(source_of(name))} <= fast
    full = {FUNCTIONS[name] for name in FUNCTIONS if RESOURCES[name]["Properties"]["MemorySize"] == 1769}
    # An export needs the network of a full CPU.
    assert full == fast | {"users-make-export"}
