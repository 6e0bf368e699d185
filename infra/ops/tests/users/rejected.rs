//! `ops users`, for a sign-up that the owner of the mailbox has rejected, and whose deletion was interrupted.

use crate::prelude::*;

/// The state that `reject-verification` leaves when a table fails after the user was marked.
async fn rejected_user(stack: &Stack) -> TestUser {
    let user = TestUser::registered(stack).await;
    user.set_attribute(stack, "rejected", json!(true)).await;
    user
}

#[tokio::test]
async fn finds_rejected_sign_ups() {
    let stack = Stack::running();
    let user = rejected_user(&stack).await;
    let line = format!("{}  Amina Benali <{}>, student, rejected", user.id, user.email);

    assert_eq!(ops(&stack, &["users", "find", &user.email]).success(), line);
    let found = ops(&stack, &["users", "find", &user.id, "--json"]).json();
    assert!(found.to_string().contains(r#""rejected":true"#), "{found}");

    let other = TestUser::registered(&stack).await;
    let found = ops(&stack, &["users", "find", "--rejected"]).success();
    assert!(found.contains(&line) && !found.contains(&other.id), "{found}");
}

#[tokio::test]
async fn find_needs_a_query_or_rejected_but_not_both() {
    let stack = Stack::running();
    let output = ops(&stack, &["users", "find"]).failure();
    assert!(output.contains("<QUERY>"), "{output}");
    let output = ops(&stack, &["users", "find", "amina", "--rejected"]).failure();
    assert!(output.contains("cannot be used with"), "{output}");
}

/// The owner of the mailbox never was a user, so they get no email about the deletion, and can sign up themselves.
#[tokio::test]
async fn delete_finishes_the_deletion_of_a_rejected_sign_up() {
    let stack = Stack::running();
    let user = rejected_user(&stack).await;
    let output = ops(&stack, &["users", "delete", &user.id, "--yes"]).success();
    assert_eq!(
        output,
        format!(
            "Permanently deleted: {}  Amina Benali <{}>, student, rejected",
            user.id, user.email
        )
    );
    assert_eq!(user.record(&stack).await, Value::Null);
    assert_eq!(
        stack.emails_to(&user.email).await.len(),
        1,
        "the email of the registration"
    );
    let mut registration = TestUser::registration();
    registration["email"] = json!(user.email);
    TestUser::registered_with(&stack, &registration).await;
}
