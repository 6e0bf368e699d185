/// The most characters of a reason or a note.
const MAX: usize = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a reason has 1 to {MAX} characters")]
pub enum ReasonError {
    Missing,
    TooLong,
}

/// Why staff decided so, or a note of theirs, without white space around it. Its lines stay.
pub fn reason(text: &str) -> Result<String, ReasonError> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(ReasonError::Missing),
        1..=MAX => Ok(text.to_owned()),
        _ => Err(ReasonError::TooLong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_text_of_at_most_a_thousand_characters() {
        assert_eq!(reason(" Full.\nSorry. "), Ok("Full.\nSorry.".to_owned()));
        assert_eq!(reason(" \n"), Err(ReasonError::Missing));
        let longest = "é".repeat(MAX);
        assert_eq!(reason(&longest), Ok(longest.clone()));
        assert_eq!(reason(&format!("{longest}é")), Err(ReasonError::TooLong));
    }
}
