//! Proofs of work, which a registration needs when many users have registered from the same IP address ([ALTCHA], version 2).
//!
//! A challenge names a salt and the beginning of a key. The client derives keys with PBKDF2 from the salt and 0, 1, 2 … until one begins
//! so. The number is random and evenly distributed, so giving up on a challenge and asking for another one saves nothing. It has no lower
//! bound, at which scripts would begin to search. The server derives one key to make a challenge, and none to verify a proof.
//!
//! [ALTCHA]: https://altcha.org/docs/v2/proof-of-work/

use std::{collections::BTreeMap, time::Duration};

use altcha::{CreateChallengeOptions, VerifySolutionOptions};
use api::{ApiError, ApiResult, ErrorCode};
use platform::{clock, random};
use rand::RngExt;
use serde_json::{Value, json};
use store::attempts::AttemptsTable;

use crate::secrets::Secret;

/// What a client sends: the challenge with its signature, and the solution.
pub use altcha::Payload as Proof;

/// The iterations of PBKDF2 for one key. It takes some milliseconds, in a browser as in a script.
const ITERATIONS: u32 = 20_000;
/// How long a challenge can be answered.
const LIFETIME: Duration = Duration::from_mins(20);
/// The highest level of difficulty, which a phone solves in seconds.
const MAX_LEVEL: u32 = 4;
/// How many levels a challenge may be below the current one: the users of a classroom get their challenges at the same time.
const TOLERATED_LEVELS: u32 = 2;
const LEVEL: &str = "level";
const REQUESTER: &str = "requester";

#[derive(Debug)]
pub struct ProofsOfWork {
    table: AttemptsTable,
    pepper: Secret,
    /// The most keys that a client derives at the first level.
    keys: u64,
}

impl ProofsOfWork {
    /// Marks accepted proofs in that table; `pepper` is the key from which the keys of the signatures are derived.
    pub const fn new(table: AttemptsTable, pepper: Secret, keys: u64) -> Self {
        Self { table, pepper, keys }
    }

    /// Requires a proof of this level. A proof counts for the requester to whom the challenge was given, until it expires, and once.
    ///
    /// # Errors
    /// `proof_required` with a new challenge, when there is no proof or it does not count; and when the table cannot be written.
    pub async fn require(&self, proof: Option<&Proof>, requester: &str, level: u32) -> ApiResult<()> {
        let requester = self.hash_of_requester(requester).await?;
        let accepted = match proof {
            Some(proof) => self.is_valid(proof, &requester, level).await? && self.is_first_use(proof).await?,
            None => false,
        };
        if accepted {
            return Ok(());
        }
        Err(ApiError::proof_required(self.challenge(&requester, level).await?))
    }

    /// A challenge of this level for a requester, as [`Self::require`] gives with its refusal.
    pub async fn begin(&self, requester: &str, level: u32) -> ApiResult<Value> {
        let requester = self.hash_of_requester(requester).await?;
        self.challenge(&requester, level).await
    }

    async fn hash_of_requester(&self, requester: &str) -> ApiResult<String> {
        self.pepper.keyed_hash("proof-of-work-requester", requester).await
    }

    async fn is_valid(&self, proof: &Proof, requester: &str, level: u32) -> ApiResult<bool> {
        let mut options = VerifySolutionOptions::new(
            &proof.challenge,
            &proof.solution,
            self.signature_key("challenge").await?,
        );
        options.hmac_key_signature_secret = Some(self.signature_key("key").await?);
        // An error is a malformed challenge, which has no valid signature.
        let is_solved = altcha::verify_solution(options).is_ok_and(|result| result.verified);
        let data = proof.challenge.parameters.data.as_ref();
        let member = |name: &str| data.and_then(|data| data.get(name));
        let given_level = member(LEVEL).and_then(Value::as_u64).unwrap_or_default();
        Ok(is_solved
            && member(REQUESTER).and_then(Value::as_str) == Some(requester)
            && given_level + u64::from(TOLERATED_LEVELS) >= u64::from(level))
    }

    async fn is_first_use(&self, proof: &Proof) -> ApiResult<bool> {
        let expires_at = proof
            .challenge
            .parameters
            .expires_at
            .and_then(|time| u64::try_from(time).ok());
        let signature = proof.challenge.signature.as_deref().unwrap_or_default();
        let expires_at = expires_at.unwrap_or_default();
        Ok(self.table.mark_used("proof", signature, expires_at).await?)
    }

