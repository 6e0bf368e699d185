//! The data of the responses.

use domain::PartIndex;
use files::PresignedPart;
use jiff::Timestamp;
use serde::Serialize;

/// A part that was in the form.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredPartView {
    pub(crate) chunk_index: PartIndex,
}

/// A request with which the client can send the part.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PresignedPartView {
    chunk_index: PartIndex,
    url: String,
    method: &'static str,
    headers: NoHeaders,
    expires_at: Timestamp,
}

/// The request needs only headers that every client sends.
#[derive(Serialize)]
struct NoHeaders {}

impl PresignedPartView {
    pub(crate) fn new(index: PartIndex, part: PresignedPart) -> Self {
        Self {
            chunk_index: index,
            url: part.url,
            method: part.method,
            headers: NoHeaders {},
            expires_at: part.expires_at,
        }
    }
}
