"""`scripts/bench peers`: builds the functions of others that do what functions of this repository do."""

import os
import shutil
from pathlib import Path

from . import tools
from .console import CommandError, step
from .instance import LOCAL

#: Names the folder with a checkout of github.com/aws-samples/serverless-rust-demo.
RUST_DEMO = "SERVERLESS_RUST_DEMO"
#: Its AWS SDK reads no endpoint from the environment. This expression is replaced, so that it uses the local AWS.
CLIENT = "aws_sdk_dynamodb::Client::new(&config)"
LOCAL_CLIENT = """\
aws_sdk_dynamodb::Client::from_conf(
        aws_sdk_dynamodb::config::Builder::from(&config)
            .endpoint_resolver(aws_smithy_http::endpoint::Endpoint::immutable(
                std::env::var("AWS_ENDPOINT_URL").expect("an endpoint").parse().expect("a URL"),
            ))
            .build(),
    )"""


def build() -> tuple[dict[str, str], dict[str, list[Path]]]:
    """
    Builds the peers. Returns the variables that name them to the benchmark, and the files in the archive of each.

    Without `SERVERLESS_RUST_DEMO`, that peer is left out.
    """
    with step("Building the functions in TypeScript"):
        tools.install_packages(tools.PEERS)
        tools.run(["npm", "run", "--silent", "build"], cwd=tools.PEERS)
    built = tools.PEERS / "dist"
    variables = {"PEERS_NODE": str(shutil.which("node")), "PEERS_TYPESCRIPT": str(built)}
    archives = {
        "GET, TypeScript": [built / "courses.cjs"],
        "POST /users/login, TypeScript": [built / "login.cjs", *built.glob("*.node")],
    }
    if checkout := os.environ.get(RUST_DEMO):
        with step("Building serverless-rust-demo (minutes)"):
            binary = build_rust_demo(Path(checkout))
        variables["PEERS_RUST_DEMO"] = str(binary)
        archives["GET, serverless-rust-demo"] = [binary]
    else:
        print(f"· serverless-rust-demo is left out: {RUST_DEMO} names no checkout of it")
    return variables, archives


def build_rust_demo(checkout: Path) -> Path:
    """Builds `get-products` as its Makefile does, for this machine, from a copy that uses the local AWS."""
    copy = LOCAL / "bench" / "serverless-rust-demo"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(checkout, copy, ignore=shutil.ignore_patterns(".git", "target"))
    replace(copy / "src" / "utils.rs", CLIENT, LOCAL_CLIENT)
    # It is below the workspace of this repository, and not part of it.
    manifest = copy / "Cargo.toml"
    manifest.write_text(manifest.read_text() + "\n[workspace]\n")
    target = copy.with_name("serverless-rust-demo-target")
    tools.run(
        ["cargo", "build", "--quiet", "--release", "--bin", "get-products"],
        cwd=copy,
        env={**os.environ, "CARGO_TARGET_DIR": str(target)},
    )
    return target / "release" / "get-products"


def replace(source: Path, before: str, after: str) -> None:
    """Replaces an expression, which must be there."""
    text = source.read_text() if source.is_file() else ""
    if before not in text:
        raise CommandError(
            f"{source.name} of serverless-rust-demo has no `{before}`.",
            "Use the revision that docs/performance.md names.",
        )
    source.write_text(text.replace(before, after))
