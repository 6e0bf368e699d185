//! Payment instructions of a stack's tables.

use serde_json::{Value, json};

/// The item of a version: dinars are paid into that account.
#[must_use]
pub fn payment_instructions(version: u32, account: &str) -> Value {
    let text = json!({"en": "At the post office.", "fr": "À la poste.", "ar": "في مكتب البريد."});
    let way = json!({"currency": "DZD", "method": "ccp", "account": account, "text": text});
    json!({"payer": "instructions", "paymentId": format!("{version:010}"), "version": version, "ways": [way]})
}
