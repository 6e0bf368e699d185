//! The signatures of tokens for `jsonwebtoken`: Ed25519, by the crate that also verifies TLS here, and HMAC with SHA-256 for tokens of
//! former releases. The crate's own providers implement every algorithm of the standard, and depend on RSA.

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey,
    crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils},
    errors::{Error, ErrorKind, new_error},
};
use ring::signature::{ED25519, Ed25519KeyPair, UnparsedPublicKey};
use sha2::Sha256;
use signature::{Signer, Verifier};

/// The other functions of a provider are for JWKs, which do not occur here.
static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key: &EncodingKey| match algorithm {
        Algorithm::EdDSA => Ok(Box::new(Signing::new(key.as_bytes())?)),
        _ => Err(new_error(ErrorKind::UnsupportedAlgorithm)),
    },
    verifier_factory: |algorithm, key: &DecodingKey| match algorithm {
        Algorithm::EdDSA => Ok(Box::new(Verifying(key.try_get_as_bytes()?.to_vec()))),
        Algorithm::HS256 => Ok(Box::new(Hs256::new(key.try_get_as_bytes()?)?)),
        _ => Err(new_error(ErrorKind::UnsupportedAlgorithm)),
    },
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes `jsonwebtoken` use this provider in the whole process. It can be called again.
pub(crate) fn install() {
    PROVIDER.install_default().ok();
}

/// Signs with a private key of Ed25519.
struct Signing(Ed25519KeyPair);

/// Verifies with a public key of Ed25519.
struct Verifying(Vec<u8>);

/// Verifies with a key of HMAC.
struct Hs256(Hmac<Sha256>);

impl Signing {
    /// `seed` has 32 bytes.
    fn new(seed: &[u8]) -> Result<Self, Error> {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed);
        Ok(Self(pair.map_err(|_| new_error(ErrorKind::InvalidKeyFormat))?))
    }
}

impl Hs256 {
    fn new(key: &[u8]) -> Result<Self, Error> {
        let mac = Hmac::new_from_slice(key).map_err(|_| new_error(ErrorKind::InvalidKeyFormat))?;
        Ok(Self(mac))
    }
}

impl Signer<Vec<u8>> for Signing {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, signature::Error> {
        Ok(self.0.sign(message).as_ref().to_vec())
    }
}

impl JwtSigner for Signing {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

impl Verifier<Vec<u8>> for Verifying {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let verified = UnparsedPublicKey::new(&ED25519, &self.0).verify(message, signature);
        verified.map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for Verifying {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    /// Takes the same time for every wrong signature.
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let verified = self.0.clone().chain_update(message).verify_slice(signature);
        verified.map_err(signature::Error::from_source)
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

    /// The example in RFC 8037, appendix A.4: the private key, the public key, the message and its signature.
    const SEED: &str = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
    const PUBLIC: &str = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    const MESSAGE: &str = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";
    const SIGNATURE: &str = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";

    /// The example in RFC 7515, appendix A.1.
    const MAC_KEY: &str = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    const MAC_MESSAGE: &str = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    const MAC: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    fn bytes(text: &str) -> Vec<u8> {
        install();
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn signs_as_the_standard_says() {
        let key = EncodingKey::from_ed_der(&bytes(SEED));
        assert_eq!(sign(MESSAGE.as_bytes(), &key, Algorithm::EdDSA).unwrap(), SIGNATURE);
        let short = EncodingKey::from_ed_der(&bytes(SEED)[1..]);
        assert!(sign(MESSAGE.as_bytes(), &short, Algorithm::EdDSA).is_err());
    }

    #[test]
    fn verifies_the_whole_signature_of_the_whole_message() {
        for (key, algorithm, message, signature) in [
            (
                DecodingKey::from_ed_der(&bytes(PUBLIC)),
                Algorithm::EdDSA,
                MESSAGE,
                SIGNATURE,
            ),
            (
                DecodingKey::from_secret(&bytes(MAC_KEY)),
                Algorithm::HS256,
                MAC_MESSAGE,
                MAC,
            ),
        ] {
            let is_valid =
                |signature: &str, message: &str| verify(signature, message.as_bytes(), &key, algorithm).unwrap();
            assert!(is_valid(signature, message));
            assert!(!is_valid(signature, &message.replace("eyJ", "eyI")));
            assert!(!is_valid("", message));
            assert!(!is_valid(signature.get(..40).unwrap(), message));
            let other = signature.replacen(&signature[..1], "A", 1);
            assert!(!is_valid(&other, message));
        }
        let other = DecodingKey::from_ed_der(&bytes(SEED));
        assert!(!verify(SIGNATURE, MESSAGE.as_bytes(), &other, Algorithm::EdDSA).unwrap());
    }

    #[test]
    fn signs_with_one_algorithm_and_has_no_others() {
        let (seed, key) = (bytes(SEED), bytes(MAC_KEY));
        assert!(sign(MESSAGE.as_bytes(), &EncodingKey::from_secret(&key), Algorithm::HS256).is_err());
        for other in [Algorithm::HS384, Algorithm::HS512, Algorithm::RS256, Algorithm::ES256] {
            assert!(sign(MESSAGE.as_bytes(), &EncodingKey::from_ed_der(&seed), other).is_err());
            assert!(verify(MAC, MAC_MESSAGE.as_bytes(), &DecodingKey::from_secret(&key), other).is_err());
        }
    }
}
