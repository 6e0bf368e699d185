//! The data of the response.

use api::{ApiError, ApiResult, ErrorCode};
use domain::{PART_BYTES, PartIndex};
use files::UploadPart;
use jiff::Timestamp;
use platform::clock;
use serde::Serialize;
use store::uploads::StoredUpload;

/// An upload. On the wire, a part is a *chunk*.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UploadView {
    state: UploadState,
    /// In bytes.
    chunk_size: u64,
    chunks: Vec<ChunkView>,
    expires_at: Timestamp,
    /// The same in seconds from now, for clients whose clock is wrong.
    expires_in: u64,
}

/// Whether the upload takes parts.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum UploadState {
    Open,
    /// Finalizing it again returns its result.
    Ended,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChunkView {
    chunk_index: PartIndex,
    /// In bytes.
    size: u64,
}

impl UploadView {
    /// `parts` are those that have arrived; none when the upload takes no more.
    ///
    /// # Errors
    /// `internal_error` when the record has a time that does not exist.
    pub(crate) fn new(upload: &StoredUpload, parts: Option<Vec<UploadPart>>) -> ApiResult<Self> {
        let expires_at = upload.expires_at.cast_signed();
        let expires_at =
            Timestamp::from_second(expires_at).map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
        let left = expires_at.as_second() - clock::now().as_second();
        Ok(Self {
            state: if parts.is_some() {
                UploadState::Open
            } else {
                UploadState::Ended
            },
            chunk_size: PART_BYTES,
            chunks: parts.unwrap_or_default().into_iter().map(ChunkView::from).collect(),
            expires_at,
            expires_in: u64::try_from(left).unwrap_or(0),
        })
    }
}

impl From<UploadPart> for ChunkView {
    fn from(part: UploadPart) -> Self {
        Self {
            chunk_index: part.index,
            size: part.size,
        }
    }
}
