//! Password resets by an emailed code (contract, "Accounts").
//!
//! A password reset code has six digits. It is valid for [`LIFETIME`] and for few attempts. It belongs to its requester: to the
//! browser that requested it, which a cookie identifies. So strangers who know an email address can neither replace the code of its
//! owner nor use up its attempts. A client without the cookie shares the attempts of all such clients at the mailbox
//! ([`AttemptsWithoutCookie`]). The right code is exchanged for a password reset token, which the client keeps in the same
//! cookie and which allows one change of password, for that email address and that user. It ends with the next change of the
//! password, or of its hash: a sign-in replaces a hash of outdated parameters. The table has keyed hashes of code, token, requester, user
//! and email address, so reading it does not help an attacker. The requester of a code is stored sealed with a keyed hash of the code.

use std::time::Duration;

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use cookie::Cookie;
use domain::EmailAddress;
use platform::{random, warm_up};
use rand::{RngExt, rngs::StdRng};
use store::{TransactionItem, password_resets::PasswordResetsTable, users::User};
use subtle::ConstantTimeEq;

use crate::{
    host_cookie::host_cookie, origin_check::Client, rate_limiter::RequestAttempts, rate_limits::RateLimit,
    secrets::Secret,
};

/// How long a code is valid, and how long a token is. The email states this, too (`shared/locales/*/mails.json`).
pub const LIFETIME: Duration = Duration::from_mins(10);
/// How many digits a code has (spec §9).
const DIGITS: usize = 6;
/// The cookie of a requester, with the token after the right code.
const COOKIE: &str = "__Host-reset";
/// Separates the requester from the token in the cookie.
const SEPARATOR: char = '.';
/// The length of a random id: 256 bits in Base64.
const ID_LENGTH: usize = 43;

#[derive(Debug)]
pub struct PasswordResets {
    table: PasswordResetsTable,
    pepper: Secret,
}

/// Six digits, from `000000` to `999999`.
#[derive(Clone, PartialEq, Eq)]
pub struct ResetCode(String);

/// The browser that requested a code: a random id.
#[derive(Clone, PartialEq, Eq)]
pub struct Requester(String);

/// Limits the codes that are entered without the cookie of their requester.
#[derive(Debug)]
pub struct AttemptsWithoutCookie {
    /// From one IP address, for one mailbox.
    pub per_client: RateLimit,
    /// From all IP addresses, for one mailbox.
    pub per_mailbox: RateLimit,
}

pub struct ResetToken {
    requester: Requester,
    secret: String,
}

impl ResetCode {
    /// Every code has the same probability.
    fn random() -> ApiResult<Self> {
        let number = secure_random()?.random_range(0..10_u32.pow(6));
        Ok(Self(format!("{number:0DIGITS$}")))
    }

    /// Parses six digits, as people write and paste them: `123 456`, `123-456`.
    pub fn parse(text: &str) -> Option<Self> {
        let code = text.replace(|character: char| character.is_whitespace() || character == '-', "");
        let is_code = code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit());
        is_code.then_some(Self(code))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Requester {
    /// The requester in the cookie of a request, or a new one if the cookie is missing or malformed.
    pub fn from_cookie_or_new(request: &ApiRequest) -> ApiResult<Self> {
        Self::from_cookie(request).map_or_else(|| random_id().map(Self), Ok)
    }

    pub fn from_cookie(request: &ApiRequest) -> Option<Self> {
        let cookie = request.cookie(COOKIE)?;
        let id = cookie.split_once(SEPARATOR).map_or(cookie, |(requester, _)| requester);
        let is_id = id.len() == ID_LENGTH && URL_SAFE_NO_PAD.decode(id).is_ok();
        is_id.then(|| Self(id.to_owned()))
    }

    /// The cookie with the requester, without a token.
    pub fn cookie(&self) -> Cookie<'static> {
        host_cookie(COOKIE, self.0.clone(), LIFETIME)
    }
}

