"""
`scripts/bench handshakes`: counts the instructions of a TLS handshake of the functions' HTTPS client.

The local AWS has no TLS, and functions trust Amazon's authorities only. So a program with the client of functions,
which trusts an authority of this benchmark, sends one request to a server with TLS, and the same request to one
without. The difference is the handshake, the verification of the certificates, and the encryption of one small request
and its response.
"""

import datetime
import http.server
import ipaddress
import ssl
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

Key = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey

ADDRESS = "127.0.0.1"
LIFETIME = datetime.timedelta(days=1)
#: The kinds of keys that services of AWS have.
KINDS: dict[str, Callable[[], Key]] = {
    "RSA-2048": lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048),
    "P-256": lambda: ec.generate_private_key(ec.SECP256R1()),
}


class Chain:
    """The certificates of a server: its own, and that of the intermediate authority. The client trusts the root."""

    def __init__(self, folder: Path, make_key: Callable[[], Key]) -> None:
        root_key, intermediate_key, key = make_key(), make_key(), make_key()
        root = certificate("root", root_key, "root", root_key, is_authority=True)
        intermediate = certificate("intermediate", intermediate_key, "root", root_key, is_authority=True)
        own = certificate("server", key, "intermediate", intermediate_key, is_authority=False)
        self.root = folder / "root.pem"
        self.root.write_bytes(pem(root))
        self.file = folder / "server.pem"
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        self.file.write_bytes(private + pem(own) + pem(intermediate))

    def context(self) -> ssl.SSLContext:
        """The settings of a server with these certificates."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.load_cert_chain(self.file)
        return context


def certificate(name: str, key: Key, issuer: str, issuer_key: Key, *, is_authority: bool) -> x509.Certificate:
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = (
        x509.CertificateBuilder()
        .subject_name(common_name(name))
        .issuer_name(common_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - LIFETIME)
        .not_valid_after(now + LIFETIME)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
    )
    if not is_authority:
        names = [x509.IPAddress(ipaddress.ip_address(ADDRESS))]
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(issuer_key, hashes.SHA256())


def common_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def pem(signed: x509.Certificate) -> bytes:
    return signed.public_bytes(serialization.Encoding.PEM)


class NoTables(http.server.BaseHTTPRequestHandler):
    """Responds as DynamoDB does when there are no tables."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"TableNames":[]}'
        self.send_response(200)
        self.send_header("Content-Type", "application/x-amz-json-1.0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Prints nothing."""


@contextmanager
def server(context: ssl.SSLContext | None = None) -> Iterator[str]:
    """Runs a server until the block ends. The block gets its URL."""
    with http.server.ThreadingHTTPServer((ADDRESS, 0), NoTables) as running:
        if context:
            # The thread of the connection makes the handshake.
            running.socket = context.wrap_socket(running.socket, server_side=True, do_handshake_on_connect=False)
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"{'https' if context else 'http'}://{ADDRESS}:{running.server_port}"
        finally:
            running.shutdown()
            thread.join()


def instructions(program: Path, url: str, root: Path) -> int:
    """The instructions of the program that sends a request to a URL, and trusts a root."""
    with tempfile.NamedTemporaryFile() as counts:
        valgrind = ["valgrind", "--quiet", "--tool=cachegrind", "--cache-sim=no"]
        subprocess.run([*valgrind, f"--cachegrind-out-file={counts.name}", program, url, root], check=True)
        return summary(Path(counts.name).read_text())


def summary(counts: str) -> int:
    """The sum of instructions in the output of Cachegrind."""
    return next(int(line.removeprefix("summary:")) for line in counts.splitlines() if line.startswith("summary:"))


def measure(program: Path) -> None:
    """Measures the handshakes of the example `handshake`."""
    print("\nInstructions of one TLS handshake, with a chain of two certificates and no earlier session", flush=True)
    for kind, make_key in KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            chain = Chain(Path(folder), make_key)
            with server() as plain, server(chain.context()) as encrypted:
                difference = instructions(program, encrypted, chain.root) - instructions(program, plain, chain.root)
            print(f"  {kind:<10}{difference / 1e6:>8.2f} million")
