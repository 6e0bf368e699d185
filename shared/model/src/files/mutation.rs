//! Faults that tests put into the model, to see that the checker finds them.

/// A fault of the protocol. Each is one line of code away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// A claim does not require that the file has no other owner.
    ClaimWithoutOwner,
    /// The transaction of a claim does not require that the file is as it was read.
    ClaimOfAChangedFile,
    /// A file may be claimed while a request sets its tag.
    ClaimDespiteLock,
    /// A file may be claimed although its owner has deleted it.
    ClaimOfADeletedFile,
    /// A claim leaves the deadline, which is the table's TTL.
    ClaimLeavesDeadline,
    /// A claim removes the tag after the transaction instead of before it.
    TagRemovedAfterClaim,
    /// A release sets the tag before the transaction instead of after it.
    TagSetBeforeRelease,
    /// A failed claim sets the tag without asking the table.
    TagSetWithoutLock,
    /// An unlock does not require that the lock is its own.
    UnlockOfAnotherLock,
    /// A release does not set the tag.
    ReleaseWithoutTag,
    /// The record of a released file expires although its object has no tag yet.
    UntaggedReleaseExpires,
    /// The profile is written whatever its version.
    ProfileWithoutVersion,
    /// A file is deleted although its profile was read before it referred to the file. So it was before the transaction had a condition
    /// on the profile.
    DeletionOfAClaimedFile,
    /// The object of a file is deleted before its record is marked.
    ObjectDeletedBeforeMark,
    /// The record of a deleted file expires although its object is still there.
    UnfinishedDeletionExpires,
    /// A user is deleted although the profile has changed since the files were deleted.
    UserDeletedWithoutVersion,
    /// A user's deletion leaves no item for uploads.
    UserDeletedWithoutMarker,
    /// A user's deletion does not look for uploads and files again.
    NoSecondPass,
    /// A user's deletion deletes the record of a file before its object.
    RecordDeletedBeforeObject,
    /// A user's deletion deletes the files that the index shows only, and not those that the profile refers to.
    ProfileFilesForgotten,
    /// Finalizing does not require that the upload has no outcome.
    FinalizeWithoutCondition,
    /// Cancelling deletes the upload's record first.
    UploadDeletedFirst,
    /// Cancelling refunds the attempt outside of the transaction.
    RefundOutsideTransaction,
    /// The operator's sweep deletes an expired file although it was claimed meanwhile. So it was before the deletion had a condition.
    SweepWithoutCondition,
    /// The bucket deletes old objects with any tag or none.
    LifecycleIgnoresTag,
}

impl Mutation {
    pub const ALL: [Self; 25] = [
        Self::ClaimWithoutOwner,
        Self::ClaimOfAChangedFile,
        Self::ClaimDespiteLock,
        Self::ClaimOfADeletedFile,
        Self::ClaimLeavesDeadline,
        Self::TagRemovedAfterClaim,
        Self::TagSetBeforeRelease,
        Self::TagSetWithoutLock,
        Self::UnlockOfAnotherLock,
        Self::ReleaseWithoutTag,
        Self::UntaggedReleaseExpires,
        Self::ProfileWithoutVersion,
        Self::DeletionOfAClaimedFile,
        Self::ObjectDeletedBeforeMark,
        Self::UnfinishedDeletionExpires,
        Self::UserDeletedWithoutVersion,
        Self::UserDeletedWithoutMarker,
        Self::NoSecondPass,
        Self::RecordDeletedBeforeObject,
        Self::ProfileFilesForgotten,
        Self::FinalizeWithoutCondition,
        Self::UploadDeletedFirst,
        Self::RefundOutsideTransaction,
        Self::SweepWithoutCondition,
        Self::LifecycleIgnoresTag,
    ];
}
