//! Concurrent deletions, and what is written during a deletion.

use super::{FUNCTION, SignedInUser, dump_tables};
use crate::prelude::*;

#[tokio::test]
async fn concurrent_deletions_delete_once() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    signed_in.record_payments(&stack, 5).await;
    let deletions = stack.send_at_once((0..4).map(|_| signed_in.delete())).await;
    let mut statuses = Vec::new();
    for deletion in deletions {
        statuses.push(deletion.status);
    }
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(
        statuses.iter().all(|status| [200, 401].contains(status)),
        "{statuses:?}"
    );
    assert!(!dump_tables(&stack).await.contains(&signed_in.user.id));
    let emails = stack.emails_to(&signed_in.user.email).await;
    assert_eq!(emails.len(), 1, "of the deletion");
}

#[tokio::test]
async fn deletes_a_file_that_is_claimed_during_the_deletion() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let id = &signed_in.user.id;
    let mut edits = Vec::new();
    for _ in 0..2 {
        let image = TestFile::upload_image(&stack, None).await;
        let mut profile = signed_in.user.profile_update();
        profile["image"] = image.id.as_str().into();
        let edit = TestRequest::put(&format!("/users/{id}"))
            .bearer(&signed_in.token)
            .json(&profile);
        edits.push((image, edit));
    }
    let deletion = {
        let (stack, delete) = (stack.clone(), signed_in.delete());
        tokio::spawn(async move { stack.send(&delete).await.status })
    };
    // One after the other, while the user exists.
    for (_, edit) in &edits {
        stack.send(edit).await;
    }
    assert_eq!(deletion.await.expect("a response"), 200);
    for (image, _) in &edits {
        assert_ne!(image.record(&stack).await["owner"], id.as_str(), "{image:?}");
        assert!(
            image.is_removed(&stack).await || image.is_unclaimed(&stack).await,
            "{image:?}"
        );
    }
}

/// Deletes the user. The transaction that does it is held until `event` has happened, and then fails once.
async fn delete_meanwhile(signed_in: &SignedInUser, event: impl Future<Output = ()>) -> TestResponse {
    let delete = signed_in.delete();
    let stack = Stack::running();
    let held = FUNCTION.send_held(&stack, "dynamodb TransactWriteItems users", &delete, event);
    let (response, ()) = held.await;
    response
}

#[tokio::test]
async fn anonymizes_a_payment_that_is_recorded_during_the_deletion() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let payment = signed_in.record_payments(&stack, 1);
    expect!(Box::pin(delete_meanwhile(&signed_in, payment)), 200);
    assert!(!dump_tables(&stack).await.contains(&signed_in.user.id));
}

#[tokio::test]
async fn deletes_a_video_that_is_finalized_during_the_deletion() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let upload = signed_in.start_video_upload(&stack).await;
    upload.upload.set_attribute(&stack, "owner", Value::Null).await;

    let finish = async {
        upload.put_object(&stack).await;
        stack.put_item("files", upload.record.clone()).await;
        upload.upload.set_attribute(&stack, "upload", Value::Null).await;
    };
    expect!(Box::pin(delete_meanwhile(&signed_in, finish)), 200);
    assert!(upload.is_removed(&stack).await, "{}", upload.record);
}

#[tokio::test]
async fn deletes_an_archive_that_is_written_during_the_deletion() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let archive = signed_in.put_archive(&stack);
    expect!(Box::pin(delete_meanwhile(&signed_in, archive)), 200);
    assert!(!signed_in.has_archive(&stack).await);
}
