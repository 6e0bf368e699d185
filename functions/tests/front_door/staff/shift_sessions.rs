//! Front-door tests of `POST /staff/runs/shift`.
//!
//! Protected here: the sessions of some days move or are cancelled in all runs, once, also when the request is repeated.

use super::place::{COURSE, Desk};
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-shift-sessions");

fn shift(more: &Value) -> TestRequest {
    let mut shift = json!({"from": "2999-04-01", "until": "2999-04-05", "reason": "Hours of Ramadan"});
    shift
        .as_object_mut()
        .expect("an object")
        .extend(more.as_object().cloned().unwrap_or_default());
    TestRequest::post("/staff/runs/shift").json(&shift)
}

fn runs(response: &TestResponse) -> Vec<Value> {
    let runs = response.data()["runs"].as_array().expect("runs").iter();
    runs.map(|run| json!([run["run"], run["sessions"]])).collect()
}

#[tokio::test]
async fn moves_and_cancels_the_sessions_of_some_days_in_all_runs_once() {
    let desk = Desk::new().await;
    desk.put_sessions().await;
    let mut sessions = desk.stored_run().await["sessions"].clone();
    sessions[1]["startsAt"] = "2999-04-03T08:30:00Z".into();
    desk.put_run_with(
        "paris",
        json!({"sessions": sessions}),
        json!({"timeZone": "Europe/Paris"}),
    )
    .await;
    let function = desk.function(FUNCTION).await;
    let send = async |more: Value| function.send(&desk.admissions.sends(shift(&more))).await;
    let both = [json!(["spring", [2]]), json!(["paris", [2]])];
    let planned = send(json!({"by": -90, "dryRun": true})).await;
    assert_eq!(runs(&planned), both);
    assert_eq!(
        planned.data()["runs"][0]["course"],
        json!({"_id": COURSE, "name": "Excel"})
    );
    assert_eq!(desk.stored_run().await["sessions"][1]["version"], 1);

    // The second time, there is nothing left to do.
    for done in [both.to_vec(), Vec::new()] {
        let shifted = send(json!({"by": -90})).await;
        assert_eq!(runs(&shifted), done);
        for run in desk.stack.scan_items("courseDetails").await {
            assert_eq!(
                (&run["sessions"][1]["startsAt"], &run["sessions"][1]["version"]),
                (
                    &json!(if run["part"] == "run#paris" {
                        "2999-04-03T07:00:00Z"
                    } else {
                        "2999-04-03T08:00:00Z"
                    }),
                    &json!(2)
                )
            );
        }
    }
    assert_eq!(desk.audit_records("sessions_shift").await, 1);
    let other = send(json!({"course": "python", "cancel": true, "reason": "Eid"})).await;
    assert_eq!(runs(&other), [] as [Value; 0]);
    let cancelled = send(json!({"cancel": true, "reason": "Eid"})).await;
    assert_eq!(runs(&cancelled), both);
    for run in desk.stack.scan_items("courseDetails").await {
        assert_eq!(
            (&run["sessions"][1]["cancelled"], &run["sessions"][0]["version"]),
            (&json!(true), &json!(1))
        );
    }
    for (more, refusal) in [
        (json!({"cancel": true, "reason": ""}), (400, "reason_required")),
        (json!({}), (400, "malformed_request")),
        (json!({"cancel": true, "by": -90}), (400, "malformed_request")),
        (json!({"cancel": true, "toEnd": true}), (400, "malformed_request")),
        (
            json!({"cancel": true, "until": "2999-03-31"}),
            (400, "malformed_request"),
        ),
        (json!({"from": "soon"}), (400, "malformed_request")),
    ] {
        expect!(send(more), refusal);
    }
}

#[tokio::test]
async fn moves_sessions_to_the_end_of_their_run_past_closed_days() {
    let desk = Desk::new().await;
    desk.put_sessions().await;
    desk.put_closed_days(1, &["2999-04-13"]).await;
    let function = desk.function(FUNCTION).await;
    let both = json!({"until": "2999-04-10", "toEnd": true, "reason": "Eid"});
    let shifted = function.send(&desk.admissions.sends(shift(&both))).await;
    assert_eq!(runs(&shifted), [json!(["spring", [2, 3]])]);
    let sessions = &desk.stored_run().await["sessions"];
    assert_eq!(
        [&sessions[1]["start"], &sessions[2]["start"], &sessions[1]["startsAt"]],
        ["2999-04-20T10:30:00", "2999-04-27T10:30:00", "2999-04-20T09:30:00Z"]
    );
    desk.put_closed_days(2, &["2999-04-13", "2999-04-20"]).await;
    let again = json!({"from": "2999-04-20", "until": "2999-04-20", "toEnd": true, "reason": "Eid"});
    let shifted = function.send(&desk.admissions.sends(shift(&again))).await;
    assert_eq!(runs(&shifted), [json!(["spring", [2]])], "for the same reason, too");
    let nothing = json!({"from": "2999-04-27", "until": "2999-04-27", "by": 60, "reason": "Later"});
    let shifted = function.send(&desk.admissions.sends(shift(&nothing))).await;
    assert_eq!(runs(&shifted), [json!(["spring", [3]])], "it can be moved again");
}

/// Otherwise its sessions would stay, and nobody would know.
#[tokio::test]
async fn shifts_nothing_while_a_course_cannot_be_read() {
    let desk = Desk::new().await;
    desk.put_sessions().await;
    let malformed = json!({"courseId": "alchemy", "part": "run#autumn", "run": {"id": "autumn"}});
    desk.stack.put_item("courseDetails", malformed).await;
    let function = desk.function(FUNCTION).await;
    expect!(
        function.send(&desk.admissions.sends(shift(&json!({"by": -90})))),
        (500, "internal_error")
    );
    assert_eq!(desk.stored_run().await["sessions"][1]["version"], 1);
}

#[tokio::test]
async fn moves_nothing_into_the_past() {
    let desk = Desk::new().await;
    desk.put_sessions().await;
    let function = desk.function(FUNCTION).await;
    let shift = shift(&json!({"by": -1_000_000_000}));
    refuses!(function, desk.admissions.sends(shift), 400, "start_over");
}

#[tokio::test]
async fn after_any_fault_a_repetition_moves_the_rest() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        // A table of its own: a shift concerns all runs.
        let desk = Desk::new().await;
        desk.put_sessions().await;
        let request = first.admissions.sends(shift(&json!({"toEnd": true})));
        (desk.stack.clone(), request, desk)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, desk| {
        expect!(case.retry(), 200);
        assert_eq!(desk.stored_run().await["sessions"][1]["version"], 2);
    })
    .await;
}
