//! Front-door tests of `GET /staff/runs` and `GET /staff/runs/{course}/{run}`.
//!
//! Protected here: staff find runs that come, that are over, and those of a month; and see one with its sessions, meetings and participants.

use super::place::{COURSE, Desk, closed_days};
use crate::prelude::*;

const LIST: DeployedFunction = DeployedFunction::named("staff-list-runs");
const GET: DeployedFunction = DeployedFunction::named("staff-get-run");

fn list(query: &[(&str, &str)]) -> TestRequest {
    let request = TestRequest::get("/staff/runs");
    query
        .iter()
        .fold(request, |request, (name, value)| request.query(name, value))
}

fn ids(response: &TestResponse) -> Vec<String> {
    let runs = response.data()["runs"].as_array().expect("runs").iter();
    runs.map(|run| run["id"].as_str().expect("an id").to_owned()).collect()
}

#[tokio::test]
async fn lists_runs_by_their_first_day_and_those_that_are_over_the_latest_first() {
    let desk = Desk::new().await;
    desk.put_sessions().await;
    for (id, start, end) in [
        ("2001", "2001-01-06", "2001-03-03"),
        ("2002", "2002-01-05", "2002-03-02"),
        ("autumn", "2998-09-05", "2998-11-28"),
    ] {
        desk.put_run_with(id, json!({}), json!({"start": start, "end": end}))
            .await;
    }
    let cancelled = json!({"cancelled": {"at": "2026-01-02T00:00:00Z", "reason": "No teacher"}, "taken": 2});
    desk.put_run_with("winter", cancelled, json!({"start": "2998-12-05"}))
        .await;
    let function = desk.function(LIST).await;
    desk.put_closed_days(1, &["2999-04-10", "2999-05-01"]).await;
    let coming = function.send(&desk.finance.sends(list(&[]))).await;
    assert_eq!(ids(&coming), ["spring", "autumn", "winter"]);
    let runs = &coming.data()["runs"];
    assert_eq!(runs[0]["course"], json!({"_id": COURSE, "name": "Excel"}));
    assert_eq!(
        (&runs[0]["next"]["start"], &runs[0]["taken"], &runs[0]["places"]),
        (&json!("2999-04-03T10:30:00"), &json!(3), &json!(5))
    );
    assert_eq!(
        (&runs[2]["cancelled"], runs[2].get("next")),
        (&json!(true), None::<&Value>)
    );
    let over = function.send(&desk.admissions.sends(list(&[("state", "over")]))).await;
    assert_eq!(ids(&over), ["2002", "2001"]);

    let month = function
        .send(&desk.admissions.sends(list(&[("month", "2999-04")])))
        .await;
    assert_eq!(ids(&month), ["spring"]);
    let sessions = month.data()["runs"][0]["sessions"].as_array().expect("sessions").iter();
    let numbers: Vec<_> = sessions.map(|session| session["number"].clone()).collect();
    assert_eq!(numbers, [2, 3]);
    assert_eq!(month.data()["closedDays"], closed_days(&["2999-04-10"]));
    assert_eq!(coming.data().get("closedDays"), None::<&Value>);
}

#[tokio::test]
async fn lists_many_runs_page_by_page() {
    let desk = Desk::new().await;
    for number in 0..102 {
        desk.put_run(&format!("r{number:03}"), 0).await;
    }
    let function = desk.function(LIST).await;
    let first = function.send(&desk.admissions.sends(list(&[]))).await;
    let cursor = first.data()["next"].as_str().expect("a cursor");
    let second = function.send(&desk.admissions.sends(list(&[("cursor", cursor)]))).await;
    let (first, last) = (ids(&first), ids(&second));
    assert_eq!((first.len(), &first[0]), (100, &"r000".to_owned()));
    assert_eq!(last, ["r100", "r101", "spring"]);
    assert_eq!(second.data().get("next"), None::<&Value>);
}

/// A malformed course would keep staff from all others.
#[tokio::test]
async fn lists_the_runs_of_other_courses_than_a_malformed_one() {
    let desk = Desk::new().await;
    let malformed = json!({"courseId": "alchemy", "part": "run#spring", "run": {"id": "spring"}});
    desk.stack.put_item("courseDetails", malformed).await;
    let function = desk.function(LIST).await;
    let listed = function.send(&desk.admissions.sends(list(&[]))).await;
    assert_eq!(ids(&listed), ["spring"]);
}

#[tokio::test]
async fn shows_a_run_with_its_sessions_meetings_and_participants() {
    let desk = Desk::new().await;
    desk.put_sessions().await;
    let mut registration = TestUser::registration();
    registration["fullname"] = "Nadia Haddad".into();
    let teacher = TestUser::verified_with(&desk.stack, &registration).await;
    let sessions = desk.stored_run().await["sessions"].clone();
    let more = json!({"taken": 3, "sessions": sessions});
    desk.put_run_with("spring", more, json!({"start": "2001-03-27", "teacher": teacher.id}))
        .await;
    let url = "https://meet.example/abc";
    for meeting in [
        json!({"part": "spring", "url": url}),
        json!({"part": "spring#3", "address": "3 rue Didouche Mourad"}),
        json!({"part": "spring#materials", "materials": [{"title": "Slides", "url": "https://files.example/1"}]}),
        // Of a run whose id begins alike.
        json!({"part": "spring-b", "url": "https://meet.example/other"}),
    ] {
        let mut meeting = meeting;
        meeting["courseId"] = COURSE.into();
        desk.stack.put_item("meetings", meeting).await;
    }
    let function = desk.function(GET).await;
    let shown = function
        .send(&desk.finance.sends(TestRequest::get(&desk.run_path())))
        .await;
    let run = shown.data();
    assert_eq!(
        (&run["teacher"], &run["taken"], &run["places"], &run["timeZone"]),
        (&json!("Nadia Haddad"), &json!(3), &json!(5), &json!("Africa/Algiers"))
    );
    assert_eq!(
        (&run["meeting"], &run["sessions"][2]["meeting"]),
        (&json!({"url": url}), &json!({"address": "3 rue Didouche Mourad"}))
    );
    assert_eq!(
        (&run["sessions"][0]["over"], &run["sessions"][1]["over"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(run["materials"][0]["title"], "Slides");
    assert_eq!(run["participants"][0]["user"]["email"], desk.learner.email.as_str());
    assert_eq!(run["participants"][0]["state"], "requested");
    for path in ["/staff/runs/excel/autumn", "/staff/runs/python/spring"] {
        expect!(
            function.send(&desk.admissions.sends(TestRequest::get(path))),
            (404, "run_not_found")
        );
    }
}

#[tokio::test]
async fn after_any_fault_a_repetition_lists() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        let desk = first.with_another_learner().await;
        (
            desk.stack.clone(),
            desk.admissions.sends(list(&[("month", "2999-04")])),
            (),
        )
    };
    faults::check_every_fault(LIST, prepare, async |case, ()| {
        expect!(case.retry(), 200);
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_shows_it() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        let desk = first.with_another_learner().await;
        let get = TestRequest::get(&desk.run_path());
        (desk.stack.clone(), desk.admissions.sends(get), ())
    };
    faults::check_every_fault(GET, prepare, async |case, ()| {
        expect!(case.retry(), 200);
    })
    .await;
}
