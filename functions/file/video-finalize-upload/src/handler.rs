//! `POST /file/video/finalize-upload`: makes a file of the chunks of a video (contract, call 15).

use std::time::Duration;

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use domain::{FileId, FileKind, FileName, MAX_PARTS, PART_BYTES, PartIndex, UploadId};
use files::UploadPart;
use platform::{clock, metrics::Event};
use serde::Deserialize;
use store::{
    files::StoredFile,
    uploads::{FinalizeOutcome, Refusal, StoredUpload, UploadOutcome},
};

use crate::{
    reader,
    video::{Unfit, Video},
    wiring::FinalizeUpload,
};

/// How long a video may last (spec §9). Encoders fill the last moment up, so one that was cut at two minutes lasts a little longer.
const MAX_DURATION: Duration = Duration::from_millis(120_100);
/// How often it is tried, when the same call ends the upload at the same moment.
const ATTEMPTS: u32 = 3;

/// What the browser takes the video for (`mimeType`) is not read: its content says what it is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Finished {
    upload_id: String,
    original_name: String,
    total_chunks: u32,
}

impl Endpoint for FinalizeUpload {
    /// Each step finds done what was done, so that whatever is cut off can be repeated.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let finished: Finished = request.json()?;
        let id: UploadId = finished.upload_id.parse().map_err(|_| ErrorCode::UploadNotFound)?;
        let mut joined = None;
        for _ in 0..ATTEMPTS {
            let Some(upload) = self.uploads.find(&id).await? else {
                self.delete_unless_kept(joined).await?;
                break;
            };
            match upload.outcome {
                Some(UploadOutcome::Finalized) => return self.show_again(request, &upload).await,
                Some(UploadOutcome::Refused(refusal)) => return self.delete(&upload, refusal).await,
                None => {}
            }
            let Some(size) = self.join(&upload, finished.total_chunks).await? else {
                continue;
            };
            joined = Some(upload.file_id.clone());
            let refusal = match reader::look_at(&self.files.objects, &upload.file_id, size).await {
                Ok(Ok(video)) if video.duration <= MAX_DURATION => {
                    let file = file_of(&upload, &finished.original_name, &video, size);
                    match self.uploads.finalize(&upload, &self.files.table, &file).await? {
                        FinalizeOutcome::Finalized => {
                            self.metrics.count(Event::UploadFinished);
                            let data = self.files.view(&file).await?;
                            return ApiResponse::private(request, StatusCode::CREATED, Data { data });
                        }
                        FinalizeOutcome::AlreadyEnded => continue,
                        FinalizeOutcome::OwnerDeleted => Refusal::OwnerDeleted,
                    }
                }
                Ok(unfit) => unfit.map_or_else(refusal_of, |_| Refusal::TooLong),
                // It may be gone, since the same call has refused it, or its owner was deleted.
                Err(error) if self.is_open(&id).await? => return Err(error.into()),
                Err(_) => continue,
            };
            if self.uploads.refuse(&upload, refusal).await? {
                self.metrics.count(Event::UploadRefused);
                return self.delete(&upload, refusal).await;
            }
        }
        Err(ErrorCode::UploadNotFound.into())
    }

    async fn warm_up(&self) {
        tokio::join!(self.uploads.warm_up(), self.files.table.warm_up());
    }
}

impl FinalizeUpload {
    /// Makes one object of the chunks, and tells its size; nothing when there are neither.
    async fn join(&self, upload: &StoredUpload, chunks: u32) -> ApiResult<Option<u64>> {
        let objects = &self.files.objects;
        if let Some(parts) = objects.list_parts(upload).await? {
            check(&parts, chunks)?;
            let size = parts.iter().map(|part| part.size).sum();
            if objects.complete_upload(upload, parts).await? {
                return Ok(Some(size));
            }
        }
        // They were joined before, by a call that did not come to its end, or has not yet.
        Ok(objects.video_size(&upload.file_id).await?)
    }

    /// Deletes the object of an upload that is not there any more. An account that goes takes its uploads with it, and what was
    /// joined after it has looked is seen by nobody else.
    async fn delete_unless_kept(&self, joined: Option<FileId>) -> ApiResult<()> {
        if let Some(file) = joined
            && self.files.table.find(&file).await?.is_none()
        {
            self.files.objects.delete(FileKind::Video, &file).await?;
        }
        Ok(())
    }

    async fn is_open(&self, id: &UploadId) -> ApiResult<bool> {
        let upload = self.uploads.find(id).await?;
        Ok(upload.is_some_and(|upload| upload.outcome.is_none()))
    }

    /// The file that the upload became, as the call was told that made it.
    async fn show_again(&self, request: &ApiRequest, upload: &StoredUpload) -> ApiResult<ApiResponse> {
        let file = self.files.table.find(&upload.file_id).await?;
        let file = file.filter(|file| !file.deleted).ok_or(ErrorCode::UploadNotFound)?;
        let data = self.files.view(&file).await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    /// Deletes what was refused, which a call that was cut off may have left.
    async fn delete(&self, upload: &StoredUpload, refusal: Refusal) -> ApiResult<ApiResponse> {
        self.files.objects.delete(FileKind::Video, &upload.file_id).await?;
        Err(code_of(refusal).into())
    }
}

/// Every chunk has to be there, and whole: all but the last have the same size. One that is not whole counts as missing, since it
/// has to be sent again.
fn check(parts: &[UploadPart], chunks: u32) -> ApiResult<()> {
    if chunks == 0 {
        return Err(ErrorCode::MalformedRequest.into());
    }
    if chunks > MAX_PARTS {
        return Err(ErrorCode::VideoTooLarge.into());
    }
    let expected: Vec<_> = PartIndex::all(chunks).collect();
    if parts.iter().any(|part| !expected.contains(&part.index)) {
        return Err(ErrorCode::ChunkIndexInvalid.into());
    }
    let last = expected.last();
    let is_whole = |part: &UploadPart| part.size == PART_BYTES || (Some(&part.index) == last && part.size < PART_BYTES);
    let is_missing = |index: &PartIndex| !parts.iter().any(|part| part.index == *index && is_whole(part));
    let missing: Vec<_> = expected.iter().copied().filter(is_missing).collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(ApiError::missing_parts(missing))
    }
}

/// The record has the end of the upload's own time: the bucket counts the object's day from there.
fn file_of(upload: &StoredUpload, sent_name: &str, video: &Video, size: u64) -> StoredFile {
    StoredFile {
        file_id: upload.file_id.clone(),
        kind: FileKind::Video,
        owner: upload.owner.clone(),
        name: FileName::of_video(sent_name, video.extension, video.other_extensions),
        content_type: video.content_type.to_owned(),
        size,
        created_at: clock::now().to_string(),
        expires_at: Some(upload.expires_at),
        deleted: false,
    }
}

const fn refusal_of(unfit: Unfit) -> Refusal {
    match unfit {
        Unfit::NoVideo => Refusal::TypeWrong,
        Unfit::Unreadable => Refusal::Unreadable,
    }
}

const fn code_of(refusal: Refusal) -> ErrorCode {
    match refusal {
        Refusal::TypeWrong => ErrorCode::VideoTypeWrong,
        Refusal::TooLong => ErrorCode::VideoLongerThanTwoMinutes,
        Refusal::Unreadable => ErrorCode::VideoProcessingFailed,
        Refusal::OwnerDeleted => ErrorCode::UploadNotFound,
    }
}
