"""`scripts/bench handshakes`: the server, and the counts."""

import ssl
import urllib.request
from pathlib import Path

import pytest

from stack import handshakes


def test_reads_the_sum_of_cachegrind() -> None:
    assert handshakes.summary("events: Ir\nfn=main\n1 20\nsummary: 1234567\n") == 1234567


def test_the_server_has_a_chain_of_two_certificates(tmp_path: Path) -> None:
    chain = handshakes.Chain(tmp_path, handshakes.KINDS["P-256"])
    assert chain.file.read_text().count("BEGIN CERTIFICATE") == 2
    trusting = ssl.create_default_context(cafile=str(chain.root))
    with handshakes.server(chain.context()) as url:
        with urllib.request.urlopen(url, data=b"{}", context=trusting) as response:
            assert response.read() == b'{"TableNames":[]}'
        with pytest.raises(OSError, match="certificate verify failed"):
            urllib.request.urlopen(url, data=b"{}", context=ssl.create_default_context())
