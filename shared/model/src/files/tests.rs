use super::*;
use crate::{check, check_for};

#[test]
fn claims_and_uploads_of_files_hold() {
    for model in [Files::claims(2, 1), Files::uploads(2, 1)] {
        let checked = check("files, 2 requests, 1 fault", model).unwrap();
        assert!(checked.holds(), "{checked:#?}");
    }
}

#[test]
fn each_mutation_is_found() {
    use Mutation as M;
    for (mutation, model, property) in [
        (M::ClaimOfAnothersFile, Files::uploads(2, 0), NOT_STOLEN),
        (M::ClaimOfARemovedFile, Files::claims(3, 0), HAS_BYTES),
        (M::ClaimBeforeTheBytes, Files::uploads(1, 0), HAS_BYTES),
        (M::ClaimLeavesDueTime, Files::claims(2, 0), ONE_OWNER),
        (M::ProfileWithoutVersion, Files::claims(2, 0), ENDS),
        (M::ReplacedFileStays, Files::claims(1, 0), ENDS),
        (M::DeletionWithoutProfile, Files::claims(2, 0), ONE_OWNER),
        (M::EndWithoutCondition, Files::uploads(2, 0), CANCELLED),
        (M::ObjectBeforeRecord, Files::uploads(1, 0), HAS_RECORD),
        (M::RefundOutsideTransaction, Files::uploads(2, 0), REFUNDED_ONCE),
        (M::UserDeletedWithoutVersion, Files::claims(2, 0), ENDS),
        (M::UserDeletedWithoutFile, Files::claims(1, 0), ENDS),
        (M::ClaimedFileRemovedFirst, Files::claims(2, 0), ONE_OWNER),
        (M::JanitorTrustsIndex, Files::claims(1, 0), ONE_OWNER),
        (M::JanitorDeletesFirst, Files::claims(2, 0), HAS_BYTES),
        (M::JanitorDoesNotWait, Files::uploads(3, 0), ENDS),
        (M::RecordForgottenFirst, Files::claims(2, 0), HAS_RECORD),
    ] {
        let mutated = Files {
            mutation: Some(mutation),
            ..model
        };
        let checked = check_for(&format!("{mutation:?}"), mutated, property).unwrap();
        assert!(checked.violations.contains_key(property), "{mutation:?}");
    }
}
