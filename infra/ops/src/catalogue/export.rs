//! Exports the tables as files for an import. The files are identical to the imported ones, except for comments.

use std::{
    collections::BTreeMap,
    fmt::{self, Display, Write as _},
    fs, io,
    path::{Path, PathBuf},
};

use domain::{Country, Course, CourseRun, CourseType, Language, Localized, Money};
use jiff::civil::Date;
use platform::causes::Causes;
use serde::Serialize;
use store::{
    StoreError,
    course_details::{DetailsAndRuns, StoredDetails},
    course_prices::StoredPrice,
    courses::StoredCourse,
};

use super::{Summary, Tables};

/// The key of the default price list, and the name of its file.
const DEFAULT: &str = "default";

/// The text of each file, by its path in the catalogue's folder.
pub(super) struct Files(BTreeMap<PathBuf, String>);

#[derive(Debug, thiserror::Error)]
pub(crate) enum ExportError {
    #[error("A table cannot be read: {}", Causes(.0))]
    Tables(#[from] StoreError),
    /// Items that a file cannot represent, with the reason.
    #[error("{}", .0.join("\n"))]
    NotRepresentable(Vec<String>),
}

/// Makes the files from the tables, without withdrawn courses.
pub(super) async fn files(tables: &Tables) -> Result<Files, ExportError> {
    let mut problems = Vec::new();
    let listed = tables.courses.stored().await?;
    let courses = listed_courses(listed, &mut problems);
    let pages = pages(tables.details.stored().await?, &courses, &mut problems);
    let lists = price_lists(tables.prices.stored().await?, &mut problems);

    let mut files = BTreeMap::new();
    let no_page = DetailsAndRuns::default();
    for course in &courses {
        let path = Path::new("courses").join(format!("{}.toml", course.id));
        files.insert(
            path,
            course_file(course, pages.get(course.id.as_str()).unwrap_or(&no_page)),
        );
    }
    for (key, prices) in lists {
        match price_file(&key, &prices, &courses) {
            Ok((name, text)) => {
                files.insert(Path::new("prices").join(format!("{name}.toml")), text);
            }
            Err(reasons) => problems.extend(reasons),
        }
    }
    if problems.is_empty() {
        Ok(Files(files))
    } else {
        Err(ExportError::NotRepresentable(problems))
    }
}

/// The listed courses in the order of the site, which is also the order in a price list.
fn listed_courses(stored: Vec<StoredCourse>, problems: &mut Vec<String>) -> Vec<Course> {
    let mut courses = Vec::new();
    for stored in stored.into_iter().filter(|stored| !stored.withdrawn) {
        match stored.course {
            Some(course) => courses.push(course),
            None => problems.push(format!("course {}: its item is malformed", stored.id)),
        }
    }
    courses.sort_by(|a, b| (a.course_type, a.position, &a.id).cmp(&(b.course_type, b.position, &b.id)));
    courses
}

/// The details and runs of the listed courses, by course.
fn pages(
    stored: BTreeMap<String, StoredDetails>,
    courses: &[Course],
    problems: &mut Vec<String>,
) -> BTreeMap<String, DetailsAndRuns> {
    let mut pages = BTreeMap::new();
    for (id, stored) in stored {
        if !courses.iter().any(|course| course.id.as_str() == id) {
            continue;
        }
        match stored.whole {
            Some(page) => {
                pages.insert(id, page);
            }
            None => problems.push(format!("course {id}: its details are malformed")),
        }
    }
    pages
}

/// The prices of each price list, by course.
fn price_lists(stored: Vec<StoredPrice>, problems: &mut Vec<String>) -> BTreeMap<String, BTreeMap<String, Money>> {
    let mut lists: BTreeMap<String, BTreeMap<String, Money>> = BTreeMap::new();
    for StoredPrice { key, money } in stored {
        match money {
            Some(money) => {
                lists.entry(key.price_list).or_default().insert(key.course_id, money);
            }
            None => problems.push(format!("price {key}: its item is malformed")),
        }
    }
    lists
}

fn course_file(course: &Course, page: &DetailsAndRuns) -> String {
    let course_type = match course.course_type {
        CourseType::Cpd => "cpd",
        CourseType::Additional => "additional",
    };
    let mut text = format!("type = {}\nposition = {}\n", quoted(course_type), course.position);
    write_facts(&mut text, course, page);
    for (key, texts) in [("name", &course.name), ("description", &course.description)] {
        write_localized(&mut text, &format!("[{key}]"), texts);
    }
    let details = &page.details;
    for (key, texts) in [
        ("audience", &details.audience),
        ("prerequisites", &details.prerequisites),
        ("takeaway", &details.takeaway),
    ] {
        if let Some(texts) = texts {
            write_localized(&mut text, &format!("[{key}]"), texts);
        }
    }
    for (key, list) in [("outcomes", &details.outcomes), ("syllabus", &details.syllabus)] {
        for texts in list {
            write_localized(&mut text, &format!("[[{key}]]"), texts);
        }
    }
    for run in &page.runs {
        write_run(&mut text, run);
    }
    text
}

/// The keys that come before the first table.
fn write_facts(text: &mut String, course: &Course, page: &DetailsAndRuns) {
    let (facts, details) = (&course.facts, &page.details);
    let languages = facts.languages.iter().map(|language| language.code());
    for (key, value) in [
        ("level", facts.level.map(|level| quoted(level.into()))),
        ("languages", list(languages)),
        ("hours", facts.hours.map(|hours| hours.to_string())),
        ("sessions", facts.sessions.map(|sessions| sessions.to_string())),
        (
            "session_minutes",
            details.session_minutes.map(|minutes| minutes.to_string()),
        ),
        ("format", facts.format.map(|format| quoted(format.into()))),
        ("group_size", details.group_size.map(|size| size.to_string())),
        (
            "recordings",
            details.recordings.map(|recordings| recordings.to_string()),
        ),
        ("artwork", facts.artwork.as_deref().map(quoted)),
    ] {
        if let Some(value) = value {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
}

fn write_run(text: &mut String, run: &CourseRun) {
    let _ = writeln!(text, "\n[[runs]]");
    for (key, value) in [
        ("id", Some(quoted(run.id.as_str()))),
        ("start", Some(quoted(&run.start.to_string()))),
        ("end", Some(quoted(&run.end.to_string()))),
        ("weekdays", list(run.weekdays.iter().map(<&str>::from))),
        ("closed", list(run.closed.iter().map(Date::to_string))),
        ("time", Some(quoted(&run.time.strftime("%H:%M").to_string()))),
        ("time_zone", Some(quoted(&run.time_zone))),
        ("places", Some(run.places.to_string())),
        ("language", run.language.map(|language| quoted(language.code()))),
        ("teacher", run.teacher.as_ref().map(|teacher| quoted(teacher.as_str()))),
    ] {
        if let Some(value) = value {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
}

/// A list of texts in TOML. None when it is empty.
fn list(texts: impl Iterator<Item: AsRef<str>>) -> Option<String> {
    let quoted: Vec<_> = texts.map(|text| quoted(text.as_ref())).collect();
    (!quoted.is_empty()).then(|| format!("[{}]", quoted.join(", ")))
}

fn write_localized(text: &mut String, header: &str, texts: &Localized) {
    let _ = writeln!(text, "\n{header}");
    for language in Language::ALL {
        let _ = writeln!(text, "{} = {}", language.code(), quoted(texts.get(language)));
    }
}

fn price_file(
    key: &str,
    prices: &BTreeMap<String, Money>,
    courses: &[Course],
) -> Result<(String, String), Vec<String>> {
    let mut reasons = Vec::new();
    let country = Country::by_code(key);
    if country.is_none() && key != DEFAULT {
        reasons.push(format!("price list {key}: the country does not exist"));
    }
    let mut currencies: Vec<_> = prices.values().map(Money::currency).collect();
    currencies.sort_unstable();
    currencies.dedup();
    if currencies.len() > 1 {
        reasons.push(format!(
            "price list {key}: a list has one currency, not {}",
            currencies.join(" and ")
        ));
    }
    let is_listed = |id: &str| courses.iter().any(|course| course.id.as_str() == id);
    for id in prices.keys().filter(|id| !is_listed(id)) {
        reasons.push(format!("price {key}.{id}: its course is not listed"));
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }

    let mut text = String::new();
    if let Some(country) = country {
        let _ = writeln!(text, "country = {}", quoted(country.english_name()));
    }
    for currency in currencies {
        let _ = writeln!(text, "currency = {}", quoted(currency));
    }
    let _ = writeln!(text, "\n[amounts]");
    for course in courses {
        if let Some(money) = prices.get(course.id.as_str()) {
            let _ = writeln!(text, "{} = {}", course.id, quoted(&money.amount()));
        }
    }
    Ok((country.map_or_else(|| DEFAULT.to_owned(), file_name), text))
}

/// `united-kingdom`
fn file_name(country: &'static Country) -> String {
    let name = country.english_name().to_lowercase();
    let parts = name.split(|character: char| !character.is_alphanumeric());
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// The text as a TOML string.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

impl Files {
    /// Writes the files into a folder, and creates the folder if it is missing.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        for (path, text) in &self.0 {
            let path = folder.join(path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, text)?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
pub(super) struct Exported {
    pub(super) written: Summary,
    pub(super) to: PathBuf,
}

impl Display for Exported {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Exported {} to {}.", self.written, self.to.display())
    }
}
