//! The session that a login begins, and the email that reports a new device.

use super::{FUNCTION, login};
use crate::prelude::*;

const DAY: u64 = 24 * 60 * 60;
const MAX_SESSIONS: usize = 10;
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async fn session_of(stack: &Stack, request: &TestRequest) -> TestSession {
    let response = expect!(stack.send(request), 200);
    TestSession::of_token(response.body["token"].as_str().expect("a token"))
}

async fn sessions(stack: &Stack, user: &TestUser) -> Vec<String> {
    let sessions = user.record(stack).await["sessions"].clone();
    sessions.as_object().expect("sessions").keys().cloned().collect()
}

#[tokio::test]
async fn the_session_lasts_as_long_as_the_user_asks() {
    let (stack, user) = Stack::with_user().await;
    // The defaults of the template: 7 days as before there were sessions, 30 days, and a day; 14 days without being used.
    for (remember, days, idle_days) in [
        (None, 7, 7),
        (Some(json!(null)), 7, 7),
        (Some(json!(true)), 30, 14),
        (Some(json!(false)), 1, 1),
    ] {
        let mut credentials = json!({"email": user.email, "password": user.password});
        if let Some(remember) = &remember {
            credentials["remember"] = remember.clone();
        }
        let session = session_of(&stack, &login(&credentials)).await;
        let claims = session.claims();
        let lifetime = |from: &Value, to: &Value| to.as_u64().expect("a time") - from.as_u64().expect("a time");
        assert_eq!(lifetime(&claims["iat"], &claims["exp"]), days * DAY, "{remember:?}");
        let stored = &user.record(&stack).await["sessions"][&session.id];
        assert_eq!(stored["endsAt"], claims["exp"]);
        assert_eq!(
            lifetime(&stored["createdAt"], &stored["expiresAt"]),
            idle_days * DAY,
            "{remember:?}"
        );
    }
    let credentials = json!({"email": user.email, "password": user.password, "remember": "yes"});
    refuses!(stack, login(&credentials), 400, "malformed_request");
}

#[tokio::test]
async fn concurrent_logins_keep_all_their_sessions() {
    let (stack, user) = Stack::with_user().await;
    // The first logins create the list of sessions. The others add to it.
    for round in 1..=2 {
        let logins: Vec<_> = (0..4)
            .map(|_| {
                let (stack, login) = (stack.clone(), user.login_request());
                tokio::spawn(async move { session_of(&stack, &login).await })
            })
            .collect();
        for login in logins {
            let session = login.await.expect("a session");
            assert!(session.is_live(&stack).await);
        }
        assert_eq!(sessions(&stack, &user).await.len(), round * 4);
    }
}

#[tokio::test]
async fn ended_sessions_make_room_first_and_then_the_least_recently_used_one() {
    let (stack, user) = Stack::with_user().await;
    let mut begun = Vec::new();
    for _ in 0..MAX_SESSIONS {
        begun.push(user.sign_in(&stack).await);
    }
    user.set_session(&stack, &begun[4], "expiresAt", 1.into()).await;
    user.set_session(&stack, &begun[7], "lastSeenAt", 1.into()).await;

    begun.push(user.sign_in(&stack).await);
    let kept = sessions(&stack, &user).await;
    assert_eq!(kept.len(), MAX_SESSIONS);
    assert!(!kept.contains(&begun[4].id) && kept.contains(&begun[7].id));

    begun.push(user.sign_in(&stack).await);
    let kept = sessions(&stack, &user).await;
    assert_eq!(kept.len(), MAX_SESSIONS);
    assert!(!kept.contains(&begun[7].id));
    assert!(begun[11].is_live(&stack).await && !begun[7].is_live(&stack).await);

    // A session that replaces one takes its place.
    let before = sessions(&stack, &user).await;
    let replacing = session_of(&stack, &user.login_request().bearer(&begun[11].token)).await;
    let kept = sessions(&stack, &user).await;
    assert_eq!(kept.len(), MAX_SESSIONS);
    assert!(kept.contains(&replacing.id) && !kept.contains(&begun[11].id));
    assert!(before.iter().all(|id| *id == begun[11].id || kept.contains(id)));
}

