//! Reads and validates the catalogue, and returns all errors of all files at once.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::{Path, PathBuf},
};

use domain::{Country, Course, CourseId, CoursePrice, CourseType, Money, PriceList};
use serde::Serialize;
use store::course_details::{DetailsAndRuns, StoredDetails};

use super::{
    closed_days::ClosedDays,
    counted, course_file,
    file::{File, FileError, Span, Table},
    localized::localized,
};

/// The maximum length of a name, in characters: two lines of a card on a phone.
const NAME_MAX: usize = 60;
/// The length of a description, in characters. Similar lengths keep the cards of a group alike.
const DESCRIPTION_LENGTH: std::ops::RangeInclusive<usize> = 140..=320;

/// The currency of the default price list (spec §3).
const DEFAULT_CURRENCY: &str = "USD";

#[derive(Debug)]
pub(super) struct Catalogue {
    pub(super) courses: Vec<CatalogueCourse>,
    pub(super) prices: Vec<CoursePrice>,
    pub(super) lists: usize,
    pub(super) warnings: Vec<FileError>,
}

#[derive(Debug)]
pub(super) struct CatalogueCourse {
    pub(super) course: Course,
    pub(super) page: DetailsAndRuns,
}

impl CatalogueCourse {
    /// The course as an import writes it: a run that was cancelled is no start.
    pub(super) fn course_beside(&self, stored: Option<&StoredDetails>) -> Course {
        let mut course = self.course.clone();
        if let Some(stored) = stored {
            course.facts.starts = stored.starts(&self.page.runs);
        }
        course
    }
}

impl Catalogue {
    /// The course with that id, if it has a file.
    pub(super) fn course(&self, id: &str) -> Option<&CatalogueCourse> {
        self.courses.iter().find(|entry| entry.course.id.as_str() == id)
    }
}

/// All errors of a catalogue, sorted by file and line.
#[derive(Debug, thiserror::Error, Serialize)]
pub(crate) struct CatalogueFileErrors(Vec<FileError>);

impl fmt::Display for CatalogueFileErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in &self.0 {
            writeln!(formatter, "{error}")?;
        }
        write!(formatter, "{}.", counted(self.0.len(), "error"))
    }
}

pub(super) fn read(folder: &Path) -> Result<Catalogue, CatalogueFileErrors> {
    let mut reader = Reader::default();
    reader.closed_days = ClosedDays::read(folder, &mut reader.errors);
    reader.courses(&folder.join("courses"));
    reader.price_lists(&folder.join("prices"));
    reader.finish()
}

#[derive(Default)]
struct Reader {
    errors: Vec<FileError>,
    closed_days: ClosedDays,
    courses: Vec<CatalogueCourse>,
    /// The ids of all courses with a file, valid or not, so that prices of an invalid course are not reported as unknown.
    course_files: BTreeSet<String>,
    /// The `file:line` that uses each position.
    positions: BTreeMap<(CourseType, u32), String>,
    prices: Vec<CoursePrice>,
    /// The file of each price list.
    lists: BTreeMap<&'static str, PathBuf>,
    warnings: Vec<FileError>,
}

impl Reader {
    fn finish(mut self) -> Result<Catalogue, CatalogueFileErrors> {
        if self.errors.is_empty() {
            Ok(Catalogue {
                courses: self.courses,
                prices: self.prices,
                lists: self.lists.len(),
                warnings: self.warnings,
            })
        } else {
            self.errors.sort();
            Err(CatalogueFileErrors(self.errors))
        }
    }

    fn courses(&mut self, folder: &Path) {
        for path in self.toml_files(folder) {
            self.course_files.insert(stem(&path));
            self.file(&path, |reader, file, table| {
                let course = reader.course(file, table)?;
                reader.courses.push(course);
                Some(())
            });
        }
    }

    fn course(&mut self, file: &mut File, table: &Table) -> Option<CatalogueCourse> {
        let known = [&["type", "position", "name", "description"], &course_file::KEYS[..]];
        file.only_keys(table, &known.concat());
        let id = CourseId::try_from(stem(file.path()));
        if let Err(error) = &id {
            file.add_error(&(0..0), format!("file name: {error}"));
        }
        let course_type = file.text(table, "type").and_then(|(name, span)| {
            let known = match name.as_str() {
                "cpd" => Some(CourseType::Cpd),
                "additional" => Some(CourseType::Additional),
                _ => None,
            };
            if known.is_none() {
                file.add_error(
                    &span,
                    format!("{name:?} is not a type: it is \"cpd\" or \"additional\""),
                );
            }
            known
        });
        let position = file.number(table, "position");
        if let (Some(course_type), Some((position, span))) = (course_type, &position) {
            self.add_position(file, course_type, *position, span);
        }
        let name = localized(file, table, "name", 1..=NAME_MAX);
        let description = localized(file, table, "description", DESCRIPTION_LENGTH);
        let mut runs = course_file::runs(file, table, &self.closed_days);
        let facts = course_file::facts(file, table, &runs);
        let details = course_file::details(file, table);
        runs.sort_by(|a, b| (a.start, &a.id).cmp(&(b.start, &b.id)));
        let course = Course {
            id: id.ok()?,
            course_type: course_type?,
            position: position?.0,
            name: name?,
            description: description?,
            facts,
            enrollment_count: 0,
        };
        let page = DetailsAndRuns { details, runs };
        Some(CatalogueCourse { course, page })
    }

