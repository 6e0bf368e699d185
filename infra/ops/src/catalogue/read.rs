//! Reads and validates the catalogue. Either all of it is right, or every fault is told.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::{Path, PathBuf},
};

use domain::{Country, Course, CourseId, CoursePrice, CourseType, Localized, Money, PriceList, is_invisible};
use serde::Serialize;

use super::{
    counted,
    file::{Fault, File, Place, Table},
};

/// The longest name, in characters: it fits a card on a phone in two lines.
const NAME_MAX: usize = 60;
/// How long a description is, in characters: what makes cards of a group look alike.
const DESCRIPTION: std::ops::RangeInclusive<usize> = 140..=320;

/// The currency of the default price list (spec §3).
const DEFAULT_CURRENCY: &str = "USD";

/// A catalogue without faults.
#[derive(Debug)]
pub(super) struct Catalogue {
    pub(super) courses: Vec<Course>,
    pub(super) prices: Vec<CoursePrice>,
    /// How many price lists there are.
    pub(super) lists: usize,
}

/// All faults of a catalogue, by file and line.
#[derive(Debug, thiserror::Error, Serialize)]
pub(crate) struct Faults(Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in &self.0 {
            writeln!(formatter, "{fault}")?;
        }
        write!(formatter, "{}.", counted(self.0.len(), "fault"))
    }
}

/// Reads the catalogue in a folder.
pub(super) fn read(folder: &Path) -> Result<Catalogue, Faults> {
    let mut reader = Reader::default();
    reader.courses(&folder.join("courses"));
    reader.price_lists(&folder.join("prices"));
    reader.finish()
}

#[derive(Default)]
struct Reader {
    faults: Vec<Fault>,
    courses: Vec<Course>,
    /// Every course that has a file, right or wrong, so that its prices are not called unknown as well.
    course_files: BTreeSet<String>,
    /// Who has a position already: `file:line`.
    positions: BTreeMap<(CourseType, u32), String>,
    prices: Vec<CoursePrice>,
    /// Which file has a list already.
    lists: BTreeMap<&'static str, PathBuf>,
}

