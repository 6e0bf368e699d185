//! Front-door tests of `GET /courses`.
//!
//! Protected here: the public course list with its cache headers, the choice of the language, the order of the courses, the copy that a
//! warm instance keeps, and the metrics that every function logs.

use insta::assert_yaml_snapshot;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("courses-list");
/// Otherwise only the first request would send requests to AWS.
const UNCACHED: DeployedFunction = FUNCTION.with(&[("CATALOGUE_MAX_AGE_SECONDS", "0")]);

fn courses() -> TestRequest {
    TestRequest::get("/courses")
}

fn course(id: &str, course_type: &str, position: u32) -> Value {
    json!({
        "courseId": id, "type": course_type, "position": position, "enrollmentCount": 3,
        "name": {"en": format!("{id} in English"), "fr": format!("{id} en français"), "ar": format!("{id} بالعربية")},
        "description": {"en": "What it teaches.", "fr": "Ce qu’on y apprend.", "ar": "ما الذي تتعلّمه."},
    })
}

/// Creates a table with these items, for one test alone, and starts a function that reads it.
async fn function_with(items: &[Value], max_age: &str) -> (Stack, Function) {
    let stack = Stack::running().with_own_tables(&["courses"]).await;
    for item in items {
        stack.put_item("courses", item.clone()).await;
    }
    let function = FUNCTION.start(&stack, &[("CATALOGUE_MAX_AGE_SECONDS", max_age)]).await;
    (stack, function)
}