    async fn challenge(&self, requester: &str, level: u32) -> ApiResult<Value> {
        let internal = |error: &dyn std::fmt::Display| ApiError::caused_by(ErrorCode::InternalError, error.to_string());
        let mut random = random::generator().map_err(|error| internal(&error))?;
        let number = random.random_range(0..self.keys.saturating_mul(level.into()).max(1));
        let options = CreateChallengeOptions {
            cost: ITERATIONS,
            counter: Some(u32::try_from(number).unwrap_or(u32::MAX)),
            data: Some(BTreeMap::from([
                (LEVEL.to_owned(), json!(level)),
                (REQUESTER.to_owned(), json!(requester)),
            ])),
            expires_at: Some(clock::now().as_second() + i64::try_from(LIFETIME.as_secs()).unwrap_or_default()),
            hmac_signature_secret: Some(self.signature_key("challenge").await?),
            hmac_key_signature_secret: Some(self.signature_key("key").await?),
            ..CreateChallengeOptions::default()
        };
        let challenge = altcha::create_challenge(options).map_err(|error| internal(&error))?;
        serde_json::to_value(challenge).map_err(|error| internal(&error))
    }

    async fn signature_key(&self, of: &str) -> ApiResult<String> {
        self.pepper.keyed_hash("proof-of-work-signature", of).await
    }
}

/// The level of the proof for the attempt of that number, where `free` attempts need none. It rises by one each time that the number
/// doubles, up to [`MAX_LEVEL`].
pub fn level(attempt: u64, free: u64) -> u32 {
    attempt.div_ceil(free.max(1)).max(1).ilog2().clamp(1, MAX_LEVEL)
}

#[cfg(test)]
mod tests {
    use altcha::{Challenge, SolveChallengeOptions};
    use aws_sdk_dynamodb::{Client, Config};

    use super::*;

    /// Challenges that take few keys. No request is sent to the table.
    fn proofs() -> ProofsOfWork {
        let config = Config::builder().behavior_version_latest().build();
        let table = AttemptsTable::new(Client::from_conf(config), "attempts".to_owned());
        ProofsOfWork::new(table, Secret::known(b"pepper"), 2)
    }

    fn solved(challenge: Value) -> Proof {
        let challenge: Challenge = serde_json::from_value(challenge).unwrap();
        let solution = altcha::solve_challenge(SolveChallengeOptions::new(&challenge))
            .unwrap()
            .unwrap();
        Proof { challenge, solution }
    }

    #[tokio::test]
    async fn a_proof_counts_for_its_requester_up_to_two_levels_above_its_own() {
        let proofs = proofs();
        let before = clock::now().as_second();
        let proof = solved(proofs.begin("198.51.100.10", 3).await.unwrap());
        let expires_at = proof.challenge.parameters.expires_at.unwrap();
        assert!((before..=clock::now().as_second()).contains(&(expires_at - 20 * 60)));
        assert_eq!(proof.challenge.parameters.cost, ITERATIONS);
        assert!(proof.solution.counter < 2 * 3, "{}", proof.solution.counter);
        // With it, a check compares a signature, and does not derive the key again.
        assert!(proof.challenge.parameters.key_signature.is_some());
        for (requester, level, counts) in [
            ("198.51.100.10", 1, true),
            ("198.51.100.10", 5, true),
            ("198.51.100.10", 6, false),
            ("198.51.100.11", 1, false),
        ] {
            let requester = proofs.hash_of_requester(requester).await.unwrap();
            assert_eq!(
                proofs.is_valid(&proof, &requester, level).await.unwrap(),
                counts,
                "{level}"
            );
        }
    }

    #[tokio::test]
    async fn a_proof_that_was_changed_does_not_count() {
        let proofs = proofs();
        let requester = proofs.hash_of_requester("198.51.100.10").await.unwrap();
        let proof = || async { solved(proofs.challenge(&requester, 1).await.unwrap()) };
        let mut higher = proof().await;
        higher
            .challenge
            .parameters
            .data
            .as_mut()
            .unwrap()
            .insert(LEVEL.to_owned(), json!(4));
        let mut later = proof().await;
        later.challenge.parameters.expires_at = Some(i64::MAX);
        let of_another_solution = Proof {
            solution: proof().await.solution,
            ..proof().await
        };
        for proof in [higher, later, of_another_solution] {
            assert!(!proofs.is_valid(&proof, &requester, 1).await.unwrap(), "{proof:?}");
        }
    }

    #[tokio::test]
    async fn a_request_without_a_proof_gets_a_challenge() {
        let error = proofs().require(None, "198.51.100.10", 1).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::ProofRequired);
    }

    #[test]
    fn the_level_rises_each_time_that_the_number_of_attempts_doubles() {
        let levels = [6, 10, 11, 20, 40, 80, 640, 1280, 21_000, u64::MAX].map(|attempt| level(attempt, 5));
        assert_eq!(levels, [1, 1, 1, 2, 3, 4, 4, 4, 4, 4]);
        assert_eq!(level(2, 1), 1);
        assert_eq!(level(1, 0), 1);
    }
}
