"""The certificate authorities that functions trust are those of Amazon Trust Services, and none expires soon."""

import hashlib
import re
import ssl
from datetime import UTC, date, datetime, timedelta

from stack.instance import ROOT

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