#[tokio::test]
async fn returns_the_catalogue_with_headers_for_public_caches() {
    let response = Stack::running().send(&courses().query("lang", "fr")).await;

    let count = response.data().as_array().map_or(0, Vec::len);
    assert!(count >= 12, "the catalogue has {count} courses");
    assert_json_snapshot!(response, { ".headers.etag" => "[tag]", ".body.data" => "[courses]" }, @r#"
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
async fn returns_304_when_the_etag_is_current() {
    let stack = Stack::running();
    let first = stack.send(&courses().query("lang", "ar")).await;
    let etag = first.header("etag");

    let again = stack
        .send(&courses().query("lang", "ar").header("if-none-match", etag))
        .await;
    assert_eq!((again.status, again.header("etag")), (304, etag));

    expect!(
        stack.send(&courses().query("lang", "en").header("if-none-match", etag)),
        200
    );
}

#[tokio::test]
async fn takes_the_language_from_the_query_then_from_the_header_then_english() {
    let stack = Stack::running();
    for (request, language, vary) in [
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
        let response = stack.send(&request).await;
        assert_eq!(response.header("content-language"), language, "{request:?}");
        assert_eq!(response.headers.get("vary").map(String::as_str), vary, "{request:?}");
    }
}

#[tokio::test]
async fn lists_cpd_courses_first_by_position_without_withdrawn_ones() {
    let mut withdrawn = course("withdrawn", "cpd", 1);
    withdrawn["withdrawn"] = true.into();
    let items = [
        course("second", "additional", 10),
        course("last", "additional", 20),
        course("first", "cpd", 99),
        withdrawn,
    ];
    let (_, function) = function_with(&items, "60").await;

    let response = function.send(&courses().query("lang", "ar")).await;
    assert_yaml_snapshot!(response.data(), @r#"
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
async fn lists_the_facts_of_a_course_without_its_details() {
    let mut whole = course("whole", "cpd", 1);
    whole["facts"] = json!({
        "level": "all", "languages": ["en", "ar"], "hours": 24, "sessions": 12, "format": "online", "artwork": "whole",
        "starts": ["2001-01-06", "2999-01-05", "2999-06-01"],
    });
    let mut over = course("over", "cpd", 2);
    over["facts"] = json!({"starts": ["2001-01-06"]});
    let (_, function) = function_with(&[whole, over], "60").await;

    let response = function.send(&courses().query("lang", "en")).await;
    assert_yaml_snapshot!(response.data(), @r"
    - _id: whole
      artwork: whole
      description: What it teaches.
      enrollmentCount: 3
      format: online
      hours: 24
      languages:
        - en
        - ar
      level: all
      name: whole in English
      nextStart: 2999-01-05
      sessions: 12
      type: cpd
    - _id: over
      description: What it teaches.
      enrollmentCount: 3
      name: over in English
      type: cpd
    ");
}

#[tokio::test]
async fn reads_every_page_of_the_table() {
    // A page of a Scan ends at 1 MB.
    let items: Vec<Value> = (0..30)
        .map(|number| {
            let mut item = course(&format!("course-{number:03}"), "cpd", number);
            item["description"]["en"] = "x".repeat(50_000).into();
            item
        })
        .collect();
    let (_, function) = function_with(&items, "60").await;

    let response = function.send(&courses()).await;
    assert_eq!(response.data().as_array().map(Vec::len), Some(30));
}

#[tokio::test]
async fn returns_an_empty_list_for_an_empty_catalogue() {
    let (_, function) = function_with(&[], "60").await;
    assert_eq!(*function.send(&courses()).await.data(), json!([]));
}

#[tokio::test]
async fn a_warm_instance_caches_the_catalogue_for_the_maximum_age() {
    for (max_age, seen) in [("60", 1), ("0", 2)] {
        let (stack, function) = function_with(&[course("first", "cpd", 1)], max_age).await;
        assert_eq!(function.send(&courses()).await.data().as_array().map(Vec::len), Some(1));

        stack.put_item("courses", course("second", "cpd", 2)).await;
        let count = function.send(&courses()).await.data().as_array().map(Vec::len);
        assert_eq!(count, Some(seen), "with a maximum age of {max_age} s");
    }
}

#[tokio::test]
async fn returns_500_for_a_malformed_item_and_logs_which_one() {
    let mut malformed = course("malformed", "cpd", 1);
    malformed["type"] = "evening class".into();
    let (stack, function) = function_with(&[malformed, course("whole", "cpd", 2)], "60").await;

    let response = function.send(&courses().query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
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
    let line = function.wait_for_log("failed").await;
    assert_eq!(line["span"]["correlationId"].as_str(), response.request_id.as_deref());
    assert!(response.request_id.is_some_and(|id| !id.is_empty()));
    let cause = line["cause"].to_string();
    assert!(
        cause.contains("malformed item") && cause.contains("evening class"),
        "{cause}"
    );
    assert!(cause.contains(&stack.tables["courses"]), "{cause}");

    // A failure is not cached: the corrected item is listed at once.
    stack.put_item("courses", course("malformed", "cpd", 1)).await;
    expect!(function.send(&courses()), 200);
}

#[tokio::test]
async fn returns_503_when_the_table_is_missing() {
    let stack = Stack::running();
    let function = FUNCTION.start(&stack, &[("COURSES_TABLE", "no-such-table")]).await;

    refuses!(function, courses(), 503, "service_unavailable");
    let cause = function.wait_for_log("failed").await["cause"].to_string();
    assert!(
        cause.contains("no-such-table") && cause.contains("ResourceNotFoundException"),
        "{cause}"
    );
}

#[tokio::test]
async fn returns_503_in_the_requested_language_when_tables_are_unreachable() {
    let response = checks::returns_503_when_tables_are_unreachable(FUNCTION, &courses().query("lang", "ar")).await;
    assert_json_snapshot!(response.body, @r#"
    {
      "code": "service_unavailable",
      "message": "تعذّر الوصول إلى الخدمة حاليًا. يُرجى المحاولة بعد قليل.",
      "success": false
    }
    "#);
}

#[tokio::test]
async fn after_any_fault_a_retry_returns_the_list() {
    let prepare = async |_: &Stack| courses();
    faults::check_every_fault(UNCACHED, prepare, async |case, ()| {
        let again = case.retry().await;
        assert!(
            again.data().as_array().is_some_and(|courses| courses.len() >= 12),
            "{again:?}"
        );
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    checks::every_variable_is_required(FUNCTION, &courses()).await;

    let overrides = [("CATALOGUE_MAX_AGE_SECONDS", "a minute")];
    let function = FUNCTION.start(&Stack::running(), &overrides).await;
    let cause = "environment variable CATALOGUE_MAX_AGE_SECONDS must be a whole number of seconds";
    faults::check_misconfigured(&function, &courses(), cause).await;
}

#[tokio::test]
async fn logs_one_line_of_metrics_per_request_and_counts_the_cold_start() {
    let stack = Stack::running();
    let function = FUNCTION.start(&stack, &[]).await;
    for _ in 0..2 {
        expect!(function.send(&courses()), 200);
    }
    let lines = function.wait_for_metrics("Calls", 2).await;
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
async fn logs_metrics_when_the_wiring_fails() {
    let overrides = [("CATALOGUE_MAX_AGE_SECONDS", "a minute")];
    let function = FUNCTION.start(&Stack::running(), &overrides).await;
    expect!(function.send(&courses()), 500);
    let lines = function.wait_for_metrics("Errors", 1).await;
    assert_eq!(
        (&lines[0]["Errors"], &lines[0]["code"], &lines[0]["route"]),
        (&json!(1), &json!("internal_error"), &json!("GET /courses"))
    );
}

endpoint_checks!(FUNCTION, returns_503_when_tables_do_not_respond(&courses()),);
