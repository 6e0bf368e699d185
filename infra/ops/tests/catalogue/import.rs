//! `ops catalogue import` and `ops catalogue diff`.

use super::{Catalogue, course, run, whole_course};
use crate::prelude::*;

#[tokio::test]
async fn an_import_with_errors_writes_nothing() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let catalogue = Catalogue::new();
    catalogue.write("courses/third.toml", &course("additional", 10));

    let (succeeded, output) = catalogue.import(&stack);
    assert!(!succeeded);
    assert_snapshot!(output, @r#"
    courses/third.toml:2: position 10 is already used by courses/second.toml:2
    prices/default.toml:1: "third" has no default price
    2 errors.
    Nothing was written.
    "#);
    assert!(running.scan_items(&format!("{stack}-courses")).await.is_empty());
    assert!(running.scan_items(&format!("{stack}-course-prices")).await.is_empty());
}

#[tokio::test]
async fn an_import_can_be_repeated_and_keeps_enrolment_counts() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let courses = format!("{stack}-courses");
    let catalogue = Catalogue::new();

    let (succeeded, output) = catalogue.import(&stack);
    assert!(succeeded, "{output}");
    assert_snapshot!(output, @r#"
    Imported into [stack]:
      written: 2 courses and 3 prices in 2 lists
    Warning: prices/algeria.toml:1: "second" has no price here: its default price applies, in USD
    "#);
    let mut enrolled = course_item(&running, &courses, "first").await;
    enrolled["enrollmentCount"] = 41.into();
    running.put_item(&courses, enrolled.clone()).await;

    assert!(catalogue.import(&stack).0);
    assert_eq!(course_item(&running, &courses, "first").await, enrolled);
    assert_eq!(running.scan_items(&courses).await.len(), 2);
    assert_eq!(running.scan_items(&format!("{stack}-course-prices")).await.len(), 3);
}

#[tokio::test]
async fn an_import_withdraws_courses_without_a_file_and_relists_them() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let courses = format!("{stack}-courses");
    let catalogue = Catalogue::new();
    assert!(catalogue.import(&stack).0);
    let mut enrolled = course_item(&running, &courses, "second").await;
    enrolled["enrollmentCount"] = 7.into();
    running.put_item(&courses, enrolled.clone()).await;

    catalogue.delete("courses/second.toml");
    catalogue.delete("prices/algeria.toml");
    catalogue.write(
        "prices/default.toml",
        "currency = \"USD\"\n[amounts]\nfirst = \"11.50\"\n",
    );
    let expected = "  written: 1 course and 1 price in 1 list
  withdrawn, enrolment count kept: second
  price deleted: DZ.first
  price deleted: default.second";
    let (_, output) = catalogue.run(&["import", "--stack", &stack, "--dry-run"]);
    assert_eq!(
        output,
        format!("Dry run: an import into {stack} would do this:\n{expected}")
    );
    assert_eq!(running.scan_items(&format!("{stack}-course-prices")).await.len(), 3);

    let (_, output) = catalogue.import(&stack);
    assert_eq!(output, format!("Imported into [stack]:\n{expected}"));
    let prices = running.scan_items(&format!("{stack}-course-prices")).await;
    assert_eq!(
        prices,
        [json!({"priceList": "default", "courseId": "first", "amount": "11.50", "currency": "USD"})]
    );
    let withdrawn = course_item(&running, &courses, "second").await;
    assert_contains(&withdrawn, &json!({"withdrawn": true, "enrollmentCount": 7}));

    assert!(Catalogue::new().import(&stack).0);
    assert_eq!(course_item(&running, &courses, "second").await, enrolled);
}

#[tokio::test]
async fn an_import_replaces_malformed_items() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let (courses, prices) = (format!("{stack}-courses"), format!("{stack}-course-prices"));
    running
        .put_item(
            &courses,
            json!({"courseId": "first", "type": "evening", "enrollmentCount": 5}),
        )
        .await;
    running.put_item(&courses, json!({"courseId": "No Id"})).await;
    running
        .put_item(
            &prices,
            json!({"priceList": "DZ", "courseId": "No Id", "amount": "a lot"}),
        )
        .await;

    let (succeeded, output) = Catalogue::new().import(&stack);
    assert!(succeeded, "{output}");
    let replaced = course_item(&running, &courses, "first").await;
    assert_contains(&replaced, &json!({"type": "cpd", "enrollmentCount": 5}));
    assert_eq!(course_item(&running, &courses, "No Id").await["withdrawn"], true);
    assert_eq!(running.scan_items(&prices).await.len(), 3);
}

