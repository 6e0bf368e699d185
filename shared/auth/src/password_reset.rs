//! Proving a mailbox by a mailed code, to set another password (contract, "Accounts").
//!
//! A code is six digits, good for [`LIFETIME`] and for few attempts. Whoever tells it right gets a proof, which the browser keeps
//! in a cookie and which allows one reset, for that e-mail. Tables hold keyed hashes of all three, so that reading them opens
//! nothing.

use std::time::Duration;

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use aws_sdk_dynamodb::types::Delete;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use cookie::{Cookie, SameSite};
use domain::EmailAddress;
use rand::{
    RngExt, SeedableRng,
    rngs::{StdRng, SysRng},
};
use store::password_resets::PasswordResetsTable;
use subtle::ConstantTimeEq;

use crate::secrets::Secret;

/// How long a code is good, and then a proof. The mail says so too (`shared/locales/*/mails.json`).
pub const LIFETIME: Duration = Duration::from_mins(10);
/// How many digits a code has (spec §9).
const DIGITS: usize = 6;
/// The cookie of a proof. Browsers take one of such a name only from the host itself, over TLS, for all paths.
const COOKIE: &str = "__Host-reset";

/// Codes and proofs.
#[derive(Debug)]
pub struct Resets {
    table: PasswordResetsTable,
    pepper: Secret,
}

/// Six digits, from `000000` to `999999`.
#[derive(Clone, PartialEq, Eq)]
pub struct ResetCode(String);

/// What a browser has that told a code right.
pub struct Proof(String);

impl ResetCode {
    /// Every code is as likely as every other.
    fn random() -> ApiResult<Self> {
        let number = secure_random()?.random_range(0..10_u32.pow(6));
        Ok(Self(format!("{number:0DIGITS$}")))
    }

    /// Reads six digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_code = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
        is_code.then(|| Self(text.to_owned()))
    }

    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Proof {
    fn random() -> ApiResult<Self> {
        let bytes: [u8; 32] = secure_random()?.random();
        Ok(Self(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The proof that a request's cookie carries.
    #[must_use]
    pub fn of(request: &ApiRequest) -> Option<Self> {
        request.cookie(COOKIE).map(|proof| Self(proof.to_owned()))
    }

    /// The cookie that carries it.
    #[must_use]
    pub fn cookie(&self) -> Cookie<'_> {
        cookie(&self.0, LIFETIME)
    }

    /// The cookie that takes the place of a used one, and ends at once.
    #[must_use]
    pub fn no_cookie() -> Cookie<'static> {
        cookie("", Duration::ZERO)
    }
}

fn cookie(value: &str, lifetime: Duration) -> Cookie<'_> {
    let seconds = i64::try_from(lifetime.as_secs()).unwrap_or(i64::MAX);
    Cookie::build((COOKIE, value))
        .path("/")
        .secure(true)
        .http_only(true)
        .same_site(SameSite::Strict)
        .max_age(cookie::time::Duration::seconds(seconds))
        .build()
}

impl Resets {
    /// Resets kept in a table, with a key for the hashes in it.
    #[must_use]
    pub const fn new(table: PasswordResetsTable, pepper: Secret) -> Self {
        Self { table, pepper }
    }

    /// A new code for a mailbox. A code that was there before is void; a proof is not, or a stranger could end a reset.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub async fn new_code(&self, email: &EmailAddress) -> ApiResult<ResetCode> {
        let code = ResetCode::random()?;
        let hash = self.hash_of_code(email, &code).await?;
        self.table.put_code(self.mailbox(email).await?, hash, LIFETIME).await?;
        Ok(code)
    }

    /// Exchanges the right code for a proof. The attempt is counted before the code is looked at, and a code has `most` of them.
    ///
    /// # Errors
    /// `invalid_code` for a code that is wrong, expired or used up, and what the table fails with.
    pub async fn exchange(&self, email: &EmailAddress, code: &ResetCode, most: u64) -> ApiResult<Proof> {
        let told = self.hash_of_code(email, code).await?;
        let mailbox = self.mailbox(email).await?;
        let kept = self.table.count_attempt(mailbox.clone(), most).await?;
        let kept = kept.ok_or(ErrorCode::InvalidCode)?;
        if !bool::from(told.as_bytes().ct_eq(kept.as_bytes())) {
            return Err(ErrorCode::InvalidCode.into());
        }
        let proof = Proof::random()?;
        let hash = self.hash_of_proof(email, &proof).await?;
        if self.table.exchange(mailbox, kept, hash, LIFETIME).await? {
            Ok(proof)
        } else {
            // Used, or made void by another request, since it was read.
            Err(ErrorCode::InvalidCode.into())
        }
    }

    /// Whether a proof is good for a mailbox now. It says so before a password is hashed for nothing; what counts is using it up.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn is_good(&self, email: &EmailAddress, proof: &Proof) -> ApiResult<bool> {
        let hash = self.hash_of_proof(email, proof).await?;
        Ok(self.table.is_good(self.mailbox(email).await?, &hash).await?)
    }

    /// The part of a transaction that uses a proof up, if it is still good.
    ///
    /// # Errors
    /// When the key of the hashes cannot be read.
    pub async fn using_up(&self, email: &EmailAddress, proof: &Proof) -> ApiResult<Delete> {
        let hash = self.hash_of_proof(email, proof).await?;
        Ok(self.table.use_proof(self.mailbox(email).await?, hash)?)
    }

    /// Forgets the code or proof of a mailbox.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn forget(&self, email: &EmailAddress) -> ApiResult<()> {
        Ok(self.table.delete(self.mailbox(email).await?).await?)
    }

    /// Reads the key, so that the first request need not.
    pub async fn warm_up(&self) {
        self.pepper.value().await.ok();
    }

    async fn mailbox(&self, email: &EmailAddress) -> ApiResult<String> {
        self.pepper.keyed_hash("reset-mailbox", email.as_str()).await
    }

    async fn hash_of_code(&self, email: &EmailAddress, code: &ResetCode) -> ApiResult<String> {
        self.pepper
            .keyed_hash("reset-code", &format!("{}\0{email}", code.0))
            .await
    }

    async fn hash_of_proof(&self, email: &EmailAddress, proof: &Proof) -> ApiResult<String> {
        self.pepper
            .keyed_hash("reset-proof", &format!("{}\0{email}", proof.0))
            .await
    }
}

/// A generator that nobody can predict, seeded by the system.
fn secure_random() -> ApiResult<StdRng> {
    StdRng::try_from_rng(&mut SysRng).map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_six_digits() {
        for text in ["000000", " 123456 "] {
            assert!(ResetCode::parse(text).is_some(), "{text:?}");
        }
        for text in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "12 456"] {
            assert!(ResetCode::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn every_digit_is_as_likely_as_every_other_in_each_place() {
        const CODES: u32 = 20_000;
        let mut counts = [[0_u32; 10]; DIGITS];
        for _ in 0..CODES {
            let code = ResetCode::random().expect("the system gives random numbers");
            assert_eq!(
                ResetCode::parse(code.as_str()).as_ref().map(ResetCode::as_str),
                Some(code.as_str())
            );
            for (place, digit) in code.as_str().bytes().enumerate() {
                counts[place][usize::from(digit - b'0')] += 1;
            }
        }
        // Each is expected 2,000 times, with a standard deviation of 42: more than 6 of those is no chance.
        for count in counts.into_iter().flatten() {
            assert!((1_740..=2_260).contains(&count), "{counts:?}");
        }
    }
}
