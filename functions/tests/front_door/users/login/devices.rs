//! Devices on which a user has signed in before: strangers cannot lock the user out of them.

use super::{FUNCTION, WINDOW};
use crate::prelude::*;

const COOKIE: &str = "__Host-device";
/// The limit in the template, of a user and of a device.
const FAILURES: usize = 10;
const USERS_OF_A_DEVICE: usize = 5;

async fn sign_in(stack: &Stack, login: &TestRequest) -> String {
    let response = expect!(stack.send(login), 200);
    response.set_cookie(COOKIE).to_owned()
}

#[tokio::test]
async fn a_known_device_can_sign_in_while_others_use_up_the_attempts() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_user().await;
        let device = sign_in(&stack, &user.login_request()).await;
        for _ in 0..FAILURES {
            stack.send(&user.login_request_with("Wrong horse 1")).await;
        }
        refuses!(stack, user.login_request(), 429, "proof_required");
        let again = sign_in(&stack, &user.login_request().cookie(&device)).await;
        assert_eq!(again, device, "the device keeps its id");
    })
    .await;
}

#[tokio::test]
async fn a_known_device_can_sign_in_while_its_ip_address_is_over_the_limit() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let limits = [("RATE_LIMITS", "FailedLoginsPerIp:1")];
        let function = FUNCTION.start(&stack, &limits).await;
        let user = TestUser::verified(&stack).await;
        let device = sign_in(&stack, &user.login_request()).await;
        let login = user.login_request().of_ip(&user.client_ip_and_port());
        let wrong = user
            .login_request_with("Wrong horse 1")
            .of_ip(&user.client_ip_and_port());
        expect!(function.send(&wrong), 401);
        refuses!(function, login, 429, "proof_required");
        expect!(function.send(&login.cookie(&device)), 200);
    })
    .await;
}

#[tokio::test]
async fn attempts_on_a_known_device_are_limited() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_user().await;
        let device = sign_in(&stack, &user.login_request()).await;
        for _ in 0..FAILURES {
            let wrong = user.login_request_with("Wrong horse 1").cookie(&device);
            refuses!(stack, wrong, 401, "incorrect_credentials");
        }
        refuses!(stack, user.login_request().cookie(&device), 429, "too_many_attempts");
        // They do not count for other devices.
        expect!(stack.send(&user.login_request()), 200);
    })
    .await;
}

#[tokio::test]
async fn the_cookie_is_valid_for_its_own_user_only() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let (user, attacker) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
        let device = sign_in(&stack, &attacker.login_request()).await;
        let forged = device.replace('.', ".A");
        for _ in 0..FAILURES {
            stack.send(&user.login_request_with("Wrong horse 1")).await;
        }
        for cookie in [&device, &forged, "__Host-device=;", "__Host-device=a.b~c;"] {
            refuses!(stack, user.login_request().cookie(cookie), 429, "proof_required");
        }
    })
    .await;
}

#[tokio::test]
async fn the_cookie_of_a_deleted_user_is_not_valid_for_the_next_user_with_the_email_address() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let registration = TestUser::registration();
        let former = TestUser::verified_with(&stack, &registration).await;
        let device = sign_in(&stack, &former.login_request()).await;
        let token = former.access_token(&stack).await;
        let delete = TestRequest::post("/users/delete").bearer(&token);
        expect!(stack.send(&delete.json(&json!({"password": former.password}))), 200);
        let next = TestUser::verified_with(&stack, &registration).await;
        for _ in 0..FAILURES {
            stack.send(&next.login_request_with("Wrong horse 1")).await;
        }
        refuses!(stack, next.login_request().cookie(&device), 429, "proof_required");
    })
    .await;
}

/// Whoever knew the old password can have signed in with it many times.
#[tokio::test]
async fn devices_of_the_old_password_allow_no_more_guesses_of_the_new_one() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_user().await;
        let mut devices = Vec::new();
        for _ in 0..3 {
            devices.push(sign_in(&stack, &user.login_request()).await);
        }
        let newer = devices[0].replace(".0.", ".1.");
        assert_ne!(newer, devices[0]);
        devices.push(newer);
        let reset = user.reset_password_request(&stack, "another horse").await;
        let reset = expect!(stack.send(&reset), 200);

        let mut guesses = 0;
        for device in &devices {
            for _ in 0..FAILURES {
                let wrong = user.login_request_with("Wrong horse 1").cookie(device);
                guesses += usize::from(stack.send(&wrong).await.status == 401);
            }
        }
        assert_eq!(guesses, FAILURES, "as many as without a cookie");
        let with_new_password = user.login_request_with("another horse");
        for device in &devices {
            let refused = stack.send(&with_new_password.clone().cookie(device)).await;
            // By the limit of the device, or by that of the email address.
            assert_eq!(refused.status, 429, "{refused:?}");
        }
        let of_reset = with_new_password.cookie(reset.set_cookie(COOKIE));
        expect!(stack.send(&of_reset), 200);
    })
    .await;
}

