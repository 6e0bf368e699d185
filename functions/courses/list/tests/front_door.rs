//! `GET /courses`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use insta::{assert_json_snapshot, assert_yaml_snapshot};
use serde_json::{Value, json};
use testing::{Call, Function, Stack, faults};

const BINARY: &str = "courses-list";
const NAME: &str = "CoursesListFunction";

fn courses() -> Call {
    Call::get("/courses")
}

fn course(id: &str, course_type: &str, position: u32) -> Value {
    json!({
        "courseId": id, "type": course_type, "position": position, "enrollmentCount": 3,
        "name": {"en": format!("{id} in English"), "fr": format!("{id} en français"), "ar": format!("{id} بالعربية")},
        "description": {"en": "What it teaches.", "fr": "Ce qu’on y apprend.", "ar": "ما الذي تتعلّمه."},
    })
}

/// A table of the test's own, and a function that reads it.
async fn function_with(items: &[Value], max_age: &str) -> (Stack, String, Function) {
    let stack = Stack::running();
    let table = stack.empty_table_like("courses").await;
    for item in items {
        stack.put_item(&table, item.clone()).await;
    }
    let variables = [
        ("COURSES_TABLE", table.as_str()),
        ("CATALOGUE_MAX_AGE_SECONDS", max_age),
    ];
    let function = Function::deployed(BINARY, &stack, NAME, &variables).await;
    (stack, table, function)
}

#[tokio::test]
async fn answers_the_catalogue_with_headers_for_public_caches() {
    let reply = Stack::running().send(&courses().query("lang", "fr")).await;

    let count = reply.data().as_array().map_or(0, Vec::len);
    assert!(count >= 12, "the catalogue has {count} courses");
    assert_json_snapshot!(reply, { ".headers.etag" => "[tag]", ".body.data" => "[courses]" }, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8",
        "etag": "[tag]"
      },
      "body": {
        "data": "[courses]",
        "success": true
      }
    }
    "#);
}

#[tokio::test]
async fn a_current_copy_is_confirmed_without_a_body() {
    let stack = Stack::running();
    let first = stack.send(&courses().query("lang", "ar")).await;
    let etag = first.header("etag");

    let again = stack
        .send(&courses().query("lang", "ar").header("if-none-match", etag))
        .await;
    assert_eq!((again.status, again.header("etag")), (304, etag));

    let other_language = stack
        .send(&courses().query("lang", "en").header("if-none-match", etag))
        .await;
    assert_eq!(other_language.status, 200);
}

#[tokio::test]
async fn the_language_is_the_asked_one_then_the_browsers_then_english() {
    let stack = Stack::running();
    for (call, language, vary) in [
        (courses().query("lang", "ar"), "ar", None),
        (
            courses().query("lang", "fr").header("accept-language", "ar"),
            "fr",
            None,
        ),
        (courses().query("lang", "tlh"), "en", None),
        (courses().query("lang", ""), "en", None),
        (courses().query("lang", "'; DROP TABLE courses; --"), "en", None),
        (
            courses().header("accept-language", "ar-DZ, fr;q=0.5"),
            "ar",
            Some("Accept-Language"),
        ),
        (courses(), "en", Some("Accept-Language")),
    ] {
        let reply = stack.send(&call).await;
        assert_eq!(reply.header("content-language"), language, "{call:?}");
        assert_eq!(reply.headers.get("vary").map(String::as_str), vary, "{call:?}");
    }
}

