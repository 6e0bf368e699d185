//! Invisible characters.

/// Whether a character is invisible and changes how others are shown: direction marks, word joiners, fillers. Users paste such
/// characters without knowing, and attackers hide text with them. The joiners U+200C and U+200D are not among them, because Persian
/// words and emoji need them.
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
