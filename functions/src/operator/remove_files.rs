//! The janitor: removes files whose deadline is over, and deletes the objects of removed files. No other function deletes the object of a
//! file, but for an infected one.
//!
//! A due record takes one step at a time, each under the condition that it is as it was read:
//!
//! | State | Step | Due again |
//! | --- | --- | --- |
//! | uploading, unclaimed, claimed by a place | is removed | later than any request runs that may still write the object |
//! | removed | the object is deleted, the multipart upload aborted | a day later |
//! | removed, without an object | the multipart upload is aborted again, for a part that arrived meanwhile; the record is deleted | |
//!
//! The index of due records only proposes them: a file of a profile has no due time in its record. Each step can be repeated, so the janitor may
//! end between any two.

use api::{ApiResult, ErrorCode};
use app::{jobs::Job, user_deletion::RemoveFilesEvent, wired};
use files::{
    FileError, ObjectStore, OpenUpload,
    removal::{self, Files},
};
use futures_util::{StreamExt, stream};
use platform::{
    causes::Causes,
    clock,
    metrics::{Event, Metrics},
};
use store::files::{DueFile, FileState, FilesTable, Reason, StoredFile};
use tracing::error;

const CONCURRENT_FILES: usize = 4;
const ROUNDS: usize = 20;

wired! {
    pub struct RemoveFiles(wiring) {
        files: FilesTable = wiring.files_table()?,
        objects: ObjectStore = wiring.objects()?,
        metrics: Metrics = wiring.metrics()?,
    }
}

impl Job for RemoveFiles {
    type Event = RemoveFilesEvent;

    async fn run(&self, event: RemoveFilesEvent) -> ApiResult<()> {
        if let Some(owner) = &event.owner {
            removal::remove_of(&self.files, owner, Files::All).await?;
        }
        let (mut oldest, mut has_failed) = (0, false);
        for _ in 0..ROUNDS {
            let due = self.files.due().await?;
            let Some(first) = due.first() else { break };
            oldest = oldest.max(clock::seconds().saturating_sub(first.expires_at));
            let steps = stream::iter(due).map(|due| self.try_take_step(due));
            let steps: Vec<_> = steps.buffer_unordered(CONCURRENT_FILES).collect().await;
            for removed_at in steps.iter().flatten() {
                has_failed = true;
                oldest = oldest.max(clock::seconds().saturating_sub(*removed_at));
            }
            // AWS does not respond. The next run goes on.
            if steps.iter().all(Option::is_some) {
                break;
            }
        }
        self.metrics.count(Event::FilesCleared { oldest_seconds: oldest });
        if has_failed {
            return Err(ErrorCode::ServiceUnavailable.into());
        }
        Ok(())
    }
}

impl RemoveFiles {
    /// Takes the next step with a record. After a failure, the record is put back, so that it keeps the janitor from no other. Returns since
    /// when it waits, in seconds since the epoch, if the step failed.
    async fn try_take_step(&self, due: DueFile) -> Option<u64> {
        let (since, cause) = match self.files.find(&due.file_id).await {
            Ok(None) => return None,
            Ok(Some(file)) => {
                let since = file.removal.as_ref().map_or(due.expires_at, |removal| removal.at);
                let step = self.take_step(&file);
                (since, step.await.err()?)
            }
            Err(cause) => (due.expires_at, cause.into()),
        };
        error!(file = %due.file_id, cause = %Causes(&cause), "file not removed");
        if let Err(cause) = self.files.postpone(&due).await {
            error!(file = %due.file_id, cause = %Causes(&cause), "file not removed");
        }
        Some(since)
    }

    async fn take_step(&self, file: &StoredFile) -> Result<(), FileError> {
        if file.expires_at.is_none_or(|due| due > clock::seconds()) {
            return Ok(());
        }
        match file.state() {
            // It has a due time, so it is not a profile's.
            FileState::Uploading | FileState::Unclaimed | FileState::Claimed => {
                self.files.remove(file, Reason::LetGo, None).await?;
            }
            FileState::Removed => {
                if let Some(upload) = OpenUpload::of(file) {
                    self.objects.abort_upload(&upload).await?;
                }
                if file.removal.as_ref().is_some_and(|removal| removal.object_deleted) {
                    self.files.forget(file).await?;
                } else {
                    self.objects.delete(file.kind, &file.file_id).await?;
                    self.files.note_deletion(file).await?;
                }
            }
        }
        Ok(())
    }
}
