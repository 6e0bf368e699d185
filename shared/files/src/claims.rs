//! Claims: how a profile starts and stops referring to files.
//!
//! Table and bucket cannot be written in one transaction, so the order of the writes makes sure that the bucket never deletes a
//! claimed object. The tag `claim=pending`, by which the bucket's lifecycle deletes an object, is removed before a profile refers
//! to the file. It is set again only after the file was locked in the table, which no profile then refers to, and no profile can claim
//! it before it is unlocked. `shared/model` checks the order of the writes.

use domain::{FileId, FileKind, FileReference, UserId};
use futures_util::future::{join_all, try_join_all};
use platform::{
    causes::Causes,
    deadline::{self, DeadlineError},
};
use store::{
    StoreError, TransactionItem,
    files::{FilesTable, StoredFile},
    users::ProfileFiles,
};
use tracing::error;

use super::{FileError, FileService, ObjectError, ObjectStore};

/// The files that a user wants the profile to refer to.
#[derive(Debug, Clone, Default)]
pub struct RequestedFiles {
    /// The photo. None to keep the profile's photo.
    pub image: Option<FileId>,
    pub curriculum: Option<FileId>,
    /// A teacher's video. None for no video.
    pub video: Option<FileId>,
}

/// The changes that make a profile refer to the requested files.
#[derive(Debug)]
pub struct FileChanges {
    /// The files that the profile then refers to.
    pub files: ProfileFiles,
    /// The files to claim, as they were read.
    claimed: Vec<StoredFile>,
    /// The files to release, as they will be.
    released: Vec<StoredFile>,
}

