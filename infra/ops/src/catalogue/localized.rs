//! Texts in every language.

use std::ops::RangeInclusive;

use domain::{Localized, is_invisible};

use super::file::{File, Table};

/// Reads a text in every language under `[key]`, and checks its length.
pub(super) fn localized(file: &mut File, table: &Table, key: &str, length: RangeInclusive<usize>) -> Option<Localized> {
    let texts = file.table(table, key)?;
    localized_table(file, &texts, key, length)
}

/// Reads the languages of a text, and checks its length. `name` is its name in errors.
pub(super) fn localized_table(
    file: &mut File,
    texts: &Table,
    name: &str,
    length: RangeInclusive<usize>,
) -> Option<Localized> {
    file.only_keys(texts, &["en", "fr", "ar"]);
    let mut text = |language: &str| {
        let (text, span) = file.text(texts, language)?;
        let characters = text.chars().count();
        if text
            .chars()
            .any(|character| character.is_control() || is_invisible(character))
        {
            file.add_error(
                &span,
                format!("{name}.{language} has an invisible character: a control character or a direction mark"),
            );
        }
        if !length.contains(&characters) {
            let (min, max) = (length.start(), length.end());
            file.add_error(
                &span,
                format!("{name}.{language} has {characters} characters, not {min} to {max}"),
            );
        }
        Some(text)
    };
    // Read all languages before `?` returns, so that all errors are recorded.
    let (en, fr, ar) = (text("en"), text("fr"), text("ar"));
    Some(Localized {
        en: en?,
        fr: fr?,
        ar: ar?,
    })
}
