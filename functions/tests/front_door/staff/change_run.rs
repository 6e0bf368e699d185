//! Front-door tests of `POST /staff/runs/{course}/{run}/changes`.
//!
//! Protected here: a session moves or is cancelled, a meeting and materials are kept, and a run is cancelled: once, as it was read, and with an
//! audit record.

use super::place::{COURSE, Desk};
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-change-run");
const GET: DeployedFunction = DeployedFunction::named("staff-get-run");

/// A run with sessions, and the function that changes it.
struct Room {
    desk: Desk,
    change: Function,
    get: Function,
}

impl Room {
    async fn new() -> Self {
        let desk = Desk::new().await;
        desk.put_sessions().await;
        Self {
            change: desk.function(FUNCTION).await,
            get: desk.function(GET).await,
            desk,
        }
    }

    async fn version(&self) -> Value {
        let get = TestRequest::get(&self.desk.run_path());
        let shown = self.get.send(&self.desk.admissions.sends(get)).await;
        shown.data()["version"].clone()
    }

    async fn send(&self, change: &Value) -> TestResponse {
        self.change
            .send(&self.desk.admissions.sends(request(&self.desk, change)))
            .await
    }

    /// Changes the run as it is now.
    async fn change(&self, change: &Value) -> TestResponse {
        let mut change = change.clone();
        change["version"] = self.version().await;
        self.send(&change).await
    }
}

fn request(desk: &Desk, change: &Value) -> TestRequest {
    TestRequest::post(&format!("{}/changes", desk.run_path())).json(change)
}

#[tokio::test]
async fn moves_and_cancels_a_session() {
    let room = Room::new().await;
    let move_it =
        json!({"action": "move_session", "session": 2, "start": "2999-04-04T18:30", "reason": " The teacher is ill. "});
    let moved = expect!(room.change(&move_it), 200);
    let session = &moved.data()["sessions"][1];
    assert_eq!(
        (&session["startsAt"], &session["reason"]),
        (&json!("2999-04-04T17:30:00Z"), &json!("The teacher is ill."))
    );
    let cancel = json!({"action": "cancel_session", "session": 2, "reason": "She is still ill."});
    let cancelled = room.change(&cancel).await;
    assert_eq!(cancelled.data()["sessions"][1]["cancelled"], true);
    let held = room.change(&move_it).await;
    assert_eq!(held.data()["sessions"][1]["cancelled"], false);
    // A repetition tells nobody again.
    expect!(room.change(&move_it), 200);
    let stored = room.desk.stored_run().await["sessions"].clone();
    assert_eq!((&stored[0]["version"], &stored[1]["version"]), (&json!(1), &json!(4)));
    assert_eq!(room.desk.audit_records("session_change").await, 3);
}

/// The second of two staff members, who has read the run before the first one changed it.
#[tokio::test]
async fn refuses_a_change_of_what_somebody_else_has_changed() {
    let room = Room::new().await;
    let version = room.version().await;
    let meeting = json!({"version": version, "action": "set_meeting", "url": "https://meet.example/abc"});
    expect!(room.send(&meeting), 200);
    let cancel = json!({"version": version, "action": "cancel_session", "session": 2, "reason": "Ill."});
    refuses!(room, cancel, 409, "conflict");
    // A place that is taken meanwhile changes nothing of it.
    let version = room.version().await;
    let mut more = room.desk.stored_run().await;
    more["taken"] = 4.into();
    room.desk
        .put_run_with("spring", more.clone(), more["run"].clone())
        .await;
    assert_eq!(room.version().await, version);
}

