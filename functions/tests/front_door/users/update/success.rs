//! What an edit stores and returns.

use super::{SignedInUser, Teacher, profile, profile_with, profile_without};
use crate::prelude::*;

#[tokio::test]
async fn replaces_and_returns_the_profile() {
    let (stack, signed_in) = SignedInUser::with_stack().await;

    let response = stack.send(&signed_in.update(&profile()).query("lang", "fr")).await;
    assert_eq!(response.data()["_id"], signed_in.user.id.as_str());
    assert_json_snapshot!(response, { ".body.data._id" => "[id]", ".body.data.email" => "[e-mail]", ".body.data.consent" => "[consent]" }, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8",
        "etag": "\"1\""
      },
      "body": {
        "data": {
          "_id": "[id]",
          "address": "3 place du Capitole, Toulouse",
          "birthdate": "1994-02-28",
          "consent": "[consent]",
          "country": "France",
          "email": "[e-mail]",
          "fullname": "Amina Benali-Haddad",
          "image": null,
          "phone1": "+33612345678",
          "phone2": "+21321631234",
          "teacher": null,
          "type": "student"
        },
        "success": true
      }
    }
    "#);
    let me = stack
        .send(&TestRequest::get("/users/me").bearer(&signed_in.token))
        .await;
    assert_eq!(me.data(), response.data());
    assert_eq!(me.header("etag"), response.header("etag"));

    let again = stack.send(&signed_in.update(&profile_without("phone2"))).await;
    assert_eq!(again.data()["phone2"], Value::Null, "a missing field becomes empty");
    assert_ne!(again.header("etag"), response.header("etag"));
    let empty = stack.send(&signed_in.update(&profile_with("phone2", "  "))).await;
    assert_eq!(empty.data()["phone2"], Value::Null);
}

#[tokio::test]
async fn does_not_change_the_language_of_emails() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let update = signed_in.update(&profile()).query("lang", "ar");
    expect!(stack.send(&update), 200);
    assert_eq!(signed_in.user.record(&stack).await["language"], "en");
}

#[tokio::test]
async fn ignores_fields_that_are_not_part_of_the_profile() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let before = signed_in.user.record(&stack).await;

    let mut with_extra_fields = profile();
    for (name, value) in [
        ("type", json!("teacher")),
        ("password", json!("Another horse 2")),
        ("passwordHash", json!("none")),
        ("tokenVersion", json!(7)),
        ("profileVersion", json!(7)),
        ("verified", json!(false)),
        ("blocked", json!(true)),
        ("language", json!("ar")),
        ("userId", json!("another")),
        ("pk", json!("user#another")),
        ("profile", json!({"fullname": "Somebody else"})),
        ("createdAt", json!("2000-01-01T00:00:00Z")),
    ] {
        with_extra_fields[name] = value;
    }
    expect!(stack.send(&signed_in.update(&with_extra_fields)), 200);

    let mut expected = before;
    let after = signed_in.user.record(&stack).await;
    expected["profile"] = after["profile"].clone();
    expected["profileVersion"] = json!(1);
    assert_eq!(after, expected);
    assert_json_snapshot!(after["profile"], @r#"
    {
      "address": "3 place du Capitole, Toulouse",
      "birthdate": "1994-02-28",
      "country": "FR",
      "fullname": "Amina Benali-Haddad",
      "phone1": "+33612345678",
      "phone2": "+21321631234"
    }
    "#);
}

#[tokio::test]
async fn keeps_withdrawn_courses_while_the_teacher_chooses_fewer_than_two() {
    let stack = Stack::running();
    let teacher = Teacher::create(&stack).await;
    let user = &teacher.signed_in.user;
    let chosen = teacher.courses[0].clone();
    let stored = async |stack: &Stack| user.record(stack).await["profile"]["courses"].clone();

    let mut profile = user.record(&stack).await["profile"].clone();
    let mut profile_of_withdrawn = profile.clone();
    profile["courses"] = json!([chosen, "withdrawn"]);
    user.set_attribute(&stack, "profile", profile).await;
    let response = stack.send(&teacher.choose(&json!([chosen]))).await;
    assert_eq!(response.data()["teacher"]["courses"].as_array().map(Vec::len), Some(1));
    assert_eq!(stored(&stack).await, json!([chosen, "withdrawn"]));

    profile_of_withdrawn["courses"] = json!(["withdrawn"]);
    user.set_attribute(&stack, "profile", profile_of_withdrawn).await;
    let response = expect!(stack.send(&teacher.choose(&json!([]))), 200);
    assert_eq!(response.data()["teacher"]["courses"], json!([]));
    assert_eq!(stored(&stack).await, json!(["withdrawn"]));

    let listed = stack.send(&TestRequest::get("/courses")).await;
    let listed: Vec<_> = (0..2).map(|index| listed.data()[index]["_id"].clone()).collect();
    expect!(stack.send(&teacher.choose(&json!(listed))), 200);
    let stored = stored(&stack).await;
    assert!(
        listed
            .iter()
            .all(|id| stored.as_array().is_some_and(|stored| stored.contains(id)))
    );
    assert_eq!(stored.as_array().map(Vec::len), Some(2));
}
