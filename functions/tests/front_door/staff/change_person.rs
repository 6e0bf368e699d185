//! Front-door tests of `POST /staff/people/{user}/actions`.
//!
//! Protected here: a block ends every session at once, each action has its audit record, an action is about what was read, and staff act neither
//! on themselves nor, without being an owner, on each other.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-change-person");

fn act(user: &TestUser, action: &str, version: u64) -> TestRequest {
    let body = json!({"action": action, "version": version});
    TestRequest::post(&format!("/staff/people/{}/actions", user.id)).json(&body)
}

/// The kinds of the actions about a user, the latest first.
async fn history(stack: &Stack, staff: &TestStaff, user: &TestUser) -> Vec<Value> {
    let request = TestRequest::get(&format!("/staff/people/{}", user.id));
    let person = stack.send(&staff.sends(request)).await;
    let entries = person.data()["history"].as_array().expect("a list").iter();
    entries.map(|entry| entry["kind"].clone()).collect()
}

#[tokio::test]
async fn a_blocked_user_is_signed_out_at_once_and_can_be_unblocked() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let user = TestUser::verified(&stack).await;
    let me = TestRequest::get("/users/me").bearer(&user.access_token(&stack).await);
    let send = async |action: &str, version: u64| stack.send(&staff.sends(act(&user, action, version))).await;

    for _ in 0..2 {
        // Once more, after a lost response.
        expect!(send("block", 0), 200);
        refuses!(stack, me, 403, "account_blocked");
        refuses!(stack, user.login_request(), 403, "account_blocked");
    }
    expect!(send("unblock", 0), (409, "conflict"), "the block was not read");
    expect!(send("unblock", 1), 200);
    refuses!(stack, me, 401, "unauthorized", "the earlier session has ended");
    expect!(stack.send(&user.login_request()), 200);
    expect!(
        send("block", 0),
        (409, "conflict"),
        "somebody has blocked and unblocked meanwhile"
    );
    assert_eq!(
        history(&stack, &staff, &user).await,
        ["account_unblock", "account_block"]
    );
}

#[tokio::test]
async fn ends_all_sessions() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let user = TestUser::verified(&stack).await;
    let me = TestRequest::get("/users/me").bearer(&user.access_token(&stack).await);
    for _ in 0..2 {
        expect!(stack.send(&staff.sends(act(&user, "end_sessions", 0))), 200);
        refuses!(stack, me, 401, "unauthorized");
    }
    assert_eq!(history(&stack, &staff, &user).await, ["sessions_end"]);
}

#[tokio::test]
async fn sends_the_verification_link_again_in_the_users_language() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let user = TestUser::registered(&stack).await;
    user.set_attribute(&stack, "language", "fr".into()).await;
    let request = staff.sends(act(&user, "resend_verification", 0));
    expect!(stack.send(&request), 200);
    let mail = user.last_email(&stack).await;
    assert!(mail.subject.starts_with("Confirmez votre adresse"), "{mail:?}");
    let verify = TestRequest::post("/users/verify-email").json(&json!({"token": mail.verification_token()}));
    expect!(stack.send(&verify), 200);
    refuses!(stack, request, 409, "already_verified");
    assert_eq!(history(&stack, &staff, &user).await, ["verification_resend"]);

    let rejected = TestUser::registered(&stack).await;
    rejected.set_attribute(&stack, "rejected", true.into()).await;
    expect!(
        stack.send(&staff.sends(act(&rejected, "resend_verification", 0))),
        (409, "conflict")
    );
    assert_eq!(
        stack.emails_to(&rejected.email).await.len(),
        1,
        "that of the registration"
    );
}

#[tokio::test]
async fn nobody_acts_on_the_own_account_and_only_owners_on_staff() {
    let (stack, clerk) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let owner = TestStaff::signed_in(&stack, &[StaffRole::Owner]).await;
    let colleague = TestStaff::signed_in(&stack, &[StaffRole::Finance]).await;
    for (staff, user, expected) in [
        (&clerk, &clerk, 403),
        (&owner, &owner, 403),
        (&clerk, &owner, 403),
        (&clerk, &colleague, 403),
        (&owner, &colleague, 200),
    ] {
        for action in ["block", "unblock", "end_sessions"] {
            let version = user.user.record(&stack).await["tokenVersion"].as_u64();
            let request = act(&user.user, action, version.expect("a number"));
            expect!(stack.send(&staff.sends(request)), expected, "{action}");
        }
    }
    let stranger = TestUser::registered(&stack).await;
    stranger.delete_record(&stack).await;
    refuses!(stack, clerk.sends(act(&stranger, "block", 0)), 404, "user_not_found");
}

#[tokio::test]
async fn after_any_fault_a_repetition_blocks() {
    let prepare = async |stack: &Stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        let user = TestUser::verified(stack).await;
        (staff.sends(act(&user, "block", 0)), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        expect!(case.retry(), 200);
        assert_eq!(user.record(&Stack::running()).await["blocked"], true);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_repetition_sends_the_link, async |stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        let user = TestUser::registered(stack).await;
        staff.sends(act(&user, "resend_verification", 0))
    }),
);