impl Reader {
    fn finish(mut self) -> Result<Catalogue, Faults> {
        if self.faults.is_empty() {
            Ok(Catalogue {
                courses: self.courses,
                prices: self.prices,
                lists: self.lists.len(),
            })
        } else {
            self.faults.sort();
            Err(Faults(self.faults))
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

    fn course(&mut self, file: &mut File, table: &Table) -> Option<Course> {
        file.only_keys(table, &["type", "position", "name", "description"]);
        let id = CourseId::try_from(stem(file.path()));
        if let Err(error) = &id {
            file.fault(&(0..0), format!("the file's name: {error}"));
        }
        let course_type = file.text(table, "type").and_then(|(name, place)| {
            let known = match name.as_str() {
                "cpd" => Some(CourseType::Cpd),
                "additional" => Some(CourseType::Additional),
                _ => None,
            };
            if known.is_none() {
                file.fault(
                    &place,
                    format!("{name:?} is not a type: it is \"cpd\" or \"additional\""),
                );
            }
            known
        });
        let position = file.number(table, "position");
        if let (Some(course_type), Some((position, place))) = (course_type, &position) {
            self.take_position(file, course_type, *position, place);
        }
        let name = localized(file, table, "name", 1..=NAME_MAX);
        let description = localized(file, table, "description", DESCRIPTION);
        Some(Course {
            id: id.ok()?,
            course_type: course_type?,
            position: position?.0,
            name: name?,
            description: description?,
            enrollment_count: 0,
        })
    }

    fn take_position(&mut self, file: &mut File, course_type: CourseType, position: u32, place: &Place) {
        let here = format!("{}:{}", file.path().display(), file.line(place));
        if let Some(other) = self.positions.get(&(course_type, position)) {
            file.fault(place, format!("position {position} is taken by {other}"));
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
            self.faults
                .push(Fault::of_file(&default, "the default price list is missing"));
        }
    }

    fn price_list(&mut self, file: &mut File, table: &Table) -> Option<()> {
        file.only_keys(table, &["country", "currency", "amounts"]);
        let list = self.which_list(file, table);
        let currency = file.text(table, "currency");
        if let (Some(PriceList::Default), Some((name, place))) = (list, &currency)
            && name != DEFAULT_CURRENCY
        {
            file.fault(place, format!("the default price list is in {DEFAULT_CURRENCY}"));
        }
        let amounts = file.table(table, "amounts")?;
        if list == Some(PriceList::Default) {
            for course in self.course_files.iter().filter(|course| !amounts.has(course)) {
                file.fault(&(0..0), format!("{course:?} has no default price"));
            }
        }
        let mut prices = Vec::new();
        for (course, place) in amounts.keys() {
            let known = self.course_files.contains(course);
            if !known {
                file.fault(place, format!("there is no course {course:?}"));
            }
            let amount = file.text(&amounts, course);
            let (Some((currency, _)), Some((amount, _))) = (&currency, amount) else {
                continue;
            };
            match Money::parse(&amount, currency) {
                Ok(money) if money.amount() != amount => {
                    file.fault(place, format!("write {amount:?} as {:?}", money.amount()));
                }
                Ok(money) if known => prices.push((course.to_owned(), money)),
                Ok(_) => {}
                Err(error) => file.fault(place, error.to_string()),
            }
        }
        let list = list?;
        self.prices.extend(prices.into_iter().filter_map(|(course, money)| {
            let course = CourseId::try_from(course).ok()?;
            Some(CoursePrice { list, course, money })
        }));
        Some(())
    }

    /// `default.toml` is the default list and names no country; every other file names one that no other file names.
    fn which_list(&mut self, file: &mut File, table: &Table) -> Option<PriceList> {
        let mut place = 0..0;
        let list = if stem(file.path()) == "default" {
            if table.has("country") {
                file.fault(&place, "the default price list has no country");
            }
            PriceList::Default
        } else {
            let (name, named_at) = file.text(table, "country")?;
            let Some(country) = Country::by_english_name(&name) else {
                file.fault(&named_at, format!("{name:?} is not the English name of a country"));
                return None;
            };
            place = named_at;
            PriceList::of(country)
        };
        if let Some(other) = self.lists.get(list.key()) {
            file.fault(&place, format!("the list of this country is {}", other.display()));
            return None;
        }
        self.lists.insert(list.key(), file.path().to_owned());
        Some(list)
    }

    /// Reads a file, hands it on when it is TOML, and collects its faults.
    fn file(&mut self, path: &Path, read: impl FnOnce(&mut Self, &mut File, &Table) -> Option<()>) {
        let mut file = match File::read(path) {
            Ok(file) => file,
            Err(fault) => return self.faults.push(fault),
        };
        if let Some(table) = file.parse() {
            read(self, &mut file, &table);
        }
        self.faults.extend(file.into_faults());
    }

    /// The TOML files of a folder, by name. A folder without any is a fault: it is most often the wrong one.
    fn toml_files(&mut self, folder: &Path) -> Vec<PathBuf> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.faults.push(Fault::of_file(folder, error.to_string()));
                return Vec::new();
            }
        };
        let mut files = Vec::new();
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let ending = path.extension().unwrap_or_default();
            // A name that begins with a dot is an editor's own file.
            if name.starts_with('.') || !ending.eq_ignore_ascii_case("toml") {
                continue;
            }
            if ending == "toml" {
                files.push(path);
            } else {
                self.faults.push(Fault::of_file(
                    &path,
                    "the file's name must end in .toml, in small letters",
                ));
            }
        }
        files.sort();
        if files.is_empty() {
            self.faults.push(Fault::of_file(folder, "there is no .toml file in it"));
        }
        files
    }
}

/// A text in every language, each of an allowed length.
fn localized(file: &mut File, table: &Table, key: &str, length: std::ops::RangeInclusive<usize>) -> Option<Localized> {
    let texts = file.table(table, key)?;
    file.only_keys(&texts, &["en", "fr", "ar"]);
    let mut text = |language: &str| {
        let (text, place) = file.text(&texts, language)?;
        let characters = text.chars().count();
        if text
            .chars()
            .any(|character| character.is_control() || is_invisible(character))
        {
            file.fault(
                &place,
                format!("{key}.{language} has a character that cannot be seen: a control or direction mark"),
            );
        }
        if !length.contains(&characters) {
            let (least, most) = (length.start(), length.end());
            file.fault(
                &place,
                format!("{key}.{language} has {characters} characters, not {least} to {most}"),
            );
        }
        Some(text)
    };
    // Each is looked at before any is missed.
    let (en, fr, ar) = (text("en"), text("fr"), text("ar"));
    Some(Localized {
        en: en?,
        fr: fr?,
        ar: ar?,
    })
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
