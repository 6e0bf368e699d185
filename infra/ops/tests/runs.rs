//! `ops runs`, by running the real binary for new runs of the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test panics when it fails"
)]

use serde_json::{Value, json};
use testing::{Stack, TestUser};

use crate::tool::{CommandResult, ops_on, with_tables_of};

const COURSE: &str = "excel";
const RUN: &str = "spring";

/// A run of two sessions, in tables of its own.
struct Run {
    running: Stack,
    name: String,
    stack: Stack,
}

impl Run {
    async fn new() -> Self {
        let running = Stack::running();
        let name = running.create_empty_tables().await;
        let stack = with_tables_of(&running, &name);
        let session = |number: u32, day: &str| {
            json!({"number": number, "start": format!("{day}T10:00:00"), "startsAt": format!("{day}T09:00:00Z"), "minutes": 120,
                "version": 1, "changedAt": "2026-11-01T08:00:00Z"})
        };
        let item = json!({
            "courseId": COURSE, "part": format!("run#{RUN}"), "taken": 3,
            "sessions": [session(1, "2001-03-28"), session(2, "2999-03-30")],
            "run": {
                "id": RUN, "start": "2001-03-28", "end": "2999-03-30", "weekdays": ["saturday"], "time": "10:00",
                "timeZone": "Africa/Algiers", "places": 5,
            },
        });
        stack.put_item(&stack.tables["courseDetails"], item).await;
        Self { running, name, stack }
    }

    fn ops(&self, command: &str, arguments: &[&str]) -> CommandResult {
        let command = ["runs", command, COURSE, RUN];
        ops_on(&self.running, &self.name, &[&command[..], arguments].concat())
    }

    async fn sessions(&self) -> Value {
        let items = self.stack.scan_items(&self.stack.tables["courseDetails"]).await;
        items[0]["sessions"].clone()
    }

    async fn audit_records(&self, action: &str) -> usize {
        let records = self.stack.scan_items(&self.stack.tables["audit"]).await;
        let of_run = |record: &&Value| record["run"] == RUN && record["action"] == action;
        records.iter().filter(of_run).count()
    }
}

#[tokio::test]
async fn sessions_of_some_days_shift_in_all_runs_once() {
    let run = Run::new().await;
    let mut other = run.stack.scan_items(&run.stack.tables["courseDetails"]).await.remove(0);
    other["part"] = "run#paris".into();
    other["run"]["id"] = "paris".into();
    other["run"]["timeZone"] = "Europe/Paris".into();
    other["sessions"][1]["startsAt"] = "2999-03-30T08:00:00Z".into();
    run.stack.put_item(&run.stack.tables["courseDetails"], other).await;
    let shift = |arguments: &[&str]| {
        let command = ["runs", "shift", "--from", "2999-03-30", "--until", "2999-03-31"];
        ops_on(&run.running, &run.name, &[&command[..], arguments].concat())
    };
    let ramadan = ["--by", "-90", "--reason", "Hours of Ramadan"];
    let output = shift(&[&ramadan[..], &["--dry-run"]].concat()).success();
    assert_eq!(
        output,
        "Dry run: this would change sessions of 2 runs.\n  excel, paris: 2\n  excel, spring: 2"
    );
    // The second time, there is nothing left to do.
    for runs in [2, 0] {
        let output = shift(&ramadan).success();
        assert!(
            output.starts_with(&format!("Changed sessions of {runs} runs.")),
            "{output}"
        );
        let items = run.stack.scan_items(&run.stack.tables["courseDetails"]).await;
        let starts = |id: &str| {
            let item = items.iter().find(|item| item["run"]["id"] == id).expect("a run");
            (
                item["sessions"][1]["startsAt"].clone(),
                item["sessions"][1]["version"].clone(),
            )
        };
        assert_eq!(starts("spring"), (json!("2999-03-30T07:30:00Z"), json!(2)));
        assert_eq!(starts("paris"), (json!("2999-03-30T07:30:00Z"), json!(2)));
    }
    assert_eq!(run.audit_records("sessions_shift").await, 1);
    shift(&["--cancel", "--reason", "Eid"]).success();
    let items = run.stack.scan_items(&run.stack.tables["courseDetails"]).await;
    assert!(
        items
            .iter()
            .all(|item| item["sessions"][1]["cancelled"] == true && item["sessions"][0]["version"] == 1)
    );
    shift(&["--reason", "Neither"]).failure();
}

#[tokio::test]
async fn a_run_is_cancelled_once_and_only_when_it_is_named_twice() {
    let run = Run::new().await;
    let user = TestUser::registered(&run.running).await;
    let place = json!({"userId": user.id, "courseId": COURSE, "runId": RUN, "start": "2001-03-28", "end": "2999-03-30",
        "state": "accepted", "requestedAt": "2026-01-02T03:04:05Z"});
    run.stack.put_item(&run.stack.tables["placeRequests"], place).await;
    let cancel = |confirm: &str, arguments: &[&str]| {
        run.ops(
            "cancel-run",
            &[&["--reason", "No teacher", "--confirm", confirm], arguments].concat(),
        )
    };
    assert!(cancel("autumn", &["--json"]).has_failed_with("not_confirmed"));
    let output = cancel(RUN, &["--dry-run"]).success();
    assert!(
        output.starts_with("Dry run: this would cancel spring and end 1 places."),
        "{output}"
    );
    let output = cancel(RUN, &[]).success();
    assert!(output.contains(&user.id), "{output}");
    let item = run.stack.scan_items(&run.stack.tables["courseDetails"]).await.remove(0);
    assert_eq!(item["cancelled"]["reason"], "No teacher");
    assert!(cancel(RUN, &["--json"]).has_failed_with("already_cancelled"));
    assert_eq!(run.audit_records("run_cancel").await, 1);
}

