//! How files become those that a profile refers to, and how they stop being that.
//!
//! Table and bucket cannot be written together, so the bucket is always on the safe side: the tag by which it deletes an object is
//! off before a profile refers to it, and on again only when the table says that no profile does.

use aws_sdk_dynamodb::types::Update;
use domain::{FileId, FileKind, FileReference, UserId};
use platform::causes::Causes;
use store::{StoreError, files::StoredFile, users::ProfileFiles};
use tracing::error;

use super::{FileError, Library, ObjectError};

/// The files that somebody wants their profile to refer to.
#[derive(Debug, Clone, Default)]
pub struct WantedFiles {
    /// The photo; nothing when that of the profile stays.
    pub image: Option<FileId>,
    /// A teacher's CV.
    pub curriculum: Option<FileId>,
    /// A teacher's video; nothing when there is to be none.
    pub video: Option<FileId>,
}

/// What has to be done with files for a profile to refer to those that are wanted.
#[derive(Debug)]
pub struct FileChanges {
    /// What the profile refers to then.
    pub files: ProfileFiles,
    /// Those that wait for an account, as they are.
    claimed: Vec<StoredFile>,
    /// Those that the profile stops referring to, as they will be.
    released: Vec<StoredFile>,
}

/// Why a profile cannot refer to a file.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The file is not there, is of another kind, is claimed, or belongs to another user.
    #[error("no {} that can be claimed", .0.as_str())]
    NotFound(FileKind),
    /// The table or the bucket failed.
    #[error(transparent)]
    Failed(#[from] FileError),
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

/// The claims that a profile makes, one file after the other.
struct Claims<'a> {
    library: &'a Library,
    account: &'a UserId,
    files: Vec<StoredFile>,
}

impl Claims<'_> {
    /// What the profile refers to in a field, which now has `read` in it.
    async fn refer(
        &mut self,
        kind: FileKind,
        wanted: Option<FileId>,
        read: Option<&FileReference>,
    ) -> Result<Option<FileReference>, ClaimError> {
        let Some(id) = wanted else { return Ok(None) };
        if let Some(kept) = read.filter(|file| file.file_id == id) {
            return Ok(Some(kept.clone()));
        }
        let file = self.library.table.find(&id).await?;
        let file = file.filter(|file| file.kind == kind && file.waits_for(self.account));
        let file = file.ok_or(ClaimError::NotFound(kind))?;
        let reference = file.reference();
        self.files.push(file);
        Ok(Some(reference))
    }
}

impl FileChanges {
    /// What is written of the files, in one transaction with the profile.
    ///
    /// # Errors
    /// None that could be met: the requests are complete.
    pub fn updates(&self, library: &Library, account: &UserId) -> Result<Vec<Update>, StoreError> {
        let claims = self.claimed.iter().map(|file| library.table.claiming(file, account));
        let releases = self.released.iter().map(|file| library.table.releasing(file));
        claims.chain(releases).collect()
    }
}

impl Library {
    /// Finds out what has to be done. What the profile refers to already may be wanted again, and is no new claim.
    ///
    /// # Errors
    /// [`ClaimError::NotFound`], and when the table cannot be read.
    pub async fn plan(
        &self,
        account: &UserId,
        read: &ProfileFiles,
        wanted: WantedFiles,
    ) -> Result<FileChanges, ClaimError> {
        let mut claims = Claims {
            library: self,
            account,
            files: Vec::new(),
        };
        let image = wanted.image.or_else(|| Some(read.image.as_ref()?.file_id.clone()));
        let (cv, video) = (wanted.curriculum, wanted.video);
        let files = ProfileFiles {
            image: claims.refer(FileKind::Image, image, read.image.as_ref()).await?,
            curriculum: claims.refer(FileKind::Document, cv, read.curriculum.as_ref()).await?,
            video: claims.refer(FileKind::Video, video, read.video.as_ref()).await?,
        };
        let claimed = claims.files;
        let released = self.no_longer_in(&files, account, read).await?;
        Ok(FileChanges {
            files,
            claimed,
            released,
        })
    }

    /// Those of a profile's files that are not among the new ones. What a deletion of the account has deleted, before it was cut
    /// off, is not there to be released.
    async fn no_longer_in(
        &self,
        files: &ProfileFiles,
        account: &UserId,
        read: &ProfileFiles,
    ) -> Result<Vec<StoredFile>, StoreError> {
        let kept: Vec<&FileId> = files.ids().collect();
        let mut released = Vec::new();
        for id in read.ids().filter(|id| !kept.contains(id)) {
            let file = self.table.find(id).await?;
            released.extend(
                file.filter(|file| file.is_claimed() && file.belongs_to(account))
                    .map(StoredFile::waiting),
            );
        }
        Ok(released)
    }

    /// Makes the transaction that writes what was planned, with the bucket on the safe side before and after. Returns what the
    /// transaction returns.
    ///
    /// # Errors
    /// [`ClaimError::NotFound`] for a file without an object, and when the bucket cannot be written. Then there was no
    /// transaction.
    pub async fn carry_out<T, E>(
        &self,
        changes: &FileChanges,
        transaction: impl Future<Output = Result<T, E>>,
    ) -> Result<Result<T, E>, ClaimError> {
        // Boxed, since they hold whole SDK calls.
        let done = match Box::pin(self.secure(&changes.claimed)).await {
            Ok(()) => Ok(transaction.await),
            Err(failed) => Err(failed),
        };
        let waiting = if matches!(done, Ok(Ok(_))) {
            &changes.released
        } else {
            &changes.claimed
        };
        for file in waiting {
            if let Err(cause) = Box::pin(self.let_wait(file)).await {
                error!(file = %file.file_id, cause = %Causes(&cause), "file not marked");
            }
        }
        done
    }

    async fn secure(&self, files: &[StoredFile]) -> Result<(), ClaimError> {
        for file in files {
            if !self.objects.mark_claimed(file.kind, &file.file_id).await? {
                return Err(ClaimError::NotFound(file.kind));
            }
        }
        Ok(())
    }

    /// Lets the bucket delete the object of a file, when no account claims it. Only the table knows that: the claim that failed may
    /// have been written without our hearing of it, or another one is on its way. So the record is touched before the tag is on,
    /// which only one that waits lets happen, and after: who read it between the two cannot claim it, and who reads it then takes
    /// the tag off. In doubt the tag is off: what is left over without it is found by the operator's sweep, what an account has
    /// lost by nobody.
    async fn let_wait(&self, file: &StoredFile) -> Result<(), FileError> {
        let Some(touched) = self.table.touch(file).await? else {
            return Ok(());
        };
        if !self.objects.mark_unclaimed(file.kind, &file.file_id).await? {
            return Ok(());
        }
        let still_waits = self.table.touch(&touched).await;
        if !matches!(still_waits, Ok(Some(_))) {
            self.objects.mark_claimed(file.kind, &file.file_id).await?;
        }
        still_waits?;
        Ok(())
    }
}
