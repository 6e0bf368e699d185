//! Front-door tests of who may use the pages of staff.
//!
//! Protected here: each operation of staff in the API's document admits the roles that it names and an owner, with a sign-in of their own that
//! has not ended, and nobody else.

use crate::prelude::*;

const FORBIDDEN: (u16, &str) = (403, "forbidden");
const SIGN_IN: (u16, &str) = (403, "staff_sign_in_required");
const HALF_A_DAY: u64 = 12 * 3600;

/// An operation of staff, and the roles that it names.
struct Operation {
    name: String,
    request: TestRequest,
    roles: Vec<StaffRole>,
}

/// The operations of staff, except the sign-in.
fn staff_operations() -> Vec<Operation> {
    let found = operations().filter(|(_, path, _)| path.starts_with("/staff/") && path != "/staff/session");
    let found: Vec<_> = found
        .map(|(method, path, operation)| {
            let filled = path
                .split('/')
                .map(|part| if part.starts_with('{') { "a" } else { part });
            let filled = filled.collect::<Vec<_>>().join("/");
            let request = match method.as_str() {
                "get" => TestRequest::get(&filled),
                "post" => TestRequest::post(&filled).json(&json!({})),
                "put" => TestRequest::put(&filled).json(&json!({})),
                _ => TestRequest::delete(&filled),
            };
            let roles = serde_json::from_value(operation["x-staff-roles"].clone());
            Operation {
                name: format!("{method} {path}"),
                request,
                roles: roles.expect("each operation of staff names its roles"),
            }
        })
        .collect();
    assert!(found.len() >= 4, "the document has no operations of staff");
    found
}

/// The status and error code of a response that refuses. None when it admits the request, whatever it says about its content.
async fn refusal(stack: &Stack, request: TestRequest) -> Option<(u16, String)> {
    let response = stack.send(&request).await;
    let refuses = [401, 403].contains(&response.status);
    let code = |body: &Value| body["code"].as_str().unwrap_or_default().to_owned();
    refuses.then(|| (response.status, code(&response.body)))
}

fn is(expected: (u16, &str)) -> (u16, String) {
    (expected.0, expected.1.to_owned())
}

#[tokio::test]
async fn an_operation_admits_the_roles_that_it_names_and_an_owner() {
    let stack = Stack::running();
    for &role in StaffRole::ALL {
        let staff = TestStaff::signed_in(&stack, &[role]).await;
        for Operation { name, request, roles } in staff_operations() {
            let may = role == StaffRole::Owner || roles.contains(&role);
            let found = refusal(&stack, staff.sends(request)).await;
            assert_eq!(
                found,
                if may { None } else { Some(is(FORBIDDEN)) },
                "{name} as {role:?}"
            );
        }
    }
}

#[tokio::test]
async fn an_operation_needs_the_session_and_the_cookie_of_the_same_staff_member() {
    let (stack, owner) = Stack::with_staff(&[StaffRole::Owner]).await;
    let other = TestStaff::signed_in(&stack, &[StaffRole::Owner]).await;
    let learner = TestUser::verified(&stack).await.access_token(&stack).await;
    let elsewhere = owner.user.access_token(&stack).await;
    for Operation { name, request, .. } in staff_operations() {
        let cases = [
            (
                "no session",
                request.clone().cookie(&owner.cookie),
                (401, "unauthorized"),
            ),
            ("a stolen token", request.clone().bearer(&owner.session.token), SIGN_IN),
            (
                "another session of the member",
                request.clone().bearer(&elsewhere).cookie(&owner.cookie),
                SIGN_IN,
            ),
            (
                "the cookie of another",
                request.clone().bearer(&owner.session.token).cookie(&other.cookie),
                SIGN_IN,
            ),
            (
                "a user without a role",
                request.clone().bearer(&learner).cookie(&owner.cookie),
                FORBIDDEN,
            ),
        ];
        for (case, request, expected) in cases {
            assert_eq!(refusal(&stack, request).await, Some(is(expected)), "{name} with {case}");
        }
    }
    owner.sign_in_ages(&stack, HALF_A_DAY).await;
    for Operation { name, request, .. } in staff_operations() {
        assert_eq!(
            refusal(&stack, owner.sends(request)).await,
            Some(is(SIGN_IN)),
            "{name} after half a day"
        );
    }
}

#[tokio::test]
async fn a_sign_in_ends_with_the_session_the_passkey_the_roles_and_a_block() {
    let stack = Stack::running();
    let today = || TestRequest::get("/staff/today");
    let sign_out = |staff: &TestStaff| TestRequest::post("/users/logout").bearer(&staff.session.token);
    let staff = TestStaff::signed_in(&stack, &[StaffRole::Finance]).await;
    assert_eq!(refusal(&stack, staff.sends(today())).await, None);
    expect!(stack.send(&sign_out(&staff)), 200);
    assert_eq!(
        refusal(&stack, staff.sends(today())).await,
        Some(is((401, "unauthorized")))
    );

    let staff = TestStaff::signed_in(&stack, &[StaffRole::Finance]).await;
    let path = format!("/users/me/passkeys/{}", staff.passkey);
    expect!(
        stack.send(&TestRequest::delete(&path).bearer(&staff.session.token)),
        200
    );
    assert_eq!(refusal(&stack, staff.sends(today())).await, Some(is(SIGN_IN)));

    let staff = TestStaff::signed_in(&stack, &[StaffRole::Finance]).await;
    let owner = TestStaff::signed_in(&stack, &[StaffRole::Owner]).await;
    let roles = json!({"email": staff.user.email, "roles": ["finance", "admissions"]});
    expect!(
        stack.send(&owner.sends(TestRequest::put("/staff/members").json(&roles))),
        200
    );
    assert_eq!(refusal(&stack, staff.sends(today())).await, Some(is(SIGN_IN)));

    let staff = TestStaff::signed_in(&stack, &[StaffRole::Finance]).await;
    staff.user.set_attribute(&stack, "blocked", true.into()).await;
    assert_eq!(
        refusal(&stack, staff.sends(today())).await,
        Some(is((403, "account_blocked")))
    );
}

#[tokio::test]
async fn a_staff_member_cannot_delete_the_account() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Finance]).await;
    let deletion = TestRequest::post("/users/delete").json(&json!({"password": staff.user.password}));
    refuses!(stack, deletion.bearer(&staff.session.token), 409, "staff_roles_held");
    let me = stack
        .send(&TestRequest::get("/users/me").bearer(&staff.session.token))
        .await;
    assert_eq!(me.data()["staff"], json!(["finance"]));
}
