//! Materials and recordings of a run: links with titles, for those who take part.

use serde::{Deserialize, Serialize};

/// How many links a run has at most: a few for each session.
pub const MAX_MATERIALS: usize = 100;
/// The length of a title, in characters.
const MAX_TITLE: usize = 120;
/// The length of an address, in characters.
const MAX_URL: usize = 1000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Material {
    /// The session that it belongs to. None for the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<u32>,
    /// In one language, as it was entered.
    pub title: String,
    /// An https URL of any provider.
    pub url: String,
}

/// The title of a material: one line.
pub fn material_title(text: &str) -> Result<String, String> {
    let title = text.trim();
    if title.is_empty() || title.chars().count() > MAX_TITLE || title.contains(char::is_control) {
        return Err(format!("a title is one line of at most {MAX_TITLE} characters"));
    }
    Ok(title.to_owned())
}

/// An https URL, which a page can lead to.
pub fn https_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").unwrap_or_default();
    let is_url =
        !rest.is_empty() && !text.contains(|character: char| character.is_whitespace() || character.is_control());
    if !is_url {
        return Err("it must begin with https://".to_owned());
    }
    if text.chars().count() > MAX_URL {
        return Err(format!("it has at most {MAX_URL} characters"));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_addresses_have_limits() {
        assert_eq!(material_title(" Slides ").as_deref(), Ok("Slides"));
        let long = |count| "ش".repeat(count);
        assert!(material_title(&long(MAX_TITLE)).is_ok());
        for refused in ["", " ", "two\nlines", &long(MAX_TITLE + 1)] {
            assert!(material_title(refused).is_err(), "{refused}");
        }
        let url = |count| format!("https://{}", "a".repeat(count));
        assert!(https_url(&url(MAX_URL - 8)).is_ok());
        for refused in [
            "http://a.example",
            "https://",
            "https://a b",
            "javascript:alert(1)",
            &url(MAX_URL),
        ] {
            assert!(https_url(refused).is_err(), "{refused}");
        }
    }
}
