//! Failures of AWS, and missing configuration.

use super::{FUNCTION, SignedInUser, Teacher, profile, update};
use crate::prelude::*;

fn update_of_unknown_user() -> TestRequest {
    update("00000000000000000000000000000000", "any", &profile())
}

#[tokio::test]
async fn returns_503_during_an_outage_and_succeeds_after_it() {
    let (_, signed_in) = SignedInUser::with_stack().await;
    checks::returns_503_during_an_outage_and_succeeds_after_it(FUNCTION, &signed_in.update(&profile()), 200).await;
}

#[tokio::test]
async fn after_any_fault_an_edit_is_saved_completely_or_can_be_repeated() {
    let prepare = async |stack: &Stack| {
        let signed_in = SignedInUser::sign_in(stack, TestUser::verified(stack).await).await;
        let etag = signed_in.etag(stack).await;
        signed_in.update(&profile()).header("if-match", &etag)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, ()| {
        let saved = case.response.status == 200;
        let again = case.retry().await;
        // When the edit was saved and only the response was lost, the profile has changed since.
        let is_done =
            saved || (case.fault().is_carried_out() && case.failed_request() == "dynamodb TransactWriteItems users");
        assert_eq!(again.status, if is_done { 409 } else { 200 }, "{again:?}");
        let items = case.stored_items("users").await;
        assert_eq!(items[0]["profile"]["address"], profile()["address"]);
        assert_eq!(items[0]["profileVersion"], 1);
    })
    .await;
}

/// A teacher replaces the CV, with the `ETag` of the current profile.
async fn replace_cv(stack: &Stack) -> (TestRequest, (Teacher, TestFile)) {
    let teacher = Teacher::create(stack).await;
    let cv = TestFile::upload_document(stack, Some(&teacher.signed_in.token)).await;
    let etag = teacher.signed_in.etag(stack).await;
    let update = teacher.update(&cv, Some(&teacher.video)).header("if-match", &etag);
    (update, (teacher, cv))
}

#[tokio::test]
async fn after_any_fault_one_of_two_files_is_claimed_and_the_other_free() {
    faults::check_every_fault(FUNCTION, replace_cv, async |case, (teacher, cv)| {
        let stack = Stack::running();
        let saved = case.response.status == 200
            || (case.fault().is_carried_out() && case.failed_request().contains("TransactWriteItems"));
        let profile = teacher.signed_in.user.record(&stack).await["profile"].clone();
        let (claimed, other) = if saved { (cv, &teacher.cv) } else { (&teacher.cv, cv) };
        assert_eq!(profile["files"]["curriculum"]["fileId"], claimed.id.as_str());
        assert!(teacher.has(&stack, claimed).await);
        assert!(teacher.has(&stack, &teacher.video).await);
        let is_other_free = if saved {
            other.is_removed(&stack).await
        } else {
            other.is_unclaimed(&stack).await
        };
        assert!(is_other_free);

        expect!(case.retry(), if saved { 409 } else { 200 });
        assert!(teacher.has(&stack, cv).await);
        assert!(teacher.cv.is_removed(&stack).await);
    })
    .await;
}

/// The response has the verdicts on the files, which are read after the profile is written.
#[tokio::test]
async fn no_saved_edit_is_reported_as_failed_where_files_are_scanned() {
    let scanning = FUNCTION.with(&[("FILE_SCAN", "required")]);
    let is_read_of_file = |request: &str| request == "dynamodb GetItem files";
    faults::check_faults_of(scanning, is_read_of_file, replace_cv, async |case, (teacher, cv)| {
        let profile = teacher.signed_in.user.record(&Stack::running()).await["profile"].clone();
        let is_saved = profile["files"]["curriculum"]["fileId"] == cv.id.as_str();
        assert_eq!(case.response.status == 200, is_saved, "{:?}", case.response);
        if is_saved {
            assert_eq!(case.response.data()["teacher"]["curriculum"]["status"], "checking");
        }
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(async |stack| {
        let signed_in = SignedInUser::create(stack).await;
        signed_in.update(&profile())
    }),
    every_variable_is_required(&update_of_unknown_user()),
);