#[tokio::test]
async fn a_login_ends_the_session_whose_token_the_browser_has() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let (earlier, elsewhere) = (user.sign_in(&stack).await, user.sign_in(&stack).await);
    let current = session_of(&stack, &user.login_request().bearer(&earlier.token)).await;
    assert!(!earlier.is_live(&stack).await);
    assert!(current.is_live(&stack).await && elsewhere.is_live(&stack).await);

    let wrong = user.login_request_with("Wrong horse 1").bearer(&current.token);
    expect!(stack.send(&wrong), 401);
    assert!(current.is_live(&stack).await, "nobody has signed in");

    let of_other = session_of(&stack, &other.login_request().bearer(&current.token)).await;
    assert!(of_other.is_live(&stack).await && elsewhere.is_live(&stack).await);
    assert!(!current.is_live(&stack).await);
    // A token that is not valid any more, or never was, is no obstacle.
    for token in [&earlier.token, "a.b.c"] {
        session_of(&stack, &user.login_request().bearer(token)).await;
    }
    assert!(of_other.is_live(&stack).await && elsewhere.is_live(&stack).await);
}

/// Sends a login whose session is written only after `meanwhile`.
async fn login_during(user: &TestUser, meanwhile: impl Future<Output = ()>) -> (u16, String) {
    let (stack, login) = (Stack::running(), user.login_request());
    let held = FUNCTION.send_held(&stack, "dynamodb UpdateItem users", &login, meanwhile);
    let (response, ()) = held.await;
    let (status, code) = response.status_and_code();
    (status, code.to_owned())
}

#[tokio::test]
async fn a_login_does_not_bring_back_a_user_who_is_deleted_meanwhile() {
    let (stack, user) = Stack::with_user().await;
    let deletion = Box::pin(user.delete_record(&stack));
    let refused = login_during(&user, deletion).await;
    assert_eq!(refused, (401, "incorrect_credentials".to_owned()));
    assert!(user.record(&stack).await.is_null());
}

#[tokio::test]
async fn a_login_does_not_outlive_a_password_that_is_changed_meanwhile() {
    let stack = Stack::running();
    for is_first in [true, false] {
        let user = TestUser::verified(&stack).await;
        if !is_first {
            user.sign_in(&stack).await;
        }
        let mut record = user.record(&stack).await;
        record["tokenVersion"] = json!(1);
        let raise = Box::pin(stack.put_item("users", record));
        let refused = login_during(&user, raise).await;
        assert_eq!(refused, (401, "incorrect_credentials".to_owned()), "first: {is_first}");
    }
}

#[tokio::test]
async fn a_login_keeps_its_session_when_all_others_end_meanwhile() {
    let (stack, user) = Stack::with_user().await;
    user.sign_in(&stack).await;
    let mut record = user.record(&stack).await;
    record["sessions"] = json!({});
    let end = Box::pin(stack.put_item("users", record));
    assert_eq!(login_during(&user, end).await.0, 200);
    assert_eq!(sessions(&stack, &user).await.len(), 1);
}

