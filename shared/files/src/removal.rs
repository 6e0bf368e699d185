//! The removal of the files of a deleted user.

use domain::{FileId, UserId};
use futures_util::{StreamExt, TryStreamExt, future::try_join_all, stream};
use platform::contention::TRIES;
use store::{
    StoreError, TransactionItem,
    files::{FileState, FilesTable, Reason},
};

const CONCURRENT_FILES: usize = 4;

/// The removals of these files of a user, as parts of the transaction that deletes the user. Those that the user's profile does not refer
/// to are not among them.
pub async fn items(table: &FilesTable, owner: &UserId, ids: &[FileId]) -> Result<Vec<TransactionItem>, StoreError> {
    let found = try_join_all(ids.iter().map(|id| table.find(id))).await?;
    let claimed = found.into_iter().flatten();
    let claimed = claimed.filter(|file| file.state() == FileState::Claimed && file.owner.as_ref() == Some(owner));
    claimed
        .map(|file| table.remove_item(&file, Reason::OwnerDeleted))
        .collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// All but those that a profile refers to. While the user exists, one of these may be the profile's since it was read.
    Unclaimed,
    All,
}

/// Removes files of a user, and nothing says then whose they were. The index may not have the newest one: nobody claims it after the deletion
/// of the user, so its deadline ends it.
pub async fn remove_of(table: &FilesTable, owner: &UserId, which: Files) -> Result<(), StoreError> {
    let ids = table.ids_of_owner(owner).await?;
    let removed = stream::iter(ids).map(|id| remove(table, owner, id, which));
    removed.buffer_unordered(CONCURRENT_FILES).try_collect().await
}

async fn remove(table: &FilesTable, owner: &UserId, id: FileId, which: Files) -> Result<(), StoreError> {
    // The end of an upload or a claim may come between.
    for _ in 0..TRIES {
        let file = table.find(&id).await?;
        let Some(file) = file.filter(|file| file.owner.as_ref() == Some(owner)) else {
            break;
        };
        let is_done = match file.state() {
            FileState::Removed => table.disown(&id).await?,
            FileState::Claimed if which == Files::Unclaimed => true,
            _ => table.remove(&file, Reason::OwnerDeleted, None).await?,
        };
        if is_done {
            break;
        }
    }
    Ok(())
}
