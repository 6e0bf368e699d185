//! Invisible characters.

/// Whether a character is invisible and changes how others are shown, or hides text: direction marks, word joiners, fillers, tags. Users
/// paste such characters without knowing, and attackers hide text with them. The joiners U+200C and U+200D are not among them, because
/// Persian words and emoji need them. `shared/data/invisible-characters.json` is the same list, for the web app too.
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
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Whether a character is one of the joiners, which words and emoji need. A text of them alone is invisible, too.
pub const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde::Deserialize;

    use super::*;
    use crate::FileName;

    #[derive(Deserialize)]
    struct Range {
        first: String,
        last: String,
    }

    #[test]
    fn the_invisible_characters_are_those_of_the_list() {
        let ranges = include_str!("../../data/invisible-characters.json");
        let ranges: Vec<Range> = serde_json::from_str(ranges).unwrap();
        let code = |hexadecimal: &str| u32::from_str_radix(hexadecimal, 16).unwrap();
        let codes = ranges.iter().map(|range| code(&range.first)..=code(&range.last));
        let listed: BTreeSet<u32> = codes.flatten().collect();
        for character in '\0'..=char::MAX {
            let is_listed = listed.contains(&u32::from(character));
            assert_eq!(is_invisible(character), is_listed, "{}", character.escape_unicode());
        }
    }

    #[test]
    fn names_of_files_contain_none() {
        for character in ('\0'..=char::MAX).filter(|character| is_invisible(*character)) {
            let name = FileName::parse(&format!("{character}c{character}v.{character}pdf")).unwrap();
            assert_eq!(name.as_str(), "cv.pdf", "{}", character.escape_unicode());
        }
    }
}
