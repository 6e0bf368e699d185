//! Who sends a request, and what they may do: passwords, sessions, tokens, secrets, known devices, rate limits, password resets, email
//! verification, and whether a request came through the CDN.

mod authenticate;
mod claims;
mod host_cookie;
mod jws;
#[cfg(test)]
mod samples;
mod token_keys;

pub mod admission;
pub mod counted_bodies;
pub mod devices;
pub mod email_changes;
pub mod email_verification;
pub mod idempotency;
pub mod mailbox_limits;
pub mod origin_check;
pub mod password_confirmation;
pub mod password_reset;
pub mod passwords;
pub mod proof_of_work;
pub mod rate_limiter;
pub mod rate_limits;
pub mod reminders;
pub mod secrets;
pub mod sessions;
pub mod signup_proof;
pub mod staff;
pub mod tokens;
pub mod upload_authorizer;

pub use authenticate::{SignedIn, authenticate, authenticate_session, read_access_token};
pub use host_cookie::host_cookie;