    fn add_position(&mut self, file: &mut File, course_type: CourseType, position: u32, span: &Span) {
        let here = format!("{}:{}", file.path().display(), file.line(span));
        if let Some(other) = self.positions.get(&(course_type, position)) {
            file.add_error(span, format!("position {position} is already used by {other}"));
        } else {
            self.positions.insert((course_type, position), here);
        }
    }

    fn price_lists(&mut self, folder: &Path) {
        for path in self.toml_files(folder) {
            self.file(&path, Self::price_list);
        }
        let default = folder.join("default.toml");
        if !default.is_file() {
            self.errors
                .push(FileError::of_file(&default, "the default price list is missing"));
        }
    }

    fn price_list(&mut self, file: &mut File, table: &Table) -> Option<()> {
        file.only_keys(table, &["country", "currency", "amounts"]);
        let list = self.list_of(file, table);
        let currency = file.text(table, "currency");
        if let (Some(PriceList::Default), Some((name, span))) = (list, &currency)
            && name != DEFAULT_CURRENCY
        {
            file.add_error(
                span,
                format!("the currency of the default price list must be {DEFAULT_CURRENCY}"),
            );
        }
        let amounts = file.table(table, "amounts")?;
        for course in self.course_files.iter().filter(|course| !amounts.has(course)) {
            if list == Some(PriceList::Default) {
                file.add_error(&(0..0), format!("{course:?} has no default price"));
            } else {
                let what = format!("{course:?} has no price here: its default price applies, in {DEFAULT_CURRENCY}");
                self.warnings.push(FileError::of_file(file.path(), what));
            }
        }
        let mut prices = Vec::new();
        for (course, span) in amounts.keys() {
            let known = self.course_files.contains(course);
            if !known {
                file.add_error(span, format!("there is no course {course:?}"));
            }
            let amount = file.text(&amounts, course);
            let (Some((currency, _)), Some((amount, _))) = (&currency, amount) else {
                continue;
            };
            match Money::parse(&amount, currency) {
                Ok(money) if money.amount() != amount => {
                    file.add_error(span, format!("write {amount:?} as {:?}", money.amount()));
                }
                Ok(money) if known => prices.push((course.to_owned(), money)),
                Ok(_) => {}
                Err(error) => file.add_error(span, error.to_string()),
            }
        }
        let list = list?;
        self.prices.extend(prices.into_iter().filter_map(|(course, money)| {
            let course = CourseId::try_from(course).ok()?;
            Some(CoursePrice { list, course, money })
        }));
        Some(())
    }

    /// The price list of a file. `default.toml` is the default list and has no country; every other file has a country of its own.
    fn list_of(&mut self, file: &mut File, table: &Table) -> Option<PriceList> {
        let mut span = 0..0;
        let list = if stem(file.path()) == "default" {
            if table.has("country") {
                file.add_error(&span, "the default price list must not have a country");
            }
            PriceList::Default
        } else {
            let (name, country_span) = file.text(table, "country")?;
            let Some(country) = Country::by_english_name(&name) else {
                file.add_error(&country_span, format!("{name:?} is not the English name of a country"));
                return None;
            };
            span = country_span;
            PriceList::of(country)
        };
        if let Some(other) = self.lists.get(list.key()) {
            file.add_error(
                &span,
                format!("{} already has the prices of this country", other.display()),
            );
            return None;
        }
        self.lists.insert(list.key(), file.path().to_owned());
        Some(list)
    }

    /// Reads a file, passes it to `read` if it is TOML, and collects its errors.
    fn file(&mut self, path: &Path, read: impl FnOnce(&mut Self, &mut File, &Table) -> Option<()>) {
        let mut file = match File::read(path) {
            Ok(file) => file,
            Err(error) => return self.errors.push(error),
        };
        if let Some(table) = file.parse() {
            read(self, &mut file, &table);
        }
        self.errors.extend(file.into_errors());
    }

    /// The TOML files of a folder, sorted by name. A folder without any is an error, since it is usually the wrong folder.
    fn toml_files(&mut self, folder: &Path) -> Vec<PathBuf> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.errors.push(FileError::of_file(folder, error.to_string()));
                return Vec::new();
            }
        };
        let mut files = Vec::new();
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let extension = path.extension().unwrap_or_default();
            // Editors keep their own files under such names.
            if name.starts_with('.') || !extension.eq_ignore_ascii_case("toml") {
                continue;
            }
            if extension == "toml" {
                files.push(path);
            } else {
                self.errors.push(FileError::of_file(
                    &path,
                    "the file name must end in .toml, in lower case",
                ));
            }
        }
        files.sort();
        if files.is_empty() {
            self.errors
                .push(FileError::of_file(folder, "the folder has no .toml file"));
        }
        files
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
