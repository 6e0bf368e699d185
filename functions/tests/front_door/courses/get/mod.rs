//! Front-door tests of `GET /courses/{id}`.
//!
//! Protected here: a course with its details in each language, which runs it shows and what of them, how many places are left, courses that
//! are not listed, and the cache headers.
//!
//! `faults` has the failures of AWS.

mod faults;

use insta::assert_yaml_snapshot;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("courses-get");
/// Otherwise only the first request would send requests to AWS.
const UNCACHED: DeployedFunction = FUNCTION.with(&[("CATALOGUE_MAX_AGE_SECONDS", "0")]);
/// A course of the repository's catalogue.
const IMPORTED: &str = "project-management";
const TEACHER: &str = "0123456789abcdef0123456789abcdef";

fn get(id: &str) -> TestRequest {
    TestRequest::get(&format!("/courses/{id}"))
}

fn texts(english: &str) -> Value {
    json!({"en": english, "fr": format!("{english} (fr)"), "ar": format!("{english} (ar)")})
}

fn course() -> Value {
    json!({
        "courseId": "chemistry", "type": "cpd", "position": 10, "enrollmentCount": 3,
        "name": texts("Chemistry"), "description": texts("What it teaches."),
        "facts": {
            "level": "intermediate", "languages": ["fr", "ar"], "hours": 6, "sessions": 3, "format": "in_person",
            "artwork": "chemistry", "starts": ["2001-01-06", "2001-03-03", "2998-01-06", "2999-01-05"],
        },
    })
}

fn details() -> Value {
    json!({"courseId": "chemistry", "part": "details", "details": {
        "sessionMinutes": 120, "groupSize": 12, "recordings": false,
        "audience": texts("Laboratory staff."), "prerequisites": texts("None."), "takeaway": texts("A notebook."),
        "outcomes": [texts("Weigh"), texts("Measure"), texts("Mix")],
        "syllabus": [texts("Safety"), texts("Acids"), texts("Bases")],
    }})
}

fn run(id: &str, start: &str, end: &str) -> Value {
    json!({"courseId": "chemistry", "part": format!("run#{id}"), "run": {
        "id": id, "start": start, "end": end, "weekdays": ["saturday", "sunday"], "time": "09:30",
        "timeZone": "Africa/Algiers", "places": 12, "language": "fr", "teacher": TEACHER,
    }})
}

/// A stack with these items in tables of its own: those with a `part` are details.
async fn stack_with(items: &[Value]) -> Stack {
    let stack = Stack::running().with_own_tables(&["courses", "courseDetails"]).await;
    for item in items {
        let is_detail = item.get("part").is_some();
        let table = if is_detail { "courseDetails" } else { "courses" };
        stack.put_item(table, item.clone()).await;
    }
    stack
}

async fn function_with(items: &[Value]) -> Function {
    let stack = stack_with(items).await;
    FUNCTION.start(&stack, &[("CATALOGUE_MAX_AGE_SECONDS", "60")]).await
}

