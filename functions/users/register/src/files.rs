//! The files that a teacher's registration claims.

use shared::http::{ApiResult, ErrorCode};

/// Uploaded files that belong to nobody yet.
///
/// None can be uploaded yet, so every id is of a file that is not there, and every claim fails as one of a foreign or claimed
/// file does: with `file_not_found`. Whoever brings the table of files gives it to this type, and puts the claim into the
/// transaction that creates the account.
pub(crate) struct Files;

impl Files {
    /// Claims a file for an account that is being made.
    #[expect(clippy::unused_async, reason = "a claim is a question to a table")]
    pub(crate) async fn claim(&self, _id: &str) -> ApiResult<()> {
        Err(ErrorCode::FileNotFound.into())
    }
}
