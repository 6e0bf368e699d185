//! Deletes users with everything that belongs to them, for the user or for an operator.

use std::iter;

use api::{ApiError, ApiResult};
use domain::{FileKind, UserId};
use files::FileService;
use futures_util::{StreamExt, TryStreamExt, stream};
use mail::SuppressionList;
use platform::{
    contention::{Contention, TRIES},
    deadline,
};
use store::{
    StoreError,
    course_details::CourseDetailsTable,
    payments::PaymentsTable,
    place_requests::PlaceRequestsTable,
    uploads::{Refusal, UploadKey, UploadsTable},
    users::{User, UsersTable},
};
use tracing::error;

/// How many uploads are ended at once.
const CONCURRENT_UPLOADS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum DeletionStatus {
    /// The user is deleted, with everything that belonged to them.
    Complete,
    /// The user is deleted, and data that another request added during the deletion remains. The log names it, and
    /// [`UserDeletion::delete_leftovers`] deletes it.
    Incomplete,
    /// Another request has deleted the user before.
    AlreadyDeleted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct DeletionOutcome {
    pub status: DeletionStatus,
    /// Whether SES delivers email to the user. When it does not, no email must be sent: another bounce would put the email address
    /// on the suppression list again.
    pub is_deliverable: bool,
}

#[derive(Debug)]
pub struct UserDeletion {
    pub(crate) users: UsersTable,
    pub(crate) payments: PaymentsTable,
    pub(crate) place_requests: PlaceRequestsTable,
    /// Has the places of the user, which the deletion releases.
    pub(crate) course_details: CourseDetailsTable,
    pub(crate) uploads: UploadsTable,
    pub(crate) files: FileService,
    pub(crate) suppression_list: SuppressionList,
}

impl UserDeletion {
    /// Deletes a user.
    ///
    /// Password reset codes need no deletion: they end with the user, whose id they are bound to.
    ///
    /// The record of the user is deleted last, so that after an interrupted deletion the user can sign in and repeat it. Each step
    /// can be repeated. The suppression list is first: the email address is known only while the user exists, and nothing is
    /// deleted if SES is unreachable.
    ///
    /// # Errors
    /// When an AWS service fails, and when other requests changed the profile in every try.
    pub async fn delete(&self, user: User) -> ApiResult<DeletionOutcome> {
        let is_deliverable = !self.suppression_list.remove_bounced(&user.email).await?;
        let status = self.delete_user(user).await?;
        Ok(DeletionOutcome { status, is_deliverable })
    }

    async fn delete_user(&self, mut user: User) -> ApiResult<DeletionStatus> {
        for _ in 0..TRIES {
            self.payments.anonymize(&user.user_id).await?;
            self.delete_place_requests_of(&user.user_id).await?;
            self.end_uploads_of(&user.user_id).await?;
            self.files
                .delete_files_of(&user.user_id, user.profile.files.ids().cloned())
                .await?;
            if user.data_export.is_some() {
                self.files.objects.delete_archive(&user.user_id).await?;
            }
            let deleted_owner = self.uploads.owner_deleted_item(&user.user_id)?;
            if self.users.delete(&user, deleted_owner).await? {
                // After the steps above, an upload may have become a file, an enrolment or a place request may have been added, or an
                // archive may have been made.
                return Ok(self.delete_leftovers_in_time(&user.user_id).await);
            }
            // The profile was edited since it was read, and may have claimed a file.
            match self.users.find(&user.user_id).await? {
                Some(current) => user = current,
                None => return Ok(DeletionStatus::AlreadyDeleted),
            }
        }
        Err(Contention::on("the user").into())
    }

    /// As [`Self::delete_leftovers`]. It must not fail a request that has deleted the user, so what the time of the invocation is not enough
    /// for is left.
    async fn delete_leftovers_in_time(&self, id: &UserId) -> DeletionStatus {
        match deadline::leave_time_to_respond(self.delete_leftovers(id)).await {
            Ok(Ok(())) => DeletionStatus::Complete,
            Ok(Err(_)) => DeletionStatus::Incomplete,
            Err(cause) => {
                error!(subject = %id, %cause, "leftovers of a deleted user not deleted");
                DeletionStatus::Incomplete
            }
        }
    }

    /// Deletes what is left of a deleted user, and logs what cannot be deleted. It can be repeated.
    ///
    /// # Errors
    /// The last failure, when something is still left.
    pub async fn delete_leftovers(&self, id: &UserId) -> ApiResult<()> {
        let mut result = Ok(());
        for deleted in [
            self.end_uploads_of(id).await,
            self.files
                .delete_files_of(id, iter::empty())
                .await
                .map_err(ApiError::from),
            self.files.objects.delete_archive(id).await.map_err(ApiError::from),
        ] {
            if let Err(cause) = deleted {
                error!(subject = %id, %cause, "file of a deleted user not deleted");
                result = Err(cause);
            }
        }
        if let Err(cause) = self.payments.anonymize(id).await {
            error!(subject = %id, %cause, "payment of a deleted user not made anonymous");
            result = Err(cause.into());
        }
        if let Err(cause) = self.delete_place_requests_of(id).await {
            error!(subject = %id, %cause, "place request of a deleted user not deleted");
            result = Err(cause.into());
        }
        result
    }

    async fn delete_place_requests_of(&self, id: &UserId) -> Result<(), StoreError> {
        self.place_requests.delete_all_of(id, &self.course_details).await
    }

    /// Ends the uploads of a user, one by one: when the time of one request is not enough for all, the next request has fewer
    /// to end.
    async fn end_uploads_of(&self, id: &UserId) -> ApiResult<()> {
        let keys = self.uploads.keys_of_owner(id).await?;
        let ended = stream::iter(keys).map(|key| self.end_upload(key));
        ended.buffer_unordered(CONCURRENT_UPLOADS).try_collect().await
    }

    /// Ends an upload, and deletes its parts, its object and its file. The first step keeps others from finalizing it. Its record is
    /// deleted last, so that a repetition finds it until then.
    async fn end_upload(&self, key: UploadKey) -> ApiResult<()> {
        if let Some(upload) = self.uploads.find_by_key(key).await? {
            self.uploads.refuse(&upload, Refusal::OwnerDeleted).await?;
            self.files.objects.abort_upload(&upload).await?;
            self.files.objects.delete(FileKind::Video, &upload.file_id).await?;
            self.files.table.delete(&upload.file_id).await?;
            self.uploads.delete(&upload).await?;
        }
        Ok(())
    }
}
