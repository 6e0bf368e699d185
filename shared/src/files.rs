//! The files that accounts refer to.

use crate::http::{ApiResult, ErrorCode};

/// Uploaded files, which belong to nobody until an account claims them.
///
/// None can be uploaded yet, so every id is of a file that is not there, and every claim fails as one of a foreign or claimed
/// file does: with `file_not_found`. Whoever brings the table of files gives it to this type, and puts the claim into the
/// transaction that writes the account.
#[derive(Debug)]
pub struct Files;

impl Files {
    /// Claims a file for an account.
    ///
    /// # Errors
    /// `file_not_found` when there is no such file, or it is claimed.
    #[expect(clippy::unused_async, reason = "a claim is a question to a table")]
    pub async fn claim(&self, _id: &str) -> ApiResult<()> {
        Err(ErrorCode::FileNotFound.into())
    }
}