#[tokio::test]
async fn a_sign_in_on_a_new_device_is_reported_in_the_users_language() {
    let (stack, user) = Stack::with_user().await;
    let before = stack.emails_to(&user.email).await.len();
    let mut record = user.record(&stack).await;
    record["language"] = json!("fr");
    stack.put_item("users", record).await;
    let on_firefox = user
        .login_request()
        .query("lang", "ar")
        .header("user-agent", FIREFOX)
        .of_ip(&user.client_ip_and_port())
        .header("cloudfront-viewer-country", "DZ")
        .header("cloudfront-viewer-city", "Oran");
    session_of(&stack, &on_firefox).await;
    let emails = stack.emails_to(&user.email).await;
    assert_eq!(emails.len(), before + 1);
    let email = &emails[before];
    assert_eq!(email.subject, "Nouvelle connexion à votre compte · Masar");
    let (text, _) = email.body_text.split_once("/forgot-password").expect("a link");
    let lines: Vec<_> = text.lines().filter(|line| !line.contains("http")).collect();
    let (time, details) = (lines[4], [&lines[..4], &lines[5..]].concat().join("\n"));
    assert!(time.starts_with("Heure\u{a0}: 2") && time.ends_with(" UTC"), "{time}");
    assert_snapshot!(details, @r"
    Bonjour Amina Benali,

    Quelqu’un s’est connecté à votre compte depuis un nouvel appareil :

    Appareil : Firefox, Linux
    Lieu : Oran (Algérie)
    ");
    let place = "Lieu\u{a0}: <bdi>Oran (Algérie)</bdi>";
    assert!(email.body_html.contains(place), "{}", email.body_html);
}

/// Somebody else may have registered with the email address of the user, who has verified it.
#[tokio::test]
async fn the_first_sign_in_is_reported_too() {
    let (stack, user) = Stack::with_user().await;
    expect!(stack.send(&user.login_request()), 200);
    assert_eq!(stack.emails_to(&user.email).await.len(), 1);
    assert!(user.last_email(&stack).await.subject.starts_with("New login"));
}

/// With several sessions, `GET /users/me` writes each use, however short ago the last one was.
#[tokio::test]
async fn a_session_that_was_just_used_is_not_displaced() {
    let (stack, user) = Stack::with_user().await;
    let mut begun = Vec::new();
    for _ in 0..MAX_SESSIONS {
        begun.push(user.sign_in(&stack).await);
    }
    // All began some minutes ago, in their order.
    for (age, session) in (0_u64..).zip(begun.iter().rev()) {
        let now = u64::try_from(jiff::Timestamp::now().as_second()).expect("a time");
        user.set_session(&stack, session, "lastSeenAt", (now - 60 - age).into())
            .await;
    }
    assert!(begun[0].is_live(&stack).await, "a use");
    user.sign_in(&stack).await;
    let kept = sessions(&stack, &user).await;
    assert!(kept.contains(&begun[0].id) && !kept.contains(&begun[1].id));
}

#[tokio::test]
async fn a_sign_in_on_a_device_of_the_old_password_is_reported() {
    let (stack, user) = Stack::with_user().await;
    let first = stack.send(&user.login_request()).await;
    let again = user.login_request().cookie(first.set_cookie("__Host-device"));
    let before = stack.emails_to(&user.email).await.len();
    session_of(&stack, &again).await;
    assert_eq!(stack.emails_to(&user.email).await.len(), before, "the device is known");

    let reset = user.reset_password_request(&stack, "another horse").await;
    expect!(stack.send(&reset), 200);
    let credentials = json!({"email": user.email, "password": "another horse"});
    let with_new_password = login(&credentials).cookie(first.set_cookie("__Host-device"));
    session_of(&stack, &with_new_password).await;
    let email = user.last_email(&stack).await;
    assert!(email.subject.starts_with("New login"), "{}", email.subject);
}

#[tokio::test]
async fn a_sign_in_on_a_known_device_is_not_reported() {
    let (stack, user) = Stack::with_user().await;
    let cookie = stack.send(&user.login_request()).await.header("set-cookie").to_owned();
    let emails = stack.emails_to(&user.email).await.len();

    // The browser was updated, and the session has ended.
    let again = user.login_request().cookie(&cookie).header("user-agent", FIREFOX);
    let session = session_of(&stack, &again).await;
    let logout = TestRequest::post("/users/logout").bearer(&session.token);
    expect!(stack.send(&logout), 200);
    session_of(&stack, &again).await;
    assert_eq!(stack.emails_to(&user.email).await.len(), emails);

    let other = TestUser::verified(&stack).await;
    let cookie_of_other = stack.send(&other.login_request()).await.header("set-cookie").to_owned();
    session_of(&stack, &user.login_request().cookie(&cookie_of_other)).await;
    assert_eq!(stack.emails_to(&user.email).await.len(), emails + 1);
}

#[tokio::test]
async fn above_a_limit_sign_ins_are_not_reported() {
    in_one_window(Duration::from_secs(DAY), async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "SecurityMailsPerUser:3")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
        for user in [&user, &other] {
            expect!(stack.send(&user.login_request()), 200);
        }
        let before = stack.emails_to(&user.email).await.len();
        for reported in [1, 2, 2, 2] {
            expect!(function.send(&user.login_request()), 200);
            assert_eq!(stack.emails_to(&user.email).await.len(), before + reported);
        }
        function.wait_for_log("sign-in not reported").await;
        expect!(function.send(&other.login_request()), 200);
        assert_eq!(stack.emails_to(&other.email).await.len(), before + 1);
    })
    .await;
}

#[tokio::test]
async fn a_sign_in_whose_email_cannot_be_counted_is_reported() {
    let (stack, user) = Stack::with_user().await;
    user.sign_in(&stack).await;
    let before = stack.emails_to(&user.email).await.len();
    let proxy = Proxy::start(&stack).await;
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint()), Proxy::NO_TIMEOUT];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    // The first two are counted before the password is verified, and the next two refund them.
    let target = NthRequest::nth("dynamodb UpdateItem attempts", 5);
    proxy.inject_fault(target, Fault::ServerError, true);
    expect!(function.send(&user.login_request()), 200);
    assert_eq!(stack.emails_to(&user.email).await.len(), before + 1);
    function.wait_for_log("mail not counted").await;
}

#[tokio::test]
async fn an_email_that_cannot_be_sent_fails_no_sign_in() {
    let stack = Stack::running();
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = FUNCTION.start(&stack, &overrides).await;
    let user = TestUser::verified(&stack).await;
    user.sign_in(&stack).await;
    expect!(function.send(&user.login_request()), 200);
    function.wait_for_log("mail not sent").await;
}
