//! Checks the parts of an upload before they are completed.

use api::{ApiError, ApiResult, ErrorCode};
use domain::{MAX_FORM_PARTS, MAX_PARTS, MAX_VIDEO_BYTES, PART_BYTES, PartIndex};
use files::UploadPart;

/// The largest part of a form. A larger one was sent to a presigned URL.
const FORM_PART_BYTES: u64 = 4_500_000;

/// How the parts of an upload become one object.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Completion {
    /// S3 completes them as they are.
    AsSent,
    /// They are smaller than S3 completes, so they are assembled first.
    Assembled,
}

/// Checks that the upload has exactly `count` parts of one size; the last may be smaller.
///
/// # Errors
/// `malformed_request` without parts, `video_too_large` for more than a video has, `chunk_index_invalid` for a part beyond `count`, and
/// the indexes of the missing parts. A part of another size is one of them, because the client has to send it again.
pub(crate) fn check(parts: &[UploadPart], count: u32) -> ApiResult<Completion> {
    if count == 0 {
        return Err(ErrorCode::MalformedRequest.into());
    }
    if count > MAX_FORM_PARTS {
        return Err(ErrorCode::VideoTooLarge.into());
    }
    let expected: Vec<_> = PartIndex::all(count).collect();
    if parts.iter().any(|part| !expected.contains(&part.index)) {
        return Err(ErrorCode::ChunkIndexInvalid.into());
    }
    let last = expected.last();
    let largest = parts.iter().filter(|part| Some(&part.index) != last);
    let largest = largest.map(|part| part.size).max().unwrap_or(PART_BYTES);
    let (size, completion) = if largest <= FORM_PART_BYTES {
        (largest, Completion::Assembled)
    } else {
        (PART_BYTES, Completion::AsSent)
    };
    let total: u64 = parts.iter().map(|part| part.size).sum();
    if (completion == Completion::AsSent && count > MAX_PARTS) || total > MAX_VIDEO_BYTES {
        return Err(ErrorCode::VideoTooLarge.into());
    }
    let missing = missing(parts, &expected, size);
    if missing.is_empty() {
        Ok(completion)
    } else {
        Err(ApiError::missing_parts(missing))
    }
}

/// The error for parts that cannot be assembled: all that are smaller than S3 completes are missing.
pub(crate) fn not_assembled(parts: &[UploadPart]) -> ApiError {
    let expected: Vec<_> = parts.iter().map(|part| part.index).collect();
    ApiError::missing_parts(missing(parts, &expected, PART_BYTES))
}

/// The parts that have not arrived, or not with that size. The last may be smaller.
fn missing(parts: &[UploadPart], expected: &[PartIndex], size: u64) -> Vec<PartIndex> {
    let last = expected.last();
    let is_complete = |part: &UploadPart| part.size == size || (Some(&part.index) == last && part.size < size);
    let is_missing = |index: &PartIndex| !parts.iter().any(|part| part.index == *index && is_complete(part));
    expected.iter().copied().filter(is_missing).collect()
}
