//! The files of a profile, as the API refuses them.

use api::{ApiError, ErrorCode};
use files::ClaimError;

/// The API's error for files that a profile cannot refer to: `file_not_found` with the field of the form that names the file.
pub fn claim_refused(error: ClaimError) -> ApiError {
    match error {
        ClaimError::NotFound(kind) => ApiError::invalid(vec![(kind.rules().claimed_in, ErrorCode::FileNotFound)]),
        ClaimError::Store(error) => error.into(),
    }
}
