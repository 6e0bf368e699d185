//! Checks the parts of an upload before they are completed.

use api::{ApiError, ApiResult, ErrorCode};
use domain::{MAX_PARTS, PART_BYTES, PartIndex};
use files::UploadPart;

/// Checks that the upload has exactly `count` parts, and that each has the full size of a part; the last may be smaller.
///
/// # Errors
/// `malformed_request` without parts, `video_too_large` for more than [`MAX_PARTS`], `chunk_index_invalid` for a part beyond
/// `count`, and the indexes of the missing parts. A part of another size is one of them, because the client has to send it again.
pub(crate) fn check(parts: &[UploadPart], count: u32) -> ApiResult<()> {
    if count == 0 {
        return Err(ErrorCode::MalformedRequest.into());
    }
    if count > MAX_PARTS {
        return Err(ErrorCode::VideoTooLarge.into());
    }
    let expected: Vec<_> = PartIndex::all(count).collect();
    if parts.iter().any(|part| !expected.contains(&part.index)) {
        return Err(ErrorCode::ChunkIndexInvalid.into());
    }
    let last = expected.last();
    let is_complete =
        |part: &UploadPart| part.size == PART_BYTES || (Some(&part.index) == last && part.size < PART_BYTES);
    let is_missing = |index: &PartIndex| !parts.iter().any(|part| part.index == *index && is_complete(part));
    let missing: Vec<_> = expected.iter().copied().filter(is_missing).collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(ApiError::missing_parts(missing))
    }
}
