//! HMAC with SHA-256 for `jsonwebtoken`, by the crates that compute the other MACs here. The crate's own providers implement every
//! algorithm of the standard, and depend on RSA (docs/decisions/0077).

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey,
    crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils},
    errors::{Error, ErrorKind, new_error},
};
use sha2::Sha256;
use signature::{Signer, Verifier};

/// The other functions of a provider are for JWKs, which do not occur here.
static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key: &EncodingKey| Ok(Box::new(Hs256::new(*algorithm, key.as_bytes())?)),
    verifier_factory: |algorithm, key: &DecodingKey| Ok(Box::new(Hs256::new(*algorithm, key.try_get_as_bytes()?)?)),
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes `jsonwebtoken` use this provider in the whole process. It can be called again.
pub(crate) fn install() {
    PROVIDER.install_default().ok();
}

/// Signs and verifies with one key.
struct Hs256(Hmac<Sha256>);

impl Hs256 {
    /// Fails for every other algorithm.
    fn new(algorithm: Algorithm, key: &[u8]) -> Result<Self, Error> {
        if algorithm != Algorithm::HS256 {
            return Err(new_error(ErrorKind::UnsupportedAlgorithm));
        }
        let mac = Hmac::new_from_slice(key).map_err(|_| new_error(ErrorKind::InvalidKeyFormat))?;
        Ok(Self(mac))
    }

    fn mac(&self, message: &[u8]) -> Hmac<Sha256> {
        self.0.clone().chain_update(message)
    }
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, signature::Error> {
        Ok(self.mac(message).finalize().into_bytes().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    /// Takes the same time for every wrong signature.
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let verified = self.mac(message).verify_slice(signature);
        verified.map_err(signature::Error::from_source)
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    use jsonwebtoken::crypto::{sign, verify};

    use super::*;

    /// The example in RFC 7515, appendix A.1.
    const KEY: &str = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    const MESSAGE: &str = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    const SIGNATURE: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    fn key() -> Vec<u8> {
        install();
        URL_SAFE_NO_PAD.decode(KEY).unwrap()
    }

    #[test]
    fn signs_as_the_standard_says() {
        let key = EncodingKey::from_secret(&key());
        assert_eq!(sign(MESSAGE.as_bytes(), &key, Algorithm::HS256).unwrap(), SIGNATURE);
    }

    #[test]
    fn verifies_the_whole_signature_of_the_whole_message() {
        let key = DecodingKey::from_secret(&key());
        let is_valid =
            |signature: &str, message: &str| verify(signature, message.as_bytes(), &key, Algorithm::HS256).unwrap();
        assert!(is_valid(SIGNATURE, MESSAGE));
        assert!(!is_valid(SIGNATURE, &MESSAGE.replace("MTkzODAs", "MTkzODEs")));
        assert!(!is_valid("", MESSAGE));
        assert!(!is_valid(SIGNATURE.get(..40).unwrap(), MESSAGE));
        assert!(!is_valid(&SIGNATURE.replace("dBj", "eBj"), MESSAGE));
        let other = DecodingKey::from_secret(b"another key");
        assert!(!verify(SIGNATURE, MESSAGE.as_bytes(), &other, Algorithm::HS256).unwrap());
    }

    #[test]
    fn has_no_other_algorithm() {
        let key = key();
        for other in [Algorithm::HS384, Algorithm::HS512, Algorithm::RS256, Algorithm::ES256] {
            assert!(sign(MESSAGE.as_bytes(), &EncodingKey::from_secret(&key), other).is_err());
            assert!(verify(SIGNATURE, MESSAGE.as_bytes(), &DecodingKey::from_secret(&key), other).is_err());
        }
    }
}