#[tokio::test]
async fn refuses_what_is_over_or_does_not_exist() {
    let room = Room::new().await;
    let before = room.desk.stored_run().await;
    for (change, refusal) in [
        (
            json!({"action": "cancel_session", "session": 1, "reason": "Ill."}),
            (409, "session_over"),
        ),
        (
            json!({"action": "cancel_session", "session": 4, "reason": "Ill."}),
            (404, "course_session_not_found"),
        ),
        (
            json!({"action": "cancel_session", "session": 2, "reason": " "}),
            (400, "reason_required"),
        ),
        (
            json!({"action": "move_session", "session": 2, "start": "2026-01-01T10:00", "reason": "Ill."}),
            (400, "start_over"),
        ),
        (
            json!({"action": "move_session", "session": 2, "start": "tomorrow", "reason": "Ill."}),
            (400, "malformed_request"),
        ),
        (json!({"action": "close"}), (400, "malformed_request")),
        (
            json!({"action": "set_meeting", "url": "http://meet.example"}),
            (400, "url_invalid"),
        ),
        (
            json!({"action": "set_meeting", "address": "x".repeat(501)}),
            (400, "field_too_long"),
        ),
        (
            json!({"action": "set_meeting", "session": 4, "address": "Alger"}),
            (404, "course_session_not_found"),
        ),
        (
            json!({"action": "add_material", "title": " ", "url": "https://files.example"}),
            (400, "title_invalid"),
        ),
        (
            json!({"action": "remove_material", "url": "https://files.example"}),
            (404, "material_not_found"),
        ),
        (
            json!({"action": "cancel", "reason": "No teacher", "confirm": "autumn"}),
            (400, "not_confirmed"),
        ),
    ] {
        expect!(room.change(&change), refusal);
    }
    assert_eq!(room.desk.stored_run().await, before);
    assert_eq!(room.desk.stack.scan_items("meetings").await, [] as [Value; 0]);
    let over = json!({"start": "2001-01-06", "end": "2001-03-03"});
    room.desk.put_run_with("spring", json!({"sessions": []}), over).await;
    let cancel = json!({"action": "cancel", "reason": "No teacher", "confirm": "spring"});
    expect!(room.change(&cancel), (409, "run_over"));
    let finance = request(
        &room.desk,
        &json!({"action": "cancel", "reason": "No", "confirm": "spring"}),
    );
    refuses!(room.change, room.desk.finance.sends(finance), 403, "forbidden");
}

#[tokio::test]
async fn says_how_one_takes_part() {
    let room = Room::new().await;
    let url = "https://meet.example/abc";
    let set = json!({"action": "set_meeting", "url": url, "dialIn": "+213 21 00 00 00", "address": ""});
    let set = room.change(&set).await;
    assert_eq!(set.data()["meeting"], json!({"url": url, "dialIn": "+213 21 00 00 00"}));
    let own = json!({"action": "set_meeting", "session": 3, "address": "3 rue Didouche Mourad"});
    let own = room.change(&own).await;
    assert_eq!(
        own.data()["sessions"][2]["meeting"],
        json!({"address": "3 rue Didouche Mourad"})
    );
    let removed = room.change(&json!({"action": "set_meeting", "session": 3})).await;
    assert_eq!(removed.data()["sessions"][2].get("meeting"), None);
    assert_eq!(room.desk.audit_records("meeting_set").await, 3);
}

#[tokio::test]
async fn keeps_materials_within_limits() {
    let room = Room::new().await;
    let (slides, video) = ("https://files.example/slides", "https://video.example/1");
    let add = async |session: Option<u32>, title: &str, url: &str| {
        room.change(&json!({"action": "add_material", "session": session, "title": title, "url": url}))
            .await
    };
    // A session that is over has a recording.
    add(Some(1), "Recording", video).await;
    add(None, "Slides", slides).await;
    let replaced = add(None, "New slides", slides).await;
    assert_eq!(
        replaced.data()["materials"],
        json!([{"title": "New slides", "url": slides}, {"session": 1, "title": "Recording", "url": video}])
    );
    let removed = room.change(&json!({"action": "remove_material", "url": video})).await;
    assert_eq!(removed.data()["materials"].as_array().map(Vec::len), Some(1));
    let desk = &room.desk;
    assert_eq!(
        (
            desk.audit_records("material_add").await,
            desk.audit_records("material_remove").await
        ),
        (3, 1)
    );
    let many: Vec<_> = (0..100)
        .map(|index| json!({"title": "T", "url": format!("https://a.example/{index}")}))
        .collect();
    let full = json!({"courseId": COURSE, "part": "spring#materials", "materials": many});
    desk.stack.put_item("meetings", full).await;
    expect!(add(None, "T", video), (409, "too_many_materials"));
}

