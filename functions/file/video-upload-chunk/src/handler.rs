//! `POST /file/video/upload-chunk`: takes a chunk of a video, or says where it can be sent (contract, call 14).

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, MultipartForm, StatusCode};
use domain::{PART_BYTES, PartIndex, PartIndexError};
use jiff::Timestamp;
use serde::Serialize;
use store::uploads::StoredUpload;

use crate::wiring::UploadChunk;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Taken {
    chunk_index: PartIndex,
}

/// Where to send a chunk. There are no headers besides those that every client sends by itself.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PresignedPartView {
    chunk_index: PartIndex,
    url: String,
    method: String,
    headers: NoHeaders,
    expires_at: Timestamp,
}

#[derive(Serialize)]
struct NoHeaders {}

impl Endpoint for UploadChunk {
    /// Bytes that come in the form are kept; for their number there is an address to send them to, past the gateway and its limit.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let form = request.multipart_form().await?;
        let upload = self.find(&form).await?;
        let chunk_index = index(&form)?;
        if let Some(bytes) = form.bytes("chunk") {
            check_size(bytes.len() as u64)?;
            if !self.objects.put_part(&upload, chunk_index, bytes.clone()).await? {
                return Err(ErrorCode::UploadNotFound.into());
            }
            let data = Taken { chunk_index };
            return ApiResponse::private(request, StatusCode::OK, Data { data });
        }

        let size = size(&form)?;
        let part = self
            .objects
            .presign_part(&upload, chunk_index, size, self.address_lifetime)
            .await?;
        let data = PresignedPartView {
            chunk_index,
            url: part.url,
            method: part.method,
            headers: NoHeaders {},
            expires_at: part.expires_at,
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    async fn warm_up(&self) {
        self.uploads.warm_up().await;
    }
}

impl UploadChunk {
    /// The upload that the form names, when it takes chunks.
    async fn find(&self, form: &MultipartForm) -> ApiResult<StoredUpload> {
        let id = form.text("uploadId").and_then(|id| id.parse().ok());
        let upload = match id {
            Some(id) => self.uploads.find(&id).await?,
            None => None,
        };
        upload
            .filter(|upload| upload.outcome.is_none())
            .ok_or_else(|| ErrorCode::UploadNotFound.into())
    }
}

fn index(form: &MultipartForm) -> ApiResult<PartIndex> {
    let index = form.text("chunkIndex").unwrap_or_default().parse();
    index.map_err(|error| match error {
        PartIndexError::NotAnIndex => ErrorCode::ChunkIndexInvalid.into(),
        PartIndexError::TooMany => ErrorCode::VideoTooLarge.into(),
    })
}

/// How many bytes the form announces.
fn size(form: &MultipartForm) -> ApiResult<i64> {
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

/// Which chunk is the last, the one that may be smaller, is known at the end only.
fn check_size(size: u64) -> ApiResult<()> {
    if size > PART_BYTES {
        return Err(ErrorCode::VideoTooLarge.into());
    }
    Ok(())
}
