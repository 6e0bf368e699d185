//! Front-door tests of `POST /users/verify-email`.
//!
//! Protected here: only a valid verification token verifies a user, for three days, for the mailbox to which it was sent, and it changes
//! nothing else. It signs in only the browser that signed the user up, and only once. Every browser learns from which course the user
//! signed up.

use futures_util::future;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-verify-email");

fn verify(token: &str) -> TestRequest {
    TestRequest::post("/users/verify-email").json(&json!({"token": token}))
}

fn assert_invalid(response: &TestResponse, what: &str) {
    let expected = (400, &json!("verification_invalid"));
    assert_eq!((response.status, &response.body["code"]), expected, "{what}");
}

/// Signs a token with the stack's key.
async fn sign(stack: &Stack, claims: &Value) -> String {
    let (id, key) = stack.secret("tokenKey").await;
    sign_jwt(claims, Some(&id), &key, JwtAlgorithm::EdDsa)
}

#[tokio::test]
async fn the_verification_link_verifies_the_user_and_can_be_repeated() {
    let (stack, user) = Stack::with_unverified_user().await;
    let token = user.last_email(&stack).await.verification_token();
    assert_eq!(user.record(&stack).await["verified"], false);

    let response = stack.send(&verify(&token).query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "Votre adresse e-mail est confirmée. Vous pouvez maintenant vous connecter.",
        "success": true
      }
    }
    "#);
    assert_eq!(user.record(&stack).await["verified"], true);

    let again = stack.send(&verify(&token).query("lang", "fr")).await;
    assert_eq!((again.status, again.body), (response.status, response.body));
}

#[tokio::test]
async fn changes_nothing_else_of_the_user() {
    let (stack, user) = Stack::with_unverified_user().await;
    let mut before = user.record(&stack).await;
    let token = user.last_email(&stack).await.verification_token();
    stack.send(&verify(&token)).await;

    before["verified"] = true.into();
    assert_eq!(user.record(&stack).await, before);
}

#[tokio::test]
async fn returns_the_wanted_course_once_in_every_browser_and_forgets_it() {
    let stack = Stack::running();
    let mut registration = TestUser::registration();
    registration["course"] = "project-management".into();

    let user = TestUser::registered_with(&stack, &registration).await;
    let token = user.last_email(&stack).await.verification_token();
    // A link that was sent again leads there, too.
    let resend = TestRequest::post("/users/resend-verification").json(&json!({"email": user.email}));
    expect!(stack.send(&resend), 200);
    assert_eq!(user.record(&stack).await["wantedCourse"], "project-management");
    let response = stack.send(&verify(&token)).await;
    assert_eq!((response.status, &response.body["token"]), (200, &Value::Null));
    assert_eq!(response.body["course"], "project-management");
    assert_eq!(user.record(&stack).await["wantedCourse"], Value::Null);
    assert_eq!(stack.send(&verify(&token)).await.body["course"], Value::Null);

    registration["email"] = TestUser::registration()["email"].clone();
    let (user, proof) = TestUser::registered_with_body_and_proof(&stack, &registration).await;
    let token = user.last_email(&stack).await.verification_token();
    let response = stack.send(&verify(&token).cookie(&proof)).await;
    assert_eq!((response.status, response.body["token"].is_string()), (200, true));
    assert_eq!(response.body["course"], "project-management");
}

#[tokio::test]
async fn the_verification_link_expires_after_three_days() {
    let (stack, user) = Stack::with_unverified_user().await;
    let token = user.last_email(&stack).await.verification_token();
    let claims = jwt_claims(&token);
    let seconds = claims["exp"].as_i64().expect("an expiry") - claims["iat"].as_i64().expect("an issue time");
    assert_eq!(seconds, 3 * 24 * 60 * 60);

    let now = Timestamp::now().as_second();
    let claims =
        |exp: i64| json!({"sub": user.id, "iat": exp - seconds, "exp": exp, "ver": 0, "purpose": "verify_email"});
    let expired = sign(&stack, &claims(now - 1)).await;
    assert_invalid(&stack.send(&verify(&expired)).await, "an expired token");
    let last_minute = sign(&stack, &claims(now + 60)).await;
    expect!(stack.send(&verify(&last_minute)), 200);
}

#[tokio::test]
async fn rejects_tokens_that_are_not_verification_tokens() {
    let stack = Stack::running();
    let session = TestUser::verified(&stack).await.access_token(&stack).await;
    for token in ["", "abc", "a.b.c", &session] {
        assert_invalid(&stack.send(&verify(token)).await, token);
    }
    assert_invalid(
        &stack
            .send(&TestRequest::post("/users/verify-email").json(&json!({})))
            .await,
        "no token",
    );
}

#[tokio::test]
async fn rejects_the_link_of_a_deleted_user_and_creates_none() {
    let stack = Stack::running();
    let now = Timestamp::now().as_second();
    let claims = json!({"sub": "gone", "iat": now, "exp": now + 60, "ver": 0, "purpose": "verify_email"});
    let token = sign(&stack, &claims).await;

    assert_invalid(&stack.send(&verify(&token)).await, "a deleted user");
    assert_eq!(stack.get_item("users", ("pk", "user#gone")).await, Value::Null);
}

#[tokio::test]
async fn rejects_a_link_that_was_sent_to_another_mailbox() {
    let (stack, user) = Stack::with_unverified_user().await;
    let token = user.last_email(&stack).await.verification_token();
    user.set_attribute(&stack, "email", json!(format!("new-{}", user.email)))
        .await;
    assert_invalid(&stack.send(&verify(&token)).await, "a link to the former mailbox");
    assert_eq!(user.record(&stack).await["verified"], false);
}

