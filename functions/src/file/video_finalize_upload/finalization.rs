//! Finalizing an upload: a state machine, whose state is stored in the upload's record and in the files bucket.
//!
//! | State | Meaning | Step | Next states |
//! | --- | --- | --- | --- |
//! | `Start` | nothing is known | read the upload's record | `Open`, `Finalized`, `Refused`, `Missing` |
//! | `Open` | the record has no outcome | check the parts, complete the multipart upload | `Completed`; `Start` without multipart upload and object |
//! | `Completed` | the bucket has the object | read the object's headers | `Valid`, `Invalid`; `Start` when the upload has ended |
//! | `Valid` | the object is an accepted video | write the outcome and the file's record, in one transaction | `Created`; `Invalid` when the owner was deleted; `Start` when the upload has ended |
//! | `Invalid` | the object cannot become a file | write the refusal | `Refused`; `Start` when the upload has ended |
//! | `Created` | this request created the file | | returns the file, new |
//! | `Finalized` | an earlier request created the file | read the file's record | returns the file, existing |
//! | `Refused` | the refusal is written | delete the object | returns the error of the refusal |
//! | `Missing` | the record is deleted or expired | delete the object that this request completed, if it has no file | returns `upload_not_found` |
//!
//! Every step can be repeated, so the machine survives these races:
//!
//! - **Two requests finalize the same upload.** S3 completes the multipart upload for one of them. The other finds it closed, and
//!   continues with the object. The outcome is written under the condition that there is none: the request that loses goes back to
//!   `Start` and returns the result of the winner. If the winner refused the upload and deleted the object, reading the object
//!   fails, and the request goes back to `Start` as well.
//! - **The owner is deleted.** The deletion deletes the owner's uploads, and it leaves a marker of the owner in the uploads table.
//!   A request that completes the object after that finds no record, and deletes the object. An upload that the deletion missed,
//!   because an index is read, fails the transaction because of the marker, and is refused.
//! - **The client cancels the upload.** Cancelling writes its outcome under the same condition as finalizing, so one of the two wins. If
//!   cancelling wins, its outcome fails the transaction, and this request goes back to `Start`: it finds the refusal, or no record when
//!   cancelling has deleted it already, and deletes the object in both cases. If finalizing wins, cancelling gets `upload_finalized` and
//!   deletes nothing.
//! - **A request is interrupted.** Before the outcome is written, the next request finds the upload open, finds no multipart upload
//!   and continues with the object. After that, it returns the written outcome, and deletes a refused object again.

use std::time::Duration;

use api::{ApiResult, ErrorCode};
use content::video::{Video, VideoError};
use domain::{FileId, FileKind, FileName, UploadId};
use files::Assembly;
use platform::{clock, metrics::Event};
use store::{
    files::StoredFile,
    uploads::{FinalizeOutcome, Refusal, StoredUpload, UploadOutcome},
};

use super::{
    FinalizeUpload, object_reader,
    parts::{self, Completion},
};

/// The longest accepted video: two minutes (spec §9). Encoders complete the last frame, so a video that was cut at two minutes lasts
/// a little longer.
const MAX_DURATION: Duration = Duration::from_millis(120_100);
/// How often one request reads the upload in `Start`, if others end the upload at the same time.
const MAX_ATTEMPTS: u32 = 3;

/// One request's run of the state machine.
pub(crate) struct Finalization<'a> {
    endpoint: &'a FinalizeUpload,
    id: UploadId,
    original_name: &'a str,
    part_count: u32,
    /// The file whose object this request may have completed.
    completed: Option<FileId>,
}

pub(crate) enum FinalizedFile {
    /// This request created it.
    Created(StoredFile),
    /// An earlier request created it.
    Existing(StoredFile),
}

enum State {
    Start,
    Open(StoredUpload),
    Completed(StoredUpload, ObjectSize),
    Valid(StoredUpload, StoredFile),
    Invalid(StoredUpload, Refusal),
    Created(StoredFile),
    Finalized(StoredUpload),
    Refused(StoredUpload, Refusal),
    Missing,
}

/// In bytes.
type ObjectSize = u64;

impl<'a> Finalization<'a> {
    /// `original_name` and `part_count` are what the client says of the video.
    pub(crate) const fn new(
        endpoint: &'a FinalizeUpload,
        id: UploadId,
        original_name: &'a str,
        part_count: u32,
    ) -> Self {
        Self {
            endpoint,
            id,
            original_name,
            part_count,
            completed: None,
        }
    }

    /// Takes steps until the upload has ended.
    ///
    /// # Errors
    /// The error of the refusal, the error of invalid parts, `upload_not_found` when there is no upload or no file, and when AWS
    /// fails.
    pub(crate) async fn run(mut self) -> ApiResult<FinalizedFile> {
        let mut attempts = 0;
        let mut state = State::Start;
        loop {
            state = match state {
                State::Start if attempts == MAX_ATTEMPTS => return Err(ErrorCode::UploadNotFound.into()),
                State::Start => {
                    attempts += 1;
                    self.read_upload().await?
                }
                State::Open(upload) => self.complete(upload).await?,
                State::Completed(upload, size) => self.inspect(upload, size).await?,
                State::Valid(upload, file) => self.finalize(upload, file).await?,
                State::Invalid(upload, refusal) => self.refuse(upload, refusal).await?,
                State::Created(file) => return Ok(FinalizedFile::Created(file)),
                State::Finalized(upload) => return self.existing_file(&upload).await,
                State::Refused(upload, refusal) => {
                    self.delete_object(&upload.file_id).await?;
                    return Err(error_code(refusal).into());
                }
                State::Missing => {
                    self.delete_completed_object().await?;
                    return Err(ErrorCode::UploadNotFound.into());
                }
            };
        }
    }

