//! Front-door tests of `GET /courses/{id}/runs/{run}/calendar`.
//!
//! Protected here: the file has the sessions that the page shows, moved and cancelled ones included, and no link to a meeting; what is not
//! found; the cache headers.

use calcard::{Entry, Parser, icalendar::ICalendarComponentType};
use icalendar::{
    Calendar, CalendarComponent, Component, EventStatus,
    parser::{read_calendar, unfold},
};

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("courses-get-calendar");
/// A course of the repository's catalogue with a closed day.
const COURSE: &str = "cybersecurity-fundamentals";

fn get(course: &str, run: &str) -> TestRequest {
    TestRequest::get(&format!("/courses/{course}/runs/{run}/calendar"))
}

/// A function whose catalogue has one course with one run. Its second session was moved, and its third one cancelled.
async fn function_with_changes(stack: &Stack) -> Function {
    let stack = stack.with_own_tables(&["courses", "courseDetails"]).await;
    let texts = |text: &str| json!({"en": text, "fr": format!("{text} ; « été »"), "ar": "إدارة"});
    let course = json!({
        "courseId": "excel", "type": "cpd", "position": 1, "enrollmentCount": 0, "name": texts("Excel"), "description": texts("Text"),
    });
    let page = json!({
        "courseId": "excel", "part": "details",
        "details": {"sessionMinutes": 90, "syllabus": [texts("Cells"), texts("Charts"), texts("Macros")]},
    });
    let session = |number: u32, start: &str, starts_at: &str| {
        json!({"number": number, "start": start, "startsAt": starts_at, "minutes": 90, "version": number, "cancelled": number == 3,
            "changedAt": "2026-11-01T08:00:00Z"})
    };
    let run = json!({
        "courseId": "excel", "part": "run#spring",
        "run": {
            "id": "spring", "start": "2027-03-27", "end": "2027-04-10", "weekdays": ["saturday"], "time": "10:00",
            "timeZone": "Europe/Paris", "places": 5,
        },
        "sessions": [
            session(1, "2027-03-27T10:00:00", "2027-03-27T09:00:00Z"),
            session(2, "2027-04-04T11:00:00", "2027-04-04T09:00:00Z"),
            session(3, "2027-04-10T10:00:00", "2027-04-10T08:00:00Z"),
        ],
    });
    stack.put_item("courses", course).await;
    for item in [page, run] {
        stack.put_item("courseDetails", item).await;
    }
    FUNCTION
        .start(&stack, &[("SITE_ADDRESS", "https://masar.example")])
        .await
}

#[tokio::test]
async fn returns_an_entry_for_each_session() {
    let stack = Stack::running();
    let function = function_with_changes(&stack).await;
    let response = function.send(&get("excel", "spring").query("lang", "fr")).await;
    let file = response.body.as_str().expect("text").to_owned();
    assert!(file.lines().all(|line| line.len() <= 75), "{file}");
    assert_eq!(file.matches("\r\n").count(), file.lines().count());
    assert_snapshot!(file.replace("\r\n", "\n"));
    let headers = json!(response.headers);
    assert_json_snapshot!(headers, { ".etag" => "[tag]" }, @r#"
    {
      "cache-control": "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400",
      "content-disposition": "attachment; filename=\"excel-spring.ics\"",
      "content-language": "fr",
      "content-type": "text/calendar; charset=utf-8",
      "etag": "[tag]"
    }
    "#);
}

/// Two parsers by others: the crate that writes the file has one, and another crate.
#[tokio::test]
async fn two_parsers_read_the_same_entries() {
    let stack = Stack::running();
    let function = function_with_changes(&stack).await;
    let response = function.send(&get("excel", "spring").query("lang", "ar")).await;
    let file = response.body.as_str().expect("text").to_owned();
    let unfolded = unfold(&file);
    let calendar = Calendar::from(read_calendar(&unfolded).expect("RFC 5545"));
    let events = calendar.components.iter().filter_map(CalendarComponent::as_event);
    let events: Vec<_> = events
        .map(|event| {
            let value = |name| event.property_value(name).unwrap_or_default().to_owned();
            let is_cancelled = event.get_status() == Some(EventStatus::Cancelled);
            (value("UID"), value("DTSTART"), value("SEQUENCE"), is_cancelled)
        })
        .collect();
    let starts = ["20270327T090000Z", "20270404T090000Z", "20270410T080000Z"];
    assert_eq!(events.iter().map(|event| event.1.as_str()).collect::<Vec<_>>(), starts);
    assert_eq!(
        events.iter().map(|event| event.3).collect::<Vec<_>>(),
        [false, false, true]
    );
    assert!(events.windows(2).all(|two| two[0].2 < two[1].2), "{events:?}");

    let Entry::ICalendar(calendar) = Parser::new(&file).entry() else {
        unreachable!("no calendar: {file}")
    };
    let others = calendar
        .components
        .iter()
        .filter(|component| component.component_type == ICalendarComponentType::VEvent);
    let ids: Vec<_> = others.filter_map(|event| event.uid().map(str::to_owned)).collect();
    assert_eq!(ids, events.iter().map(|event| event.0.clone()).collect::<Vec<_>>());
}

#[tokio::test]
async fn has_the_sessions_of_the_page() {
    let stack = Stack::running();
    let page = stack.send(&TestRequest::get(&format!("/courses/{COURSE}"))).await;
    for run in page.data()["runs"].as_array().expect("runs") {
        let sessions = run["sessions"].as_array().expect("sessions");
        assert_eq!(Some(sessions.len() as u64), page.data()["sessions"].as_u64());
        let file = stack.send(&get(COURSE, run["id"].as_str().expect("an id"))).await;
        let file = file.body.as_str().expect("text").to_owned();
        let starts: Vec<_> = file.lines().filter_map(|line| line.strip_prefix("DTSTART:")).collect();
        let compact = |session: &Value| {
            let time = session["startsAt"].as_str().expect("a time");
            time.replace(['-', ':'], "")
        };
        assert_eq!(starts, sessions.iter().map(compact).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn returns_404_for_a_course_or_a_run_that_does_not_exist() {
    let stack = Stack::running();
    for (course, run, code) in [
        ("alchemy", "2027-spring", "course_not_found"),
        ("%23", "2027-spring", "course_not_found"),
        (COURSE, "2000-spring", "run_not_found"),
        (COURSE, "%23", "run_not_found"),
    ] {
        let response = refuses!(stack, get(course, run).query("lang", "ar"), 404, code);
        assert_eq!(response.header("content-language"), "ar");
    }
}

#[tokio::test]
async fn returns_304_for_a_current_etag() {
    let stack = Stack::running();
    let function = function_with_changes(&stack).await;
    let etag = function.send(&get("excel", "spring")).await.header("etag").to_owned();
    let again = function
        .send(&get("excel", "spring").header("if-none-match", &etag))
        .await;
    assert_eq!((again.status, again.header("etag")), (304, etag.as_str()));
}

async fn prepare(_: &Stack) -> TestRequest {
    get(COURSE, "2027-spring")
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_retry_returns_the_file, prepare),
    returns_503_when_tables_are_unreachable_or_do_not_respond(&prepare(&Stack::running()).await),
    every_variable_is_required(&prepare(&Stack::running()).await),
);