/// Links of an older release name no mailbox. A change of the email address raises the token version.
#[tokio::test]
async fn a_link_without_a_mailbox_is_valid_until_the_email_changes() {
    let (stack, user) = Stack::with_unverified_user().await;
    let now = Timestamp::now().as_second();
    let claims = json!({"sub": user.id, "iat": now, "exp": now + 60, "ver": 0, "purpose": "verify_email"});
    let token = sign(&stack, &claims).await;
    user.set_attribute(&stack, "tokenVersion", json!(1)).await;
    assert_invalid(&stack.send(&verify(&token)).await, "after a change");
    user.set_attribute(&stack, "tokenVersion", json!(0)).await;
    expect!(stack.send(&verify(&token)), 200);
}

#[tokio::test]
async fn signs_in_the_browser_that_signed_the_user_up_once() {
    let stack = Stack::running();
    let (user, proof) = TestUser::registered_with_proof(&stack).await;
    assert!(
        proof.ends_with("; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=259200"),
        "{proof}"
    );
    let request = verify(&user.last_email(&stack).await.verification_token()).cookie(&proof);
    let response = expect!(stack.send(&request), 200);
    let token = response.body["token"].as_str().expect("an access token");
    let me = stack.send(&TestRequest::get("/users/me").bearer(token)).await;
    assert_eq!((me.status, me.data()), (200, response.data()));
    assert_eq!(
        response.set_cookie("__Host-signup"),
        "__Host-signup=; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=0"
    );

    // The device is known, as after a login.
    assert!(response.set_cookie("__Host-device").contains("; Max-Age=31536000"));

    let again = stack.send(&request).await;
    assert_eq!((again.status, &again.body["token"]), (200, &Value::Null));
    assert_eq!(again.headers.get("set-cookie"), None);
}

#[tokio::test]
async fn of_concurrent_verifications_one_signs_in() {
    let stack = Stack::running();
    let (user, proof) = TestUser::registered_with_proof(&stack).await;
    let request = verify(&user.last_email(&stack).await.verification_token()).cookie(&proof);
    let responses = future::join_all((0..5).map(|_| stack.send(&request))).await;
    assert!(responses.iter().all(|response| response.status == 200));
    let signed_in = responses.iter().filter(|response| response.body["token"].is_string());
    assert_eq!(signed_in.count(), 1);
}

#[tokio::test]
async fn no_other_proof_signs_in() {
    let stack = Stack::running();
    let (another, another_proof) = TestUser::registered_with_proof(&stack).await;
    let another_token = another.last_email(&stack).await.verification_token();
    for cookie in [
        another_proof,
        "__Host-signup=nonsense;".to_owned(),
        format!("__Host-signup={another_token};"),
    ] {
        let user = TestUser::registered(&stack).await;
        let token = user.last_email(&stack).await.verification_token();
        let response = stack.send(&verify(&token).cookie(&cookie)).await;
        assert_eq!((response.status, &response.body["token"]), (200, &Value::Null));
    }
    // Nor does the verification token of a user whom an operator has blocked.
    let (blocked, proof) = TestUser::registered_with_proof(&stack).await;
    let token = blocked.last_email(&stack).await.verification_token();
    blocked.set_attribute(&stack, "blocked", json!(true)).await;
    let response = stack.send(&verify(&token).cookie(&proof)).await;
    assert_eq!((response.status, &response.body["token"]), (200, &Value::Null));
}

#[tokio::test]
async fn returns_503_during_an_outage_and_the_link_stays_valid() {
    let (stack, user) = Stack::with_unverified_user().await;
    let token = user.last_email(&stack).await.verification_token();
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_DYNAMODB", outage.endpoint())];
    let function = FUNCTION.start(&stack, &overrides).await;

    expect!(function.send(&verify(&token)), 503);
    assert_eq!(user.record(&stack).await["verified"], false);
    outage.end();
    expect!(function.send(&verify(&token)), 200);
    assert_eq!(user.record(&stack).await["verified"], true);
}

async fn verify_new_user(stack: &Stack) -> (TestRequest, TestUser) {
    let user = TestUser::registered(stack).await;
    (verify(&user.last_email(stack).await.verification_token()), user)
}

#[tokio::test]
async fn after_any_fault_the_proof_of_the_sign_up_still_signs_in_or_the_user_is_verified() {
    let prepare = async |stack: &Stack| {
        let (user, proof) = TestUser::registered_with_proof(stack).await;
        let token = user.last_email(stack).await.verification_token();
        (verify(&token).cookie(&proof), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        let stack = Stack::running();
        let was_verified = user.record(&stack).await["verified"] == true;
        let again = expect!(case.retry(), 200);
        assert_eq!(again.body["token"].is_null(), was_verified);
        expect!(stack.send(&user.login_request()), 200);
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_the_link_stays_valid() {
    faults::check_every_fault(FUNCTION, verify_new_user, async |case, user| {
        let stack = Stack::running();
        let is_written = case.failed_request() == "dynamodb UpdateItem users" && case.fault().is_carried_out();
        assert_eq!(
            user.record(&stack).await["verified"],
            case.response.status == 200 || is_written
        );
        expect!(case.retry(), 200);
        assert_eq!(user.record(&stack).await["verified"], true);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&verify_new_user(&Stack::running()).await.0),
    returns_400_for_a_malformed_body(&TestRequest::post("/users/verify-email"), &["{\"token\": 7}"]),
    every_variable_is_required(&verify("any")),
);
