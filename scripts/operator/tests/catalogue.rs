//! `ops catalogue`, as an operator runs it: the real binary, real files, the tables of the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use insta::assert_snapshot;
use serde_json::{Value, json};
use tempfile::TempDir;
use testing::{Call, Stack, repository};

const DESCRIPTION: &str = "A description that is long enough to fill a card: what one learns, how one learns it, and what \
                           one leaves with at the end of the course, in two or three sentences.";

/// A catalogue in a folder of the test's own: two courses with default prices, and a list for Algeria.
struct Catalogue(TempDir);

impl Catalogue {
    fn new() -> Self {
        let catalogue = Self(TempDir::new().expect("a folder"));
        catalogue.write("courses/first.toml", &course("cpd", 10));
        catalogue.write("courses/second.toml", &course("additional", 10));
        catalogue.write(
            "prices/default.toml",
            "currency = \"USD\"\n[amounts]\nfirst = \"10.00\"\nsecond = \"20.00\"\n",
        );
        catalogue.write(
            "prices/algeria.toml",
            "country = \"Algeria\"\ncurrency = \"DZD\"\n[amounts]\nfirst = \"900.00\"\n",
        );
        catalogue
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    fn delete(&self, name: &str) {
        fs::remove_file(self.path().join(name)).expect("the file is there");
    }

    /// Runs `ops catalogue`, and returns whether it succeeded and what it said, with the folder's name left out.
    fn run(&self, arguments: &[&str]) -> (bool, String) {
        let stack = Stack::running();
        let output = Command::new(env!("CARGO_BIN_EXE_ops"))
            .arg("catalogue")
            .args(arguments)
            .arg("--from")
            .arg(self.path())
            .env_clear()
            .envs(stack.environment())
            .output()
            .expect("the tool starts");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).expect("it says text");
        (
            output.status.success(),
            said.replace(&format!("{}/", self.path().display()), ""),
        )
    }

    fn check(&self) -> (bool, String) {
        self.run(&["check"])
    }

    fn import(&self, stack: &str) -> (bool, String) {
        let (succeeded, said) = self.run(&["import", "--stack", stack]);
        (succeeded, said.replace(stack, "[stack]"))
    }
}

fn course(course_type: &str, position: u32) -> String {
    format!(
        "type = \"{course_type}\"\nposition = {position}\n\
         [name]\nen = \"Name\"\nfr = \"Nom\"\nar = \"اسم\"\n\
         [description]\nen = \"{DESCRIPTION}\"\nfr = \"{DESCRIPTION}\"\nar = \"{DESCRIPTION}\"\n"
    )
}

#[test]
fn a_catalogue_without_faults_is_summed_up() {
    let (succeeded, said) = Catalogue::new().check();
    assert!(succeeded);
    assert_snapshot!(said, @"2 courses and 3 prices in 2 lists: no faults.");
}

#[test]
fn every_fault_of_a_course_is_told_with_file_and_line() {
    let catalogue = Catalogue::new();
    catalogue.write(
        "courses/first.toml",
        &format!(
            "typ = \"cpd\"\ntype = \"evening\"\nposition = \"1st\"\n\
             [name]\nen = \"{}\"\nfr = \" \"\nde = \"Name\"\n\
             [description]\nen = \"short\"\nfr = 7\nar = \"{DESCRIPTION}\"\n",
            "n".repeat(61)
        ),
    );
    catalogue.write("courses/Not An Id.toml", &course("additional", 20));
    catalogue.write("courses/loud.TOML", &course("additional", 30));
    catalogue.write("courses/.first.toml.swp.toml", "an editor's own");
    catalogue.write(
        "courses/fourth.toml",
        &course("cpd", 40)
            .replace("\"Nom\"", "\"Nom\u{202e}\"")
            .replace("= 40", "= -40"),
    );
    catalogue.write("courses/third.toml", &course("additional", 10));
    catalogue.write("courses/torn.toml", "type = \"cpd\nposition = 1\n");
    let (succeeded, said) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(said);
}

