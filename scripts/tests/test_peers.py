"""`scripts/bench peers`: the copy of serverless-rust-demo."""

from pathlib import Path

import pytest

from stack import peers
from stack.console import CommandError


def test_refuses_a_checkout_without_the_expression_that_it_replaces(tmp_path: Path) -> None:
    source = tmp_path / "utils.rs"
    with pytest.raises(CommandError, match=r"utils\.rs of serverless-rust-demo has no"):
        peers.replace(source, peers.CLIENT, peers.LOCAL_CLIENT)
    source.write_text("let client = aws_sdk_dynamodb::Client::new(&config);\n")
    peers.replace(source, peers.CLIENT, peers.LOCAL_CLIENT)
    assert "AWS_ENDPOINT_URL" in source.read_text()
