//! The data of the response.

use domain::{PART_BYTES, PartIndex};
use files::UploadPart;
use jiff::Timestamp;
use platform::clock::{self, TimeError};
use serde::Serialize;
use store::files::StoredFile;

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
    pub(crate) fn new(file: &StoredFile, parts: Option<Vec<UploadPart>>) -> Result<Self, TimeError> {
        let deadline = file.upload_deadline();
        Ok(Self {
            state: if parts.is_some() {
                UploadState::Open
            } else {
                UploadState::Ended
            },
            chunk_size: PART_BYTES,
            chunks: parts.unwrap_or_default().into_iter().map(ChunkView::from).collect(),
            expires_at: clock::timestamp(deadline)?,
            expires_in: deadline.saturating_sub(clock::seconds()),
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