impl ResetToken {
    pub fn from_cookie(request: &ApiRequest) -> Option<Self> {
        let requester = Requester::from_cookie(request)?;
        let (_, secret) = request.cookie(COOKIE)?.split_once(SEPARATOR)?;
        let secret = secret.to_owned();
        Some(Self { requester, secret })
    }

    pub fn cookie(&self) -> Cookie<'static> {
        host_cookie(
            COOKIE,
            format!("{}{SEPARATOR}{}", self.requester.0, self.secret),
            LIFETIME,
        )
    }

    pub fn expired_cookie() -> Cookie<'static> {
        host_cookie(COOKIE, "", Duration::ZERO)
    }
}

impl AttemptsWithoutCookie {
    /// Counts an attempt, which a right code refunds. A client over its limit does not use up the attempts of others.
    pub async fn count(
        &self,
        attempts: &RequestAttempts<'_>,
        client: &Client,
        mailbox: &EmailAddress,
    ) -> ApiResult<()> {
        let most = self.per_client.attempts;
        attempts
            .count_client(most, &self.per_client, client, mailbox.as_str())
            .await?;
        attempts.count(&self.per_mailbox, mailbox.as_str()).await?;
        Ok(())
    }
}

impl PasswordResets {
    /// Codes and tokens in that table; `pepper` is the key of the hashes.
    pub const fn new(table: PasswordResetsTable, pepper: Secret) -> Self {
        Self { table, pepper }
    }

    /// Issues a code for the mailbox of a user. `user` is None for an unknown email address. The requester's earlier code and token for
    /// this mailbox are no longer valid. Codes of other requesters stay valid.
    pub async fn issue_code(
        &self,
        email: &EmailAddress,
        requester: &Requester,
        user: Option<&User>,
    ) -> ApiResult<ResetCode> {
        let code = ResetCode::random()?;
        let hash = self.hash_of_code(email, &code).await?;
        let user_hash = match user {
            Some(user) => self.hash_of_user(user).await?,
            // A hash that no user has: the same writes take the same time, and the code can reset nothing.
            None => random_id()?,
        };
        let mailbox = self.mailbox(email, requester).await?;
        let sealed = self.seal(email, &code, requester).await?;
        // First, so that each code that can be exchanged has a requester.
        self.table.put_requester(&hash, sealed, LIFETIME).await?;
        self.table.put_code(mailbox, hash, user_hash, LIFETIME).await?;
        Ok(code)
    }

    /// Exchanges the right code for a token. The attempt is counted before the code is compared. A code has `max_attempts`.
    ///
    /// `requester` is that of the client's cookie. Without it, and when it has no code for this mailbox, the attempt counts against the
    /// limits of such clients, and the code says whose it is.
    ///
    /// # Errors
    /// `invalid_code` when the code is wrong, expired or used up, or another requester's while this one has a code; the code of a limit;
    /// and when a table cannot be read or written.
    pub async fn exchange_code(
        &self,
        email: &EmailAddress,
        requester: Option<Requester>,
        code: &ResetCode,
        max_attempts: u64,
        without_cookie: impl AsyncFnOnce() -> ApiResult<()>,
    ) -> ApiResult<ResetToken> {
        if let Some(requester) = &requester
            && let Some(stored) = self.count_attempt(email, requester, max_attempts).await?
        {
            return self.exchange_stored(email, requester.clone(), code, stored).await;
        }
        without_cookie().await?;
        let owner = self.requester_of(email, code).await?;
        // The code of the cookie's requester was refused above.
        let owner = owner.filter(|owner| requester.as_ref() != Some(owner));
        let owner = owner.ok_or(ErrorCode::InvalidCode)?;
        let stored = self.count_attempt(email, &owner, max_attempts).await?;
        let stored = stored.ok_or(ErrorCode::InvalidCode)?;
        self.exchange_stored(email, owner, code, stored).await
    }

    /// Counts the attempt before its code is compared: of many guesses at the same time, no more than allowed are compared.
    async fn count_attempt(
        &self,
        email: &EmailAddress,
        requester: &Requester,
        max_attempts: u64,
    ) -> ApiResult<Option<String>> {
        let mailbox = self.mailbox(email, requester).await?;
        Ok(self.table.count_attempt(mailbox, max_attempts).await?)
    }

