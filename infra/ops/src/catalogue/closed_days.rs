//! `closed-days.toml`: days on which no run has a session, such as public holidays.

use std::{collections::BTreeMap, fs, path::Path};

use domain::{CourseRun, Localized, Weekday};
use jiff::civil::Date;

use super::{
    course_file::required_date,
    file::{File, FileError, Table},
    localized::localized,
};

/// The name of the file, which may be missing.
const FILE: &str = "closed-days.toml";
/// The length of a name, in characters.
const NAME: std::ops::RangeInclusive<usize> = 1..=60;

#[derive(Debug, Default)]
pub(super) struct ClosedDays(BTreeMap<Date, Localized>);

impl ClosedDays {
    /// Reads the file of a folder. With errors, no day is closed.
    pub(super) fn read(folder: &Path, errors: &mut Vec<FileError>) -> Self {
        let path = folder.join(FILE);
        if !fs::exists(&path).unwrap_or(true) {
            return Self::default();
        }
        let mut file = match File::read(&path) {
            Ok(file) => file,
            Err(error) => {
                errors.push(error);
                return Self::default();
            }
        };
        let mut days = Self::default();
        if let Some(table) = file.parse() {
            days.add_all(&mut file, &table);
        }
        errors.extend(file.into_errors());
        days
    }

    fn add_all(&mut self, file: &mut File, table: &Table) {
        file.only_keys(table, &["days"]);
        let Some((days, _)) = file.tables(table, "days") else {
            return;
        };
        for day in &days {
            file.only_keys(day, &["date", "name"]);
            let date = required_date(file, day, "date");
            let name = localized(file, day, "name", NAME);
            let (Some((date, span)), Some(name)) = (date, name) else {
                continue;
            };
            if self.0.insert(date, name).is_some() {
                file.add_error(&span, format!("{date} is in the list twice"));
            }
        }
    }

    /// The name of a closed day, for operators.
    pub(super) fn name(&self, day: Date) -> Option<&str> {
        self.0.get(&day).map(|name| name.en.as_str())
    }

    /// The days that take a session from a run by its weekdays, from its first day on. `open` are those on which it has one all the same.
    pub(super) fn of(&self, run: &CourseRun, open: &[Date]) -> impl Iterator<Item = Date> {
        let is_of_run =
            |day: &Date| run.start <= *day && run.weekdays.contains(&Weekday::of(*day)) && !open.contains(day);
        self.0.keys().copied().filter(is_of_run)
    }
}
