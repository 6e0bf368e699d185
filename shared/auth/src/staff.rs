//! Who may use the pages of staff: a user with a role who has signed in with a passkey, in a session of their own, within twelve hours.
//!
//! Each request has the access token and the cookie of the sign-in, so that a stolen token alone opens nothing.

use std::time::Duration;

use api::{ApiError, ApiRequest, ApiResult, ErrorCode};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use cookie::Cookie;
use domain::{PasskeyId, SessionId, StaffRole, UserId};
use platform::{clock, random};
use rand::RngExt;
use sha2::{Digest, Sha256};
use store::{
    audit::{Action, AuditRecord, AuditTable},
    users::{Staff, StaffCode, StaffSignIn, User, UsersTable},
};

use crate::{SignedIn, authenticate_session, host_cookie, tokens::Tokens};

const COOKIE: &str = "__Host-staff";
const PERIOD: Duration = Duration::from_hours(12);
/// How recent a sign-in must be for what cannot be undone, and for what a thief of an open browser would want.
const FRESH_PERIOD: Duration = Duration::from_mins(10);
/// How long a code admits a passkey.
const CODE_PERIOD: Duration = Duration::from_hours(24);
/// The digits and letters of a code: 32 of them, without those that look alike.
const CODE_ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// 100 random bits cannot be guessed, so a plain hash hides them, and attempts are not counted.
const CODE_LENGTH: usize = 20;

/// Admits staff to an endpoint, and writes what they did.
#[derive(Debug)]
pub struct StaffGate {
    pub tokens: Tokens,
    pub users: UsersTable,
    pub audit: AuditTable,
}

/// A user with a role, who has signed in as staff.
#[derive(Debug)]
pub struct StaffMember {
    pub user: User,
    pub staff: Staff,
    signed_in_at: u64,
}

impl StaffGate {
    /// The staff member who sends the request, if they have one of the roles.
    ///
    /// # Errors
    /// As [`authenticate_session`]; `forbidden` without the role; and `staff_sign_in_required` without a valid sign-in.
    pub async fn admit(&self, request: &ApiRequest, roles: &[StaffRole]) -> ApiResult<StaffMember> {
        let SignedIn { user, session } = authenticate_session(&self.tokens, &self.users, request).await?;
        let staff = user.staff.clone().filter(|staff| staff.has_one_of(roles));
        let staff = staff.ok_or(ErrorCode::Forbidden)?;
        let sign_in = session.and_then(|session| sign_in_of(request, &user, &session, &staff));
        let signed_in_at = sign_in.ok_or(ErrorCode::StaffSignInRequired)?.at;
        Ok(StaffMember {
            user,
            staff,
            signed_in_at,
        })
    }

    /// Records that a staff member reads personal data of others. `subject` is the user, when there is one.
    ///
    /// # Errors
    /// When the table cannot be written: then nothing may be shown.
    pub async fn record(&self, member: &StaffMember, subject: Option<&UserId>, action: Action) -> ApiResult<()> {
        Ok(self.audit.put(&member.record(subject, action)).await?)
    }

    pub async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}

impl StaffMember {
    pub fn has(&self, role: StaffRole) -> bool {
        self.staff.has_one_of(&[role])
    }

    /// # Errors
    /// `staff_sign_in_required` when the last sign-in is some minutes ago.
    pub fn ensure_fresh(&self) -> ApiResult<()> {
        if clock::seconds() < self.signed_in_at + FRESH_PERIOD.as_secs() {
            Ok(())
        } else {
            Err(ErrorCode::StaffSignInRequired.into())
        }
    }

    /// The audit record of what the member does now.
    pub fn record(&self, subject: Option<&UserId>, action: Action) -> AuditRecord {
        AuditRecord::of_staff(&self.user.user_id, subject.cloned(), action)
    }
}

/// The sign-in of the request's session whose cookie the request has. None when it has ended: by time, a change of the roles, or the removal of
/// the passkey.
pub fn sign_in_of<'a>(
    request: &ApiRequest,
    user: &'a User,
    session: &SessionId,
    staff: &Staff,
) -> Option<&'a StaffSignIn> {
    let now = clock::seconds();
    let sign_in = user.live_session(session, now)?.staff.as_ref()?;
    let has_passkey = user.passkeys.as_ref()?.contains_key(&sign_in.passkey);
    let is_valid = has_passkey
        && staff.passkeys.contains(&sign_in.passkey)
        && sign_in.version == staff.version
        && now < sign_in.at + PERIOD.as_secs()
        && hash_of(request.cookie(COOKIE)?) == sign_in.hash;
    is_valid.then_some(sign_in)
}

/// A sign-in with a passkey at this moment, and its cookie.
pub fn new_sign_in(passkey: PasskeyId, staff: &Staff) -> ApiResult<(StaffSignIn, Cookie<'static>)> {
    let value = URL_SAFE_NO_PAD.encode(random_bytes::<32>()?);
    let sign_in = StaffSignIn {
        hash: hash_of(&value),
        at: clock::seconds(),
        passkey,
        version: staff.version,
    };
    Ok((sign_in, host_cookie(COOKIE, value, PERIOD)))
}

/// A new code, as an owner reads it, and as it is stored.
pub fn new_code() -> ApiResult<(String, StaffCode)> {
    let random = random_bytes::<CODE_LENGTH>()?;
    let digits = random
        .iter()
        .filter_map(|byte| CODE_ALPHABET.get(usize::from(byte % 32)));
    let digits: Vec<u8> = digits.copied().collect();
    let groups: Vec<_> = digits.chunks(5).map(String::from_utf8_lossy).collect();
    let code = groups.join("-");
    let stored = StaffCode {
        hash: hash_of_code(&code),
        expires_at: clock::seconds() + CODE_PERIOD.as_secs(),
    };
    Ok((code, stored))
}

/// Whether a code, as somebody has typed it, is the stored one.
pub fn admits(stored: &StaffCode, typed: &str) -> bool {
    clock::seconds() < stored.expires_at && hash_of_code(typed) == stored.hash
}

fn hash_of_code(typed: &str) -> String {
    let digits = typed.chars().filter(char::is_ascii_alphanumeric);
    let digits: String = digits.map(|digit| digit.to_ascii_uppercase()).collect();
    hash_of(&digits.replace('O', "0").replace(['I', 'L'], "1"))
}

fn hash_of(value: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(value))
}

fn random_bytes<const N: usize>() -> ApiResult<[u8; N]> {
    let mut random = random::generator().map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
    Ok(random.random())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let (code, stored) = new_code().unwrap();
        assert_eq!(code.len(), CODE_LENGTH + 3);
        let typed = code
            .to_lowercase()
            .replace('-', " ")
            .replace('0', "o")
            .replace('1', "l");
        assert!(admits(&stored, &code) && admits(&stored, &typed));
        assert!(!admits(&stored, &code[1..]) && !admits(&stored, ""));
        let expired = StaffCode {
            expires_at: 0,
            ..stored
        };
        assert!(!admits(&expired, &code));
    }
}
