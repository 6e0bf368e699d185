//! One file of the catalogue: TOML whose every value knows its line, so that all faults can be told at once.

use std::{
    collections::BTreeSet,
    fmt, fs,
    ops::Range,
    path::{Path, PathBuf},
};

use serde::Serialize;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// Something that is not right, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Fault {
    file: PathBuf,
    line: usize,
    what: String,
}

impl Fault {
    /// A fault of a whole file or folder.
    pub(super) fn of_file(file: &Path, what: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line: 1,
            what: what.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.file.display(), self.line, self.what)
    }
}

/// A file's text, and the faults found in it so far.
pub(super) struct File {
    path: PathBuf,
    text: String,
    faults: Vec<Fault>,
}

/// A place in a file.
pub(super) type Place = Range<usize>;

impl File {
    /// Reads a file. One that cannot be read is a fault.
    pub(super) fn read(path: &Path) -> Result<Self, Fault> {
        let text = fs::read_to_string(path).map_err(|error| Fault::of_file(path, error.to_string()))?;
        Ok(Self {
            path: path.to_owned(),
            text,
            faults: Vec::new(),
        })
    }

    /// The file's path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file as a table, when it is TOML.
    pub(super) fn parse(&mut self) -> Option<Table> {
        match DeTable::parse(&self.text) {
            Ok(table) => {
                let mut table = table.into_inner();
                table.make_owned();
                Some(Table::new(&table, 0..0))
            }
            Err(error) => {
                let place = error.span().unwrap_or(0..0);
                self.fault(&place, error.message().to_owned());
                None
            }
        }
    }

    /// Notes a fault.
    pub(super) fn fault(&mut self, place: &Place, what: impl Into<String>) {
        let line = self.line(place);
        self.faults.push(Fault {
            file: self.path.clone(),
            line,
            what: what.into(),
        });
    }

    /// The line of a place, from 1.
    pub(super) fn line(&self, place: &Place) -> usize {
        let before = self.text.as_bytes().iter().take(place.start);
        before.filter(|byte| **byte == b'\n').count() + 1
    }

    /// All faults that were noted.
    pub(super) fn into_faults(self) -> Vec<Fault> {
        self.faults
    }

    /// A required text that is not empty.
    pub(super) fn text(&mut self, table: &Table, key: &str) -> Option<(String, Place)> {
        self.value(table, key, "text in quotes", |value| match value {
            Value::Text(text) if !text.trim().is_empty() => Some(text.clone()),
            _ => None,
        })
    }

    /// A required whole number that is not negative.
    pub(super) fn number(&mut self, table: &Table, key: &str) -> Option<(u32, Place)> {
        self.value(
            table,
            key,
            &format!("a whole number from 0 to {}", u32::MAX),
            |value| match value {
                Value::Number(number) => number.parse().ok(),
                _ => None,
            },
        )
    }

    /// A required table.
    pub(super) fn table(&mut self, table: &Table, key: &str) -> Option<Table> {
        let (inner, _) = self.value(table, key, "a table", |value| match value {
            Value::Table(inner) => Some(inner.clone()),
            _ => None,
        })?;
        Some(inner)
    }

    /// Notes every key that has no meaning, which is most often a misspelt one.
    pub(super) fn only_keys(&mut self, table: &Table, known: &[&str]) {
        let known: BTreeSet<&str> = known.iter().copied().collect();
        for (key, place, _) in &table.entries {
            if !known.contains(key.as_str()) {
                self.fault(place, format!("{key:?} has no meaning here"));
            }
        }
    }

    fn value<T>(
        &mut self,
        table: &Table,
        key: &str,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<(T, Place)> {
        let Some((_, place, value)) = table.entries.iter().find(|(name, ..)| name == key) else {
            self.fault(&table.place, format!("{key:?} is missing"));
            return None;
        };
        let read = read(value);
        if read.is_none() {
            self.fault(place, format!("{key:?} must be {expected}"));
        }
        Some((read?, place.clone()))
    }
}

/// A table, with the place of each key.
#[derive(Debug, Clone)]
pub(super) struct Table {
    place: Place,
    entries: Vec<(String, Place, Value)>,
}

#[derive(Debug, Clone)]
enum Value {
    Text(String),
    Number(String),
    Table(Table),
    Other,
}

impl Table {
    fn new(table: &DeTable<'_>, place: Place) -> Self {
        let entries = table
            .iter()
            .map(|(key, value)| (key.get_ref().to_string(), key.span(), Value::new(value, key.span())))
            .collect();
        Self { place, entries }
    }

    /// The keys, in the order of the file, with their places.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, &Place)> {
        self.entries.iter().map(|(key, place, _)| (key.as_str(), place))
    }

    /// Whether there is such a key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys().any(|(name, _)| name == key)
    }
}

impl Value {
    fn new(value: &Spanned<DeValue<'_>>, place: Place) -> Self {
        match value.get_ref() {
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Integer(number) => Self::Number(number.as_str().to_owned()),
            DeValue::Table(table) => Self::Table(Table::new(table, place)),
            _ => Self::Other,
        }
    }
}