    async fn exchange_stored(
        &self,
        email: &EmailAddress,
        requester: Requester,
        code: &ResetCode,
        stored: String,
    ) -> ApiResult<ResetToken> {
        let sent = self.hash_of_code(email, code).await?;
        if !bool::from(sent.as_bytes().ct_eq(stored.as_bytes())) {
            return Err(ErrorCode::InvalidCode.into());
        }
        let mailbox = self.mailbox(email, &requester).await?;
        let secret = random_id()?;
        let token = ResetToken { requester, secret };
        let hash = self.hash_of_token(email, &token).await?;
        if self.table.exchange_code(mailbox, stored, hash, LIFETIME).await? {
            Ok(token)
        } else {
            // Another request has used or replaced the code since it was read.
            Err(ErrorCode::InvalidCode.into())
        }
    }

    /// Whether a token is valid for a mailbox. The handler asks before it hashes a password. Only [`Self::consume_item`] decides.
    pub async fn is_valid(&self, email: &EmailAddress, token: &ResetToken) -> ApiResult<bool> {
        let hash = self.hash_of_token(email, token).await?;
        let mailbox = self.mailbox(email, &token.requester).await?;
        Ok(self.table.has_token(mailbox, &hash).await?)
    }

    /// Consumes a token, as part of the transaction that sets the password. Its condition is that the token is valid, and that the code
    /// was sent to this user since the last change of the password: after a deletion, another user can register with the same email
    /// address.
    pub async fn consume_item(
        &self,
        email: &EmailAddress,
        token: &ResetToken,
        user: &User,
    ) -> ApiResult<TransactionItem> {
        let hash = self.hash_of_token(email, token).await?;
        let user_hash = self.hash_of_user(user).await?;
        let mailbox = self.mailbox(email, &token.requester).await?;
        Ok(self.table.consume_token_item(mailbox, hash, user_hash)?)
    }

    /// Reads the key of the hashes before the first request.
    pub async fn warm_up(&self) {
        warm_up::finish(self.pepper.value().await);
    }

    async fn mailbox(&self, email: &EmailAddress, requester: &Requester) -> ApiResult<String> {
        self.pepper
            .keyed_hash("reset-mailbox", &format!("{}\0{email}", requester.0))
            .await
    }

    /// The requester that a code was issued for.
    async fn requester_of(&self, email: &EmailAddress, code: &ResetCode) -> ApiResult<Option<Requester>> {
        let hash = self.hash_of_code(email, code).await?;
        let Some(sealed) = self.table.sealed_requester(&hash).await? else {
            return Ok(None);
        };
        let opened = self.seal(email, code, &Requester(sealed)).await?;
        Ok(Some(Requester(opened)))
    }

    /// A requester, combined with a keyed hash of as many bits that only this code of this mailbox has. The same opens it again.
    /// Without the code, the table does not show the requester, which is the value of a cookie.
    async fn seal(&self, email: &EmailAddress, code: &ResetCode, requester: &Requester) -> ApiResult<String> {
        let code = format!("{}\0{email}", code.0);
        let pad = self.pepper.keyed_hash("reset-requester", &code).await?;
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
        let sealed: Vec<u8> = decode(&requester.0)
            .into_iter()
            .zip(decode(&pad))
            .map(|(byte, pad)| byte ^ pad)
            .collect();
        Ok(URL_SAFE_NO_PAD.encode(sealed))
    }

    /// Each password has another hash, because of its salt. The token version would not do: ending the sessions raises it, so a stolen
    /// access token would be enough to prevent every reset.
    async fn hash_of_user(&self, user: &User) -> ApiResult<String> {
        let User {
            user_id, password_hash, ..
        } = user;
        self.pepper
            .keyed_hash("reset-user", &format!("{user_id}\0{password_hash}"))
            .await
    }

    async fn hash_of_code(&self, email: &EmailAddress, code: &ResetCode) -> ApiResult<String> {
        self.pepper
            .keyed_hash("reset-code", &format!("{}\0{email}", code.0))
            .await
    }

