//! Claims: how a profile starts and stops referring to files.

use domain::{FileId, FileKind, FileReference, UserId};
use futures_util::future::try_join_all;
use store::{
    StoreError, TransactionItem,
    files::{FileState, FilesTable, Reason, StoredFile},
    users::ProfileFiles,
};

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
    claimed: Vec<FileId>,
    /// Those that the profile lets go, as they were read.
    removed: Vec<StoredFile>,
}

#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The file does not exist, is of another kind, is claimed or removed, or belongs to another user.
    #[error("no {} that can be claimed", .0.as_str())]
    NotFound(FileKind),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl FileChanges {
    /// Determines the changes for a profile. `current` are the files that it refers to now.
    pub async fn plan(
        table: &FilesTable,
        user: &UserId,
        current: &ProfileFiles,
        requested: RequestedFiles,
    ) -> Result<Self, ClaimError> {
        let image = requested
            .image
            .or_else(|| Some(current.image.as_ref()?.file_id.clone()));
        let (cv, video) = (requested.curriculum, requested.video);
        let kept: Vec<FileId> = [&image, &cv, &video].into_iter().flatten().cloned().collect();
        // No read depends on another. Boxed, because these futures contain whole SDK calls.
        let (image, cv, video, removed) = tokio::join!(
            Box::pin(refer(table, user, FileKind::Image, image, current.image.as_ref())),
            Box::pin(refer(table, user, FileKind::Document, cv, current.curriculum.as_ref())),
            Box::pin(refer(table, user, FileKind::Video, video, current.video.as_ref())),
            Box::pin(let_go(table, user, current, &kept))
        );
        let referred = [image?, cv?, video?];
        let claimed = referred.iter().flatten().filter(|referred| referred.is_claimed);
        let claimed = claimed.map(|referred| referred.file.file_id.clone()).collect();
        let [image, curriculum, video] = referred.map(|referred| Some(referred?.file));
        Ok(Self {
            files: ProfileFiles {
                image,
                curriculum,
                video,
            },
            claimed,
            removed: removed?,
        })
    }

    /// The claims and removals, as parts of the transaction that writes the profile.
    pub fn items(&self, table: &FilesTable, user: &UserId) -> Result<Vec<TransactionItem>, StoreError> {
        let claims = self.claimed.iter().map(|id| table.claim_item(id, user, None));
        let removals = self.removed.iter().map(|file| table.remove_item(file, Reason::LetGo));
        claims.chain(removals).collect()
    }
}

/// A file that a profile refers to.
struct Referred {
    file: FileReference,
    /// Whether the profile claims it now.
    is_claimed: bool,
}

/// What the profile refers to in a field. `requested` is the file that it should refer to, and `current` the one that it refers to now,
/// which needs no claim.
async fn refer(
    table: &FilesTable,
    user: &UserId,
    kind: FileKind,
    requested: Option<FileId>,
    current: Option<&FileReference>,
) -> Result<Option<Referred>, ClaimError> {
    let Some(id) = requested else { return Ok(None) };
    if let Some(kept) = current.filter(|file| file.file_id == id) {
        return Ok(Some(Referred {
            file: kept.clone(),
            is_claimed: false,
        }));
    }
    let file = table.find(&id).await?;
    let file = file.filter(|file| file.kind == kind && file.can_be_claimed_by(user));
    let file = file.ok_or(ClaimError::NotFound(kind))?;
    Ok(Some(Referred {
        file: file.reference(),
        is_claimed: true,
    }))
}

/// The current files that the profile no longer refers to.
async fn let_go(
    table: &FilesTable,
    user: &UserId,
    current: &ProfileFiles,
    kept: &[FileId],
) -> Result<Vec<StoredFile>, StoreError> {
    let let_go = current.ids().filter(|id| !kept.contains(id));
    let found = try_join_all(let_go.map(|id| table.find(id))).await?;
    let is_claimed = |file: &StoredFile| file.state() == FileState::Claimed && file.belongs_to(user);
    Ok(found.into_iter().flatten().filter(is_claimed).collect())
}
