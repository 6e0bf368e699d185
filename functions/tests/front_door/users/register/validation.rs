//! The rules of each field.

use super::{FUNCTION, email, email_claim, register, registration_with, teacher_registration_with};
use crate::prelude::*;

#[tokio::test]
async fn reports_every_invalid_field_and_the_first_ones_code() {
    let stack = Stack::running();
    let response = stack.send(&register(&json!({})).query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 400,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "fullname_required",
        "errors": {
          "address": "address_required",
          "country": "country_invalid",
          "email": "email_invalid",
          "fullname": "fullname_required",
          "password": "password_too_short",
          "phone1": "phone_required",
          "type": "type_invalid"
        },
        "message": "Le nom complet est obligatoire.",
        "success": false
      }
    }
    "#);
}

#[tokio::test]
async fn validates_each_field() {
    let stack = Stack::running();
    for (field, value, code) in [
        ("fullname", json!(" "), "fullname_required"),
        ("fullname", json!(null), "fullname_required"),
        ("fullname", json!("x".repeat(101)), "field_too_long"),
        ("email", json!("amina"), "email_invalid"),
        ("email", json!("amina@example"), "email_invalid"),
        ("email", json!("amina@example.org\nBcc: x@example.org"), "email_invalid"),
        ("password", json!("Short 1"), "password_too_short"),
        ("password", json!("no capital 1"), "password_uppercase"),
        ("password", json!("No digit at all"), "password_number"),
        ("password", json!("A1".repeat(65)), "field_too_long"),
        ("password", json!("Password1"), "password_known"),
        ("password", json!("Soleil-2024"), "password_known"),
        ("password", json!("Amina-Benali-7x"), "password_personal"),
        ("password", json!("Masar#4x"), "password_personal"),
        ("phone1", json!(""), "phone_required"),
        ("phone1", json!("0551234567"), "phone_invalid"),
        ("phone2", json!("12"), "phone_invalid"),
        ("address", json!("  "), "address_required"),
        ("address", json!("x".repeat(301)), "field_too_long"),
        ("country", json!("Atlantis"), "country_invalid"),
        ("country", json!(""), "country_invalid"),
        ("type", json!("company"), "type_invalid"),
        ("type", json!(null), "type_invalid"),
    ] {
        let registration = registration_with(field, value.clone());
        let response = refuses!(stack, register(&registration), 400, code, "{field}: {value}");
        assert_eq!(response.body["errors"], json!({field: code}), "{field}: {value}");
        assert_eq!(email_claim(&stack, email(&registration)).await, Value::Null);
    }
}

#[tokio::test]
async fn requires_one_or_two_courses_and_files_of_a_teacher() {
    let stack = Stack::running();
    let courses = stack.send(&TestRequest::get("/courses")).await;
    let id = |index: usize| courses.data()[index]["_id"].clone();
    let (first, second, third) = (id(0), id(1), id(2));
    let some_file = "0123456789abcdef0123456789abcdef";
    let none = "1_course_atleast_warning";
    let (too_many, no_course, no_file) = ("2_courses_only_warning", "course_not_found", "file_not_found");
    for (sent, code, errors) in [
        (json!(null), none, json!({"teacher": none})),
        (
            json!({}),
            none,
            json!({"teacher.courses": none, "teacher.curriculum": no_file}),
        ),
        (
            json!({"courses": [], "curriculum": some_file}),
            none,
            json!({"teacher.courses": none}),
        ),
        (
            json!({"courses": [first, second, third], "curriculum": some_file}),
            too_many,
            json!({"teacher.courses": too_many}),
        ),
        (
            json!({"courses": [first]}),
            no_file,
            json!({"teacher.curriculum": no_file}),
        ),
        (
            json!({"courses": ["no-such-course"], "curriculum": some_file}),
            no_course,
            json!({"teacher.courses": no_course}),
        ),
        (
            json!({"courses": [first, "No course id"], "curriculum": "cv", "video": "me"}),
            no_course,
            json!({"teacher.courses": no_course, "teacher.curriculum": no_file, "teacher.video": no_file}),
        ),
        (
            json!({"courses": [first, first, second], "curriculum": some_file}),
            no_file,
            json!({"teacher.curriculum": no_file}),
        ),
    ] {
        let registration = teacher_registration_with(sent.clone());
        let response = refuses!(stack, register(&registration), 400, code, "{sent}");
        assert_eq!(response.body["errors"], errors, "{sent}");
        assert_eq!(email_claim(&stack, email(&registration)).await, Value::Null);
    }
}

#[tokio::test]
async fn rejects_teacher_data_of_a_student() {
    let stack = Stack::running();
    expect!(
        stack.send(&register(&registration_with("teacher", json!({"courses": []})))),
        (400, "teacher_not_allowed")
    );
    expect!(stack.send(&register(&registration_with("teacher", json!(null)))), 201);
}

#[tokio::test]
async fn returns_400_for_a_malformed_body() {
    checks::returns_400_for_a_malformed_body(FUNCTION, &TestRequest::post("/users/register"), &[]).await;
    let stack = Stack::running();
    for (field, value) in [
        ("fullname", json!(7)),
        ("email", json!(["amina@example.org"])),
        ("password", json!({"$ne": ""})),
        ("phone1", json!(213_551_234_567_u64)),
        ("type", json!(true)),
        ("teacher", json!("yes")),
        ("teacher", json!({"courses": "one"})),
        ("teacher", json!({"courses": [1]})),
    ] {
        expect!(
            stack.send(&register(&registration_with(field, value.clone()))),
            (400, "malformed_request")
        );
    }
}

endpoint_checks!(
    FUNCTION,
    malformed_bodies_count_for_their_client(&TestRequest::post("/users/register")),
);