    async fn hash_of_token(&self, email: &EmailAddress, token: &ResetToken) -> ApiResult<String> {
        self.pepper
            .keyed_hash("reset-proof", &format!("{}\0{email}", token.secret))
            .await
    }
}

fn random_id() -> ApiResult<String> {
    let bytes: [u8; 32] = secure_random()?.random();
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

fn secure_random() -> ApiResult<StdRng> {
    random::generator().map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::{Client, Config};

    use super::*;
    use crate::samples::{request, request_with};

    #[test]
    fn a_requester_is_the_random_id_in_the_cookie() {
        let requester = Requester::from_cookie_or_new(&request(&[])).unwrap();
        let cookie = requester.cookie();
        assert_eq!(cookie.max_age().unwrap().whole_minutes(), 10);
        let request = request_with(&cookie);
        assert!(
            Requester::from_cookie(&request) == Some(requester.clone())
                && Requester::from_cookie_or_new(&request).unwrap() == requester
        );
        assert!(ResetToken::from_cookie(&request).is_none());
        assert!(requester != Requester::from_cookie_or_new(&self::request(&[])).unwrap());
        let id = requester.0;
        for other in ["", &id[1..], &format!("{id}a"), &id.replacen(&id[..1], "!", 1)] {
            let request = request_with(&Cookie::new(COOKIE, other.to_owned()));
            assert!(Requester::from_cookie(&request).is_none(), "{other}");
        }
    }

    #[test]
    fn a_reset_token_is_in_the_cookie_of_its_requester() {
        let token = ResetToken {
            requester: Requester::from_cookie_or_new(&request(&[])).unwrap(),
            secret: random_id().unwrap(),
        };
        let request = request_with(&token.cookie());
        let read = ResetToken::from_cookie(&request).unwrap();
        assert!(read.requester == token.requester && read.secret == token.secret);
        assert!(Requester::from_cookie(&request) == Some(token.requester));
        let expired = ResetToken::expired_cookie();
        assert!(expired.value().is_empty() && expired.max_age().unwrap().is_zero());
    }

    #[tokio::test]
    async fn only_the_code_of_a_requester_opens_its_sealed_id() {
        let config = Config::builder().behavior_version_latest().build();
        let table = PasswordResetsTable::new(Client::from_conf(config), "resets".to_owned());
        let resets = PasswordResets::new(table, Secret::known(b"pepper"));
        let (email, code) = ("amina@example.org".parse().unwrap(), ResetCode("123456".to_owned()));
        let requester = Requester(random_id().unwrap());
        let sealed = Requester(resets.seal(&email, &code, &requester).await.unwrap());
        assert!(sealed != requester && sealed.0.len() == ID_LENGTH);
        assert_eq!(resets.seal(&email, &code, &sealed).await.unwrap(), requester.0);
        let other = ResetCode("123457".to_owned());
        assert_ne!(resets.seal(&email, &other, &sealed).await.unwrap(), requester.0);
    }

    #[test]
    fn a_code_is_six_digits() {
        for text in ["000000", " 123456 ", "123 456", "123\u{a0}456", "123-456"] {
            assert!(ResetCode::parse(text).is_some(), "{text:?}");
        }
        for text in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "12 456", "123_456"] {
            assert!(ResetCode::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn every_digit_has_the_same_probability_in_each_place() {
        const CODES: u32 = 20_000;
        let mut counts = [[0_u32; 10]; DIGITS];
        for _ in 0..CODES {
            let code = ResetCode::random().expect("the system provides random numbers");
            assert_eq!(
                ResetCode::parse(code.as_str()).as_ref().map(ResetCode::as_str),
                Some(code.as_str())
            );
            for (place, digit) in code.as_str().bytes().enumerate() {
                counts[place][usize::from(digit - b'0')] += 1;
            }
        }
        // The expected count is 2,000, with a standard deviation of 42. The range is 6 of those on each side.
        for count in counts.into_iter().flatten() {
            assert!((1_740..=2_260).contains(&count), "{counts:?}");
        }
    }
}
