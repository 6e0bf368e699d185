//! What ids of ours look like: a random UUID's digits, which nobody guesses and every address takes as they are.

use uuid::Uuid;

/// A new id.
pub(super) fn random_id() -> String {
    Uuid::new_v4().simple().to_string()
}

/// A text that is in the form of an id. What is not is refused where it comes in, so that no made-up text becomes part of a key.
pub(super) fn parse_id(text: &str) -> Option<String> {
    let is_id = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_id.then(|| text.to_owned())
}
