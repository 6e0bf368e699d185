//! Deletes users with everything that belongs to them, for the user or for an operator.

use api::{ApiError, ApiResult};
use domain::UserId;
use files::{
    ObjectStore,
    removal::{self, Files},
};
use mail::SuppressionList;
use platform::{
    causes::Causes,
    contention::{Contention, TRIES},
    deadline,
};
use serde::{Deserialize, Serialize};
use store::{
    StoreError,
    course_details::CourseDetailsTable,
    files::FilesTable,
    payments::PaymentsTable,
    place_requests::{PlaceItems, PlaceOutcome, PlaceRequest, PlaceRequestsTable},
    users::{User, UsersTable},
};
use tracing::{error, warn};

use crate::{jobs::JobFunction, wired};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum DeletionStatus {
    /// The user is deleted, with everything that belonged to them.
    Complete,
    /// The user is deleted, and data that another request added during the deletion remains. The log names it, and
    /// [`UserDeletion::delete_leftovers`] deletes it.
    Incomplete,
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

wired! {
    #[derive(Debug)]
    pub struct UserDeletion(wiring) {
        pub(crate) users: UsersTable = wiring.users()?,
        pub(crate) payments: PaymentsTable = wiring.payments()?,
        pub(crate) place_requests: PlaceRequestsTable = wiring.place_requests()?,
        /// Has the places of the user, which the deletion releases.
        pub(crate) course_details: CourseDetailsTable = wiring.course_details()?,
        pub(crate) files: FilesTable = wiring.files_table()?,
        pub(crate) objects: ObjectStore = wiring.objects()?,
        pub(crate) suppression_list: SuppressionList = wiring.suppression_list(),
    }
}

/// What the janitor is invoked with: the event of a schedule, which names no user, or this one.
#[derive(Debug, Serialize, Deserialize)]
pub struct RemoveFilesEvent {
    /// A deleted user. Files that the deletion has missed are removed.
    #[serde(default)]
    pub owner: Option<UserId>,
}

/// Starts the janitor after the deletion of a user. A failure is logged: the user is deleted, and the deadlines of files that the deletion has
/// missed end them.
pub async fn start_janitor(janitor: &JobFunction, user: &UserId) {
    let event = RemoveFilesEvent {
        owner: Some(user.clone()),
    };
    let started = deadline::leave_time_to_respond(janitor.start(&event)).await;
    let cause = match started {
        Ok(Ok(())) => return,
        Ok(Err(cause)) => Causes(&cause).to_string(),
        Err(late) => late.to_string(),
    };
    warn!(subject = %user, cause, "janitor not started");
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
            removal::remove_of(&self.files, &user.user_id, Files::Unclaimed).await?;
            if user.data_export.is_some() {
                self.objects.delete_archive(&user.user_id).await?;
            }
            let of_profile: Vec<_> = user.profile.files.ids().cloned().collect();
            let claimed = removal::items(&self.files, &user.user_id, &of_profile).await?;
            if self.users.delete(&user, claimed).await? {
                // After the steps above, a file, an enrolment or a place request may have been added, or an archive may have been made.
                return Ok(self.delete_leftovers_in_time(&user.user_id).await);
            }
            // The profile was edited since it was read, and may have claimed another file.
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
    pub async fn delete_leftovers(&self, id: &UserId) -> ApiResult<()> {
        let mut result = Ok(());
        for deleted in [
            removal::remove_of(&self.files, id, Files::All)
                .await
                .map_err(ApiError::from),
            self.objects.delete_archive(id).await.map_err(ApiError::from),
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

    /// Deletes the places of a user with their proofs of payment, and releases their seats. It can be repeated.
    async fn delete_place_requests_of(&self, id: &UserId) -> Result<(), StoreError> {
        loop {
            let places = self.place_requests.of_user(id).await?;
            if places.is_empty() {
                return Ok(());
            }
            for place in places {
                // One that has changed meanwhile is read again.
                if self.delete_place(&place, place.state.holds_seat()).await? == PlaceOutcome::NoSeat {
                    // The run left the catalogue with its count, before imports kept counts.
                    let _: PlaceOutcome = self.delete_place(&place, false).await?;
                }
            }
        }
    }

    async fn delete_place(&self, place: &PlaceRequest, holds_seat: bool) -> Result<PlaceOutcome, StoreError> {
        let seat = holds_seat.then(|| self.course_details.release_place_item(&place.course_id, &place.run_id));
        let proofs: Vec<_> = place.proofs.iter().map(|proof| proof.file.file_id.clone()).collect();
        let reference = place.offer.as_ref().map(|offer| &offer.reference);
        let reference = reference.map(|reference| self.payments.forget_reference_item(reference));
        let items = PlaceItems {
            seats: seat.transpose()?.into_iter().collect(),
            reference: reference.transpose()?,
            files: removal::items(&self.files, &place.user_id, &proofs).await?,
            ..PlaceItems::default()
        };
        self.place_requests.write(Some(place), None, items).await
    }
}
