//! The fields of the form that describe a part. On the wire, a part is a *chunk*.

use api::{ApiError, ApiResult, ErrorCode, MultipartForm};
use domain::{MAX_VIDEO_BYTES, PART_BYTES, PartIndex, PartIndexError};

/// The index of a part whose bytes are in the form. Parts have one size, and only the last may be smaller, so this one tells how large the
/// video is at least.
///
/// # Errors
/// `chunk_index_invalid`, and `video_too_large` for a part that no video has.
pub(crate) fn index_in_form(form: &MultipartForm, size: u64) -> ApiResult<PartIndex> {
    let index = PartIndex::in_form(form.text("chunkIndex").unwrap_or_default());
    let index = index.map_err(|_| ErrorCode::ChunkIndexInvalid)?;
    if (index.before() + 1) * size > MAX_VIDEO_BYTES {
        return Err(ErrorCode::VideoTooLarge.into());
    }
    Ok(index)
}

/// The index of a part that is sent to a presigned URL.
///
/// # Errors
/// `chunk_index_invalid`, and `video_too_large` for an index that no video has.
pub(crate) fn index(form: &MultipartForm) -> ApiResult<PartIndex> {
    let index = form.text("chunkIndex").unwrap_or_default().parse();
    index.map_err(|error| match error {
        PartIndexError::NotAnIndex => ErrorCode::ChunkIndexInvalid.into(),
        PartIndexError::TooMany => ErrorCode::VideoTooLarge.into(),
    })
}

/// The declared size of the part in bytes.
///
/// # Errors
/// `file_missing` without a size or for zero, `malformed_request` when it is not a number, and `chunk_too_large`.
pub(crate) fn size(form: &MultipartForm) -> ApiResult<i64> {
    let size = form.text("chunkSize").ok_or(ErrorCode::FileMissing)?;
    let size: u64 = size
        .parse()
        .map_err(|error| ApiError::caused_by(ErrorCode::MalformedRequest, error))?;
    if size == 0 {
        return Err(ErrorCode::FileMissing.into());
    }
    check_size(size)?;
    Ok(size.cast_signed())
}

/// Checks the maximum size of a part. Only finalizing checks the minimum, because only then it is known which part is the last.
///
/// # Errors
/// `chunk_too_large`.
pub(crate) fn check_size(size: u64) -> ApiResult<()> {
    if size > PART_BYTES {
        return Err(ErrorCode::ChunkTooLarge.into());
    }
    Ok(())
}
