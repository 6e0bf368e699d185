//! Deleting an account with everything that belongs to it, for whoever asked for that: its owner, or an operator whom they asked.

use std::iter;

use api::{ApiError, ApiResult, ErrorCode};
use auth::password_reset::Resets;
use domain::{FileKind, UserId};
use files::Library;
use futures_util::{StreamExt, TryStreamExt, stream};
use mail::SuppressionList;
use store::{
    payments::PaymentsTable,
    uploads::{Refusal, UploadKey, UploadsTable},
    users::{User, UsersTable},
};
use tracing::error;

/// How often it is tried, when the profile becomes another one at the same moment.
const ATTEMPTS: u32 = 3;
/// How many uploads are ended at once.
const AT_ONCE: usize = 4;

/// What came of deleting an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Deleted {
    /// It is gone, with everything that belonged to it.
    Wholly,
    /// It is gone, and something that came to it at the last moment is left: the log says what, and
    /// [`Deletion::delete_what_is_left`] deletes it.
    WithLeftovers,
    /// Another deletion was quicker.
    Before,
}

/// A deletion that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Outcome {
    /// What came of it.
    pub deleted: Deleted,
    /// Whether SES would deliver a mail to the address. When it would not, none is to be sent: one more that bounces puts the
    /// address on the suppression list again.
    pub takes_mail: bool,
}

/// All that an account leaves something in.
#[derive(Debug)]
pub struct Deletion {
    pub(crate) users: UsersTable,
    pub(crate) payments: PaymentsTable,
    pub(crate) uploads: UploadsTable,
    pub(crate) library: Library,
    pub(crate) resets: Resets,
    pub(crate) suppression_list: SuppressionList,
}

impl Deletion {
    /// Deletes an account, for good.
    ///
    /// The account itself goes last: a deletion that is cut off before leaves somebody who can sign in and repeat it, and each
    /// step finds done what was done. SES comes first, since the address is known only as long as there is an account, and nothing
    /// is deleted yet should SES be out of reach.
    ///
    /// # Errors
    /// When something cannot be read or written, and when the profile became another one at every attempt.
    pub async fn delete(&self, user: User) -> ApiResult<Outcome> {
        let takes_mail = !self.suppression_list.forget(&user.email).await?;
        let deleted = self.delete_account(user).await?;
        Ok(Outcome { deleted, takes_mail })
    }

    async fn delete_account(&self, mut user: User) -> ApiResult<Deleted> {
        for _ in 0..ATTEMPTS {
            self.payments.make_anonymous(&user.user_id).await?;
            self.end_uploads_of(&user.user_id).await?;
            self.library
                .delete_all_of(&user.user_id, user.profile.files.ids().cloned())
                .await?;
            self.resets.forget(&user.email).await?;
            let noting = self.uploads.noting_that_is_gone(&user.user_id)?;
            if self.users.delete(&user, noting).await? {
                // Files that were finished after the others were deleted, and payments that were kept then.
                return Ok(match self.delete_what_is_left(&user.user_id).await {
                    Ok(()) => Deleted::Wholly,
                    Err(_) => Deleted::WithLeftovers,
                });
            }
            // An edit at the same moment may have claimed a file.
            match self.users.find(&user.user_id).await? {
                Some(now) => user = now,
                None => return Ok(Deleted::Before),
            }
        }
        Err(ErrorCode::ServiceUnavailable.into())
    }

    /// Opens the connections, so that the first request need not.
    pub async fn warm_up(&self) {
        self.resets.warm_up().await;
    }

    /// Deletes what is left of an account that is gone, and logs each thing that cannot be. It can be repeated.
    ///
    /// # Errors
    /// The last failure, when something is left still.
    pub async fn delete_what_is_left(&self, id: &UserId) -> ApiResult<()> {
        let mut outcome = Ok(());
        for deleted in [
            self.end_uploads_of(id).await,
            self.library
                .delete_all_of(id, iter::empty())
                .await
                .map_err(ApiError::from),
        ] {
            if let Err(cause) = deleted {
                error!(account = %id, %cause, "file of a deleted account not deleted");
                outcome = Err(cause);
            }
        }
        if let Err(cause) = self.payments.make_anonymous(id).await {
            error!(account = %id, %cause, "payment of a deleted account not made anonymous");
            outcome = Err(cause.into());
        }
        outcome
    }

    /// Ends the uploads of videos that the person has started, each for itself: when there are more than one call has the time for,
    /// the next one finds fewer.
    async fn end_uploads_of(&self, id: &UserId) -> ApiResult<()> {
        let keys = self.uploads.of_owner(id).await?;
        let ended = stream::iter(keys).map(|key| self.end_upload(key));
        ended.buffer_unordered(AT_ONCE).try_collect().await
    }

    /// Ends an upload, and deletes what has come of it. First nobody can finish it any more, then nothing can become of its parts,
    /// and its record goes last: until then a repetition finds it.
    async fn end_upload(&self, key: UploadKey) -> ApiResult<()> {
        if let Some(upload) = self.uploads.listed(key).await? {
            self.uploads.refuse(&upload, Refusal::OwnerGone).await?;
            self.library.objects.abandon_upload(&upload).await?;
            self.library.objects.delete(FileKind::Video, &upload.file_id).await?;
            self.library.table.delete(&upload.file_id).await?;
            self.uploads.delete(&upload).await?;
        }
        Ok(())
    }
}
