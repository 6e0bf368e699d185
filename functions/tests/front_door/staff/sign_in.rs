//! Front-door tests of `POST /staff/session`.
//!
//! Protected here: a user with a role signs in as staff with a passkey that a code of an owner, or a passkey before it, has admitted; the code is
//! used up; and nobody else signs in.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-sign-in");

/// A user to whom an owner has given a role, with a passkey and the code.
struct Newcomer {
    user: TestUser,
    token: String,
    passkey: TestPasskey,
    code: String,
}

impl Newcomer {
    async fn new(stack: &Stack) -> Self {
        let (user, token) = TestUser::signed_in(stack).await;
        let (passkey, _) = user.add_passkey(stack, &token).await;
        let owner = TestStaff::signed_in(stack, &[StaffRole::Owner]).await;
        let roles = json!({"email": user.email, "roles": ["admissions"]});
        let given = stack
            .send(&owner.sends(TestRequest::put("/staff/members").json(&roles)))
            .await;
        let code = given.data()["code"].as_str().expect("a code").to_owned();
        Self {
            user,
            token,
            passkey,
            code,
        }
    }

    async fn request(&self, stack: &Stack, passkey: &TestPasskey, code: Option<&str>) -> TestRequest {
        request(stack, &self.token, passkey, code).await
    }

    async fn sign_in(&self, stack: &Stack, passkey: &TestPasskey, code: Option<&str>) -> TestResponse {
        stack.send(&self.request(stack, passkey, code).await).await
    }
}

async fn request(stack: &Stack, token: &str, passkey: &TestPasskey, code: Option<&str>) -> TestRequest {
    let begun = begin_login(stack).await;
    let credential = passkey.sign(&begun.data()["options"]);
    let body = json!({"challenge": begun.data()["challenge"], "credential": credential, "code": code});
    TestRequest::post("/staff/session")
        .bearer(token)
        .json(&body)
        .cookie(begun.set_cookie("__Host-passkey"))
}

async fn today(stack: &Stack, token: &str, cookie: &str) -> u16 {
    let today = TestRequest::get("/staff/today").bearer(token).cookie(cookie);
    stack.send(&today).await.status
}

#[tokio::test]
async fn a_code_admits_a_passkey_once_and_a_passkey_admits_another() {
    let stack = Stack::running();
    let newcomer = Newcomer::new(&stack).await;
    let Newcomer { passkey, code, .. } = &newcomer;
    expect!(newcomer.sign_in(&stack, passkey, None), (403, "staff_code_required"));
    expect!(
        newcomer.sign_in(&stack, passkey, Some("7K4Q9-2BXM0-R5TVW-1YZAC")),
        (400, "staff_code_invalid")
    );

    let signed_in = newcomer.sign_in(&stack, passkey, Some(&code.to_lowercase())).await;
    assert_eq!(signed_in.data(), &json!({"roles": ["admissions"]}));
    let cookie = signed_in.set_cookie("__Host-staff").to_owned();
    assert!(
        cookie.ends_with("; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=43200"),
        "{cookie}"
    );
    assert_eq!(today(&stack, &newcomer.token, &cookie).await, 200);
    let again = expect!(newcomer.sign_in(&stack, passkey, None), 200);
    let cookie = again.set_cookie("__Host-staff").to_owned();

    let (second, _) = newcomer.user.add_passkey(&stack, &newcomer.token).await;
    expect!(
        newcomer.sign_in(&stack, &second, Some(code)),
        (400, "staff_code_invalid")
    );
    expect!(newcomer.sign_in(&stack, &second, None), (403, "staff_code_required"));
    let vouched = newcomer.request(&stack, &second, None).await.cookie(&cookie);
    expect!(stack.send(&vouched), 200);
    expect!(newcomer.sign_in(&stack, &second, None), 200);
}

#[tokio::test]
async fn refuses_learners_passkeys_of_others_and_a_used_challenge() {
    let stack = Stack::running();
    let learner = TestUser::verified(&stack).await;
    let token = learner.access_token(&stack).await;
    let (passkey, _) = learner.add_passkey(&stack, &token).await;
    refuses!(stack, request(&stack, &token, &passkey, None).await, 403, "forbidden");

    let newcomer = Newcomer::new(&stack).await;
    expect!(
        newcomer.sign_in(&stack, &passkey, Some(&newcomer.code)),
        (401, "passkey_refused")
    );
    let once = newcomer.request(&stack, &newcomer.passkey, Some(&newcomer.code)).await;
    expect!(stack.send(&once), 200);
    refuses!(stack, once, 400, "passkey_expired");
    let stored: Value = newcomer.user.record(&stack).await["staff"].clone();
    assert_eq!(stored.get("code"), None);
}

#[tokio::test]
async fn after_any_fault_another_sign_in_succeeds() {
    let prepare = async |stack: &Stack| {
        let newcomer = Newcomer::new(stack).await;
        let signed = newcomer.request(stack, &newcomer.passkey, Some(&newcomer.code)).await;
        (signed, newcomer)
    };
    faults::check_every_fault(FUNCTION, prepare, async |_case, newcomer| {
        // The passkey may be admitted already, and the code used up.
        let stack = Stack::running();
        let is_admitted = newcomer.user.record(&stack).await["staff"].get("code").is_none();
        let code = (!is_admitted).then_some(newcomer.code.as_str());
        let again = newcomer.request(&stack, &newcomer.passkey, code).await;
        expect!(stack.send(&again), 200);
    })
    .await;
}
