//! Finalizing an upload: a state machine, whose state is stored in the file's record and in the files bucket.
//!
//! | State | Meaning | Step | Next states |
//! | --- | --- | --- | --- |
//! | `Start` | nothing is known | read the record | `Open`, `Existing`, `Refused`, `Missing` |
//! | `Open` | the upload has not ended | check the parts, complete the multipart upload | `Completed`; `Start` without multipart upload and object |
//! | `Completed` | the bucket has the object | read the object's headers | `Valid`, `Invalid`; `Start` when the upload has ended |
//! | `Valid` | the object is an accepted video | end the upload | `Created`; `Start` when it has ended |
//! | `Invalid` | the object cannot become a file | remove the file | `Refused`; `Start` when the upload has ended |
//! | `Created` | this request created the file | | returns the file, new |
//! | `Existing` | an earlier request created the file | | returns the file, existing |
//! | `Refused` | the file is removed for a reason | | returns the error of the refusal |
//! | `Missing` | the record is removed or not there | | returns `upload_not_found` |
//!
//! Every step can be repeated, and no request deletes an object: the janitor deletes that of a removed file, later than any request that was
//! running then can write it. So the machine survives these races:
//!
//! - **Two requests finalize the same upload.** S3 completes the multipart upload for one of them. The other finds it closed, and
//!   continues with the object. The record ends the upload for one: the other goes back to `Start` and returns the result of the winner.
//! - **The client cancels the upload, or the owner is deleted.** Both remove the file under the condition that its upload has not ended,
//!   so one of the two wins.
//! - **A request is interrupted.** The next request finds the upload open, finds no multipart upload and continues with the object.

use api::{ApiResult, ErrorCode};
use content::video::{Video, VideoError};
use domain::{FileKind, FileName, UploadId};
use files::{Assembly, OpenUpload};
use platform::metrics::Event;
use store::files::{FileState, Reason, Refusal, StoredFile};

use super::{
    FinalizeUpload, object_reader,
    parts::{self, Completion},
};

/// How often one request reads the upload in `Start`, if others end the upload at the same time.
const MAX_ATTEMPTS: u32 = 3;

/// One request's run of the state machine.
pub(crate) struct Finalization<'a> {
    endpoint: &'a FinalizeUpload,
    id: UploadId,
    original_name: &'a str,
    part_count: u32,
}

pub(crate) enum FinalizedFile {
    Created(StoredFile),
    /// An earlier request created it.
    Existing(StoredFile),
}

enum State {
    Start,
    Open(StoredFile),
    Completed(StoredFile, ObjectSize),
    Valid(StoredFile),
    Invalid(StoredFile, Refusal),
    Created(StoredFile),
    Existing(StoredFile),
    Refused(Refusal),
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
        }
    }

    /// Takes steps until the upload has ended.
    ///
    /// # Errors
    /// The error of the refusal, the error of invalid parts, `upload_not_found` when there is no upload or no file, and when AWS
    /// fails.
    pub(crate) async fn run(self) -> ApiResult<FinalizedFile> {
        let mut attempts = 0;
        let mut state = State::Start;
        loop {
            state = match state {
                State::Start if attempts == MAX_ATTEMPTS => State::Missing,
                State::Start => {
                    attempts += 1;
                    self.read_upload().await?
                }
                State::Open(file) => self.complete(file).await?,
                State::Completed(file, size) => self.inspect(file, size).await?,
                State::Valid(file) => self.end_upload(file).await?,
                State::Invalid(file, refusal) => self.refuse(&file, refusal).await?,
                State::Created(file) => return Ok(FinalizedFile::Created(file)),
                State::Existing(file) => return Ok(FinalizedFile::Existing(file)),
                State::Refused(refusal) => return Err(error_code(refusal).into()),
                State::Missing => return Err(ErrorCode::UploadNotFound.into()),
            };
        }
    }

    async fn read_upload(&self) -> ApiResult<State> {
        let Some(file) = self.endpoint.files.table.find_upload(&self.id).await? else {
            return Ok(State::Missing);
        };
        Ok(match (file.state(), file.refusal()) {
            (FileState::Uploading, _) => State::Open(file),
            (FileState::Unclaimed | FileState::Claimed, _) => State::Existing(file),
            (FileState::Removed, Some(refusal)) => State::Refused(refusal),
            (FileState::Removed, None) => State::Missing,
        })
    }

    /// Completes the multipart upload, unless another request has completed it: then there is an object.
    async fn complete(&self, file: StoredFile) -> ApiResult<State> {
        let objects = &self.endpoint.files.objects;
        let upload = OpenUpload::of(&file).ok_or(ErrorCode::UploadNotFound)?;
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
            size = objects.video_size(&file.file_id).await?;
        }
        Ok(match size {
            Some(size) => State::Completed(file, size),
            None => State::Start,
        })
    }

    async fn inspect(&self, file: StoredFile, size: ObjectSize) -> ApiResult<State> {
        let probed = object_reader::probe(&self.endpoint.files.objects, &file.file_id, size).await;
        let longest = FileKind::Video.rules().max_duration;
        Ok(match probed {
            Ok(Ok(video)) if longest.is_none_or(|longest| video.duration <= longest) => {
                State::Valid(finalized(file, self.original_name, &video, size))
            }
            Ok(Ok(_)) => State::Invalid(file, Refusal::TooLong),
            Ok(Err(VideoError::NotAVideo)) => State::Invalid(file, Refusal::TypeWrong),
            Ok(Err(VideoError::Unreadable)) => State::Invalid(file, Refusal::Unreadable),
            Err(error) => match self.read_upload().await? {
                State::Open(_) => return Err(error.into()),
                // The object may be deleted, because the file was removed.
                _ => State::Start,
            },
        })
    }

    async fn end_upload(&self, file: StoredFile) -> ApiResult<State> {
        if !self.endpoint.files.table.end_upload(&file).await? {
            return Ok(State::Start);
        }
        self.endpoint.metrics.count(Event::UploadFinished);
        Ok(State::Created(file))
    }

    async fn refuse(&self, file: &StoredFile, refusal: Refusal) -> ApiResult<State> {
        let table = &self.endpoint.files.table;
        if !table.remove(file, Reason::Refused(refusal), None).await? {
            return Ok(State::Start);
        }
        self.endpoint.metrics.count(Event::UploadRefused);
        Ok(State::Refused(refusal))
    }
}

/// The record of the file when its upload has ended.
fn finalized(file: StoredFile, original_name: &str, video: &Video, size: ObjectSize) -> StoredFile {
    StoredFile {
        name: FileName::of_video(original_name, video.extension, video.other_extensions),
        content_type: video.content_type.to_owned(),
        size,
        ..file
    }
}

const fn error_code(refusal: Refusal) -> ErrorCode {
    match refusal {
        Refusal::TypeWrong => ErrorCode::VideoTypeWrong,
        Refusal::TooLong => ErrorCode::VideoLongerThanTwoMinutes,
        Refusal::Unreadable => ErrorCode::VideoProcessingFailed,
        Refusal::Cancelled => ErrorCode::UploadNotFound,
    }
}