#[tokio::test]
async fn returns_a_course_with_its_details_and_the_runs_that_have_not_ended() {
    let items = [
        course(),
        details(),
        run("later", "2999-01-05", "2999-01-20"),
        run("past", "2001-03-03", "2001-03-18"),
        run("under-way", "2001-01-06", "2999-12-29"),
        run("next", "2998-01-06", "2998-01-21"),
    ];
    let function = function_with(&items).await;

    let response = function.send(&get("chemistry").query("lang", "fr")).await;
    assert!(!response.body.to_string().contains(TEACHER));
    assert_yaml_snapshot!(response.data(), @r#"
    _id: chemistry
    artwork: chemistry
    audience: Laboratory staff. (fr)
    description: What it teaches. (fr)
    enrollmentCount: 3
    format: in_person
    groupSize: 12
    hours: 6
    languages:
      - fr
      - ar
    level: intermediate
    name: Chemistry (fr)
    nextStart: 2998-01-06
    outcomes:
      - Weigh (fr)
      - Measure (fr)
      - Mix (fr)
    prerequisites: None. (fr)
    recordings: false
    runs:
      - end: 2999-12-29
        id: under-way
        language: fr
        places: 12
        placesLeft: 12
        start: 2001-01-06
        time: "09:30"
        timeZone: Africa/Algiers
        weekdays:
          - saturday
          - sunday
      - end: 2998-01-21
        id: next
        language: fr
        places: 12
        placesLeft: 12
        start: 2998-01-06
        time: "09:30"
        timeZone: Africa/Algiers
        weekdays:
          - saturday
          - sunday
      - end: 2999-01-20
        id: later
        language: fr
        places: 12
        placesLeft: 12
        start: 2999-01-05
        time: "09:30"
        timeZone: Africa/Algiers
        weekdays:
          - saturday
          - sunday
    sessionMinutes: 120
    sessions: 3
    syllabus:
      - Safety (fr)
      - Acids (fr)
      - Bases (fr)
    takeaway: A notebook. (fr)
    type: cpd
    "#);
}

#[tokio::test]
async fn says_how_many_places_of_each_run_are_left() {
    let taken = |id: &str, start: &str, taken: u32| {
        let mut run = run(id, start, "2999-12-29");
        run["taken"] = taken.into();
        run
    };
    let items = [
        course(),
        details(),
        run("untouched", "2998-01-06", "2999-12-29"),
        taken("part", "2998-01-12", 5),
        taken("last-place", "2998-01-13", 11),
        taken("full", "2998-01-19", 12),
        // An import has given it fewer places than were taken.
        taken("over-full", "2998-01-20", 14),
    ];
    let function = function_with(&items).await;

    let response = function.send(&get("chemistry")).await;
    let runs = response.data()["runs"].as_array().expect("runs").iter();
    let left: Vec<_> = runs
        .map(|run| (run["id"].as_str().expect("an id"), run["placesLeft"].as_u64()))
        .collect();
    assert_eq!(
        left,
        [
            ("untouched", Some(12)),
            ("part", Some(7)),
            ("last-place", Some(1)),
            ("full", Some(0)),
            ("over-full", Some(0)),
        ]
    );
    assert!(!response.body.to_string().contains("taken"));
}

#[tokio::test]
async fn returns_a_course_from_before_there_were_facts_and_details() {
    let mut old = course();
    old.as_object_mut().expect("an item").remove("facts");
    let function = function_with(&[old]).await;

    assert_yaml_snapshot!(function.send(&get("chemistry")).await.data(), @r"
    _id: chemistry
    description: What it teaches.
    enrollmentCount: 3
    name: Chemistry
    outcomes: []
    runs: []
    syllabus: []
    type: cpd
    ");
}

#[tokio::test]
async fn every_course_of_the_list_has_the_same_fields_here() {
    let stack = Stack::running();
    let list = stack.send(&TestRequest::get("/courses").query("lang", "ar")).await;
    for listed in list.data().as_array().expect("a list") {
        let id = listed["_id"].as_str().expect("an id");
        let response = stack.send(&get(id).query("lang", "ar")).await;
        for (field, value) in listed.as_object().expect("a course") {
            // Tests that run at the same time enrol users.
            assert!(
                field == "enrollmentCount" || response.data()[field] == *value,
                "{id}: {field}"
            );
        }
        for field in ["price", "amount", "currency"] {
            assert!(response.data().get(field).is_none(), "{id}: {field}");
        }
    }
}

#[tokio::test]
async fn returns_headers_for_public_caches_and_304_for_a_current_etag() {
    let stack = Stack::running();
    let request = get(IMPORTED).query("lang", "fr");
    let response = stack.send(&request).await;
    assert_json_snapshot!(response, { ".headers.etag" => "[tag]", ".body.data" => "[course]" }, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8",
        "etag": "[tag]"
      },
      "body": {
        "data": "[course]",
        "success": true
      }
    }
    "#);

    let etag = response.header("etag");
    let again = stack.send(&request.clone().header("if-none-match", etag)).await;
    assert_eq!((again.status, again.header("etag")), (304, etag));
    for other in [
        get(IMPORTED).query("lang", "ar"),
        get("public-speaking").query("lang", "fr"),
    ] {
        expect!(stack.send(&other.header("if-none-match", etag)), 200);
    }
}

#[tokio::test]
async fn takes_the_language_from_the_query_then_from_the_header_then_english() {
    let stack = Stack::running();
    for (request, language, vary) in [
        (get(IMPORTED).query("lang", "ar"), "ar", None),
        (
            get(IMPORTED).query("lang", "en").header("accept-language", "ar"),
            "en",
            None,
        ),
        (get(IMPORTED).query("lang", "tlh"), "en", None),
        (
            get(IMPORTED).header("accept-language", "fr-CA"),
            "fr",
            Some("Accept-Language"),
        ),
    ] {
        let response = stack.send(&request).await;
        assert_eq!(response.header("content-language"), language, "{request:?}");
        assert_eq!(response.headers.get("vary").map(String::as_str), vary, "{request:?}");
    }
}

#[tokio::test]
async fn returns_404_for_a_course_that_is_not_listed() {
    let mut withdrawn = course();
    withdrawn["withdrawn"] = true.into();
    let function = function_with(&[withdrawn, details()]).await;
    for (language, id) in [("en", "chemistry"), ("fr", "alchemy"), ("ar", "Not%20An%20Id")] {
        let response = refuses!(function, get(id).query("lang", language), 404, "course_not_found");
        assert_eq!(response.header("content-language"), language);
    }

    assert_json_snapshot!(function.send(&get("chemistry").query("lang", "fr")).await, @r#"
    {
      "status": 404,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "course_not_found",
        "message": "Ce cours n’existe pas. Veuillez recharger la page.",
        "success": false
      }
    }
    "#);
}

#[tokio::test]
async fn a_warm_instance_caches_a_course_but_not_its_absence() {
    for (max_age, seen) in [("60", 3), ("0", 4)] {
        let stack = stack_with(&[]).await;
        let function = FUNCTION.start(&stack, &[("CATALOGUE_MAX_AGE_SECONDS", max_age)]).await;
        expect!(function.send(&get("chemistry")), 404);

        let mut edited = course();
        stack.put_item("courses", edited.clone()).await;
        assert_eq!(function.send(&get("chemistry")).await.data()["enrollmentCount"], 3);
        edited["enrollmentCount"] = 4.into();
        stack.put_item("courses", edited).await;
        let response = function.send(&get("chemistry")).await;
        assert_eq!(
            response.data()["enrollmentCount"],
            seen,
            "with a maximum age of {max_age} s"
        );
    }
}

#[tokio::test]
async fn returns_500_for_a_malformed_item_and_logs_which_one() {
    let mut of_another_run = run("spring", "2999-01-05", "2999-01-20");
    of_another_run["run"]["id"] = "autumn".into();
    let mut level = course();
    level["facts"]["level"] = "guru".into();
    let mut language = details();
    language["details"]["audience"] = json!({"en": "Staff."});
    let mut time = run("spring", "2999-01-05", "2999-01-20");
    time["run"]["time"] = "noon".into();
    let part = json!({"courseId": "chemistry", "part": "price"});
    for (malformed, named) in [
        (level, "chemistry"),
        (language, "details"),
        (of_another_run, "run#spring"),
        (time, "run#spring"),
        (part, "price"),
    ] {
        let function = function_with(&[course(), malformed]).await;
        refuses!(function, get("chemistry"), 500, "internal_error");
        let cause = function.wait_for_log("failed").await["cause"].to_string();
        assert!(cause.contains("malformed item") && cause.contains(named), "{cause}");
    }
}
