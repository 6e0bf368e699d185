//! A TOML file of the catalogue, parsed with the position of each value, so that errors have line numbers.

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

/// An error in a file, or a warning about one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct FileError {
    file: PathBuf,
    line: usize,
    #[serde(rename = "what")]
    message: String,
}

impl FileError {
    /// An error or a warning that concerns a whole file or folder.
    pub(super) fn of_file(file: &Path, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line: 1,
            message: message.into(),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}

pub(super) struct File {
    path: PathBuf,
    text: String,
    errors: Vec<FileError>,
}

/// The byte range of a key or value in a file.
pub(super) type Span = Range<usize>;

impl File {
    /// Reads a file. Fails when the file cannot be read.
    pub(super) fn read(path: &Path) -> Result<Self, FileError> {
        let text = fs::read_to_string(path).map_err(|error| FileError::of_file(path, error.to_string()))?;
        Ok(Self {
            path: path.to_owned(),
            text,
            errors: Vec::new(),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Parses the file. Returns `None`, and records an error, when it is not TOML.
    pub(super) fn parse(&mut self) -> Option<Table> {
        match DeTable::parse(&self.text) {
            Ok(table) => {
                let mut table = table.into_inner();
                table.make_owned();
                Some(Table::new(&table, 0..0))
            }
            Err(error) => {
                let span = error.span().unwrap_or(0..0);
                self.add_error(&span, error.message().to_owned());
                None
            }
        }
    }

    pub(super) fn add_error(&mut self, span: &Span, message: impl Into<String>) {
        let line = self.line(span);
        self.errors.push(FileError {
            file: self.path.clone(),
            line,
            message: message.into(),
        });
    }

    /// The line number of a span, starting at 1.
    pub(super) fn line(&self, span: &Span) -> usize {
        let before = self.text.as_bytes().iter().take(span.start);
        before.filter(|byte| **byte == b'\n').count() + 1
    }

    pub(super) fn into_errors(self) -> Vec<FileError> {
        self.errors
    }

    /// Reads a required text that is not empty.
    pub(super) fn text(&mut self, table: &Table, key: &str) -> Option<(String, Span)> {
        self.value(table, key, "text in quotes", Value::text)
    }

    /// Reads a required integer that is not negative.
    pub(super) fn number(&mut self, table: &Table, key: &str) -> Option<(u32, Span)> {
        let expected = format!("an integer from 0 to {}", u32::MAX);
        self.value(table, key, &expected, Value::number)
    }

    pub(super) fn table(&mut self, table: &Table, key: &str) -> Option<Table> {
        let (inner, _) = self.value(table, key, "a table", |value| match value {
            Value::Table(inner) => Some(inner.clone()),
            _ => None,
        })?;
        Some(inner)
    }

    /// Reads a required `true` or `false`.
    pub(super) fn boolean(&mut self, table: &Table, key: &str) -> Option<bool> {
        let (value, _) = self.value(table, key, "true or false", |value| match value {
            Value::Boolean(boolean) => Some(*boolean),
            _ => None,
        })?;
        Some(value)
    }

    /// Reads a required list of texts that are not empty.
    pub(super) fn texts(&mut self, table: &Table, key: &str) -> Option<Vec<(String, Span)>> {
        let (texts, _) = self.value(table, key, "a list of texts in quotes", |value| match value {
            Value::List(values) if !values.is_empty() => values
                .iter()
                .map(|(value, span)| Some((value.text()?, span.clone())))
                .collect(),
            _ => None,
        })?;
        Some(texts)
    }

    /// Reads a required list of tables, with the place of the first.
    pub(super) fn tables(&mut self, table: &Table, key: &str) -> Option<(Vec<Table>, Span)> {
        self.value(
            table,
            key,
            &format!("tables, each under [[{key}]]"),
            |value| match value {
                Value::List(values) if !values.is_empty() => values
                    .iter()
                    .map(|(value, _)| match value {
                        Value::Table(table) => Some(table.clone()),
                        _ => None,
                    })
                    .collect(),
                _ => None,
            },
        )
    }

    /// Records an error for each unknown key, which is usually misspelt.
    pub(super) fn only_keys(&mut self, table: &Table, known: &[&str]) {
        let known: BTreeSet<&str> = known.iter().copied().collect();
        for (key, span, _) in &table.entries {
            if !known.contains(key.as_str()) {
                self.add_error(span, format!("unknown key {key:?}"));
            }
        }
    }

    fn value<T>(
        &mut self,
        table: &Table,
        key: &str,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<(T, Span)> {
        let Some((_, span, value)) = table.find(key) else {
            self.add_error(&table.span, format!("{key:?} is missing"));
            return None;
        };
        let read = read(value);
        if read.is_none() {
            self.add_error(span, format!("{key:?} must be {expected}"));
        }
        Some((read?, span.clone()))
    }
}

/// A table, with the span of each key.
#[derive(Debug, Clone)]
pub(super) struct Table {
    span: Span,
    entries: Vec<(String, Span, Value)>,
}

#[derive(Debug, Clone)]
enum Value {
    Text(String),
    Number(String),
    Boolean(bool),
    List(Vec<(Value, Span)>),
    Table(Table),
    Other,
}

impl Table {
    fn new(table: &DeTable<'_>, span: Span) -> Self {
        let entries = table
            .iter()
            .map(|(key, value)| (key.get_ref().to_string(), key.span(), Value::new(value, key.span())))
            .collect();
        Self { span, entries }
    }

    /// The keys in the order of the file, with their spans.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, &Span)> {
        self.entries.iter().map(|(key, span, _)| (key.as_str(), span))
    }

    fn find(&self, key: &str) -> Option<&(String, Span, Value)> {
        self.entries.iter().find(|(name, ..)| name == key)
    }

    pub(super) fn text(&self, key: &str) -> Option<(String, Span)> {
        let (_, span, value) = self.find(key)?;
        Some((value.text()?, span.clone()))
    }

    /// A list of texts, empty if there is no valid one.
    pub(super) fn texts(&self, key: &str) -> Vec<String> {
        match self.find(key) {
            Some((_, _, Value::List(values))) => values.iter().filter_map(|(value, _)| value.text()).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn number(&self, key: &str) -> Option<(u32, Span)> {
        let (_, span, value) = self.find(key)?;
        Some((value.number()?, span.clone()))
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.keys().any(|(name, _)| name == key)
    }
}

impl Value {
    fn new(value: &Spanned<DeValue<'_>>, span: Span) -> Self {
        match value.get_ref() {
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Integer(number) => Self::Number(number.as_str().to_owned()),
            DeValue::Boolean(boolean) => Self::Boolean(*boolean),
            DeValue::Array(values) => {
                let values = values.iter();
                Self::List(
                    values
                        .map(|value| (Self::new(value, value.span()), value.span()))
                        .collect(),
                )
            }
            DeValue::Table(table) => Self::Table(Table::new(table, span)),
            _ => Self::Other,
        }
    }

    /// A text that is not empty.
    fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) if !text.trim().is_empty() => Some(text.clone()),
            _ => None,
        }
    }

    /// An integer that is not negative.
    fn number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => number.parse().ok(),
            _ => None,
        }
    }
}
