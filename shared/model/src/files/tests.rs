use super::{
    Files,
    mutation::Mutation,
    properties::{
        BYTES_STAY, CAN_BE_REPEATED, CANCELLED_IS_GONE, DELETION_IS_COMPLETE, ENDS_BY_ITSELF, EVERYTHING_ENDS,
        NO_FILE_OF_DELETED_USER, ONE_OWNER, OWNER_STAYS, RECORD_OUTLIVES_OBJECT, REFUNDED_ONCE,
    },
};
use crate::{check, check_for};

#[test]
fn claims_of_files_hold() {
    let checked = check("claims, 2 requests, 1 fault", Files::claims(2, 1)).unwrap();
    assert!(checked.holds(), "{checked:#?}");
}

#[test]
fn uploads_of_videos_hold() {
    let checked = check("uploads, 2 requests, 1 fault", Files::uploads(2, 1)).unwrap();
    assert!(checked.holds(), "{checked:#?}");
}

/// The smallest model in which a mutation shows, and a property that it violates.
fn violation_of(mutation: Mutation) -> (Files, &'static str) {
    match mutation {
        Mutation::ClaimWithoutOwner => (Files::claims(2, 0), OWNER_STAYS),
        Mutation::ClaimLeavesDeadline => (Files::claims(1, 0), ONE_OWNER),
        Mutation::ClaimOfADeletedFile | Mutation::ProfileWithoutVersion => (Files::claims(2, 1), ONE_OWNER),
        Mutation::ClaimOfAChangedFile | Mutation::ClaimDespiteLock | Mutation::TagSetWithoutLock => {
            (Files::claims(2, 1), BYTES_STAY)
        }
        Mutation::TagRemovedAfterClaim
        | Mutation::TagSetBeforeRelease
        | Mutation::ObjectDeletedBeforeMark
        | Mutation::LifecycleIgnoresTag => (Files::claims(1, 0), BYTES_STAY),
        Mutation::DeletionOfAClaimedFile | Mutation::SweepWithoutCondition => (Files::claims(2, 0), BYTES_STAY),
        Mutation::UnfinishedDeletionExpires | Mutation::UntaggedReleaseExpires => {
            (Files::claims(1, 1), RECORD_OUTLIVES_OBJECT)
        }
        Mutation::UnlockOfAnotherLock => (Files::replacements(3, 1), RECORD_OUTLIVES_OBJECT),
        Mutation::ReleaseWithoutTag => (Files::claims(1, 0), ENDS_BY_ITSELF),
        Mutation::ProfileFilesForgotten => (Files::claims(1, 1), EVERYTHING_ENDS),
        Mutation::UserDeletedWithoutVersion => (Files::claims(2, 0), EVERYTHING_ENDS),
        Mutation::RecordDeletedBeforeObject => (Files::claims(1, 0), CAN_BE_REPEATED),
        Mutation::UserDeletedWithoutMarker => (Files::uploads(2, 1), NO_FILE_OF_DELETED_USER),
        Mutation::NoSecondPass => (Files::uploads(3, 0), DELETION_IS_COMPLETE),
        Mutation::FinalizeWithoutCondition | Mutation::UploadDeletedFirst => (Files::uploads(2, 1), CANCELLED_IS_GONE),
        Mutation::RefundOutsideTransaction => (Files::uploads(2, 0), REFUNDED_ONCE),
    }
}

#[test]
fn each_mutation_is_found() {
    for mutation in Mutation::ALL {
        let (model, property) = violation_of(mutation);
        let mutated = Files {
            mutation: Some(mutation),
            ..model
        };
        let checked = check_for(&format!("{mutation:?}"), mutated, property).unwrap();
        assert!(checked.violations.contains_key(property), "{mutation:?}");
    }
}
