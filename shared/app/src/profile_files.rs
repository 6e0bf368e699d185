//! The files of a profile, as the API refuses them.

use api::{ApiError, ErrorCode};
use domain::FileKind;
use files::ClaimError;

/// The API's error for files that a profile cannot refer to: `file_not_found` with the field of the form that names the file, of
/// which there is one for each kind. For a file that is locked, `service_unavailable`: a later attempt succeeds.
#[must_use]
pub fn claim_refused(error: ClaimError) -> ApiError {
    match error {
        ClaimError::NotFound(kind) => {
            let field = match kind {
                FileKind::Image => "image",
                FileKind::Document => "teacher.curriculum",
                FileKind::Video => "teacher.video",
            };
            ApiError::invalid(vec![(field, ErrorCode::FileNotFound)])
        }
        error @ ClaimError::Locked(_) => ApiError::caused_by(ErrorCode::ServiceUnavailable, format!("files: {error}")),
        ClaimError::Failed(error) => error.into(),
        ClaimError::Late(error) => error.into(),
    }
}
