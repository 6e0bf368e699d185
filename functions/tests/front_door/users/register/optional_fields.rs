//! The birthdate, the consent and the wanted course, which a registration may have.

use super::{register, registration_with};
use crate::prelude::*;

fn current_versions(stack_data: &Value) -> Value {
    stack_data["consent"]["current"].clone()
}

#[tokio::test]
async fn keeps_the_birthdate() {
    let stack = Stack::running();
    let response = stack
        .send(&register(&registration_with("birthdate", " 2000-02-29 ")))
        .await;
    assert_eq!(
        (response.status, &response.data()["birthdate"]),
        (201, &json!("2000-02-29"))
    );
    // The form sends an empty field when the user has not filled it in.
    for empty in [json!(null), json!(""), json!(" ")] {
        let response = stack.send(&register(&registration_with("birthdate", empty))).await;
        assert_eq!((response.status, &response.data()["birthdate"]), (201, &Value::Null));
    }
}

#[tokio::test]
async fn validates_the_birthdate_as_an_update_does() {
    let stack = Stack::running();
    for (value, code) in [
        ("1994-02-30", "birthdate_required"),
        ("28/02/1994", "birthdate_required"),
        ("2999-01-01", "birthdate_in_future"),
    ] {
        let response = refuses!(stack, register(&registration_with("birthdate", value)), 400, code);
        assert_eq!(response.body["errors"], json!({"birthdate": code}), "{value}");
    }
}

#[tokio::test]
async fn keeps_the_consent_with_its_versions_language_and_time() {
    let stack = Stack::running();
    let without = stack.send(&register(&TestUser::registration())).await;
    let state = &without.data()["consent"];
    assert_eq!((&state["required"], &state["given"]), (&json!(true), &Value::Null));

    let current = current_versions(without.data());
    let registration = registration_with("consent", current.clone());
    let user = TestUser::verified_with(&stack, &registration).await;
    let record = user.record(&stack).await;
    let at = record["consent"]["at"].as_str().expect("a time");
    assert!(at.ends_with('Z'), "{at}");
    let given = json!({"terms": current["terms"], "privacy": current["privacy"], "language": "en", "at": at});
    assert_eq!(record["consent"], given);

    let token = user.access_token(&stack).await;
    let me = stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
    assert_eq!(
        me.data()["consent"],
        json!({"required": false, "current": current, "given": given})
    );
}

#[tokio::test]
async fn asks_again_when_a_text_has_another_version() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let me = async || stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
    let current = current_versions(me().await.data());
    for (text, required) in [("terms", true), ("privacy", true), ("none", false)] {
        let mut consent = json!({
            "terms": current["terms"], "privacy": current["privacy"], "language": "fr", "at": "2026-01-01T00:00:00Z",
        });
        if required {
            consent[text] = "2025-09-17".into();
        }
        user.set_attribute(&stack, "consent", consent.clone()).await;
        let state = me().await.data()["consent"].clone();
        assert_eq!(
            state,
            json!({"required": required, "current": current, "given": consent})
        );
    }
}

#[tokio::test]
async fn rejects_a_consent_to_unpublished_versions() {
    let stack = Stack::running();
    let current = current_versions(stack.send(&register(&TestUser::registration())).await.data());
    for (text, version) in [("terms", "1970-01-01"), ("privacy", "1970-01-01"), ("terms", "")] {
        let mut consent = current.clone();
        consent[text] = version.into();
        let response = expect!(
            stack.send(&register(&registration_with("consent", consent))),
            (400, "consent_invalid"),
            "{text}: {version}"
        );
        assert_eq!(response.body["errors"], json!({"consent": "consent_invalid"}));
    }
    for malformed in [
        json!("yes"),
        json!({"terms": current["terms"]}),
        json!({"terms": 1, "privacy": 1}),
    ] {
        expect!(
            stack.send(&register(&registration_with("consent", malformed.clone()))),
            (400, "malformed_request")
        );
    }
}

#[tokio::test]
async fn keeps_the_wanted_course_until_the_mailbox_is_verified() {
    let stack = Stack::running();
    // A course that has left the catalogue since its page was opened prevents no sign-up.
    for course in ["project-management", "no-such-course"] {
        let user = TestUser::registered_with(&stack, &registration_with("course", course)).await;
        assert_eq!(user.record(&stack).await["wantedCourse"], course);
    }
    let empty = TestUser::registered_with(&stack, &registration_with("course", "")).await;
    assert_eq!(empty.record(&stack).await["wantedCourse"], Value::Null);
}

#[tokio::test]
async fn rejects_a_wanted_course_of_another_form() {
    let stack = Stack::running();
    for course in ["no", "Project Management", "../login", &"x".repeat(61)] {
        let response = expect!(
            stack.send(&register(&registration_with("course", course))),
            (400, "course_not_found")
        );
        assert_eq!(response.body["errors"], json!({"course": "course_not_found"}));
    }
    expect!(
        stack.send(&register(&registration_with("course", json!(["x"])))),
        (400, "malformed_request")
    );
}