#[tokio::test]
async fn cancels_a_run_once_and_takes_its_start_out_of_the_lists() {
    let room = Room::new().await;
    let courses = "courses";
    room.desk.put_start().await;
    let cancel = json!({"action": "cancel", "reason": "No teacher", "confirm": " spring "});
    let cancelled = expect!(room.change(&cancel), 200);
    assert_eq!(cancelled.data()["cancelled"]["reason"], "No teacher");
    let course = room.desk.stack.scan_items(courses).await.remove(0);
    assert_eq!(course["facts"]["starts"], json!(["2999-09-05"]));
    for change in [
        cancel,
        json!({"action": "cancel_session", "session": 2, "reason": "Ill."}),
    ] {
        expect!(room.change(&change), (409, "run_cancelled"));
    }
    assert_eq!(room.desk.audit_records("run_cancel").await, 1);
}

/// Each case changes a run of its own, after `before`, if that is given.
async fn check_faults(before: Option<Value>, change: Value, is_done: fn(&Value, &[Value]) -> bool) {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        // A cancellation changes the course, for which cases at the same time would compete.
        let desk = if change["action"] == "cancel" {
            let desk = Desk::new().await;
            desk.put_start().await;
            desk
        } else {
            first.with_another_learner().await
        };
        desk.put_sessions().await;
        let (get, post) = (desk.function(GET).await, desk.function(FUNCTION).await);
        let at_present = async |change: &Value| {
            let shown = get
                .send(&desk.admissions.sends(TestRequest::get(&desk.run_path())))
                .await;
            let mut change = change.clone();
            change["version"] = shown.data()["version"].clone();
            if change["action"] == "cancel" {
                change["confirm"] = shown.data()["id"].clone();
            }
            desk.admissions.sends(request(&desk, &change))
        };
        if let Some(before) = &before {
            expect!(post.send(&at_present(before).await), 200);
        }
        (desk.stack.clone(), at_present(&change).await, desk)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, desk| {
        let stored = async |desk: &Desk| {
            let mut meetings = desk.stack.scan_items("meetings").await;
            let id = desk.stored_run().await["run"]["id"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            meetings.retain(|meeting| meeting["part"].as_str().is_some_and(|part| part.starts_with(&id)));
            is_done(&desk.stored_run().await, &meetings)
        };
        // The run was read before the change.
        let expected = if stored(desk).await { 409 } else { 200 };
        expect!(case.retry(), expected);
        assert!(stored(desk).await);
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_a_session_is_cancelled_or_as_it_was() {
    let cancel = json!({"action": "cancel_session", "session": 2, "reason": "Ill."});
    check_faults(None, cancel, |run, _| run["sessions"][1]["cancelled"] == true).await;
}

#[tokio::test]
async fn after_any_fault_a_meeting_is_set_or_as_it_was() {
    let set = json!({"action": "set_meeting", "url": "https://meet.example/abc"});
    check_faults(None, set, |_, meetings| meetings.len() == 1).await;
}

#[tokio::test]
async fn after_any_fault_a_meeting_is_removed_or_as_it_was() {
    let set = json!({"action": "set_meeting", "url": "https://meet.example/abc"});
    let remove = json!({"action": "set_meeting"});
    check_faults(Some(set), remove, |_, meetings| meetings.is_empty()).await;
}

#[tokio::test]
async fn after_any_fault_a_material_is_added_or_not() {
    let add = json!({"action": "add_material", "title": "Slides", "url": "https://files.example/slides"});
    check_faults(None, add, |_, meetings| meetings.len() == 1).await;
}

#[tokio::test]
async fn after_any_fault_the_run_is_cancelled_or_as_it_was() {
    let cancel = json!({"action": "cancel", "reason": "No teacher"});
    check_faults(None, cancel, |run, _| run["cancelled"]["reason"] == "No teacher").await;
}