#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The file does not exist, is of another kind, is claimed, or belongs to another user.
    #[error("no {} that can be claimed", .0.as_str())]
    NotFound(FileKind),
    /// Another request is setting the tag of the object, or was interrupted while it did. A later claim succeeds.
    #[error("the {} is locked", .0.as_str())]
    Locked(FileKind),
    /// The table or the bucket failed.
    #[error(transparent)]
    Failed(#[from] FileError),
    /// The time of the function was nearly over.
    #[error(transparent)]
    Late(#[from] DeadlineError),
}

impl From<StoreError> for ClaimError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ObjectError> for ClaimError {
    fn from(error: ObjectError) -> Self {
        Self::Failed(error.into())
    }
}

impl FileChanges {
    /// The claims and releases, as parts of the transaction that writes the profile.
    pub fn items(&self, service: &FileService, user: &UserId) -> Result<Vec<TransactionItem>, StoreError> {
        let claims = self.claimed.iter().map(|file| service.table.claim_item(file, user));
        let releases = self.released.iter().map(|file| service.table.release_item(file));
        claims.chain(releases).collect()
    }
}

impl FileService {
    /// Determines the changes for a profile. `current` are the files that it refers to now.
    ///
    /// # Errors
    /// [`ClaimError::NotFound`], and when the table cannot be read.
    pub async fn plan(
        &self,
        user: &UserId,
        current: &ProfileFiles,
        requested: RequestedFiles,
    ) -> Result<FileChanges, ClaimError> {
        let image = requested
            .image
            .or_else(|| Some(current.image.as_ref()?.file_id.clone()));
        let (cv, video) = (requested.curriculum, requested.video);
        let kept: Vec<FileId> = [&image, &cv, &video].into_iter().flatten().cloned().collect();
        // No read depends on another. Boxed, because these futures contain whole SDK calls.
        let (image, cv, video, released) = tokio::join!(
            Box::pin(self.refer(user, FileKind::Image, image, current.image.as_ref())),
            Box::pin(self.refer(user, FileKind::Document, cv, current.curriculum.as_ref())),
            Box::pin(self.refer(user, FileKind::Video, video, current.video.as_ref())),
            self.released_files(&kept, user, current)
        );
        let referred = [image?, cv?, video?];
        let [image, curriculum, video] = referred.each_ref().map(|referred| Some(referred.as_ref()?.0.clone()));
        Ok(FileChanges {
            files: ProfileFiles {
                image,
                curriculum,
                video,
            },
            claimed: referred
                .into_iter()
                .flatten()
                .filter_map(|(_, claimed)| claimed)
                .collect(),
            released: released?,
        })
    }

    /// What the profile refers to in a field, and the file to claim for it. `requested` is the file that it should refer to, and
    /// `current` the one that it refers to now, which needs no claim.
    async fn refer(
        &self,
        user: &UserId,
        kind: FileKind,
        requested: Option<FileId>,
        current: Option<&FileReference>,
    ) -> Result<Option<(FileReference, Option<StoredFile>)>, ClaimError> {
        let Some(id) = requested else { return Ok(None) };
        if let Some(kept) = current.filter(|file| file.file_id == id) {
            return Ok(Some((kept.clone(), None)));
        }
        let file = self.table.find(&id).await?;
        let file = file.filter(|file| file.kind == kind && file.can_be_claimed_by(user));
        let file = file.ok_or(ClaimError::NotFound(kind))?;
        if file.is_locked() {
            return Err(ClaimError::Locked(kind));
        }
        Ok(Some((file.reference(), Some(file))))
    }

    /// The current files that the profile no longer refers to. A file that an interrupted deletion of the user has deleted needs no
    /// release.
    async fn released_files(
        &self,
        kept: &[FileId],
        user: &UserId,
        current: &ProfileFiles,
    ) -> Result<Vec<StoredFile>, StoreError> {
        let removed = current.ids().filter(|id| !kept.contains(id));
        let found = try_join_all(removed.map(|id| self.table.find(id))).await?;
        let claimed = found.into_iter().flatten();
        let claimed = claimed.filter(|file| file.is_claimed() && file.belongs_to(user));
        Ok(claimed.map(StoredFile::released).collect())
    }

    /// Makes the transaction that writes the changes, with the tags of the objects set as the module describes. Returns what the
    /// transaction returns.
    ///
    /// # Errors
    /// [`ClaimError::NotFound`] for a file without an object, and when the bucket cannot be written. Then there was no
    /// transaction. When the time was over before the transaction had ended, it may have been written or not.
    pub async fn apply<T, E>(
        &self,
        changes: &FileChanges,
        transaction: impl Future<Output = Result<T, E>>,
    ) -> Result<Result<T, E>, ClaimError> {
        let claim = async {
            self.mark_claimed(&changes.claimed).await?;
            Ok::<_, ClaimError>(transaction.await)
        };
        let claim = deadline::leave_time_to_undo(claim).await;
        let result = claim.unwrap_or_else(|late| Err(late.into()));
        let unclaimed = if matches!(result, Ok(Ok(_))) {
            &changes.released
        } else {
            &changes.claimed
        };
        join_all(unclaimed.iter().map(|file| self.try_mark_unclaimed(file))).await;
        result
    }

    /// Waits for all, so that none is removed after the tag was set again.
    async fn mark_claimed(&self, files: &[StoredFile]) -> Result<(), ClaimError> {
        let marked = files
            .iter()
            .map(|file| self.objects.mark_claimed(file.kind, &file.file_id));
        for (file, marked) in files.iter().zip(join_all(marked).await) {
            if !marked? {
                return Err(ClaimError::NotFound(file.kind));
            }
        }
        Ok(())
    }

    /// A failure is logged. It must not fail the request, whose transaction has succeeded or failed already. The same is true when the
    /// invocation has no time left.
    async fn try_mark_unclaimed(&self, file: &StoredFile) {
        let marked = deadline::leave_time_to_respond(mark_unclaimed(&self.table, &self.objects, file)).await;
        let cause = match marked {
            Ok(Ok(())) => return,
            Ok(Err(cause)) => Causes(&cause).to_string(),
            Err(late) => late.to_string(),
        };
        error!(file = %file.file_id, cause, "file not marked");
    }
}

/// Lets the bucket delete the object of a file that no profile refers to. `file` is its record, as it was read.
///
/// Only the table knows whether a profile refers to it: the failed claim may have been written although its response was lost,
/// or another claim is on its way. So the file is locked before the tag is set, which succeeds only for an unclaimed file. When
/// this request is interrupted, or its response from the bucket is lost, the lock ends by itself after the request has ended: nobody
/// can claim the file while the tag may still be set. A request that reads the file after that removes the tag.
///
/// The operator's sweep finds an object that is left without a tag: of a release, by its record, which does not expire until it is unlocked;
/// of a failed claim, when its record has expired. A lost object cannot be recovered.
pub async fn mark_unclaimed(table: &FilesTable, objects: &ObjectStore, file: &StoredFile) -> Result<(), FileError> {
    let Some(locked) = table.lock(file).await? else {
        return Ok(());
    };
    objects.mark_unclaimed(file.kind, &file.file_id).await?;
    table.unlock(&locked).await?;
    Ok(())
}
