"""
Packages are what the lock files say, and run nothing when they are installed. The certificate authorities that
functions trust are those of Amazon Trust Services.
"""

import hashlib
import json
import re
import ssl
from datetime import UTC, date, datetime, timedelta

import pytest

from stack import tools
from stack.instance import ROOT

#: npm packages with an install script, which does not run, and why it need not.
INSTALL_SCRIPTS = {
    "unrs-resolver": "it fetches a program that is missing; the lock file has those of all systems",
    "fsevents": "it compiles what the package contains for macOS",
    "esbuild": "it makes the start of a program faster",
}


@pytest.mark.parametrize("lock", sorted(tools.REQUIREMENTS.glob("*.txt")), ids=lambda lock: lock.name)
def test_every_python_package_has_hashes(lock: object) -> None:
    packages = re.split(r"\n(?=\S)", (tools.REQUIREMENTS / str(lock)).read_text().strip())
    assert len(packages) > 1
    for package in packages:
        assert re.match(r"[a-zA-Z0-9._-]+==\S+", package), package
        assert " --hash=sha256:" in package, package


@pytest.mark.parametrize("folder", tools.NPM_FOLDERS, ids=lambda folder: folder.name)
def test_no_npm_package_runs_a_script_when_it_is_installed(folder: object) -> None:
    path = ROOT / str(folder)
    assert "ignore-scripts=true" in (path / ".npmrc").read_text().splitlines()
    packages = json.loads((path / "package-lock.json").read_text())["packages"]
    with_script = {
        name.rpartition("node_modules/")[2] for name, package in packages.items() if package.get("hasInstallScript")
    }
    assert with_script <= set(INSTALL_SCRIPTS)
    assert all(package.get("integrity") for name, package in packages.items() if name)


BUNDLE = ROOT / "shared/platform/src/amazon-roots.pem"
#: SHA-256 of each certificate, as https://www.amazontrust.com/repository lists it, with the day on which it expires:
#: Amazon Root CA 1 to 4, and Starfield Services Root Certificate Authority - G2.
AUTHORITIES = {
    "8ecde6884f3d87b1125ba31ac3fcb13d7016de7f57cc904fe1cb97c6ae98196e": date(2038, 1, 17),
    "1ba5b2aa8c65401a82960118f80bec4f62304d83cec4713a19c39c011ea46db4": date(2040, 5, 26),
    "18ce6cfe7bf14e60b2e347b8dfe868cb31d02ebb3ada271569f50343b46db3a4": date(2040, 5, 26),
    "e35d28419ed02025cfa69038cd623962458da5c695fbdea3c22b0bfb25897092": date(2040, 5, 26),
    "568d6905a2c88708a4b3025190edcfedb1974a606a13c6e5290fcb2ae63edab5": date(2037, 12, 31),
}
NOTICE = timedelta(days=3 * 365)


def test_functions_trust_the_authorities_of_amazon_trust_services() -> None:
    certificates = re.findall(r"-----BEGIN.+?-----END CERTIFICATE-----", BUNDLE.read_text(), re.DOTALL)
    prints = [hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).hexdigest() for certificate in certificates]
    assert prints == list(AUTHORITIES)


def test_functions_trust_no_other_authorities() -> None:
    sources = [
        *ROOT.glob("functions/src/**/*.rs"),
        *ROOT.glob("shared/*/src/**/*.rs"),
        *ROOT.glob("infra/ops/src/**/*.rs"),
    ]
    calls = re.findall(r"(?<!fn )https_client\((.*?)\)", "".join(source.read_text() for source in sources))
    assert calls == ["AMAZON_ROOTS"]


def test_no_authority_expires_soon() -> None:
    assert min(AUTHORITIES.values()) - datetime.now(UTC).date() > NOTICE
