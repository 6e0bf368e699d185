//! What people see of a text.

/// Whether a character shows nothing and changes how others are shown: directions, joiners of words, fillers. People paste them
/// unknowingly, and hide text with them knowingly. The two that join and part letters within words (U+200C, U+200D) are not
/// among them: Persian and emoji need them.
#[must_use]
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
    )
}