#[tokio::test]
async fn diff_shows_the_changes_of_an_import() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let (courses, prices) = (format!("{stack}-courses"), format!("{stack}-course-prices"));
    let catalogue = Catalogue::new();
    let (succeeded, output) = catalogue.diff(&stack);
    assert!(succeeded);
    assert_snapshot!(output, @r"
    An import would change 2 courses and 3 prices.
      course first: new
      course second: new
      price DZ.first: new, 900.00 DZD
      price default.first: new, 10.00 USD
      price default.second: new, 20.00 USD
    ");

    assert!(catalogue.import(&stack).0);
    let (succeeded, output) = catalogue.diff(&stack);
    assert!(succeeded);
    assert_snapshot!(output, @"An import would change nothing.");

    let mut second = course_item(&running, &courses, "second").await;
    second["enrollmentCount"] = 7.into();
    running.put_item(&courses, second.clone()).await;
    second["courseId"] = "third".into();
    second["withdrawn"] = true.into();
    running.put_item(&courses, second.clone()).await;
    let malformed = json!({"courseId": "fourth", "type": "evening"});
    running.put_item(&courses, malformed).await;
    let malformed = json!({"priceList": "DZ", "courseId": "fourth", "amount": "a lot"});
    running.put_item(&prices, malformed).await;
    catalogue.delete("courses/second.toml");
    catalogue.write("courses/first.toml", &course("additional", 20).replace("Nom", "Le nom"));
    catalogue.write("courses/third.toml", &course("additional", 10));
    catalogue.write("courses/fourth.toml", &course("additional", 30));
    catalogue.write(
        "prices/default.toml",
        "currency = \"USD\"\n[amounts]\nfirst = \"11.00\"\nthird = \"20.00\"\nfourth = \"1.00\"\n",
    );
    let (succeeded, output) = catalogue.diff(&stack);
    assert!(succeeded);
    assert_snapshot!(output, @r"
    An import would change 4 courses and 5 prices.
      course first: type, position, name.fr
        - type = cpd
        + type = additional
        - position = 10
        + position = 20
        - name.fr = Nom
        + name.fr = Le nom
      course fourth: malformed item, is replaced
      course second: withdrawn, with 7 enrolled
      course third: listed again, with 7 enrolled
      price DZ.fourth: deleted, malformed item
      price default.first: 10.00 USD → 11.00 USD
      price default.fourth: new, 1.00 USD
      price default.second: deleted, was 20.00 USD
      price default.third: new, 20.00 USD
    ");
    assert_eq!(
        course_item(&running, &courses, "third").await,
        second,
        "nothing was written"
    );

    assert!(catalogue.import(&stack).0);
    assert!(catalogue.is_imported(&stack));
}

#[tokio::test]
async fn an_import_replaces_details_and_runs_and_keeps_other_attributes() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let details = format!("{stack}-course-details");
    let catalogue = Catalogue::new();
    catalogue.write("courses/first.toml", &whole_course(10));
    assert!(catalogue.import(&stack).0);
    let items = running.scan_items(&details).await;
    let mut parts: Vec<_> = items
        .iter()
        .map(|item| (item["courseId"].as_str(), item["part"].as_str()))
        .collect();
    parts.sort_unstable();
    let first = Some("first");
    assert_eq!(
        parts,
        [
            (first, Some("details")),
            (first, Some("run#2027-autumn")),
            (first, Some("run#2027-spring")),
            (Some("second"), Some("details")),
        ]
    );
    let spring = items.into_iter().find(|item| item["part"] == "run#2027-spring");
    let mut spring = spring.expect("a run");
    spring["taken"] = 5.into();
    running.put_item(&details, spring.clone()).await;

    let autumn = run("2027-autumn", "2027-10-02", "2027-10-17");
    let edited = whole_course(10)
        .replace(&autumn, "")
        .replace("[\"saturday\", \"sunday\"]", "[\"sunday\", \"saturday\"]")
        .replace("places = 12\nlanguage = \"fr\"", "places = 5\nlanguage = \"ar\"");
    catalogue.write("courses/first.toml", &edited);
    let (succeeded, output) = catalogue.import(&stack);
    assert!(succeeded, "{output}");
    let mut runs = running.scan_items(&details).await;
    runs.retain(|item| item["part"] != "details");
    spring["run"]["weekdays"] = json!(["sunday", "saturday"]);
    spring["run"]["places"] = 5.into();
    spring["run"]["language"] = "ar".into();
    assert_eq!(runs, [spring]);
    let course = course_item(&running, &format!("{stack}-courses"), "first").await;
    assert_eq!(course["facts"]["starts"], json!(["2027-02-06"]));
}

