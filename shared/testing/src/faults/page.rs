//! `docs/faults.md`: what each endpoint responds when one of its requests to AWS fails, as the fault matrix found it.

use std::{
    collections::BTreeMap,
    env,
    fmt::{self, Display},
    fs::{self, File},
    thread,
};

use super::fault::{Fault, InjectedFault, NthRequest};
use crate::repository::repository;

const PAGE: &str = "docs/faults.md";
/// The text before the first function.
const INTRODUCTION: &str = include_str!("page.md");

/// The statuses of the responses to a request, by the fault during it.
#[derive(Debug, Default)]
pub(super) struct Outcomes(BTreeMap<NthRequest, BTreeMap<&'static str, Statuses>>);

/// The statuses after a fault that occurs once, and after one that persists, for those that are persistent in every run.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Statuses {
    once: Option<u16>,
    persistent: Option<u16>,
}

impl Display for Statuses {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let statuses = [self.once, self.persistent].into_iter().flatten();
        let statuses: Vec<_> = statuses.map(|status| status.to_string()).collect();
        formatter.write_str(&statuses.join(", "))
    }
}

impl Outcomes {
    /// Ignores the faults without a column.
    pub(super) fn insert(&mut self, injected: &InjectedFault, status: u16) {
        if injected.fault.ends_the_request() {
            return;
        }
        let request = self.0.entry(injected.target.clone()).or_default();
        let statuses = request.entry(injected.fault.title()).or_default();
        if !injected.persistent {
            statuses.once = Some(status);
        } else if !injected.fault.persists_as_another() {
            statuses.persistent = Some(status);
        }
    }

    /// Checks that the page has these outcomes below the function and the running test. A run that injects only some faults checks the
    /// columns of these. With `UPDATE_DOCS=1`, updates the page.
    pub(super) fn check_documented(&self, binary: &str) {
        let path = repository().join(PAGE);
        // Other tests update the page, too, also in other processes. The lock ends with the file.
        let file = File::open(&path).expect("the page exists");
        file.lock().expect("the page can be locked");
        let mut page = Page::parse(&fs::read_to_string(&path).expect("the page is readable"));
        let test = test_name();
        let documented = page.0.entry(binary.to_owned()).or_default().entry(test).or_default();
        let found = self.to_string();
        if is_rewritten() {
            *documented = found;
            fs::write(&path, page.to_string()).expect("the page is writable");
        } else {
            assert_eq!(
                first_columns(documented, Fault::documented().len()),
                found,
                "{PAGE} differs: UPDATE_DOCS=1 scripts/test NAME updates it"
            );
        }
    }
}

impl Display for Outcomes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles: Vec<_> = Fault::documented().into_iter().map(Fault::title).collect();
        let title_cells = titles.iter().map(|title| (*title).to_owned());
        let mut rows = vec![
            Row::new("Request", "", title_cells),
            Row::new("---", "", titles.iter().map(|_| "---".to_owned())),
        ];
        for (NthRequest { name, occurrence }, statuses) in &self.0 {
            let cells = titles
                .iter()
                .map(|title| statuses.get(title).map_or_else(|| "–".to_owned(), Statuses::to_string));
            rows.push(Row::new(&format!("`{name}`"), &occurrence.to_string(), cells));
        }
        formatter.write_str(&table(&rows))
    }
}

/// A row of a table.
struct Row {
    /// The name of the request in Markdown, or the title of the column.
    name: String,
    /// Which request with that name it is. Empty when the row has no number.
    number: String,
    cells: Vec<String>,
}

impl Row {
    fn new(name: &str, number: &str, cells: impl Iterator<Item = String>) -> Self {
        Self {
            name: name.to_owned(),
            number: number.to_owned(),
            cells: cells.collect(),
        }
    }

    /// The row of a line, with its first cells.
    fn parse(line: &str, count: usize) -> Self {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let request = cells.next().unwrap_or_default();
        let (name, number) = request
            .rsplit_once(' ')
            .filter(|(_, end)| end.chars().all(|digit| digit.is_ascii_digit()))
            .unwrap_or((request, ""));
        Self::new(name, number, cells.take(count).map(str::to_owned))
    }
}

/// A table of rows, in the order of their names. Requests with the same name have one row when all have the same cells: the number of
/// pages of a scan depends on what other tests store.
fn table(rows: &[Row]) -> String {
    let mut lines = Vec::new();
    for Row { name, number, cells } in rows {
        let is_repetition = rows
            .iter()
            .filter(|other| other.name == *name)
            .all(|other| other.cells == *cells);
        let request = if is_repetition {
            name.clone()
        } else {
            format!("{name} {number}")
        };
        let line = format!("| {request} | {} |\n", cells.join(" | "));
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines.concat()
}

/// Whether this run writes the page.
pub(super) fn is_rewritten() -> bool {
    #[expect(clippy::disallowed_methods, reason = "UPDATE_DOCS=1 rewrites the page")]
    let variable = env::var_os("UPDATE_DOCS");
    variable.is_some()
}

/// A table with fewer columns of faults.
fn first_columns(table_of_all: &str, faults: usize) -> String {
    let rows: Vec<_> = table_of_all.lines().map(|line| Row::parse(line, faults)).collect();
    table(&rows)
}

/// The name of the running test as a sentence: `After any fault the session stays valid`. Rust gives it to the test's thread.
fn test_name() -> String {
    let thread = thread::current();
    let path = thread.name().unwrap_or_default();
    let (_, name) = path
        .rsplit_once("::")
        .expect("a test in a thread of its own, without --test-threads=1");
    let mut name = name.replace('_', " ");
    name.get_mut(..1).expect("a name in ASCII").make_ascii_uppercase();
    name
}

/// The tables of the page, by function and test.
struct Page(BTreeMap<String, BTreeMap<String, String>>);

impl Page {
    fn parse(text: &str) -> Self {
        let mut functions = BTreeMap::<String, BTreeMap<String, String>>::new();
        for function in text.split("\n## ").skip(1) {
            let mut tests = function.split("\n### ");
            let name = tests.next().unwrap_or_default().trim();
            let tests = tests.filter_map(|test| {
                let (name, table) = test.split_once("\n\n")?;
                Some((name.to_owned(), format!("{}\n", table.trim_end())))
            });
            functions.insert(name.to_owned(), tests.collect());
        }
        Self(functions)
    }
}

impl Display for Page {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(INTRODUCTION)?;
        for (function, tests) in &self.0 {
            write!(formatter, "\n## {function}\n")?;
            for (test, table) in tests {
                write!(formatter, "\n### {test}\n\n{table}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::first_columns;

    #[test]
    fn requests_that_differ_only_in_other_columns_have_one_row() {
        let table = "\
| Request | server error | late |
| --- | --- | --- |
| `dynamodb GetItem files` 1 | 200, 503 | 503 |
| `dynamodb GetItem files` 2 | 200, 503 | 200 |
| `dynamodb GetItem users` 1 | 200, 503 | – |
| `dynamodb GetItem users` 2 | 200, 200 | – |
";
        let expected = "\
| Request | server error |
| --- | --- |
| `dynamodb GetItem files` | 200, 503 |
| `dynamodb GetItem users` 1 | 200, 503 |
| `dynamodb GetItem users` 2 | 200, 200 |
";
        assert_eq!(first_columns(table, 1), expected);
        assert_eq!(first_columns(table, 2), table);
    }
}
