//! Front-door tests of `GET /users/me/passkeys`.
//!
//! Protected here: the list has the user's own passkeys, and no keys.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-list-passkeys");

fn list(token: &str) -> TestRequest {
    TestRequest::get("/users/me/passkeys").bearer(token)
}

#[tokio::test]
async fn lists_the_passkeys_of_the_user_without_their_keys() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    assert_eq!(stack.send(&list(&token)).await.data(), &json!([]));

    let (passkey, id) = user.add_passkey(&stack, &token).await;
    user.add_passkey(&stack, &token).await;
    let listed = stack.send(&list(&token)).await;
    assert_eq!(listed.data().as_array().map(Vec::len), Some(2));
    assert!(!listed.body.to_string().contains("cred"), "{listed:?}");

    expect!(stack.send(&passkey.login_request(&stack).await), 200);
    let listed = stack.send(&list(&token)).await;
    for passkey in listed.data().as_array().expect("a list") {
        assert_eq!(passkey["lastUsedAt"].is_string(), passkey["_id"] == id.as_str());
    }
    let other = TestUser::verified(&stack).await.access_token(&stack).await;
    assert_eq!(stack.send(&list(&other)).await.data(), &json!([]));
}

async fn prepare(stack: &Stack) -> TestRequest {
    let (user, token) = TestUser::signed_in(stack).await;
    user.add_passkey(stack, &token).await;
    list(&token)
}

#[tokio::test]
async fn after_any_fault_a_repetition_lists_them() {
    faults::check_every_fault(FUNCTION, prepare, async |case, ()| {
        let listed = case.retry().await;
        assert_eq!(listed.data().as_array().map(Vec::len), Some(1));
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_401_without_a_valid_token(list),
    every_variable_is_required(&list("any")),
);
