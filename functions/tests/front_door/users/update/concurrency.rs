//! Edits of a profile that changed meanwhile.

use insta::assert_json_snapshot;
use testing::Stack;

use super::{SignedInUser, profile_with};

#[tokio::test]
async fn returns_409_when_the_profile_changed() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    let etag = signed_in.etag(&stack).await;

    let first = signed_in
        .update(&profile_with("address", "Oran"))
        .header("if-match", &etag);
    let response = stack.send(&first).await;
    assert_eq!(response.status, 200);
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
    assert_eq!(stack.send(&third).await.status, 200);
    let any = signed_in
        .update(&profile_with("address", "Oran"))
        .header("if-match", "*");
    assert_eq!(stack.send(&any).await.status, 200);
}

#[tokio::test]
async fn concurrent_edits_of_the_same_version_save_one() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    let etag = signed_in.etag(&stack).await;
    let edits: Vec<_> = (0..10)
        .map(|number| {
            let edit = signed_in.update(&profile_with("address", format!("{number} rue Larbi Ben M'hidi")));
            let (stack, edit) = (stack.clone(), edit.header("if-match", &etag));
            tokio::spawn(async move { stack.send(&edit).await })
        })
        .collect();
    let mut saved = Vec::new();
    for edit in edits {
        let response = edit.await.expect("a response");
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
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    let edits: Vec<_> = (0..2)
        .map(|number| {
            let edit = signed_in.update(&profile_with("address", format!("{number} rue Larbi Ben M'hidi")));
            let stack = stack.clone();
            tokio::spawn(async move { stack.send(&edit).await.status })
        })
        .collect();
    for edit in edits {
        assert_eq!(edit.await.expect("a response"), 200);
    }
    assert_eq!(signed_in.user.record(&stack).await["profileVersion"], 2);
}
