//! `ops catalogue import` with runs in which places are taken.

use super::{Catalogue, localized, run, whole_course};
use crate::prelude::*;

const ENROLLED: &str = "11111111111111111111111111111111";
const ASKED: &str = "22222222222222222222222222222222";

/// An imported catalogue, in tables of its own. The first course has two runs.
struct Imported {
    running: Stack,
    stack: String,
    catalogue: Catalogue,
}

impl Imported {
    async fn new() -> Self {
        let running = Stack::running();
        let stack = running.create_empty_tables().await;
        let catalogue = Catalogue::new();
        catalogue.write("courses/first.toml", &whole_course(10));
        let (succeeded, output) = catalogue.import(&stack);
        assert!(succeeded, "{output}");
        Self {
            running,
            stack,
            catalogue,
        }
    }

    fn table(&self, name: &str) -> String {
        format!("{}-{name}", self.stack)
    }

    async fn items(&self) -> Vec<Value> {
        let mut items = Vec::new();
        for table in ["courses", "course-details", "course-prices", "audit"] {
            let mut of_table = self.running.scan_items(&self.table(table)).await;
            of_table.sort_by_key(ToString::to_string);
            items.extend(of_table);
        }
        items
    }

    /// Sets an attribute of the item of a run.
    async fn set(&self, run: &str, name: &str, value: Value) {
        let details = self.table("course-details");
        let part = format!("run#{run}");
        let items = self.running.scan_items(&details).await;
        let item = items.into_iter().find(|item| item["part"] == part.as_str());
        let mut item = item.expect("the run");
        item[name] = value;
        self.running.put_item(&details, item).await;
    }

    /// Takes a place of a run, as an acceptance does.
    async fn take(&self, run: &str, taken: u32) {
        self.set(run, "taken", taken.into()).await;
        let courses = self.table("courses");
        let items = self.running.scan_items(&courses).await;
        let item = items.into_iter().find(|item| item["courseId"] == "first");
        let mut item = item.expect("the course");
        item["enrollmentCount"] = taken.into();
        self.running.put_item(&courses, item).await;
        for (user, state) in [(ENROLLED, "accepted"), (ASKED, "pending")] {
            let request = json!({
                "userId": user, "courseId": "first", "runId": run, "start": "2027-02-06", "end": "2027-02-21",
                "state": state, "requestedAt": "2026-01-02T03:04:05Z",
            });
            self.running.put_item(&self.table("place-requests"), request).await;
        }
    }

    /// Imports the edited file, which must be refused without a trace. Returns the output.
    async fn refused(&self, file: &str) -> String {
        self.catalogue.write("courses/first.toml", file);
        self.refused_as_is().await
    }

