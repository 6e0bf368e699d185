//! The description in the archive, in the language of the user.

use domain::Language;

/// The content of `readme.txt`. It begins with a byte order mark, by which every editor knows the encoding.
pub(super) fn readme(language: Language) -> String {
    let text = match language {
        Language::English => include_str!("../readme/en.txt"),
        Language::French => include_str!("../readme/fr.txt"),
        Language::Arabic => include_str!("../readme/ar.txt"),
    };
    format!("\u{feff}{text}")
}