#[tokio::test]
async fn moves_and_cancels_a_session() {
    let run = Run::new().await;
    let moved = ["2", "--to", "2999-04-01T18:30", "--reason", "The teacher is ill."];
    let output = run.ops("move", &[&moved[..], &["--dry-run"]].concat()).success();
    assert!(output.starts_with("Dry run: this would change session 2:"), "{output}");
    assert_eq!(run.sessions().await[1]["version"], 1);

    run.ops("move", &moved).success();
    let sessions = run.sessions().await;
    assert_eq!(sessions[0]["version"], 1);
    assert_eq!(sessions[1]["startsAt"], "2999-04-01T17:30:00Z");
    assert_eq!(
        (&sessions[1]["version"], &sessions[1]["reason"]),
        (&json!(2), &json!("The teacher is ill."))
    );

    let output = run.ops("cancel", &["2", "--reason", "She is still ill."]).success();
    assert!(output.contains(", cancelled: She is still ill."), "{output}");
    assert_eq!(run.sessions().await[1]["cancelled"], true);
    run.ops("move", &moved).success();
    let sessions = run.sessions().await;
    assert_eq!(
        (&sessions[1]["version"], sessions[1].get("cancelled")),
        (&json!(4), None)
    );
    assert_eq!(run.audit_records("session_change").await, 3);
    let shown = run.ops("show", &[]).success();
    assert!(
        shown.contains("3 of 5 places taken") && shown.contains("2999-04-01 18:30  120 minutes"),
        "{shown}"
    );
}

#[tokio::test]
async fn refuses_what_is_over_or_does_not_exist() {
    let run = Run::new().await;
    let before = run.sessions().await;
    let reason = ["--reason", "Ill.", "--json"];
    for (command, arguments, code) in [
        ("cancel", vec!["1"], "session_over"),
        ("cancel", vec!["3"], "session_not_found"),
        ("move", vec!["2", "--to", "2026-01-01T10:00"], "start_over"),
    ] {
        let refused = run.ops(command, &[&arguments[..], &reason].concat());
        assert!(refused.has_failed_with(code), "{command}: {refused:?}");
    }
    let unknown = ops_on(&run.running, &run.name, &["runs", "show", COURSE, "alchemy", "--json"]);
    assert!(unknown.has_failed_with("run_not_found"), "{unknown:?}");
    assert_eq!(run.sessions().await, before);
}

#[tokio::test]
async fn says_how_one_takes_part() {
    let run = Run::new().await;
    let url = "https://meet.example/abc";
    run.ops("meeting", &["--url", url, "--dial-in", "+213 21 00 00 00"])
        .success();
    run.ops("meeting", &["--session", "2", "--address", "3 rue Didouche Mourad"])
        .success();
    let mut items = run.stack.scan_items(&run.stack.tables["meetings"]).await;
    items.sort_by_key(|item| item["part"].to_string().len());
    assert_eq!(
        (&items[0]["url"], &items[0]["dialIn"]),
        (&json!(url), &json!("+213 21 00 00 00"))
    );
    assert_eq!(items[1]["address"], "3 rue Didouche Mourad");
    assert_eq!(run.audit_records("meeting_set").await, 2);
    for arguments in [vec!["--url", "http://meet.example"], vec![], vec!["--url", "https://"]] {
        run.ops("meeting", &arguments).failure();
    }
}

#[tokio::test]
async fn keeps_materials_within_limits() {
    let run = Run::new().await;
    let material = |command: &str, arguments: &[&str]| {
        let command = ["runs", "material", command, COURSE, RUN];
        ops_on(&run.running, &run.name, &[&command[..], arguments].concat())
    };
    let (slides, video) = ("https://files.example/slides", "https://video.example/1");
    // A session that is over has a recording.
    let recording = ["--session", "1", "--title", "Recording", "--url", video];
    let output = material("add", &[&recording[..], &["--dry-run"]].concat()).success();
    assert!(output.starts_with("Dry run: the materials would be: 1"), "{output}");
    assert_eq!(run.stack.scan_items(&run.stack.tables["meetings"]).await.len(), 0);
    material("add", &recording).success();
    material("add", &["--title", "Slides", "--url", slides]).success();
    let output = material("add", &["--title", "New slides", "--url", slides]).success();
    let shown = format!("Materials: 2\n  run: New slides\n    {slides}\n  session 1: Recording\n    {video}");
    assert_eq!(output, shown);
    assert_eq!(material("list", &[]).success(), shown);
    let items = run.stack.scan_items(&run.stack.tables["meetings"]).await;
    assert_eq!(items[0]["part"], format!("{RUN}#materials"));

    material("remove", &["--url", video]).success();
    assert!(material("remove", &["--url", video, "--json"]).has_failed_with("material_not_found"));
    let unknown = ["--session", "3", "--title", "T", "--url", video, "--json"];
    assert!(material("add", &unknown).has_failed_with("session_not_found"));
    for refused in [
        ["--title", "T", "--url", "http://video.example"],
        ["--title", " ", "--url", video],
    ] {
        material("add", &refused).failure();
    }
    assert_eq!(
        (
            run.audit_records("material_add").await,
            run.audit_records("material_remove").await
        ),
        (3, 1)
    );
    let many: Vec<_> = (0..100)
        .map(|index| json!({"title": "T", "url": format!("https://a.example/{index}")}))
        .collect();
    let full = json!({"courseId": COURSE, "part": format!("{RUN}#materials"), "materials": many});
    run.stack.put_item(&run.stack.tables["meetings"], full).await;
    let more = material("add", &["--title", "T", "--url", video, "--json"]);
    assert!(more.has_failed_with("too_many_materials"), "{more:?}");
}
