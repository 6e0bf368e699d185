//! `ops catalogue`, by running the real binary on temporary folders and the running stack.

mod api;
mod check;
mod export;
mod import;
mod sold;

use std::{collections::BTreeMap, fs, path::Path};

use tempfile::TempDir;

use crate::prelude::*;

const DESCRIPTION: &str = "A description that is long enough to fill a card: what one learns, how one learns it, and what \
                           one leaves with at the end of the course, in two or three sentences.";

/// A temporary folder with a catalogue: two courses with default prices, and a price list for Algeria.
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

    /// Runs `ops catalogue` on the folder. Returns whether it succeeded, and its output without the folder's path.
    fn run(&self, arguments: &[&str]) -> (bool, String) {
        self.run_with(arguments, "--from")
    }

    /// As [`Self::run`], with another option for the folder.
    fn run_with(&self, arguments: &[&str], folder_option: &str) -> (bool, String) {
        let folder = self.path().display().to_string();
        let arguments = [&["catalogue"], arguments, &[folder_option, &folder]].concat();
        let result = ops(&Stack::running(), &arguments);
        let output = result
            .output
            .replace(&format!("{folder}/"), "")
            .replace(&folder, "[folder]");
        (result.succeeded, output)
    }

    fn check(&self) -> (bool, String) {
        self.run(&["check"])
    }

    fn import(&self, stack: &str) -> (bool, String) {
        let (succeeded, output) = self.run(&["import", "--stack", stack]);
        (succeeded, output.replace(stack, "[stack]"))
    }

    fn diff(&self, stack: &str) -> (bool, String) {
        self.run(&["diff", "--stack", stack])
    }

    /// Whether an import would change nothing.
    fn is_imported(&self, stack: &str) -> bool {
        self.run(&["diff", "--check", "--stack", stack]).0
    }

    /// Exports the tables of a stack into a temporary folder.
    fn exported(stack: &str) -> (Self, bool, String) {
        let folder = Self(TempDir::new().expect("a folder"));
        let (succeeded, output) = folder.run_with(&["export", "--stack", stack], "--to");
        (folder, succeeded, output)
    }

    fn files(folder: &Path) -> BTreeMap<String, String> {
        let inside = ["courses", "prices"].map(|name| folder.join(name));
        let listed = inside.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let paths = listed.map(|entry| entry.expect("an entry").path());
        let named = paths.map(|path| {
            let text = fs::read_to_string(&path).expect("the file can be read");
            let name = path.strip_prefix(folder).expect("it is inside");
            (name.display().to_string(), text)
        });
        named.collect()
    }
}

fn course(course_type: &str, position: u32) -> String {
    format!(
        "type = \"{course_type}\"\nposition = {position}\n\
         [name]\nen = \"Name\"\nfr = \"Nom\"\nar = \"اسم\"\n\
         [description]\nen = \"{DESCRIPTION}\"\nfr = \"{DESCRIPTION}\"\nar = \"{DESCRIPTION}\"\n"
    )
}

/// What follows `type` and `position` in a course file with everything.
const FACTS: &str = "\
level = \"beginner\"
languages = [\"fr\", \"ar\"]
hours = 5
sessions = 3
session_minutes = 90
format = \"hybrid\"
group_size = 12
recordings = true
artwork = \"first\"
";

/// A course file with everything that it can have, as an export writes it.
fn whole_course(position: u32) -> String {
    let (top, texts) = plain_course("cpd", position);
    let mut text = format!("{top}{FACTS}{texts}");
    for key in ["audience", "prerequisites", "takeaway"] {
        text += &localized(&format!("[{key}]"), key);
    }
    for (key, number) in [("outcomes", 3), ("syllabus", 3)] {
        for index in 1..=number {
            text += &localized(&format!("[[{key}]]"), &format!("{key} {index}"));
        }
    }
    text + &run("2027-spring", "2027-02-06", "2027-02-21") + &run("2027-autumn", "2027-10-02", "2027-10-17")
}

/// A run of three weeks on Saturdays and Sundays, with three sessions: the days between the first and the last one, but for one, are closed.
fn run(id: &str, start: &str, end: &str) -> String {
    let first: jiff::civil::Date = start.parse().expect("a date");
    let closed = [1, 7, 8]
        .map(|days| format!("\"{}\"", first + jiff::Span::new().days(days)))
        .join(", ");
    format!(
        "\n[[runs]]\nid = \"{id}\"\nstart = \"{start}\"\nend = \"{end}\"\nweekdays = [\"saturday\", \"sunday\"]\n\
         closed = [{closed}]\ntime = \"18:30\"\ntime_zone = \"Africa/Algiers\"\nplaces = 12\nlanguage = \"fr\"\n\
         teacher = \"0123456789abcdef0123456789abcdef\"\n"
    )
}

fn localized(header: &str, text: &str) -> String {
    format!("\n{header}\nen = \"{text}\"\nfr = \"{text} (fr)\"\nar = \"{text} (ar)\"\n")
}

/// The keys before the first table of a course file, and the tables that each has.
fn plain_course(course_type: &str, position: u32) -> (String, String) {
    let top = format!("type = \"{course_type}\"\nposition = {position}\n");
    (
        top,
        localized("[name]", "Name") + &localized("[description]", DESCRIPTION),
    )
}

#[tokio::test]
async fn prints_json() {
    let running = Stack::running();
    let stack = running.create_empty_tables().await;
    let catalogue = Catalogue::new();
    assert_snapshot!(catalogue.run(&["check", "--json"]).1, @r#"{"courses":2,"prices":3,"lists":2,"warnings":[{"file":"prices/algeria.toml","line":1,"what":"\"second\" has no price here: its default price applies, in USD"}]}"#);
    assert!(catalogue.import(&stack).0);

    catalogue.delete("prices/algeria.toml");
    let (succeeded, output) = catalogue.run(&["--json", "import", "--stack", &stack, "--dry-run"]);
    assert!(succeeded, "{output}");
    assert_snapshot!(output.replace(&stack, "[stack]"), @r#"{"stack":"[stack]","dryRun":true,"written":{"courses":2,"prices":2,"lists":1},"withdrawn":[],"deletedPrices":[{"priceList":"DZ","courseId":"first"}]}"#);

    catalogue.delete("courses/second.toml");
    let (succeeded, output) = catalogue.run(&["--json", "check"]);
    assert!(!succeeded);
    assert_snapshot!(output, @r#"{"code":"catalogue_faulty","faults":[{"file":"prices/default.toml","line":4,"what":"there is no course \"second\""}],"message":"prices/default.toml:4: there is no course \"second\"\n1 error.\nNothing was written."}"#);
    let (succeeded, output) = catalogue.run(&["--json", "publish"]);
    assert!(!succeeded);
    assert!(output.starts_with(r#"{"code":"usage","message":""#), "{output}");
}
