//! Passkeys as the API shows them.

use domain::PasskeyId;
use jiff::Timestamp;
use platform::clock::{self, TimeError};
use serde::Serialize;
use store::users::Passkey;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyView<'a> {
    #[serde(rename = "_id")]
    id: &'a PasskeyId,
    name: &'a str,
    created_at: Timestamp,
    last_used_at: Option<Timestamp>,
}

impl<'a> PasskeyView<'a> {
    pub fn new(id: &'a PasskeyId, passkey: &'a Passkey) -> Result<Self, TimeError> {
        Ok(Self {
            id,
            name: &passkey.name,
            created_at: clock::timestamp(passkey.created_at)?,
            last_used_at: passkey.last_used_at.map(clock::timestamp).transpose()?,
        })
    }
}
