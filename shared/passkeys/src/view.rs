//! Passkeys as the API shows them.

use api::{ApiError, ApiResult, ErrorCode};
use domain::PasskeyId;
use jiff::Timestamp;
use serde::Serialize;
use store::users::Passkey;

/// A passkey without its key.
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
    /// The view of a passkey.
    ///
    /// # Errors
    /// When a time is out of range.
    pub fn of(id: &'a PasskeyId, passkey: &'a Passkey) -> ApiResult<Self> {
        Ok(Self {
            id,
            name: &passkey.name,
            created_at: timestamp(passkey.created_at)?,
            last_used_at: passkey.last_used_at.map(timestamp).transpose()?,
        })
    }
}

fn timestamp(seconds: u64) -> ApiResult<Timestamp> {
    let seconds = i64::try_from(seconds).map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
    Timestamp::from_second(seconds).map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
}