    /// Checks the text, the JSON and the diff of an import that changes a run and its course.
    async fn say_the_same_everywhere(&self, spring: &str) {
        let later = spring.replace("time = \"18:30\"", "time = \"19:00\"");
        let edited = with_four_sessions(&whole_course(10).replace(spring, &later));
        let output = self.refused(&edited).await;
        assert_snapshot!(output, @"
        An import is refused: it would change 1 run with taken places.
          first, 2027-spring: changed, with 3 taken places
            - runs.2027-spring.closed = 2027-02-07, 2027-02-13, 2027-02-14
            + runs.2027-spring.closed = 2027-02-07, 2027-02-13
            - runs.2027-spring.time = 18:30
            + runs.2027-spring.time = 19:00
            - sessions = 3
            + sessions = 4
            1 user with a place: 11111111111111111111111111111111
            1 user asked for one: 22222222222222222222222222222222
        Nothing was written. Undo these changes in the files, or agree them with these users and remove the enrolments first (scripts/ops unenrol).
        ");
        let (refusal, _) = output.split_once("\nNothing was written.").expect("a refusal");
        let (succeeded, diff) = self.catalogue.diff(&self.stack);
        assert!(succeeded && diff.ends_with(refusal), "{diff}");

        let (_, output) = self.catalogue.run(&["--json", "import", "--stack", &self.stack]);
        let output: Value = serde_json::from_str(&output).expect("JSON");
        assert_eq!(output["code"], "places_taken");
        let (closed, fewer) = ("2027-02-07, 2027-02-13, 2027-02-14", "2027-02-07, 2027-02-13");
        let edits = json!([
            {"field": "runs.2027-spring.closed", "before": closed, "after": fewer},
            {"field": "runs.2027-spring.time", "before": "18:30", "after": "19:00"},
            {"field": "sessions", "before": "3", "after": "4"},
        ]);
        let change = json!({
            "courseId": "first", "runId": "2027-spring", "taken": 3, "change": "edited", "edits": edits,
            "enrolled": [ENROLLED], "asked": [ASKED],
        });
        assert_eq!(output["runs"], json!([change]));
    }

    async fn refused_as_is(&self) -> String {
        let before = self.items().await;
        let (succeeded, output) = self.catalogue.import(&self.stack);
        assert!(!succeeded, "{output}");
        let (dry_succeeded, dry) = self.catalogue.run(&["import", "--stack", &self.stack, "--dry-run"]);
        assert!(!dry_succeeded);
        assert_eq!(dry, output, "a dry run says the same");
        assert_eq!(self.items().await, before);
        output
    }
}

#[tokio::test]
async fn an_import_does_not_remove_a_run_with_taken_places() {
    let imported = Imported::new().await;
    imported.take("2027-spring", 1).await;
    let spring = run("2027-spring", "2027-02-06", "2027-02-21");
    let output = imported.refused(&whole_course(10).replace(&spring, "")).await;
    assert_snapshot!(output, @"
    An import is refused: it would change 1 run with taken places.
      first, 2027-spring: removed, with 1 taken place
        1 user with a place: 11111111111111111111111111111111
        1 user asked for one: 22222222222222222222222222222222
    Nothing was written. Undo these changes in the files, or agree them with these users and remove the enrolments first (scripts/ops unenrol).
    ");

    // The other run has no taken places.
    let autumn = run("2027-autumn", "2027-10-02", "2027-10-17");
    let without_autumn = whole_course(10).replace(&autumn, "");
    imported.catalogue.write("courses/first.toml", &without_autumn);
    assert!(imported.catalogue.import(&imported.stack).0);
}

#[tokio::test]
async fn an_import_does_not_change_when_a_run_with_taken_places_has_its_sessions() {
    let imported = Imported::new().await;
    imported.take("2027-spring", 3).await;
    let spring = run("2027-spring", "2027-02-06", "2027-02-21");
    let replaced = |edits: &[(&str, &str)]| {
        let edited = edits.iter().fold(spring.clone(), |run, (key, value)| {
            assert!(run.contains(key), "{key}");
            run.replace(key, value)
        });
        whole_course(10).replace(&spring, &edited)
    };
    let edit = |key: &str, value: &str| replaced(&[(key, value)]);
    let edits = [
        replaced(&[
            ("\"2027-02-07\", ", ""),
            ("start = \"2027-02-06\"", "start = \"2027-02-07\""),
        ]),
        replaced(&[
            (", \"2027-02-14\"", ""),
            ("end = \"2027-02-21\"", "end = \"2027-02-20\""),
        ]),
        replaced(&[
            ("[\"saturday\", \"sunday\"]", "[\"friday\", \"saturday\", \"sunday\"]"),
            ("\"2027-02-14\"]", "\"2027-02-14\", \"2027-02-12\", \"2027-02-19\"]"),
        ]),
        edit("\"2027-02-14\"]", "\"2027-02-20\"]"),
        edit("time = \"18:30\"", "time = \"19:00\""),
        edit("\"Africa/Algiers\"", "\"Africa/Tunis\""),
        edit("places = 12", "places = 2"),
        with_four_sessions(&whole_course(10)),
        with_longer_sessions(&whole_course(10)),
    ];
    let mut changes = Vec::new();
    for edit in edits {
        let output = imported.refused(&edit).await;
        let lines = output
            .lines()
            .filter(|line| line.starts_with("    - ") || line.starts_with("    + "));
        changes.extend(lines.map(str::to_owned));
    }
    assert_snapshot!(changes.join("\n"), @"
    - runs.2027-spring.start = 2027-02-06
    + runs.2027-spring.start = 2027-02-07
    - runs.2027-spring.closed = 2027-02-07, 2027-02-13, 2027-02-14
    + runs.2027-spring.closed = 2027-02-13, 2027-02-14
    - runs.2027-spring.end = 2027-02-21
    + runs.2027-spring.end = 2027-02-20
    - runs.2027-spring.closed = 2027-02-07, 2027-02-13, 2027-02-14
    + runs.2027-spring.closed = 2027-02-07, 2027-02-13
    - runs.2027-spring.weekdays = saturday, sunday
    + runs.2027-spring.weekdays = friday, saturday, sunday
    - runs.2027-spring.closed = 2027-02-07, 2027-02-13, 2027-02-14
    + runs.2027-spring.closed = 2027-02-07, 2027-02-13, 2027-02-14, 2027-02-12, 2027-02-19
    - runs.2027-spring.closed = 2027-02-07, 2027-02-13, 2027-02-14
    + runs.2027-spring.closed = 2027-02-07, 2027-02-13, 2027-02-20
    - runs.2027-spring.time = 18:30
    + runs.2027-spring.time = 19:00
    - runs.2027-spring.time_zone = Africa/Algiers
    + runs.2027-spring.time_zone = Africa/Tunis
    - runs.2027-spring.places = 12
    + runs.2027-spring.places = 2
    - runs.2027-spring.closed = 2027-02-07, 2027-02-13, 2027-02-14
    + runs.2027-spring.closed = 2027-02-07, 2027-02-13
    - sessions = 3
    + sessions = 4
    - session_minutes = 90
    + session_minutes = 120
    ");
    imported.say_the_same_everywhere(&spring).await;

    // Of a run that has taken no place, everything may change, also when users wait for a decision.
    imported.take("2027-spring", 0).await;
    let (succeeded, output) = imported.catalogue.import(&imported.stack);
    assert!(succeeded, "{output}");
    assert!(imported.catalogue.is_imported(&imported.stack));
}

/// The course file with another session.
fn with_four_sessions(file: &str) -> String {
    let last = localized("[[syllabus]]", "syllabus 3");
    file.replace("hours = 5\nsessions = 3\n", "hours = 6\nsessions = 4\n")
        .replace(", \"2027-02-14\"", "")
        .replace(", \"2027-10-10\"", "")
        .replace(&last, &(last.clone() + &localized("[[syllabus]]", "syllabus 4")))
}

/// The course file with sessions of two hours.
fn with_longer_sessions(file: &str) -> String {
    file.replace("hours = 5", "hours = 6")
        .replace("session_minutes = 90", "session_minutes = 120")
}

#[tokio::test]
async fn an_import_changes_the_sessions_of_a_course_whose_sold_runs_have_ended() {
    let imported = Imported::new().await;
    let file = |end: &str| whole_course(10) + &run("2026-spring", "2026-02-07", end);
    imported.catalogue.write("courses/first.toml", &file("2026-02-22"));
    assert!(imported.catalogue.import(&imported.stack).0);
    imported.take("2026-spring", 2).await;
    // It stays what it was.
    let output = imported.refused(&file("2026-02-21")).await;
    assert!(output.contains("+ runs.2026-spring.end = 2026-02-21"), "{output}");
    let four = with_four_sessions(&file("2026-02-22"));
    imported.catalogue.write("courses/first.toml", &four);
    let (succeeded, output) = imported.catalogue.import(&imported.stack);
    assert!(succeeded, "{output}");
}

#[tokio::test]
async fn an_import_does_not_withdraw_a_course_before_its_sold_runs_have_ended() {
    let imported = Imported::new().await;
    imported.take("2027-autumn", 1).await;
    imported.keep_only("second");
    assert_snapshot!(imported.refused_as_is().await, @"
    An import is refused: it would change 1 run with taken places.
      first, 2027-autumn: withdrawn with its course, with 1 taken place
        1 user with a place: 11111111111111111111111111111111
        1 user asked for one: 22222222222222222222222222222222
    Nothing was written. Undo these changes in the files, or agree them with these users and remove the enrolments first (scripts/ops unenrol).
    ");

    // The run is over.
    let details = imported.table("course-details");
    let items = imported.running.scan_items(&details).await;
    let item = items.into_iter().find(|item| item["part"] == "run#2027-autumn");
    let mut item = item.expect("the run");
    (item["run"]["start"], item["run"]["end"]) = (json!("2025-10-04"), json!("2025-10-19"));
    imported.running.put_item(&details, item).await;
    let (succeeded, output) = imported.catalogue.import(&imported.stack);
    assert!(succeeded, "{output}");
}

/// The place is taken after the import has read the tables, and before it writes.
#[tokio::test]
async fn a_place_that_is_taken_during_an_import_is_not_lost() {
    let moved = whole_course(10).replace("18:30", "19:00");
    let removed = whole_course(10).replace(&run("2027-spring", "2027-02-06", "2027-02-21"), "");
    let fewer = whole_course(10).replace("places = 12", "places = 1");
    let longer = with_longer_sessions(&whole_course(10));
    for file in [moved, removed, fewer, longer] {
        let imported = Imported::new().await;
        imported.keep_only("first");
        imported.catalogue.write("courses/first.toml", &file);
        imported
            .import_while_a_place_is_taken("dynamodb TransactWriteItems courseDetails")
            .await;
    }
    let imported = Imported::new().await;
    imported.keep_only("second");
    // Courses are withdrawn after those of the files are written.
    imported
        .import_while_a_place_is_taken("dynamodb UpdateItem courses")
        .await;
}

impl Imported {
    /// Removes the other course from the files.
    fn keep_only(&self, course: &str) {
        let other = if course == "first" { "second" } else { "first" };
        self.catalogue.delete(&format!("courses/{other}.toml"));
        self.catalogue.delete("prices/algeria.toml");
        let prices = format!("currency = \"USD\"\n[amounts]\n{course} = \"20.00\"\n");
        self.catalogue.write("prices/default.toml", &prices);
    }

    /// Holds the first request of that kind until places of the spring run are taken. The import must not write the course, and the next one
    /// must be refused.
    async fn import_while_a_place_is_taken(&self, request: &str) {
        let on = with_tables_of(&self.running, &self.stack);
        let proxy = Proxy::start(&on).await;
        let target = NthRequest::first(request);
        proxy.hold_and_fail(target.clone(), Fault::ServerError);
        let through_proxy = proxy.in_front_of(&on);
        let folder = self.catalogue.path().display().to_string();
        let stack = self.stack.clone();
        let import = tokio::task::spawn_blocking(move || {
            let arguments = ["catalogue", "import", "--from", &folder, "--stack", &stack, "--json"];
            ops(&through_proxy, &arguments)
        });
        proxy.wait_for_request(&target).await;
        self.take("2027-spring", 2).await;
        proxy.release();
        let result = import.await.expect("it ran");
        assert!(result.has_failed_with("concurrent_change"), "{result:?}");

        let (succeeded, output) = self.catalogue.import(&self.stack);
        assert!(!succeeded);
        assert!(output.contains("\n  first, 2027-spring: "), "{output}");
        let details = self.running.scan_items(&self.table("course-details")).await;
        let spring = details.iter().find(|item| item["part"] == "run#2027-spring");
        let spring = spring.expect("the run");
        assert_contains(spring, &json!({"taken": 2, "run": {"time": "18:30", "places": 12}}));
    }
}

/// A list of courses reads the first days of the runs from the course, and not from its runs.
#[tokio::test]
async fn an_import_leaves_the_start_of_a_cancelled_run_out() {
    let imported = Imported::new().await;
    let starts = async || {
        let items = imported.running.scan_items(&imported.table("courses")).await;
        let course = items.into_iter().find(|item| item["courseId"] == "first");
        course.expect("the course")["facts"]["starts"].clone()
    };
    let before = starts().await;
    assert_eq!(before.as_array().map(Vec::len), Some(2));
    let cancellation = json!({"at": "2026-11-01T08:00:00Z", "reason": "No teacher"});
    imported.set("2027-spring", "cancelled", cancellation).await;
    let (succeeded, output) = imported.catalogue.import(&imported.stack);
    assert!(succeeded, "{output}");
    assert_eq!(starts().await, json!([before[1]]));
    assert!(imported.catalogue.is_imported(&imported.stack));
}

const CLOSED_DAYS: &str =
    "[[days]]\ndate = \"2027-02-07\"\n[days.name]\nen = \"A feast\"\nfr = \"Une fête\"\nar = \"عيد\"\n";

#[tokio::test]
async fn a_closed_day_changes_no_run_with_taken_places() {
    let imported = Imported::new().await;
    // It may be named in either file.
    let named_once = whole_course(10).replace("closed = [\"2027-02-07\", ", "closed = [");
    imported.take("2027-spring", 3).await;
    imported.catalogue.write("closed-days.toml", CLOSED_DAYS);
    assert!(imported.catalogue.is_imported(&imported.stack));
    imported.catalogue.write("courses/first.toml", &named_once);
    let (succeeded, output) = imported.catalogue.import(&imported.stack);
    assert!(succeeded, "{output}");

    // Another one would take a session away, and the run would end later.
    let other = CLOSED_DAYS.replace("2027-02-07", "2027-02-20");
    imported
        .catalogue
        .write("closed-days.toml", &format!("{CLOSED_DAYS}\n{other}"));
    let (succeeded, output) = imported.catalogue.check();
    assert!(!succeeded);
    assert!(
        output.contains("With these closed days, it ends on 2027-02-27"),
        "{output}"
    );
    let later = named_once.replace("end = \"2027-02-21\"", "end = \"2027-02-27\"");
    let output = imported.refused(&later).await;
    assert!(
        output.contains("+ runs.2027-spring.closed = 2027-02-13, 2027-02-14, 2027-02-07, 2027-02-20"),
        "{output}"
    );
    // The run has a session then all the same.
    let open = named_once.replace("end = \"2027-02-21\"", "end = \"2027-02-21\"\nopen = [\"2027-02-20\"]");
    imported.catalogue.write("courses/first.toml", &open);
    let (succeeded, output) = imported.catalogue.import(&imported.stack);
    assert!(succeeded, "{output}");
    let items = imported.running.scan_items(&imported.table("course-details")).await;
    let spring = items
        .iter()
        .find(|item| item["part"] == "run#2027-spring")
        .expect("the run");
    let days: Vec<_> = spring["sessions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|session| session["start"].clone())
        .collect();
    assert_eq!(
        days,
        ["2027-02-06T18:30:00", "2027-02-20T18:30:00", "2027-02-21T18:30:00"]
    );

    // An export has them in the runs.
    let (folder, succeeded, output) = Catalogue::exported(&imported.stack);
    assert!(succeeded, "{output}");
    assert!(folder.is_imported(&imported.stack));
}