/// Imports before 1.2 removed runs with taken places, and kept their counts.
#[tokio::test]
async fn a_run_that_an_earlier_import_removed_returns_with_its_taken_places() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let details = format!("{stack}-course-details");
    let catalogue = Catalogue::new();
    let spring = run("2027-spring", "2027-02-06", "2027-02-21");
    let without_spring = whole_course(10).replace(&spring, "");
    catalogue.write("courses/first.toml", &without_spring);
    let count = json!({"courseId": "first", "part": "run#2027-spring", "taken": 5});
    running.put_item(&details, count.clone()).await;
    for _ in 0..2 {
        assert!(catalogue.import(&stack).0);
        assert_eq!(run_item(&running, &details, "2027-spring").await, count);
        assert!(catalogue.is_imported(&stack), "a count alone is no run");
    }
    let (exported, succeeded, output) = Catalogue::exported(&stack);
    assert!(succeeded, "{output}");
    assert!(!Catalogue::files(exported.path())["courses/first.toml"].contains("2027-spring"));

    catalogue.write(
        "courses/first.toml",
        &whole_course(10).replace("places = 12", "places = 4"),
    );
    let (succeeded, output) = catalogue.import(&stack);
    assert!(!succeeded);
    assert_snapshot!(output, @"
    An import is refused: it would change 1 run with taken places.
      first, 2027-spring: changed, with 5 taken places
        + runs.2027-spring.places = 4
    Nothing was written. Undo these changes in the files, or agree them with these users and remove the enrolments first (scripts/ops unenrol).
    ");
    catalogue.write("courses/first.toml", &whole_course(10));
    assert!(catalogue.import(&stack).0);
    let mut returned = run_item(&running, &details, "2027-spring").await;
    assert_contains(&returned, &json!({"taken": 5, "run": {"places": 12}}));

    // After all places were given back, nothing is kept: neither when the run leaves then, nor when it has left before.
    returned["taken"] = 0.into();
    let count = json!({"courseId": "first", "part": "run#2027-spring", "taken": 0});
    catalogue.write("courses/first.toml", &without_spring);
    for item in [returned, count] {
        running.put_item(&details, item).await;
        assert!(Catalogue::exported(&stack).1);
        assert!(catalogue.import(&stack).0);
        assert_eq!(run_item(&running, &details, "2027-spring").await, Value::Null);
    }
}

#[tokio::test]
async fn diff_shows_changes_of_facts_details_and_runs() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let catalogue = Catalogue::new();
    assert!(catalogue.import(&stack).0);
    catalogue.write("courses/first.toml", &whole_course(10));
    let (_, output) = catalogue.diff(&stack);
    assert!(
        output.contains("\n    + level = beginner\n    + languages = fr, ar\n"),
        "{output}"
    );

    assert!(catalogue.import(&stack).0);
    assert!(catalogue.is_imported(&stack));
    let edited = whole_course(10)
        .replace("level = \"beginner\"\n", "")
        .replace("group_size = 12", "group_size = 14")
        .replace("outcomes 2 (fr)", "another outcome")
        .replace(
            "\"2027-autumn\"\nstart = \"2027-10-02\"",
            "\"2027-winter\"\nstart = \"2027-10-03\"",
        )
        .replace("closed = [\"2027-10-03\", ", "closed = [");
    catalogue.write("courses/first.toml", &edited);
    let (succeeded, output) = catalogue.diff(&stack);
    assert!(succeeded);
    assert_snapshot!(output);

    let malformed = json!({"courseId": "first", "part": "details"});
    running.put_item(&format!("{stack}-course-details"), malformed).await;
    let (_, output) = catalogue.diff(&stack);
    assert!(output.contains("course first: malformed item, is replaced"), "{output}");
    assert!(catalogue.import(&stack).0);
    assert!(catalogue.is_imported(&stack));
}

#[test]
fn reports_tables_that_cannot_be_used() {
    let (succeeded, output) = Catalogue::new().import("no-such-stack");
    assert!(!succeeded);
    assert!(
        output.contains("A table cannot be used") && output.contains("[stack]-courses"),
        "{output}"
    );
    assert!(output.contains("Run the import again"), "{output}");
}

/// The item of a run of the first course. Null when there is none.
async fn run_item(stack: &Stack, table: &str, id: &str) -> Value {
    let items = stack.scan_items(table).await;
    let part = format!("run#{id}");
    let item = items.into_iter().find(|item| item["part"] == part.as_str());
    item.unwrap_or_default()
}

async fn course_item(stack: &Stack, table: &str, id: &str) -> Value {
    let items = stack.scan_items(table).await;
    items
        .into_iter()
        .find(|item| item["courseId"] == id)
        .unwrap_or_else(|| panic!("{id} is not in {table}"))
}
