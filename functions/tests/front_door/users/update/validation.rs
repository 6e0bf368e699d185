//! The rules of each field.

use super::{FUNCTION, SignedInUser, profile_with, profile_without};
use crate::prelude::*;

const NO_FILE: &str = "0123456789abcdef0123456789abcdef";

#[tokio::test]
async fn reports_every_invalid_field_and_the_first_ones_code() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let before = signed_in.user.record(&stack).await;

    let faults = json!({
        "fullname": "  ", "email": "other@example.org", "phone1": "0551234567", "phone2": "none", "address": "",
        "birthdate": "2999-01-01", "country": "Atlantis", "teacher": {"courses": ["a"]},
    });
    let response = stack.send(&signed_in.update(&faults).query("lang", "ar")).await;
    assert_json_snapshot!(response);
    assert_eq!(signed_in.user.record(&stack).await, before);
}

#[tokio::test]
async fn validates_each_field() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let long = "x".repeat(301);
    for (profile, code) in [
        (profile_with("_id", Value::Null), "id_required"),
        (profile_with("_id", 7), "malformed_request"),
        (profile_without("fullname"), "fullname_required"),
        (profile_with("fullname", long.clone()), "field_too_long"),
        (profile_with("email", "other@example.org"), "email_not_editable"),
        (profile_with("email", ""), "email_not_editable"),
        (profile_without("phone1"), "phone_required"),
        (profile_with("phone1", "12"), "phone_invalid"),
        (profile_with("phone2", "12"), "phone_invalid"),
        (profile_without("address"), "address_required"),
        (profile_with("address", long), "field_too_long"),
        (profile_without("birthdate"), "birthdate_required"),
        (profile_with("birthdate", ""), "birthdate_required"),
        (profile_with("birthdate", "1994-02-30"), "birthdate_required"),
        (profile_with("birthdate", "2999-01-01"), "birthdate_in_future"),
        (profile_without("country"), "country_invalid"),
        (profile_with("country", "DZ"), "country_invalid"),
        (profile_with("teacher", json!({"courses": []})), "teacher_not_allowed"),
        (profile_with("image", "an-image-of-somebody"), "file_not_found"),
        (profile_with("image", NO_FILE), "file_not_found"),
        (profile_with("image", json!({"_id": NO_FILE})), "malformed_request"),
        (profile_with("fullname", 7), "malformed_request"),
        (profile_with("phone2", json!(["+213551234567"])), "malformed_request"),
    ] {
        refuses!(stack, signed_in.update(&profile), 400, code);
    }
    let own = profile_with("email", signed_in.user.email.to_uppercase());
    expect!(stack.send(&signed_in.update(&own)), 200);
}

#[tokio::test]
async fn requires_the_id_of_the_user_in_the_body() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let before = signed_in.user.record(&stack).await;
    let without_id = TestRequest::put(&format!("/users/{}", signed_in.user.id))
        .bearer(&signed_in.token)
        .json(&profile_without("fullname"));
    let response = stack.send(&without_id.query("lang", "fr")).await;
    assert_json_snapshot!(response);
    assert_eq!(signed_in.user.record(&stack).await, before);
}

#[tokio::test]
async fn requires_courses_and_a_cv_of_a_teacher() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    signed_in.user.set_attribute(&stack, "type", json!("teacher")).await;
    let courses = stack.send(&TestRequest::get("/courses")).await;
    let listed = |number: usize| courses.data()[number]["_id"].clone();
    for (teacher, code) in [
        (Value::Null, "1_course_atleast_warning"),
        (
            json!({"courses": [], "curriculum": NO_FILE}),
            "1_course_atleast_warning",
        ),
        (
            json!({"courses": [listed(0), listed(1), listed(2)], "curriculum": NO_FILE}),
            "2_courses_only_warning",
        ),
        (
            json!({"courses": ["no-such-course"], "curriculum": NO_FILE}),
            "course_not_found",
        ),
        (json!({"courses": [listed(0)]}), "file_not_found"),
        (
            json!({"courses": [listed(0)], "curriculum": "cv-of-nobody"}),
            "file_not_found",
        ),
        (json!({"courses": [listed(0)], "curriculum": NO_FILE}), "file_not_found"),
    ] {
        expect!(
            stack.send(&signed_in.update(&profile_with("teacher", teacher.clone()))),
            (400, code)
        );
    }
}

#[tokio::test]
async fn returns_400_for_a_malformed_body() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let request = TestRequest::put(&format!("/users/{}", signed_in.user.id)).bearer(&signed_in.token);
    checks::returns_400_for_a_malformed_body(FUNCTION, &request, &[]).await;
    expect!(
        stack.send(&request.json(&profile_with("address", "x".repeat(1_000_000)))),
        (413, "request_too_large")
    );
}
