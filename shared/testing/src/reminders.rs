//! The links in reminders of sessions.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::Stack;

/// The token in the reminders to a user.
pub async fn reminder_token(stack: &Stack, user_id: &str) -> String {
    let (_, pepper) = stack.secret("pepper").await;
    let mac = Hmac::<Sha256>::new_from_slice(pepper.as_bytes()).expect("HMAC takes keys of any length");
    let mac = mac
        .chain_update(format!("reminders\0{user_id}"))
        .finalize()
        .into_bytes();
    format!("{user_id}.{}", URL_SAFE_NO_PAD.encode(mac))
}