#[test]
fn every_fault_of_a_price_list_is_told_with_file_and_line() {
    let catalogue = Catalogue::new();
    catalogue.write(
        "prices/default.toml",
        "country = \"Algeria\"\ncurrency = \"DZD\"\n[amounts]\nfirst = \"10.00\"\n",
    );
    catalogue.write(
        "prices/tunisia.toml",
        "country = \"Tunisia\"\ncurrency = \"TND\"\n[amounts]\nfirst = \"1.0005\"\nsecond = 20.5\nthird = \"1.000\"\n",
    );
    catalogue.write(
        "prices/morocco.toml",
        "country = \"Morocco\"\ncurrency = \"MAD\"\n[amounts]\nfirst = \"0.00\"\nsecond = \"20\"\n",
    );
    catalogue.write(
        "prices/algeria-again.toml",
        "country = \"algeria\"\ncurrency = \"DZD\"\n[amounts]\n",
    );
    catalogue.write(
        "prices/atlantis.toml",
        "country = \"Atlantis\"\ncurrency = \"ATL\"\n[amounts]\nfirst = \"1.00\"\n",
    );
    catalogue.write("prices/nowhere.toml", "currency = \"EUR\"\n");
    let (succeeded, said) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(said);
}

#[test]
fn a_folder_that_is_no_catalogue_is_a_fault() {
    let catalogue = Catalogue(TempDir::new().expect("a folder"));
    catalogue.write(
        "prices/algeria.toml",
        "country = \"Algeria\"\ncurrency = \"DZD\"\n[amounts]\n",
    );
    let (succeeded, said) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(said, @r"
    courses:1: No such file or directory (os error 2)
    prices/default.toml:1: the default price list is missing
    2 faults.
    Nothing was written.
    ");
}

#[tokio::test]
async fn nothing_is_written_when_there_is_a_fault() {
    let running = Stack::running();
    let stack = running.empty_tables_of_a_stack().await;
    let catalogue = Catalogue::new();
    catalogue.write("courses/third.toml", &course("additional", 10));

    let (succeeded, said) = catalogue.import(&stack);
    assert!(!succeeded);
    assert_snapshot!(said, @r#"
    courses/third.toml:2: position 10 is taken by courses/second.toml:2
    prices/default.toml:1: "third" has no default price
    2 faults.
    Nothing was written.
    "#);
    assert!(running.items(&format!("{stack}-courses")).await.is_empty());
    assert!(running.items(&format!("{stack}-course-prices")).await.is_empty());
}

#[tokio::test]
async fn an_import_can_be_repeated_and_never_resets_an_enrolment_count() {
    let running = Stack::running();
    let stack = running.empty_tables_of_a_stack().await;
    let courses = format!("{stack}-courses");
    let catalogue = Catalogue::new();

    let (succeeded, said) = catalogue.import(&stack);
    assert!(succeeded, "{said}");
    assert_snapshot!(said, @r"
    Imported to [stack]:
      written: 2 courses and 3 prices in 2 lists
    ");
    let mut enrolled = course_item(&running, &courses, "first").await;
    enrolled["enrollmentCount"] = 41.into();
    running.put_item(&courses, enrolled.clone()).await;

    assert!(catalogue.import(&stack).0);
    assert_eq!(course_item(&running, &courses, "first").await, enrolled);
    assert_eq!(running.items(&courses).await.len(), 2);
    assert_eq!(running.items(&format!("{stack}-course-prices")).await.len(), 3);
}

#[tokio::test]
async fn what_left_the_files_leaves_the_site_and_can_come_back() {
    let running = Stack::running();
    let stack = running.empty_tables_of_a_stack().await;
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
  price deleted: default.second
";
    let (_, said) = catalogue.run(&["import", "--stack", &stack, "--dry-run"]);
    assert_eq!(
        said,
        format!("Nothing was written. An import to {stack} would do this:\n{expected}")
    );
    assert_eq!(running.items(&format!("{stack}-course-prices")).await.len(), 3);

    let (_, said) = catalogue.import(&stack);
    assert_eq!(said, format!("Imported to [stack]:\n{expected}"));
    let prices = running.items(&format!("{stack}-course-prices")).await;
    assert_eq!(
        prices,
        [json!({"priceList": "default", "courseId": "first", "amount": "11.50", "currency": "USD"})]
    );
    let withdrawn = course_item(&running, &courses, "second").await;
    assert_eq!(
        (&withdrawn["withdrawn"], &withdrawn["enrollmentCount"]),
        (&json!(true), &json!(7))
    );

    assert!(Catalogue::new().import(&stack).0);
    assert_eq!(course_item(&running, &courses, "second").await, enrolled);
}

#[tokio::test]
async fn a_machine_is_told_the_same() {
    let running = Stack::running();
    let stack = running.empty_tables_of_a_stack().await;
    let catalogue = Catalogue::new();
    assert_snapshot!(catalogue.run(&["check", "--json"]).1, @r#"{"courses":2,"prices":3,"lists":2}"#);
    assert!(catalogue.import(&stack).0);

    catalogue.delete("prices/algeria.toml");
    let (succeeded, said) = catalogue.run(&["--json", "import", "--stack", &stack, "--dry-run"]);
    assert!(succeeded, "{said}");
    assert_snapshot!(said.replace(&stack, "[stack]"), @r#"{"stack":"[stack]","dryRun":true,"written":{"courses":2,"prices":2,"lists":1},"withdrawn":[],"deletedPrices":[{"priceList":"DZ","courseId":"first"}]}"#);

    catalogue.delete("courses/second.toml");
    let (succeeded, said) = catalogue.run(&["--json", "check"]);
    assert!(!succeeded);
    assert_snapshot!(said, @r#"{"code":"catalogue_faulty","faults":[{"file":"prices/default.toml","line":4,"what":"there is no course \"second\""}],"message":"prices/default.toml:4: there is no course \"second\"\n1 fault.\nNothing was written."}"#);
    let (succeeded, said) = catalogue.run(&["--json", "export", "--of", "nothing"]);
    assert!(!succeeded);
    assert!(said.starts_with(r#"{"code":"usage","message":""#), "{said}");
}

#[tokio::test]
async fn what_is_malformed_in_the_tables_is_mended() {
    let running = Stack::running();
    let stack = running.empty_tables_of_a_stack().await;
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

    let (succeeded, said) = Catalogue::new().import(&stack);
    assert!(succeeded, "{said}");
    let mended = course_item(&running, &courses, "first").await;
    assert_eq!(
        (&mended["type"], &mended["enrollmentCount"]),
        (&json!("cpd"), &json!(5))
    );
    assert_eq!(course_item(&running, &courses, "No Id").await["withdrawn"], true);
    assert_eq!(running.items(&prices).await.len(), 3);
}

#[test]
fn tables_that_cannot_be_used_are_said_to_be() {
    let (succeeded, said) = Catalogue::new().import("no-such-stack");
    assert!(!succeeded);
    assert!(
        said.contains("The tables cannot be used") && said.contains("[stack]-courses"),
        "{said}"
    );
    assert!(said.contains("Run the import again"), "{said}");
}

#[tokio::test]
async fn the_site_lists_what_the_platforms_own_catalogue_says() {
    let running = Stack::running();
    for language in ["en", "fr", "ar"] {
        let reply = running.send(&Call::get("/courses").query("lang", language)).await;
        let listed = reply.data().as_array().expect("a list");
        let files = toml_files(&repository().join("infra/catalogue/courses"));
        assert_eq!(listed.len(), files.len());
        for (id, file) in files {
            let course = listed
                .iter()
                .find(|course| course["_id"] == id)
                .unwrap_or_else(|| panic!("{id} is not listed"));
            assert_eq!(course["name"], file["name"][language], "{id}");
            assert_eq!(course["description"], file["description"][language], "{id}");
            assert_eq!(course["type"], file["type"], "{id}");
        }
    }
}

#[tokio::test]
async fn the_site_has_the_prices_that_the_platforms_own_lists_say() {
    let running = Stack::running();
    for (name, file) in toml_files(&repository().join("infra/catalogue/prices")) {
        let country = file["country"].as_str().unwrap_or("nowhere");
        let reply = running
            .send(&Call::get("/coursePrices").query("country", country))
            .await;
        for (course, amount) in file["amounts"].as_object().expect("amounts") {
            let price = reply
                .data()
                .as_array()
                .expect("a list")
                .iter()
                .find(|price| price["course"] == course.as_str());
            let price = price.unwrap_or_else(|| panic!("{name} has no price for {course}"));
            assert_eq!(
                (&price["amount"], &price["currency"]),
                (amount, &file["currency"]),
                "{name}: {course}"
            );
        }
    }
}

async fn course_item(stack: &Stack, table: &str, id: &str) -> Value {
    let items = stack.items(table).await;
    items
        .into_iter()
        .find(|item| item["courseId"] == id)
        .unwrap_or_else(|| panic!("{id} is not in {table}"))
}

/// The content of a folder's TOML files, by their names without the ending.
fn toml_files(folder: &Path) -> Vec<(String, Value)> {
    let paths = fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, toml::from_str(&text).expect("the file is TOML"))
    };
    paths.map(read).collect()
}
