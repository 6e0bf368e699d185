//! Edits of a profile that changed meanwhile.

use super::{SignedInUser, profile_with};
use crate::prelude::*;

#[tokio::test]
async fn returns_409_when_the_profile_changed() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let etag = signed_in.etag(&stack).await;

    let first = signed_in
        .update(&profile_with("address", "Oran"))
        .header("if-match", &etag);
    let response = expect!(stack.send(&first), 200);
    let second = signed_in
        .update(&profile_with("address", "Annaba"))
        .header("if-match", &etag);
    let refused = stack.send(&second.query("lang", "fr")).await;
    assert_json_snapshot!(refused);
    assert_eq!(signed_in.user.record(&stack).await["profile"]["address"], "Oran");

    // A CDN that compresses responses turns their `ETag`s into weak ones.
    let current = format!("W/{}", response.header("etag"));
    let third = signed_in
        .update(&profile_with("address", "Annaba"))
        .header("if-match", &current);
    expect!(stack.send(&third), 200);
    let any = signed_in
        .update(&profile_with("address", "Oran"))
        .header("if-match", "*");
    expect!(stack.send(&any), 200);
}

#[tokio::test]
async fn concurrent_edits_of_the_same_version_save_one() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let etag = signed_in.etag(&stack).await;
    let edits = stack
        .send_at_once((0..10).map(|number| {
            let edit = signed_in.update(&profile_with("address", format!("{number} rue Larbi Ben M'hidi")));
            edit.header("if-match", &etag)
        }))
        .await;
    let mut saved = Vec::new();
    for response in edits {
        match response.status_and_code() {
            (200, _) => saved.push(response.data()["address"].clone()),
            outcome => assert_eq!(outcome, (409, "conflict")),
        }
    }
    assert_eq!(saved.len(), 1);
    assert_eq!(signed_in.user.record(&stack).await["profile"]["address"], saved[0]);
}

#[tokio::test]
async fn retries_a_concurrent_edit_without_if_match() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let edits = stack
        .send_at_once(
            (0..2).map(|number| signed_in.update(&profile_with("address", format!("{number} rue Larbi Ben M'hidi")))),
        )
        .await;
    for edit in edits {
        assert_eq!(edit.status, 200);
    }
    assert_eq!(signed_in.user.record(&stack).await["profileVersion"], 2);
}