#[tokio::test]
async fn lists_cpd_before_additional_by_position_without_the_withdrawn() {
    let mut withdrawn = course("withdrawn", "cpd", 1);
    withdrawn["withdrawn"] = true.into();
    let items = [
        course("second", "additional", 10),
        course("last", "additional", 20),
        course("first", "cpd", 99),
        withdrawn,
    ];
    let (_, _, function) = function_with(&items, "60").await;

    let reply = function.send(&courses().query("lang", "ar")).await;
    assert_yaml_snapshot!(reply.data(), @r#"
    - _id: first
      description: ما الذي تتعلّمه.
      enrollmentCount: 3
      name: first بالعربية
      type: cpd
    - _id: second
      description: ما الذي تتعلّمه.
      enrollmentCount: 3
      name: second بالعربية
      type: additional
    - _id: last
      description: ما الذي تتعلّمه.
      enrollmentCount: 3
      name: last بالعربية
      type: additional
    "#);
}

#[tokio::test]
async fn reads_every_page_of_a_table_larger_than_one() {
    // A page of a Scan ends at 1 MB.
    let items: Vec<Value> = (0..30)
        .map(|number| {
            let mut item = course(&format!("course-{number:03}"), "cpd", number);
            item["description"]["en"] = "x".repeat(50_000).into();
            item
        })
        .collect();
    let (_, _, function) = function_with(&items, "60").await;

    let reply = function.send(&courses()).await;
    assert_eq!(reply.data().as_array().map(Vec::len), Some(30));
}

#[tokio::test]
async fn an_empty_catalogue_is_an_empty_list() {
    let (_, _, function) = function_with(&[], "60").await;
    assert_eq!(*function.send(&courses()).await.data(), json!([]));
}

#[tokio::test]
async fn a_warm_instance_keeps_its_copy_for_the_maximum_age() {
    for (max_age, seen) in [("60", 1), ("0", 2)] {
        let (stack, table, function) = function_with(&[course("first", "cpd", 1)], max_age).await;
        assert_eq!(function.send(&courses()).await.data().as_array().map(Vec::len), Some(1));

        stack.put_item(&table, course("second", "cpd", 2)).await;
        let count = function.send(&courses()).await.data().as_array().map(Vec::len);
        assert_eq!(count, Some(seen), "with a maximum age of {max_age} s");
    }
}

#[tokio::test]
async fn a_malformed_item_is_a_500_whose_log_line_names_the_item() {
    let mut malformed = course("malformed", "cpd", 1);
    malformed["type"] = "evening class".into();
    let (stack, table, function) = function_with(&[malformed, course("whole", "cpd", 2)], "60").await;

    let reply = function.send(&courses().query("lang", "fr")).await;
    assert_json_snapshot!(reply, @r#"
    {
      "status": 500,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "internal_error",
        "message": "Une erreur est survenue de notre côté. Veuillez réessayer plus tard.",
        "success": false
      }
    }
    "#);
    let cause = function.logged("failed").await["cause"].to_string();
    assert!(
        cause.contains("malformed item") && cause.contains("evening class"),
        "{cause}"
    );
    assert!(cause.contains(&table), "{cause}");

    // Mended, it is listed at once: a failure is never kept as a copy.
    stack.put_item(&table, course("malformed", "cpd", 1)).await;
    assert_eq!(function.send(&courses()).await.status, 200);
}

#[tokio::test]
async fn a_table_that_is_not_there_is_a_503() {
    let stack = Stack::running();
    let function = Function::deployed(BINARY, &stack, NAME, &[("COURSES_TABLE", "no-such-table")]).await;

    let reply = function.send(&courses()).await;
    assert_eq!(
        (reply.status, &reply.body["code"]),
        (503, &json!("service_unavailable"))
    );
    let cause = function.logged("failed").await["cause"].to_string();
    assert!(
        cause.contains("no-such-table") && cause.contains("ResourceNotFoundException"),
        "{cause}"
    );
}

#[tokio::test]
async fn unreachable_tables_are_a_503_in_the_persons_language() {
    let variables = Stack::variables_of(NAME);
    let reply = faults::check_tables_unreachable(BINARY, &variables, &courses().query("lang", "ar")).await;
    assert_json_snapshot!(reply.body, @r#"
    {
      "code": "service_unavailable",
      "message": "تعذّر الوصول إلى الخدمة حاليًا. يُرجى المحاولة بعد قليل.",
      "success": false
    }
    "#);
}

#[tokio::test]
async fn tables_that_hang_are_a_503_before_the_function_times_out() {
    let variables = Stack::variables_of(NAME);
    faults::check_tables_hanging(BINARY, &variables, &courses()).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &courses()).await;

    let others = [("CATALOGUE_MAX_AGE_SECONDS", "a minute")];
    let function = Function::deployed(BINARY, &Stack::running(), NAME, &others).await;
    let cause = "environment variable CATALOGUE_MAX_AGE_SECONDS must be a whole number of seconds";
    faults::check_misconfigured(&function, &courses(), cause).await;
}

#[tokio::test]
async fn each_call_is_one_line_of_metrics_and_the_first_is_a_cold_start() {
    let stack = Stack::running();
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    for _ in 0..2 {
        assert_eq!(function.send(&courses()).await.status, 200);
    }
    let lines = function.metrics("Calls", 2).await;
    assert_json_snapshot!(lines[0], { "._aws" => "[metadata]", ".Latency" => "[milliseconds]" }, @r#"
    {
      "Calls": 1,
      "ColdStarts": 1,
      "Latency": "[milliseconds]",
      "_aws": "[metadata]",
      "route": "GET /courses"
    }
    "#);
    assert_eq!(lines[0]["_aws"]["CloudWatchMetrics"][0]["Namespace"], stack.stack);
    assert!(lines[0]["ColdStarts"].is_number() && lines[1]["ColdStarts"].is_null());
    assert_eq!(lines.len(), 2);
}

#[tokio::test]
async fn a_function_that_could_not_be_wired_has_metrics_too() {
    let others = [("CATALOGUE_MAX_AGE_SECONDS", "a minute")];
    let function = Function::deployed(BINARY, &Stack::running(), NAME, &others).await;
    assert_eq!(function.send(&courses()).await.status, 500);
    let lines = function.metrics("Errors", 1).await;
    assert_eq!(
        (&lines[0]["Errors"], &lines[0]["code"], &lines[0]["route"]),
        (&json!(1), &json!("internal_error"), &json!("GET /courses"))
    );
    assert_eq!(
        (&lines[0]["ReleaseErrors"], &lines[0]["release"]),
        (&json!(1), &json!("unreleased"))
    );
}
