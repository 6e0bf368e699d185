//! Writes what the tables say as the files that an import reads: the same bytes, when the files were without comments.

use std::{
    collections::BTreeMap,
    fmt::{self, Display, Write as _},
    fs, io,
    path::{Path, PathBuf},
};

use domain::{Country, Course, CourseType, Language, Localized, Money};
use platform::causes::Causes;
use serde::Serialize;
use store::{StoreError, course_prices::StoredPrice, courses::StoredCourse};

use super::{Summary, Tables};

/// The key of the list behind all others, which is its file's name too.
const DEFAULT: &str = "default";

/// Files by their paths in the catalogue's folder.
pub(super) struct Files(BTreeMap<PathBuf, String>);

/// Why there are no such files.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The tables cannot be read.
    #[error("The tables cannot be read: {}", Causes(.0))]
    Tables(#[from] StoreError),
    /// The tables have what no file can say.
    #[error("{}", .0.join("\n"))]
    Unsayable(Vec<String>),
}

/// The files that say what the tables say. Withdrawn courses have none: they left the catalogue.
pub(super) async fn files(tables: &Tables) -> Result<Files, Refusal> {
    let mut unsayable = Vec::new();
    let listed = tables.courses.stored().await?;
    let courses = listed_courses(listed, &mut unsayable);
    let lists = price_lists(tables.prices.stored().await?, &mut unsayable);

    let mut files = BTreeMap::new();
    for course in &courses {
        let path = Path::new("courses").join(format!("{}.toml", course.id));
        files.insert(path, course_file(course));
    }
    for (key, prices) in lists {
        match price_file(&key, &prices, &courses) {
            Ok((name, text)) => {
                files.insert(Path::new("prices").join(format!("{name}.toml")), text);
            }
            Err(reasons) => unsayable.extend(reasons),
        }
    }
    if unsayable.is_empty() {
        Ok(Files(files))
    } else {
        Err(Refusal::Unsayable(unsayable))
    }
}

/// In the order in which they are shown, which is that of the lines in a price list.
fn listed_courses(stored: Vec<StoredCourse>, unsayable: &mut Vec<String>) -> Vec<Course> {
    let mut courses = Vec::new();
    for stored in stored.into_iter().filter(|stored| !stored.withdrawn) {
        match stored.course {
            Some(course) => courses.push(course),
            None => unsayable.push(format!("course {}: its item is malformed", stored.id)),
        }
    }
    courses.sort_by(|a, b| (a.course_type, a.position, &a.id).cmp(&(b.course_type, b.position, &b.id)));
    courses
}

/// The prices of each list, by course.
fn price_lists(stored: Vec<StoredPrice>, unsayable: &mut Vec<String>) -> BTreeMap<String, BTreeMap<String, Money>> {
    let mut lists: BTreeMap<String, BTreeMap<String, Money>> = BTreeMap::new();
    for StoredPrice { key, money } in stored {
        match money {
            Some(money) => {
                lists.entry(key.price_list).or_default().insert(key.course_id, money);
            }
            None => unsayable.push(format!("price {key}: its item is malformed")),
        }
    }
    lists
}

fn course_file(course: &Course) -> String {
    let course_type = match course.course_type {
        CourseType::Cpd => "cpd",
        CourseType::Additional => "additional",
    };
    let mut text = format!("type = {}\nposition = {}\n", quoted(course_type), course.position);
    for (key, texts) in [("name", &course.name), ("description", &course.description)] {
        write_localized(&mut text, key, texts);
    }
    text
}

fn write_localized(text: &mut String, key: &str, texts: &Localized) {
    let _ = writeln!(text, "\n[{key}]");
    for language in Language::ALL {
        let _ = writeln!(text, "{} = {}", language.code(), quoted(texts.get(language)));
    }
}

/// A list's name and text.
fn price_file(
    key: &str,
    prices: &BTreeMap<String, Money>,
    courses: &[Course],
) -> Result<(String, String), Vec<String>> {
    let mut reasons = Vec::new();
    let country = Country::by_code(key);
    if country.is_none() && key != DEFAULT {
        reasons.push(format!("price list {key}: there is no such country"));
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
    let words = name.split(|character: char| !character.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// As TOML says it.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

impl Files {
    /// Writes them into a folder, which is made when it is missing.
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

/// What an export wrote.
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
