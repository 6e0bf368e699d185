//! The keys of tokens. The private key signs them, and only functions that issue tokens can read it. Its public key verifies them.
//!
//! The private key is derived from a secret that `CloudFormation` generates, because it generates texts only. `CloudFormation` cannot derive
//! the public key, so a function that issues a token publishes it first, in a secret that every function may read and only those may
//! write (docs/decisions/0106).

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::secrets::SecretVersion;

/// A private key of Ed25519: 32 bytes.
pub(crate) struct PrivateKey {
    /// The version of the secret, which tokens name.
    pub(crate) id: String,
    pub(crate) seed: Vec<u8>,
    pub(crate) public: PublicKey,
}

/// The public keys that are published: that of the current version, and that of the previous one.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PublicKeys {
    keys: Vec<PublicKey>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PublicKey {
    /// The version of the private key.
    id: String,
    /// The 32 bytes in Base64.
    x: String,
}

impl PrivateKey {
    /// The key of a version of the secret. Never None in practice: HMAC takes a secret of any length, and its result has the length of a
    /// seed.
    pub(crate) fn of(version: &SecretVersion) -> Option<Self> {
        let mac = Hmac::<Sha256>::new_from_slice(&version.secret).ok()?;
        let seed = mac.chain_update(b"token signing key").finalize().into_bytes().to_vec();
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).ok()?;
        let public = PublicKey {
            id: version.id.clone(),
            x: URL_SAFE_NO_PAD.encode(pair.public_key()),
        };
        Some(Self {
            id: version.id.clone(),
            seed,
            public,
        })
    }
}

impl PublicKeys {
    /// The keys of the current and the previous private key.
    pub(crate) fn new(current: &PrivateKey, previous: Option<&PrivateKey>) -> Self {
        let keys = [Some(current), previous].into_iter().flatten();
        Self {
            keys: keys.map(|key| key.public.clone()).collect(),
        }
    }

    /// The keys that are published in a version of the secret. None before the first token is issued: `CloudFormation` generates another text.
    pub(crate) fn published(version: &SecretVersion) -> Self {
        serde_json::from_slice(&version.secret).unwrap_or_default()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub(crate) fn contains(&self, key: &PublicKey) -> bool {
        self.keys.contains(key)
    }

    pub(crate) fn find(&self, id: &str) -> Option<Vec<u8>> {
        let key = self.keys.iter().find(|key| key.id == id)?;
        URL_SAFE_NO_PAD.decode(&key.x).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(id: &str, secret: &str) -> SecretVersion {
        SecretVersion {
            id: id.to_owned(),
            secret: secret.as_bytes().to_vec(),
        }
    }

    #[test]
    fn every_version_of_the_secret_has_a_key_of_its_own() {
        let keys =
            [("1", "a"), ("2", "b"), ("3", "a")].map(|(id, secret)| PrivateKey::of(&version(id, secret)).unwrap());
        assert_ne!(keys[0].seed, keys[1].seed);
        assert_eq!((keys[0].seed.len(), &keys[0].seed), (32, &keys[2].seed));
        assert_ne!(keys[0].public, keys[2].public, "a token names the version");
    }

    #[test]
    fn the_published_keys_are_those_of_two_versions_and_no_private_one() {
        let (current, previous) = (version("2", "secret b"), version("1", "secret a"));
        let (current, previous) = (PrivateKey::of(&current).unwrap(), PrivateKey::of(&previous).unwrap());
        let keys = PublicKeys::new(&current, Some(&previous));
        let json = serde_json::to_string(&keys).unwrap();
        assert!(!json.contains(&URL_SAFE_NO_PAD.encode(&current.seed)));
        let published = PublicKeys::published(&version("9", &json));
        assert_eq!(published, keys);
        assert!(published.contains(&current.public) && published.contains(&previous.public));
        assert_eq!(published.find("1").map(|key| key.len()), Some(32));
        assert_eq!(published.find("3"), None);
        let first = PublicKeys::new(&current, None);
        assert!(!first.contains(&previous.public));
        assert_eq!(PublicKeys::published(&version("0", "generated")), PublicKeys::default());
    }
}
