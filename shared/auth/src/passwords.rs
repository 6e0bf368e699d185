//! Password hashes: Argon2id, with salt and parameters in each hash.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use domain::Password;
use platform::failure::{Failure, PlatformError};
use subtle::ConstantTimeEq;

/// 19 MiB, 2 passes, 1 lane: the minimum of the contract ("Accounts").
const PARAMS: Params = match Params::new(19 * 1024, 2, 1, None) {
    Ok(params) => params,
    Err(_) => panic!("Argon2 takes other parameters"),
};

/// Verified when there is no user, so that an unknown email address takes as long as a wrong password.
const DECOY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdA$bm9ib2R5J3MgcGFzc3dvcmQsIG9mIDMyIGJ5dGVzISE";

/// A hash that no known password has, for a user who must reset the password before the next sign-in.
pub const UNUSABLE_HASH: &str = DECOY;

/// Hashes and verifies passwords.
///
/// It has one buffer for all hashing, which the first hash allocates. The allocator would not return 19 MiB to the system after each
/// sign-in, so the memory of a warm function would grow.
pub struct Passwords {
    params: Params,
    memory: Mutex<Vec<Block>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordCheck {
    Correct,
    /// The password is correct, and its hash has outdated parameters. The caller may store [`Passwords::rehash`] instead.
    NeedsRehash,
    /// The password is wrong, or there is no user.
    Wrong,
}

#[derive(Debug, thiserror::Error)]
#[error("password hash: {0}")]
pub struct PasswordHashError(String);

impl PlatformError for PasswordHashError {
    fn failure(&self) -> Failure {
        Failure::Internal
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::with(PARAMS)
    }
}

impl Passwords {
    const fn with(params: Params) -> Self {
        let memory = Mutex::new(Vec::new());
        Self { params, memory }
    }

    /// The hash of a password, in PHC string format.
    pub fn hash(&self, password: &Password) -> Result<String, PasswordHashError> {
        self.hash_bytes(password.as_bytes())
    }

    /// Compares a password with a stored hash. Without a hash this takes the same time, and the password is wrong.
    pub fn verify(&self, password: &str, stored: Option<&str>) -> Result<PasswordCheck, PasswordHashError> {
        let hash = PasswordHash::new(stored.unwrap_or(DECOY)).map_err(failed)?;
        let params = Params::try_from(&hash).map_err(failed)?;
        let (Some(salt), Some(expected)) = (hash.salt.as_ref(), hash.hash.as_ref()) else {
            return Err(failed("it has no salt or no hash"));
        };
        let output = self.compute(&params, password.as_bytes(), salt)?;
        let same = bool::from(output.as_bytes().ct_eq(expected.as_bytes()));
        Ok(match (same && stored.is_some(), self.is_outdated(&params)) {
            (false, _) => PasswordCheck::Wrong,
            (true, true) => PasswordCheck::NeedsRehash,
            (true, false) => PasswordCheck::Correct,
        })
    }

    /// A new hash of a password that is correct, and may be older than the rules of [`Password`].
    pub fn rehash(&self, correct: &str) -> Result<String, PasswordHashError> {
        self.hash_bytes(correct.as_bytes())
    }

    fn is_outdated(&self, params: &Params) -> bool {
        params.m_cost() < self.params.m_cost() || params.t_cost() < self.params.t_cost()
    }

    fn hash_bytes(&self, password: &[u8]) -> Result<String, PasswordHashError> {
        let salt = Salt::generate();
        let output = self.compute(&self.params, password, &salt)?;
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&self.params).map_err(failed)?,
            salt: Some(salt),
            hash: Some(output),
        };
        Ok(hash.to_string())
    }

    fn compute(&self, params: &Params, password: &[u8], salt: &Salt) -> Result<Output, PasswordHashError> {
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let blocks = params.block_count().max(memory.len());
        memory.resize(blocks, Block::default());
        let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
        argon2
            .hash_password_into_with_memory(password, salt.as_ref(), &mut output, memory.as_mut_slice())
            .map_err(failed)?;
        Output::new(&output).map_err(failed)
    }
}

fn failed(error: impl fmt::Display) -> PasswordHashError {
    PasswordHashError(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_correct_or_wrong() {
        let passwords = Passwords::default();
        let stored = passwords
            .hash(&Password::new("Correct horse 1".to_owned()).unwrap())
            .unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert_eq!(
            passwords.verify("Correct horse 1", Some(&stored)).unwrap(),
            PasswordCheck::Correct
        );
        assert_eq!(
            passwords.verify("correct horse 1", Some(&stored)).unwrap(),
            PasswordCheck::Wrong
        );
        assert_eq!(
            passwords.verify("nobody's password", None).unwrap(),
            PasswordCheck::Wrong
        );
        assert!(passwords.verify("Correct horse 1", Some("md5")).is_err());
    }

    #[test]
    fn the_decoy_has_the_current_parameters() {
        let decoy = PasswordHash::new(DECOY).unwrap();
        let params = Params::try_from(&decoy).unwrap();
        let costs = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
        assert_eq!(costs(&params), costs(&PARAMS));
        assert_eq!(decoy.hash.unwrap().as_bytes(), b"nobody's password, of 32 bytes!!");
    }

    #[test]
    fn two_hashes_of_one_password_differ() {
        let passwords = Passwords::default();
        let password = Password::new("Correct horse 1".to_owned()).unwrap();
        assert_ne!(passwords.hash(&password).unwrap(), passwords.hash(&password).unwrap());
    }

    #[test]
    fn weaker_parameters_need_a_rehash() {
        let passwords = Passwords::default();
        let weaker = Passwords::with(Params::new(8 * 1024, 1, 1, None).unwrap());
        let stored = weaker.hash_bytes(b"Correct horse 1").unwrap();
        assert_eq!(
            passwords.verify("Correct horse 1", Some(&stored)).unwrap(),
            PasswordCheck::NeedsRehash
        );
        let replacement = passwords.rehash("Correct horse 1").unwrap();
        assert_eq!(
            passwords.verify("Correct horse 1", Some(&replacement)).unwrap(),
            PasswordCheck::Correct
        );
        assert_eq!(passwords.verify("other", Some(&stored)).unwrap(), PasswordCheck::Wrong);
    }

    #[test]
    fn each_parameter_that_is_weaker_makes_a_hash_outdated() {
        let passwords = Passwords::default();
        let (memory, passes) = (PARAMS.m_cost(), PARAMS.t_cost());
        for (memory, passes, outdated) in [
            (memory, passes, false),
            (memory - 8, passes, true),
            (memory, passes - 1, true),
            (memory + 8, passes + 1, false),
        ] {
            let params = Params::new(memory, passes, 1, None).unwrap();
            assert_eq!(passwords.is_outdated(&params), outdated, "{params:?}");
        }
    }

    #[test]
    fn other_implementations_accept_the_hash() {
        use argon2::password_hash::PasswordVerifier;

        let passwords = Passwords::default();
        let stored = passwords.hash_bytes(b"Correct horse 1").unwrap();
        let parsed = PasswordHash::new(&stored).unwrap();
        assert!(Argon2::default().verify_password(b"Correct horse 1", &parsed).is_ok());
    }
}