    async fn read_upload(&self) -> ApiResult<State> {
        let Some(upload) = self.endpoint.uploads.find(&self.id).await? else {
            return Ok(State::Missing);
        };
        Ok(match upload.outcome {
            None => State::Open(upload),
            Some(UploadOutcome::Finalized) => State::Finalized(upload),
            Some(UploadOutcome::Refused(refusal)) => State::Refused(upload, refusal),
        })
    }

    /// Completes the multipart upload, unless another request has completed it: then there is an object.
    async fn complete(&mut self, upload: StoredUpload) -> ApiResult<State> {
        let objects = &self.endpoint.files.objects;
        let mut size = None;
        if let Some(parts) = objects.list_parts(&upload).await? {
            let total = parts.iter().map(|part| part.size).sum();
            let parts = match parts::check(&parts, self.part_count)? {
                Completion::AsSent => Some(parts),
                Completion::Assembled => match objects.assemble(&upload, &parts).await? {
                    Assembly::Parts(parts) => Some(parts),
                    Assembly::CopyMissing => return Err(parts::not_assembled(&parts)),
                    Assembly::UploadEnded => None,
                },
            };
            if let Some(parts) = parts {
                size = objects.complete_upload(&upload, parts).await?.then_some(total);
            }
        }
        if size.is_none() {
            size = objects.video_size(&upload.file_id).await?;
        }
        let Some(size) = size else {
            return Ok(State::Start);
        };
        self.completed = Some(upload.file_id.clone());
        Ok(State::Completed(upload, size))
    }

    async fn inspect(&self, upload: StoredUpload, size: ObjectSize) -> ApiResult<State> {
        let probed = object_reader::probe(&self.endpoint.files.objects, &upload.file_id, size).await;
        Ok(match probed {
            Ok(Ok(video)) if video.duration <= MAX_DURATION => {
                let file = new_file(&upload, self.original_name, &video, size);
                State::Valid(upload, file)
            }
            Ok(Ok(_)) => State::Invalid(upload, Refusal::TooLong),
            Ok(Err(VideoError::NotAVideo)) => State::Invalid(upload, Refusal::TypeWrong),
            Ok(Err(VideoError::Unreadable)) => State::Invalid(upload, Refusal::Unreadable),
            Err(error) => match self.read_upload().await? {
                State::Open(_) => return Err(error.into()),
                // The object may be deleted, because another request refused the upload or the owner was deleted.
                _ => State::Start,
            },
        })
    }

    async fn finalize(&self, upload: StoredUpload, file: StoredFile) -> ApiResult<State> {
        let FinalizeUpload {
            uploads,
            files,
            metrics,
        } = self.endpoint;
        Ok(match uploads.finalize(&upload, &files.table, &file).await? {
            FinalizeOutcome::Finalized => {
                metrics.count(Event::UploadFinished);
                State::Created(file)
            }
            FinalizeOutcome::AlreadyEnded => State::Start,
            FinalizeOutcome::OwnerDeleted => State::Invalid(upload, Refusal::OwnerDeleted),
        })
    }

    async fn refuse(&self, upload: StoredUpload, refusal: Refusal) -> ApiResult<State> {
        if !self.endpoint.uploads.refuse(&upload, refusal).await? {
            return Ok(State::Start);
        }
        self.endpoint.metrics.count(Event::UploadRefused);
        Ok(State::Refused(upload, refusal))
    }

    async fn existing_file(&self, upload: &StoredUpload) -> ApiResult<FinalizedFile> {
        let file = self.endpoint.files.table.find(&upload.file_id).await?;
        let file = file.filter(|file| !file.deleted).ok_or(ErrorCode::UploadNotFound)?;
        Ok(FinalizedFile::Existing(file))
    }

    /// The deletion of the owner deletes only the objects that it finds. One that this request completed later is left over.
    async fn delete_completed_object(&self) -> ApiResult<()> {
        if let Some(file) = &self.completed
            && self.endpoint.files.table.find(file).await?.is_none()
        {
            self.delete_object(file).await?;
        }
        Ok(())
    }

    async fn delete_object(&self, file: &FileId) -> ApiResult<()> {
        Ok(self.endpoint.files.objects.delete(FileKind::Video, file).await?)
    }
}

/// The record of a new file. It expires with its upload, because the bucket counts the age of the object from the start of the
/// multipart upload.
fn new_file(upload: &StoredUpload, original_name: &str, video: &Video, size: ObjectSize) -> StoredFile {
    StoredFile {
        file_id: upload.file_id.clone(),
        kind: FileKind::Video,
        owner: upload.owner.clone(),
        name: FileName::of_video(original_name, video.extension, video.other_extensions),
        content_type: video.content_type.to_owned(),
        size,
        created_at: clock::now(),
        expires_at: Some(upload.expires_at),
        deleted: false,
        tagging_until: None,
        locked_by: None,
        scan: None,
    }
}

const fn error_code(refusal: Refusal) -> ErrorCode {
    match refusal {
        Refusal::TypeWrong => ErrorCode::VideoTypeWrong,
        Refusal::TooLong => ErrorCode::VideoLongerThanTwoMinutes,
        Refusal::Unreadable => ErrorCode::VideoProcessingFailed,
        Refusal::OwnerDeleted | Refusal::Cancelled => ErrorCode::UploadNotFound,
    }
}