/// The former device of a user who is deleted meanwhile must not reveal that.
#[tokio::test]
async fn a_former_device_causes_as_much_work_for_a_deleted_user() {
    let former_device = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let device = sign_in(stack, &user.login_request()).await;
        (user, device)
    };
    let changed = async |stack: &Stack| {
        let (user, device) = former_device(stack).await;
        user.set_attribute(stack, "tokenVersion", json!(1)).await;
        user.login_request_with("Wrong horse 1").cookie(&device)
    };
    let deleted = async |stack: &Stack| {
        let (user, device) = former_device(stack).await;
        user.delete_record(stack).await;
        let claim = format!("email#{}", user.email);
        stack.delete_item("users", ("pk", &claim)).await;
        user.login_request_with("Wrong horse 1").cookie(&device)
    };
    let mut of_changed = faults::aws_requests(FUNCTION, changed).await;
    let mut of_deleted = faults::aws_requests(FUNCTION, deleted).await;
    of_changed.sort();
    of_deleted.sort();
    assert_eq!(of_deleted, of_changed);
    assert_eq!(
        of_changed,
        [
            "dynamodb GetItem users",
            "dynamodb GetItem users",
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem attempts",
        ],
        "device, IP address, email address"
    );
}

#[tokio::test]
async fn a_shared_device_remembers_its_latest_users() {
    let stack = Stack::running();
    let template = TestUser::verified(&stack).await;
    let mut users = vec![template.clone()];
    for _ in 0..USERS_OF_A_DEVICE {
        users.push(template.duplicate(&stack).await);
    }
    let mut device = sign_in(&stack, &users[0].login_request()).await;
    for user in &users[1..] {
        device = sign_in(&stack, &user.login_request().cookie(&device)).await;
    }
    let (value, attributes) = device.split_once(';').expect("attributes");
    assert_eq!(value.split('~').count(), USERS_OF_A_DEVICE);
    assert_eq!(
        attributes,
        " HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=31536000"
    );
    assert!(!device.contains(&template.email));
}

#[tokio::test]
async fn a_failed_login_does_not_make_the_device_known() {
    let stack = Stack::running();
    let unverified = TestUser::registered(&stack).await;
    for login in [
        unverified.login_request(),
        unverified.login_request_with("Wrong horse 1"),
    ] {
        let response = stack.send(&login).await;
        assert!(!response.headers.contains_key("set-cookie"), "{response:?}");
    }
}

/// Eighteen requests from one IP address: wrong passwords, requested codes and wrong codes. The owner, at another address, signs in on a
/// known device, and elsewhere by a password reset.
#[tokio::test]
async fn a_stranger_cannot_lock_the_owner_out() {
    in_one_window(Duration::from_hours(1), async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let device = sign_in(&stack, &user.login_request()).await;
        let by_stranger = async |request: TestRequest| stack.send(&request.of_ip(&user.client_ip_and_port())).await;
        let request_code = || TestRequest::post("/users/request-reset").json(&json!({"email": user.email}));

        for _ in 0..FAILURES {
            by_stranger(user.login_request_with("Wrong horse 1")).await;
        }
        let mut cookie = String::new();
        for _ in 0..3 {
            let response = by_stranger(request_code()).await;
            cookie = response.set_cookie("__Host-reset").to_owned();
        }
        for digits in ["000000", "000001", "000002", "000003", "000004"] {
            let (digits, cookie) = (digits.to_owned(), cookie.clone());
            by_stranger(TestResetCode { digits, cookie }.exchange_request(&user.email)).await;
        }

        expect!(stack.send(&user.login_request().cookie(&device)), 200);
        let reset = user.reset_password_request(&stack, "another horse").await;
        let reset = expect!(stack.send(&reset), 200);

        // The stranger goes on. The browser of the reset is known now.
        for _ in 0..FAILURES {
            by_stranger(user.login_request_with("Wrong horse 1")).await;
        }
        let login = user
            .login_request_with("another horse")
            .cookie(reset.set_cookie(COOKIE));
        expect!(stack.send(&login), 200);
    })
    .await;
}
